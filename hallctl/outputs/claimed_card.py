"""The matrix card of a card that was sung, number by number: which ball it came as, and when.

Not responsible for the verdict, nor for how a wall draws it (``screens.play``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from hallctl.i18n.words import hour
from hallctl.rules.cards import COLUMNS, ROWS
from hallctl.rules.events.claims import CardVerified
from hallctl.rules.state import State


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a matrix card.

    Attributes:
        number: Its number, 0 where it is blank.
        order: Which ball of the game it was called as, from 1; 0 where it is not called.
        at: When it was called, by the book, e.g. "21:05:40"; empty where that is not known.
    """

    number: int
    order: int = 0
    at: str = ""


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
