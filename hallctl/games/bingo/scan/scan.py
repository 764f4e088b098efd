"""Which sold cards hold a line or a bingo, at every called ball.

For the desk's own count, the simulator and the weighing of a wrong call. Never a reason to pay: a prize goes
to who sang it and was verified, and what the scan knows and nobody sang stays unpaid. Not responsible for
which cards are sold, nor for the faults of a card.
"""

from collections.abc import Container, Iterable
from typing import Final

import numpy as np
from numpy import bitwise_and, bitwise_or, bitwise_xor
from numpy.typing import NDArray

from hallctl.games.bingo.rules.cards import PER_ROW, ROWS, UNIVERSE, Card
from hallctl.games.bingo.scan.bits import BITS, Ids, Words, blank, blocks_for, count_of, ids_of, parts

_COUNTER: Final = 3
_PLANES: Final = 17  # that a ball touches: 3 of its holders, 9 of counters, 3 to work in, 2 of results

Numbers = NDArray[np.uint8]


class Scan:
    """Counts the called numbers of every row of every card, 64 cards to a word.

    Built from an array of cards by rows by numbers, n x 3 x 5. A card's id is its place in the array, from 0.
    Keeps 36 bytes a card, and a ball allocates nothing that grows with them. Not for several threads.

    Attributes:
        size: How many cards are watched.

    Raises:
        ValueError: The array has another shape or type, a number is not from 1 to 90, or a row holds a number
            twice.
    """

    def __init__(self, cards: Numbers) -> None:
        _demand_cards(cards)
        self.size: Final = len(cards)
        self._holders = _holders(cards)
        if int(np.bitwise_count(self._holders).sum(dtype=np.int64)) != cards.size:
            raise ValueError("a card has a number twice in a row; validate the cards before scanning them")
        blocks, _, words = self._holders.shape[1:]
        self._counters = blank(blocks, _COUNTER, ROWS, words)
        self._carry = blank(ROWS, words)
        self._lines, self._bingos = blank(2, blocks, words)
        self._blocks = tuple(zip(self._counters, self._lines, self._bingos, strict=True))
        self._called: dict[int, None] = {}
        self.replay(())

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "Scan":
        """Watch these cards; a card's id is its place among them, from 0.

        Raises:
            ValueError: A row does not have five different numbers from 1 to 90.
        """
        rows = [row for card in cards for row in card.rows]
        for place, row in enumerate(rows):
            if len(row) != PER_ROW or not all(1 <= number <= UNIVERSE for number in row):
                raise ValueError(
                    f"row {place % ROWS + 1} of card {place // ROWS} is not {PER_ROW} numbers: {row}"
                )
        return cls(np.array(rows, np.uint8).reshape(-1, ROWS, PER_ROW))

    @property
    def called(self) -> tuple[int, ...]:
        """The called balls, in their order."""
        return tuple(self._called)

    @property
    def nbytes(self) -> int:
        """The memory of the planes, in bytes."""
        planes = (self._holders, self._counters, self._carry, self._lines, self._bingos)
        return sum(plane.nbytes for plane in planes)

    def call(self, ball: int) -> None:
        """Mark a called ball on every card that has it.

        Raises:
            ValueError: The ball is not from 1 to 90, or was called before.
        """
        demand_new(ball, self._called, UNIVERSE)
        self._called[ball] = None
        carry = self._carry
        first, second, third = carry
        way = 1 if len(self._called) % 2 else -1  # the block that was the last is still in the cache
        for holders, ((even, low, fours), lines, bingos) in zip(
            self._holders[ball - 1, ::way], self._blocks[::way], strict=True
        ):
            bitwise_xor(even, holders, even)
            bitwise_and(even, holders, carry)
            bitwise_xor(low, carry, low)
            bitwise_and(low, carry, carry)
            bitwise_xor(fours, carry, fours)
            bitwise_and(low, fours, carry)  # now the rows that are full
            bitwise_or(first, second, lines)
            bitwise_or(third, lines, lines)
            bitwise_and(first, second, bingos)
            bitwise_and(third, bingos, bingos)

    def replay(self, balls: Iterable[int]) -> None:
        """Forget every call and call these balls instead: the way to take one back.

        Raises:
            ValueError: A ball is not from 1 to 90, or comes twice; what was called before still stands.
        """
        anew: dict[int, None] = {}
        for ball in balls:
            demand_new(ball, anew, UNIVERSE)
            anew[ball] = None
        self._called = {}
        for plane in (self._counters, self._lines, self._bingos):
            plane.fill(0)
        self._counters[:, -1] = ~np.uint64(0)
        for ball in anew:
            self.call(ball)

    def lines(self) -> Ids:
        """The ids of the cards with one complete row or more, ascending."""
        return ids_of(self._lines.reshape(-1))

    def bingos(self) -> Ids:
        """The ids of the complete cards, ascending."""
        return ids_of(self._bingos.reshape(-1))

    @property
    def lines_count(self) -> int:
        """How many cards have a complete row or more."""
        return count_of(self._lines)

    @property
    def bingos_count(self) -> int:
        """How many cards are complete."""
        return count_of(self._bingos)

    def one_to_go_line(self) -> int:
        """How many cards without a line lack a single number for one."""
        at_four, _ = self._rows()
        return count_of(np.bitwise_or.reduce(at_four) & ~self._lines)

    def one_to_go_bingo(self) -> int:
        """How many cards lack a single number in all."""
        at_four, full = self._rows()
        first, second, third = full
        two_full = (first & second) | (first & third) | (second & third)
        return count_of(two_full & np.bitwise_or.reduce(at_four))

    def _rows(self) -> tuple[Words, Words]:
        """Return for each row on which cards it lacks one number, and on which it lacks none."""
        even, low, fours = self._counters.transpose(1, 2, 0, 3)
        return ~(even | low | fours), low & fours


def _demand_cards(cards: Numbers) -> None:
    if cards.dtype != np.uint8 or cards.ndim != 3 or cards.shape[1:] != (ROWS, PER_ROW):
        raise ValueError(f"cards must be bytes of shape (n, 3, 5), not {cards.dtype} of {cards.shape}")
    if cards.size and (cards.min() < 1 or cards.max() > UNIVERSE):
        raise ValueError(f"cards hold numbers from {cards.min()} to {cards.max()}, not from 1 to {UNIVERSE}")


def demand_new(ball: int, called: Container[int], universe: int) -> None:
    """Refuse a ball that does not exist or was called.

    Raises:
        ValueError: It is not from 1 to the universe, or was called before.
    """
    if not 1 <= ball <= universe:
        raise ValueError(f"ball {ball} is not from 1 to {universe}")
    if ball in called:
        raise ValueError(f"ball {ball} is called already; to call it elsewhere in the order, replay")


def _holders(cards: Numbers) -> Words:
    """For each number, block of cards and row, a bitmap of the cards that have it there."""
    blocks, words = blocks_for(len(cards), _PLANES)
    holders = blank(UNIVERSE, blocks, ROWS, words)
    for block, at, of in parts(len(cards), words):
        part = cards[of]
        places = np.arange(len(part))
        marks = np.empty((UNIVERSE, (at.stop - at.start) * BITS), np.bool_)
        for row in range(ROWS):
            marks.fill(False)
            for numbers in part[:, row].T:
                marks[numbers - 1, places] = True
            holders[:, block, row, at] = np.packbits(marks, axis=1, bitorder="little").view(np.uint64)
    return holders
