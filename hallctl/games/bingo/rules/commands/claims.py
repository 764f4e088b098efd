"""Sung cards.

Not responsible for paying them.
"""

from dataclasses import dataclass

from hallctl.games.bingo.rules.fields import PrizeKey, Series
from hallctl.rules.claim_faults import Mark
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Name, Short, SixDigits


@dataclass(frozen=True, slots=True)
class StopForClaim(Command):
    """Stop the draw: a player sang (AJ-93)."""

    claim: PrizeKey


@dataclass(frozen=True, slots=True)
class VerifyCard(Command):
    """Verify a sung card against the matrix and the called balls (AJ-94..96).

    Attributes:
        marks: What the jefe de mesa found wrong with its paper, reading the original (AJ-95, 106..109).
        player: Who presents it, where prizes are split by player (D4). It need not be who bought it (AJ-113).
        document: Their document.
    """

    claim: PrizeKey
    series: Series
    card: SixDigits
    marks: tuple[Mark, ...] = ()
    player: Name = ""
    document: Short = ""


@dataclass(frozen=True, slots=True)
class AskAnyMore(Command):
    """Ask "¿alguna línea más?" or "¿algún bingo más?" (AJ-100)."""


@dataclass(frozen=True, slots=True)
class ResumeDraw(Command):
    """Order play to go on; claims on this stop are then lost (AJ-97, 98, 101)."""


@dataclass(frozen=True, slots=True)
class FinishGame(Command):
    """End the game on a good bingo (AJ-99, 101)."""
