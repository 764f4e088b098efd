"""The camera simulator: serves, as a network camera does, what stands at the exit of the machine.

    python -m drivers.camera.simulator --plant FILE --port N [--port-file PATH] [--fps 25] [--with-parent]

serves MJPEG (multipart/x-mixed-replace) on http://127.0.0.1:N/. Lines on standard input cause faults, and
`clear` ends them:

* `freeze`  the same picture again and again, as a hung sensor sends it
* `hang`    connections stay open and carry nothing
* `black`   a covered lens
* `blank`   every ball loses its print
* `blur`    a lens out of focus
* `bright`  far too much light
* `mirror`  the picture in a mirror, as a camera is set to show a face
* `unplug`  connections break and new ones are refused

It does NOT model: balls in motion, exposure or colour drift, plexiglass, dust, another resolution than
640×480, lost or torn frames, network delay, passwords, nor anything of a USB or CSI camera's own driver. It
is no reader and no device driver, and it never says a number but by pixels.
"""

import argparse
import os
import select
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Final, Literal, get_args

import cv2
import numpy as np

from drivers.camera.balls import EMPTY, HEIGHT, WIDTH, Image, Ink, scene, symbol_ink, with_noise
from drivers.camera.mjpeg import MjpegServer
from drivers.plant import Plant, PlantError, load_plant

Fault = Literal["freeze", "hang", "black", "blank", "blur", "bright", "mirror", "unplug"]
FAULTS: Final[tuple[str, ...]] = get_args(Fault)
_QUALITY = 88
_SEED = 5
_BLUR = 7.0  # pixels
_BRIGHT = 6.0  # times the light there should be


@dataclass(frozen=True, slots=True)
class Stage:
    """What the camera looks at, and what is wrong with the camera."""

    faults: frozenset[str] = frozenset()

    def after(self, line: str) -> "Stage":
        """The stage after one line of standard input.

        Raises:
            ValueError: The line is no fault.
        """
        if line == "clear":
            return Stage()
        if line not in FAULTS:
            raise ValueError(f"{line!r} is no fault; say one of {', '.join(FAULTS)} or clear")
        return replace(self, faults=self.faults | {line})


class Lens(ABC):
    """A camera's optics, with what may be wrong with them; the noise is another in each frame."""

    def __init__(self) -> None:
        self._grain = np.random.default_rng()
        self._last: bytes | None = None

    def frame(self, faults: frozenset[str]) -> bytes:
        """The next picture as a JPEG file."""
        if "freeze" in faults and self._last is not None:
            return self._last
        dark = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        picture = dark if "black" in faults else self.look(faults)
        if "blur" in faults:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), _BLUR), np.uint8)
        if "bright" in faults:
            picture = np.asarray(cv2.convertScaleAbs(picture, alpha=_BRIGHT), np.uint8)
        if "mirror" in faults:
            picture = np.asarray(cv2.flip(picture, 1), np.uint8)
        self._last = _jpeg(with_noise(picture, self._grain))
        return self._last

    @abstractmethod
    def look(self, faults: frozenset[str]) -> Image:
        """Return what stands before the lens."""


_Drawn = tuple[int, int, Ink]
"""What a picture is made of: the plant's seed, how many balls were drawn, and what stands at the exit."""


class ExitLens(Lens):
    """Looks at the exit of the machine: the ball is drawn once for each draw, and while another is looked at.

    No camera stops while a ball comes, and a slow machine needs seconds to draw one.

    Args:
        plant_file: Where the physical world is kept; read again whenever the file changes.
        symbols: Whether the balls have symbols in the place of numbers (PT-67).
    """

    def __init__(self, plant_file: Path, symbols: bool = False) -> None:
        super().__init__()
        self._file = plant_file
        self._symbols = symbols
        self._stamp: tuple[int, int, int] | None = None
        self._plant: Plant | None = None
        self._drawn: _Drawn | None = None
        self._scene = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        self._artist = ThreadPoolExecutor(1, "scene")
        self._coming: tuple[_Drawn, Future[Image]] | None = None

    def look(self, faults: frozenset[str]) -> Image:
        """Return the exit, with its ball where one stands there."""
        plant = self._reread()
        ink = EMPTY if plant.exit is None else self._ink(plant, plant.exit)
        if ink is not EMPTY and "blank" in faults:
            ink = None
        drawn = (plant.seed, plant.draws, ink)
        if drawn != self._drawn:
            known = self._coming is not None and self._coming[0] == drawn
            self._scene = self._coming[1].result() if self._coming and known else _scene(drawn)
            self._drawn = drawn
            self._begin_next(plant)
        return self._scene

    def _ink(self, plant: Plant, body: int) -> Ink:
        ink = plant.ink[body]
        return symbol_ink(int(ink)) if self._symbols and ink is not None else ink

    def _begin_next(self, plant: Plant) -> None:
        """Have the ball drawn that comes next, unless somebody reaches into the machine."""
        if not plant.drum:
            return
        coming = (plant.seed, plant.draws + 1, self._ink(plant, plant.next_ball()))
        if self._coming is None or self._coming[0] != coming:
            self._coming = coming, self._artist.submit(_scene, coming)

    def _reread(self) -> Plant:
        status = self._file.stat()
        stamp = (status.st_mtime_ns, status.st_ino, status.st_size)
        if self._plant is None or stamp != self._stamp:
            self._plant = load_plant(self._file)
            self._stamp = stamp
        return self._plant


def _scene(drawn: _Drawn) -> Image:
    """Draw a picture; how often was drawn decides how the ball lies, not the body: its pose would tell it."""
    seed, draws, ink = drawn
    return scene(ink, np.random.default_rng([_SEED, seed & 0xFFFF_FFFF, draws]))


def _jpeg(picture: Image) -> bytes:
    done, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise RuntimeError("OpenCV could not write a JPEG: reinstall opencv-python")
    return coded.tobytes()


class Commands:
    """The lines of standard input, without a thread that could outlive the rest."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._pending = b""
        self.ended = False

    def within(self, seconds: float) -> list[str]:
        """The lines that arrive before the time is over; sets `ended` when there will be no more."""
        if self.ended:
            time.sleep(max(0.0, seconds))
            return []
        readable, _, _ = select.select([self._descriptor], [], [], max(0.0, seconds))
        if not readable:
            return []
        received = os.read(self._descriptor, 4096)
        self.ended = not received
        *lines, self._pending = (self._pending + received).split(b"\n")
        return [line.decode(errors="replace").strip() for line in lines if line.strip()]


def serve(
    lens: Lens, server: MjpegServer, commands: Commands, fps: float, stopped: Callable[[], bool]
) -> None:
    """Publish frames at a steady rate and obey commands until asked to stop."""
    stage = Stage()
    due = time.monotonic()
    while not stopped():
        for line in commands.within(due - time.monotonic()):
            stage = _obey(stage, line, server)
        if time.monotonic() < due:
            continue
        began = time.thread_time()
        if "hang" not in stage.faults and server.watched:
            server.publish(lens.frame(stage.faults))
        # A slow machine has this camera on it too: half of the time is for who reads its pictures.
        due = max(due + 1 / fps, time.monotonic() + time.thread_time() - began)


def _obey(stage: Stage, line: str, server: MjpegServer) -> Stage:
    try:
        changed = stage.after(line)
    except ValueError as error:
        print(error, file=sys.stderr, flush=True)
        return stage
    if "unplug" in changed.faults:
        server.unplug()
    elif "unplug" in stage.faults:
        server.plug()
    return changed


def arguments_of(prog: str, description: str, fps: float) -> argparse.ArgumentParser:
    """Return what every simulated camera is told."""
    parser = argparse.ArgumentParser(prog=prog, description=description)
    parser.add_argument("--port", type=int, required=True, help="TCP port on 127.0.0.1; 0 picks a free one")
    parser.add_argument("--port-file", type=Path, help="where to write the URL once it is served")
    parser.add_argument("--fps", type=float, default=fps)
    parser.add_argument("--with-parent", action="store_true", help="end when standard input ends")
    return parser


def run(parser: argparse.ArgumentParser, make: Callable[[argparse.Namespace], Lens]) -> int:
    """Serve until asked to stop by a signal or, with --with-parent, by the end of standard input."""
    options = parser.parse_args()
    if not 1 <= options.fps <= 200:
        parser.error("--fps goes from 1 to 200")
    cv2.setNumThreads(1)
    stop = threading.Event()

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, on_signal)
    ended = _serve_until(options, make, stop)
    if ended:
        print(f"camera simulator: {ended}", file=sys.stderr, flush=True)
    return 1 if ended else 0


def _serve_until(
    options: argparse.Namespace, make: Callable[[argparse.Namespace], Lens], stop: threading.Event
) -> Exception | None:
    """Serve; returns what made it impossible, or None after an ordinary end."""
    commands = Commands(0)
    try:
        lens = make(options)
        lens.frame(frozenset())
        with MjpegServer(options.port) as server:
            print(server.url, flush=True)
            if options.port_file is not None:
                _write_whole(options.port_file, server.url + "\n")
            serve(
                lens,
                server,
                commands,
                options.fps,
                lambda: stop.is_set() or (options.with_parent and commands.ended),
            )
    except (OSError, PlantError, ValueError) as error:
        return error
    return None


def _write_whole(path: Path, text: str) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)


def main() -> int:
    """Run the simulator as a program; returns its exit code."""
    parser = arguments_of("drivers.camera.simulator", __doc__.splitlines()[0], 25.0)
    parser.add_argument("--plant", type=Path, required=True, help="JSON file of the physical world")
    parser.add_argument("--symbols", action="store_true", help="balls have the symbols of bingo 30")
    return run(parser, lambda options: ExitLens(options.plant, options.symbols))


if __name__ == "__main__":
    sys.exit(main())
