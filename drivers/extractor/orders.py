"""Orders on their way to a machine: said one at a time, and said again until they are answered.

Pure: no port and no clock. It does not know how an order is said on a line, nor what it does, nor what an
answer means.
"""

from collections import deque
from dataclasses import dataclass

from drivers.extractor import wire


@dataclass(slots=True)
class _Pending:
    order: wire.Order
    seq: int
    said: int = 0
    next_at: float = float("-inf")


class OrderQueue:
    """The orders that the machine has not answered yet, in the order in which they were given.

    Only the first is said: the next one waits for its answer, so that none overtakes another.

    Args:
        answer_s: Seconds to wait for an answer before saying an order again.
        resends: How often to say it again.
    """

    def __init__(self, answer_s: float, resends: int) -> None:
        self._answer_s = answer_s
        self._resends = resends
        self._pending: deque[_Pending] = deque()

    def add(self, order: wire.Order, seq: int) -> None:
        """Take an order under its sequence number."""
        self._pending.append(_Pending(order, seq))

    @property
    def first(self) -> wire.Order | None:
        """The order whose turn it is."""
        return self._pending[0].order if self._pending else None

    def due(self, now: float) -> tuple[wire.Order, int] | None:
        """The order to send now, and its number; None when it is not time."""
        if not self._pending or now < self._pending[0].next_at or self._pending[0].said > self._resends:
            return None
        first = self._pending[0]
        first.said += 1
        first.next_at = now + self._answer_s
        return first.order, first.seq

    def settle(self, seq: int) -> wire.Order | None:
        """The order that an answer with this number belongs to, which is now done; None for a late answer."""
        if self._pending and self._pending[0].said and self._pending[0].seq == seq:
            return self._pending.popleft().order
        return None

    def expired(self, now: float) -> wire.Order | None:
        """Give up the first order if its last time has passed without an answer."""
        if self._pending and self._pending[0].said > self._resends and now >= self._pending[0].next_at:
            return self._pending.popleft().order
        return None

    def clear(self) -> list[wire.Order]:
        """Give up every order; returns them."""
        given_up = [pending.order for pending in self._pending]
        self._pending.clear()
        return given_up
