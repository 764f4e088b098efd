"""The bets, where the table knows them (DB13).

Not responsible for what they win.
"""

from dataclasses import dataclass

from hallctl.games.baccarat.rules.kinds import Kind
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Amount, Count, Name


@dataclass(frozen=True, slots=True)
class Bet:
    """An amount on one kind of bet, in cents (BA-47..50)."""

    kind: Kind
    amount: Amount


@dataclass(frozen=True, slots=True)
class PlaceBets(Command):
    """Place a player's bets beside those placed before, while bets are open.

    Attributes:
        seat: Where the player sits, 1 at the croupier's right; 0 for who stands (BA-55, 57).
    """

    player: Name
    bets: tuple[Bet, ...]
    seat: Count = 0


@dataclass(frozen=True, slots=True)
class ChangeBets(Command):
    """Change what a player's bets on both sides are after a tie, until bets close (BA-44..46).

    Attributes:
        bets: All that the player has there then; none where they are withdrawn.
    """

    player: Name
    bets: tuple[Bet, ...]


@dataclass(frozen=True, slots=True)
class SayStakes(Command):
    """Say what all players together staked on each kind of bet, once bets are closed (DB13)."""

    stakes: tuple[Bet, ...]
