"""Weighs the witnesses' numbers for one ball: they agree, they do not, or one is missing.

No witness may contradict another, whether the rule set asks for it or not; and each that is asked for
must give a number. A person settles everything else.

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
    """Every witness that is asked for gave this number, and none another."""

    ball: int


@dataclass(frozen=True, slots=True)
class Disagreed:
    """More than one number was given; each stands here once, in the order of the readings."""

    balls: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Silent:
    """No two numbers differ, and these witnesses that are asked for gave none."""

    witnesses: tuple[Witness, ...]


Verdict = Agreed | Disagreed | Silent


def weigh(required: Collection[Witness], readings: tuple[Reading, ...]) -> Verdict:
    """Return what follows from the readings of one ball.

    Args:
        required: Who must give its number.
        readings: Each witness's number, or none.
    """
    numbers = distinct_numbers(readings)
    if len(numbers) > 1:
        return Disagreed(numbers)
    answered = {reading.witness for reading in readings if reading.ball is not None}
    silent = tuple(witness for witness in Witness if witness in required and witness not in answered)
    return Silent(silent) if silent or not numbers else Agreed(numbers[0])
