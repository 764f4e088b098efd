"""Takes the pictures of the README from the running programs: ``python -m tools.pictures``.

Plays the practice session up to the middle of the draw, then pictures the wall's view and the console's page
(in Debian's chromium); before that, the documents of the book (``tools.folios``)
and the screens of the wall (``tools.screens``). Not responsible for the
golden pictures of the screens.
"""

import tempfile
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import sync_playwright

from hallctl.app.practice.demo import CONFIG, BoardPictures, demo_overrides
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.people import Desk, People
from hallctl.app.practice.processes import Controller, Simulators
from hallctl.app.practice.session import Reading, Session
from hallctl.app.vault import feed_url
from hallctl.config.hall import load
from tools import folios, screens

PICTURES = Path(__file__).parents[1] / "docs/pictures"
BALLS = 26


class EnoughError(Exception):
    """The game is where the pictures are taken."""


def main() -> None:
    """Play and take the pictures."""
    PICTURES.mkdir(exist_ok=True)
    folios.main()
    screens.main()
    with tempfile.TemporaryDirectory() as name, ExitStack() as parts:
        directory = Path(name)
        overrides = [*demo_overrides(directory), "practice.minimum_interval_ms=0"]
        setting = load(CONFIG, overrides)
        simulators = parts.enter_context(Simulators(setting, 7, 10, 50))
        controller = Controller(CONFIG, setting.config.console.port, overrides, directory / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()

        def look(desk: Desk) -> None:
            game = desk["game"]
            if game is not None and game["phase"] == "draw" and len(game["called_balls"]) >= BALLS:
                jefe = next(person.name for person in setting.config.people if "jefe" in person.posts)
                _take(controller.url, jefe, feed_url(setting), directory)
                raise EnoughError

        reading = Reading(directory / "libro.sqlite", setting.rules.currency, lambda _: None)
        people = People(setting.matrices[0], simulators.plant, 90, 1, setting.config.people[0].name)
        try:
            Session(people, controller, reading, 60, look, lambda *_: None).play()
        except EnoughError:
            return


def _take(url: str, person: str, feed: str, directory: Path) -> None:
    album = BoardPictures(feed, directory / "album")
    album.keep("board")
    album.draw()
    (directory / "album/board.png").replace(PICTURES / "board.png")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{url}/entrar")
        page.get_by_label("Persona").select_option(person)
        page.get_by_label("Contraseña").fill(PASSPHRASE)
        page.keyboard.press("Enter")
        page.wait_for_selector(".desk")
        page.wait_for_timeout(800)
        page.screenshot(path=PICTURES / "console.png")
        browser.close()


if __name__ == "__main__":
    main()
