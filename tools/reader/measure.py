"""Reads pictures of the maker and counts what came of it: right, false, refused and why, and how long.

It is NOT responsible for what the figures mean; `calibrate` and `bench` use it.
"""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain

import cv2

from drivers.reader.reader import Reader
from drivers.reader.sighting import ALONE
from hallctl.readings.outcomes import Doubt
from tools.pool import started
from tools.reader.fonts import Side
from tools.reader.maker import Picture, picture

_ROW = 50  # pictures that are made before the first of them is read


@dataclass(frozen=True, slots=True)
class Result:
    """One picture read.

    Attributes:
        seed: The picture's.
        kind: "ball", "empty", "two", "hand" or "moving".
        truth: The number that may be told: None where there is nothing to read.
        printed: The number on the ball, though nobody could tell it.
        legible: Whether a person would read it at once.
        told: What the reader told, None if it refused.
        score: How sure it was of any number, 0 if of none.
        reason: Why it refused.
        milliseconds: What the reading took.
    """

    seed: int
    kind: str
    truth: int | None
    printed: int | None
    legible: bool
    told: int | None
    score: float
    reason: str
    milliseconds: float

    @property
    def false(self) -> bool:
        """Whether a number was told that is not the ball's, or that only a guess could give."""
        if self.told is None:
            return False
        if self.kind in ("hand", "moving"):
            return self.told != self.printed
        return self.told != self.truth


@dataclass
class Tally:
    """What many results come to."""

    seen: int = 0
    right: int = 0
    legible: int = 0
    legible_refused: int = 0
    nothing: int = 0
    anyway: int = 0
    false: list[Result] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    of_nothing: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)


def read_in_a_row(seeds: Sequence[int], side: Side, least: float = ALONE) -> list[Result]:
    """Make some pictures, then read one after another: as in a hall, where nothing is made in between."""
    shown = [picture(seed, side) for seed in seeds]
    return [judged(each, seed, least) for each, seed in zip(shown, seeds, strict=True)]


def judged(shown: Picture, seed: int, least: float = ALONE, reader: Reader | None = None) -> Result:
    """Read a picture and hold what it tells, being at least as sure, against its truth."""
    started = time.perf_counter()
    sighting = (reader or shared_reader()).read(shown.image)
    spent = (time.perf_counter() - started) * 1e3
    readable = shown.kind == "ball" and shown.settled
    number, best = max(sighting.scores.items(), key=lambda item: item[1], default=(None, 0.0))
    told, reason = (number, "") if best >= least else (None, str(sighting.reason or Doubt.UNSURE))
    return Result(
        seed, shown.kind, shown.number if readable else None, shown.number if shown.kind != "empty" else None,
        shown.legible, told, best, reason, spent,
    )  # fmt: skip


@cache
def shared_reader() -> Reader:
    """One reader a process, on one thread."""
    cv2.setNumThreads(1)
    return Reader()


def read_many(seeds: Sequence[int], side: Side, workers: int, least: float = ALONE) -> list[Result]:
    """Make and read many pictures on several processes, in the order of their seeds."""
    read = partial(read_in_a_row, side=side, least=least)
    rows = [seeds[at : at + _ROW] for at in range(0, len(seeds), _ROW)]
    if workers < 2:
        return list(chain.from_iterable(map(read, rows)))
    with started(workers) as pool:
        return list(chain.from_iterable(pool.map(read, rows, chunksize=1)))


def tally(results: Iterable[Result]) -> Tally:
    """Add up results."""
    sums = Tally()
    for each in results:
        sums.seen += 1
        sums.times.append(each.milliseconds)
        sums.legible += each.legible
        sums.nothing += each.truth is None
        if each.false:
            sums.false.append(each)
        elif each.told is not None:
            sums.right += each.truth is not None
            sums.anyway += each.truth is None
        elif each.legible:
            sums.legible_refused += 1
            sums.refused[each.reason] += 1
        elif each.truth is None:
            sums.of_nothing[each.reason] += 1
    return sums
