"""The recogniser on whole sets of balls that the reader's own maker draws, in one exit each.

    python -m tools.recogniser.drawn [--halls 96] [--first 24020] [--asked 1] [--turning]
    python -m tools.recogniser.drawn --write WORLDS [--halls 4] [--first 24020] [--asked 1]

prints, of each set as soon as it is known, what votes on its 90 balls come to, each lying in so many ways:
those that a person would read at once, and the others (`tools.reader.votes`); what was broken off goes on
with --first. The sets are those of `tools.reader.halls`, but a hall has one exit with its lamps, one camera
and balls of one size, as halls have. --write makes worlds of them, for `tools.recogniser.judge` and
`tools.recogniser.hard`. It is NOT responsible for the pictures, nor for how a vote is counted.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drivers.recogniser.calibration import CalibrationError, Shown, calibrate
from drivers.recogniser.recogniser import Recogniser
from hallctl.cli.commissioning.recognised import vote_of
from hallctl.devices.recogniser import sighting_of
from hallctl.readings.outcomes import BallRead
from hallctl.readings.vote import VotePolicy
from tools.reader.backdrop import background
from tools.reader.fonts import Side
from tools.reader.halls import look_of
from tools.reader.looks import HIGHEST
from tools.reader.maker import Picture, Room
from tools.reader.maker import made as picture_of
from tools.reader.taking import Conditions, Image, later, some_conditions, taken
from tools.reader.votes import some_shakes, some_spin

_STREAM: Final = 20261129
_EMPTIES: Final = 6
_POSES: Final = 3
_SIZE: Final = 0.01  # by which the ball seems larger or smaller, standard deviation
_EXIT, _EMPTY, _SHOWN, _DRAWN, _PRINT = range(5)  # what is left to chance


@dataclass(frozen=True)
class DrawnHall:
    """A hall whose balls are drawn.

    Attributes:
        number: Which.
        side: Of the faces, layouts and marks.
        room: Its empty exit and its lamps.
        camera: What all its pictures have in common.
    """

    number: int
    side: Side
    room: Room
    camera: Conditions

    @classmethod
    def at(cls, number: int, side: Side) -> "DrawnHall":
        """Make a hall."""
        rng = np.random.default_rng([_STREAM, number, int(side), _EXIT])
        camera = replace(some_conditions(rng), fingers=0, rim=False, motion=0.0, wear=0.0)
        return cls(number, side, Room(background(rng, side), number), camera)

    def empties(self, *which: int) -> list[Image]:
        """Return pictures of its empty exit: those of the calibration, or others."""
        rng = self._chance(_EMPTY, *which)
        return [taken(self.room.behind, self._conditions(rng), rng) for _ in range(_EMPTIES)]

    def shown(self) -> Iterator[Shown]:
        """Yield each ball in three poses, nothing over it."""
        for number in range(1, HIGHEST + 1):
            for pose in range(_POSES):
                rng = self._chance(_SHOWN, number, pose)
                image = self._picture(number, self._conditions(rng), rng).image
                yield Shown(number, pose, image)

    def drawn(self, number: int, pose: int = 0, *, turns: bool = False) -> list[Picture]:
        """Return five pictures of a ball that is drawn, lying in one of many ways, with anything over it."""
        way = 2 * pose + turns
        rng = self._chance(_DRAWN, number, way)
        any_, own = some_conditions(rng), self._conditions(rng)
        first = replace(own, fingers=any_.fingers, rim=any_.rim, motion=any_.motion, wear=any_.wear)
        spin, shakes = some_spin(rng), some_shakes(rng)
        moments = [
            later(first, at, spin if turns else (0.0, 0.0, 0.0), (0.0, 0.0) if turns else shake)
            for at, shake in enumerate(shakes)
        ]
        return [self._picture(number, each, self._chance(_DRAWN, number, way, 1)) for each in moments]

    def _picture(self, number: int, conditions: Conditions, rng: np.random.Generator) -> Picture:
        look, own = look_of(self.number, self.side), self._chance(_PRINT, number)
        return picture_of("ball", str(number), look, conditions, rng, self.side, own=own, room=self.room)

    def _conditions(self, rng: np.random.Generator) -> Conditions:
        radius = self.camera.radius * float(rng.normal(1, _SIZE))
        return replace(self.camera, radius=radius, light=self.camera.light * float(rng.uniform(0.93, 1.07)))

    def _chance(self, *what: int) -> np.random.Generator:
        return np.random.default_rng([_STREAM, self.number, int(self.side), *what])


def votes_of(
    hall: DrawnHall, recogniser: Recogniser, asked: int, *, turns: bool
) -> tuple[Counter[str], list[str]]:
    """Vote on each ball of a hall in so many poses; return how many came to what, and those told falsely."""
    counts, falses = Counter[str](), []
    for number, pose in product(range(1, HIGHEST + 1), range(asked)):
        pictures = hall.drawn(number, pose, turns=turns)
        plain = sum(each.legible for each in pictures) >= VotePolicy().frames
        outcome = vote_of([sighting_of(recogniser.look(each.image)) for each in pictures], VotePolicy())
        told = outcome.number if isinstance(outcome, BallRead) else None
        came_to = "refused" if told is None else "right" if told == number else "false"
        counts[f"{'plain' if plain else 'other'} {came_to}"] += 1
        if came_to == "false":
            falses.append(f"FALSE hall {hall.number}: {number}-{pose} as {told}")
    return counts, falses


def write(hall: DrawnHall, world: Path, asked: int) -> None:
    """Write a hall's pictures as a world: what calibrates it, and each ball in so many poses.

    Raises:
        OSError: They cannot be written.
    """
    for name in ("shown", "asked"):
        (world / name).mkdir(parents=True)
    for name, picture in _named(hall, asked):
        if not cv2.imwrite(str(world / name), picture, [cv2.IMWRITE_PNG_COMPRESSION, 1]):
            raise OSError(f"{world / name} cannot be written")


def _named(hall: DrawnHall, asked: int) -> Iterator[tuple[str, Image]]:
    for folder, empties in (("shown", hall.empties()), ("asked", hall.empties(1))):
        yield from ((f"{folder}/empty-{at}.png", each) for at, each in enumerate(empties))
    for shown in hall.shown():
        yield f"shown/{shown.number}-{shown.pose}-0.png", shown.picture
    for number, pose in product(range(1, HIGHEST + 1), range(asked)):
        for frame, picture in enumerate(hall.drawn(number, pose)):
            yield f"asked/{number}-{pose}-{frame}.png", picture.image


def row(name: object, counts: Counter[str]) -> str:
    """Return a row of the table."""
    cells = (f"{counts[f'{kind} {what}']:5}" for kind in ("plain", "other") for what in _OUTCOMES)
    return f"{name!s:>6} " + " ".join(cells)


_OUTCOMES: Final = ("right", "refused", "false")


def main() -> None:
    """Print the table, or write the worlds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--halls", type=int, default=96)
    parser.add_argument("--first", type=int, default=24020)
    parser.add_argument("--asked", type=int, default=1, help="in how many ways each ball lies")
    parser.add_argument("--turning", action="store_true", help="every other hall's balls turn")
    parser.add_argument("--write", type=Path, help="a folder for worlds, which are not read here")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    halls = (DrawnHall.at(options.first + at, Side.HELD_OUT) for at in range(options.halls))
    if options.write:
        for hall in halls:
            write(hall, options.write / f"drawn-{hall.number}", options.asked)
        return
    whole: Counter[str] = Counter()
    print("  hall  plain: right, refused, false; other: right, refused, false; seconds of calibration")
    for hall in halls:
        began = time.process_time()
        try:
            recogniser = Recogniser(calibrate(hall.empties(), hall.shown()))
        except CalibrationError as error:
            print(f"{hall.number:6} {error}", flush=True)
            continue
        spent = time.process_time() - began
        turns = options.turning and hall.number % 2 == 1
        counts, falses = votes_of(hall, recogniser, options.asked, turns=turns)
        whole += counts
        print(f"{row(hall.number, counts)} {spent:7.1f}", *falses, sep="\n", flush=True)
    print(row("all", whole))


if __name__ == "__main__":
    main()
