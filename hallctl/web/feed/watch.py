"""Reports to the table when a wall is off while a game is open: a notice, not a fault (AJ-31).

Not responsible for what is done about it.
"""

import time
from collections.abc import Callable, Sequence
from typing import Final

from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker
from hallctl.web.feed.health import Health
from hallctl.web.ports import News

DEVICE: Final = "pantallas"
OFF: Final = "SCREEN-OFF"
PATIENCE_S: Final = 5.0
"""How long a screen may be away before that is reported: long enough for it to start again."""

_POLL_S: Final = 0.5


class WallWatch(Worker):
    """Looks at the health of every configured screen, in a thread of its own."""

    def __init__(
        self,
        names: Sequence[str],
        health: Health,
        news: News,
        inbox: Inbox,
        patience_s: float = PATIENCE_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare to look.

        Args:
            names: The screens of the configuration.
            health: How each is.
            news: Whether a game is open.
            inbox: Where troubles go.
            patience_s: How long a screen may be away.
            clock: Monotonic seconds.
        """
        self._names = names
        self._health = health
        self._news = news
        self._inbox = inbox
        self._patience = patience_s
        self._clock = clock
        self._seen = dict.fromkeys(names, clock())
        self._reported = ""
        super().__init__("wall-watch")

    def _run(self) -> None:
        while not self._stopping.wait(_POLL_S):
            self._look()

    def _look(self) -> None:
        now = self._clock()
        for name in self._names:
            if self._health.of(name).state != "off":
                self._seen[name] = now
        playing = self._news.newest().state.playing is not None
        off = [name for name in self._names if playing and now - self._seen[name] > self._patience]
        names = ", ".join(off)
        if names and names != self._reported:
            self._inbox.put(msg.Trouble(DEVICE, OFF, f"apagadas: {names}"))
        elif self._reported and not names:
            self._inbox.put(msg.Recovered(DEVICE, OFF))
        self._reported = names
