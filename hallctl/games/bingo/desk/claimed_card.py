"""The matrix card of a card that was sung, number by number: which ball it came as, and when.

Not responsible for the verdict, nor for how a wall draws it (``screens.play``).
"""

from collections.abc import Mapping
from datetime import datetime

from hallctl.games.bingo.rules.cards import Card
from hallctl.games.bingo.rules.events.claims import CardVerified
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Game, Phase, State
from hallctl.i18n.words import hour
from hallctl.outputs.claims import CalledAt, Cell, VerifiedCard


def matrix_card(state: State, card: CardVerified | None) -> Card | None:
    """Return the matrix card of a card, None where the series has no such card."""
    series = state.series.get(card.series) if card is not None else None
    matrix = state.matrices.get(series.matrix) if series is not None else None
    if card is None or series is None or matrix is None or not 1 <= card.card <= series.size:
        return None
    return matrix.card(card.card)


def rows(state: State, card: CardVerified, called_at: Mapping[int, datetime]) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of a sung card's matrix card; none where the series has no such card.

    Args:
        state: Where the hall stands.
        card: What was verified.
        called_at: When each ball of the game was called, as far as that is known.
    """
    game, sung = state.game, matrix_card(state, card)
    if game is None or sung is None:
        return ()
    forms = state.rules.forms(card.claim)
    won = {*forms[card.row - 1].cells} if 0 < card.row <= len(forms) else set()
    order = {ball: place for place, ball in enumerate(game.called_balls, 1)}
    said = {ball: hour(moment) for ball, moment in called_at.items() if ball in order}
    free = state.rules.variant.free
    found = [
        Cell(n, order.get(n, 0), said.get(n, ""), at in won, at in free) for at, n in enumerate(sung.cells)
    ]
    return tuple(tuple(found[at : at + sung.width]) for at in range(0, len(found), sung.width))


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
        return VerifiedCard(card.claim, card.series, card.card, card.missing, card.faults, found)

    def _moments(self, state: State, game: Game, called_at: CalledAt) -> Mapping[int, datetime]:
        key = (state.volume, game.number, *game.called_balls)
        if self._heard[0] != key:
            self._heard = (key, called_at())
        return self._heard[1]
