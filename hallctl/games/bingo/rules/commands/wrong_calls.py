"""Wrong calls, going on by hand, and a game without a bingo: what two people decide about a game.

Not responsible for voiding it.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Prose


@dataclass(frozen=True, slots=True)
class NoteWrongCall(Command):
    """Say that the caller announced another number than that of the ball (AJ-110)."""

    said: Count


@dataclass(frozen=True, slots=True)
class KeepPlaying(Command):
    """Agree, as Director, that the wrong call does not affect the game substantially (AJ-110).

    ``sheets`` is how many folios are spoken for with it; filled in by the keeper.
    """

    reason: Prose
    sheets: Count = 0


@dataclass(frozen=True, slots=True)
class ProposeManual(Command):
    """Propose to go on by hand, with the balls not yet drawn (D8)."""

    reason: Prose


@dataclass(frozen=True, slots=True)
class ApproveManual(Command):
    """Agree, as Director, to go on by hand (D8)."""


@dataclass(frozen=True, slots=True)
class ProposeNoBingo(Command):
    """Propose to close a game of which every ball is out and nobody sang bingo (D7)."""


@dataclass(frozen=True, slots=True)
class ApproveNoBingo(Command):
    """Agree, as Director, to close it and carry the prize to the next game (D7)."""
