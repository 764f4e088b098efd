"""A program that writes into a book behind the hall's back."""

import sqlite3
from contextlib import closing
from pathlib import Path


def stranger_writes(book: Path) -> None:
    """Put an entry after the last one, so that the hall's next entry cannot follow."""
    with closing(sqlite3.connect(book, isolation_level=None)) as connection:
        # The hall may be about to write too: nothing comes between the reading and the writing.
        connection.execute("BEGIN IMMEDIATE")
        last = connection.execute("SELECT * FROM entries ORDER BY number DESC LIMIT 1").fetchone()
        forged = (last[0] + 1, *last[1:6], "", *last[7:-2], last[-1], "0" * 64)
        connection.execute(f"INSERT INTO entries VALUES ({','.join('?' * len(forged))})", forged)
        connection.execute("COMMIT")
