"""Votes on the balls of whole sets, each shown to the camera by a technician before, as a hall does.

    python -m tools.reader.halls [--halls 96] [--first 24020] [--side HELD_OUT] [--workers 2]

prints, of as many sets, how many balls have a pattern, what votes on the 90 balls of each come to, and how
long a picture takes: by a reader that knows the patterns, and by one that does not. It is NOT responsible for
the calibration's talk with the technician.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np

from drivers.reader.patterns import Patterns
from drivers.reader.reader import Reader
from drivers.reader.samples import Sample, patterns_of
from hallctl.readings.vote import VotePolicy
from tools.pool import started
from tools.reader.fonts import Side
from tools.reader.looks import HIGHEST, Look, a_look
from tools.reader.maker import Picture, made
from tools.reader.measure import shared_reader
from tools.reader.taking import Conditions, later, some_conditions
from tools.reader.votes import Shown, Voted, read_by, some_shakes, some_spin, voted

_STREAM: Final = 20261126
_KINDS: Final = MappingProxyType({"ball": 0.84, "two": 0.05, "hand": 0.05, "moving": 0.06})
_TURNS, _MORE_TURNS = 3, 3  # in which a technician lays a ball, and more where its pattern is not known then
_ROW = 10  # balls whose pictures are made before the first is read: a hall makes none in between
_TRIES = 20  # ways of lying in which a number is looked for that is in view
_WHOLE, _FACES = 0.02, 0.8  # less of its ink hidden, and a greater cosine between it and the camera
_LOOK, _SHOWN, _DRAWN, _PRINT = range(4)  # what is left to chance


@dataclass(frozen=True, slots=True)
class HallResult:
    """What came of one set of balls.

    Attributes:
        hall: Which.
        unknown: Its balls without a pattern.
        with_patterns: The votes of the reader that knows the patterns.
        without: Those of the reader that does not, on the same pictures.
        spent: How long each picture took of both readers, seconds.
    """

    hall: int
    unknown: tuple[int, ...]
    with_patterns: tuple[Voted, ...]
    without: tuple[Voted, ...]
    spent: tuple[tuple[float, ...], tuple[float, ...]]


def look_of(hall: int, side: Side) -> Look:
    """How the balls of a hall are made."""
    return a_look(_chance(hall, side, _LOOK), side)


def _chance(hall: int, side: Side, *what: int) -> np.random.Generator:
    return np.random.default_rng([_STREAM, hall, int(side), *what])


def laid(hall: int, number: int, turn: int, side: Side) -> Picture:
    """A ball as a technician lays it before a camera that was set up: lit, in focus, nothing over it."""
    rng = _chance(hall, side, _SHOWN, number, turn)
    any_, own = some_conditions(rng), _chance(hall, side, _PRINT, number)
    good = Conditions(
        blur=float(rng.uniform(0.5, 1.2)),
        noise=float(rng.uniform(1, 4)),
        light=float(rng.uniform(0.85, 1.15)),
        cast=any_.cast,
        radius=any_.radius,
        glare=any_.glare,
    )
    return made("ball", str(number), look_of(hall, side), good, rng, side, own=own)


def drawn(hall: int, number: int, side: Side, *, turns: bool) -> Iterator[Picture]:
    """Five pictures of a ball that is drawn, in any light, with anything over it; it stands or turns."""
    rng = _chance(hall, side, _DRAWN, number, int(turns))
    first, kind = some_conditions(rng), str(rng.choice(list(_KINDS), p=list(_KINDS.values())))
    shakes, spin = some_shakes(rng), some_spin(rng)
    for moment, shake in enumerate(shakes):
        now = later(first, moment, spin if turns else (0.0, 0.0, 0.0), (0.0, 0.0) if turns else shake)
        same, own = _chance(hall, side, _DRAWN, number, int(turns), 1), _chance(hall, side, _PRINT, number)
        yield made(kind, str(number), look_of(hall, side), now, same, side, own=own)


def calibrated(hall: int, side: Side) -> Patterns | None:
    """The patterns of a hall's balls, each laid down three times.

    The calibration asks for three times more, the number in view, of those that have no pattern then.
    """
    balls = {number: _samples(hall, number, range(_TURNS), side) for number in range(1, HIGHEST + 1)}
    known = patterns_of(balls)
    for number in balls:
        if known is None or number not in known.pictures:
            balls[number] += _samples(hall, number, _in_view(hall, number, side), side)
    return patterns_of(balls)


def _in_view(hall: int, number: int, side: Side) -> Iterator[int]:
    """The next ways of lying in which a print faces the camera, whole and with no light on it."""
    turns = range(_TURNS, _TURNS + _TRIES)
    return islice((turn for turn in turns if _shows_a_print(laid(hall, number, turn, side))), _MORE_TURNS)


def _shows_a_print(picture: Picture) -> bool:
    return any(each.hidden < _WHOLE and each.frame[2, 2] > _FACES for each in picture.stamps)


def _samples(hall: int, number: int, turns: Iterable[int], side: Side) -> list[Sample]:
    return [
        replace(sample, turn=turn)
        for turn in turns
        for sample in shared_reader().samples(laid(hall, number, turn, side).image, number)
    ]


def result_of(hall: int, side: Side, policy: VotePolicy) -> HallResult:
    """Calibrate a hall's set and vote on each of its balls; in every other hall they turn."""
    patterns = calibrated(hall, side)
    known = set() if patterns is None else set(patterns.pictures)
    readers = (Reader(patterns=[] if patterns is None else [patterns]), shared_reader())
    while readers[0].prepare():  # as a hall's does before its first game
        pass
    shown: tuple[list[Shown], list[Shown]] = ([], [])
    for at in range(0, HIGHEST, _ROW):
        row = range(1, HIGHEST + 1)[at : at + _ROW]
        pictures = {number: list(drawn(hall, number, side, turns=hall % 2 == 1)) for number in row}
        for reader, seen in zip(readers, shown, strict=True):
            seen += [read_by(reader, five, hall * 100 + number) for number, five in pictures.items()]
    unknown = tuple(number for number in range(1, HIGHEST + 1) if number not in known)
    with_patterns, without = (tuple(voted(each, policy) for each in seen) for seen in shown)
    spent = (_spent(shown[0]), _spent(shown[1]))
    return HallResult(hall, unknown, with_patterns, without, spent)


def _spent(shown: Sequence[Shown]) -> tuple[float, ...]:
    return tuple(time for each in shown for time in each.spent)


def results(halls: range, side: Side, workers: int) -> Iterator[HallResult]:
    """Calibrate and vote, hall by hall."""
    with started(workers) as pool:
        yield from pool.imap(partial(result_of, side=side, policy=VotePolicy()), halls)


def show(found: Sequence[HallResult]) -> int:
    """Print what the votes of all halls come to; returns how many are false by the patterns."""
    lacking = [number for each in found for number in each.unknown]
    print(f"{len(found)} sets, {HIGHEST * len(found)} balls, {len(lacking)} without a pattern")
    for reader, name in enumerate(("with patterns", "without")):
        votes = [vote for each in found for vote in (each.with_patterns, each.without)[reader]]
        spent = [time for each in found for time in each.spent[reader]]
        legible = [vote for vote in votes if vote.legible]
        refused = [vote for vote in legible if vote.told is None]
        false = [vote for vote in votes if vote.false]
        print(
            f"  {name}: {len(false)} FALSE, of {len(legible)} legible {len(refused)} refused "
            f"({len(refused) / max(1, len(legible)):.2%}): {dict(Counter(vote.why for vote in refused))}"
        )
        sets = Counter(vote.seed // 100 for vote in refused)
        print(f"    refused in {len(sets)} sets, at most {max(sets.values(), default=0)} in one")
        mistaken = [vote for vote in votes if vote.mistaken]
        print(f"    by themselves {sum(vote.mistaken for vote in mistaken)} pictures tell another number")
        median, slow = np.percentile(spent, (50, 99)) * 1e3
        print(f"    one picture, one thread: median {median:.1f} ms, 99 % within {slow:.0f} ms")
        for kind, some in (("FALSE", false), ("mistaken", mistaken), ("refused", refused)):
            for vote in some:
                print(f"    {kind} {vote}")
    return sum(vote.false for each in found for vote in each.with_patterns)


def main() -> int:
    """Calibrate sets and vote on their balls; 1 if anything was read falsely."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--halls", type=int, default=96)
    parser.add_argument("--first", type=int, default=24020)
    parser.add_argument("--side", type=Side.__getitem__, default=Side.HELD_OUT)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    found = []
    for each in results(range(options.first, options.first + options.halls), options.side, options.workers):
        found.append(each)
        print(f"\r{len(found)} of {options.halls} sets", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return 1 if show(found) else 0


if __name__ == "__main__":
    sys.exit(main())
