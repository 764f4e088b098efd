"""The results of the rounds, held against their exact chances (DB16).

Void rounds and demonstrations do not count. Not responsible for the page (``kinds``).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from hallctl.games.baccarat.odds import by_rank, by_value, chances, pairs
from hallctl.games.baccarat.rules.cards import composition
from hallctl.games.baccarat.rules.events.round import DemonstrationOpened, ResultEstablished
from hallctl.games.baccarat.rules.events.shoe import ShoeBegun
from hallctl.games.baccarat.rules.tableau import Result
from hallctl.outputs.chance import chi_square_tail
from hallctl.outputs.minuted import Minuted

PAIRS: Final = ("player pair", "banker pair")
"""What is counted beside the results."""

LEAST_EXPECTED: Final = 5
"""Rounds that each result must be expected to have before χ² says anything."""


@dataclass(frozen=True, slots=True)
class Counted:
    """How often something came, and how often chance gives it."""

    name: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class DeckRounds:
    """The rounds of all shoes of so many decks.

    Attributes:
        shoes: How many shoes.
        results: Banker, player, tie.
        pairs: Of each side.
        p: How probable results so far from the expected ones are; None for too few rounds.
    """

    decks: int
    shoes: int
    rounds: int
    results: tuple[Counted, ...]
    pairs: tuple[Counted, ...]
    p: float | None


@dataclass
class _Decks:
    """What is counted, as the book is read."""

    shoes: int = 0
    counts: Counter[str] = field(default_factory=Counter)


def deck_rounds(entries: Iterable[Minuted]) -> tuple[DeckRounds, ...]:
    """Return the rounds by the number of decks, of whole shoes: each round as if it were the first."""
    found: dict[int, _Decks] = {}
    for decks, event in _events(entries):
        held = found.setdefault(decks, _Decks())
        if isinstance(event, ShoeBegun):
            held.shoes += 1
            continue
        held.counts[event.result] += 1
        held.counts.update(
            name for name, pair in zip(PAIRS, (event.player_pair, event.banker_pair), strict=True) if pair
        )
    return tuple(_told(decks, held) for decks, held in sorted(found.items()))


def _events(entries: Iterable[Minuted]) -> Iterator[tuple[int, ShoeBegun | ResultEstablished]]:
    decks, shown = 0, 0
    for entry in entries:
        match entry.event:
            case ShoeBegun(decks=decks) as begun:
                yield decks, begun
            case DemonstrationOpened(round=shown):
                pass
            case ResultEstablished() as established if established.round != shown:
                yield decks, established
            case _:
                pass


def _told(decks: int, held: _Decks) -> DeckRounds:
    cards, rounds = composition(decks), sum(held.counts[result] for result in Result)
    exact, pair = chances(by_value(cards)), pairs(by_rank(cards))
    results = tuple(
        Counted(result.value, held.counts[result], rounds * exact.of(result) / exact.total)
        for result in (Result.BANKER, Result.PLAYER, Result.TIE)
    )
    of_pairs = tuple(Counted(name, held.counts[name], float(rounds * pair.one_side)) for name in PAIRS)
    enough = all(each.expected >= LEAST_EXPECTED for each in results)
    chi = sum((each.count - each.expected) ** 2 / each.expected for each in results) if enough else 0.0
    return DeckRounds(
        decks, held.shoes, rounds, results, of_pairs, chi_square_tail(chi, 2) if enough else None
    )
