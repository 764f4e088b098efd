"""The demo's game on two monitors of a real X server, in real processes, as their glass shows it.

What a monitor shows is asked of the X server, and compared with the drawing of the view that the feed sends.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from displays import show
from displays.screens import no_signal
from displays.views import View, read
from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.people import Desk, People
from hallctl.app.practice.processes import Controller, Simulators
from hallctl.app.practice.session import Reading, Session
from hallctl.app.setting import load
from hallctl.app.vault import Places, feed_url
from hallctl.config.hall import Setting
from hallctl.games.bingo.files import rule_set
from hallctl.minutes.volumes import volume_name
from tests.displays.monitors import Monitors, monitors

PATIENCE_S: Final = 60.0
NORTH, SOUTH = 0, 1
NAMES: Final = ("Pared norte", "Pared sur")
SIZES: Final = ((1920, 1080), (1280, 720))
SHOWN: Final = ("board", "cctv")
PLAY: Final = ("announced", "draw", "claim", "finished")
CAMERA: Final = (640, 480)


class PeopleLeftError(Exception):
    """The test has seen enough of the game."""


class Game:
    """The demo's people at play in a thread of their own, as far as the test lets them."""

    def __init__(self, setting: Setting, plant: Path, controller: Controller) -> None:
        people = People(setting.material[0], plant, 36, 1, setting.config.people[0].name)
        reading = Reading(
            Places(setting.directory).book / volume_name(1), rule_set("aj-bolivia"), lambda _: None
        )
        self._session = Session(people, controller, reading, PATIENCE_S, self._on_desk, lambda *_: None)
        self._turn = threading.Condition()
        self._limit = 0
        self._ended = False
        self.called = 0

    def _on_desk(self, desk: Desk) -> None:
        game = desk["game"]
        with self._turn:
            self.called = 0 if game is None else len(game["called_balls"])
            self._turn.wait_for(lambda: self._ended or self.called < self._limit)
        if self._ended:
            raise PeopleLeftError

    def play_to(self, called: int) -> None:
        """Let them play until so many balls are called, and then hold their hands still."""
        with self._turn:
            self._limit = called
            self._turn.notify()

    def rests(self) -> bool:
        return self.called >= self._limit

    @contextmanager
    def playing(self) -> Iterator[None]:
        with ThreadPoolExecutor(1) as pool:
            future: Future[None] = pool.submit(self._session.play)
            try:
                yield
            finally:
                with self._turn:
                    self._ended = True
                    self._turn.notify()
            with pytest.raises(PeopleLeftError):
                future.result(PATIENCE_S)


class ScreenPictures:
    """The two monitors, beside what the feed says that they should show."""

    def __init__(self, shown: Monitors, feed: str) -> None:
        self._monitors = shown
        self._feed = feed

    def view(self, monitor: int) -> View | None:
        """Return what the feed shows the screen now; None where there is no feed."""
        address = f"{self._feed}/views/{quote(NAMES[monitor])}"
        try:
            with urllib.request.urlopen(address, timeout=5) as feed:
                sealed = [line for line in islice(feed, 8) if line.startswith(b"data:")]
        except OSError:
            return None
        return read(json.loads(sealed[-1].split(b" ", 2)[2])["view"]) if len(sealed) == 2 else None

    def pixels(self, monitor: int) -> NDArray[Any]:
        return as_array(self._monitors.shows(monitor), SIZES[monitor])

    def silent(self, monitor: int) -> bool:
        """Return whether it says SIN SEÑAL."""
        return self._monitors.shows(monitor) == rgb(no_signal.draw(SIZES[monitor]))

    def follows(self, monitor: int, called: int = 0) -> bool:
        """Return whether it shows its view of now, at its rest, with so many balls at least.

        The exit's picture is alive, so it is left out: where it stands, a black one and a white one differ.
        """
        view, size = self.view(monitor), SIZES[monitor]
        if view is None or len(getattr(view, "called", ())) < called:
            return False
        shown = self.pixels(monitor)
        black, white = (drawn(view, size, shade) for shade in (0, 255))
        still = (black == white).all(axis=2)
        assert still.mean() > 0.2
        return bool((shown == black)[still].all()) and self.view(monitor) == view

    def exit_moves(self, monitor: int) -> bool:
        """Return whether the exit's picture on it is alive."""
        view = self.view(monitor)
        assert view is not None
        black, white = (drawn(view, SIZES[monitor], shade) for shade in (0, 255))
        film = (black != white).any(axis=2)
        first = self.pixels(monitor)[film]
        time.sleep(0.2)
        return film.mean() > 0.05 and bool((self.pixels(monitor)[film] != first).mean() > 0.05)


def drawn(view: View, size: tuple[int, int], shade: int) -> NDArray[Any]:
    frame = pygame.Surface(CAMERA, 0, 32)
    frame.fill((shade, shade, shade))
    return as_array(rgb(show.draw(view, size, frame=frame)), size)


def rgb(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def as_array(pixels: bytes, size: tuple[int, int]) -> NDArray[Any]:
    return np.frombuffer(pixels, np.uint8).reshape(size[1], size[0], 3)


def until(true: Callable[[], bool], message: str) -> None:
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < PATIENCE_S, message
        time.sleep(0.05)


def configured(folder: Path) -> Path:
    """Write the practice hall's configuration with two walls, one of the board and one of the exit."""
    text = CONFIG.read_text("utf-8").replace("../series", str(CONFIG.parents[1] / "series"))
    for monitor, (name, screen) in enumerate(zip(NAMES, SHOWN, strict=True)):
        order = ", ".join(f'{moment} = "{screen}"' for moment in PLAY)
        text += f'\n[[screens]]\nname = "{name}"\nmonitor = {monitor}\nshow = {{ {order} }}\n'
    path = folder / "hall.toml"
    path.write_text(text, "utf-8")
    return path


@contextmanager
def keeper(config: Path, overrides: list[str], display: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run `hallctl screens` on a display."""
    options = [part for override in overrides for part in ("--set", override)]
    with log.open("wb") as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "hallctl", "screens", "--config", config, *options],
            env=os.environ | {"DISPLAY": f":{display}", "SDL_VIDEODRIVER": "x11"},
            stderr=said,
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def walls_of(process: subprocess.Popen[bytes]) -> dict[str, int]:
    """Return the processes of the walls that a keeper has now, by their names."""
    found = {}
    for pid in Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split():
        asked = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
        found[asked[asked.index("--name") + 1]] = int(pid)
    return found


@pytest.mark.campaign
@pytest.mark.req("AJ-31", "AJ-86")
def test_two_walls_watch_a_game_through_the_death_of_one_and_of_the_controller(tmp_path: Path) -> None:
    config, overrides = configured(tmp_path), demo_overrides(tmp_path)
    setting = load(config, overrides)
    with ExitStack() as parts:
        shown = parts.enter_context(monitors(tmp_path, *SIZES))
        far_end = parts.enter_context(Simulators(setting, seed=3, pace=4))
        controller = Controller(config, setting.config.console.port, overrides, tmp_path / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()
        glass, log = ScreenPictures(shown, feed_url(setting)), tmp_path / "walls.log"
        walls = parts.enter_context(keeper(config, overrides, shown.display, log))
        game = Game(setting, far_end.plant, controller)
        parts.enter_context(game.playing())
        game.play_to(2)
        both_follow(game, glass)
        assert glass.exit_moves(SOUTH)
        one_dies_and_comes_back(walls, game, glass)
        the_controller_dies_and_comes_back(controller, game, glass)
        pids = walls_of(walls).values()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    assert "Traceback" not in log.read_text("utf-8")


def both_follow(game: Game, glass: ScreenPictures) -> None:
    until(game.rests, "the game did not go on")
    for monitor in (NORTH, SOUTH):
        until(partial(glass.follows, monitor, game.called), f"{NAMES[monitor]} does not show the game")


def one_dies_and_comes_back(walls: subprocess.Popen[bytes], game: Game, glass: ScreenPictures) -> None:
    before = walls_of(walls)
    os.kill(before[NAMES[NORTH]], signal.SIGKILL)
    game.play_to(game.called + 3)
    until(lambda: not glass.pixels(NORTH).any(), "its window is still there")

    def back() -> bool:
        assert glass.pixels(SOUTH).any() and not glass.silent(SOUTH), "the other wall was disturbed"
        return bool(glass.pixels(NORTH).any())

    until(back, "the wall did not come back")
    both_follow(game, glass)
    after = walls_of(walls)
    assert after[NAMES[SOUTH]] == before[NAMES[SOUTH]]
    assert after[NAMES[NORTH]] != before[NAMES[NORTH]]


def the_controller_dies_and_comes_back(controller: Controller, game: Game, glass: ScreenPictures) -> None:
    controller.child.kill()
    died = time.monotonic()
    lost: dict[int, float] = {}
    while len(lost) < len(NAMES) and time.monotonic() - died < PATIENCE_S:
        for monitor in {NORTH, SOUTH} - lost.keys():
            if glass.silent(monitor):
                lost[monitor] = time.monotonic() - died
    assert len(lost) == len(NAMES) and max(lost.values()) < 2.0, lost
    game.play_to(game.called + 2)
    both_follow(game, glass)
