"""A practice session that plays itself: people act, the book is read aloud, a dead controller starts again.

Not responsible for the processes' being there, nor for what is shown at the end.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from drivers.patience import Patience
from hallctl.app.practice.people import ConsoleClient, Desk, Step
from hallctl.app.practice.processes import Controller, PracticeError
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.rules.events.draw import ExtractionOrdered
from hallctl.games.game import Game
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import read_entries
from hallctl.rules.events.volumes import EntrySigned
from hallctl.rules.ruleset import RuleSet
from hallctl.table.keeper import event_of

POLL_S: Final = 0.05
"""How often the people look at the desk, in seconds."""

_TO_UNLOCK: Final = frozenset({"SIGN-LOCKED", "SIGN-AGAIN"})
_TO_PROVE: Final = "ACC-PROVE"

Acknowledged = Callable[[str, int], None]
"""Called with the request and the last entry of every step that the console reported as done."""

PrintLine = Callable[[str], None]


class Players(Protocol):
    """The people of a practice session, whatever is played."""

    @property
    def viewer(self) -> str:
        """Who looks at the desk while nobody takes a step."""

    def next_step(self, desk: Desk) -> Step | None:
        """Return what somebody does now, None while everybody waits."""

    def finished(self, desk: Desk) -> bool:
        """Return whether all is played and closed."""


class Reading:
    """Prints the book as it grows."""

    def __init__(self, book: Path, rules: RuleSet, print_line: PrintLine, game: Game = BINGO) -> None:
        self._game = game
        self._book = book
        self._rules = rules
        self._print = print_line
        self._read = 0

    def catch_up(self) -> None:
        """Print what was minuted since the last time, but for extraction orders."""
        if not self._book.exists():
            return
        for entry in read_entries(self._book, self._read + 1):
            event = event_of(self._game.rules, entry)
            self._rules = self._rules.after(event)
            if not isinstance(event, (ExtractionOrdered, EntrySigned)):
                said = self._game.narrate(event, self._rules.currency, self._rules)
                self._print(f"{entry.number:>5}  {said}")
            self._read = entry.number


class Session:
    """Plays until the session is closed, whatever happens to the controller meanwhile."""

    def __init__(
        self,
        people: Players,
        controller: Controller,
        reading: Reading,
        patience: float,
        on_desk: Callable[[Desk], None],
        on_done: Acknowledged,
    ) -> None:
        self._people = people
        self._controller = controller
        self._client = ConsoleClient(controller.url, people.viewer)
        self._reading = reading
        self._patience = Patience(patience, lambda: controller.child.busy)
        self._on_desk = on_desk
        self._on_done = on_done
        self._unanswered: tuple[str, dict[str, Any]] | None = None

    def play(self) -> None:
        """Play to the end.

        Raises:
            PracticeError: If nothing has moved for longer than people have patience.
        """
        entry = -1
        while True:
            desk = self._look()
            if desk is None:
                continue
            if desk["entry"] != entry:
                entry = desk["entry"]
                self._patience.moved()
                self._hear()
            self._on_desk(desk)
            if self._people.finished(desk):
                return
            if not self._act(desk):
                self._wait(desk)

    def _look(self) -> Desk | None:
        """Look at the desk; a controller that died is started again, as its service manager does."""
        try:
            return self._client.desk()
        except OSError:
            if self._controller.child.ended is not None:
                self._controller.restart()
            self._wait({})
            return None

    def _act(self, desk: Desk) -> bool:
        """Take one step; ask again for one whose answer never came. Return whether a step was taken."""
        if self._unanswered is None:
            step = self._people.next_step(desk)
            if step is None:
                return False
            self._unanswered = step.person, step.request()
        person, request = self._unanswered
        try:
            outcome = self._client.take(person, request)
            if self._authenticated(person, outcome.get("refusal", {}).get("code")):
                return False  # the same step is taken again, now with the signature
        except OSError:
            return False
        self._unanswered = None
        if outcome.get("done") and outcome["done"]["entries"]:
            self._on_done(request["request"], outcome["done"]["entries"][1])
        return "done" in outcome

    def _authenticated(self, person: str, code: str | None) -> bool:
        """Have a person type the passphrase where a refusal asks for it; return whether one did."""
        if code in _TO_UNLOCK:
            self._client.unlock(person)
        elif code == _TO_PROVE:
            self._client.prove(person)
        return code in _TO_UNLOCK or code == _TO_PROVE

    def _wait(self, desk: Desk) -> None:
        if self._patience.is_over:
            doing = [f"{o['command']}: {o['refusal']}" for o in desk.get("offers", ())]
            raise PracticeError(
                f"nothing has moved for {self._patience.waited:.0f} s; the desk offers {doing}"
            )
        time.sleep(POLL_S)

    def _hear(self) -> None:
        try:
            self._reading.catch_up()
        except MinutesError:
            # A book whose writer has just died may be locked while the next opens it: heard a moment later.
            return
