"""One live hall for the head office's trials: a script plays at a hall's pace, with the line in its process.

``python -m tools.office --live 6`` starts some. It says who it is as a line of JSON, waits for a line of
standard input, and plays until its time is over. Not responsible for what is played (``simulate``).
"""

import argparse
import json
import queue
import sys
import time
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from hallctl.cli.kept import ORIGIN, KeptBook, KeptPlaces, kept_book
from hallctl.cli.scripts.simulate import before, simulate
from hallctl.devices.office_line import Office, OfficeLine
from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.files import rule_set
from hallctl.minutes.note import Verifier, verifier_of
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.wire.credentials import make_server_key, read_server_key
from hallctl.minutes.wire.nkey import public_nkey
from hallctl.rules.commands.base import Issued
from hallctl.rules.deciding.context import Answer
from tools.chain_books import CARDS, SEATS, ChainHall, premises_of

GAMES: Final = 1000
"""More than any trial lasts."""

SETTLED_S: Final = 10.0
"""After how long the line stands before the first entry, as a hall's does."""

LEAST_S: Final = 0.2
"""Between two steps that take no time by the script: somebody presses a key for each."""


class OverError(Exception):
    """The time of the trial is over."""


class Paced:
    """Decides as a kept book does, each step when a hall would take it; entries have true moments."""

    def __init__(self, book: KeptBook, begun: float, seconds: float, shown: dict[str, int]) -> None:
        """Take a book whose clock began at that monotonic second; so many seconds from now it is over."""
        self._book, self._shown = book, shown
        self._begun, self._last = begun, time.monotonic()
        self._end = self._last + seconds
        self._now = 0

    def decide(self, issued: Issued, now: int) -> Answer:
        """Answer a step when it is due.

        Raises:
            OverError: The time is over.
        """
        due = self._last + max((now - self._now) / 1000, LEAST_S)
        time.sleep(max(0.0, due - time.monotonic()))
        self._last, self._now = time.monotonic(), now
        if self._last > self._end:
            raise OverError
        self._shown["entry"] += 1
        return self._book.decide(issued, self._elapsed())

    def day(self, _: int) -> str:
        """Return which day it is."""
        return self._book.day(self._elapsed())

    def _elapsed(self) -> int:
        return round((time.monotonic() - self._begun) * 1000)


def main() -> None:
    """Be the hall that the command line asks for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("folder", type=Path)
    options.add_argument("--number", type=int, required=True)
    options.add_argument("--rules", required=True)
    options.add_argument("--seconds", type=float, required=True)
    options.add_argument("--server", required=True)
    options.add_argument("--office", type=Verifier.read, required=True)
    given = options.parse_args()
    premises, rows = premises_of(given.number), rule_set(given.rules)
    cards, places = make_series(rows.variant, CARDS, given.number), KeptPlaces(given.folder)
    begun, start = time.monotonic(), datetime.now(UTC)
    with kept_book(given.folder, before(rows, cards), premises, start) as book:
        key = given.folder / "chain.key"
        nkey = public_nkey(make_server_key(key))
        controller = verifier_of(ORIGIN.format(hall=premises.name), Keystore(places.keys).controller())
        names = (premises.name, premises.hall, premises.company)
        print(json.dumps(asdict(ChainHall(*names, given.rules, nkey, str(controller)))), flush=True)
        sys.stdin.readline()
        shown = {"entry": 0}
        office = Office(premises.name, [given.server], given.office, lambda: (read_server_key(key), None))
        line = OfficeLine(office, places.book, queue.SimpleQueue(), lambda: {**shown})
        line.start()
        time.sleep(SETTLED_S)
        paced = Paced(book, begun, given.seconds, shown)
        try:
            with suppress(OverError):
                simulate(
                    GAMES, min(SEATS, rows.seats), given.number, rows, cards, premises=premises, book=paced
                )
            until = time.monotonic() + 30
            while line.lag and time.monotonic() < until:
                time.sleep(0.2)
        finally:
            line.stop()


if __name__ == "__main__":
    main()
