"""The controller's book dies, or its disk fails, at one system call after another of a short session."""

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from hallctl.minutes.verify import verify_book
from hallctl.rules.commands.volumes import CloseBook
from tests.torture.clerk import REQUESTS, keeping, submit
from tests.torture.judge import settle_in
from tests.torture.scribe import Places
from tests.torture.tracing import CREATES, SYNCS, WRITES, Call, Trace, Tracer

Tell = Callable[[str], None]

CLERK = "tests.torture.clerk"

_ATTEMPTS = 3

_CLOSING = [isinstance(command, CloseBook) for command in REQUESTS.values()].index(True)
_ENDS = {_CLOSING + 2: "tomo-0001.sqlite", len(REQUESTS) + 1: "tomo-0002.sqlite"}
"""After how many lines of the clerk a volume is closed, and which."""


@dataclass(frozen=True, slots=True)
class Clerk:
    """The other process, and what it does and writes without any fault."""

    tracer: Tracer
    calls: tuple[Call, ...]
    lines: dict[str, bytes]

    def runs(self, root: Path, inject: str) -> Trace:
        settle_in(root)
        return self.tracer.run(CLERK, [root], root, inject)

    def killed_at(self, root: Path, call: Call) -> Trace:
        """Run it and kill it at a call; again where the C library opened a file of its own before.

        strace counts every call of a name, also those outside of the folder, and the allocator's are rare.
        """
        for _ in range(_ATTEMPTS):
            trace = self.runs(root, f"{call.name}:signal=KILL:when={call.nth}")
            if trace.calls[-1] == call:
                return trace
            shutil.rmtree(root)
        raise AssertionError(f"killed at {trace.calls[-1]} and never at {call}")

    def some(self, full: bool, seed: int, count: int, *, all_calls: bool = False) -> list[Call]:
        calls = [call for call in self.calls if all_calls or (call.path and call.name != CREATES)]
        return calls if full else random.Random(seed).sample(calls, count)

    def may_go_on(self, call: Call) -> bool:
        """Tell whether a call may fail without stopping the hall: nothing that was told depends on it.

        The folder that SQLite syncs for a journal the book syncs itself, before it tells of anything in
        it. At the end of a volume or of the process SQLite copies its log into the file; where that fails
        the log stays, and the next opening copies it.
        """
        told = sum(not before.path for before in self.calls[: self.calls.index(call)])
        ending = _ENDS.get(told, "-")
        return (call.name, call.path) == ("fdatasync", "disco/libro") or call.path in (
            f"disco/libro/{ending}",
            f"disco/libro/{ending}-wal",
        )


@pytest.fixture(scope="module")
def clerk() -> Iterator[Clerk]:
    tracer = Tracer(CLERK)
    with TemporaryDirectory() as folder:
        places = settle_in(Path(folder) / "whole")
        trace = tracer.run(CLERK, [places.root], places.root)
        assert trace.status == 0
        yield Clerk(tracer, trace.calls, lines_of(places))
    tracer.close()


def lines_of(places: Places) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(places.second.glob("*.jsonl"))}


def promised(trace: Trace) -> dict[str, tuple[int, int]]:
    done = [line.split() for line in trace.said if line.startswith("done ")]
    return {request: (int(first), int(last)) for _, request, first, last in done}


def everything_is_done_once(clerk: Clerk, places: Places, told: dict[str, tuple[int, int]]) -> None:
    """Open the book again and submit every request again: what was told is answered so, and nothing twice."""
    with keeping(places) as (keeper, _):
        for request in list(REQUESTS):
            before = keeper.entry
            entries = submit(keeper, request)
            assert entries == told.get(request, entries)
            assert request not in told or keeper.entry == before
    verdict = verify_book(places.book, places.second)
    assert verdict.ok, verdict.describe()
    assert lines_of(places) == clerk.lines


@pytest.mark.invariant("I3", "I4", "I17")
@pytest.mark.timeout(1_800)
def test_a_kill_at_any_system_call_loses_nothing_and_resubmission_does_nothing_twice(
    clerk: Clerk, tmp_path: Path, full: bool, tell: Tell
) -> None:
    assert {call.name for call in clerk.calls} == {*SYNCS, *WRITES, CREATES}
    calls = clerk.some(full, seed=1, count=8, all_calls=True)
    for call in calls:
        root = tmp_path / f"{call.name}-{call.nth}"
        trace = clerk.killed_at(root, call)
        everything_is_done_once(clerk, Places(root), promised(trace))
    tell(f"kills: {len(calls)}")


@pytest.mark.invariant("I3", "I19")
@pytest.mark.timeout(3_000)
def test_a_disk_that_fails_at_any_write_or_sync_stops_the_book_and_loses_nothing(
    clerk: Clerk, tmp_path: Path, full: bool, tell: Tell
) -> None:
    faults = [(call, error) for error in ("EIO", "ENOSPC") for call in clerk.some(full, seed=2, count=6)]
    went_on = 0
    for call, error in faults:
        root = tmp_path / f"{call.name}-{call.nth}-{error}"
        trace = clerk.runs(root, f"{call.name}:error={error}:when={call.nth}")
        stopped = [line.split()[1] for line in trace.said if line.startswith("stopped")]
        if trace.status == 0:
            went_on += 1
            assert clerk.may_go_on(call), f"{error} at {call} told nobody"
            assert promised(trace).keys() == REQUESTS.keys()
        else:
            assert trace.status == 3, f"{error} at {call}"
            assert stopped[0] in codes_of(call, error), f"{error} at {call}: {stopped}"
            # Once the book was open it refuses, and goes on with nothing.
            assert stopped[1:] == ["MIN-STOPPED"] * ("open\n" in trace.said), (
                f"{error} at {call}: {trace.said}"
            )
        everything_is_done_once(clerk, Places(root), promised(trace))
    tell(f"faults: {len(faults)}, of which {went_on} stopped nobody and lost nothing")
    assert went_on < len(faults)


@pytest.mark.invariant("I19")
@pytest.mark.parametrize("error", ["EIO", "ENOSPC"])
def test_a_volume_that_sqlite_left_without_its_log_is_not_put_in_its_place(
    clerk: Clerk, tmp_path: Path, error: str
) -> None:
    """SQLite tells of a disk that fails while it turns to its log by the mode alone."""
    last = [call for call in clerk.calls if call.path.endswith("0002.sqlite.new") and call.name in SYNCS][-1]
    root = tmp_path / "root"
    trace = clerk.runs(root, f"{last.name}:error={error}:when={last.nth}")
    assert trace.said[-2:] == ("stopped MIN-IO\n", "stopped MIN-STOPPED\n")
    everything_is_done_once(clerk, Places(root), promised(trace))


def codes_of(call: Call, error: str) -> set[str]:
    if error == "EIO":
        return {"MIN-IO"}
    # SQLite tells of a sync, a truncation and a removal that failed, and not why.
    by_sqlite = not call.path.endswith(".jsonl") and call.name in ("fdatasync", "ftruncate", "unlink")
    return {"MIN-IO", "MIN-FULL"} if by_sqlite else {"MIN-FULL"}


@pytest.mark.invariant("I3", "I19")
@pytest.mark.parametrize("medium", ["disco", "llave"])
def test_a_medium_that_is_really_full_stops_the_book_which_goes_on_once_there_is_room(
    tmp_path: Path, medium: str
) -> None:
    settle_in(tmp_path / "root")
    mount = 'mount -t tmpfs -o size=600k tmpfs "$1" && shift && exec "$@"'
    program: list[str | Path] = [sys.executable, "-m", "tests.torture.filled", tmp_path / "root", medium]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", mount, "sh", tmp_path / "root" / medium, *program],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    if "unshare" in done.stderr or "mount:" in done.stderr:
        pytest.skip(f"no mounting here: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["codes"] == ["MIN-FULL", "MIN-STOPPED"]
    assert result["promised"] > 5
