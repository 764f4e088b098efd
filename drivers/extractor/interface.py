"""What every extractor's driver offers, whatever its machine speaks (docs/add-an-extractor.md).

Not responsible for any of them: a driver needs no base class, only these methods.
"""

from collections.abc import Callable
from typing import Protocol

from drivers.extractor.events import ExtractorEvent
from drivers.extractor.wire import Identity, MachineState


class ExtractorDriver(Protocol):
    """One machine on one port, as the hall drives it.

    One thread calls the methods. `open` and `close` alone may make it wait; a call on a line that is lost
    raises `ExtractorError`, but for `permit` and `acknowledge`, which never raise.
    """

    def open(self) -> Identity:
        """Take the port, ask who is there and how it stands.

        Raises:
            ExtractorError: The machine cannot be used; the message says what to check.
        """

    @property
    def state(self) -> MachineState:
        """How the machine stood when it last said so."""

    def draw(self, order: int) -> None:
        """Order a ball; the last order again moves no second one. `BallArrived` or `CommandFailed` comes."""

    def reload(self) -> None:
        """Order every ball back into the drum. `DrumLoaded` or `CommandFailed` comes."""

    def stop(self) -> None:
        """Order the machine to stand still and latch."""

    def reset(self) -> None:
        """Undo the latch, after a person acknowledged it; moves nothing."""

    def permit(self) -> bool:
        """Let the machine move a little longer; False when there is no link. Nothing else may permit it."""

    def acknowledge(self, event: int) -> None:
        """Let the machine forget an event, now that it is durable."""

    def close(self) -> None:
        """Let go of the port; no event comes afterwards."""


MakeDriver = Callable[[str, Callable[[ExtractorEvent], None]], ExtractorDriver]
"""Makes the driver of the machine on a port; it calls the second from a thread of its own."""
