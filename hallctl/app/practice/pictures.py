"""The pictures that a demonstration keeps of a wall: the first view at each turn of the game.

Not responsible for which turns those are, nor for drawing (``displays``).
"""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Final

from hallctl.app.practice.people import Desk

LINES: Final = 4
"""Of an event of the feed; the first event is the hello, the second brings a view."""


class WallPictures:
    """What a wall showed: views kept while a game is played, drawn at the end.

    Args:
        screen: The address of the screen's views at the feed.
        folder: Where the pictures come.
        turn: Returns the name of the turn that the game is at, None where there is nothing new to see.
    """

    def __init__(self, screen: str, folder: Path, turn: Callable[[Desk], str | None]) -> None:
        self._screen, self._folder, self._turn = screen, folder, turn
        self._turns: set[str] = set()
        folder.mkdir(parents=True, exist_ok=True)

    def look(self, desk: Desk) -> None:
        """Keep the wall's view where the game has come to a turn."""
        turn = self._turn(desk)
        if turn is None or turn in self._turns:
            return
        self._turns.add(turn)
        with urllib.request.urlopen(self._screen, timeout=5) as feed:
            sealed = [line for line in islice(feed, 2 * LINES) if line.startswith(b"data:")][-1]
        view = json.loads(sealed.split(b" ", 2)[2])["view"]
        kept = self._folder / f"{len(self._turns)}-{turn}.json"
        kept.write_text(json.dumps(view, ensure_ascii=False), "utf-8")

    def draw(self) -> None:
        """Draw every kept view as the wall drew it, at 1920×1080."""
        for kept in sorted(self._folder.glob("*.json")):
            kind = json.loads(kept.read_text("utf-8"))["view"]
            options = [kind, "--view", str(kept), "--png", str(kept.with_suffix(".png"))]
            subprocess.run([sys.executable, "-m", "displays", *options], check=True)
            kept.unlink()
