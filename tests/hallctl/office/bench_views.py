"""What the views cost with forty halls: ``python -m tests.hallctl.office.bench_views [entries a hall]``."""

import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

from hallctl.office.database import connect, make_tables
from tests.hallctl.games.bingo.reports.record import START, night
from tests.hallctl.office.books import HallBook, put_hall, sealed
from tests.hallctl.office.servers import Postgres, database

VIEWS = ("sessions", "games", "sales", "prizes", "progressives", "ball_sets", "cash", "days")


def main(entries: int) -> None:
    record = night(45)[:entries]
    server = Postgres(Path(tempfile.mkdtemp(prefix="office-views-")), durable=True)
    try:
        with database(server, "views") as url, connect(url) as connection:
            make_tables(connection)
            for place in range(40):
                lines = sealed(record, START + timedelta(days=place % 30))
                put_hall(connection, HallBook(f"sala-{place + 1}", f"Sala {place + 1}", "bingo", lines))
            timed(connection, f"refresh of 40 x {len(record)} entries", "SELECT books.refresh()")
            connection.execute("ANALYZE")
            for view in VIEWS:
                timed(connection, view, f"SELECT * FROM books.{view}")
    finally:
        server.stop()


def timed(connection, name, query):
    begun = time.monotonic()
    found = connection.execute(query).fetchall()
    print(f"{name}: {(time.monotonic() - begun) * 1000:.0f} ms, {len(found)} rows", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
