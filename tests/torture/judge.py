"""What has to be true of a book that somebody finds after a power cut, a kill or a fault."""

import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hallctl.minutes.reader import read_only
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import second_of, volumes_in
from tests.torture.disk import Tree
from tests.torture.scribe import Places, Scribe, plan_of


@dataclass(frozen=True, slots=True)
class Plan:
    """The one book that a plan gives, whoever writes it and however often it is interrupted.

    Attributes:
        name: Of the plan.
        lines: Of each volume, in order.
        steps: Where a volume may end: after each append, and before the first.
    """

    name: str
    lines: dict[int, list[bytes]]
    steps: list[tuple[int, int]]


@cache
def planned(name: str) -> Plan:
    """Write a plan's book without any fault."""
    with TemporaryDirectory() as folder:
        places = settle_in(Path(folder))
        steps: list[tuple[int, int]] = []
        scribe = Scribe(places, plan_of(name), lambda line: _append(steps, line))
        scribe.go_on(1_000)
        scribe.close()
        volumes = volumes_in(places.book)
        lines = {
            number: second_of(path, places.second).read_bytes().splitlines(keepends=True)
            for number, path in enumerate(volumes, 1)
        }
    return Plan(name, lines, [(0, 0), *dict.fromkeys(steps)])


def settle_in(root: Path) -> Places:
    """Make the two media."""
    places = Places(root)
    places.book.parent.mkdir(parents=True)
    places.second.mkdir()
    return places


@dataclass(slots=True)
class Promised:
    """What was told to the world: the newest entry, and the checkpoints of its volume."""

    entry: tuple[int, int] = (0, 0)
    notes: tuple[int, int] = (0, 0)

    def hear(self, line: str) -> None:
        """Take note of a line that the scribe told."""
        match line.split():
            case ["entries", volume, number]:
                self.entry = (int(volume), int(number))
            case ["notes", volume, count]:
                self.notes = (int(volume), int(count))


def lay_out(root: Path, tree: Tree) -> Places:
    """Write a state of the disk into a folder."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for path, data in sorted(tree.items()):
        if data is None:
            (root / path).mkdir()
        else:
            (root / path).write_bytes(data)
    return Places(root)


def judge(places: Places, plan: Plan, promised: Promised) -> int:
    """See that a book kept all that was promised and nothing that was never written, and can be written on.

    Returns:
        How many bytes its opening completed on the second medium.

    Raises:
        MinutesError: It does not open.
        AssertionError: Something is not as it has to be.
    """
    scribe = Scribe(places, plan_of(plan.name), lambda _: None)
    try:
        completed = scribe.shelf.completed
        found = _newest(places)
        at, due = plan.steps.index(found), plan.steps.index(promised.entry)
        assert due <= at <= due + 1, f"{promised.entry} was promised and {found} found"
        _same(plan, places)
        assert _notes(places, promised.notes[0]) >= promised.notes[1], "a checkpoint that was kept is gone"
        scribe.go_on(2)
    finally:
        scribe.close()
    verdict = verify_book(places.book, places.second)
    assert verdict.ok, verdict.describe()
    _same(plan, places)
    return completed


def _append(steps: list[tuple[int, int]], line: str) -> None:
    kind, volume, number = line.split()
    if kind == "entries":
        steps.append((int(volume), int(number)))


def _newest(places: Places) -> tuple[int, int]:
    """Give the newest entry of the newest volume that has any."""
    for number, path in reversed(list(enumerate(volumes_in(places.book), 1))):
        (last,) = _column(path, "SELECT coalesce(max(number), 0) FROM entries")
        if last:
            return number, last
    return 0, 0


def _same(plan: Plan, places: Places) -> None:
    """See that both media hold the lines of the plan, as many each as the other, whole steps of them."""
    paths = volumes_in(places.book)
    for number, path in enumerate(paths, 1):
        written = second_of(path, places.second).read_bytes().splitlines(keepends=True)
        hashes = _column(path, "SELECT hash FROM entries ORDER BY number")
        assert written == plan.lines[number][: len(written)], f"{path.name}: other lines than were submitted"
        assert [_hash(line) for line in written] == hashes, f"{path.name}: the two media differ"
        assert not written or (number, len(written)) in plan.steps, f"{path.name}: half of what was submitted"
        if number < len(paths):
            assert len(written) == len(plan.lines[number]), f"{path.name}: not whole, and another follows"


def _column(path: Path, statement: str) -> list[Any]:
    with read_only(path) as connection:
        return [value for (value,) in connection.execute(statement)]


def _hash(line: bytes) -> str:
    return line.rpartition(b'"hash":"')[2][:64].decode()


def _notes(places: Places, volume: int) -> int:
    paths = volumes_in(places.book)
    return _column(paths[volume - 1], "SELECT count(*) FROM checkpoints")[0] if volume else 0
