"""Takes a picture of every page of the console, in each state of a night.

``python -m tools.pages [FOLDER] [GAME] [LANGUAGE]``: of bingo, of another game its desk, or ("others") what
is no desk; at the sizes of a small tablet, a PC and a phone, into build/pages. For looking at; not
responsible for the documentation's pictures.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from hallctl.web.console.language import COOKIE
from tests.browser import windows
from tests.hallctl.web.console.other_scenes import others
from tests.hallctl.web.console.scenes import PROVOKED, night
from tests.hallctl.web.console.table_scenes import day

SIZES: Final = {"tablet": (1024, 600), "pc": (1280, 800), "phone": (390, 844)}


PLAYED: Final = {"bingo": night, "roulette": day, "others": others}


def main(folder: Path, game: str = "bingo", language: str = "es") -> None:
    """Take them."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, windows(PROVOKED) as window:
        for place, scene in enumerate(PLAYED[game](Path(name), window)):
            with _spoken(scene.page, language) as page:
                for size, (width, height) in SIZES.items():
                    page.set_viewport_size({"width": width, "height": height})
                    page.screenshot(path=folder / f"{size}-{place:02}-{scene.name}.png")


@contextmanager
def _spoken(page: Page, language: str) -> Iterator[Page]:
    """Give the page, or its address in another window where it is to be in another language.

    The page itself goes on in its own; what was typed into it, or answered to a form, is not in the other.
    """
    context = page.context
    now = page.locator("html").get_attribute("lang") or ""
    if now.startswith(language):
        yield page
        return
    context.add_cookies([{"name": COOKIE, "value": language, "domain": "127.0.0.1", "path": "/"}])
    other = context.new_page()
    try:
        other.goto(page.url)
        other.wait_for_load_state("load")
        yield other
    finally:
        context.add_cookies([{"name": COOKIE, "value": now[:2], "domain": "127.0.0.1", "path": "/"}])
        other.close()


if __name__ == "__main__":
    main(Path((sys.argv[1:] or ["build/pages"])[0]), *sys.argv[2:4])
