"""An hour's worth of play on one wall, in virtual time: ``python -m tests.displays.hour``.

Recorded states of whole games become sealed envelopes for a wall's process (``tests.displays.played``), with
the exit's pictures beside them, 25 a second, as fast as it goes. It prints the wall's resident memory and how
it grows. Not responsible for what the wall does.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import cv2
import numpy as np

from hallctl.outputs.screens.wall import Wall
from hallctl.table.snapshot import Snapshot
from hallctl.web.feed.signature import Sealer
from tests.displays.played import KEY, Clock
from tests.hallctl.bingo import screens_of
from tests.hallctl.games.bingo.rules.night import Night
from tools.bench import play

CAMERA: Final = (1280, 720)
VIEW_S: Final = 3.0
HEARTBEAT_S: Final = 0.4


class RecordedNight(Night):
    """Keeps every state that it goes through."""

    def __init__(self) -> None:
        super().__init__()
        self.states: list[Any] = []

    def do(self, *commands: Any) -> Any:
        happened: tuple[Any, ...] = ()
        for command in commands:
            happened += super().do(command)
            self.states.append(self.state)
        return happened


def views(seed: int = 1) -> Iterator[dict[str, Any]]:
    """Yield what a wall is told to show, change after change, game after game without end."""
    chance, auto = random.Random(seed), screens_of(Wall("Sala Illimani", True))["auto"]
    said: dict[str, Any] = {}
    while True:
        night = RecordedNight()
        night.open_session()
        play(night, chance.sample(range(1, 91), 90))
        for state in night.states:
            view = auto(Snapshot(0, 0, state))
            if view != said:
                yield view
            said = view


def film(count: int = 5) -> list[bytes]:
    """Return parts of an MJPEG stream of the exit, as a camera with some noise sends it."""
    chance, parts = np.random.default_rng(1), []
    ramp = np.linspace(0, 200, CAMERA[0], dtype=np.uint8)[None, :, None]
    for _ in range(count):
        noise = chance.integers(0, 8, (CAMERA[1], CAMERA[0], 3), dtype=np.uint8)
        jpeg = cv2.imencode(".jpg", ramp + noise, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()
        head = f"Content-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
        parts.append(head + jpeg + b"\r\n--frame\r\n")
    return parts


def memory(seconds: float, fps: int = 25, every: int = 1) -> list[tuple[float, float]]:
    """Play so many virtual seconds and return the wall's memory each minute: seconds, megabytes.

    Args:
        seconds: Of the play.
        fps: How many pictures of the exit come a second.
        every: Shows one view of so many, so that all of a game goes by sooner.
    """
    clock = Clock()
    sealer = Sealer(KEY, "boot-1", 1, clock)
    with tempfile.NamedTemporaryFile(suffix=".mjpeg") as file:
        file.write(b"".join(film()))
        file.flush()
        wall = subprocess.Popen(
            [sys.executable, "-m", "tests.displays.played", file.name, str(fps)],
            env=os.environ | {"SDL_VIDEODRIVER": "dummy"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert wall.stdin is not None and wall.stdout is not None
        with wall, wall.stdin as told:

            def tell(data: bytes) -> None:
                told.write(json.dumps([clock.now, data.decode()]) + "\n")

            tell(sealer.hello("auto", wall.stdout.readline().strip()).data)
            for view in islice(views(), 0, every * round(seconds / VIEW_S), every):
                for _ in range(round(VIEW_S / HEARTBEAT_S)):
                    tell(sealer.view("auto", view).data)
                    clock.now += HEARTBEAT_S
            told.close()
            found = [tuple(json.loads(line)) for line in wall.stdout]
    assert wall.returncode == 0
    return found


def growth(found: list[tuple[float, float]]) -> float:
    """Return how fast the memory grows in the second half, in MB an hour, by least squares."""
    settled = np.array([each for each in found if each[0] >= found[-1][0] / 2])
    return float(np.polyfit(settled[:, 0], settled[:, 1], 1)[0] * 3600)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--fps", type=int, default=25)
    asked = parser.parse_args()
    found = memory(asked.seconds, asked.fps)
    for at, held in found[:: max(1, len(found) // 12)]:
        print(f"{at / 60:5.0f} min {held:7.1f} MB")
    print(f"most {max(held for _, held in found):.1f} MB, growing {growth(found):+.1f} MB an hour")
