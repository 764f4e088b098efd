"""The camera at the desk, which shows a room the original of a card while that card is checked (AJ-95).

Whoever stands at the desk, and the cash on it, are nobody's to watch: at any other moment it gives nothing.
Not responsible for reading the card, nor for the exit's camera, which never leaves the exit (AJ-30). Without
a picture a check goes on: the original is read aloud.
"""

from collections.abc import Callable
from typing import Final

from drivers.camera.camera import Camera, Frame
from drivers.camera.health import CameraFault, FaultCode
from drivers.camera.limits import HealthLimits
from drivers.camera.pace import MOST
from hallctl.table import messages as msg
from hallctl.table.table import Inbox

DEVICE: Final = "cámara de mesa"
LOST: Final = "DESK-CAMERA"
_NO_PICTURE: Final = frozenset({FaultCode.LOST, FaultCode.FROZEN, FaultCode.SIZE})


class DeskCamera:
    """Follows a camera and gives its newest picture while a card is checked."""

    def __init__(self, source: str | int, shown: Callable[[], bool], inbox: Inbox) -> None:
        """Open the camera; it is opened again by itself whenever it is lost.

        Args:
            source: As for the exit's camera (docs/camera.md).
            shown: Says whether the room may see its picture now.
            inbox: Receives the message that there is no picture: a notice, which stops nothing.
        """
        self._shown = shown
        self._inbox = inbox
        # What lies on a desk stands still, and nothing hangs on it: any camera may be slow to show its life.
        self._camera = Camera(source, lambda _: None, self._on_fault, limits=HealthLimits(pace=MOST))

    def latest(self) -> Frame | None:
        """Return the newest picture; None before the first, and while no card is checked."""
        return self._camera.latest() if self._shown() else None

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()

    def _on_fault(self, fault: CameraFault) -> None:
        """Report faults that leave no picture; paper on a desk may well be bright or blurred."""
        if fault.code in _NO_PICTURE:
            self._inbox.put(msg.Trouble(DEVICE, LOST, f"{fault.message} ({fault.detail})"))
        elif fault.code is FaultCode.BACK:
            self._inbox.put(msg.Recovered(DEVICE, LOST))
