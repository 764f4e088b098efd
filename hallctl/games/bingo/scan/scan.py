"""Which sold cards hold a line or a bingo, at every called ball.

For the desk's own count, the simulator and the weighing of a wrong call. Never a reason to pay: a prize goes
to who sang it and was verified, and what the scan knows and nobody sang stays unpaid. Not responsible for
which cards are sold, nor for the faults of a card.
"""

from collections.abc import Container, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hallctl.games.bingo.rules.cards import PER_ROW, ROWS, UNIVERSE, Card
from hallctl.games.bingo.scan.bits import BITS, Ids, Words, count_of, ids_of

_AT_ONCE: Final = 1 << 15  # cards prepared together: their 90 rows of bytes stay in a processor's cache

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
        words = self._holders.shape[2]
        # The counter of a row is ones + 2 twos + 4 fours, one bit of it in each plane.
        self._ones, self._twos, self._fours = np.zeros((3, ROWS, words), np.uint64)
        self._carry, self._full = np.zeros((2, ROWS, words), np.uint64)
        self._lines, self._bingos = np.zeros((2, words), np.uint64)
        self._called: dict[int, None] = {}

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
        counters = (self._ones, self._twos, self._fours, self._carry, self._full)
        return sum(plane.nbytes for plane in (self._holders, *counters, self._lines, self._bingos))

    def call(self, ball: int) -> None:
        """Mark a called ball on every card that has it.

        Raises:
            ValueError: The ball is not from 1 to 90, or was called before.
        """
        demand_new(ball, self._called, UNIVERSE)
        self._called[ball] = None
        holders, carry, full = self._holders[ball - 1], self._carry, self._full
        np.bitwise_and(self._ones, holders, out=carry)
        np.bitwise_xor(self._ones, holders, out=self._ones)
        np.bitwise_and(self._twos, carry, out=full)  # full is free until the counters are right
        np.bitwise_xor(self._twos, carry, out=self._twos)
        np.bitwise_or(self._fours, full, out=self._fours)
        np.bitwise_and(self._ones, self._fours, out=full)
        np.bitwise_or(full[0], full[1], out=self._lines)
        np.bitwise_or(full[2], self._lines, out=self._lines)
        np.bitwise_and(full[0], full[1], out=self._bingos)
        np.bitwise_and(full[2], self._bingos, out=self._bingos)

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
        for plane in (self._ones, self._twos, self._fours, self._full, self._lines, self._bingos):
            plane.fill(0)
        for ball in anew:
            self.call(ball)

    def lines(self) -> Ids:
        """The ids of the cards with one complete row or more, ascending."""
        return ids_of(self._lines)

    def bingos(self) -> Ids:
        """The ids of the complete cards, ascending."""
        return ids_of(self._bingos)

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
        at_four = np.bitwise_or.reduce(self._fours ^ self._full, axis=0)
        return count_of(at_four & ~self._lines)

    def one_to_go_bingo(self) -> int:
        """How many cards lack a single number in all."""
        first, second, third = self._full
        two_full = (first & second) | (first & third) | (second & third)
        return count_of(two_full & np.bitwise_and.reduce(self._fours, axis=0) & ~self._bingos)


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
    """For each number and row, a bitmap of the cards that have it there."""
    words = -(-len(cards) // BITS)
    holders = np.empty((UNIVERSE, ROWS, words), np.uint64)
    for start in range(0, len(cards), _AT_ONCE):
        part = cards[start : start + _AT_ONCE]
        width = -(-len(part) // BITS)
        places = np.arange(len(part))
        marks = np.empty((UNIVERSE, width * BITS), np.bool_)
        for row in range(ROWS):
            marks.fill(False)
            for numbers in part[:, row].T:
                marks[numbers - 1, places] = True
            bits = np.packbits(marks, axis=1, bitorder="little").view(np.uint64)
            holders[:, row, start // BITS : start // BITS + width] = bits
    return holders
