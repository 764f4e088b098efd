"""Votes on five pictures of each of many balls, and tells what each confidence of the vote costs.

    python -m tools.reader.votes [--balls 4000] [--workers 2]

prints, of the checked side, how many votes are false and how many of legible balls are refused for each value
of `[reader] confidence`. It is NOT responsible for the figures of the held-out side: `bench` asks for these.
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import cv2
import numpy as np

from drivers.reader.reader import Reader
from drivers.reader.sighting import Sighting
from hallctl.readings.outcomes import BallRead, Doubtful, Pending
from hallctl.readings.vote import Vote, VotePolicy
from tools.pool import started
from tools.reader.fonts import Side
from tools.reader.maker import Picture, picture
from tools.reader.measure import shared_reader
from tools.reader.taking import Vector

CHECKED_SEED: Final = 60_000_000
FRAMES: Final = 5
_RATE = 30
_LATE = 2.0  # seconds after the first picture no more are waited for
_SPIN = (2.0, 12.0)  # degrees from one picture of a turning ball to the next
_CONFIDENCES = (0.95, 0.98, 0.99, 0.995, 0.997, 0.998, 0.999, 0.9995)


@dataclass(frozen=True, slots=True)
class Shown:
    """One ball as five pictures show it.

    Attributes:
        seed: The ball's.
        legible: How many of the pictures a person would read at once.
        truth: The number that may be told, None where there is none.
        sightings: What the reader says of each.
        spent: Seconds that each reading took.
    """

    seed: int
    legible: int
    truth: int | None
    sightings: tuple[Sighting, ...]
    spent: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Voted:
    """What came of a vote on one ball.

    Attributes:
        seed: The ball's.
        legible: Whether a person would read at once as many pictures as a vote asks for.
        truth: The number that may be told, None where there is none.
        told: The number that the vote told.
        why: What came of it instead.
        settled_ms: From the first picture of the ball to the number, 0 without one.
        mistaken: How many of its pictures tell another number by themselves, which no vote is settled by.
    """

    seed: int
    legible: bool
    truth: int | None
    told: int | None
    why: str
    settled_ms: float
    mistaken: int = 0

    @property
    def false(self) -> bool:
        """Whether a number was told that is not the ball's."""
        return self.told not in (None, self.truth)


def shown(seed: int, side: Side, *, turns: bool) -> Shown:
    """Read five pictures of one ball that stands or turns."""
    return read_by(shared_reader(), _turning(seed, side) if turns else _standing(seed, side), seed)


def read_by(reader: Reader, pictures: Iterable[Picture], seed: int) -> Shown:
    """Read the pictures of one ball, at least one."""
    sightings, spent, legible = [], [], 0
    for frame in pictures:
        legible += frame.legible
        started = time.perf_counter()
        sightings.append(reader.read(frame.image))
        spent.append(time.perf_counter() - started)
    truth = frame.number if frame.settled and frame.kind not in ("empty", "two") else None
    return Shown(seed, legible, truth, tuple(sightings), tuple(spent))


def voted(ball: Shown, policy: VotePolicy) -> Voted:
    """Vote on what was read, thirty pictures a second, until the vote says something, as a hall does."""
    vote = Vote(frozenset(), armed=True, started_at=0.0, policy=policy)
    for sequence, (sighting, spent) in enumerate(zip(ball.sightings, ball.spent, strict=True)):
        vote, now = vote.see(sighting, sequence + 1, sequence / _RATE), sequence / _RATE + spent
        outcome = vote.outcome(now)
        if not isinstance(outcome, Pending):
            break
    else:  # only once no more pictures are waited for
        outcome, now = vote.outcome(_LATE), policy.unreadable_after
    told = outcome.number if isinstance(outcome, BallRead) else None
    why = outcome.reason if isinstance(outcome, Doubtful) else type(outcome).__name__
    legible = ball.legible >= policy.frames
    mistaken = sum(each.alone not in (None, ball.truth) for each in ball.sightings)
    settled = 0.0 if told is None else now * 1e3
    return Voted(ball.seed, legible, ball.truth, told, str(why), settled, mistaken)


def _standing(seed: int, side: Side) -> Iterator[Picture]:
    """A ball that lies still, up to a pixel aside from one picture to the next."""
    shakes = some_shakes(np.random.default_rng([seed, 9]))
    return (picture(seed, side, moment=moment, aside=shake) for moment, shake in enumerate(shakes))


def _turning(seed: int, side: Side) -> Iterator[Picture]:
    """A ball that turns, as one that rolls in or that blown air holds, under the same lights and fingers."""
    spin = some_spin(np.random.default_rng([seed, 13]))
    return (picture(seed, side, moment=moment, spin=spin) for moment in range(FRAMES))


def some_shakes(rng: np.random.Generator) -> list[tuple[float, float]]:
    """How far a ball that lies still has moved in each picture, right and down, pixels."""
    return [(float(right), float(down)) for right, down in rng.uniform(-1, 1, (FRAMES, 2))]


def some_spin(rng: np.random.Generator) -> Vector:
    """How a ball turns from one picture to the next: an axis, as long as the angle in radians."""
    axis = rng.normal(size=3)
    axis *= np.deg2rad(rng.uniform(*_SPIN)) / np.linalg.norm(axis)
    return float(axis[0]), float(axis[1]), float(axis[2])


def _each_voted(seed: int, side: Side, turns: bool, policies: Sequence[VotePolicy]) -> list[Voted]:
    ball = shown(seed, side, turns=turns)
    return [voted(ball, policy) for policy in policies]


def polled(
    seeds: range, side: Side, policies: Sequence[VotePolicy], workers: int, *, turns: bool
) -> list[list[Voted]]:
    """Vote on many balls by each policy; one list for each of these."""
    with started(workers) as pool:
        job = partial(_each_voted, side=side, turns=turns, policies=policies)
        return [list(one) for one in zip(*pool.map(job, seeds, chunksize=25), strict=True)]


def show(votes: Sequence[Voted], confidence: float) -> None:
    """Print one point of the curve."""
    legible = [each for each in votes if each.legible]
    refused = sum(each.told is None for each in legible)
    false = [each for each in votes if each.false]
    part = refused / max(1, len(legible))
    print(f"{confidence:9.4f}  {len(false):3d} false  {part:.2%} of {len(legible)} legible refused")
    for each in false:
        print("  FALSE", each)


def main() -> None:
    """Print the curves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--balls", type=int, default=4000)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    policies = [replace(VotePolicy(), confidence=each) for each in _CONFIDENCES]
    seeds = range(CHECKED_SEED, CHECKED_SEED + options.balls)
    for turns in (False, True):
        print(f"{options.balls} {'turning' if turns else 'standing'} balls, by confidence")
        found = polled(seeds, Side.CHECKED, policies, options.workers, turns=turns)
        for policy, votes in zip(policies, found, strict=True):
            show(votes, policy.confidence)


if __name__ == "__main__":
    main()
