"""What a round wins and loses on any set of bets, to the cent (BA-44, 60..63, DB9, DB11).

Not responsible for who staked what: a table may not know its bets at all (DB13).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from hallctl.games.baccarat.rules.commands.bets import Bet
from hallctl.games.baccarat.rules.kinds import SIDES, Kind
from hallctl.games.baccarat.rules.tableau import Result

PAYS: Final[Mapping[Kind, int]] = {
    Kind.PLAYER: 1,
    Kind.BANKER: 1,
    Kind.TIE: 8,
    Kind.PLAYER_PAIR: 11,
    Kind.BANKER_PAIR: 11,
}
"""How many to one each kind pays (BA-60, 61, 62)."""

COMMISSION: Final = 5
"""Per cent of the banker bets' winnings (BA-63)."""

_WINNERS: Final = {Result.PLAYER: Kind.PLAYER, Result.BANKER: Kind.BANKER, Result.TIE: Kind.TIE}


@dataclass(frozen=True, slots=True)
class Settled:
    """What becomes of a set of bets, in cents.

    Attributes:
        kept: The winners' own stakes, which go back to them.
        standing: What stays on both sides after a tie (DB9).
        prizes: What the winners win, before the commission.
        commission: What the house takes of the banker bets' winnings, in whole chips.
        rest: What 5 % came to beyond it (DB11).
        collected: The stakes that the house takes.
    """

    kept: int = 0
    standing: int = 0
    prizes: int = 0
    commission: int = 0
    rest: int = 0
    collected: int = 0

    @property
    def house(self) -> int:
        """What the house has gained; negative where it has lost."""
        return self.collected - self.prizes + self.commission


def commission(winnings: int, chip: int) -> tuple[int, int]:
    """Return 5 % of winnings in whole chips, rounded down, and the rest of it (BA-63, DB11)."""
    owed = winnings * COMMISSION // 100
    return owed - owed % chip, owed % chip


def settle(
    bets: Iterable[Bet], result: Result, *, player_pair: bool, banker_pair: bool, chip: int
) -> Settled:
    """Settle bets by the result of a round; each win pays its own commission."""
    wins = {_WINNERS[result]}
    wins |= {Kind.PLAYER_PAIR} if player_pair else set()
    wins |= {Kind.BANKER_PAIR} if banker_pair else set()
    kept = standing = prizes = taken = rest = collected = 0
    for bet in bets:
        if bet.kind in wins:
            kept += bet.amount
            prizes += bet.amount * PAYS[bet.kind]
            if bet.kind is Kind.BANKER:
                fee, left = commission(bet.amount * PAYS[bet.kind], chip)
                taken, rest = taken + fee, rest + left
        elif result is Result.TIE and bet.kind in SIDES:
            standing += bet.amount
        else:
            collected += bet.amount
    return Settled(kept, standing, prizes, taken, rest, collected)
