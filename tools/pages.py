"""Takes a picture of every page of the console, in each state of a night.

``python -m tools.pages [FOLDER] [GAME]``: of bingo, or of another game its desk; at the sizes of a small
tablet, a PC and a phone, into build/pages. For looking at; not responsible for the documentation's pictures.
"""

import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.browser import windows
from tests.hallctl.web.console.scenes import PROVOKED, night
from tests.hallctl.web.console.table_scenes import day

SIZES: Final = {"tablet": (1024, 600), "pc": (1280, 800), "phone": (390, 844)}


PLAYED: Final = {"bingo": night, "roulette": day}


def main(folder: Path, game: str = "bingo") -> None:
    """Take them."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, windows(PROVOKED) as window:
        for place, scene in enumerate(PLAYED[game](Path(name), window)):
            for size, (width, height) in SIZES.items():
                scene.page.set_viewport_size({"width": width, "height": height})
                scene.page.screenshot(path=folder / f"{size}-{place:02}-{scene.name}.png")


if __name__ == "__main__":
    main(Path((sys.argv[1:] or ["build/pages"])[0]), *sys.argv[2:3])
