"""The exit's live picture beside a called number: never taken for that ball where it may show another one."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from displays.views import BoardView, CctvView
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, StopForClaim
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, SettleBall
from hallctl.games.bingo.rules.tables import fold
from hallctl.games.bingo.screens.auto import auto
from hallctl.games.bingo.screens.make import make
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from hallctl.rules.commands.running import AcknowledgeFault, ReportFault, ReportRecovery
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.bingo.rules.night import Night

MOVES = ("order", "arrives", "read", "doubt", "settle", "call", "claim", "resume", "fault", "mended")
CAMERA = ("cámara", "CAMERA-BLACK")


class Exit:
    """A hall with what its camera sees: an ordered ball drops the one before and arrives in its own time."""

    def __init__(self) -> None:
        self.night = Night().open_session().start()
        self.seen: int | None = None
        self.coming: int | None = None
        self.after = 0

    def do(self, command: Command) -> bool:
        """Issue a command where the hall takes it."""
        answer = self.night.answer(command)
        if isinstance(answer, Refusal):
            return False
        self.night.state = fold(self.night.state, answer)
        return True

    def move(self, name: str) -> None:
        serial, ball = self.night.state.serial, self.seen or 0
        moves: dict[str, Callable[[], object]] = {
            "order": self._order,
            "arrives": self._arrive,
            "read": lambda: self.do(ReportBall(serial, ball, "f" * 64)),
            "doubt": lambda: self.do(ReportDoubt(serial, (ball,), "borrosa", "f" * 64)),
            "settle": lambda: self.do(SettleBall(ball)),
            "call": lambda: self.do(CallBall(ball)),
            "claim": lambda: self.do(StopForClaim(Claim.LINE)),
            "resume": lambda: self.do(ResumeDraw()),
            "fault": lambda: self.do(ReportFault(*CAMERA, "")),
            "mended": lambda: self.do(ReportRecovery(*CAMERA)) and self.do(AcknowledgeFault(*CAMERA)),
        }
        if ball or name not in {"read", "doubt", "settle", "call"}:
            moves[name]()

    def _order(self) -> None:
        self.night.wait(self.night.state.rules.minimum_interval_ms)
        if self.after < 90 and self.do(DrawBall()):
            self.seen, self.after = None, self.after + 1
            self.coming = self.after

    def _arrive(self) -> None:
        if self.coming is not None:
            self.seen, self.coming = self.coming, None


@pytest.mark.req("AJ-29", "AJ-86")
@given(moves=st.lists(st.sampled_from(MOVES), min_size=10, max_size=60))
def test_a_picture_that_is_not_marked_is_of_no_ball_or_of_the_called_one(moves: list[str]) -> None:
    hall = Exit()
    for move in ("order", "arrives", "read", "call", *moves):
        hall.move(move)
        for screen in ("board", "cctv"):
            view = make(screen, hall.night.state, Wall("Illimani", False), corner=True)
            assert isinstance(view, BoardView | CctvView)
            if not view.uncalled:
                assert hall.seen in {None, view.called[-1]}, move
    assert auto(hall.night.state)


def test_the_mark_stands_from_the_order_to_the_call() -> None:
    hall, marked = Exit(), []
    for move in ("order", "arrives", "read", "call", "order"):
        hall.move(move)
        view = make("cctv", hall.night.state, Wall("Illimani", False))
        assert isinstance(view, CctvView)
        marked.append(view.uncalled)
    assert marked == [True, True, True, False, True]
