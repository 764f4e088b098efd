"""A wall in virtual time: its own reader, gate, pane and window; its bytes and its clock come from outside.

It imports what a wall imports and no more, so that its memory is a wall's: as a program it is told on its
standard input (see ``tests.displays.hour``). Not responsible for sockets.
"""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

import pygame
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from displays.cctv import Camera, CctvReader
from displays.client import FeedReader
from displays.pane import Pane
from displays.window import open_window

FULL: Final = (1920, 1080)
KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes(32))


class Clock:
    """Goes only where it is put."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Exit(CctvReader):
    """The wall's reader of the exit without its thread: the bytes are handed to it until it is left."""

    left = False

    def start(self) -> None:
        self._begin()

    def leave(self) -> None:
        """Let go of the picture: a thread that never ran holds its reader until the collector comes."""
        self._newest, self.left = None, True

    def stop(self) -> None:
        self.leave()


class PlayedWall:
    """A wall whose bytes and whose time come from outside."""

    def __init__(self, window: pygame.Surface) -> None:
        self.clock = Clock()
        self.exit: Exit | None = None
        self._reader = FeedReader("http://127.0.0.1:1", key=KEY.public_key(), clock=self.clock)
        self._pane = Pane(window, self._open_exit)
        # Threads of their own, as a wall has them: the C library keeps the memory of each apart.
        self._listening, self._filming = ThreadPoolExecutor(1), ThreadPoolExecutor(1)
        self.nonce = parse_qs(urlsplit(self._reader._begin()).query)["nonce"][0]

    def _open_exit(self, camera: Camera) -> Exit:
        self.exit = Exit("http://127.0.0.1:1", camera=camera, clock=self.clock)
        return self.exit

    def take(self, sealed: bytes) -> bool:
        """Take bytes of the feed and return whether a view among them may be shown."""
        return self._listening.submit(self._reader._take, sealed).result()

    def look(self) -> None:
        """Do what the window does at each look."""
        drawn = self._pane.show(self._reader.showing(), self.clock.now, False)
        if drawn:
            pygame.display.update(drawn)
        self._reader.drawn()
        pygame.event.pump()

    def pass_time(self, until: float, pictures: list[bytes], fps: int = 25) -> None:
        """Let time pass, with a picture of the exit at every look, where the view shows it."""
        while self.clock.now < until:
            if self.exit is not None and not self.exit.left:
                picture = pictures[round(self.clock.now * fps) % len(pictures)]
                self._filming.submit(self.exit._take, picture).result()
            self.look()
            self.clock.now += 1 / fps


def resident_mb() -> float:
    """Return how much memory of the machine this process holds."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main(film: Path, fps: int) -> None:
    """Show what comes, a line each: when, and an envelope; say the time and the memory each minute."""
    wall = PlayedWall(open_window(FULL, True))
    pictures = [part + b"--frame\r\n" for part in film.read_bytes().split(b"--frame\r\n")[:-1]]
    print(wall.nonce, flush=True)
    minute = 0
    for line in sys.stdin:
        at, sealed = json.loads(line)
        wall.pass_time(at, pictures, fps)
        assert wall.take(sealed.encode()) or "event: hello" in sealed, "the wall refused a view"
        if at >= 60 * minute:
            print(json.dumps([at, resident_mb()]), flush=True)
            minute += 1


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
