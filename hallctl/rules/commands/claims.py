"""Sung cards.

Not responsible for paying them.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Claim, Command


@dataclass(frozen=True, slots=True)
class StopForClaim(Command):
    """Stop the draw: a player sang (AJ-93)."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class VerifyCard(Command):
    """Verify a sung card against the matrix and the called balls (AJ-94..96)."""

    claim: Claim
    series: str
    card: int


@dataclass(frozen=True, slots=True)
class AskAnyMore(Command):
    """Ask "¿alguna línea más?" or "¿algún bingo más?" (AJ-100)."""


@dataclass(frozen=True, slots=True)
class ResumeDraw(Command):
    """Order play to go on; claims on this stop are then lost (AJ-97, 98, 101)."""


@dataclass(frozen=True, slots=True)
class FinishGame(Command):
    """End the game on a good bingo (AJ-99, 101)."""
