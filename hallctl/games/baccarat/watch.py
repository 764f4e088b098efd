"""Whether shoes come as chance deals them: cards, results and pairs, and a test to look at after every round.

The test multiplies, card by card and round by round, how much better a shoe with some preference foretold
what came than a well shuffled one, whose chances are known exactly from the cards that are left. With fair
shoes that product passes 1 / α at any time with probability α at most (Ville). Not responsible for
telling anybody: it is for the Director alone.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import exp, log
from typing import Final

from hallctl.games.baccarat.odds import by_rank, by_value, chances, pairs
from hallctl.games.baccarat.rules.cards import Card, Rank, Suit, composition
from hallctl.games.baccarat.rules.tableau import Result

ALARM: Final = 0.005
"""How probable an alarm of fair shoes is at most, at all looks and of all preferences together."""

_STRENGTH: Final = 200.0
"""How strong a preference is expected: this many cards or rounds, as if they had been fair."""

_MOST: Final = 700.0
"""The largest logarithm whose number is one; no alarm hangs on more."""

_FEWEST: Final = 6
"""Cards that must be left for a round to have its chances."""


class Preference(StrEnum):
    """What shoes that are not well shuffled, or not whole, may prefer."""

    RANK = "rank"
    SUIT = "suit"
    RESULT = "result"
    PAIR = "pair"
    EXCESS = "excess"
    """A card came oftener than its decks have it."""


_WEIGHT: Final = 0.25
"""How the four preferences share the level."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How fast rounds followed each other.

    Attributes:
        rounds: How many there were.
        mean_s: Seconds from one to the next.
        longest_s: The longest of them.
    """

    rounds: int
    mean_s: float
    longest_s: float


def timing(ends_ms: Sequence[int]) -> Timing | None:
    """Return how fast the rounds of a shoe followed each other, by when each ended; None below two."""
    gaps = [(later - earlier) / 1000 for earlier, later in pairwise(ends_ms)]
    return Timing(len(ends_ms), sum(gaps) / len(gaps), max(gaps)) if gaps else None


class _Evidence:
    """The product so far for one kind of thing, as a logarithm.

    Before each, what came oftener than its chances is foretold that much more often.
    """

    def __init__(self, shares: Sequence[float]) -> None:
        self._came = [_STRENGTH * share for share in shares]
        self._expected = [*self._came]
        self.value = 0.0

    def take(self, chance: Sequence[float], came: int) -> None:
        """Take which of its kinds came, by the chance of each just before."""
        tilted = [
            each * came_so_far / expected
            for each, came_so_far, expected in zip(chance, self._came, self._expected, strict=True)
        ]
        self.value += log(tilted[came] / sum(tilted) / chance[came])
        self._came[came] += 1
        self._expected = [so_far + each for so_far, each in zip(self._expected, chance, strict=True)]


class Watch:
    """The watch over one table's shoes."""

    def __init__(self) -> None:
        self._left: Counter[Card] = Counter()
        self._came: Counter[Card] = Counter()
        self._excess: list[Card] = []
        self._found: Preference | None = None
        self._of = {
            Preference.RANK: _Evidence([1 / len(Rank)] * len(Rank)),
            Preference.SUIT: _Evidence([1 / len(Suit)] * len(Suit)),
            Preference.RESULT: _Evidence([0.446, 0.459, 0.095]),
            Preference.PAIR: _Evidence([0.006, 0.069, 0.069, 0.856]),
        }

    def shoe(self, decks: int) -> None:
        """Begin a shoe of so many whole decks."""
        self._left = composition(decks)

    def card(self, card: Card) -> None:
        """Take a card that left the shoe outside a round; one that is not known changes no chances."""
        self._take(card)
        self._look()

    def _take(self, card: Card) -> None:
        self._came[card] += 1
        if self._left[card] <= 0:
            self._excess.append(card)
            self._found = self._found or Preference.EXCESS
            return
        for preference, kinds, kind in (
            (Preference.RANK, Rank, card.rank),
            (Preference.SUIT, Suit, card.suit),
        ):
            counts = Counter[str]()
            for each, left in self._left.items():
                counts[each.rank if preference is Preference.RANK else each.suit] += left
            every = [*kinds]
            whole = counts.total()
            self._of[preference].take([counts[each] / whole for each in every], every.index(kind))
        self._left[card] -= 1

    def round(self, cards: Sequence[Card], result: Result, player_pair: bool, banker_pair: bool) -> None:
        """Take a valid round with all its cards, in the order in which they were drawn."""
        if self._left.total() >= _FEWEST:
            found = chances(by_value(self._left))
            order = (Result.PLAYER, Result.BANKER, Result.TIE)
            shares = [found.of(each) / found.total for each in order]
            self._of[Preference.RESULT].take(shares, order.index(result))
            pair = pairs(by_rank(self._left))
            one, both = float(pair.one_side), float(pair.both)
            kinds = [both, one - both, one - both, 1 - 2 * one + both]
            self._of[Preference.PAIR].take(kinds, 2 * (not player_pair) + (not banker_pair))
        for card in cards:
            self._take(card)
        self._look()  # not before: the result says something of the cards

    def _look(self) -> None:
        if self._found is None:
            parts = {each: _WEIGHT * exp(min(self._of[each].value, _MOST)) for each in self._of}
            if sum(parts.values()) >= 1 / ALARM:
                self._found = max(parts, key=lambda each: parts[each])

    @property
    def evidence(self) -> Mapping[Preference, float]:
        """How much better shoes with each preference foretold all than fair ones; a logarithm."""
        return {each: evidence.value for each, evidence in self._of.items()}

    @property
    def excess(self) -> tuple[Card, ...]:
        """The cards that came oftener than their decks have them, each time."""
        return tuple(self._excess)

    @property
    def came(self) -> Mapping[Card, int]:
        """How often each card came, of all shoes."""
        return self._came

    @property
    def left(self) -> Mapping[Card, int]:
        """How many of each card are left in the shoe, as far as every card was known."""
        return self._left

    @property
    def alarm(self) -> Preference | None:
        """What the shoes were found to prefer, at whichever look; None while they pass for fair."""
        return self._found
