"""A table's day whose people, slips and sensor write one hostile text into every field that takes it."""

from dataclasses import fields, replace
from typing import Final

from fonts import uncovered
from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable, OpenTable
from hallctl.games.roulette.game import ROULETTE
from hallctl.games.roulette.rules.commands.bets import PlaceBets, Placed
from hallctl.games.roulette.rules.commands.people import (
    ApproveNumber,
    ApproveVoidSpin,
    ProposeNumber,
    ProposeVoidSpin,
)
from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    CollectLosers,
    EnterNumber,
    LaunchBall,
    OpenBets,
    PayWinners,
    PlaceMarker,
    ReportIrregularity,
    ReportLaunch,
    ReportNoMoreBets,
    ReportNumber,
    ReportPicture,
    ReportSilence,
)
from hallctl.games.roulette.rules.commands.table import InspectWheel
from hallctl.games.roulette.rules.kinds import Cause, Direction
from hallctl.games.roulette.rules.layout import Chance
from hallctl.games.roulette.rules.state import State
from hallctl.outputs.folios.values import Letterhead
from hallctl.outputs.minuted import Minuted
from hallctl.rules.admission import admitted, made_printable
from hallctl.rules.commands.base import Actor, Appointment, Command, Issued, Post
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.session import CloseSession, OpenSession
from hallctl.rules.deciding.context import Context
from hallctl.rules.events.base import Event
from hallctl.rules.fields import Words
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.roulette.table import CAMMEGH, DAY, OPENING, PEOPLE, RULES, chips
from tests.hallctl.games.roulette.test_reports import NIGHT
from tests.hallctl.hostile.fields import Path, texts_of, with_texts

LETTERHEAD: Final = Letterhead("000", "Lisboa", rounds=ROULETTE.rounds)
OWN_FORM: Final = frozenset({"pocket", "pockets", "red", "numbers", "picture"})
"""Texts of the wheel, the layout and the camera."""

LIMITS: Final[dict[tuple[str, Path], Words]] = {
    (kind.__name__, path): limits
    for kind in ROULETTE.rules.steps
    for path, limits in texts_of(kind)
    if path[-1] not in OWN_FORM
}


class HostileDay:
    """Does what a table does in a day, with a text before all that somebody or something writes.

    Attributes:
        state: Where the table stands.
        states: The state before the first event, and after each.
        events: What happened.
        taken: The fields that took the text.
        refusals: What was said of those that did not.
    """

    def __init__(self, text: str, stakes: str = "positions") -> None:
        self.text = text
        self.state = State(replace(RULES, stakes=stakes))
        self.states: list[State] = [self.state]
        self.events: list[Event] = []
        self.taken: set[tuple[str, Path]] = set()
        self.refusals: list[Refusal] = []
        self._paperwork = ROULETTE.documents.paperwork(LETTERHEAD)

    def entries(self) -> list[Minuted]:
        """Return what happened as entries."""
        return [Minuted(n, NIGHT, "jefe:Ana", "0" * 64, event) for n, event in enumerate(self.events, 1)]

    def whole(self) -> "HostileDay":
        """Open the table, play four spins of which one is void, and close it."""
        held = tuple(Appointment(post, name) for post, name in PEOPLE.items() if post is not Post.CONTROLLER)
        self.do(OPENING, OpenSession(held, DAY), CAMMEGH, replace(self._inspection(), findings="sucia"))
        self.do(self._inspection(), OpenTable(chips(1_000_000)))
        self.do(FillTable("R-1", chips(5000)), CreditTable("C-1", chips(2500)))
        self._agreed(1, "17")
        self._disputed(2)
        self.do(OpenBets(), ReportLaunch(3, Direction.COUNTER, "257", "*X;3"))
        self.do(ReportIrregularity(3, Cause.BALL_OUT, "*X;5"), ReportPicture(3, "cd" * 32))
        self.do(ProposeVoidSpin(Cause.BALL_OUT, "saltó"), ApproveVoidSpin())
        self.do(OpenBets(), LaunchBall(), CloseBets(), ReportSilence("no dice nada"))
        self.do(ProposeNumber("0", "se ve"), ApproveNumber())
        self.do(PlaceMarker(), CollectLosers(), PayWinners())
        self.do(
            MinuteIncident("se fue la luz"), ApproveIncident(1), CloseTable(chips(1_002_500)), CloseSession()
        )
        return self

    def _inspection(self) -> InspectWheel:
        """Return the inspection of the wheel under the name that it was registered by."""
        return InspectWheel(CAMMEGH.serial, "B-1", "0,1 mm/m")

    def _agreed(self, game: int, pocket: str) -> None:
        self.do(OpenBets(), PlaceBets("Uno", (Placed(Chance.STRAIGHT, (pocket,), 500),)))
        self.do(ReportLaunch(game, Direction.CLOCKWISE, "300", "*X;3"), ReportNoMoreBets(game, "*X;4"))
        self.do(ReportNumber(game, pocket, "*X;5", "ab" * 32), EnterNumber(pocket))
        self.do(PlaceMarker(), CollectLosers(), PayWinners())

    def _disputed(self, game: int) -> None:
        self.do(OpenBets(), ReportLaunch(game, Direction.COUNTER, "300", "*X;3"), CloseBets())
        self.do(ReportNumber(game, "8", "*X;5", "ab" * 32), EnterNumber("11"))
        self.do(ProposeNumber("11", "se ve la bola"), ApproveNumber())
        self.do(PlaceMarker(), CollectLosers(), PayWinners())

    def do(self, *commands: Command) -> None:
        """Issue commands with the text in all of their fields, or in none where it is refused."""
        for command in commands:
            answer = self._issued(command, self.text)
            if isinstance(answer, Refusal):
                self.refusals.append(answer)
                answer = self._issued(command, "")
            assert not isinstance(answer, Refusal), (type(command).__name__, answer)
            for event in answer:
                self.state = ROULETTE.rules.evolve(self.state, event)
                self.events.append(event)
                self.states.append(self.state)
                self._paperwork.take(event)

    def _issued(self, command: Command, text: str) -> tuple[Event, ...] | Refusal:
        name, post = type(command).__name__, ROULETTE.rules.all_steps[type(command)].posts[0]
        used: set[tuple[str, Path]] = set()

        def change(path: Path, said: str) -> str:
            limits = LIMITS.get((name, path))
            if limits is None or not text or (path == ("findings",) and not said):
                return said
            used.add((name, path))
            return f"{text[: max(0, limits.most - len(said) - 1)]} {said}".strip()

        asked = with_texts(command, change) if fields(command) else command
        if post is Post.CONTROLLER:
            asked = made_printable(asked, uncovered)
        taken = admitted(Issued(asked, Actor(PEOPLE.get(post, "Ana"), post), ""), uncovered)
        if isinstance(taken, Refusal):
            return taken
        planned = self._paperwork.planned(taken.command, self.state, Context(taken.actor, 0))
        answer = ROULETTE.rules.decide(self.state, Issued(planned, taken.actor, ""), 0, uncovered)
        if not isinstance(answer, Refusal):
            self.taken |= used
        return answer
