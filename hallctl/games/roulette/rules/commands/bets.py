"""The bets, where the table knows them (DR2).

Not responsible for what they win.
"""

from dataclasses import dataclass

from hallctl.games.roulette.rules.kinds import Pocket
from hallctl.games.roulette.rules.layout import Chance
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Amount, Name


@dataclass(frozen=True, slots=True)
class Placed:
    """A bet as it is placed: an amount in cents on the numbers of a chance (RO-07)."""

    chance: Chance
    numbers: tuple[Pocket, ...]
    amount: Amount


@dataclass(frozen=True, slots=True)
class Staked:
    """What all players together staked on a chance, in cents."""

    chance: Chance
    amount: Amount


@dataclass(frozen=True, slots=True)
class PlaceBets(Command):
    """Place a player's bets, while bets are open (RO-23, RO-39)."""

    player: Name
    bets: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class SayStakes(Command):
    """Say what is staked on each chance, once bets are closed (DR2)."""

    stakes: tuple[Staked, ...]
