"""Walks whole calibrations through halls that something else rendered, and counts what comes of them.

    python -m tools.reader.walk FIRST SECOND [--turns 1] [--frames 3] [--hall NAME]

Each has a folder a hall, in which are ``empty-*.png`` and, of each ball, ``<number>-<way>-*.png``: pictures
of it as it lies in that way. The exit is learnt from the empty pictures of FIRST, once more rendered in
SECOND, whose balls are shown. What runs is the code of ``hallctl camera calibrate``; in place of its
technician something reads what it says and does it, without waiting. It is NOT responsible for rendering.
"""

import argparse
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drivers.camera.camera import Frame
from drivers.camera.health import CameraFault
from drivers.camera.pace import PaceMeter
from drivers.camera.quality import Image
from drivers.reader.samples import patterns_of
from hallctl.app.calibrating.calibrate import follow, reader_for, report_of
from hallctl.app.calibrating.calibration import SetReport, Verdict
from hallctl.app.calibrating.guide import Guide
from hallctl.cli.commissioning.terminal import Terminal
from tools.reader.exits import pictures

_CONFIDENCE: Final = 0.995
_LEAST_HIGHEST: Final = 9  # no set ends lower
_STUCK: Final = 200  # looks in which a step of the calibration ends, or never does
_SEEN: Final = 5  # looks at a ball that is in the frame, before its technician goes on
_ASKED = re.compile(r"Bola (\d+), vuelta (\d+) de \d+: (levante|ponga)")

Ways = dict[int, dict[int, list[Path]]]


class Stage:
    """What stands before the camera: pictures of it, one after the other, again and again."""

    def __init__(self, shown: Sequence[Image]) -> None:
        self.looks = 0
        self._meter = PaceMeter()
        self.shows(shown)

    def shows(self, shown: Sequence[Image]) -> None:
        """Have other pictures from now on."""
        self._shown = shown

    def newest(self, after: int, patience: float) -> Frame | None:  # noqa: ARG002 - nothing is waited for
        """Return the next picture."""
        self.looks += 1
        frame = Frame(after + 1, float(self.looks), self._shown[self.looks % len(self._shown)])
        # The same few pictures come again and again; those of a camera would differ by their noise.
        self._meter.see(np.asarray(frame.image + np.uint8(self.looks % 256), np.uint8), frame.at_monotonic)
        return frame

    def fault(self) -> CameraFault | None:
        """Nothing goes wrong with pictures that are there."""
        return None

    def measure_pace(self) -> PaceMeter:
        """Begin to measure how often the camera shows that it lives."""
        self._meter = PaceMeter()
        return self._meter


class Technician(Terminal):
    """Does what the calibration says: shows the exit and the balls, and presses Enter.

    Args:
        stage: Where they are shown.
        empty: The empty exit between two balls.
        ways: The files of each ball, by the way in which it lies.
    """

    def __init__(self, stage: Stage, empty: Sequence[Image], ways: Ways) -> None:
        super().__init__()
        self._stage, self._empty, self._ways = stage, empty, ways
        self._hint, self._on_stage = "", ""
        self._framed, self._looks = 0, 0
        self._lain: Counter[int] = Counter()
        self.stuck = ""

    def write_line(self, text: str = "") -> None:  # noqa: ARG002 - what stays is for people
        """Take no note of what stays on the screen, but that it goes on."""
        self._looks = 0

    def show(self, text: str) -> None:
        """Take note of what is asked for."""
        self._hint = text

    def typed(self, patience: float = 0.0) -> str | None:  # noqa: ARG002 - nothing is waited for
        """Do what is asked for, and return what is typed; "q" where the calibration does not go on."""
        hint, self._hint = self._hint, ""
        self._looks += 1
        if self._looks > _STUCK:
            self.stuck = self.stuck or hint
            return "q"
        asked = _ASKED.search(hint)
        if asked is not None:
            return self._ball(int(asked[1]), asked[3])
        return self._set_up(hint)

    def _set_up(self, hint: str) -> str | None:
        if "no se ve ninguna bola" in hint:
            self._show(next(iter(self._ways)), 0)
        self._framed += "bola de" in hint and "✔" in hint
        goes_on = "aprenderla" in hint or "bordes" in hint or "nivel" in hint
        return "" if goes_on or ("bola de" in hint and self._framed > _SEEN) else None

    def _ball(self, number: int, what: str) -> str | None:
        ways = self._ways.get(number, {})
        if self._lain[number] >= len(ways) and what == "levante":
            return ""  # it was shown in all ways that there are
        if what == "ponga" and self._on_stage != f"{number}":
            self._show(number, self._lain[number])
            self._lain[number] += 1
        elif what == "levante" and self._on_stage:
            self._stage.shows(self._empty)
            self._on_stage = ""
        return None

    def _show(self, number: int, way: int) -> None:
        files = list(self._ways[number].values())[way]
        self._stage.shows([_picture(file) for file in files])
        self._on_stage = f"{number}"


def _picture(file: Path) -> Image:
    image = cv2.imread(str(file))
    if image is None:
        raise ValueError(f"{file}: no picture")
    return image.astype("uint8", copy=False)


def ways_of(folder: Path) -> Ways:
    """Find the pictures of each ball, by number and by the way in which it lies."""
    found: defaultdict[int, dict[int, list[Path]]] = defaultdict(dict)
    for path in sorted(folder.glob("[0-9]*-*-*.png")):
        number, way, _ = map(int, path.stem.split("-"))
        found[number].setdefault(way, []).append(path)
    return dict(sorted(found.items()))


@dataclass(frozen=True, slots=True)
class Walked:
    """What came of one hall's calibration.

    Attributes:
        known: Empty pictures of SECOND that are known as empty afterwards,
        empty: of so many.
        taken: Pictures of balls that are taken for the empty exit,
        balls: of so many.
        report: What every ball is worth.
        patterns: Balls of which a pattern is known.
        stuck: What it waited for in vain; nothing where it came to its end.
        looks: Pictures that it looked at.
        seconds: How long that took.
    """

    known: int
    empty: int
    taken: int
    balls: int
    report: SetReport
    patterns: int
    stuck: str
    looks: int
    seconds: float


def walked(first: Path, second: Path, turns: int, frames: int) -> Walked:
    """Calibrate the hall of these folders from the empty exit to the last ball.

    Raises:
        ValueError: There are no pictures, or no exit was learnt.
        MirroredError: The balls are read only in a mirror.
    """
    ways, vacant, began = ways_of(second), pictures(second, "empty-*.png"), time.monotonic()
    if not ways or not vacant:
        raise ValueError(f"{second}: no pictures")
    highest = max(_LEAST_HIGHEST, *ways)
    stage = Stage(pictures(first, "empty-*.png"))
    technician = Technician(stage, vacant, ways)
    guide = Guide(stage, partial(reader_for, highest), technician, _CONFIDENCE, turns, frames)
    follow(guide, highest)
    report = report_of(guide, second.name, highest)
    if guide.empty is None:
        raise ValueError(f"{second}: no exit was learnt: {technician.stuck}")
    all_balls = (_picture(file) for ball in ways.values() for way in ball.values() for file in way)
    as_empty = [guide.empty.compared(image).empty for image in all_balls]
    known = patterns_of(guide.samples)
    return Walked(
        sum(guide.empty.compared(image).empty for image in vacant),
        len(vacant),
        sum(as_empty),
        len(as_empty),
        report,
        0 if known is None else len(known.pictures),
        technician.stuck,
        stage.looks,
        time.monotonic() - began,
    )


def rows(first: Path, second: Path, names: Sequence[str], turns: int, frames: int) -> Iterator[str]:
    """Calibrate the halls of these names, and give a row for each."""
    for hall in names:
        found = walked(first / hall, second / hall, turns, frames)
        report, balls = found.report, len(found.report.balls)
        shown = balls - len(report.of(Verdict.MISSING))
        verdicts = Counter(str(ball.verdict) for ball in report.balls)
        yield (
            f"{hall}: {'ended' if not found.stuck else f'STUCK at {found.stuck!r}'}; "
            f"empty ones known {found.known} of {found.empty}; "
            f"balls taken for empty {found.taken} of {found.balls}; "
            f"balls calibrated {shown} of {balls}: {dict(verdicts.most_common())}; "
            f"patterns {found.patterns}; {found.looks} looks in {found.seconds:.0f} s"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row for each hall."""
    parser = argparse.ArgumentParser(description="Walks calibrations through rendered halls.")
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--frames", type=int, default=3)
    parser.add_argument("--hall", action="append", help="this one, and others so given, instead of all")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    names = given.hall or sorted(each.name for each in given.second.iterdir() if each.is_dir())
    for row in rows(given.first, given.second, names, given.turns, given.frames):
        print(row, flush=True)


if __name__ == "__main__":
    main()
