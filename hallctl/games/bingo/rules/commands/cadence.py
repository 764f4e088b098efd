"""The cadence: the hall draws ball after ball at a set pace.

Not responsible for a ball that a person asks for (``draw``).
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count


@dataclass(frozen=True, slots=True)
class StartCadence(Command):
    """Let the hall ask for a ball each so many seconds, until it is stopped (AJ-06, 88)."""

    seconds: Count


@dataclass(frozen=True, slots=True)
class StopCadence(Command):
    """Have the hall ask for no further ball by itself."""


@dataclass(frozen=True, slots=True)
class DrawInCadence(Command):
    """Ask the extractor for the ball whose time has come (AJ-86, 88)."""
