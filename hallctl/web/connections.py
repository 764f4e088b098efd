"""Bounds the connections of a port: how many, how many of one address, how long without a request (I28).

A connection is judged once it has had time to speak, and who has a session on it is no stranger: many tablets
behind one address may come back at the same moment. Nor is there a number that one address may hold while
there is room, since the walls of a hall may share one; where there is none, an address with fewer gets a
place of the address with most. Not responsible for who may be answered (``guard``,
``gate``), nor for what is served.
"""

import asyncio
import resource
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

import h11
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

DESCRIPTORS: Final = 4096
"""So many files and connections the process may hold open, where the system lets it."""

_CONNECTION: Final = "connection"
_FULL: Final = "Hay demasiadas conexiones a la vez. Inténtelo de nuevo en un momento."
_LATE: Final = "La petición no llegó a tiempo. Inténtelo de nuevo."


@dataclass(frozen=True, slots=True)
class Caps:
    """How many connections a port takes, and how long a request may take to arrive.

    Attributes:
        total: At most at the same time.
        waiting: Of them, strangers whose request has not arrived; one more ends the longest.
        waiting_of_one: Likewise of one address, so that one machine cannot push out all others.
        grace_s: Seconds for which none is ended by these two: several are accepted before the first is read.
        request_s: Seconds from the connection, or from the first byte of a further request, to its end.
    """

    total: int = 400
    waiting: int = 128
    waiting_of_one: int = 48
    grace_s: float = 1.0
    request_s: float = 10.0


@dataclass(slots=True)
class Connections:
    """The connections of one port; used by one event loop."""

    caps: Caps = field(default_factory=Caps)
    _all: "dict[LimitedProtocol, None]" = field(default_factory=dict)
    _waiting: "dict[LimitedProtocol, float]" = field(default_factory=dict)
    _idle: "dict[LimitedProtocol, None]" = field(default_factory=dict)

    def admit(self, connection: "LimitedProtocol") -> bool:
        """Take a new connection in, perhaps in the place of a stranger's; return whether there is room."""
        now = connection.loop.time()
        self._end_surplus(now, self.caps.waiting_of_one, connection.address)
        self._end_surplus(now, self.caps.waiting)
        if len(self._all) >= self.caps.total:
            self._end_one(connection.address)
        if len(self._all) >= self.caps.total:
            return False
        self._all[connection] = None
        self._waiting[connection] = now
        return True

    def wait(self, connection: "LimitedProtocol") -> None:
        """Take note that a connection's next request is on its way."""
        self._idle.pop(connection, None)
        if not connection.known:
            self._waiting.setdefault(connection, connection.loop.time())

    def serve(self, connection: "LimitedProtocol") -> None:
        """Take note that a request has arrived whole."""
        self._waiting.pop(connection, None)
        self._idle.pop(connection, None)

    def keep_idle(self, connection: "LimitedProtocol") -> None:
        """Take note that a connection has had its answer, and is kept for a further request."""
        if connection in self._all and not connection.known:
            self._idle[connection] = None

    def leave(self, connection: "LimitedProtocol") -> None:
        """Take note that a connection has ended."""
        self._all.pop(connection, None)
        self.serve(connection)

    def _end_surplus(self, now: float, most: int, address: str | None = None) -> None:
        """End those that have waited longest, of one address or of all, so that one more may wait."""
        waiting = [each for each in self._waiting if address in (None, each.address)]
        for each in waiting[: max(0, len(waiting) + 1 - most)]:
            if now - self._waiting[each] >= self.caps.grace_s:
                self._end(each)

    def _end_one(self, address: str) -> None:
        """End the connection of the stranger who can best do without it, so that this address gets one."""
        if self._waiting:
            self._end(next(iter(self._waiting)))
        elif self._idle:
            self.end_served(next(iter(self._idle)))
        else:
            surplus = surplus_for(address, (each for each in self._all if not each.known))
            if surplus is not None:
                self.end_served(surplus)

    def end_served(self, connection: "LimitedProtocol") -> None:
        """End a connection that has had an answer, or is having one."""
        self.leave(connection)
        connection.transport.abort()

    def _end(self, connection: "LimitedProtocol") -> None:
        self.leave(connection)
        connection.turn_away(HTTPStatus.SERVICE_UNAVAILABLE, _FULL)


class LimitedProtocol(H11Protocol):
    """One connection of uvicorn's, within the bounds of its port.

    Attributes:
        known: Whether a request on it came from somebody who has a session.
    """

    limits: Connections
    known = False
    _deadline: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Prepare as uvicorn does; what is served finds the connection by its scope (``vouch``)."""
        super().__init__(*args, **kwargs)
        self.app_state = {**self.app_state, _CONNECTION: self}

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection in, or turn it away at once where there is no room."""
        super().connection_made(transport)
        if self.limits.admit(self):
            self._begin_deadline()
        else:
            self.turn_away(HTTPStatus.SERVICE_UNAVAILABLE, _FULL)

    def data_received(self, data: bytes) -> None:
        """Read on; a request that has begun has to arrive in time."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.limits.wait(self)
            self._begin_deadline()
        else:
            self.limits.serve(self)
            self._end_deadline()

    def on_response_complete(self) -> None:
        """Rest until the next request, which may have arrived already."""
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE:
            self.limits.keep_idle(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of what the connection held."""
        self._end_deadline()
        self.limits.leave(self)
        super().connection_lost(exc)

    def turn_away(self, status: HTTPStatus, sentence: str) -> None:
        """End the connection at once, with the reason where an answer is due."""
        due = self.cycle is None or self.cycle.response_complete or not self.cycle.response_started
        if due and not self.transport.is_closing():
            body = sentence.encode()
            self.transport.write(
                f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
                f"Content-Length: {len(body)}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n".encode()
                + body
            )
        self.transport.abort()

    def _begin_deadline(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(
                self.limits.caps.request_s, self.turn_away, HTTPStatus.REQUEST_TIMEOUT, _LATE
            )

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def surplus_for(address: str, strangers: "Iterable[LimitedProtocol]") -> "LimitedProtocol | None":
    """Return which connection one more from this address may replace: the newest of the address with most.

    Args:
        address: Where the one more comes from.
        strangers: The connections that share the places, the oldest first.

    Returns:
        None where no address would still have as many as this one.
    """
    held = list(strangers)
    shares = Counter(each.address for each in held)
    most = max(shares, key=shares.__getitem__, default=address)
    if shares[most] <= shares[address] + 1:
        return None
    return next(each for each in reversed(held) if each.address == most)


def connection_of(scope: Scope) -> LimitedProtocol | None:
    """Return the connection on which a request came; None where it came by no port of ours."""
    connection = scope["state"].get(_CONNECTION)
    return connection if isinstance(connection, LimitedProtocol) else None


def protocol(connections: Connections) -> type[LimitedProtocol]:
    """Return the protocol of one port."""
    return type("PortProtocol", (LimitedProtocol,), {"limits": connections})


def vouch(scope: Scope) -> None:
    """Take note that a request came from somebody who has a session: its connection is no stranger's."""
    connection = connection_of(scope)
    if connection is not None:
        connection.known = True


def raise_descriptor_limit() -> None:
    """Let the process hold as many files and connections open as its bounds may need."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
