"""The watch over a day's shoes as the Director is told of it, and nobody else.

It begins anew each day, and computes nothing before somebody looks: the exact chances of a round take
milliseconds, and a hall that starts reads its whole book. Not responsible for the test (``watch``).
"""

from collections import deque
from threading import Lock
from typing import Final

from hallctl.games.baccarat.feed import Step, WatchFeed
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


class ShoeFindings:
    """Watches the shoes of a day."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watch = Watch()
        self._feed = WatchFeed()
        self._steps: deque[Step] = deque()

    def take(self, event: Event) -> None:
        """Take the next event, from the first of the book on."""
        if isinstance(event, SessionOpened):
            with self._lock:
                self._watch = Watch()
                self._steps.clear()
        self._steps += self._feed.steps(event)

    @property
    def found(self) -> tuple[Sentence, ...]:
        """What is found by now; may be asked from any thread."""
        with self._lock:
            while self._steps:
                self._steps.popleft()(self._watch)
            alarm = self._watch.alarm
        return () if alarm is None else (_FOUND[alarm],)
