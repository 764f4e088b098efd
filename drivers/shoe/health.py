"""Whether a shoe is well: silence, messages that nobody understands, errors that it tells of itself.

Not responsible for what its messages say of the cards.
"""

from collections import Counter, deque
from dataclasses import dataclass

from drivers.garble import Garble, GarbledLineError
from drivers.shoe.events import Fault, FaultCode, FaultOver, ShoeEvent
from drivers.shoe.readings import Kind, Message

_WINDOW = 20


@dataclass(frozen=True)
class Limits:
    """When a shoe counts as not well.

    Attributes:
        silence_s: Seconds without anything; 0 where a shoe says each thing only for a while.
        garbled: Messages of the last twenty that nobody understands.
    """

    silence_s: float = 3.0
    garbled: int = 5


class Health:
    """What is wrong with a shoe: each fault is told when it begins, and when it is over.

    Args:
        limits: When it counts as not well.

    Attributes:
        counts: How many messages were garbled since the start, by why.
        understood: How many were not.
    """

    def __init__(self, limits: Limits) -> None:
        self.counts: Counter[Garble] = Counter()
        self.understood = 0
        self._limits = limits
        self._faults: set[FaultCode] = set()
        self._recent: deque[bool] = deque(maxlen=_WINDOW)
        self._open = False
        self._heard = 0.0

    @property
    def garbling(self) -> bool:
        """Whether too much of what comes cannot be understood."""
        return FaultCode.GARBLED in self._faults

    def connected(self, now: float) -> list[ShoeEvent]:
        """Take note that the line is open."""
        self._open, self._heard = True, now
        return self._over(FaultCode.LOST)

    def lost(self, reason: str) -> list[ShoeEvent]:
        """Take note that the line is cut: nothing else is known of the shoe then."""
        self._open = False
        self._recent.clear()
        over = [each for code in FaultCode if code is not FaultCode.LOST for each in self._over(code)]
        return [*over, *self._begin(FaultCode.LOST, reason)]

    def garbled(self, error: GarbledLineError, now: float) -> list[ShoeEvent]:
        """Take note of a message that nobody understands."""
        self.counts[error.garble] += 1
        self._heard = now
        self._recent.append(True)
        if sum(self._recent) < self._limits.garbled:
            return []
        return self._begin(FaultCode.GARBLED, f"{error.garble}: {error.line}")

    def heard(self, now: float) -> list[ShoeEvent]:
        """Take note of a message that was understood."""
        self._heard = now
        self._recent.append(False)
        self.understood += 1
        found = self._over(FaultCode.SILENT)
        return found if any(self._recent) else [*found, *self._over(FaultCode.GARBLED)]

    def told(self, message: Message) -> list[ShoeEvent]:
        """Take what a new message says of the shoe itself; one that is no complaint says that it is well."""
        match message.kind:
            case Kind.ERROR:
                return self._begin(FaultCode.ERROR, message.detail or message.line)
            case Kind.LOCK:
                return self._begin(FaultCode.LOCKED, message.detail or message.line)
            case _:
                return [*self._over(FaultCode.ERROR), *self._over(FaultCode.LOCKED)]

    def tick(self, now: float) -> list[ShoeEvent]:
        """Look at the time."""
        silence = self._limits.silence_s
        if self._open and silence and now - self._heard > silence:
            return self._begin(FaultCode.SILENT, f"{now - self._heard:.0f} s")
        return []

    def _begin(self, code: FaultCode, detail: str) -> list[ShoeEvent]:
        if code in self._faults:
            return []
        self._faults.add(code)
        return [Fault(code, detail)]

    def _over(self, code: FaultCode) -> list[ShoeEvent]:
        if code not in self._faults:
            return []
        self._faults.discard(code)
        return [FaultOver(code)]
