"""Judges the recogniser and the reader beside each other, on worlds that neither was fitted to.

    python -m tools.worlds WORLDS --seed 10
    python -m tools.recogniser.judge WORLDS [--world NAME] [--shown 3] [--reader]

A world is a folder with two in it: ``shown`` calibrates, ``asked`` is read (`tools.worlds`). With --shown a
folder with all pictures in it, as other renderers make it, becomes such a one: a picture of each of so many
poses of a ball calibrates, the other poses are read. The recogniser is driven through the product's own
commands, ``hallctl camera calibrate --from`` and ``hallctl read --json``. With --reader the reader of any
number reads the same pictures, not calibrated. It is NOT responsible for rendering, nor for how a vote is
counted (`hallctl.readings.vote`).
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from drivers.reader.reader import Reader
from hallctl.app.calibrating.folder import BallFolder, load_picture
from hallctl.cli.commissioning.recognised import vote_of
from hallctl.readings.outcomes import BallRead
from hallctl.readings.vote import VotePolicy

_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_FIRST = 10  # pictures that are slow because the program is new


@dataclass
class Tally:
    """What was told of the pictures of a world, or of all.

    Attributes:
        name: Of the world.
        singles: How many pictures of balls were right, refused, false.
        votes: How many votes were.
        empties: How many empty exits were known as such, and how many there were.
        taken: How many pictures of balls were taken for an empty exit.
        spent: Milliseconds of each picture of a ball.
        falses: What was told falsely.
    """

    name: str
    singles: list[int] = field(default_factory=lambda: [0, 0, 0])
    votes: list[int] = field(default_factory=lambda: [0, 0, 0])
    empties: list[int] = field(default_factory=lambda: [0, 0])
    taken: int = 0
    spent: list[float] = field(default_factory=list)
    falses: list[str] = field(default_factory=list)

    def add(self, number: int, told: int | None, where: str, *, vote: bool) -> None:
        """Count what was told of a ball."""
        counts = self.votes if vote else self.singles
        counts[1 if told is None else 0 if told == number else 2] += 1
        if told not in {None, number}:
            self.falses.append(f"{where}: {told}")

    def __str__(self) -> str:
        """Return a row of the table."""
        median, slow = np.percentile(self.spent, (50, 99)) if self.spent else (0, 0)
        one, all_ = (" / ".join(f"{each:4}" for each in counts) for counts in (self.singles, self.votes))
        empty = f"{self.empties[0]} of {self.empties[1]}"
        return f"{self.name:22} {one}   {all_}   {empty:>9} {self.taken:6}   {median:6.1f} {slow:6.1f}"


_TITLES = ("world", "pictures r/ref/false", "votes r/ref/false", "empties", "taken", "ms median, p99")
HEAD = "{:22} {:20} {:18}   {:>9} {:>6}   {}".format(*_TITLES)


def parted(world: Path, shown: int) -> None:
    """Part the pictures of a world between ``shown`` and ``asked``, by links; a world that is parted stays.

    Args:
        world: The folder.
        shown: How many poses of each ball calibrate, by a picture each; the empty exit is all shown.
    """
    whole = BallFolder.at(world)
    names = [("shown", each.name) for each in whole.empties]
    for each in whole.pictures:
        if each.pose >= shown or each.frame == 0:
            names.append(("shown" if each.pose < shown else "asked", each.path.name))
    for folder, name in names:
        (world / folder).mkdir(exist_ok=True)
        link = world / folder / name
        if not link.is_symlink():
            link.symlink_to(Path("..", name))


def recognised(world: Path) -> Tally:
    """Calibrate from a world and read it, by the product's commands.

    Args:
        world: The folder.

    Raises:
        RuntimeError: A command failed.
    """
    file = world / "shown.calibracion"
    _run("camera", "calibrate", "--from", str(world / "shown"), "--out", str(file))
    lines = _run("read", str(world / "asked"), "--calibration", str(file), "--json").splitlines()
    tally = Tally(world.name)
    for line in map(json.loads, lines):
        _count(tally, line)
    return tally


def read(world: Path) -> Tally:
    """Read a world with the reader of any number, not calibrated."""
    reader, tally, folder = Reader(), Tally(world.name), BallFolder.at(world / "asked")
    for path in folder.empties:
        tally.empties[0] += reader.read(load_picture(path)).empty
        tally.empties[1] += 1
    for (number, pose), pictures in folder.poses().items():
        sightings = []
        for each in pictures:
            picture = load_picture(each.path)
            began = time.perf_counter()
            sightings.append(reader.read(picture))
            tally.spent.append((time.perf_counter() - began) * 1000)
            tally.taken += sightings[-1].empty
            tally.add(number, sightings[-1].alone, each.path.name, vote=False)
        outcome = vote_of(sightings, VotePolicy())
        told = outcome.number if isinstance(outcome, BallRead) else None
        tally.add(number, told, f"vote {number}-{pose}", vote=True)
    del tally.spent[:_FIRST]
    return tally


def summed(tallies: Iterable[Tally]) -> Tally:
    """Return what all worlds gave."""
    whole = Tally("all")
    for each in tallies:
        for mine, theirs in (
            (whole.singles, each.singles),
            (whole.votes, each.votes),
            (whole.empties, each.empties),
        ):
            mine[:] = [one + other for one, other in zip(mine, theirs, strict=True)]
        whole.taken += each.taken
        whole.spent += each.spent
        whole.falses += [f"{each.name} {one}" for one in each.falses]
    return whole


def _count(tally: Tally, line: dict[str, Any]) -> None:
    name = Path(line["source"]).name
    if name.startswith("empty-"):
        tally.empties[0] += bool(line["empty"])
        tally.empties[1] += 1
        return
    number = int(name.split("-", 1)[0])
    vote = line["kind"] == "vote"
    tally.add(number, line["number"], f"{line['kind']} {name}", vote=vote)
    if not vote:
        tally.spent.append(float(line["ms"]))
        tally.taken += bool(line["empty"])


def _run(*arguments: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "hallctl", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **_ONE_THREAD},
    )
    if ran.returncode not in {0, 1} or "Traceback" in ran.stderr:
        raise RuntimeError(f"hallctl {' '.join(arguments)}: {ran.stderr.strip()}")
    return ran.stdout


def _rows(worlds: Sequence[Path], *, reader: bool) -> Iterator[str]:
    for title, judge in (("recogniser", recognised), ("reader", read))[: 2 if reader else 1]:
        yield f"{title}, one thread\n{HEAD}"
        tallies = []
        for world in worlds:
            try:
                tallies.append(judge(world))
            except RuntimeError as error:
                yield f"{world.name}: {error}"
                continue
            yield str(tallies[-1])
        whole = summed(tallies)
        yield str(whole)
        yield from (f"FALSE {each}" for each in whole.falses)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("worlds", type=Path)
    parser.add_argument("--world", help="only this one")
    parser.add_argument("--reader", action="store_true", help="the reader of any number too")
    parser.add_argument("--shown", type=int, help="part worlds first: poses of a ball that calibrate")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.shown:
        for world in {each.parent for each in options.worlds.glob(f"{options.world or '*'}/*.png")}:
            parted(world, options.shown)
    worlds = sorted(each.parent for each in options.worlds.glob("*/asked"))
    some = [each for each in worlds if options.world in {None, each.name}]
    for row in _rows(some, reader=options.reader):
        print(row, flush=True)


if __name__ == "__main__":
    main()
