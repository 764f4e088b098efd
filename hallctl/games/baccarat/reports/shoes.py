"""The shoes day by day: how fast they were dealt, and whether they come as chance deals them.

The watch begins anew each day, as the Director's notice does. Not responsible for the page (``kinds``), nor
for the test (``watch``).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from math import exp

from hallctl.games.baccarat.feed import WatchFeed
from hallctl.games.baccarat.rules.cards import Rank, Suit
from hallctl.games.baccarat.rules.events.round import ResultEstablished
from hallctl.games.baccarat.rules.events.shoe import ShoeBegun
from hallctl.games.baccarat.watch import Preference, Timing, Watch, timing
from hallctl.outputs.minuted import Minuted
from hallctl.rules.events.session import SessionOpened

_MOST: float = 700.0
"""The largest logarithm whose number is one."""


@dataclass(frozen=True, slots=True)
class ShoePlayed:
    """A shoe of the day.

    Attributes:
        number: Its order number in the volume.
        lot: Its decks.
        device: The serial number of the shoe.
        rounds: How many had a result, demonstrations too.
        pace: How fast they followed each other; None below two.
    """

    number: int
    lot: str
    device: str
    rounds: int
    pace: Timing | None


@dataclass(frozen=True, slots=True)
class DayOfShoes:
    """The shoes of a day, and what the watch found.

    Attributes:
        session: The number of the day.
        cards: How many cards are known.
        ranks: How often each rank came.
        suits: How often each suit came.
        times: How many times better shoes with each preference foretold all than fair ones.
        excess: The cards that came oftener than their decks have them.
        alarm: What the shoes prefer; empty while they pass for fair.
    """

    session: int
    day: str
    shoes: tuple[ShoePlayed, ...]
    cards: int
    ranks: Mapping[str, int]
    suits: Mapping[str, int]
    times: Mapping[str, float]
    excess: tuple[str, ...]
    alarm: str


@dataclass
class _Shoe:
    """A shoe, as it is read."""

    begun: ShoeBegun
    ends: list[datetime] = field(default_factory=list)

    def told(self) -> ShoePlayed:
        pace = timing([round(each.timestamp() * 1000) for each in self.ends])
        return ShoePlayed(self.begun.number, self.begun.lot, self.begun.shoe, len(self.ends), pace)


@dataclass
class _Day:
    """A day, as it is read."""

    opened: SessionOpened
    watch: Watch = field(default_factory=Watch)
    shoes: list[_Shoe] = field(default_factory=list)

    def told(self) -> DayOfShoes:
        watch = self.watch
        ranks, suits = Counter[str](), Counter[str]()
        for card, count in watch.came.items():
            ranks[card.rank.value] += count
            suits[card.suit.value] += count
        found = {each: watch.evidence[each] for each in Preference if each in watch.evidence}
        return DayOfShoes(
            session=self.opened.session,
            day=self.opened.day,
            shoes=tuple(shoe.told() for shoe in self.shoes),
            cards=ranks.total(),
            ranks={each.value: ranks[each.value] for each in Rank},
            suits={each.value: suits[each.value] for each in Suit},
            times={each.value: exp(min(value, _MOST)) for each, value in found.items()},
            excess=tuple(card.code for card in watch.excess),
            alarm="" if watch.alarm is None else watch.alarm.value,
        )


def days_of_shoes(entries: Iterable[Minuted], session: int | None = None) -> tuple[DayOfShoes, ...]:
    """Return the shoes of one day or of all, in the order of the book."""
    feed, days = WatchFeed(), list[_Day]()
    for entry in entries:
        event = entry.event
        if isinstance(event, SessionOpened):
            days.append(_Day(event))
        if not days:
            continue
        day = days[-1]
        for step in feed.steps(event):
            step(day.watch)
        if isinstance(event, ShoeBegun):
            day.shoes.append(_Shoe(event))
        elif isinstance(event, ResultEstablished) and day.shoes:
            day.shoes[-1].ends.append(entry.time)
    told = (day.told() for day in days if day.shoes and session in (None, day.opened.session))
    return tuple(told)
