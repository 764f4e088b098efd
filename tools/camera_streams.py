"""Plays still and frozen exits through a real H.264 encoder: false alarms, and how soon one is found.

    python -m tools.camera_streams [--seconds 60] [--ffmpeg ffmpeg] [--keep fixtures/camera]

With ``--keep`` it writes the films that the tests play. It needs the program ffmpeg, with libx264. Not
responsible for the limits: they are in ``drivers.camera``.
"""

import argparse
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drivers.camera.balls import EMPTY, scene
from drivers.camera.health import FaultCode, Health
from drivers.camera.limits import HealthLimits
from drivers.camera.pace import PaceMeter
from drivers.camera.quality import Image
from drivers.camera.source import prepare_opencv

RATE: Final = 25
_MARGIN: Final = 64  # pixels by which a bank of noise may be moved
_BANKS: Final = 6


@dataclass(frozen=True, slots=True)
class Coding:
    """How a film is made.

    Attributes:
        crf: Constant rate factor: the higher, the more is left out.
        keys: Pictures from one key frame to the next.
        preset: Of libx264.
        noise: Of the sensor, levels.
    """

    crf: int
    keys: int
    preset: str
    noise: float = 1.0

    @property
    def name(self) -> str:
        """What it is called in a table."""
        return f"crf {self.crf}, a key frame in {self.keys / RATE:g} s, {self.preset}, noise {self.noise:g}"

    @property
    def options(self) -> list[str]:
        """What the program is told."""
        told = {"-crf": self.crf, "-g": self.keys, "-preset": self.preset, "-tune": "zerolatency"}
        return [
            "-c:v",
            "libx264",
            "-pix_fmt",
            "yuv420p",
            *(str(each) for pair in told.items() for each in pair),
        ]


CODINGS: Final = tuple(
    Coding(crf, keys, preset, noise)
    for crf in (23, 28, 32, 35)
    for keys, preset, noise in ((25, "superfast", 1.0), (50, "veryfast", 2.0))
)
KEPT: Final = {
    "quieta.mp4": (Coding(28, 25, "superfast"), 12, None),
    "quieta-2s.mp4": (Coding(32, 50, "veryfast", 2.0), 14, None),
    "detenida.mp4": (Coding(28, 25, "superfast"), 20, 8),
    "sin-claves.mp4": (Coding(35, 250, "veryfast", 2.0), 9, None),
}
"""The films that the tests play: how each is made, for how many seconds, and when its source freezes."""


def exit_seen(seconds: float, noise: float, frozen_from: float | None = None) -> Iterator[Image]:
    """Give pictures of the empty exit, each with noise of its own; from a time on the same one."""
    rng = np.random.default_rng(1)
    still = np.asarray(scene(EMPTY, np.random.default_rng(3)), np.float32)
    height, width = still.shape[:2]
    banks = [
        rng.standard_normal((height + _MARGIN, width + _MARGIN, 3), np.float32) * noise for _ in range(_BANKS)
    ]
    shown = still.astype(np.uint8)
    for at in range(round(seconds * RATE)):
        if frozen_from is None or at < frozen_from * RATE:
            left, top = rng.integers(0, _MARGIN, 2)
            grain = banks[rng.integers(_BANKS)][top : top + height, left : left + width]
            shown = np.clip(np.rint(still + grain), 0, 255).astype(np.uint8)
        yield shown


def encode(ffmpeg: str, coding: Coding, pictures: Iterator[Image], film: Path) -> None:
    """Write a film of pictures of 640×480."""
    raw = ["-f", "rawvideo", "-pix_fmt", "bgr24", "-s", "640x480", "-r", str(RATE), "-i", "-"]
    told = [ffmpeg, "-loglevel", "error", "-y", *raw, *coding.options, str(film)]
    with subprocess.Popen(told, stdin=subprocess.PIPE) as running:
        assert running.stdin is not None
        for picture in pictures:
            running.stdin.write(picture.tobytes())
        running.stdin.close()
        if running.wait():
            raise SystemExit(f"{ffmpeg} failed")


def decoded(film: Path) -> Iterator[tuple[float, Image]]:
    """Give the pictures of a film, each with its time in seconds."""
    prepare_opencv()
    capture, at = cv2.VideoCapture(str(film)), 0
    while True:
        there, image = capture.read()
        if not there:
            return
        yield at / RATE, np.asarray(image, np.uint8)
        at += 1


def measured(film: Path) -> PaceMeter:
    """Measure the pace of what a film shows, as a calibration does."""
    meter = PaceMeter()
    for at, image in decoded(film):
        meter.see(image, at)
        if meter.known:
            break
    return meter


def alarms(film: Path, pace: float) -> list[float]:
    """Return when the picture counted as frozen, seconds."""
    health = Health(HealthLimits(pace=pace))
    told = ((at, health.frame(image, at)) for at, image in decoded(film))
    return [at for at, fault in told if fault is not None and fault.code is FaultCode.FROZEN]


def main() -> None:
    """Print a table, or write the films of the tests."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--ffmpeg", default="ffmpeg")
    parser.add_argument("--keep", type=Path)
    asked = parser.parse_args()
    if asked.keep is not None:
        for name, (coding, seconds, frozen_from) in KEPT.items():
            film = asked.keep / name
            encode(asked.ffmpeg, coding, exit_seen(seconds, coding.noise, frozen_from), film)
        return
    print(
        "| film | pace (s) | false alarms by 12 pictures | by its pace | frozen one found after (s) |\n"
        + "|---" * 5
        + "|"
    )
    with tempfile.TemporaryDirectory() as folder:
        for coding in CODINGS:
            print(_row(asked.ffmpeg, coding, asked.seconds, Path(folder) / "film.mp4"), flush=True)


def _row(ffmpeg: str, coding: Coding, seconds: float, film: Path) -> str:
    encode(ffmpeg, coding, exit_seen(seconds, coding.noise), film)
    pace = measured(film).seconds
    before, now = len(alarms(film, 0.0)), len(alarms(film, pace))
    frozen_from = 10.3
    encode(ffmpeg, coding, exit_seen(frozen_from + 40, coding.noise, frozen_from), film)
    found = [at - frozen_from for at in alarms(film, pace)]
    told = ", ".join(f"{each:.1f}" for each in found) or "never"
    return f"| {coding.name} | {pace:.2f} | {before} | {now} | {told} |"


if __name__ == "__main__":
    main()
