"""Measures the recogniser on halls that something else rendered.

    python -m tools.recogniser FIRST SECOND [--hall NAME]

Each has a folder a hall, in which are ``empty-*.png`` and, of each ball, ``<number>-<way>-<frame>.png``. The
exit is learnt from FIRST, the balls from the ways of FIRST and all ways of SECOND but the last, by the first
frame of each; what is asked is the first frame of that last way. Printed are how many are likest to their
own number, the margins of these and of the others, and the time of a picture in one thread.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drivers.reader.exit import learnt
from drivers.reader.place import measured
from tools.reader.exits import pictures
from tools.reader.walk import ways_of
from tools.recogniser.learning import learn_set
from tools.recogniser.recogniser import Match
from tools.recogniser.surface import Bgr, cut_ball

_TELL_THE_PLACE: Final = 24  # pictures of balls from which their place is measured


def _read(path: Path) -> Bgr:
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)


def measure(first: Path, second: Path) -> str:
    """Learn a hall from two folders and return the figures of the pictures left over, as text.

    Raises:
        ValueError: The exit cannot be learnt, or no ball is found in it.
    """
    shown: defaultdict[int, list[Bgr]] = defaultdict(list)
    asked: dict[int, Bgr] = {}
    for folder, is_last in ((first, False), (second, True)):
        for number, ways in ways_of(folder).items():
            frames = [_read(files[0]) for files in ways.values()]
            if is_last:
                asked[number] = frames.pop()
            shown[number] += frames
    x, y, diameter = _place(first, [each for some in shown.values() for each in some])
    balls = {number: [cut_ball(each, x, y, diameter) for each in some] for number, some in shown.items()}
    began = time.perf_counter()
    known = learn_set(balls)
    took = time.perf_counter() - began
    recogniser, matches, spent = known.recogniser(), list[tuple[int, Match | None]](), list[float]()
    for number, frame in asked.items():
        ball = cut_ball(frame, x, y, diameter)
        began = time.perf_counter()
        matches.append((number, recogniser.match(ball)))
        spent.append(time.perf_counter() - began)
    head = f"{len(known.patterns.numbers)} patterns in {took:.1f} s, none of {list(known.missing)}"
    median, slow = np.percentile(spent, (50, 99)) * 1e3
    return f"{head}; {_told(matches)}; {median:.1f} ms, 99 % {slow:.1f}"


def _place(first: Path, frames: Sequence[Bgr]) -> tuple[float, float, float]:
    empty = learnt(pictures(first, "empty-*.png"))
    if isinstance(empty, str):
        raise ValueError(f"{first}: {empty}")
    places = [place for frame in frames[:_TELL_THE_PLACE] if (place := measured(empty, frame)) is not None]
    if not places:
        raise ValueError(f"{first}: no ball is found")
    x, y, diameter = np.median([(each.x, each.y, each.diameter) for each in places], axis=0)
    return float(x), float(y), float(diameter)


def _told(matches: Sequence[tuple[int, Match | None]]) -> str:
    right = [match.margin for number, match in matches if match is not None and match.number == number]
    wrong = [match.margin for number, match in matches if match is not None and match.number != number]
    some = ", ".join(f"{each:.2f}" for each in np.percentile(right, (0, 5, 50))) if right else "none"
    most = f"{max(wrong):.2f}" if wrong else "none"
    return f"{len(right)} of {len(matches)} right, margins {some}; {len(wrong)} others, most {most}"


def main() -> None:
    """Measure each hall."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--hall")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in sorted(each for each in options.second.iterdir() if each.is_dir()):
        if options.hall in {None, folder.name}:
            print(f"{folder.name}: {measure(options.first / folder.name, folder)}", flush=True)


if __name__ == "__main__":
    main()
