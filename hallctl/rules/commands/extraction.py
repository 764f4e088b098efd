"""What a machine that extracts balls, and the camera on its exit, report (I2, I15).

Not responsible for what a ball means in a game: each game decides these itself.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Numbered, Prose
from hallctl.rules.witnesses import Reading


@dataclass(frozen=True, slots=True)
class ReportFilled(Command):
    """Report that the extractor has every ball in its drum again."""


@dataclass(frozen=True, slots=True)
class ReportBall(Command):
    """Report the ball that the camera read, with the digest of its picture.

    ``readings`` is what each witness said, where more than the camera was asked.
    """

    serial: Numbered
    ball: Count
    picture: str
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportDoubt(Command):
    """Report that a ball came out and its number is not certain (I15)."""

    serial: Numbered
    candidates: tuple[Count, ...]
    reason: Prose
    picture: str
    readings: tuple[Reading, ...] = ()
