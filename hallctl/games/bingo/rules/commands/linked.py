"""Linked jackpots: what the head office answers the hall.

Not responsible for asking it (``devices``), nor for its signature, which is checked there.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Amount, Count, Name, Prose, Short


@dataclass(frozen=True, slots=True)
class AnswerJackpot(Command):
    """Take the head office's signed answer about a jackpot (AJ-114).

    Attributes:
        jackpot: Its name.
        game: The game that was asked about.
        reserved: Whether the amount is reserved for the claim; otherwise it is what the jackpot holds.
        amount: In minor units.
        moment: The office's, in UTC.
        at_once: How the office decides between halls that win at once.
        window_s: Within how many seconds they share.
        seed: What the jackpot begins with there.
        note: The signed answer.
    """

    jackpot: Name
    game: Count
    reserved: bool
    amount: Amount
    moment: Short
    at_once: Short
    window_s: Count
    seed: Amount
    note: Prose


@dataclass(frozen=True, slots=True)
class MissJackpot(Command):
    """Go on without the head office's answer: its time is over (AJ-114)."""

    jackpot: Name
    game: Count
