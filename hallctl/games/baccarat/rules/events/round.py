"""A round, step by step (BA-21..44).

Not responsible for what two people decide (``people``).
"""

from dataclasses import dataclass, field

from hallctl.games.baccarat.rules.kinds import Dispute, Source
from hallctl.games.baccarat.rules.tableau import Result, Side
from hallctl.rules.codec import SPARSE
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class BetsOpened(Event):
    """Bets are open: "façam as vossas apostas".

    Attributes:
        round: Its order number in the volume.
        croupier: Who opened them.
    """

    round: int
    croupier: str


@dataclass(frozen=True, slots=True)
class DemonstrationOpened(Event):
    """A round without bets begins; no road shows it (BA-12, DB6)."""

    round: int
    croupier: str


@dataclass(frozen=True, slots=True)
class BetsClosed(Event):
    """No more bets.

    Attributes:
        player: Who may hold the player's cards; empty where nobody may or bets are not known (BA-57, DB19).
        banker: Likewise of the banker's.
    """

    round: int
    player: str = ""
    banker: str = ""


@dataclass(frozen=True, slots=True)
class CardDealt(Event):
    """A card was drawn for a side (BA-21, 25). Nobody is shown it before it is turned (BA-22).

    Attributes:
        place: Which card of the round it is, from 1.
        sequence: The shoe's number of its message, None where the croupier said it.
    """

    round: int
    place: int
    side: Side
    card: str
    source: Source
    sequence: int | None = None
    line: str = ""


@dataclass(frozen=True, slots=True)
class CardHeld(Event):
    """A card was drawn that has no place in the round, or none any more (BA-40).

    Attributes:
        side: Whose the shoe said it is; None where it did not say.
        card: Which; empty where the shoe cannot say.
    """

    round: int
    side: Side | None
    card: str
    source: Source
    sequence: int | None = None
    line: str = ""


@dataclass(frozen=True, slots=True)
class CardExposed(Event):
    """The last card left the shoe face up; it is valid, and so are the bets (BA-17)."""

    round: int
    place: int


@dataclass(frozen=True, slots=True)
class CardsTurned(Event):
    """Cards of a side were turned, and everybody sees them (BA-22).

    Attributes:
        turn: Which turning of the round it is, from 1.
    """

    round: int
    turn: int
    side: Side
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableStopped(Event):
    """The table is stopped and waits for two people (BA-40, DB14)."""

    round: int
    dispute: Dispute
    reason: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class ResultTold(Event):
    """The shoe told a result, which nobody is shown before it agrees with the computed one (DB14)."""

    round: int
    result: Result
    sequence: int
    line: str


@dataclass(frozen=True, slots=True)
class ResultEstablished(Event):
    """The result of the round, computed from its cards, for all and every screen at once (BA-42, 43).

    Attributes:
        told: Whether the shoe told the same.
    """

    round: int
    result: Result
    player: int
    banker: int
    player_cards: tuple[str, ...]
    banker_cards: tuple[str, ...]
    player_pair: bool
    banker_pair: bool
    natural: bool
    told: bool


@dataclass(frozen=True, slots=True)
class LosersCollected(Event):
    """The losing bets are collected; at a tie those on both sides are none of them (BA-44).

    Attributes:
        collected: What they came to, in cents; 0 where stakes are not known.
    """

    round: int
    collected: int


@dataclass(frozen=True, slots=True)
class Owes:
    """What a player owes of the commission, in cents; of all together the name is empty."""

    player: str
    amount: int


@dataclass(frozen=True, slots=True)
class WinnersPaid(Event):
    """The winning bets are paid.

    Attributes:
        prizes: What they won, in cents, before the commission; 0 where stakes are not known.
        commission: What was taken of the banker bets' winnings (BA-63).
        rest: What 5 % came to beyond it, which no chip is small enough for (DB11).
        kept: The winners' own stakes.
        standing: What stays on both sides after a tie (DB9).
        owed: The commission that is owed until the end of the shoe, to the cent (DB11).
    """

    round: int
    prizes: int
    commission: int
    rest: int
    kept: int
    standing: int
    owed: tuple[Owes, ...] = field(default=(), metadata=SPARSE)


@dataclass(frozen=True, slots=True)
class CardsReturned(Event):
    """All cards of the round are back in the automatic device (BA-23)."""

    round: int
    cards: int
