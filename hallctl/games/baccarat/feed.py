"""What the watch over shoes takes of each event of the book: its cards and rounds, each once.

Not responsible for when it is taken (``findings``, ``reports.shoes``), nor for the test (``watch``).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from hallctl.games.baccarat.rules.cards import Card
from hallctl.games.baccarat.rules.events.people import RoundCorrected, RoundVoided
from hallctl.games.baccarat.rules.events.round import (
    CardDealt,
    CardHeld,
    CardsReturned,
    ResultEstablished,
)
from hallctl.games.baccarat.rules.events.shoe import CardBurnt, ShoeBegun
from hallctl.games.baccarat.rules.events.untold import UntoldAgreed
from hallctl.games.baccarat.watch import Watch
from hallctl.rules.events.base import Event

Step = Callable[[Watch], None]
"""What a watch takes."""


class WatchFeed:
    """Follows the book from its first event on."""

    def __init__(self) -> None:
        self._decks = 0
        self._drawn: list[str] = []

    def steps(self, event: Event) -> Iterator[Step]:
        """Yield what a watch takes of the next event."""
        match event:
            case ShoeBegun(decks=decks):
                self._decks, self._drawn = decks, []
                yield partial(Watch.shoe, decks=decks)
            case CardsReturned():
                yield partial(Watch.shoe, decks=self._decks)  # the device shuffles them all again
            case CardBurnt(card=card):
                yield from _outside([card])
            case UntoldAgreed(cards=cards, heard=heard):
                yield from _outside([*(Counter(cards) - Counter(heard)).elements()])
            case CardDealt(card=card) | CardHeld(card=card):
                self._drawn.append(card)
            case RoundCorrected(drawn=drawn):
                self._drawn = [*drawn]
            case RoundVoided(drawn=drawn):
                yield from _outside(drawn)
                self._drawn = []
            case ResultEstablished():
                yield self._round(event)
            case _:
                pass

    def _round(self, ended: ResultEstablished) -> Step:
        cards, self._drawn = _known(self._drawn), []
        one, other = ended.player_pair, ended.banker_pair
        return partial(Watch.round, cards=cards, result=ended.result, player_pair=one, banker_pair=other)


def _outside(codes: Sequence[str]) -> Iterator[Step]:
    for card in _known(codes):
        yield partial(Watch.card, card=card)


def _known(codes: Sequence[str]) -> list[Card]:
    return [Card.of(code) for code in codes if code]
