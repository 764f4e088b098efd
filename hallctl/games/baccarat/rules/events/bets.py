"""The bets, where the table knows them (DB13).

Not responsible for what they win.
"""

from dataclasses import dataclass

from hallctl.games.baccarat.rules.commands.bets import Bet
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class BetsPlaced(Event):
    """A player placed bets."""

    round: int
    player: str
    seat: int
    bets: tuple[Bet, ...]
    amount: int


@dataclass(frozen=True, slots=True)
class BetsChanged(Event):
    """A player's bets on both sides are others after a tie (BA-44).

    Attributes:
        bets: All that the player has there now.
        amount: What was added; negative where it was taken back.
    """

    round: int
    player: str
    bets: tuple[Bet, ...]
    amount: int


@dataclass(frozen=True, slots=True)
class BetsReturned(Event):
    """What stood on both sides after a tie went back, for no round follows."""

    round: int
    amount: int


@dataclass(frozen=True, slots=True)
class StakesSaid(Event):
    """What is staked on each kind of bet (DB13).

    Attributes:
        amount: All together, what stood there after a tie included.
    """

    round: int
    stakes: tuple[Bet, ...]
    amount: int
