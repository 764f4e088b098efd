"""Commands on their way to a PLC: said one at a time, and said again until its echo shows them.

Pure: no line and no clock. It does not know what a command does, nor what an answer means.
"""

from collections import deque
from dataclasses import dataclass

from drivers.extractor import wire
from drivers.plc.layout import number_after


@dataclass(slots=True)
class _Pending:
    order: wire.Order
    number: int
    said: int = 0
    next_at: float = float("-inf")


class CommandQueue:
    """The commands that the PLC has not taken yet, in the order in which they were given.

    Args:
        last: The number of the last command that it took, from whomever.
        taken_s: Seconds to wait for the echo before saying a command again.
        resends: How often to say it again.
    """

    def __init__(self, last: int, taken_s: float, resends: int) -> None:
        self._last = last
        self._taken_s = taken_s
        self._resends = resends
        self._pending: deque[_Pending] = deque()

    def add(self, order: wire.Order) -> None:
        """Take a command, under a number of its own."""
        self._last = number_after(self._last)
        self._pending.append(_Pending(order, self._last))

    @property
    def first(self) -> wire.Order | None:
        """The command whose turn it is."""
        return self._pending[0].order if self._pending else None

    def due(self, now: float) -> tuple[wire.Order, int] | None:
        """The command to say now, and its number; None when it is not time."""
        if not self._pending or now < self._pending[0].next_at or self._pending[0].said > self._resends:
            return None
        first = self._pending[0]
        first.said += 1
        first.next_at = now + self._taken_s
        return first.order, first.number

    def settle(self, done: int) -> wire.Order | None:
        """The command that the echo shows, which is now answered; None when it shows an older one."""
        if self._pending and self._pending[0].said and self._pending[0].number == done:
            return self._pending.popleft().order
        return None

    def expired(self, now: float) -> wire.Order | None:
        """Give up the first command if its last time has passed without an echo."""
        if self._pending and self._pending[0].said > self._resends and now >= self._pending[0].next_at:
            return self._pending.popleft().order
        return None

    def clear(self) -> list[wire.Order]:
        """Give up every command; returns them."""
        given_up = [pending.order for pending in self._pending]
        self._pending.clear()
        return given_up
