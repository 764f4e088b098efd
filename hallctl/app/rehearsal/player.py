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
    """Plays a game once; then its last moment stays. Any thread may hold it, or have it go to a ball."""

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
        self._began, self._base_ms, self._held = clock(), 0, False
        self._shown, self._sequence = 0, 1
        self._turning = threading.RLock()
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
        passed = 0 if self._held else int((self._clock() - self._began) * 1000 * self._speed)
        return min(self._base_ms + passed, self._moments[-1].at_ms)

    @property
    def held(self) -> bool:
        """Whether it stands still."""
        return self._held

    @property
    def ball(self) -> int:
        """How many balls were called up to the moment that is shown."""
        return sum(moment.called is not None for moment in self.past)

    def hold(self, held: bool) -> None:
        """Stand still, or go on from there."""
        with self._turning:
            self._base_ms, self._began, self._held = self.position_ms, self._clock(), held

    def go_to(self, ball: int) -> None:
        """Go to the moment at which so many balls of the game were called, 0 being the first of all."""
        with self._turning:
            calls = [0, *(n for n, moment in enumerate(self._moments) if moment.called is not None)]
            self._show(calls[max(0, min(ball, len(calls) - 1))])
            self._base_ms, self._began = self.shown.at_ms, self._clock()

    def turn(self) -> float:
        """Show what is due by now; return after how many seconds there may be more."""
        self.bulletin.beat()
        with self._turning:
            last = len(self._moments) - 1
            while self._shown < last and self._moments[self._shown + 1].at_ms <= self.position_ms:
                if self._held:
                    break
                self._show(self._shown + 1)
            if self._shown == last or self._held:
                return BEAT_S
            left = (self._moments[self._shown + 1].at_ms - self.position_ms) / 1000 / self._speed
            return min(BEAT_S, max(0.0, left))

    def _show(self, number: int) -> None:
        """Show a moment; what is published only ever grows, also on the way back."""
        self._shown, self._sequence = number, self._sequence + 1
        self.bulletin.publish(Snapshot(self._sequence, self.shown.entry, self.shown.state))

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
