"""Whether a sensor is well: silence, the same line for ever, lines that nobody understands.

Not responsible for what its lines say of a spin.
"""

from collections import Counter, deque
from dataclasses import dataclass

from drivers.garble import Garble, GarbledLineError
from drivers.wheel.events import Fault, FaultCode, FaultOver, WheelEvent
from drivers.wheel.readings import Flag, Reading, State

_WINDOW = 20
_AGREE = 2


@dataclass(frozen=True)
class Limits:
    """When a sensor counts as not well.

    Attributes:
        silence_s: Seconds without anything.
        launch_s: Seconds after a person launched the ball, in which the sensor must see it too.
        spin_s: The longest that a ball runs, in seconds.
        garbled: Lines of the last twenty that nobody understands.
    """

    silence_s: float = 3.0
    launch_s: float = 10.0
    spin_s: float = 90.0
    garbled: int = 5


class Health:
    """What is wrong with a sensor: each fault is told when it begins, and when it is over.

    Args:
        limits: When it counts as not well.

    Attributes:
        counts: How many lines were garbled since the start, by why.
        understood: How many were not.
    """

    def __init__(self, limits: Limits) -> None:
        self.counts: Counter[Garble] = Counter()
        self.understood = 0
        self._limits = limits
        self._faults: dict[FaultCode, str] = {}
        self._recent: deque[bool] = deque(maxlen=_WINDOW)
        self._open = False
        self._heard = 0.0
        self._since = 0.0
        self._state: State | None = None
        self._game: int | None = None
        self._expected: float | None = None
        self._warned = 0

    @property
    def faults(self) -> frozenset[FaultCode]:
        """What is wrong now."""
        return frozenset(self._faults)

    def connected(self, now: float) -> list[WheelEvent]:
        """Take note that the line is open."""
        self._open, self._heard, self._since = True, now, now
        return self._over(FaultCode.LOST)

    def lost(self, reason: str) -> list[WheelEvent]:
        """Take note that the line is cut: nothing else is known of the sensor then."""
        self._open, self._expected = False, None
        self._recent.clear()
        over = [
            each
            for code in (FaultCode.SILENT, FaultCode.FROZEN, FaultCode.GARBLED)
            for each in self._over(code)
        ]
        return [*over, *self._begin(FaultCode.LOST, reason)]

    def garbled(self, error: GarbledLineError, now: float) -> list[WheelEvent]:
        """Take note of a line that nobody understands."""
        self.counts[error.garble] += 1
        self._heard = now
        self._recent.append(True)
        if sum(self._recent) < self._limits.garbled:
            return []
        return self._begin(FaultCode.GARBLED, f"{error.garble}: {error.line}")

    def heard(self, reading: Reading | None, now: float) -> list[WheelEvent]:
        """Take note of a line that was understood."""
        self._heard = now
        self._recent.append(False)
        self.understood += 1
        found = self._over(FaultCode.SILENT)
        if not any(self._recent):
            found += self._over(FaultCode.GARBLED)
        if reading is not None:
            found += self._moved(reading, now)
            found += self._sensor(reading)
        return found

    def launched(self, state: State | None, now: float) -> None:
        """Expect that the sensor sees the ball run."""
        if state not in (State.BALL, State.CLOSED):
            self._expected = now

    def tick(self, now: float) -> list[WheelEvent]:
        """Look at the time."""
        if not self._open:
            return []
        if now - self._heard > self._limits.silence_s:
            self._expected = None
            return self._begin(FaultCode.SILENT, f"{now - self._heard:.0f} s")
        running = self._state in (State.BALL, State.CLOSED)
        if running and now - self._since > self._limits.spin_s:
            return self._begin(FaultCode.FROZEN, f"{now - self._since:.0f} s")
        if self._expected is not None and now - self._expected > self._limits.launch_s:
            return self._begin(FaultCode.FROZEN, f"{now - self._expected:.0f} s")
        return []

    def _moved(self, reading: Reading, now: float) -> list[WheelEvent]:
        if (reading.state, reading.game) == (self._state, self._game):
            return []
        self._state, self._game, self._since = reading.state, reading.game, now
        if reading.state in (State.BALL, State.CLOSED, State.NUMBER):
            self._expected = None
        return self._over(FaultCode.FROZEN)

    def _sensor(self, reading: Reading) -> list[WheelEvent]:
        """Believe what it says of itself once two lines agree."""
        unwell = bool(reading.flags & Flag.SENSOR)
        changed = unwell != (FaultCode.SENSOR in self._faults)
        self._warned = self._warned + 1 if changed else 0
        if self._warned < _AGREE:
            return []
        return self._begin(FaultCode.SENSOR, reading.line) if unwell else self._over(FaultCode.SENSOR)

    def _begin(self, code: FaultCode, detail: str) -> list[WheelEvent]:
        if code in self._faults:
            return []
        self._faults[code] = detail
        return [Fault(code, detail)]

    def _over(self, code: FaultCode) -> list[WheelEvent]:
        if code not in self._faults:
            return []
        del self._faults[code]
        return [FaultOver(code)]
