"""What a running hall says at the terminal: what it is, where its console is, and a line for each event.

Not responsible for the words of an event (``Game.narrate``). A terminal that is not read holds nobody up.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TextIO

from hallctl import __version__
from hallctl.app.service.journal import LineWriter
from hallctl.config.hall import Setting
from hallctl.games.game import Game
from hallctl.i18n.plain import named
from hallctl.rules.commands.base import Issued
from hallctl.rules.events.base import Event
from hallctl.rules.events.volumes import EntrySigned
from hallctl.rules.refusals import Refusal
from hallctl.table.messages import Outcome


@dataclass(frozen=True)
class Terminal:
    """Where a person reads what happens.

    Attributes:
        stream: It is written there.
        code: Draws an address as a code that a telephone scans.
    """

    stream: TextIO
    code: Callable[[str], str]


class Commentary:
    """Says what happens in a hall, line by line, without a word of what nobody is shown yet."""

    def __init__(
        self, setting: Setting, game: Game, terminal: Terminal, wall: Callable[[], datetime]
    ) -> None:
        """Prepare; nothing is written yet.

        Args:
            setting: The configuration.
            game: What is played.
            terminal: Where it is said.
            wall: The time of day, a label.
        """
        self._setting = setting
        self._game = game
        self._terminal = terminal
        self._wall = wall
        self._writer = LineWriter(terminal.stream, "commentary")
        self._unsaid = (*game.unshown, EntrySigned)

    def start(self) -> None:
        """Begin to write."""
        self._writer.start()

    def stop(self) -> None:
        """Write what waits, within two seconds."""
        self._writer.stop()

    def introduce(self, url: str, feed: str, stands: str) -> None:
        """Say what this is, where its console and its walls are, and how the hall stands.

        Args:
            url: The address of the console.
            feed: That of the feed.
            stands: How the hall stands, in a sentence.
        """
        config, rules = self._setting.config, self._setting.rules
        simulated = " · SIMULACRO" if config.simulated else ""
        played = f"{self._game.name}, reglas {rules.name} {rules.version}"
        alone = "" if config.console.remote else "  (solo desde esta máquina: docs/access.md)"
        self._say(f"{config.hall.name} · {played} · hallctl {__version__}{simulated}")
        self._say(f"  consola    {url}{alone}")
        if config.console.remote and self._terminal.stream.isatty():
            self._writer.put(self._terminal.code(url))
        self._say(f"  pantallas  {feed}/pantalla")
        self._say(f"{stands} Los pasos siguientes están en la consola; Ctrl-C cierra la sala.")

    def decided(self, _: Issued, outcome: Outcome, __: float) -> None:
        """Say what a command led to, an event a line; in the deciding thread."""
        if isinstance(outcome, Refusal):
            return
        for sentence in self._sentences(outcome.events):
            self._say(f"{self._wall():%H:%M:%S}  {sentence}")

    def _sentences(self, events: Iterable[Event]) -> Iterable[str]:
        rules = self._setting.rules
        for event in events:
            if not isinstance(event, self._unsaid):
                yield self._game.narrate(event, rules.currency, rules)

    def _say(self, line: str) -> None:
        self._writer.put(f"{named(line)}\n")


class Silence:
    """Says nothing: a service has its log."""

    def start(self) -> None:
        """Begin nothing."""

    def stop(self) -> None:
        """End nothing."""

    def introduce(self, url: str, feed: str, stands: str) -> None:
        """Say nothing."""

    def decided(self, _: Issued, outcome: Outcome, __: float) -> None:
        """Say nothing."""


SILENCE: Final = Silence()
