"""Weighs what the witnesses of one ball say: they agree, they do not, or one of them is still to speak.

Whoever speaks must not contradict another, whether the rule set asks for that witness or not; and who is
asked for must speak. A person settles everything else.

It is NOT responsible for what a witness sees (`vote` is, for the camera), nor for which of them the rule set
asks for. Pure.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from hallctl.rules.witnesses import Reading, Witness, distinct_numbers

DISAGREEMENT: Final = "the witnesses disagree"
"""The reason under which two numbers for one ball are put before a person."""

MACHINE_SILENT: Final = "the extractor did not identify the ball"
"""The reason where the rule set asks for the machine's own number and it gave none."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """Everybody who is asked for has said this number, and nobody another."""

    ball: int


@dataclass(frozen=True, slots=True)
class Disagreed:
    """More than one number was said; each stands here once, in the order of the readings."""

    balls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Silent:
    """Nobody contradicts anybody, and these who are asked for have not said a number."""

    witnesses: tuple[Witness, ...]


Verdict = Agreed | Disagreed | Silent


def weigh(required: Collection[Witness], readings: tuple[Reading, ...]) -> Verdict:
    """Return what follows from what was said of one ball.

    Args:
        required: Who must say its number.
        readings: What each witness said, or that it could not say.
    """
    said = distinct_numbers(readings)
    if len(said) > 1:
        return Disagreed(said)
    speaking = {reading.witness for reading in readings if reading.ball is not None}
    silent = tuple(witness for witness in Witness if witness in required and witness not in speaking)
    return Silent(silent) if silent or not said else Agreed(said[0])
