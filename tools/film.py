"""Makes the moving picture of the README from the practice hall: ``python -m tools.film [FOLDER]``.

People play a practice session. In the middle of the draw this records some balls: the console of the jefe de
mesa before each step, and meanwhile what two walls show, one the live exit, one the board. Walls are drawn by
the screens' own code from the hall's feed. The picture of docs/desk.md is taken on the way. Not responsible
for the other pictures (``tools.pictures``).
"""

import io
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from threading import Event, Thread
from typing import Final

import pygame
from PIL import Image
from playwright.sync_api import Page, Playwright, sync_playwright

from displays.cctv import CctvReader
from displays.client import FeedReader, Reporter
from displays.pane import Pane
from displays.seal import read_key
from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.people import Desk, People
from hallctl.app.practice.processes import Controller, Simulators
from hallctl.app.practice.session import Reading, Session
from hallctl.app.setting import load
from hallctl.app.vault import feed_key, feed_url
from hallctl.config.hall import Setting

PICTURES: Final = Path(__file__).parents[1] / "docs/pictures"
SIZE: Final = (800, 450)
CONSOLE: Final = (1120, 630)
"""The window of the console, which is made smaller to ``SIZE``."""
WHOLE: Final = (1280, 800)
"""The window of the console in its own picture."""
FIRST: Final = 24
"""The film begins when so many balls were called: the false claim of the practice hall is over then."""
BALLS: Final = 3
SEED: Final = 7
TICK_S: Final = 0.1
STEP_S: Final = 0.7
"""How long people wait before each step of a ball that is filmed, so that the walls show it."""
DESK_MS: Final = 1600
EXIT_MS: Final = 1500
BOARD_MS: Final = 1900
"""How long the last picture of each of the three stays."""
QUALITY: Final = 82

SCREENS: Final = """
[[screens]]
name = "salida"
show = { draw = "cctv" }

[[screens]]
name = "tablero"
show = { draw = "board" }
"""


class EnoughError(Exception):
    """All balls of the film were called."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What one of the walls showed at a moment, in seconds."""

    wall: str
    at: float
    picture: Image.Image


@dataclass(frozen=True, slots=True)
class Take:
    """A ball of the film.

    Attributes:
        desk: The console before its first step.
        began: When that was.
        ended: When the next ball was about to be drawn.
    """

    desk: Image.Image
    began: float
    ended: float


class Walls:
    """The screens of a hall, drawn in a thread of their own while the session is played."""

    def __init__(self, setting: Setting) -> None:
        self._url, key = feed_url(setting), feed_key(setting)
        self._key = read_key(key) if key else None
        self._stop = Event()
        self.moments: list[Moment] = []

    @contextmanager
    def filmed(self) -> Iterator[None]:
        """Film them as long as the context lasts."""
        thread = Thread(target=self._film, name="film")
        thread.start()
        try:
            yield
        finally:
            self._stop.set()
            thread.join()

    def _film(self) -> None:
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
        pygame.display.set_mode((1, 1))
        with ExitStack() as parts:
            walls = [(name, *self._open(name, parts)) for name in ("salida", "tablero")]
            while not self._stop.wait(TICK_S):
                for name, feed, surface, pane in walls:
                    now = time.monotonic()
                    if pane.show(feed.showing(), now, repaint=False):
                        self.moments.append(Moment(name, now, _image(surface)))
                    feed.drawn()

    def _open(self, name: str, parts: ExitStack) -> tuple[FeedReader, pygame.Surface, Pane]:
        feed = FeedReader(self._url, name, self._key, name)
        reporter = Reporter(self._url, name, lambda: feed.glass)
        for each in (feed, reporter):
            each.start()
            parts.callback(each.stop)
        surface = pygame.Surface(SIZE)
        pane = Pane(surface, lambda camera: CctvReader(self._url, feed.wake, camera))
        parts.callback(pane.close)
        return feed, surface, pane


class Director:
    """Decides when the console is pictured, and when there is enough."""

    def __init__(self, page: Page, console: Path) -> None:
        self._page = page
        self._console = console
        self._began: tuple[Image.Image, float] | None = None
        self._entry = -1
        self.takes: list[Take] = []

    def look(self, desk: Desk) -> None:
        """Picture the console where the next ball may be drawn, and let the walls show each step."""
        game = desk["game"]
        if game is None or game["phase"] != "draw" or len(game["called_balls"]) < FIRST:
            return
        if desk["entry"] == self._entry:
            return
        self._entry = desk["entry"]
        time.sleep(STEP_S)
        if any(o["command"] == "DrawBall" and o["refusal"] is None for o in desk["offers"]):
            self._turn(time.monotonic())

    def _turn(self, now: float) -> None:
        if self._began is not None:
            self.takes.append(Take(*self._began, now))
        if len(self.takes) == BALLS:
            raise EnoughError
        if self._began is None:
            _resize(self._page, WHOLE)
            self._page.screenshot(path=self._console)
            _resize(self._page, CONSOLE)
        picture = (
            Image.open(io.BytesIO(self._page.screenshot()))
            .convert("RGB")
            .resize(SIZE, Image.Resampling.LANCZOS)
        )
        self._began = picture, time.monotonic()


def main(folder: Path = PICTURES) -> None:
    """Play, film, and write ``hall.webp`` and ``console.png``."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as parts:
        directory = Path(name)
        config = _hall(directory)
        overrides = [*demo_overrides(directory), "practice.minimum_interval_ms=0"]
        setting = load(config, overrides)
        simulators = parts.enter_context(Simulators(setting, SEED, 4))
        controller = Controller(config, setting.config.console.port, overrides, directory / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()
        jefe = next(person.name for person in setting.config.people if "jefe" in person.posts)
        playwright = parts.enter_context(sync_playwright())
        director = Director(_console(playwright, controller.url, jefe, parts), folder / "console.png")
        walls = Walls(setting)
        parts.enter_context(walls.filmed())
        reading = Reading(directory / "libro.sqlite", setting.rules, lambda _: None)
        people = People(setting.material[0], simulators.plant, 90, 1, setting.config.people[0].name)
        try:
            Session(people, controller, reading, 60, director.look, lambda *_: None).play()
        except EnoughError:
            write(folder / "hall.webp", list(cut(director.takes, walls.moments)))


def cut(takes: Sequence[Take], moments: Sequence[Moment]) -> Iterator[tuple[Image.Image, int]]:
    """Yield the pictures of the film and how long each stays, in milliseconds."""
    for take in takes:
        yield take.desk, DESK_MS
        for wall, stays in (("salida", EXIT_MS), ("tablero", BOARD_MS)):
            within = [m for m in moments if m.wall == wall and take.began <= m.at < take.ended]
            for moment, following in pairwise(within):
                yield moment.picture, min(400, round((following.at - moment.at) * 1000))
            if within:
                yield within[-1].picture, stays


def write(target: Path, frames: Sequence[tuple[Image.Image, int]]) -> None:
    """Write an animated WebP that runs for ever."""
    (first, *others), durations = [picture for picture, _ in frames], [stays for _, stays in frames]
    first.save(
        target, save_all=True, append_images=others, duration=durations, loop=0, quality=QUALITY, method=6
    )
    lasts, size = sum(durations) / 1000, target.stat().st_size / 1e6
    print(f"{target}: {len(frames)} pictures, {lasts:.1f} s, {size:.2f} MB")


def _hall(directory: Path) -> Path:
    """Write the practice hall's configuration with two walls."""
    text = CONFIG.read_text("utf-8").replace("../series/", f"{CONFIG.parents[1] / 'series'}/")
    (directory / "hall.toml").write_text(text + SCREENS, "utf-8")
    return directory / "hall.toml"


def _console(playwright: Playwright, url: str, person: str, parts: ExitStack) -> Page:
    browser = playwright.chromium.launch(
        executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
    )
    parts.callback(browser.close)
    page = browser.new_page()
    _resize(page, CONSOLE)
    page.goto(f"{url}/entrar")
    page.get_by_label("Persona").select_option(person)
    page.get_by_label("Contraseña").fill(PASSPHRASE)
    page.keyboard.press("Enter")
    page.wait_for_selector(".desk")
    return page


def _resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(300)


def _image(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


if __name__ == "__main__":
    main(Path(*sys.argv[1:] or [str(PICTURES)]))
