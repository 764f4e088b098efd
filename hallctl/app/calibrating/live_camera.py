"""A camera to look through by hand: the newest picture when it is wanted, whatever it is like.

Not responsible for judging pictures: also what the hall would refuse to read is seen here.
"""

import queue
import threading
from types import TracebackType
from typing import Final, Protocol, Self

from drivers.camera.camera import Camera, Frame
from drivers.camera.health import CameraFault, FaultCode
from drivers.camera.limits import HealthLimits
from drivers.camera.pace import PaceMeter
from drivers.camera.settings import CameraSettings, Wanted

ANYTHING: Final = HealthLimits(black=-1.0, burnt=2.0, edge=1e9, still=1_000_000, alive=False)
"""A technician sees black, burnt, blurred and still pictures too: how else could they be mended."""


class PictureSource(Protocol):
    """Where a calibration takes its pictures from: a camera, or pictures that were kept of one."""

    def newest(self, after: int, patience: float) -> Frame | None:
        """Return the newest picture whose sequence is above ``after``, None after so many seconds."""

    def fault(self) -> CameraFault | None:
        """Return what has gone wrong since the last time, None where nothing has."""

    def measure_pace(self) -> PaceMeter:
        """Begin to measure how often the camera shows that it lives; what is returned goes on measuring."""


class LiveCamera:
    """Follows one camera; use as a context manager.

    Args:
        source: See `drivers.camera.source.open_feed`.
        wanted: The exposure, focus and white balance to hold.
    """

    def __init__(self, source: str | int, wanted: Wanted | None = None) -> None:
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._meter = PaceMeter()
        self._faults: queue.SimpleQueue[CameraFault] = queue.SimpleQueue()
        self._camera = Camera(source, self._take, self._faults.put, limits=ANYTHING, wanted=wanted)

    @property
    def settings(self) -> CameraSettings | None:
        """What the camera accepted, None before it was opened."""
        return self._camera.settings

    def newest(self, after: int, patience: float) -> Frame | None:
        """Return the newest picture whose sequence is above ``after``, None after so many seconds."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._frame is not None and self._frame.sequence > after, patience)
            return self._frame if self._frame is not None and self._frame.sequence > after else None

    def fault(self) -> CameraFault | None:
        """Return what has gone wrong with the camera since the last time, None where nothing has."""
        last = None
        while not self._faults.empty():
            last = self._faults.get()
        return None if last is None or last.code is FaultCode.BACK else last

    def measure_pace(self) -> PaceMeter:
        """Begin to measure how often the camera shows that it lives; what is returned goes on measuring."""
        self._meter = PaceMeter()
        return self._meter

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._camera.close()

    def _take(self, frame: Frame) -> None:
        if not self._meter.known:
            self._meter.see(frame.image, frame.at_monotonic)
        with self._fresh:
            self._frame = frame
            self._fresh.notify_all()
