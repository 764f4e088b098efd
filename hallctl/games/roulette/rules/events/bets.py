"""The bets, where the table knows them (DR2).

Not responsible for what they win.
"""

from dataclasses import dataclass

from hallctl.games.roulette.rules.commands.bets import Placed, Staked
from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class BetsPlaced(Event):
    """A player placed bets (RO-23)."""

    spin: int
    player: str
    bets: tuple[Placed, ...]
    amount: int


@dataclass(frozen=True, slots=True)
class StakesSaid(Event):
    """What is staked on each chance (DR2)."""

    spin: int
    stakes: tuple[Staked, ...]
    amount: int
