"""What a camera's pictures come from: USB, network, CSI, a film, a row of pictures; opened and read alike.

It is NOT responsible for opening again what ended, nor for whether a picture is any good.
"""

import os
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from drivers.camera.limits import HealthLimits
from drivers.camera.pictures import SUFFIXES, PictureError, load_picture
from drivers.camera.quality import Image
from drivers.camera.settings import CameraSettings, Wanted, lock

OPEN_TIMEOUT: Final = 2.0  # seconds: a first picture over a network, on a machine with other work
RTSP_TIMEOUT: Final = 5.0  # seconds: nothing can be decoded before the camera's next key frame
REOPEN: Final = 1.0
"""Seconds of silence after which a live source is opened anew; V4L2 gives up a read after as many."""

OWN_RATE: Final = 25.0
"""Pictures a second of what says no rate of its own."""

_CSI: Final = re.compile(r"csi(?::(\d))?")
_NUMBERED: Final = re.compile(r"%0?\d*d")
_PASSWORD: Final = re.compile(r"(?<=://)[^/@]*@")


class CameraError(OSError):
    """A source cannot be opened, ended, or sends what is no picture; the message says what to do."""


class SizeError(CameraError):
    """A source sends pictures of a size that cannot be used."""


class Feed(Protocol):
    """An open source.

    Attributes:
        settings: What the camera accepted.
        interval: Seconds from picture to picture of a recording; 0 for a live camera.
    """

    settings: CameraSettings
    interval: float

    def read(self) -> Image | None:
        """The next picture; None when a live camera was silent for too long.

        Raises:
            CameraError: It ended, or what came is no picture.
        """

    def close(self) -> None:
        """Let go of it."""


def named(source: str | int) -> str:
    """Return a source as it may be shown and minuted: without user and password."""
    return _PASSWORD.sub("", str(source))


def is_live(source: str | int) -> bool:
    """Whether a source is a camera rather than a recording."""
    return isinstance(source, int) or "://" in source or _CSI.fullmatch(source) is not None


def open_feed(
    source: str | int,
    limits: HealthLimits | None = None,
    wanted: Wanted | None = None,
    rate: float | None = None,
    patience: float = 1.0,
) -> Feed:
    """Open a source.

    Args:
        source: A V4L2 index; "csi" or "csi:1"; an address (http, https, rtsp); a film; a picture; a folder
            of pictures; a pattern of pictures such as "ball-*.png" or "ball-%03d.png".
        limits: The sizes of picture that are taken.
        wanted: The exposure, focus and white balance to hold.
        rate: Pictures a second at which a recording plays, None for its own.
        patience: Times as long as usual may an address take to answer.

    Raises:
        CameraError: It cannot be opened.
    """
    limits = limits or HealthLimits()
    if isinstance(source, str):
        csi = _CSI.fullmatch(source)
        if csi is not None:
            from drivers.camera.csi import CsiFeed  # noqa: PLC0415 - its library is only on a Pi

            return CsiFeed(int(csi[1] or 0), wanted or Wanted(), REOPEN)
        files = None if is_live(source) else pictures_of(source)
        if files is not None:
            return PictureFeed(files, rate, limits)
    return CaptureFeed(source, limits, wanted or Wanted(), rate, patience)


def pictures_of(source: str) -> list[Path] | None:
    """Return the pictures that a folder, a pattern or a picture's name stands for, in order; None for none.

    Raises:
        CameraError: A folder or pattern without any picture.
    """
    path = Path(source)
    if path.is_dir():
        found = [each for each in path.iterdir() if each.suffix.lower() in SUFFIXES]
    elif not path.exists() and (set("*?[") & set(path.name) or _NUMBERED.search(path.name)):
        found = list(path.parent.glob(_NUMBERED.sub("*", path.name)))
    elif path.suffix.lower() in SUFFIXES:
        return [path]
    else:
        return None
    if not found:
        raise CameraError(f"{source}: no hay imágenes JPEG ni PNG")
    return sorted(found, key=_by_number)


def _by_number(path: Path) -> list[tuple[int, str]]:
    """Order "ball-9" before "ball-10"."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", path.name)]


class PictureFeed:
    """A row of picture files."""

    def __init__(self, files: Sequence[Path], rate: float | None, limits: HealthLimits) -> None:
        self._rest: Iterator[Path] = iter(files)
        self._limits = limits
        self.interval = 1 / (rate or OWN_RATE)
        first = self._load(files[0])
        self.settings = CameraSettings("grabación", first.shape[1], first.shape[0], rate or OWN_RATE)

    def read(self) -> Image | None:
        """The next picture.

        Raises:
            CameraError: There is none left, or it is damaged.
        """
        path = next(self._rest, None)
        if path is None:
            raise CameraError("la grabación terminó")
        return self._load(path)

    def close(self) -> None:
        """Nothing is open."""

    def _load(self, path: Path) -> Image:
        try:
            return load_picture(path, self._limits)
        except PictureError as error:
            raise CameraError(str(error)) from error


class CaptureFeed:
    """A USB camera, a network camera or a film, through OpenCV.

    Raises:
        CameraError: It cannot be opened.
        SizeError: Its pictures have a size that cannot be used; none was decoded.
    """

    def __init__(
        self,
        source: str | int,
        limits: HealthLimits,
        wanted: Wanted,
        rate: float | None,
        patience: float = 1.0,
    ) -> None:
        self._live = is_live(source)
        self._silent = 0.9 * patience * REOPEN
        self._capture = _open(source, patience)
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraError("no se puede abrir")
        width, height, own = (int(self._capture.get(key)) for key in _SHAPE)
        misfit = limits.misfit(width, height) if width and height else ""
        if misfit:
            self._capture.release()
            raise SizeError(misfit)
        self.interval = 0.0 if self._live else 1 / (rate or max(1.0, own or OWN_RATE))
        controls = lock(self._capture, wanted) if isinstance(source, int) else ()
        kind = "V4L2" if isinstance(source, int) else "red" if self._live else "grabación"
        self.settings = CameraSettings(kind, width, height, own, controls)

    def read(self) -> Image | None:
        """The next picture; None when a live camera was silent for too long.

        Raises:
            CameraError: It ended, or what came is no picture.
        """
        asked = time.monotonic()
        read, image = self._capture.read()
        if read:
            return np.asarray(image, np.uint8)
        if self._live and time.monotonic() - asked >= self._silent:
            return None
        raise CameraError("la cámara dejó de enviar imágenes" if self._live else "la grabación terminó")

    def close(self) -> None:
        """Let go of the source."""
        self._capture.release()


_SHAPE: Final = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS)

_ENVIRONMENT: Final = {
    # A camera that is out has its own fault and needs no lines of FFmpeg's.
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    # A picture cut off in the middle is decoded with grey in its place unless it is thrown away; over UDP
    # pictures lose parts of themselves.
    "OPENCV_FFMPEG_CAPTURE_OPTIONS": "fflags;discardcorrupt|rtsp_transport;tcp",
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": f"{REOPEN:.0f}",  # seconds
}


def prepare_opencv() -> None:
    """Have OpenCV say nothing on stderr; FFmpeg takes it before a process's first film or stream only."""
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)


def _open(source: str | int, patience: float) -> cv2.VideoCapture:
    """Open; a network source that falls silent gives up a read after `REOPEN`, or so many times of it."""
    prepare_opencv()
    if isinstance(source, int):
        return cv2.VideoCapture(source, cv2.CAP_V4L2)
    if "://" not in source:
        return cv2.VideoCapture(source)
    opening = RTSP_TIMEOUT if source.startswith("rtsp") else OPEN_TIMEOUT
    # One decoding thread: with several, FFmpeg holds back a frame for each.
    options = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(patience * opening * 1000), cv2.CAP_PROP_N_THREADS, 1]
    options += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(patience * REOPEN * 1000)]
    return cv2.VideoCapture(source, cv2.CAP_FFMPEG, options)
