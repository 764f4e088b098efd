"""Measures the reader on balls of the maker.

Run `python -m drivers.reader.measure [--balls N] [--first-seed N]`. Prints false reads, refusals with their
reasons and the time a frame takes; ends with exit 1 after a false read. It is NOT the held-out bench of real
fonts and layouts: maker and reader share their idea of a print.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from drivers.camera.balls import EMPTY, STYLES, Ink, render
from drivers.reader.reader import Reader

SURE = 0.8  # the score that a vote asks for by default


@dataclass
class Tally:
    """What a measurement counted; times in milliseconds."""

    right: int = 0
    false: list[tuple[str, int, int]] = field(default_factory=list)
    unsure: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)

    @property
    def seen(self) -> int:
        """How many pictures were read."""
        return self.right + len(self.false) + sum(self.unsure.values())


def measure(balls: int, first_seed: int = 0, reader: Reader | None = None) -> Tally:
    """Read that many balls, all numbers and styles in turn, each from its own seed."""
    reader = reader or Reader()
    tally = Tally()
    for seed in range(first_seed, first_seed + balls):
        number = 1 + seed % 90
        image = render(str(number), np.random.default_rng(seed), STYLES[seed // 90 % len(STYLES)])
        started = time.perf_counter()
        sighting = reader.read(image)
        tally.times.append((time.perf_counter() - started) * 1e3)
        leading = _leading(sighting.scores)
        if leading is None:
            tally.unsure[str(sighting.reason) or "unsure"] += 1
        elif leading == number:
            tally.right += 1
        else:
            tally.false.append((str(number), leading, seed))
    return tally


def nothing_to_read(pictures: int, first_seed: int = 0, reader: Reader | None = None) -> Counter[str]:
    """Count the reasons given for blank balls and empty exits; any number given is counted as "FALSE"."""
    reader = reader or Reader()
    reasons: Counter[str] = Counter()
    for seed in range(first_seed, first_seed + pictures):
        ink: Ink = None if seed % 2 else EMPTY
        sighting = reader.read(render(ink, np.random.default_rng(seed), STYLES[seed // 2 % len(STYLES)]))
        reasons["FALSE" if sighting.scores else str(sighting.reason)] += 1
    return reasons


def _leading(scores: Mapping[int, float]) -> int | None:
    number = max(scores, key=lambda each: scores[each], default=None)
    return number if number is not None and scores[number] >= SURE else None


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--balls", type=int, default=1000)
    parser.add_argument("--first-seed", type=int, default=0)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    tally = measure(options.balls, options.first_seed)
    middle, late = np.percentile(tally.times, [50, 99])
    print(f"{tally.seen} balls: {tally.right} right, {len(tally.false)} false, unsure {dict(tally.unsure)}")
    print(f"a frame: median {middle:.1f} ms, 99 % within {late:.1f} ms, one thread")
    print(f"false reads (printed, read, seed): {tally.false}")
    reasons = nothing_to_read(max(10, options.balls // 10), options.first_seed)
    print(f"nothing to read: {dict(reasons)}")
    return 1 if tally.false or reasons["FALSE"] else 0


if __name__ == "__main__":
    sys.exit(main())
