"""The deciding loop among hostile texts: a card as it is printed, a device that says anything, a crash."""

import queue
from pathlib import Path
from typing import Any

import pytest

from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.machine import BINGO_MACHINE
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.opening import (
    CountBalls,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.minutes.volumes import Shelf
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.rules.commands.running import ReportFault
from hallctl.rules.commands.session import OpenSession, PassCheck
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.machine import Limits
from hallctl.table.registrar import Registrar
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox, Table
from tests.hallctl.bingo import Keeper
from tests.hallctl.evening import Evening
from tests.hallctl.games.bingo.documents.volume import APPOINTMENTS, LETTERHEAD, NAMES, OPENING, empty
from tests.hallctl.games.bingo.rules.night import ALL_BALLS, DAY, MATRIX
from tests.hallctl.web.console.hall import START, Simulators


class Recorded(Simulators):
    """A machine that remembers being stopped."""

    stops = 0

    def stop(self) -> None:
        self.stops += 1


class Halls:
    """A keeper on a real book, its paper counted as the hall counts it."""

    def __init__(self, shelf: Shelf) -> None:
        registrar = Registrar(shelf, None, "hallctl", lambda: "battery", BingoPaperwork(LETTERHEAD))
        self.clock = Evening()
        self.keeper = Keeper(shelf, empty(), self.clock, "b1", registrar)

    def ask(self, command: Command) -> Any:
        post = STEPS[type(command)].posts[0]
        return self.keeper.submit(Issued(command, Actor(NAMES[post], post), ""))

    def do(self, *commands: Command) -> None:
        for command in commands:
            outcome = self.ask(command)
            assert not isinstance(outcome, Refusal), outcome

    def claim(self) -> None:
        """Play up to a claim, before any ball."""
        self.do(OPENING, RegisterSeries("A", 1042, 500, MATRIX.digest))
        self.do(RegisterBallSet("J-01"), RegisterBallSet("J-02"), MountBallSet("J-01"))
        self.do(OpenSession(APPOINTMENTS, DAY), *map(PassCheck, self.keeper.state.rules.checks))
        self.do(CountBalls(ALL_BALLS, ()), LoadBalls(), AnnounceGame("A-1042"))
        self.do(ReportFilled(), SellCards(20), CloseSale(), StartDraw())
        self.do(StopForClaim(Claim.LINE))


@pytest.mark.invariant("I24", "I21")
def test_a_card_typed_as_the_act_prints_it_is_verified_and_the_game_is_signed(tmp_path: Path) -> None:
    with Shelf.open(tmp_path / "libro") as shelf:
        hall = Halls(shelf)
        hall.claim()
        hall.do(VerifyCard(Claim.LINE, "A 1042", 5))
        state = hall.keeper.state
        assert isinstance(state, State)
        assert state.game is not None
        assert state.game.verified[0].series == "A-1042"
        unknown = hall.ask(VerifyCard(Claim.LINE, "Z 9999", 5))
        assert (unknown.code, unknown.words["offered"]) == ("CLAIM-SERIES", ("A 1042",))
        hall.do(ResumeDraw(), ProposeVoid("corte"), ApproveVoid())
        hall.do(PayRefunds(20), CollectCards(20), SignGame())


@pytest.mark.invariant("I24")
@pytest.mark.parametrize("request_id", ["\ud800", "x\x00", "\u202e"])
def test_what_has_no_place_in_the_book_is_a_refusal_before_the_book_is_asked(
    tmp_path: Path, request_id: str
) -> None:
    with Shelf.open(tmp_path / "libro") as shelf:
        hall = Halls(shelf)
        for issued in (
            Issued(OPENING, Actor(NAMES[Post.DIRECTOR], Post.DIRECTOR), request_id),
            Issued(OPENING, Actor(request_id, Post.DIRECTOR), "r"),
            Issued(SellCards(10**30), Actor(NAMES[Post.VENDEDOR], Post.VENDEDOR), "r2"),
        ):
            assert isinstance(hall.keeper.submit(issued), Refusal)
        assert hall.keeper.entry == 0


@pytest.mark.invariant("I24")
def test_what_a_device_says_is_in_the_book_as_it_can_be_printed(tmp_path: Path) -> None:
    with Shelf.open(tmp_path / "libro") as shelf:
        hall = Halls(shelf)
        hall.do(OPENING)
        said = ReportFault("cámara", "CAMERA-LOST", "x\x1b[2J\ud800\n" * 900)
        outcome = hall.keeper.report(said)
        assert not isinstance(outcome, Refusal)
        (fault,) = hall.keeper.state.faults
        assert fault.detail.startswith("x[U+001B][2J[U+D800] x")
        assert len(fault.detail) == 2000
        again = hall.keeper.report(said)
        assert isinstance(again, msg.Done)
        assert again.entries is None, "the same words are no news"


@pytest.mark.invariant("I19")
def test_an_end_that_nobody_foresaw_leaves_no_machine_running(tmp_path: Path) -> None:
    inbox: Inbox = queue.SimpleQueue()
    machine = Recorded(inbox)

    def heard(message: msg.Message) -> None:
        if isinstance(message, msg.Recovered):
            raise RuntimeError("nobody foresaw this")

    with Shelf.open(tmp_path / "libro") as shelf:
        hall = Halls(shelf)
        bulletin = Bulletin(Snapshot(0, 0, hall.keeper.state))
        devices = (machine, machine, bulletin, hall.clock, lambda: 9999, Limits(), START)
        table = Table(hall.keeper, BINGO_MACHINE, inbox, *devices, heard=heard)
        inbox.put(msg.ExtractorUp(machine))
        inbox.put(msg.Recovered("cámara", "CAMERA-LOST"))
        with pytest.raises(RuntimeError, match="nobody foresaw"):
            table.run()
        assert machine.stops == 1
