"""Which sold cards of any variant hold a combination, at every called ball.

One plane of bits a cell says on which cards the cell is filled; a form of a combination is the AND of its
cells, and only the forms that a ball's column touches are looked at again. ``Scan`` counts rows, which is
quicker where cards have blanks. Never a reason to pay: a prize goes to who sang it and was verified.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from hallctl.games.bingo.scan.bits import BITS, Ids, Words, count_of, ids_of, packed
from hallctl.games.bingo.scan.scan import Numbers, demand_new
from hallctl.games.bingo.variants.combination import Combination
from hallctl.games.bingo.variants.variant import Variant

_AT_ONCE: Final = 1 << 15
"""Cards prepared together: what is made of them meanwhile stays small."""


class CellScan:
    """Watches the cards of a series for some combinations; a card's id is its place, from 0.

    A ball allocates nothing that grows with the cards. Not for several threads.

    Attributes:
        size: How many cards are watched.

    Raises:
        ValueError: The array is not cards by cells, or a number is not one of its column.
        CombinationError: A combination has no meaning on these cards.
    """

    def __init__(self, variant: Variant, combinations: Sequence[Combination], cards: Numbers) -> None:
        """Prepare the planes.

        Args:
            variant: The variant.
            combinations: What is looked for; they are asked for by their place among them.
            cards: Bytes of shape cards by cells, row by row; 0 where a cell is free or blank.
        """
        _demand_cards(variant, cards)
        self.size: Final = len(cards)
        self._universe = variant.universe
        self._column_of = {n: at for at, column in enumerate(variant.columns) for n in column.numbers}
        self._holders = _holders(variant, cards)
        width = len(variant.columns)
        # By column, then row: the cells that a ball may fill lie together.
        by_row = packed(cards.T == 0).reshape(variant.rows, width, -1)
        self._empty = np.ascontiguousarray(by_row.swapaxes(0, 1))
        self._filled = self._empty.copy()
        words = self._filled.shape[-1]
        self._won = np.zeros((len(combinations), words), np.uint64)
        self._form = np.zeros(words, np.uint64)
        self._watched = packed(np.ones(self.size, np.bool_))  # the last word has bits that stand for no card
        cells = [cell for cell in range(variant.cells) if cell not in variant.free]  # a free one is filled
        forms = [
            [[divmod(cell, width)[::-1] for cell in cells if form >> cell & 1] for form in c.forms(variant)]
            for c in combinations
        ]
        self._forms = [[self._planes(form) for form in each] for each in forms]
        self._touched = [
            [[self._planes(form) for form in each if any(c == column for c, _ in form)] for each in forms]
            for column in range(width)
        ]
        self._called: dict[int, None] = {}

    @property
    def called(self) -> tuple[int, ...]:
        """The called balls, in their order."""
        return tuple(self._called)

    def call(self, ball: int) -> None:
        """Mark a called ball on every card that has it.

        Raises:
            ValueError: There is no such ball, or it was called before.
        """
        demand_new(ball, self._called, self._universe)
        self._called[ball] = None
        column = self._column_of[ball]
        filled = self._filled[column]
        np.bitwise_or(filled, self._holders[ball - 1], out=filled)
        for won, forms in zip(self._won, self._touched[column], strict=True):
            for form in forms:
                np.bitwise_or(won, self._complete(form), out=won)

    def replay(self, balls: Iterable[int]) -> None:
        """Forget every call and call these balls instead: the way to take one back.

        Raises:
            ValueError: There is no such ball, or it comes twice; what was called before still stands.
        """
        anew: dict[int, None] = {}
        for ball in balls:
            demand_new(ball, anew, self._universe)
            anew[ball] = None
        self._called = {}
        np.copyto(self._filled, self._empty)
        self._won.fill(0)
        for ball in anew:
            self.call(ball)

    def winners(self, combination: int) -> Ids:
        """Return the ids of the cards that hold a combination, ascending."""
        return ids_of(self._won[combination])

    def count(self, combination: int) -> int:
        """Return how many cards hold a combination."""
        return count_of(self._won[combination])

    def one_to_go(self, combination: int) -> int:
        """Return how many cards without a combination lack a single number for it."""
        near = np.zeros_like(self._form)
        for form in self._forms[combination]:
            lacks, more = np.zeros((2, *near.shape), np.uint64)
            for plane in form:
                empty = ~plane
                more |= lacks & empty
                lacks |= empty
            near |= lacks & ~more
        return count_of(near & ~self._won[combination] & self._watched)

    def _planes(self, form: Iterable[tuple[int, int]]) -> Sequence[Words]:
        """Return the planes of the cells of a form, which are views."""
        return [self._filled[column, row] for column, row in form]

    def _complete(self, form: Sequence[Words]) -> Words:
        """Return the cards on which every cell of a form is filled, in a plane that is used again."""
        first, *others = form
        np.bitwise_and(first, others[0] if others else first, out=self._form)
        for plane in others[1:]:
            np.bitwise_and(self._form, plane, out=self._form)
        return self._form


def _demand_cards(variant: Variant, cards: Numbers) -> None:
    if cards.dtype != np.uint8 or cards.ndim != 2 or cards.shape[1] != variant.cells:
        raise ValueError(
            f"cards must be bytes of shape (n, {variant.cells}), not {cards.dtype} of {cards.shape}"
        )
    width = len(variant.columns)
    for at, column in enumerate(variant.columns):
        held = cards[:, at::width]
        strange = (held != 0) & ((held < column.first) | (held > column.last))
        if strange.any():
            raise ValueError(f"column {at + 1} has {held[strange][0]}, which is not one of its numbers")


def _holders(variant: Variant, cards: Numbers) -> Words:
    """Return for each number, and each row of its column, a plane of the cards that have it there."""
    width = len(variant.columns)
    words = -(-len(cards) // BITS)
    holders = np.zeros((variant.universe, variant.rows, words), np.uint64)
    for start in range(0, len(cards), _AT_ONCE):
        part = cards[start : start + _AT_ONCE]
        for at, column in enumerate(variant.columns):
            held = part[:, at::width].T
            for number in column.numbers:
                bits = packed(held == number)
                holders[number - 1, :, start // BITS : start // BITS + bits.shape[-1]] = bits
    return holders
