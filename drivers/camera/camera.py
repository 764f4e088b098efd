"""Takes pictures from a USB camera, a network camera or a recording, through `cv2.VideoCapture`.

The newest picture wins: what queued up while nobody looked is thrown away, never shown late. It is NOT
responsible for what is in a picture, for latching a fault or for stopping a draw; reconnecting resumes
pictures and nothing else.
"""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

import cv2
import numpy as np

from drivers.camera.health import CameraFault, Health, HealthLimits, Image

OPEN_TIMEOUT: Final = 1.0  # seconds
_RETRY = 0.5  # seconds between attempts to reconnect


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture; nobody can write into it.

    Attributes:
        sequence: Counts the pictures read by one camera object from 1, across reconnections; pictures thrown
            away because a newer one came leave gaps.
        at_monotonic: When the picture was there, in seconds of the camera's clock.
        image: BGR, 8 bits, read-only.
    """

    sequence: int
    at_monotonic: float
    image: Image


@dataclass(frozen=True, slots=True)
class _Lost:
    detail: str
    for_good: bool


class _Slot:
    """Room for one thing between the thread that reads and the thread that hands out."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._held: Frame | _Lost | None = None
        self._closed = False

    def put(self, thing: Frame | _Lost, *, replacing: bool) -> None:
        """Leave a thing; with `replacing`, a frame that nobody took makes room, else wait for room."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._has_room(replacing))
            self._held = thing
            self._changed.notify_all()

    def _has_room(self, replacing: bool) -> bool:
        return self._held is None or (replacing and isinstance(self._held, Frame))

    def take(self, patience: float) -> Frame | _Lost | None:
        """The thing, or None after so many seconds or when closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._held is not None, patience)
            taken, self._held = self._held, None
            self._changed.notify_all()
            return None if self._closed else taken

    def close(self) -> None:
        """Let go of whoever waits."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class Camera:
    """Follows one source from construction until `close`.

    One thread reads without ever waiting for anybody, another hands out the newest picture and notices
    silence; both callbacks run in the latter, one at a time, and must not call `close`. A slow callback loses
    pictures and never makes later ones late. A live source is reopened until it comes back, and says
    CAMERA-LOST once and CAMERA-BACK once. A recording (a file, an image sequence) plays at its own rate
    without losing pictures, and its end is CAMERA-LOST for good: its pictures never come a second time.

    Args:
        source: A V4L2 index, a URL, a file, or an image sequence such as "ball-%03d.png".
        on_frame: Gets each picture.
        on_fault: Gets each fault, and CAMERA-BACK.
        clock: Monotonic seconds.
        limits: When the picture counts as frozen or black.
    """

    def __init__(
        self,
        source: str | int,
        on_frame: Callable[[Frame], None],
        on_fault: Callable[[CameraFault], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        limits: HealthLimits | None = None,
    ) -> None:
        self._source = source
        self._on_frame = on_frame
        self._on_fault = on_fault
        self._clock = clock
        self._limits = limits or HealthLimits()
        self._latest: Frame | None = None
        self._slot = _Slot()
        self._stopping = threading.Event()
        self._threads = [
            threading.Thread(target=self._read, name="camera-read", daemon=True),
            threading.Thread(target=self._hand_out, name="camera-hand-out", daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    @property
    def live(self) -> bool:
        """Whether the source is a camera rather than a recording."""
        return isinstance(self._source, int) or "://" in self._source

    def latest(self) -> Frame | None:
        """The newest picture, or None before the first; look at its time before trusting it."""
        return self._latest

    def close(self) -> None:
        """Stop and wait for the threads: at most about `OPEN_TIMEOUT`, also when the far end hangs."""
        self._stopping.set()
        self._slot.close()
        for thread in self._threads:
            thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def _read(self) -> None:
        while not self._stopping.is_set():
            capture = _open(self._source, self._limits.silence)
            try:
                ended = self._read_until_end(capture) if capture.isOpened() else "cannot be opened"
            finally:
                capture.release()
            if ended is None or self._stopping.is_set():
                continue
            for_good = not self.live and self._latest is not None
            self._slot.put(_Lost(f"{self._source}: {ended}", for_good), replacing=False)
            if for_good:
                return
            self._stopping.wait(_RETRY)

    def _read_until_end(self, capture: cv2.VideoCapture) -> str | None:
        """Read until the source ends; returns how, or None if it only fell silent and may be reopened."""
        interval = 0.0 if self.live else 1 / max(1.0, capture.get(cv2.CAP_PROP_FPS) or 25.0)
        while not self._stopping.wait(interval):
            asked = time.monotonic()
            read, image = capture.read()
            if not read:
                silent = self.live and time.monotonic() - asked >= 0.9 * self._limits.silence
                return None if silent else "ended, or sent what is no picture"
            image.flags.writeable = False
            sequence = 1 if self._latest is None else self._latest.sequence + 1
            self._latest = frame = Frame(sequence, self._clock(), np.asarray(image, np.uint8))
            self._slot.put(frame, replacing=self.live)
        return None

    def _hand_out(self) -> None:
        health = Health(self._limits)
        last: float | None = None
        while not self._stopping.is_set():
            taken = self._slot.take(self._limits.silence)
            if isinstance(taken, Frame):
                last = taken.at_monotonic
                self._report(health.frame(taken.image, last))
                self._on_frame(taken)
            elif isinstance(taken, _Lost):
                self._report(health.lost(self._clock(), taken.detail))
                if taken.for_good:
                    return
            elif last is not None and self.live and not self._stopping.is_set():
                self._report(health.silent(self._clock(), last))

    def _report(self, fault: CameraFault | None) -> None:
        if fault is not None:
            self._on_fault(fault)


def _open(source: str | int, silence: float) -> cv2.VideoCapture:
    """Open without a word on stderr; a silent network source gives up after `silence` seconds."""
    # FFmpeg reads this once per process; a camera that is out has its own fault and needs no lines of theirs.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
    if isinstance(source, int):
        return cv2.VideoCapture(source, cv2.CAP_V4L2)
    if "://" not in source:
        return cv2.VideoCapture(source)
    # One decoding thread: with several, FFmpeg holds back a frame for each.
    patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(OPEN_TIMEOUT * 1000), cv2.CAP_PROP_N_THREADS, 1]
    patience += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(silence * 1000)]
    return cv2.VideoCapture(source, cv2.CAP_FFMPEG, patience)
