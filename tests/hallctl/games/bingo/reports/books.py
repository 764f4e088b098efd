"""Books of simulated nights, written as the hall writes them."""

from datetime import datetime

from hallctl.minutes import Book, Draft, Stamp
from hallctl.rules.codec import encode
from tests.hallctl.games.bingo.reports.record import night


def write_book(path, record):
    """Write a record as a real book; what was decided together is appended together."""
    with Book.create(path) as book:
        batch, moment = [], None
        for entry in record:
            if batch and entry.time != moment:
                append(book, batch, moment)  # type: ignore[arg-type]
                batch = []
            batch.append(Draft(type(entry.event).__name__, encode(entry.event), entry.actor))
            moment = entry.time
        append(book, batch, moment)  # type: ignore[arg-type]
    return path


def append(book: Book, drafts: list[Draft], moment: datetime) -> None:
    book.append(drafts, Stamp.at(moment, "synchronised", "b1"))


if __name__ == "__main__":
    import sys
    from pathlib import Path

    write_book(Path(sys.argv[1]), night(int(sys.argv[2]) if len(sys.argv) > 2 else 45))
