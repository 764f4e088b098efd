"""Who may know the number of a ball, and what each of them said (AJ-22, I15).

Not responsible for which of them must agree (``ruleset``), nor for what follows (a game).
"""

from dataclasses import dataclass
from enum import StrEnum


class Witness(StrEnum):
    """Somebody or something that knows the number of a ball by itself."""

    CAMERA = "camera"
    """The camera on the exit and its reader."""
    CALLER = "caller"
    """The locutor, who has the ball in hand and enters its number."""
    MACHINE = "machine"
    """The extractor, where it reads a bar code or a tag on the ball."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a witness said of a ball; without a number it could not say."""

    witness: Witness
    ball: int | None


def distinct_numbers(readings: tuple[Reading, ...]) -> tuple[int, ...]:
    """Return the numbers that were said, each once, in their order; more than one is a disagreement."""
    return tuple(dict.fromkeys(reading.ball for reading in readings if reading.ball is not None))
