"""Takes a picture of every page of the console, in each state of a night.

``python -m tools.pages [FOLDER] [GAME]``: of bingo, or of another game its desk; at the sizes of a small
tablet, a PC and a phone, into build/pages. For looking at; not responsible for the documentation's pictures.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

from hallctl.web.console.language import COOKIE
from tests.browser import windows
from tests.hallctl.web.console.other_scenes import others
from tests.hallctl.web.console.scenes import PROVOKED, Scene, night
from tests.hallctl.web.console.table_scenes import day

SIZES: Final = {"tablet": (1024, 600), "pc": (1280, 800), "phone": (390, 844)}


PLAYED: Final = {"bingo": night, "roulette": day, "others": others}


def main(folder: Path, game: str = "bingo", language: str = "es") -> None:
    """Take them."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, windows(PROVOKED) as window:
        for place, scene in enumerate(PLAYED[game](Path(name), window)):
            _speak(scene, language)
            for size, (width, height) in SIZES.items():
                scene.page.set_viewport_size({"width": width, "height": height})
                scene.page.screenshot(path=folder / f"{size}-{place:02}-{scene.name}.png")
            _speak(scene, "es")


def _speak(scene: Scene, language: str) -> None:
    """Show a page anew in another language than its own; what was typed into it is gone then."""
    page, context = scene.page, scene.page.context
    now = page.locator("html").get_attribute("lang") or ""
    if not now.startswith(language):
        context.add_cookies([{"name": COOKIE, "value": language, "domain": "127.0.0.1", "path": "/"}])
        page.goto(page.url)
        page.wait_for_load_state("load")


if __name__ == "__main__":
    main(Path((sys.argv[1:] or ["build/pages"])[0]), *sys.argv[2:4])
