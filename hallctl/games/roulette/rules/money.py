"""What a spin owes, by what the table knows of its bets (DR2).

Not responsible for the terms of a chance (``settlement``).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from hallctl.games.roulette.rules.commands.bets import Placed
from hallctl.games.roulette.rules.layout import Position
from hallctl.games.roulette.rules.settlement import Bet, Paid, settle
from hallctl.games.roulette.rules.state import Spin, State

_NOTHING: Final = Paid(0, 0, 0)


def placed_bets(placed: Iterable[Placed]) -> tuple[Bet, ...]:
    """Return bets as the settlement knows them."""
    return tuple(Bet(Position(each.chance, frozenset(each.numbers)), each.amount) for each in placed)


def bets_of(spin: Spin, player: str) -> tuple[Placed, ...]:
    """Return what a player has placed in the spin."""
    return next((each.bets for each in spin.bets if each.player == player), ())


def due(state: State, spin: Spin) -> Paid:
    """Return what becomes of the bets of a spin whose number is established; nothing where none is known."""
    if state.rules.stakes != "positions":
        return _NOTHING
    return settle(placed_bets(bet for each in spin.bets for bet in each.bets), spin.pocket)


def due_by_player(state: State, spin: Spin) -> Iterator[tuple[str, int]]:
    """Yield what each player has won beside their stakes, in cents; nothing where bets are not known."""
    if state.rules.stakes == "positions":
        for each in spin.bets:
            yield each.player, settle(placed_bets(each.bets), spin.pocket).prizes
