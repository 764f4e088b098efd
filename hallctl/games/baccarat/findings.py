"""The watch over a day's shoes as the Director is told of it, and nobody else.

It begins anew each day, and computes nothing before somebody looks: the exact chances of a round take
milliseconds, and a hall that starts reads its whole book. Not responsible for the test (``watch``).
"""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import Final

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
from hallctl.games.baccarat.watch import Preference, Watch
from hallctl.i18n.sentences import Sentence, _
from hallctl.rules.events.base import Event
from hallctl.rules.events.session import SessionOpened

_FOUND: Final = {
    Preference.RANK: _("Hoy salen unas cartas, por su valor, más de lo que da el azar"),
    Preference.SUIT: _("Hoy salen unos palos más de lo que da el azar"),
    Preference.RESULT: _("Las jugadas de hoy ganan o empatan como no da el azar"),
    Preference.PAIR: _("Hoy hay tantos pares, o tan pocos, como no da el azar"),
    Preference.EXCESS: _("Hoy salió una carta más veces de las que la tienen sus barajas"),
}

_Step = Callable[[Watch], None]


class ShoeFindings:
    """Watches the shoes of a day."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watch = Watch()
        self._steps: deque[_Step] = deque()
        self._decks = 0
        self._drawn: list[str] = []

    def take(self, event: Event) -> None:
        """Take the next event, from the first of the book on."""
        match event:
            case SessionOpened():
                with self._lock:
                    self._watch = Watch()
                    self._steps.clear()
            case ShoeBegun(decks=decks):
                self._decks, self._drawn = decks, []
                self._begin(decks)
            case CardsReturned():
                self._begin(self._decks)  # the device shuffles them all again
            case CardBurnt(card=card):
                self._outside([card])
            case UntoldAgreed(cards=cards, heard=heard):
                self._outside([*(Counter(cards) - Counter(heard)).elements()])
            case CardDealt(card=card) | CardHeld(card=card):
                self._drawn.append(card)
            case RoundCorrected(drawn=drawn):
                self._drawn = [*drawn]
            case RoundVoided(drawn=drawn):
                self._outside(drawn)
                self._drawn = []
            case ResultEstablished():
                self._round(event)

    @property
    def found(self) -> tuple[Sentence, ...]:
        """What is found by now; may be asked from any thread."""
        with self._lock:
            while self._steps:
                self._steps.popleft()(self._watch)
            alarm = self._watch.alarm
        return () if alarm is None else (_FOUND[alarm],)

    def _begin(self, decks: int) -> None:
        self._steps.append(partial(Watch.shoe, decks=decks))

    def _outside(self, codes: Sequence[str]) -> None:
        for card in _known(codes):
            self._steps.append(partial(Watch.card, card=card))

    def _round(self, ended: ResultEstablished) -> None:
        cards, self._drawn = _known(self._drawn), []
        one, other = ended.player_pair, ended.banker_pair
        step = partial(Watch.round, cards=cards, result=ended.result, player_pair=one, banker_pair=other)
        self._steps.append(step)


def _known(codes: Sequence[str]) -> list[Card]:
    return [Card.of(code) for code in codes if code]
