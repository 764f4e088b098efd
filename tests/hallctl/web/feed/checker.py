"""Joins what went out on the feed with the book: no ball on any envelope before it is durable and called.

Beside each envelope, as it is sealed, stands what the book held on the disk just then, read by a connection
of its own.
"""

import json
import sqlite3
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hallctl.outputs.screens.scene import View
from hallctl.web.feed.signature import Sealed, Sealer


@dataclass(frozen=True)
class Record:
    """One envelope, and the balls that the book held as called when it was sealed, in the game on show."""

    sequence: int
    game: int | None
    shown: tuple[int, ...]
    durable: tuple[int, ...]


class Disk:
    """The called balls of each game, as a file of the book has them; used by one thread."""

    def __init__(self, book: Path) -> None:
        self._book = book
        self._read = 0
        self._game: int | None = None
        self._called: dict[int | None, list[int]] = defaultdict(list)

    def called(self, game: int | None) -> tuple[int, ...]:
        """Return what is called in a game by now."""
        connection = sqlite3.connect(f"file:{self._book}?mode=ro", uri=True)
        try:
            asked = "SELECT number, kind, body FROM entries WHERE number > ? ORDER BY number"
            rows = connection.execute(asked, (self._read,)).fetchall()
        finally:
            connection.close()
        for number, kind, body in rows:
            self._read = number
            if kind == "GameAnnounced":
                self._game = json.loads(body)["game"]
            elif kind == "BallCalled":
                self._called[self._game].append(json.loads(body)["ball"])
        return tuple(self._called[game])


class RecordingSealer(Sealer):
    """Seals as the real one does, and notes beside each envelope what is durable at that moment."""

    def __init__(self, *arguments: Any, book: Path) -> None:
        super().__init__(*arguments)
        self._disk = Disk(book)
        self.records: list[Record] = []

    def view(self, screen: str, view: View) -> Sealed:
        durable = self._disk.called(view["game"])
        sealed = super().view(screen, view)
        content = json.loads(sealed.data.partition(b"data: ")[2].partition(b" ")[2])
        shown = content["view"]
        self.records.append(Record(sealed.sequence, shown["game"], tuple(shown["called"]), durable))
        return sealed


def broken(records: list[Record]) -> list[Record]:
    """Return the envelopes that show a ball that the book did not hold, or in another order."""
    return [each for each in records if each.shown != each.durable[: len(each.shown)]]
