"""The matrix of a series of any variant.

Cards with blanks are made in strips (``strips``), others by the index of their numbers
(``variants.generator``). Not responsible for either, nor for files.
"""

from collections.abc import Callable

from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.rules.cards import Card, Matrix
from hallctl.games.bingo.variants.generator import make_cards
from hallctl.games.bingo.variants.variant import Variant


def make_series(
    variant: Variant, cards: int, seed: int, told: Callable[[int], None] = lambda _done: None
) -> Matrix:
    """Make a matrix of so many cards; a larger one of the same seed begins with the smaller one.

    Args:
        variant: What they are cards of.
        cards: How many; of cards with blanks whole strips.
        seed: The same seed gives the same cards on any machine.
        told: Called with the number of cards made so far.

    Raises:
        StripError: Cards with blanks do not make whole strips.
        SeriesError: There are not as many different cards.
    """
    if variant.has_blanks:
        return make_matrix(cards, seed, told, variant)
    made = make_cards(variant, cards, seed)
    told(len(made))
    width = len(variant.columns)
    return Matrix(tuple(Card(cells, width) for cells in made), variant)
