"""How long a durable entry takes on both media and on one, beside a bare write to two files, synced.

    python -m tests.hallctl.minutes.bench_append [FOLDER] [ENTRIES] [LARGE]

Not a test: a figure of a shared machine is for orientation. All alternate, entry by entry, so that they
see the same disk; also the bare hand-off to the second medium's thread, without any work. Then a book of
LARGE entries (1,000,000; 0 leaves it out) is made, opened from its newest checkpoint, verified by the hall's
verifier and by the notary's, and deleted.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from hallctl.minutes import Book, Draft, verify
from hallctl.minutes.entry import composed
from hallctl.minutes.medium_deadline import MediumThread
from hallctl.minutes.notary import verificar_libro
from hallctl.minutes.note import sign
from hallctl.minutes.opening import NAMES
from tests.hallctl.minutes.notary.hall import Hall
from tests.hallctl.minutes.sample import STAMP, ball

OPENING = Draft("BookOpened", {"format": NAMES[3], "volume": 1}, "director:maria")
HALL = Hall()
BATCH = 1000


def main(folder: Path, entries: int, large: int) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as name:
        append(Path(name), entries)
    if large:
        with tempfile.TemporaryDirectory(dir=folder) as name:
            opening(Path(name), large)
    print("load               " + " ".join(f"{load:.1f}" for load in os.getloadavg()))


def append(folder: Path, entries: int) -> None:
    path, second = folder / "tomo-0001.sqlite", folder / "tomo-0001.jsonl"
    raw = [os.open(folder / name, os.O_WRONLY | os.O_CREAT) for name in ("raw-1", "raw-2")]
    bare: list[float] = []
    booked: list[float] = []
    single: list[float] = []
    handed: list[float] = []
    thread = MediumThread(folder)
    with Book.create(path, second) as book, Book.create(folder / "alone.sqlite", alone=True) as alone:
        book.append([OPENING], STAMP)
        alone.append([OPENING], STAMP)
        for number in range(entries):
            booked.append(milliseconds(book.append, [ball(42, f"request-{number}")], STAMP))
            single.append(milliseconds(alone.append, [ball(42, f"request-{number}")], STAMP))
            handed.append(milliseconds(thread.ask, lambda: None))
            last = book.last()
            assert last is not None
            bare.append(milliseconds(write, raw, composed(last).line))
    thread.close()
    for descriptor in raw:
        os.close(descriptor)
    show("write + fdatasync", bare)
    show("append", booked)
    show("append, one medium", single)
    show("hand-off", handed)
    median, tail = (quantile(booked, percent) / quantile(bare, percent) for percent in (50, 99))
    print(f"ratio              p50 {median:.2f}  p99 {tail:.2f}")


def opening(folder: Path, entries: int) -> None:
    """Make a large book, open it from its checkpoint, and verify it in whole."""
    path, second = folder / "tomo-0001.sqlite", folder / "tomo-0001.jsonl"
    with Book.create(path, second) as book:
        book.append([HALL.opening(1, None)], STAMP, HALL.countersign)
        for start in range(1, entries, BATCH):
            stop = min(start + BATCH, entries)
            book.append([ball(1 + number % 90, f"request-{number}") for number in range(start, stop)], STAMP)
        book.keep_note(sign(HALL.name, HALL.controller, book.checkpoint(HALL.origin(1)).text))
        book.append([ball(1)], STAMP)
    seconds = milliseconds(lambda: Book.open(path, second, HALL.verifier).close()) / 1000
    print(f"open {entries:,} entries from the newest checkpoint: {seconds:.2f} s")
    for name, look in (
        ("verify, hall", lambda: verify(path, second).ok),
        ("verify, notary", lambda: verificar_libro.verify(path, folder).whole),
    ):
        seconds = milliseconds(look) / 1000
        print(f"{name:18} {entries / seconds:,.0f} entries/s")


def write(raw: list[int], line: bytes) -> None:
    for descriptor in raw:
        os.write(descriptor, line)
        os.fdatasync(descriptor)


def milliseconds(action: Callable[..., object], *arguments: object) -> float:
    start = time.perf_counter()
    action(*arguments)
    return (time.perf_counter() - start) * 1000


def quantile(times: list[float], percent: int) -> float:
    return statistics.quantiles(times, n=100)[percent - 1]


def show(name: str, times: list[float]) -> None:
    median, tail = quantile(times, 50), quantile(times, 99)
    print(f"{name:18} p50 {median:.3f} ms  p99 {tail:.3f} ms  max {max(times):.3f} ms")


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[2:4]]
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."), *numbers, *(3000, 1_000_000)[len(numbers) :])
