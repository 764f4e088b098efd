"""How long a durable entry takes, beside a bare write and fdatasync of the same bytes in the same run.

    python -m tests.hallctl.minutes.bench_append [FOLDER] [ENTRIES]

Not a test: a figure of a shared machine is for orientation. The two alternate, entry by entry, so that both
see the same disk.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from hallctl.minutes import Book, canonical, verify
from hallctl.minutes.entry import row_of
from tests.hallctl.minutes.sample import STAMP, ball


def main(folder: Path, entries: int) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as name:
        path = Path(name) / "book.sqlite"
        raw = os.open(Path(name) / "raw", os.O_WRONLY | os.O_CREAT)
        bare: list[float] = []
        booked: list[float] = []
        with Book.create(path) as book:
            for number in range(entries):
                booked.append(milliseconds(book.append, [ball(42, f"request-{number}")], STAMP))
                last = book.last()
                assert last is not None
                line = canonical(list(row_of(last))) + b"\n"
                bare.append(milliseconds(write, raw, line))
        os.close(raw)
        seconds = milliseconds(verify, path) / 1000
    show("write + fdatasync", bare)
    show("append", booked)
    median, tail = (quantile(booked, percent) / quantile(bare, percent) for percent in (50, 99))
    print(f"ratio              p50 {median:.2f}  p99 {tail:.2f}")
    print(f"verify             {entries / seconds:,.0f} entries/s")


def write(raw: int, line: bytes) -> None:
    os.write(raw, line)
    os.fdatasync(raw)


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
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."), int(sys.argv[2]) if len(sys.argv) > 2 else 3000)
