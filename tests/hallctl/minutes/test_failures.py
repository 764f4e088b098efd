"""The disk fills, the process dies: what was acknowledged is in the book."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hallctl.minutes import Book, MinutesError, verify
from tests.hallctl.minutes.sample import STAMP, ball
from tests.hallctl.minutes.writer import BALLAST

KILLS = 10
WRITER = [sys.executable, "-m", "tests.hallctl.minutes.writer"]


@pytest.mark.invariant("I3")
def test_nothing_acknowledged_is_lost_by_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    dice = random.Random(9)
    acknowledged = 0
    for _ in range(KILLS):
        told = numbers_told_before_a_kill(path, dice.uniform(0.01, 0.15))
        verdict = verify(path)
        assert verdict.ok, verdict.describe()
        assert told[0] > acknowledged
        assert verdict.entries in (told[-1], told[-1] + 1)
        acknowledged = told[-1]
    with Book.open(path) as book:
        number = book.append([ball(1)], STAMP)[0].number
        assert [entry.number for entry in book.by_request(f"request-{acknowledged}")] == [acknowledged]
    assert number in (acknowledged + 1, acknowledged + 2)
    assert acknowledged > KILLS


def numbers_told_before_a_kill(path: Path, seconds: float) -> list[int]:
    with subprocess.Popen([*WRITER, "run", path], stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline()]
        time.sleep(seconds)
        writer.kill()
        told += writer.stdout.readlines()
    # The last line may be cut short; it was not told then.
    return [int(line) for line in told if line.endswith("\n")]


def outcome(command: list[Any]) -> dict[str, Any]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(f"no mounting here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.invariant("I3")
def test_a_full_disk_stops_the_book_and_loses_nothing(tmp_path: Path) -> None:
    mount = (
        'mount -t tmpfs -o size=400k tmpfs "$1" && head -c 100k /dev/zero > "$1/$2" && shift 2 && exec "$@"'
    )
    command = ["unshare", "-rm", "sh", "-c", mount, "sh", tmp_path, BALLAST, *WRITER, "fill", tmp_path]
    result = outcome(command)
    assert result["codes"] == ["MIN-FULL", "MIN-STOPPED"]
    assert result["acknowledged"] > 10
    assert result["kept"] in (result["acknowledged"], result["acknowledged"] + 1)
    assert result["after"] == result["kept"] + 1


@pytest.mark.invariant("I3")
def test_a_write_that_the_system_refuses_stops_the_book_and_loses_nothing(tmp_path: Path) -> None:
    result = outcome([*WRITER, "fill", tmp_path, "200000"])
    assert result["codes"] == ["MIN-IO", "MIN-STOPPED"]
    assert result["acknowledged"] > 10
    assert result["kept"] in (result["acknowledged"], result["acknowledged"] + 1)
    assert result["after"] == result["kept"] + 1


@pytest.mark.invariant("I3")
def test_a_book_that_may_not_grow_says_that_the_disk_is_full(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite"
    with Book.create(path) as book:
        book.append([ball(1)], STAMP)
        book._connection.execute("PRAGMA max_page_count = 12")
        with pytest.raises(MinutesError, match="Libere espacio") as error:
            fill_up(book)
        last = book.last()
    assert error.value.code == "MIN-FULL"
    assert last is not None
    with Book.open(path) as again:
        assert again.last() == last
        assert again.append([ball(2)], STAMP)[0].number == last.number + 1


def fill_up(book: Book) -> None:
    while True:
        book.append([ball(1)] * 5, STAMP)
