"""Another process that writes in a book, for the tests that take its disk or its life.

``python -m tests.hallctl.minutes.writer run BOOK`` appends for ever and prints the number of each
acknowledged entry. ``python -m tests.hallctl.minutes.writer fill FOLDER [LIMIT]`` creates a book, appends
until it fails (LIMIT is the largest size in bytes that a file may have), frees what fills the disk, opens the
book again and prints what happened as JSON.
"""

import json
import resource
import sys
from pathlib import Path

from hallctl.minutes import Book, Draft, MinutesError
from tests.hallctl.minutes.sample import STAMP

BALLAST = "ballast"


def run(path: Path) -> None:
    book = Book.open(path) if path.exists() else Book.create(path)
    while True:
        print(append(book), flush=True)


def fill(folder: Path, limit: int | None) -> None:
    path = folder / "book.sqlite"
    book = Book.create(path)
    if limit is not None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    acknowledged, first, second = 0, "", ""
    try:
        while True:
            acknowledged = append(book)
    except MinutesError as error:
        first = error.code
    try:
        append(book)
    except MinutesError as error:
        second = error.code
    book.close()
    (folder / BALLAST).unlink(missing_ok=True)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    with Book.open(path) as again:
        kept = len(list(again.entries()))
        after = append(again)
    print(json.dumps({"acknowledged": acknowledged, "codes": [first, second], "kept": kept, "after": after}))


def append(book: Book) -> int:
    last = book.last()
    number = last.number + 1 if last else 1
    drafts = [
        Draft("BallDrawn", {"ball": 42, "note": "x" * 150}, "jefe:maria", f"request-{number}", "ab" * 32)
    ]
    return book.append(drafts, STAMP)[-1].number


if __name__ == "__main__":
    if sys.argv[1] == "run":
        run(Path(sys.argv[2]))
    fill(Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else None)
