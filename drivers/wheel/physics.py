"""A ball in a roulette wheel, well enough for tests: spin down, drop, diamonds, frets.

Angles are turns, speeds turns per second, counted the way the rotor turns; times are seconds. What it does
not model: tilt, the ball's own spin, a ball that leaves the wheel by itself. Not responsible for a sensor.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

_STEP_S: Final = 0.02
_DIAMONDS: Final = 8


@dataclass(frozen=True)
class Rim:
    """How ball and rotor lose their speed.

    Attributes:
        air: Of the ball's squared speed, what it loses in a second.
        rolling: What the ball loses in a second besides.
        drops_at: Speed below which the ball leaves the rim.
        closes_at: Speed at which a sensor says no more bets.
        rotor: The part of its speed that the rotor loses in a second.
    """

    air: float = 0.055
    rolling: float = 0.035
    drops_at: float = 0.55
    closes_at: float = 0.85
    rotor: float = 0.004


@dataclass(frozen=True, slots=True)
class Flight:
    """One spin of the ball, from its launch.

    Attributes:
        turns: How often it went round in the rim.
        first_turn: When it had gone round once.
        slow: When a sensor says no more bets.
        dropped: When it left the rim.
        rested: When it lay in a pocket.
        place: That pocket, counted clockwise from the first.
        rotor: The rotor's speed then.
    """

    turns: float
    first_turn: float
    slow: float
    dropped: float
    rested: float
    place: int
    rotor: float


def fly(
    luck: Random,
    pockets: int,
    *,
    launch: float,
    rotor: float,
    phase: float,
    rim: Rim = Rim(),
    catches: Sequence[float] = (),
) -> Flight:
    """Return how a ball flies that was launched against the rotor.

    Args:
        luck: Chooses where it bounces.
        pockets: How many the rotor has.
        launch: The ball's speed at first.
        rotor: The rotor's speed at first.
        phase: Where the rotor's first pocket stands at first.
        rim: How they lose their speed.
        catches: How well each pocket holds a ball, at most 1; empty for all alike.
    """
    ball, turned, now = launch, 0.0, 0.0
    first_turn = slow = 0.0
    while ball > rim.drops_at:
        turned += ball * _STEP_S
        ball -= (rim.air * ball**2 + rim.rolling) * _STEP_S
        now += _STEP_S
        phase += rotor * _STEP_S
        rotor -= rotor * rim.rotor * _STEP_S
        first_turn = first_turn or (now if turned >= 1 else 0.0)
        slow = slow or (now if ball <= rim.closes_at else 0.0)
    dropped = now
    # It meets the next diamond, or rolls between two; then it jumps over frets, any number of them,
    # until one holds it.
    fall = luck.uniform(0.4, 0.9) if luck.random() < 0.7 else luck.uniform(0.9, 1.6)
    turned = (int(turned * _DIAMONDS) + luck.choice((1, 1, 2))) / _DIAMONDS + luck.gauss(0.0, 0.12)
    now += fall
    phase += rotor * fall
    at = int((-turned - phase) * pockets) % pockets
    at = (at + round(luck.gauss(0.0, 3.0))) % pockets
    now += luck.uniform(0.1, 0.4)
    while luck.random() >= 0.5 * (catches[at] if catches else 1.0):
        at, now = luck.randrange(pockets), now + luck.uniform(0.1, 0.4)
    return Flight(turned, first_turn, slow, dropped, now, at, rotor)


def catches_of(pockets: Sequence[str], more: Mapping[str, float]) -> tuple[float, ...]:
    """Return how well each pocket holds a ball on a wheel that prefers some.

    Args:
        pockets: Clockwise.
        more: By how much more often than the others each of them comes, as 0.3 for 30 %.
    """
    weights = [1.0 + more.get(pocket, 0.0) for pocket in pockets]
    return tuple(weight / max(weights) for weight in weights)
