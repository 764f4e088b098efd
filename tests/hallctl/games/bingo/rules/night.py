"""A hall's night in a test: a state driven by decide and evolve alone."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Self, TypeVar

from hallctl.games.bingo.cards.matrix_file import read_csv
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.cards import Card, full_line
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import CollectCards, PayPrize, PayRefunds, SignGame
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, EnterBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import (
    CountBalls,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS, decide, fold
from hallctl.rules.commands.base import Actor, Appointment, Command, Issued, Post
from hallctl.rules.commands.extraction import ReportBall, ReportFilled
from hallctl.rules.commands.running import StartController
from hallctl.rules.commands.session import OpenSession, PassCheck
from hallctl.rules.commands.volumes import OpenBook
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal

MATRIX = read_csv(Path(__file__).parents[5] / "fixtures/series/a-1042.csv")
PEOPLE = {
    Post.JEFE_SALA: "Inés",
    Post.AUXILIAR: "Hugo",
    Post.DIRECTOR: "Marta",
    Post.JEFE: "Ana",
    Post.LOCUTOR: "Luis",
    Post.VENDEDOR: "Luis",
    Post.CAJERO: "Rosa",
    Post.CONTROLLER: "hallctl",
}
APPOINTMENTS = tuple(Appointment(post, name) for post, name in PEOPLE.items() if post is not Post.CONTROLLER)
DAY = "2026-11-21"
OPENING = OpenBook("Illimani", "Altiplano S.R.L.", "RA-1", 1, 200, "Notaría 7", "2026-11-21", True)
RULES = replace(rule_set("aj-bolivia"), checks=("extractor", "cámara"))
ALL_BALLS = tuple(range(1, 91))


def full_line_of(card: Card, called: Iterable[int]) -> int | None:
    """Return which row of a card is completely called, by the regulation's rule set."""
    return full_line(card, RULES.lines, called)


E = TypeVar("E", bound=Event)


class Night:
    """Issues commands by whoever's post it is; ``do`` insists on success, ``try_`` returns the refusal."""

    def __init__(self, rules=RULES, matrix=MATRIX):
        self.state = State(rules, matrices={matrix.digest: matrix})
        self.events: list[Event] = []
        self.now = 0

    def answer(self, command: Command, post: Post | None = None, person: str | None = None):
        post = post or STEPS[type(command)].posts[0]
        actor = Actor(person or PEOPLE[post], post)
        return decide(self.state, Issued(command, actor, ""), self.now)

    def do(self, *commands: Command) -> tuple[Event, ...]:
        happened: tuple[Event, ...] = ()
        for command in commands:
            answer = self.answer(command)
            assert not isinstance(answer, Refusal), answer
            self.state = fold(self.state, answer)
            self.events += answer
            happened += answer
        return happened

    def only(self, kind: type[E], command: Command) -> E:
        """Issue a command whose only event is of a kind, and return that."""
        (event,) = self.do(command)
        assert isinstance(event, kind)
        return event

    def refused(self, command: Command, post: Post | None = None, person: str | None = None) -> str:
        answer = self.answer(command, post, person)
        assert isinstance(answer, Refusal), answer
        return answer.code

    def wait(self, milliseconds: int) -> None:
        self.now += milliseconds

    def open_session(self, matrix=MATRIX, series=("A", 1042)) -> Self:
        self.do(
            OPENING,
            StartController("b1", "test", "first"),
            RegisterSeries(*series, 500, matrix.digest),  # type: ignore[call-arg]
            RegisterBallSet("J-01"),
            RegisterBallSet("J-02"),
            MountBallSet("J-01"),
            OpenSession(APPOINTMENTS, DAY),
            *(PassCheck(item) for item in self.state.rules.checks),
            self.count(),
            LoadBalls(),
        )
        return self

    def count(self) -> CountBalls:
        """The count of the balls, before the Director where the extractor is manual."""
        manual = self.state.rules.operation == "manual"
        balls = tuple(range(1, self.state.rules.universe + 1))
        return CountBalls(balls, (), PEOPLE[Post.DIRECTOR] if manual else "")

    def sell(self, cards: int = 60) -> Self:
        self.do(AnnounceGame("A-1042"), ReportFilled(), SellCards(cards))
        return self

    def start(self, cards: int = 60) -> Self:
        self.sell(cards).do(CloseSale(), StartDraw())
        return self

    def order(self) -> int:
        self.wait(self.state.rules.minimum_interval_ms)
        self.do(DrawBall())
        return self.state.serial

    def draw(self, ball: int) -> None:
        if self.state.rules.operation == "manual":
            self.do(EnterBall(ball), CallBall(ball))
            return
        self.do(ReportBall(self.order(), ball, "f" * 64), CallBall(ball))

    def call_card(self, card: int, rows: int = 3) -> None:
        """Draw and call the numbers of the first rows of a card that are still in."""
        for row in MATRIX.card(card).rows[:rows]:
            for ball in row:
                if ball not in self.state.game.drawn:
                    self.draw(ball)

    def claim(self, claim: str, *cards: int) -> None:
        self.do(StopForClaim(claim), *(VerifyCard(claim, "A-1042", card) for card in cards))

    def ask(self) -> None:
        self.do(AskAnyMore())
        self.wait(self.state.rules.any_more_ms)

    def finished(self, cards: int = 60) -> Self:
        """Play a game whose card 5 wins line and bingo."""
        return self.start(cards).won()

    def won(self) -> Self:
        """Play on until card 5 has won line and bingo, and the game is finished."""
        self.call_card(5, rows=1)
        self.claim(Claim.LINE, 5)
        self.ask()
        self.do(ResumeDraw())
        self.call_card(5)
        self.claim(Claim.BINGO, 5)
        self.ask()
        self.do(FinishGame())
        return self

    def settled(self) -> Self:
        """Pay, refund, collect and sign the game that is over."""
        for award in self.state.game.awards:
            prize = award.prize
            winner = ("Juan", "LP-123", "700") if prize.progressive else ()
            self.do(PayPrize(prize.claim, prize.series, prize.card, prize.progressive, *winner))
        if self.state.game.refunds_due:
            self.do(PayRefunds(self.state.game.refunds_due))
        self.do(CollectCards(self.state.game.cards), SignGame())
        return self
