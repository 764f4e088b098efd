"""The decks, from receipt to destruction (DB15).

Not responsible for the shoe that they are put in (``shoe``).
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class DecksReceived(Event):
    """A lot of decks is in the register (BA-03)."""

    lot: str
    maker: str
    decks: int


@dataclass(frozen=True, slots=True)
class DecksInspected(Event):
    """One person opened a lot and counted its cards; with findings it is not played with."""

    lot: str
    cards: int
    findings: str
    person: str


@dataclass(frozen=True, slots=True)
class InspectionAgreed(Event):
    """A second person inspected the lot: it is fit for play."""

    lot: str
    person: str


@dataclass(frozen=True, slots=True)
class DecksWithdrawn(Event):
    """A lot is out of play, its cards cancelled.

    Attributes:
        rounds: How many rounds were dealt from it.
    """

    lot: str
    reason: str
    rounds: int


@dataclass(frozen=True, slots=True)
class DecksDestroyed(Event):
    """A withdrawn lot was destroyed before a witness."""

    lot: str
    witness: str
