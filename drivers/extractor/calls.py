"""The calls of a driver, over whatever connection it has to its machine.

Not responsible for any line, nor for deciding anything: it renews no permission by itself, acknowledges no
event that its owner has not committed, repeats no order that the machine refused, and cannot know a ball's
number. What each call promises says `interface`.
"""

from abc import ABC, abstractmethod
from contextlib import ExitStack
from typing import Generic, Protocol, TypeVar

from drivers.extractor import wire
from drivers.extractor.port import ExtractorError


class Link(Protocol):
    """A connection to a machine, from the greeting to the loss of the line."""

    @property
    def state(self) -> wire.MachineState:
        """How the machine stood when it last said so."""

    def greet(self) -> wire.Identity:
        """Ask who is there and how it stands."""

    def start(self) -> None:
        """Begin to listen."""

    def order(self, order: wire.Order) -> None:
        """Give an order; a stop overtakes."""

    def permit(self) -> bool:
        """Renew the permission; False when nobody listens any more."""

    def acknowledge(self, event: int) -> None:
        """Let the machine forget an event."""

    def close(self) -> None:
        """Let go of the port."""

    def error(self, text: str) -> ExtractorError:
        """An error that names the port."""


Held = TypeVar("Held", bound=Link)


class Calls(ABC, Generic[Held]):
    """A driver without its line: a subclass makes the connection.

    Args:
        port: Path of the tty.
    """

    def __init__(self, port: str) -> None:
        self._path = port
        self._connection: Held | None = None

    @abstractmethod
    def _connect(self) -> Held:
        """Take the port.

        Raises:
            ExtractorError: It is missing, forbidden or in use.
        """

    def _unfit(self, state: wire.MachineState) -> str:
        """Why a machine that stands so cannot be taken over; empty where it can."""
        return "hay una bola en el tubo; retírela y devuélvala al bombo" if state.tube_occupied else ""

    def open(self) -> wire.Identity:
        """Take the port, ask who is there and how it stands; `state` holds what it found.

        Raises:
            ExtractorError: No port, no answer, a protocol of another version, or a machine that is not fit
                to be taken over, e.g. with a ball standing in the tube.
        """
        if self._connection is not None:
            raise self._connection.error("ya está abierto; ciérrelo antes de volver a abrirlo")
        connection = self._connect()
        with ExitStack() as undo:
            undo.callback(connection.close)
            identity = connection.greet()
            if unfit := self._unfit(connection.state):
                raise connection.error(unfit)
            connection.start()
            undo.pop_all()
        self._connection = connection
        return identity

    @property
    def state(self) -> wire.MachineState:
        """How the machine stood when it last said so. Never waits.

        Raises:
            ExtractorError: It is not open.
        """
        return self._opened().state

    def draw(self, order: int) -> None:
        """Order a ball; returns at once. `BallArrived` or `CommandFailed` follows.

        The machine brings out one ball for one order: the last order again only reports its ball again, or
        finishes it if it was interrupted.

        Args:
            order: From 1, greater than every order since the last reload, or the last one again.

        Raises:
            ExtractorError: It is not open, or the link is lost.
            ValueError: The order is not between 1 and 2**32 - 1.
        """
        if not 0 < order < 1 << 32:
            raise ValueError(f"order {order} is not between 1 and 2**32 - 1")
        self._opened().order(wire.Draw(order))

    def reload(self) -> None:
        """Order every ball back into the drum; returns at once. `DrumLoaded` or `CommandFailed` follows.

        Any order from 1 may follow; the hall goes on counting all the same.

        Raises:
            ExtractorError: It is not open, or the link is lost.
        """
        self._opened().order(wire.Reload())

    def stop(self) -> None:
        """Order the machine to stand still and latch; returns at once.

        Orders that are not yet answered are given up, each with a `CommandFailed`.

        Raises:
            ExtractorError: It is not open, or the link is lost.
        """
        self._opened().order(wire.Stop())

    def reset(self) -> None:
        """Undo the latch, after a person acknowledged it; returns at once. Moves nothing.

        Raises:
            ExtractorError: It is not open, or the link is lost.
        """
        self._opened().order(wire.Reset())

    def permit(self) -> bool:
        """Let the machine move a little longer; to be called every 50 ms. Returns at once, never raises.

        Returns:
            False when there is no link: it is not open, or `LinkLost` comes or has come.
        """
        return self._connection is not None and self._connection.permit()

    def acknowledge(self, event: int) -> None:
        """Let the machine forget an event, now that it is durable; returns at once, never raises.

        An event that this connection has not handed on is left alone: it will be handed on again.
        """
        if self._connection is not None:
            self._connection.acknowledge(event)

    def close(self) -> None:
        """Let go of the port; waits for the connection's thread. Not to be called from `on_event`.

        Says nothing to the machine: without permission it stops by itself. No event comes afterwards.
        """
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _opened(self) -> Held:
        if self._connection is None:
            raise ExtractorError(f"extractor en {self._path}: no está abierto; ábralo antes")
        return self._connection
