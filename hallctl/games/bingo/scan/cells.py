"""Which sold cards of any variant hold a combination, at every called ball.

One plane of bits a cell says on which cards the cell is filled; a form of a combination is the AND of its
cells, and only the forms that a ball's column touches are looked at again. ``Scan`` counts rows, which is
quicker where cards have blanks. Never a reason to pay: a prize goes to who sang it and was verified.
"""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Final

import numpy as np

from hallctl.games.bingo.scan.bits import BITS, Ids, Words, blank, blocks_for, count_of, ids_of, packed, parts
from hallctl.games.bingo.scan.plan import Plan, by_column
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
        self._universe, self._rows = variant.universe, variant.rows
        self._column_of = {n: at for at, column in enumerate(variant.columns) for n in column.numbers}
        self._forms = [[by_column(variant, form) for form in each.forms(variant)] for each in combinations]
        plan = Plan(variant, self._forms)
        blocks, words = blocks_for(len(cards), plan.planes + variant.rows)
        self._holders, self._empty = _prepared(variant, cards, blocks, words)
        self._filled = blank(*self._empty.shape)
        np.copyto(self._filled, self._empty)
        self._won = blank(len(combinations), blocks, words)
        self._work = blank(plan.planes - variant.cells - len(combinations), words)
        # The last words have bits that stand for no card.
        self._watched = packed(np.arange(blocks * words * BITS) < self.size).reshape(blocks, words)
        by_block = [self._passes_of(plan, block) for block in range(blocks)]
        self._passes = [*zip(*by_block, strict=True)]
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
        way = 1 if len(self._called) % 2 else -1  # the block that was the last is still in the cache
        cells = self._filled[::way, column * self._rows : (column + 1) * self._rows]
        for filled, holders, each in zip(
            cells, self._holders[ball - 1, ::way], self._passes[column][::way], strict=True
        ):
            np.bitwise_or(filled, holders, filled)
            for join, first, second, into in each:
                join(first, second, into)

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
        return ids_of(self._won[combination].reshape(-1))

    def count(self, combination: int) -> int:
        """Return how many cards hold a combination."""
        return count_of(self._won[combination])

    def one_to_go(self, combination: int) -> int:
        """Return how many cards without a combination lack a single number for it."""
        near = np.zeros_like(self._won[combination])
        for form in self._forms[combination]:
            lacks, more = np.zeros((2, *near.shape), np.uint64)
            for cell in range(form.bit_length()):
                if form >> cell & 1:
                    empty = ~self._filled[:, cell]
                    more |= lacks & empty
                    lacks |= empty
            near |= lacks & ~more
        return count_of(near & ~self._won[combination] & self._watched)

    def _passes_of(self, plan: Plan, block: int) -> list[list[tuple[np.ufunc, Words, Words, Words]]]:
        """Return the passes over a block of cards for each column, with their planes."""
        # The same array for the same planes: NumPy takes twice as long over two that overlap.
        array = cache(partial(self._planes, block))
        return [
            [
                (
                    np.bitwise_and if each.both else np.bitwise_or,
                    array(each.first, each.height),
                    array(each.second, each.height),
                    array(each.into, each.height),
                )
                for each in passes
            ]
            for passes in plan.columns
        ]

    def _planes(self, block: int, first: int, height: int) -> Words:
        """Return planes that lie together, by the places that a plan gives them."""
        for planes in (self._filled[block], self._won[:, block]):
            if first < len(planes):
                return planes[first : first + height]
            first -= len(planes)
        return self._work[first : first + height]


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


def _prepared(variant: Variant, cards: Numbers, blocks: int, words: int) -> tuple[Words, Words]:
    """Return planes of the cards that have a number, for each row of its column; then of those with none."""
    width, rows = len(variant.columns), variant.rows
    holders = blank(variant.universe, blocks, rows, words)
    empty = blank(blocks, width * rows, words)
    for block, at, of in parts(len(cards), words):
        for place, column in enumerate(variant.columns):
            held = cards[of, place::width].T
            empty[block, place * rows : (place + 1) * rows, at] = packed(held == 0)
            for number in column.numbers:
                holders[number - 1, block, :, at] = packed(held == number)
    return holders, empty
