"""The matrix card of a card that was sung, number by number: which ball it came as, and when.

Not responsible for the verdict, nor for how a wall draws it (``screens.play``).
"""

from collections.abc import Mapping
from datetime import datetime

from hallctl.games.bingo.rules.cards import COLUMNS, ROWS
from hallctl.games.bingo.rules.events.claims import CardVerified
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.i18n.words import hour
from hallctl.outputs.claims import CalledAt, Cell, VerifiedCard


def cells(state: State, card: CardVerified | None) -> tuple[int, ...]:
    """Return the 27 cells of a matrix card, none where the series has no such card."""
    series = state.series.get(card.series) if card is not None else None
    matrix = state.matrices.get(series.matrix) if series is not None else None
    if card is None or series is None or matrix is None or not 1 <= card.card <= series.size:
        return ()
    return matrix.card(card.card).cells


def rows(state: State, card: CardVerified, called_at: Mapping[int, datetime]) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of a sung card's matrix card; none where the series has no such card.

    Args:
        state: Where the hall stands.
        card: What was verified.
        called_at: When each ball of the game was called, as far as that is known.
    """
    game, numbers = state.game, cells(state, card)
    if game is None or not numbers:
        return ()
    order = {ball: place for place, ball in enumerate(game.called_balls, 1)}
    said = {ball: hour(moment) for ball, moment in called_at.items() if ball in order}
    found = [Cell(n, order.get(n, 0), said.get(n, "")) for n in numbers]
    return tuple(tuple(found[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS))


class LastVerified:
    """Finds the card that was verified last. For one thread at a time.

    Reads the book once for as long as no other ball is called.
    """

    def __init__(self) -> None:
        self._heard: tuple[tuple[int, ...], Mapping[int, datetime]] = ((), {})

    def find(self, state: State, called_at: CalledAt) -> VerifiedCard | None:
        """Return the card with its matrix card; None while no claim is open or no card is verified."""
        game = playing(state)
        if game is None or game.phase is not Phase.CLAIM or not game.verified:
            return None
        card = game.verified[-1]
        found = rows(state, card, self._moments(state, game, called_at))
        return VerifiedCard(card.claim, card.series, card.card, card.row, card.missing, card.faults, found)

    def _moments(self, state: State, game: Game, called_at: CalledAt) -> Mapping[int, datetime]:
        key = (state.volume, game.number, *game.called_balls)
        if self._heard[0] != key:
            self._heard = (key, called_at())
        return self._heard[1]
