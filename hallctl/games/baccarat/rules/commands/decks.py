"""The decks, from receipt to destruction (DB15).

Not responsible for the shoe that they are put in (``shoe``).
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Count, Name, Prose, Short


@dataclass(frozen=True, slots=True)
class ReceiveDecks(Command):
    """Take note of a lot of sealed decks, enough for one shoe (BA-03).

    Attributes:
        lot: What it is known by, e.g. the number of its seal.
        decks: How many decks there are in it.
    """

    lot: Short
    maker: Name
    decks: Count


@dataclass(frozen=True, slots=True)
class InspectDecks(Command):
    """Take note that one person opened a lot and counted its cards (BA-03).

    Attributes:
        cards: How many there were, of four suits and thirteen ranks alike.
        findings: What is amiss; empty where they are fit for play.
    """

    lot: Short
    cards: Count
    findings: Prose = ""


@dataclass(frozen=True, slots=True)
class AgreeInspection(Command):
    """Agree to an inspection as the second person."""

    lot: Short


@dataclass(frozen=True, slots=True)
class WithdrawDecks(Command):
    """Take a lot out of play, cancelled (BA-15)."""

    lot: Short
    reason: Prose


@dataclass(frozen=True, slots=True)
class DestroyDecks(Command):
    """Take note that a withdrawn lot was destroyed, and before whom."""

    lot: Short
    witness: Name
