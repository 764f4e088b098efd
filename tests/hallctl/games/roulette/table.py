"""A roulette table in memory, for tests: people and the sensor act, the rules answer."""

from dataclasses import dataclass, field
from typing import Any, Self

from hallctl.config.rules import rule_set
from hallctl.games.any_table.rules.commands import OpenTable
from hallctl.games.roulette.rules.commands.people import ApproveNumber, ProposeNumber
from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    CollectLosers,
    EnterNumber,
    LaunchBall,
    OpenBets,
    PayWinners,
    PlaceMarker,
    ReportNumber,
)
from hallctl.games.roulette.rules.commands.table import InspectWheel, RegisterWheel
from hallctl.games.roulette.rules.kinds import Direction
from hallctl.games.roulette.rules.ruleset import RuleSet
from hallctl.games.roulette.rules.state import Spin, State
from hallctl.games.roulette.rules.tables import ROULETTE_RULES
from hallctl.games.roulette.rules.wheel import SINGLE_ZERO_ORDER, USUAL_RED
from hallctl.rules.cash import Pieces, Tender
from hallctl.rules.commands.base import Actor, Appointment, Command, Issued, Post
from hallctl.rules.commands.session import OpenSession
from hallctl.rules.commands.volumes import OpenBook
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal

PEOPLE = {
    Post.DIRECTOR: "Marta Suárez",
    Post.JEFE: "Ana Quispe",
    Post.CROUPIER: "Luis Rojas",
    Post.CONTROLLER: "hallctl",
}
DAY = "2026-11-21"
OPENING = OpenBook("Casino", "Empresa", "1", 1, 200, "Notaría", DAY, simulated=True)
CAMMEGH = RegisterWheel("Cammegh", "37-001", SINGLE_ZERO_ORDER, USUAL_RED)
RULES = rule_set("pt-roulette", RuleSet)


def chips(amount: int) -> tuple[Pieces, ...]:
    """Return an amount in chips of 50 cents."""
    return (Pieces(Tender.CHIP, 50, amount // 50),)


@dataclass
class TableDay:
    """A table's day: its book, its state, its clock."""

    state: State = field(default_factory=lambda: State(RULES))
    events: list[Event] = field(default_factory=list)
    now: int = 0
    game: int = 0

    @classmethod
    def opened(cls, rules: RuleSet = RULES) -> Self:
        """Return a table that is open for bets."""
        day = cls(State(rules))
        day.do(OPENING, Post.DIRECTOR)
        held = tuple(Appointment(post, name) for post, name in PEOPLE.items() if post is not Post.CONTROLLER)
        day.do(OpenSession(held, DAY), Post.JEFE)
        day.do(CAMMEGH, Post.JEFE)
        day.do(InspectWheel("37-001", "B-1", "0,1 mm/m"), Post.JEFE)
        day.do(OpenTable(chips(1_000_000)), Post.JEFE)
        return day

    @property
    def spin(self) -> Spin:
        """The newest spin."""
        assert self.state.spin is not None
        return self.state.spin

    def ask(self, command: Command, post: Post = Post.CROUPIER, person: str = "") -> Any:
        """Return what the rules answer, and take its events."""
        issued = Issued(command, Actor(person or PEOPLE[post], post), "")
        answer = ROULETTE_RULES.decide(self.state, issued, self.now)
        if not isinstance(answer, Refusal):
            self.events += answer
            self.state = ROULETTE_RULES.fold(self.state, answer)
            assert sum(self.state.ledger.values()) == 0
        return answer

    def do(self, command: Command, post: Post = Post.CROUPIER) -> tuple[Event, ...]:
        """Take a step that the rules let."""
        answer = self.ask(command, post)
        assert not isinstance(answer, Refusal), answer.sentence
        return tuple(answer)

    def refused(self, command: Command, post: Post = Post.CROUPIER, person: str = "") -> str:
        """Return the code with which a step is refused."""
        answer = self.ask(command, post, person)
        assert isinstance(answer, Refusal), answer
        return answer.code

    def closed(self, direction: Direction = Direction.UNKNOWN) -> None:
        """Open a spin, launch its ball and close its bets."""
        self.do(OpenBets())
        self.do(LaunchBall(direction))
        self.do(CloseBets())

    def sensed(self, pocket: str, game: int | None = None) -> tuple[Event, ...]:
        """Let the sensor tell a number, of its next game where none is named."""
        self.game = self.game + 1 if game is None else game
        return self.do(ReportNumber(self.game, pocket, f"{pocket:>2}", "ab" * 32), Post.CONTROLLER)

    def settled(self) -> None:
        """Mark, collect and pay."""
        for command in (PlaceMarker(), CollectLosers(), PayWinners()):
            self.do(command)

    def spun(self, pocket: str) -> None:
        """Play a spin whose witnesses agree."""
        self.closed()
        self.sensed(pocket)
        self.do(EnterNumber(pocket))
        self.settled()

    def agreed(self, pocket: str) -> None:
        """Let two people say the number."""
        self.do(ProposeNumber(pocket, "se ve la bola"), Post.JEFE)
        self.do(ApproveNumber(), Post.DIRECTOR)
