"""A camera's live picture, encoded once for everybody who watches, 25 times a second at most (AJ-29, 30).

It looks at the newest picture beside the reading, which it never holds up. Not responsible for who watches.
"""

import time
from collections.abc import Callable
from typing import Final, Protocol

import cv2

from drivers.camera.camera import Frame
from drivers.camera.quality import Image
from hallctl.table.worker import Worker

PER_S: Final = 25
WIDEST: Final = 1280
QUALITY: Final = 80
OLD_S: Final = 0.5
_POLL_S: Final = 0.25
_GLANCE_S: Final = 0.005


class Viewers(Protocol):
    """Whoever watches; every call may come from any thread."""

    def wanted(self, seconds: float) -> bool:
        """Wait until somebody watches, at most so long."""

    def publish(self, jpeg: bytes) -> None:
        """Make this the newest picture; returns at once."""


class Cctv(Worker):
    """Hands the camera's newest picture to the viewers, in a thread of its own."""

    def __init__(
        self,
        latest: Callable[[], Frame | None],
        viewers: Viewers,
        name: str = "cctv",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare; nothing is encoded before somebody watches.

        Args:
            latest: The newest picture of a camera.
            viewers: Who gets it.
            name: Of the thread.
            clock: Monotonic seconds, the camera's.
        """
        self._latest = latest
        self._viewers = viewers
        self._clock = clock
        super().__init__(name)

    def _run(self) -> None:
        seen, due = 0, self._clock()
        while not self._stopping.is_set():
            if not self._viewers.wanted(_POLL_S):
                continue
            frame, now = self._latest(), self._clock()
            # Half a picture early counts as on time: a camera of 25 pictures is never quite regular.
            early = now < due - 0.5 / PER_S
            if frame is None or frame.sequence == seen or now - frame.at_monotonic > OLD_S or early:
                self._stopping.wait(_GLANCE_S)
                continue
            seen, due = frame.sequence, max(due + 1 / PER_S, now - 1 / PER_S)
            self._viewers.publish(encoded(frame.image))


def encoded(image: Image) -> bytes:
    """Return a picture as JPEG, at most ``WIDEST`` pixels wide."""
    height, width = image.shape[:2]
    if width > WIDEST:
        image = cv2.resize(image, (WIDEST, height * WIDEST // width), interpolation=cv2.INTER_LINEAR)  # type: ignore[assignment]
    _, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return jpeg.tobytes()
