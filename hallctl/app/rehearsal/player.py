"""Shows the moments of a past game one after the other, at their distances divided by the speed.

Not responsible for what the moments are (``timeline``), nor for who sees them.
"""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

from hallctl.app.rehearsal.timeline import Moment
from hallctl.table.snapshot import Bulletin, Snapshot

BEAT_S: Final = 0.2
"""How often it says that it turns: pages and walls that hear nothing for longer show that."""

QUALITY: Final = "unknown"


class Player:
    """Plays a game once; then its last moment stays."""

    def __init__(
        self, moments: Sequence[Moment], speed: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Stand before the first moment.

        Args:
            moments: Of the game, at least one.
            speed: By how much it is faster than it was.
            clock: Monotonic seconds.
        """
        self._moments, self._speed, self._clock = moments, speed, clock
        self._began = clock()
        self._shown = 0
        first = moments[0]
        self.bulletin = Bulletin(Snapshot(1, first.entry, first.state))

    @property
    def shown(self) -> Moment:
        """The moment that is shown."""
        return self._moments[self._shown]

    @property
    def past(self) -> Sequence[Moment]:
        """The moments that have been shown, the present one last."""
        return self._moments[: self._shown + 1]

    @property
    def position_ms(self) -> int:
        """How much of the game's own time has passed."""
        passed = int((self._clock() - self._began) * 1000 * self._speed)
        return min(passed, self._moments[-1].at_ms)

    def turn(self) -> float:
        """Show what is due by now; return after how many seconds there may be more."""
        self.bulletin.beat()
        last = len(self._moments) - 1
        while self._shown < last and self._moments[self._shown + 1].at_ms <= self.position_ms:
            self._shown += 1
            moment = self._moments[self._shown]
            self.bulletin.publish(Snapshot(self._shown + 1, moment.entry, moment.state))
        if self._shown == last:
            return BEAT_S
        left = (self._moments[self._shown + 1].at_ms - self.position_ms) / 1000 / self._speed
        return min(BEAT_S, max(0.0, left))

    def play(self, ended: threading.Event) -> None:
        """Play from the first moment on, until it is told to end."""
        self._began = self._clock()
        while not ended.is_set():
            ended.wait(self.turn())


class PlayedClock:
    """Both clocks as they stood in the game: what runs out does so at the speed of the rehearsal."""

    def __init__(self, player: Player, first: datetime) -> None:
        self._player, self._first = player, first

    def now(self) -> int:
        """Return monotonic milliseconds of the boot in which the game was played."""
        return self._player.shown.clock_ms + self._player.position_ms

    def wall(self) -> datetime:
        """Return the wall time of the game."""
        return self._first + timedelta(milliseconds=self._player.position_ms)

    def quality(self) -> str:
        """Return that the time is not to be relied on."""
        return QUALITY
