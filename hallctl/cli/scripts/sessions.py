"""The sessions of a simulated house: its people, its book, its ball sets, its till, on a virtual clock.

Not responsible for the games that are played in them (``simulate``).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from hallctl.cli.scripts.tally import Tally
from hallctl.games.bingo.rules.commands.opening import CountBalls, LoadBalls, MountBallSet, RegisterBallSet
from hallctl.games.bingo.rules.deciding.opening import is_spent
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS, decide, evolve
from hallctl.rules.cash import Pieces, made_up
from hallctl.rules.commands.base import Actor, Appointment, Command, Issued, Post
from hallctl.rules.commands.running import StartController
from hallctl.rules.commands.session import CloseSession, CountPlayers, OpenSession, PassCheck
from hallctl.rules.commands.till import CloseShift, OpenShift
from hallctl.rules.commands.volumes import CloseBook, OpenBook, ProposeClosing
from hallctl.rules.deciding.context import Answer
from hallctl.rules.folios import folios_left
from hallctl.rules.refusals import Refusal

PEOPLE: Final = {
    Post.DIRECTOR: "Marta",
    Post.JEFE: "Ana",
    Post.LOCUTOR: "Luis",
    Post.VENDEDOR: "Eva",
    Post.CAJERO: "Rosa",
    Post.JEFE_SALA: "Inés",
    Post.AUXILIAR: "Hugo",
    Post.CONTROLLER: "hallctl",
}
"""Who holds which post."""

FLOAT: Final = 10_000_000
"""What the till begins a session with, in minor units: enough for what progressives pay beyond the sales."""

MOST_FOLIOS: Final = 9999

Watch = Callable[[int, Issued, Answer], None]
"""Sees every command with the virtual milliseconds at which it is issued, and its answer."""


class Decider(Protocol):
    """Who answers for the rules alone: it keeps a book."""

    def decide(self, issued: Issued, now: int) -> Answer:
        """Answer a command at a moment, in virtual milliseconds, once it is minuted."""

    def day(self, now: int) -> str:
        """Return which day it is at a moment."""


@dataclass(frozen=True, slots=True)
class Premises:
    """Which simulated hall this is.

    Attributes:
        name: In names of files and keys: small letters, digits and hyphens.
        hall: Its name.
        company: The company that runs it.
        licence: The company's licence.
        place: Where it is.
        first_series: The identification of its first series.
    """

    name: str = "sala"
    hall: str = "Sala simulada"
    company: str = "Simulacro S.R.L."
    licence: str = "RA-0"
    place: str = "La Paz"
    first_series: int = 1001


SIMULATED: Final = Premises()
"""The one hall of a simulation."""


class SimulationError(RuntimeError):
    """The rules refused what the simulated house does by the rules, or took what they should refuse."""


class SimulatedHall:
    """The people of the hall, who hold the sessions that the rules ask for.

    Attributes:
        state: Where the hall stands.
        now: The virtual clock, in milliseconds.
        tally: What has been counted so far.
    """

    def __init__(
        self,
        state: State,
        seats: int,
        watch: Watch | None,
        premises: Premises = SIMULATED,
        book: Decider | None = None,
    ) -> None:
        """Begin before the first entry.

        Args:
            state: Where the hall stands.
            seats: How many players there are.
            watch: Sees every command and its answer.
            premises: Which hall it is.
            book: Keeps a book; None where the rules alone answer.
        """
        self.state = state
        self.premises = premises
        self._book = book
        self.now = 0
        self.tally = Tally()
        self._seats = seats
        self._watch = watch

    def open_book(self, games: int) -> None:
        """Open a practice volume with a folio for every game, as far as one volume has so many."""
        place, folios = self.state.volume + 1, min(MOST_FOLIOS, max(200, games))
        hall = (self.premises.hall, self.premises.company, self.premises.licence)
        opening = (*hall, place, folios, "Notaría 0", "2026-01-01")
        self.do(OpenBook(*opening, simulated=True), StartController("b1", "simulate", "first"))

    def keep_room(self, games: int) -> None:
        """Close a volume that is nearly full, and open the next one."""
        if folios_left(self.state) < 100:  # more than the acts and incidents of a session take
            self.do(ProposeClosing(), CloseBook())
            self.open_book(games)

    def do(self, *commands: Command) -> None:
        """Issue commands that the rules take.

        Raises:
            SimulationError: If one is refused.
        """
        for command in commands:
            answer = self._answer(command)
            if isinstance(answer, Refusal):
                raise self._disagreed(command, f"{answer.code} ({answer.requirement}): {answer.sentence}")
            for event in answer:
                self.state = evolve(self.state, event)
                self.tally.note(event, self.state)

    def provoke(self, command: Command, code: str) -> None:
        """Issue a command that the rules refuse with this code.

        Raises:
            SimulationError: If they do not.
        """
        answer = self._answer(command)
        if not isinstance(answer, Refusal) or answer.code != code:
            got = answer.code if isinstance(answer, Refusal) else "aceptada"
            raise self._disagreed(command, f"se esperaba el rechazo {code}; fue {got}")
        self.tally.refusals[code] += 1

    def open_session(self) -> None:
        """Open a session with every post filled, every item checked and the balls in the extractor."""
        held = tuple(Appointment(post, name) for post, name in PEOPLE.items() if post is not Post.CONTROLLER)
        checks = (PassCheck(item) for item in self.state.rules.checks)
        day = self.state.rules.valid_from if self._book is None else self._book.day(self.now)
        self.do(OpenSession(held, day), *checks, CountPlayers(self._seats))
        self.mount_fit_set()
        self.count_balls()
        self.do(LoadBalls(), OpenShift(self.pieces(FLOAT)))

    def close_session(self) -> None:
        """Count till and balls, and close."""
        self.count_balls()
        assert self.state.session is not None
        assert self.state.session.shift is not None
        self.do(CloseShift(self.pieces(self.state.session.shift.expected)), CloseSession())

    def _answer(self, command: Command) -> Answer:
        asked = issued(command)
        book = self._book
        answer = decide(self.state, asked, self.now) if book is None else book.decide(asked, self.now)
        self.tally.commands += 1
        if self._watch is not None:
            self._watch(self.now, asked, answer)
        return answer

    def _disagreed(self, command: Command, said: str) -> SimulationError:
        return SimulationError(f"partida {self.state.games}, orden {self.tally.commands}, {command}: {said}")

    def mount_fit_set(self) -> None:
        """Have two sets that may play, the mounted one and the spare."""
        fit = [
            ball_set.name for ball_set in self.state.ball_sets.values() if not is_spent(self.state, ball_set)
        ]
        while len(fit) < 2:
            fit.append(f"J-{len(self.state.ball_sets) + 1:02}")
            self.do(RegisterBallSet(fit[-1]))
        if self.state.mounted != fit[0]:
            self.do(MountBallSet(fit[0]))

    def count_balls(self) -> None:
        """Count every ball, before the Director where the extractor is manual."""
        director = PEOPLE[Post.DIRECTOR] if self.state.rules.operation == "manual" else ""
        self.do(CountBalls(tuple(range(1, self.state.rules.universe + 1)), (), director))

    def pieces(self, amount: int) -> tuple[Pieces, ...]:
        """Return an amount in the pieces of the rule set's form."""
        return made_up(amount, self.state.rules.blank_count)


def issued(command: Command) -> Issued:
    """Return a command as the first of its posts issues it."""
    post = STEPS[type(command)].posts[0]
    return Issued(command, Actor(PEOPLE[post], post), "")
