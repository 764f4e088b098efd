"""Bounds the connections of a port: how many, how many of one address, how long without a request (I28).

Not responsible for who may be answered (``guard``), nor for what is served.
"""

import asyncio
import resource
from dataclasses import dataclass, field
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

DESCRIPTORS: Final = 4096
"""So many files and connections the process may hold open, where the system lets it."""


@dataclass(frozen=True, slots=True)
class Caps:
    """How many connections a port takes, and how long a request may take to arrive.

    Attributes:
        total: At most at the same time.
        waiting: Of them, those whose request has not arrived; one more ends the one that has waited longest.
        waiting_of_one: Likewise of one address, so that one machine cannot push out all others.
        request_s: Seconds from the connection, or from the first byte of a further request, to its end.
    """

    total: int = 400
    waiting: int = 128
    waiting_of_one: int = 48
    request_s: float = 10.0


@dataclass(slots=True)
class Connections:
    """The connections of one port; used by one event loop."""

    caps: Caps = field(default_factory=Caps)
    _all: "set[LimitedProtocol]" = field(default_factory=set)
    _waiting: "dict[LimitedProtocol, str]" = field(default_factory=dict)

    def admit(self, connection: "LimitedProtocol", address: str) -> bool:
        """Take a new connection in, perhaps in the place of one that waits; return whether there is room."""
        self._make_room(address)
        if len(self._all) >= self.caps.total:
            return False
        self._all.add(connection)
        self._waiting[connection] = address
        return True

    def wait(self, connection: "LimitedProtocol", address: str) -> None:
        """Take note that a connection's next request is on its way."""
        self._waiting.setdefault(connection, address)

    def serve(self, connection: "LimitedProtocol") -> None:
        """Take note that a request has arrived whole."""
        self._waiting.pop(connection, None)

    def leave(self, connection: "LimitedProtocol") -> None:
        """Take note that a connection has ended."""
        self._all.discard(connection)
        self._waiting.pop(connection, None)

    def _make_room(self, address: str) -> None:
        of_one = [each for each, whose in self._waiting.items() if whose == address]
        if len(of_one) >= self.caps.waiting_of_one:
            self._end(of_one[0])
        elif self._waiting and (len(self._waiting) >= self.caps.waiting or len(self._all) >= self.caps.total):
            self._end(next(iter(self._waiting)))

    def _end(self, connection: "LimitedProtocol") -> None:
        self.leave(connection)
        connection.transport.abort()


class LimitedProtocol(H11Protocol):
    """One connection of uvicorn's, within the bounds of its port."""

    limits: Connections
    _deadline: asyncio.TimerHandle | None = None
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection in, or end it at once where there is no room."""
        super().connection_made(transport)
        if not self.limits.admit(self, self._address):
            self._refused = True
            transport.abort()
            return
        self._begin_deadline()

    def data_received(self, data: bytes) -> None:
        """Read on; a request that has begun has to arrive in time."""
        if self._refused:
            return
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.limits.wait(self, self._address)
            self._begin_deadline()
        else:
            self.limits.serve(self)
            self._end_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of what the connection held."""
        self._end_deadline()
        self.limits.leave(self)
        super().connection_lost(exc)

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _begin_deadline(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.limits.caps.request_s, self.transport.abort)

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def protocol(connections: Connections) -> type[LimitedProtocol]:
    """Return the protocol of one port."""
    return type("PortProtocol", (LimitedProtocol,), {"limits": connections})


def raise_descriptor_limit() -> None:
    """Let the process hold as many files and connections open as its bounds may need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
