"""What the deciding loop asks of devices and of those who show and keep things.

Not responsible for any of them: drivers are put behind these by the composition root.
"""

from typing import Any, Protocol

from hallctl.table.snapshot import Snapshot


class ExtractorPort(Protocol):
    """An extractor that answered; every call returns at once, failures arrive as messages."""

    def draw(self, order: int) -> None:
        """Bring a ball to the exit; the same order again moves no second ball."""

    def reload(self) -> None:
        """Put every ball back into the drum."""

    def stop(self) -> None:
        """Stand still."""

    def reset(self) -> None:
        """Clear the machine's latched stop, after a person acknowledged it."""

    def permit(self) -> None:
        """Renew the permission to move; without it the machine stops by itself."""

    def acknowledge(self, event: int) -> None:
        """Report that an event is durable in the book."""

    def holds(self, order: int) -> bool:
        """Return whether the ball of this order stands at the exit already."""

    def shows(self, code: str) -> bool:
        """Return whether the machine still shows the cause of one of its faults, e.g. "EXT-JAM"."""


class BallCameraPort(Protocol):
    """The camera and its reader, which reads when ordered."""

    @property
    def look_s(self) -> float:
        """How many seconds a look at a picture takes on this machine, as far as that is known."""

    @property
    def waiting(self) -> int:
        """How many pictures wait for it."""

    def watch(self, serial: int, ball_set: str, *, armed: bool) -> None:
        """Read every picture from now on, for this order, as one of this set's balls.

        Args:
            serial: The order.
            ball_set: The set of its ball.
            armed: Whether the ball may be there already, so that no empty exit comes first.
        """

    def stop_watching(self) -> None:
        """Read no more."""


class GalleryPort(Protocol):
    """Where the deciding pictures are kept as evidence."""

    def keep(self, image: Any) -> str:
        """Store a picture durably and return its SHA-256 in hex."""


class BulletinPort(Protocol):
    """Where what is durable is made known to screens and consoles."""

    def publish(self, snapshot: Snapshot) -> None:
        """Make a snapshot known; never blocks."""

    def beat(self) -> None:
        """Report that the deciding loop turns."""
