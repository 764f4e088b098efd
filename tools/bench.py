"""How fast the scan and a game are, beside naive Python in the same run: ``python -m tools.bench``.

A figure of one machine on one day is for orientation; the ratios carry over. Not responsible for the book on
a disk (``tests.hallctl.minutes.bench_append``) nor for the walls.
"""

import argparse
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.rules.cards import PER_ROW, ROWS, UNIVERSE
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame
from hallctl.games.bingo.scan.cells import CellScan
from hallctl.games.bingo.scan.scan import Scan
from hallctl.games.bingo.variants import library
from hallctl.games.bingo.variants.combination import LINES, Combination, Way
from hallctl.games.bingo.variants.counts import count_number_sets
from hallctl.games.bingo.variants.variant import Variant
from hallctl.minutes.entry import NO_HASH, Draft, Entry, Stamp, seal
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Command
from hallctl.rules.events.base import Event
from tests.hallctl.games.bingo.rules.night import MATRIX, Night

GAME_CARDS = 600
SQUARE = "pt-bingo-75"
SHAPE = "letter-x"
_STAMP = Stamp("2026-11-21T01:04:37.120Z", -240, "synchronised", "bench")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured way to do a job.

    Attributes:
        milliseconds: The median of the job, on all the cards.
        naive: The median of naive Python for the same job, in milliseconds.
    """

    name: str
    milliseconds: float
    naive: float

    @property
    def ratio(self) -> float:
        """How many times as fast as naive Python it is."""
        return self.naive / self.milliseconds


class NaiveSets:
    """Three sets a card, every card looked at for every ball: what one writes first."""

    def __init__(self, cards: NDArray[np.uint8]) -> None:
        self._cards = [tuple(map(set, rows)) for rows in cards.tolist()]
        self._called: set[int] = set()
        self.lines: list[int] = []
        self.bingos: list[int] = []

    def call(self, ball: int) -> None:
        """Mark a ball and find the lines and the bingos."""
        called = self._called
        called.add(ball)
        self.lines, self.bingos = [], []
        for card, (first, second, third) in enumerate(self._cards):
            full = (first <= called) + (second <= called) + (third <= called)
            if full:
                self.lines.append(card)
            if full == ROWS:
                self.bingos.append(card)


class InvertedIndex:
    """From each number to the rows that hold it, a counter in a byte for each row: the scan's rival."""

    def __init__(self, cards: NDArray[np.uint8]) -> None:
        numbers = cards.reshape(-1)
        rows = (np.argsort(numbers, kind="stable") // PER_ROW).astype(np.int32)
        ends = np.cumsum(np.bincount(numbers, minlength=UNIVERSE + 1))
        self._rows = [rows[ends[ball - 1] : ends[ball]] for ball in range(1, UNIVERSE + 1)]
        self._counts = np.zeros(len(cards) * ROWS, np.uint8)
        self._full = np.zeros(len(cards), np.uint8)
        self.lines = 0
        self.bingos = 0

    def call(self, ball: int) -> None:
        """Mark a ball and count the lines and the bingos."""
        rows = self._rows[ball - 1]
        counts = self._counts[rows] + np.uint8(1)
        self._counts[rows] = counts
        cards = rows[counts == PER_ROW] // ROWS
        full = self._full[cards] + np.uint8(1)  # a number is once on a card, so no card comes twice here
        self._full[cards] = full
        self.lines += int(np.count_nonzero(full == 1))
        self.bingos += int(np.count_nonzero(full == ROWS))


def random_cards(count: int, seed: int) -> NDArray[np.uint8]:
    """Draw cards six at a time, each number once in the six; a scan does not see the columns."""
    rng = np.random.default_rng(seed)
    strips = -(-count // 6)
    numbers = rng.permuted(np.tile(np.arange(1, UNIVERSE + 1, dtype=np.uint8), (strips, 1)), axis=1)
    return np.ascontiguousarray(numbers.reshape(-1, ROWS, PER_ROW)[:count])


def scan_figures(cards: int, sample: int, seed: int) -> list[Figure]:
    """Call 90 balls on all three ways in turn, each with the caches that the others left cold, as in a hall.

    Args:
        cards: How many cards the scan and the index watch.
        sample: How many of them the sets watch, whose time is then scaled to all.
        seed: Of the cards and the order.

    Raises:
        RuntimeError: The three do not agree.
    """
    numbers = random_cards(cards, seed)
    naive, index, scan = NaiveSets(numbers[:sample]), InvertedIndex(numbers), Scan(numbers)
    times: list[tuple[float, float, float]] = []
    for ball in random.Random(seed).sample(range(1, UNIVERSE + 1), UNIVERSE):
        times.append((_ms(naive.call, ball), _ms(index.call, ball), _ms(scan.call, ball)))
        seen = scan.lines()
        counts = (index.lines, index.bingos) == (scan.lines_count, scan.bingos_count)
        if not counts or seen[seen < sample].tolist() != naive.lines:
            raise RuntimeError(f"the three ways disagree at ball {ball}")
    order = scan.called
    scan.replay(())
    warm = statistics.median(_ms(scan.call, ball) for ball in order)
    sets, counters, planes = (statistics.median(column) for column in zip(*times, strict=True))
    sets *= cards / sample
    return [
        Figure(f"Python sets ({sample:,} cards, scaled)", sets, sets),
        Figure("numpy bytes through an inverted index", counters, sets),
        Figure("bit-sliced counters (hallctl.games.bingo.scan)", planes, sets),
        Figure("the same, ball after ball without pause", warm, sets),
    ]


def square_cards(variant: Variant, count: int, seed: int) -> NDArray[np.uint8]:
    """Draw cards without blanks, each column's numbers in any order."""
    rng, width = np.random.default_rng(seed), len(variant.columns)
    cards = np.empty((count, variant.rows, width), np.uint8)
    for at, column in enumerate(variant.columns):
        numbers = np.tile(np.array(column.numbers, np.uint8), (count, 1))
        cards[:, :, at] = rng.permuted(numbers, axis=1)[:, : variant.rows]
    flat = cards.reshape(count, -1)
    flat[:, list(variant.free)] = 0
    return flat


class NaiveForms:
    """The cells of each card, every form looked at for every ball: what one writes first."""

    def __init__(self, combinations: Sequence[Sequence[int]], cards: NDArray[np.uint8]) -> None:
        self._cards = cards.tolist()
        self._forms = [[_cells(form) for form in forms] for forms in combinations]
        self._called = {0}
        self.won: list[list[int]] = []

    def call(self, ball: int) -> None:
        """Mark a ball and find the cards of each combination."""
        called = self._called
        called.add(ball)
        self.won = [
            [
                at
                for at, card in enumerate(self._cards)
                if any(all(card[cell] in called for cell in form) for form in forms)
            ]
            for forms in self._forms
        ]


def _cells(form: int) -> list[int]:
    return [cell for cell in range(form.bit_length()) if form >> cell & 1]


def forms_figures(cards: int, sample: int, seed: int) -> list[Figure]:
    """Call 75 balls on cards of which twelve lines, the corners and a shape win, both ways in turn.

    Raises:
        RuntimeError: The two do not agree.
    """
    variant = library.variant(SQUARE)
    shape = next(each for each in library.shapes() if each.key == SHAPE)
    wanted = Combination(LINES), Combination((Way.CORNERS,)), Combination((), 1, (shape,))
    numbers = square_cards(variant, cards, seed)
    scan = CellScan(variant, wanted, numbers)
    naive = NaiveForms([each.forms(variant) for each in wanted], numbers[:sample])
    times: list[tuple[float, float]] = []
    for ball in random.Random(seed).sample(range(1, variant.universe + 1), variant.universe):
        times.append((_ms(naive.call, ball), _ms(scan.call, ball)))
        for at, won in enumerate(naive.won):
            seen = scan.winners(at)
            if seen[seen < sample].tolist() != won:
                raise RuntimeError(f"the two ways disagree at ball {ball}")
    order = scan.called
    scan.replay(())
    warm = statistics.median(_ms(scan.call, ball) for ball in order)
    sets, planes = (statistics.median(column) for column in zip(*times, strict=True))
    sets *= cards / sample
    return [
        Figure(f"Python, form by form ({sample:,} cards, scaled)", sets, sets),
        Figure("planes of cells (hallctl.games.bingo.scan)", planes, sets),
        Figure("the same, ball after ball without pause", warm, sets),
    ]


class Hall(Protocol):
    """What the bench asks of the rules' own test hall, which grows with them."""

    events: list[Event]
    state: Any

    def open_session(self) -> Any:
        """Open book and session."""

    def start(self, cards: int) -> Any:
        """Sell cards and begin the draw."""

    def draw(self, ball: int) -> None:
        """Order, draw and call a ball."""

    def claim(self, claim: Claim, *cards: int) -> None:
        """Stop and verify cards."""

    def ask(self) -> None:
        """Ask for any more, and wait."""

    def do(self, *commands: Command) -> Any:
        """Take steps, each of which the rules must allow."""

    def settled(self) -> Any:
        """Pay, collect and sign."""


def opened_hall() -> Hall:
    """Open a hall in memory, ready to announce a game."""
    hall: Hall = Night()  # type: ignore[no-untyped-call]
    hall.open_session()
    return hall


def play(hall: Hall, order: Sequence[int]) -> None:
    """Play a whole game in which the bingo is sung after the last ball, and everything is paid and signed."""
    hall.start(GAME_CARDS)
    for ball in order:
        hall.draw(ball)
    hall.claim(Claim.BINGO, 1)
    hall.ask()
    hall.do(FinishGame())
    hall.settled()


def sealed(events: Sequence[Event]) -> list[Entry]:
    """Keep events as the book would, sealed and chained, in a list."""
    entries: list[Entry] = []
    number, previous = 0, NO_HASH
    for event in events:
        draft = Draft(type(event).__name__, encode(event), "jefe:Ana", "request", NO_HASH)
        entries.append(seal(draft, _STAMP, number + 1, previous))
        number, previous = entries[-1].number, entries[-1].hash
    return entries


def game_figures(games: int, seed: int) -> list[Figure]:
    """Play games of 90 balls and 600 cards; naive Python only looks for winners, without rules or book."""
    rng = random.Random(seed)
    cards = np.array([card.rows for card in MATRIX.cards], np.uint8)[:GAME_CARDS]
    times: list[tuple[float, float, float]] = []
    for _ in range(games):
        order = rng.sample(range(1, UNIVERSE + 1), UNIVERSE)
        hall, naive = opened_hall(), NaiveSets(cards)
        before = len(hall.events)
        looked = _ms(lambda order=order, naive=naive: [naive.call(ball) for ball in order])
        played = _ms(play, hall, order)
        booked = _ms(sealed, hall.events[before:])
        times.append((looked, played, played + booked))
    sets, rules, book = (statistics.median(column) for column in zip(*times, strict=True))
    return [
        Figure("Python sets, only looking for winners", sets, sets),
        Figure("decide and evolve, events in a list", rules, sets),
        Figure("the same, events sealed and chained", book, sets),
    ]


def _ms(job: Callable[..., object], *arguments: object) -> float:
    start = time.process_time()  # a busy machine takes the processor away in between
    job(*arguments)
    return (time.process_time() - start) * 1000


def series_seconds(variant: Variant, cards: int, seed: int) -> float:
    """Return how long it takes to make a matrix of this many cards, in seconds."""
    start = time.perf_counter()
    make_series(variant, cards, seed)
    return time.perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=1_000_000)
    parser.add_argument("--sample", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--series", type=int, default=18_000)
    parser.add_argument("--seed", type=int, default=1042)
    asked = parser.parse_args()
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {platform.machine()}")
    print(f"\nOne ball on {asked.cards:,} cards, median of {UNIVERSE}")
    for figure in scan_figures(asked.cards, min(asked.sample, asked.cards), asked.seed):
        print(f"  {figure.name:40} {figure.milliseconds:10.3f} ms {figure.ratio:8,.0f}x")
    few = min(asked.sample // 10, asked.cards)
    print(f"\nOne ball on {asked.cards:,} cards of {SQUARE}: lines, corners and {SHAPE}, median of 75")
    for figure in forms_figures(asked.cards, few, asked.seed):
        print(f"  {figure.name:40} {figure.milliseconds:10.3f} ms {figure.ratio:8,.0f}x")
    print(f"\nA game of {UNIVERSE} balls and {GAME_CARDS} cards, median of {asked.games}")
    for figure in game_figures(asked.games, asked.seed):
        rate = 1000 / figure.milliseconds
        print(f"  {figure.name:40} {figure.milliseconds:10.3f} ms {figure.ratio:8.2f}x {rate:6.0f} games/s")
    for variant in map(library.variant, library.VARIANTS):
        cards = min(asked.series, count_number_sets(variant))
        seconds = series_seconds(variant, cards, asked.seed)
        print(f"\nA series of {cards:,} cards of {variant.key} made in {seconds:.2f} s", end="")
    print()


if __name__ == "__main__":
    main()
