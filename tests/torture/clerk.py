"""Another process that decides commands over a book on two media, and tells what was done.

``main([ROOT])`` submits the same commands as ever, under the same requests. ``open`` is printed once the
book is; ``done REQUEST FIRST LAST`` is a promise. On a ``MinutesError`` it prints ``stopped CODE``, asks
the book once more, prints ``stopped CODE`` and gives 3.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.rules.commands.opening import MountBallSet, RegisterBallSet, RegisterSeries
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS, fold
from hallctl.minutes import MinutesError
from hallctl.minutes.volumes import Shelf
from hallctl.outputs.folios.values import Letterhead
from hallctl.rules.commands.base import Actor, Command, Issued
from hallctl.rules.commands.running import StartController
from hallctl.rules.commands.session import OpenSession, PassCheck
from hallctl.rules.commands.volumes import CloseBook, OpenBook, ProposeClosing
from hallctl.table.keeper import Keeper
from hallctl.table.messages import Done
from hallctl.table.registrar import Registrar
from tests.hallctl import bingo
from tests.hallctl.bingo import event_of
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, MATRIX, OPENING, PEOPLE, RULES
from tests.torture.scribe import Places

_COMMANDS: tuple[Command, ...] = (
    OPENING,
    StartController("b1", "test", "first"),
    RegisterSeries("A", 1042, 500, MATRIX.digest),
    RegisterBallSet("J-01"),
    ProposeClosing(),
    CloseBook(),
    OpenBook("Illimani", "Altiplano S.R.L.", "RA-1", 2, 200, "Notaría 7", "2026-11-22", True),
    MountBallSet("J-01"),
    OpenSession(APPOINTMENTS, DAY),
    *(PassCheck(item) for item in RULES.checks),
)

REQUESTS = {f"r{place}": command for place, command in enumerate(_COMMANDS)}
"""What is asked, in order, by its request."""


class StillClock:
    """A clock that stands: whoever does a command, and however often it takes, the entry is the same."""

    def now(self) -> int:
        return 0

    def wall(self) -> datetime:
        return datetime(2026, 11, 21, 1, 4, 37, tzinfo=UTC)

    def quality(self) -> str:
        return "unknown"


@contextmanager
def keeping(places: Places) -> Iterator[tuple[Keeper, Shelf]]:
    """Open the book, and take up the state that it gives."""
    with Shelf.open(places.book, places.second) as shelf:
        state = fold(State(RULES, matrices={MATRIX.digest: MATRIX}), map(event_of, shelf.entries()))
        registrar = Registrar(
            shelf, None, "test", lambda: "unknown", BingoPaperwork(Letterhead("1", "La Paz"))
        )
        yield bingo.Keeper(shelf, state, StillClock(), "b1", registrar), shelf


def submit(keeper: Keeper, request: str) -> tuple[int, int]:
    """Submit one command, and give the entries that it has in the book."""
    command = REQUESTS[request]
    post = STEPS[type(command)].posts[0]
    outcome = keeper.submit(Issued(command, Actor(PEOPLE[post], post), request))
    assert isinstance(outcome, Done), outcome
    assert outcome.entries is not None
    return outcome.entries


def main(arguments: list[str]) -> int:
    """Submit everything, and tell."""
    try:
        with keeping(Places(Path(arguments[0]))) as (keeper, shelf):
            _say("open")
            try:
                for request in REQUESTS:
                    first, last = submit(keeper, request)
                    _say(f"done {request} {first} {last}")
            except MinutesError as error:
                _say(f"stopped {error.code}")
                shelf.by_request("r0")
                return 4
    except MinutesError as error:
        _say(f"stopped {error.code}")
        return 3
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
