"""The draw, ball by ball.

Not responsible for claims.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count


@dataclass(frozen=True, slots=True)
class StartDraw(Command):
    """Announce the beginning of the game: its diligence of commencement (AJ-78, 85)."""


@dataclass(frozen=True, slots=True)
class DrawBall(Command):
    """Ask the extractor for one ball (AJ-86)."""


@dataclass(frozen=True, slots=True)
class FillDrum(Command):
    """Say that every ball is back in a drum that is worked by hand (AJ-61)."""


@dataclass(frozen=True, slots=True)
class SettleBall(Command):
    """Say which ball came out where the camera is in doubt, or the witnesses do not agree."""

    ball: Count


@dataclass(frozen=True, slots=True)
class CallBall(Command):
    """Confirm that the ball was called aloud (AJ-08, 86)."""

    ball: Count


@dataclass(frozen=True, slots=True)
class CallByVoice(Command):
    """Report that the hall's voice has called the ball (AJ-08, 86)."""

    ball: Count


@dataclass(frozen=True, slots=True)
class EnterBall(Command):
    """Say which ball was taken out by hand, or came out where the locutor is a witness (AJ-08, D8)."""

    ball: Count


@dataclass(frozen=True, slots=True)
class CorrectBall(Command):
    """Say that the ball that a person named last, and nobody called yet, is another one (AJ-86)."""

    ball: Count
