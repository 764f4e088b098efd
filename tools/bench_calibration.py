"""What a ball of a calibration takes of a processor: ``python -m tools.bench_calibration``.

Drawn balls of five makes come and go before the guide as fast as it looks, and lie there for some pictures
more than it needs. The digest is of all that is told of them: a quicker way that tells the same has the same.
Not responsible for what the recogniser learns, nor for the time of a camera or a hand.
"""

import argparse
import cProfile
import pstats
import sys
import time
from functools import partial
from hashlib import sha256
from typing import Final

import cv2
import numpy as np

from drivers.camera.balls import EMPTY, STYLES, Ink, scene, with_noise
from drivers.camera.camera import Frame
from drivers.camera.quality import Image
from drivers.reader.samples import patterns_of
from hallctl.app.calibrating.calibrate import reader_for
from hallctl.app.calibrating.desk import FRAMES, TURNS
from hallctl.app.calibrating.guide import Guide
from hallctl.app.calibrating.talk import Measuring
from hallctl.app.calibrating.talk import Stage as Part
from hallctl.config.reader import ReaderSection
from hallctl.i18n.sentences import Sentence
from tools.reader.walk import Stage

MOST_S: Final = 4.0
LEAST_HIGHEST: Final = 9
BALLS_PART: Final = 5
LIES: Final = 4
"""Pictures that are looked at of a ball until a hand has lifted it: half a second."""


class DrawnStage(Stage):
    """Drawn balls with new noise in each picture; what drawing takes is not counted."""

    def __init__(self) -> None:
        self.spent, self._noise = 0.0, np.random.default_rng(1)
        super().__init__([])
        self.puts(EMPTY)

    def puts(self, ink: Ink, seed: int = 0) -> None:
        """Have a ball there, of a make and as it lies for a seed, or nothing."""
        began = time.process_time()
        self.shows([scene(ink, np.random.default_rng(seed), STYLES[seed % len(STYLES)])])
        self.spent += time.process_time() - began

    def newest(self, after: int, patience: float) -> Frame | None:
        """Return another picture of what stands there."""
        began = time.process_time()
        frame = super().newest(after, patience)
        assert frame is not None
        noisy: Image = np.ascontiguousarray(with_noise(frame.image, self._noise))
        self.spent += time.process_time() - began
        return Frame(frame.sequence, frame.at_monotonic, noisy)


class Hand:
    """Does what the calibration says; says yes to all of it."""

    ended = False

    def __init__(self, stage: DrawnStage) -> None:
        self._stage, self._part, self._looks, self._turns = stage, 0, 0, 0
        self._there = False

    def begin(self, stage: Part) -> None:
        """Take note that a part begins."""
        self._part, self._looks = stage.place, 0
        if 1 < stage.place < BALLS_PART:
            self._stage.puts("1")
            self._there = True

    def say(self, text: Sentence, good: bool | None = None) -> None:
        """Take no note of what stays."""

    def look(self, look: Measuring) -> None:
        """Put a ball there, or lift it, as it is asked for."""
        self._looks += 1
        if "ponga" in look.said and not self._there:
            self._turns += 1
            self._stage.puts(str(look.ball), look.ball % len(STYLES) + len(STYLES) * self._turns)
            self._there, self._looks = True, 0
        elif "levante" in look.said and self._there and self._looks > FRAMES + LIES:
            self._stage.puts(EMPTY)
            self._there = False

    def typed(self) -> str | None:
        """Go on with what is set up once some pictures of it were seen."""
        return "" if self._part < BALLS_PART and self._looks in {1, LIES} else None


def main() -> int:
    """Measure, print, and return 1 where the bar is passed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--balls", type=int, default=20)
    options.add_argument("--profile", action="store_true", help="Print what takes how long, too.")
    given = options.parse_args()
    cv2.setNumThreads(1)
    stage = DrawnStage()
    reader = partial(reader_for, max(LEAST_HIGHEST, given.balls))
    guide = Guide(stage, reader, Hand(stage), ReaderSection().confidence, TURNS, FRAMES)
    steps, profile = list(guide.set_up()), cProfile.Profile()
    began, looks, stage.spent = time.process_time(), stage.looks, 0.0
    if given.profile:
        profile.enable()
    reports = list(guide.all_balls(given.balls))
    profile.disable()
    seconds = (time.process_time() - began - stage.spent) / given.balls
    if given.profile:
        pstats.Stats(profile, stream=sys.stdout).sort_stats("cumulative").print_stats(60)
    known = patterns_of(guide.samples)
    told = [(each.number, str(each.verdict), each.read, each.rivals) for each in reports]
    verdicts = sha256(repr((steps, told)).encode()).hexdigest()[:16]
    patterns = "" if known is None else sha256(known.png()).hexdigest()[:16]
    print(f"set up: {', '.join(f'{step.name} {step.said}' for step in steps)}")
    print(f"{given.balls} balls, {(stage.looks - looks) / given.balls:.1f} pictures each")
    print(f"told: {verdicts}, patterns: {patterns}, {sum(each.verdict == 'clara' for each in reports)} clear")
    print(f"bar: {seconds:.2f} of {MOST_S:g} s of a processor a ball")
    return int(seconds > MOST_S)


if __name__ == "__main__":
    sys.exit(main())
