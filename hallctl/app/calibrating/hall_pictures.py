"""The pictures of the hall's own camera, as a calibration takes them while nobody plays.

Not responsible for judging pictures: also what the hall would refuse to read is seen here.
"""

import time
from collections.abc import Callable
from typing import Final

from drivers.camera.camera import Frame
from drivers.camera.health import CameraFault, FaultCode
from drivers.camera.pace import PaceMeter
from hallctl.table.worker import Worker

_GLANCE_S: Final = 0.005
SILENT_S: Final = 1.5
"""Seconds without a new picture after which it is said that none comes."""


class HallPictures(Worker):
    """Looks at every picture of the camera for as long as a calibration takes.

    Args:
        latest: Returns the newest picture.
        clock: Monotonic seconds, the camera's.
    """

    def __init__(
        self, latest: Callable[[], Frame | None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._latest, self._clock = latest, clock
        self._meter = PaceMeter()
        self._heard = clock()
        super().__init__("calibration-pictures")

    def newest(self, after: int, patience: float) -> Frame | None:
        """Return the newest picture whose sequence is above ``after``, None after so many seconds."""
        end = self._clock() + patience
        while not self._stopping.is_set():
            frame = self._latest()
            if frame is not None and frame.sequence > after and self._new(frame):
                self._heard = frame.at_monotonic
                return frame
            if self._clock() >= end:
                break
            self._stopping.wait(_GLANCE_S)
        return None

    def _new(self, frame: Frame) -> bool:
        return self._clock() - frame.at_monotonic < SILENT_S

    def fault(self) -> CameraFault | None:
        """Return once that no picture comes."""
        now = self._clock()
        if now - self._heard < SILENT_S:
            return None
        self._heard = now
        return CameraFault(FaultCode.LOST, now, f"{SILENT_S:g} s")

    def measure_pace(self) -> PaceMeter:
        """Begin to measure how often the camera shows that it lives; what is returned goes on measuring."""
        self._meter = PaceMeter()
        return self._meter

    def _run(self) -> None:
        seen = 0
        while not self._stopping.wait(_GLANCE_S):
            frame = self._latest()
            if frame is not None and frame.sequence != seen:
                seen = frame.sequence
                if not self._meter.known:
                    self._meter.see(frame.image, frame.at_monotonic)
