"""Measures the recogniser on halls that something else rendered.

    python -m tools.recogniser FIRST [SECOND ...] [--hall NAME] [--ways 2]

Each has a folder a hall, in which are ``empty-*.png`` and, of each ball, ``<number>-<way>-<frame>.png``. A
hall is calibrated on the empty pictures of FIRST and the first frames of so many ways of each ball; what is
asked is every other way, frame by frame. Printed are how many are told right, refused, told falsely: of known
balls, mirrored, of balls that are not in the calibration (every other one is left out), and the CPU time of a
picture.
"""

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.recogniser.calibration import Calibration, Shown, calibrate
from drivers.recogniser.recogniser import Recogniser
from tools.reader.exits import pictures
from tools.reader.walk import ways_of

Picture = npt.NDArray[np.uint8]

_EVERY: Final = 2  # balls, of which one is left out to be a stranger


@dataclass(frozen=True, slots=True)
class Way:
    """Pictures of a ball that lies one way.

    Attributes:
        number: Of the ball.
        pose: Which way, by number.
        files: Its frames.
    """

    number: int
    pose: int
    files: tuple[Path, ...]


def ways_in(folders: Sequence[Path]) -> list[Way]:
    """Return all ways of all balls of a hall, folder by folder."""
    poses: defaultdict[int, int] = defaultdict(int)
    ways = list[Way]()
    for folder in folders:
        for number, some in ways_of(folder).items():
            for files in some.values():
                ways.append(Way(number, poses[number], tuple(files)))
                poses[number] += 1
    return ways


def judge(recogniser: Recogniser, asked: Iterable[tuple[int, Picture]], known: frozenset[int]) -> str:
    """Return what pictures of balls are told as, in words."""
    told, why, spent = Counter[str](), Counter[str](), list[float]()
    for number, picture in asked:
        began = time.process_time()
        look = recogniser.look(picture)
        spent.append(time.process_time() - began)
        if look.number is None:
            why[look.reason] += 1
        right = look.number == number and number in known
        told["refused" if look.number is None else "right" if right else "FALSE"] += 1
    median, slow = np.percentile(spent or [0], (50, 99)) * 1e3
    each = ", ".join(f"{told[kind]} {kind}" for kind in ("right", "refused", "FALSE"))
    return f"{each} {dict(why)}; {median:.1f} ms, 99 % {slow:.1f}"


def measure(folders: Sequence[Path], count: int) -> Iterator[str]:
    """Calibrate a hall and yield its figures, line by line."""
    empties, ways = list(pictures(folders[0], "empty-*.png")), ways_in(folders)
    shown, asked = ([each for each in ways if (each.pose < count) == first] for first in (True, False))
    known = calibrate(empties, _shown(shown))
    recogniser, numbers = Recogniser(known), frozenset(known.numbers)
    yield f"{len(known.numbers)} balls, {len(known.learnt.patterns.numbers)} patterns, {known.remarks}"
    empty = [recogniser.look(each).empty for folder in folders for each in pictures(folder, "empty-*.png")]
    yield f"empty: {sum(empty)} of {len(empty)}"
    yield f"asked: {judge(recogniser, _asked(asked), numbers)}"
    yield f"mirrored: {judge(recogniser, _mirrored(known, asked), frozenset())}"
    half = frozenset(sorted(numbers)[::_EVERY])
    recogniser = Recogniser(calibrate(empties, _shown([each for each in shown if each.number in half])))
    strange = [each for each in asked if each.number not in half]
    yield f"unknown: {judge(recogniser, _asked(strange), half)}"


def _shown(ways: Iterable[Way]) -> Iterator[Shown]:
    return (Shown(each.number, each.pose, _read(each.files[0])) for each in ways)


def _asked(ways: Iterable[Way]) -> Iterator[tuple[int, Picture]]:
    return ((each.number, _read(file)) for each in ways for file in each.files)


def _mirrored(known: Calibration, ways: Iterable[Way]) -> Iterator[tuple[int, Picture]]:
    """Pictures in which the ball alone is mirrored, so that it still stands in its exit."""
    for number, picture in _asked(ways):
        seen = known.finder.find(picture)
        if not isinstance(seen, str):
            disc = seen.disc
            left, top = round(disc.x - disc.radius), round(disc.y - disc.radius)
            side = round(2 * disc.radius) + 1
            part = picture[top : top + side, left : left + side]
            part[:] = part[:, ::-1].copy()
        yield number, picture


def _read(path: Path) -> Picture:
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)


def main() -> None:
    """Measure each hall."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--hall")
    parser.add_argument("--ways", type=int, default=2)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for name in sorted(each.name for each in options.folders[0].iterdir() if each.is_dir()):
        if options.hall in {None, name}:
            folders = [each / name for each in options.folders if (each / name).is_dir()]
            for line in measure(folders, options.ways):
                print(f"{name}: {line}", flush=True)


if __name__ == "__main__":
    main()
