"""What a calibrated hall makes of what it must not mistake: its balls changed, others' balls, other things.

    python -m tools.recogniser.hard WORLDS [--world NAME] [--only KIND ...] [--votes 1000]

WORLDS as for `tools.recogniser.judge`, which calibrates each world first. Kinds:

* changed: votes on its balls turned in the plane, shifted, brighter or darker, blurred, with noise;
* turned: its balls turned by half a turn in the plane, which are the same balls;
* mirrored: its balls in a mirror, of which another number is false (some are the same in a mirror);
* swapped: the balls of another world in its exit: a number that is not theirs is false;
* strange: its even balls, where it was calibrated on the odd ones alone: none may be told;
* covered: its balls with fingers or sticks over their edge;
* beside: its balls with another of them beside, before or behind: none may be told;
* things: papers, labels, coins, clocks, screens, cards, posters in the ball's place: none may be told.

It is NOT responsible for the pictures (`tools.worlds`, `tools.recogniser.staging`), nor for how a vote is
counted (`hallctl.readings.vote`).
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drivers.recogniser.calibration import Calibration, Shown, calibrate
from drivers.recogniser.disc import Disc
from drivers.recogniser.recogniser import Recogniser
from hallctl.app.calibrating.folder import BallFolder, load_picture, load_pictures
from hallctl.cli.commissioning.recognised import vote_of
from hallctl.devices.recogniser import sighting_of
from hallctl.readings.outcomes import BallRead
from hallctl.readings.vote import VotePolicy
from tools.recogniser.staging import Picture, changed, covered, disc_in, put, things, with_another

_THINGS: Final = 10  # of each kind in each world
_STAGED: Final = 4  # votes on each ball with fingers over it, and with another beside it

Case = tuple[int, bool, Sequence[Picture]]
"""The number of the ball, 0 of none, whether it may be told, and the pictures of a vote."""


@dataclass(frozen=True)
class Hall:
    """A world and what knows it.

    Attributes:
        world: Its folder.
        calibration: Made of what it shows.
    """

    world: Path
    calibration: Calibration

    @classmethod
    def at(cls, world: Path) -> "Hall":
        """Load the calibration that `tools.recogniser.judge` left in a world."""
        return cls(world, Calibration.load(world / "shown.calibracion"))

    @cached_property
    def recogniser(self) -> Recogniser:
        """What is measured."""
        return Recogniser(self.calibration)

    @cached_property
    def empties(self) -> list[Picture]:
        """Pictures of the empty exit that did not calibrate."""
        return list(load_pictures(BallFolder.at(self.world / "asked").empties))

    def votes(self) -> Iterator[tuple[int, list[Picture], list[Disc]]]:
        """Yield each ball that is asked: its number, its pictures, where it lies in them."""
        for (number, _), some in BallFolder.at(self.world / "asked").poses().items():
            pictures = [load_picture(each.path) for each in some]
            yield number, pictures, [disc_in(self.calibration.finder, each) for each in pictures]


def _changed(hall: Hall, other: Hall, votes: int, rng: np.random.Generator) -> Iterator[Case]:  # noqa: ARG001
    shown = len(BallFolder.at(hall.world / "asked").poses())
    for number, pictures, discs in hall.votes():
        for _ in range(-(-votes // shown)):
            yield number, True, changed(pictures, discs, rng)


def _turned(hall: Hall, other: Hall, votes: int, rng: np.random.Generator) -> Iterator[Case]:  # noqa: ARG001
    for number, pictures, discs in hall.votes():
        yield number, True, [put(p, p, at, at, turn=np.pi) for p, at in zip(pictures, discs, strict=True)]


def _mirrored(hall: Hall, other: Hall, votes: int, rng: np.random.Generator) -> Iterator[Case]:  # noqa: ARG001
    for number, pictures, discs in hall.votes():
        yield number, True, [put(p, p, at, at, flip=-1) for p, at in zip(pictures, discs, strict=True)]


def _swapped(hall: Hall, other: Hall, votes: int, rng: np.random.Generator) -> Iterator[Case]:  # noqa: ARG001
    own = [discs[0] for _, _, discs in hall.votes()]
    for at, (number, pictures, discs) in enumerate(other.votes()):
        there, empty = own[at % len(own)], hall.empties[at % len(hall.empties)]
        yield number, True, [put(empty, p, lies, there) for p, lies in zip(pictures, discs, strict=True)]


def _strange(hall: Hall, other: Hall, votes: int, rng: np.random.Generator) -> Iterator[Case]:  # noqa: ARG001
    for number, pictures, _ in hall.votes():
        if number % 2 == 0:
            yield number, False, pictures


def _covered(hall: Hall, other: Hall, votes: int, rng: np.random.Generator) -> Iterator[Case]:  # noqa: ARG001
    for number, pictures, discs in hall.votes():
        for _ in range(_STAGED):
            yield number, True, covered(pictures, discs, rng)


def _beside(hall: Hall, other: Hall, votes: int, rng: np.random.Generator) -> Iterator[Case]:  # noqa: ARG001
    balls = list(hall.votes())
    for at, (_, pictures, discs) in enumerate(balls):
        _, others, there = balls[at - 1]
        for _ in range(_STAGED):
            yield 0, False, with_another(pictures, discs, others[0], there[0], rng)


def _things(hall: Hall, other: Hall, votes: int, rng: np.random.Generator) -> Iterator[Case]:  # noqa: ARG001
    there = next(discs[0] for _, _, discs in hall.votes())
    for at in range(_THINGS):
        for picture in things(hall.empties[at % len(hall.empties)], there, rng).values():
            yield 0, False, [picture] * 3


Kind = Callable[[Hall, Hall, int, np.random.Generator], Iterator[Case]]
KINDS: Final[dict[str, Kind]] = {
    "changed": _changed,
    "turned": _turned,
    "mirrored": _mirrored,
    "swapped": _swapped,
    "strange": _strange,
    "covered": _covered,
    "beside": _beside,
    "things": _things,
}


def odd_ones(hall: Hall) -> Hall:
    """Return a hall calibrated on its odd balls alone."""
    folder = BallFolder.at(hall.world / "shown")
    shown = (
        Shown(each.number, each.pose, load_picture(each.path)) for each in folder.pictures if each.number % 2
    )
    return replace(hall, calibration=calibrate(list(load_pictures(folder.empties)), shown))


def measure(hall: Hall, other: Hall, kind: str, votes: int) -> tuple[Counter[str], list[float], list[str]]:
    """Return how many votes were right, refused, false; milliseconds of each picture; what was false."""
    if kind == "strange":
        hall = odd_ones(hall)
    rng = np.random.default_rng([*hall.world.name.encode(), list(KINDS).index(kind)])
    counts, spent, falses = Counter[str](), list[float](), list[str]()
    for number, may, pictures in KINDS[kind](hall, other, votes, rng):
        sightings = []
        for each in pictures:
            began = time.process_time()
            found = hall.recogniser.look(each)
            spent.append((time.process_time() - began) * 1000)
            sightings.append(sighting_of(found))
        outcome = vote_of(sightings, VotePolicy())
        told = outcome.number if isinstance(outcome, BallRead) else None
        how = "refused" if told is None else "right" if may and told == number else "false"
        counts[how] += 1
        if how == "false":
            falses.append(f"{hall.world.name} {kind}: {number} told as {told}")
    return counts, spent, falses


def main() -> None:
    """Print a row for each world and kind, and what all came to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("worlds", type=Path)
    parser.add_argument("--world", nargs="*", help="only these")
    parser.add_argument("--only", nargs="*", choices=KINDS, default=list(KINDS))
    parser.add_argument("--votes", type=int, default=1000, help="of changed pictures, a world")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    calibrated = sorted(options.worlds.glob("*/shown.calibracion"))
    halls = [Hall.at(each.parent) for each in calibrated]
    whole: dict[str, Counter[str]] = {kind: Counter() for kind in options.only}
    for at, hall in enumerate(halls):
        if options.world and hall.world.name not in options.world:
            continue
        for kind in options.only:
            counts, spent, falses = measure(hall, halls[at - 1], kind, options.votes)
            whole[kind] += counts
            print(_row(hall.world.name, kind, counts, spent), *falses, sep="\n", flush=True)
    for kind, counts in whole.items():
        print(_row("all", kind, counts, []))


def _row(name: str, kind: str, counts: Counter[str], spent: Sequence[float]) -> str:
    median, slow = np.percentile(spent, (50, 99)) if spent else (0, 0)
    each = " / ".join(f"{counts[how]:5}" for how in ("right", "refused", "false"))
    return f"{name:18} {kind:9} {each}   {median:5.1f} {slow:5.1f} ms"


if __name__ == "__main__":
    main()
