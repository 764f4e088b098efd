"""The camera on the exit and its reader: looks when told to, and says when it cannot see.

Not responsible for combining readings: each goes to the table by itself.
"""

from typing import Final

from drivers.camera.camera import Camera, Frame
from drivers.camera.health import CameraFault, FaultCode
from drivers.reader.reader import Reader
from hallctl.table import messages as msg
from hallctl.table.table import Inbox

DEVICE: Final = "cámara"
_FAULTS: Final = tuple(code for code in FaultCode if code is not FaultCode.BACK)


class Eye:
    """Reads the exit's pictures in the camera's thread while an order waits for its ball."""

    def __init__(self, source: str | int, inbox: Inbox, highest: int) -> None:
        self._inbox = inbox
        self._reader = Reader(highest=highest)
        self._serial: int | None = None
        self._known = False
        self._camera = Camera(source, self._on_frame, self._on_fault)

    def watch(self, serial: int) -> None:
        """Read every picture from now on, for this order."""
        self._serial = serial

    def rest(self) -> None:
        """Read no more."""
        self._serial = None

    def close(self) -> None:
        """Let go of the camera."""
        self._camera.close()

    def _on_frame(self, frame: Frame) -> None:
        if not self._known:
            self._recovered()
        serial = self._serial
        if serial is not None:
            sighting = self._reader.read(frame.image)
            self._inbox.put(msg.Seen(serial, sighting, frame.sequence, frame.at_monotonic, frame.image))

    def _on_fault(self, fault: CameraFault) -> None:
        if fault.code is FaultCode.BACK:
            self._recovered()
            return
        self._known = True
        self._inbox.put(msg.Trouble(DEVICE, fault.code, fault.message))

    def _recovered(self) -> None:
        self._known = True
        for code in _FAULTS:
            self._inbox.put(msg.Recovered(DEVICE, code))
