"""The panel beside a table: a press becomes one step, what stays is a fault, lamps follow the state."""

import queue
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from functools import cache, partial
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.panel.panel import Panel
from drivers.panel.pins import PanelError, Pins, mock_pins
from hallctl.config.panel import PanelSection
from hallctl.devices.panel import (
    HUNG_S,
    PICTURE_S,
    REFUSED_S,
    TEST_S,
    PanelController,
    PanelLine,
    wiring,
)
from hallctl.devices.panel_faults import CALM_S, DEVICE, FaultReporter, forget_panel
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.presses import pressed
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import CountBalls, LoadBalls, MountBallSet, RegisterBallSet
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import BINGO_RULES, STEPS
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.lamps import Lamp
from hallctl.readings.contacts import POSTS, Button, Sense
from hallctl.readings.presses import PanelFault, step
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.commands.extraction import ReportBall
from hallctl.rules.commands.running import AcknowledgeFault, StartController
from hallctl.rules.commands.session import OpenSession, PassCheck
from hallctl.rules.commands.volumes import OpenBook
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.snapshot import Bulletin, Snapshot
from tests.drivers.fingers import Clock, Fingers
from tests.drivers.test_voice import until
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, MATRIX, Night
from tests.hallctl.web.console.hall import JEFE, LOCUTOR, Hall

SECTION = PanelSection(
    locutor=LOCUTOR,
    vendedor=LOCUTOR,
    draw=5,
    call=6,
    line=13,
    bingo=19,
    seller_line=26,
    seller_bingo=12,
    stop=16,
    mushroom=20,
    door=21,
    lamp_sale=17,
    lamp_draw=18,
    lamp_claim=22,
    lamp_fault=23,
    lamp_camera=24,
    beacon=25,
)
AT_REST = frozenset({20, 21})
NOTHING_WRONG = [msg.Recovered(DEVICE, code) for code in PanelFault]


class Turning(Bulletin):
    """A bulletin of a table that turns for as long as a test says."""

    hung = False

    def silence(self) -> float:
        return 2 * HUNG_S if self.hung else 0.0


class Bench:
    """An attended panel on a clock of its own; the test is its table."""

    def __init__(self, night: Night, *held: int | None) -> None:
        self.night, self.clock, self.fingers = night, Clock(), Fingers()
        self.fingers.held |= {*AT_REST, *(pin for pin in held if pin is not None)}
        self.inbox: queue.SimpleQueue[msg.Message] = queue.SimpleQueue()
        self.bulletin = Turning(Snapshot(0, 1, night.state))
        self.picture_at: float | None = self.clock.now
        self.panel = Panel(wiring(SECTION), self.fingers.pins(), self.clock)
        self.controller = PanelController(
            self.panel,
            BINGO,
            SECTION.people,
            self.bulletin,
            self.inbox,
            lambda: self.picture_at,
            FaultReporter(self.inbox),
            SECTION.stuck_s,
            self.clock,
        )

    def close(self) -> None:
        self.panel.close()

    def after(self, seconds: float = 0.0) -> list[msg.Message]:
        """Let time pass, look, and return what came into the inbox."""
        self.clock.now += seconds
        self.controller.look()
        return self.heard()

    def heard(self) -> list[msg.Message]:
        heard = []
        while not self.inbox.empty():
            heard.append(self.inbox.get())
        return heard

    def publish(self) -> None:
        self.bulletin.publish(Snapshot(self.bulletin.newest().sequence + 1, 1, self.night.state))

    def press(self, pin: int | None, seconds: float = 0.2) -> list[msg.Message]:
        self.fingers.press(pin)
        heard = self.after(seconds)
        self.fingers.release(pin)
        return heard + self.after(seconds)

    def lit(self) -> set[str]:
        return {name for name, pin in SECTION.lamps.items() if self.fingers.high(pin)}


@cache
def drawing() -> Night:
    """Return a night in the draw, for tests that leave it there."""
    return Night().open_session().start()


@pytest.fixture
def bench() -> Iterator[Bench]:
    with closing(Bench(Night().open_session().start())) as opened:
        assert opened.after(TEST_S) == NOTHING_WRONG
        yield opened


def asked(heard: list[msg.Message]) -> list[Issued]:
    assert all(isinstance(message, msg.Asked) for message in heard), heard
    return [message.issued for message in heard if isinstance(message, msg.Asked)]


@pytest.mark.req("AJ-93", "AJ-86")
@pytest.mark.parametrize(
    ("pin", "post", "command"),
    [
        (SECTION.draw, Post.LOCUTOR, DrawBall()),
        (SECTION.line, Post.LOCUTOR, StopForClaim(Claim.LINE)),
        (SECTION.bingo, Post.LOCUTOR, StopForClaim(Claim.BINGO)),
        (SECTION.seller_line, Post.VENDEDOR, StopForClaim(Claim.LINE)),
        (SECTION.seller_bingo, Post.VENDEDOR, StopForClaim(Claim.BINGO)),
    ],
)
def test_a_press_is_the_step_of_who_holds_the_post(
    bench: Bench, pin: int, post: Post, command: Command
) -> None:
    (issued,) = asked(bench.press(pin))
    assert (issued.command, issued.actor) == (command, Actor(LOCUTOR, post))
    (again,) = asked(bench.press(pin))
    assert again.request != issued.request


@pytest.mark.req("AJ-08", "AJ-86")
def test_the_pedal_calls_the_ball_that_waits(bench: Bench) -> None:
    (early,) = asked(bench.press(SECTION.call))
    refusal = bench.night.answer(early.command, early.actor.post)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "CALL-NONE"
    bench.night.do(ReportBall(bench.night.order(), 42, "f" * 64))
    bench.publish()
    (issued,) = asked(bench.press(SECTION.call))
    assert issued.command == CallBall(42)


@pytest.mark.invariant("I16")
def test_no_press_is_a_step_that_wants_a_signature_or_a_fresh_authentication() -> None:
    night = Night().open_session().start()
    night.do(ReportBall(night.order(), 42, "f" * 64))
    people = dict.fromkeys(Post, LOCUTOR)
    for button in Button:
        issued = step(button, night.state, people, "r", pressed)
        if issued is None:
            assert button is Button.STOP
            continue
        assert not STEPS[type(issued.command)].wants_proof
        assert issued.actor.post in STEPS[type(issued.command)].posts
        answer = night.answer(issued.command, issued.actor.post)
        events = () if isinstance(answer, Refusal) else answer
        assert not {type(event) for event in events} & set(BINGO_RULES.all_signed)


def test_a_press_that_is_nobodys_is_no_step() -> None:
    night = Night().open_session().start()
    assert all(step(button, night.state, {}, "r", pressed) is None for button in Button)
    assert set(POSTS) == set(Button) - {Button.STOP}


pushes = st.lists(
    st.tuples(
        st.sampled_from([SECTION.contacts[name] for name in POSTS]),
        st.lists(st.floats(0.0001, 0.018), max_size=5),
        st.floats(0.03, 3),
        st.booleans(),
    ),
    max_size=8,
)


@pytest.mark.req("AJ-93")
@pytest.mark.invariant("I17")
@given(pushes=pushes)
def test_no_chatter_of_any_button_gives_more_than_one_step_a_press(
    pushes: list[tuple[int, list[float], float, bool]],
) -> None:
    with closing(Bench(drawing())) as bench:
        bench.after()
        found: list[Issued] = []
        for pin, chatter, held, looked in pushes:
            for gap in chatter:
                bench.fingers.press(pin)
                bench.clock.now += gap
                bench.fingers.release(pin)
                bench.clock.now += gap
            bench.fingers.press(pin)
            bench.clock.now += held
            if looked:
                found += asked(bench.after())
            for gap in chatter:
                bench.fingers.release(pin)
                bench.clock.now += gap
                bench.fingers.press(pin)
                bench.clock.now += gap
            bench.fingers.release(pin)
            found += asked(bench.after(0.05))
    assert len(found) == len(pushes) == len({issued.request for issued in found})


@pytest.mark.parametrize("pin", [SECTION.stop, SECTION.mushroom])
@pytest.mark.invariant("I14")
def test_a_stop_is_a_fault_for_as_long_as_it_is_pressed(bench: Bench, pin: int) -> None:
    change, back = bench.fingers.press, bench.fingers.release
    if pin in AT_REST:
        change, back = back, change
    change(pin)
    (trouble,) = bench.after(0.1)
    assert isinstance(trouble, msg.Trouble)
    assert (trouble.device, trouble.code) == (DEVICE, PanelFault.STOP)
    back(pin)
    assert bench.after(0.1) == []
    assert bench.after(CALM_S) == [msg.Recovered(DEVICE, PanelFault.STOP)]


def test_a_stop_that_came_and_went_between_two_looks_is_told_all_the_same(bench: Bench) -> None:
    bench.fingers.press(SECTION.stop)
    bench.clock.now += 0.1
    bench.fingers.release(SECTION.stop)
    told = bench.after(0.1) + bench.after(CALM_S)
    assert [type(message) for message in told] == [msg.Trouble, msg.Recovered]


@pytest.mark.invariant("I20")
def test_a_loose_wire_does_not_fill_the_book(bench: Bench) -> None:
    told = []
    for n in range(200):
        (bench.fingers.release if n % 2 else bench.fingers.press)(SECTION.mushroom)
        told += bench.after(0.4)
    assert [type(message) for message in told] == [msg.Trouble]


@pytest.mark.req("AJ-64")
@pytest.mark.invariant("I14")
def test_the_door_is_a_fault_while_a_game_is_open_and_then_until_it_is_closed() -> None:
    with closing(Bench(Night().open_session())) as bench:
        bench.after()
        bench.fingers.release(SECTION.door)
        assert bench.after(1) == []  # the balls are put in
        bench.night.do(AnnounceGame("A-1042"))
        bench.publish()
        (trouble,) = bench.after(0.05)
        assert isinstance(trouble, msg.Trouble)
        assert trouble.code == PanelFault.DOOR
        bench.night.do(ProposeVoid("puerta"), ApproveVoid())
        bench.publish()
        assert bench.after(1) == []
        bench.fingers.press(SECTION.door)
        bench.after(0.1)
        assert bench.after(CALM_S) == [msg.Recovered(DEVICE, PanelFault.DOOR)]


@pytest.mark.req("AJ-60")
def test_a_button_that_is_held_when_the_panel_starts_is_stuck_until_it_is_let_go_and_is_no_press() -> None:
    with closing(Bench(Night().open_session().start(), SECTION.line, SECTION.draw)) as bench:
        told = bench.after()
        (stuck,) = [message for message in told if isinstance(message, msg.Trouble)]
        assert (stuck.code, stuck.detail) == (PanelFault.STUCK, "no vuelve: extraer, línea del locutor")
        bench.fingers.release(SECTION.line)
        (less,) = bench.after(1)
        assert isinstance(less, msg.Trouble)
        assert less.detail == "no vuelve: extraer"
        bench.fingers.release(SECTION.draw)
        bench.after(0.1)
        assert bench.after(CALM_S) == [msg.Recovered(DEVICE, PanelFault.STUCK)]


@pytest.mark.req("AJ-60")
def test_at_the_opening_of_a_session_every_lamp_is_lit_and_every_button_must_be_released() -> None:
    night = Night()
    night.do(
        OpenBook("Illimani", "Altiplano S.R.L.", "RA-1", 1, 200, "Notaría 7", "2026-11-21", True),
        StartController("b1", "test", "first"),
        RegisterBallSet("J-01"),
        MountBallSet("J-01"),
    )
    with closing(Bench(night)) as bench:
        bench.after()
        assert bench.lit() == {str(lamp) for lamp in Lamp}
        bench.picture_at = None
        bench.after(TEST_S)
        assert bench.lit() == set()
        bench.fingers.press(SECTION.call)
        assert len(asked(bench.after(1))) == 1
        night.do(OpenSession(APPOINTMENTS, "2026-11-21"))
        bench.publish()
        (stuck,) = bench.after(0.05)
        assert isinstance(stuck, msg.Trouble)
        assert stuck.detail == "no vuelve: cantar"
        assert bench.lit() == {str(lamp) for lamp in Lamp}
        bench.after(TEST_S)
        assert bench.lit() == set()
        bench.fingers.release(SECTION.call)
        bench.after(0.1)
        assert bench.after(CALM_S) == [msg.Recovered(DEVICE, PanelFault.STUCK)]


def test_a_button_that_is_held_too_long_is_stuck_and_was_pressed_once(bench: Bench) -> None:
    bench.fingers.press(SECTION.draw)
    assert len(asked(bench.after(1))) == 1
    assert bench.after(SECTION.stuck_s - 2) == []
    (stuck,) = bench.after(1.1)
    assert isinstance(stuck, msg.Trouble)
    assert (stuck.code, stuck.detail) == (PanelFault.STUCK, "no vuelve: extraer")
    bench.fingers.release(SECTION.draw)
    bench.after(0.1)
    assert bench.after(CALM_S) == [msg.Recovered(DEVICE, PanelFault.STUCK)]


def test_a_refused_press_is_blinked_for_a_moment(bench: Bench) -> None:
    bench.fingers.press(SECTION.draw)
    (message,) = bench.after(0.1)
    assert isinstance(message, msg.Asked)
    message.reply.set_result(refuse("DRAW-PENDING"))
    seen = []
    for _ in range(20):
        bench.after(REFUSED_S / 30)
        seen.append("fault" in bench.lit())
    assert {True, False} == set(seen)
    bench.fingers.release(SECTION.draw)
    bench.after(REFUSED_S)
    assert "fault" not in bench.lit()


@pytest.mark.parametrize("answer", [msg.Done((1, 1)), OSError("the book failed")])
def test_a_press_that_was_taken_or_never_answered_blinks_nothing(
    bench: Bench, answer: msg.Done | OSError
) -> None:
    (message,) = bench.press(SECTION.draw)
    assert isinstance(message, msg.Asked)
    assert isinstance(message.reply, Future)
    if isinstance(answer, OSError):
        message.reply.set_exception(answer)
    else:
        message.reply.set_result(answer)
    for _ in range(20):
        bench.after(0.03)
        assert "fault" not in bench.lit()


@pytest.mark.req("AJ-29")
@pytest.mark.invariant("I15")
def test_the_cameras_lamp_follows_its_pictures(bench: Bench) -> None:
    bench.picture_at = bench.clock.now
    bench.after()
    assert "camera" in bench.lit()
    bench.after(PICTURE_S * 1.1)
    assert "camera" not in bench.lit()


def test_a_table_that_hangs_or_was_stopped_leaves_no_lamp_that_says_where_the_game_stands(
    bench: Bench,
) -> None:
    bench.picture_at = bench.clock.now
    bench.after()
    assert bench.lit() == {"draw", "camera"}
    bench.bulletin.hung = True
    bench.after()
    assert bench.lit() <= {"fault"}
    bench.bulletin.hung = False
    bench.after()
    assert "draw" in bench.lit()
    bench.bulletin.publish(Snapshot(9, 1, bench.night.state, "MIN-DISK: lleno"))
    bench.after()
    assert bench.lit() <= {"fault"}


@pytest.mark.invariant("I21")
def test_a_hall_without_a_panel_says_that_nothing_is_wrong_with_one() -> None:
    inbox: queue.SimpleQueue[msg.Message] = queue.SimpleQueue()
    forget_panel(inbox)
    assert [inbox.get_nowait() for _ in PanelFault] == NOTHING_WRONG


# Beside a real table.


def do(hall: Hall, command: Command) -> msg.Done:
    posts = STEPS[type(command)].posts
    holders = {a.post: a.person for a in hall.premises.appointments}
    post = next(post for post in posts if post in holders)
    outcome = hall.ask(Issued(command, Actor(holders[post], post), uuid4().hex))
    assert isinstance(outcome, msg.Done), (command, outcome)
    return outcome


def opened(hall: Hall) -> None:
    do(hall, hall.premises.opening)
    for series in hall.premises.series:
        do(hall, series)
    for name in hall.premises.ball_sets:
        do(hall, RegisterBallSet(name))
    do(hall, MountBallSet("J-01"))
    do(hall, OpenSession(hall.premises.appointments, hall.premises.day))
    for item in hall.rules.checks:
        do(hall, PassCheck(item))
    do(hall, CountBalls(tuple(range(1, 91)), ()))
    do(hall, LoadBalls())


def started(hall: Hall) -> None:
    opened(hall)
    do(hall, AnnounceGame("A-1042"))
    do(hall, SellCards(60))
    do(hall, CloseSale())
    until(lambda: hall.state.game.filled)
    do(hall, StartDraw())


class Played:
    """A running hall with its panel, and a hand on it."""

    def __init__(self, folder: Path, balls: list[int]) -> None:
        self.hall, self.fingers = Hall(folder, balls), Fingers()
        self.fingers.held |= AT_REST
        section = SECTION.model_copy(update={"settle_ms": 1})
        self.line = PanelLine(
            section,
            BINGO,
            self.hall.bulletin,
            self.hall.inbox,
            lambda: None,
            lambda _: self.fingers.pins(),
        )
        self.path = folder / volume_name(1)

    def __enter__(self) -> "Played":
        self.hall.__enter__()
        self.line.start()
        until(lambda: self.fingers.opened == 1)
        return self

    def __exit__(self, *_: object) -> None:
        self.line.stop()
        self.hall.__exit__()

    @property
    def state(self) -> State:
        return self.hall.state

    def push(self, pin: int | None) -> None:
        """Press until the table has taken it, as a person does whose press came too late (I26)."""
        asked, end = self.presses, time.monotonic() + 20
        while self.presses == asked:
            assert time.monotonic() < end
            self.fingers.press(pin)
            with suppress(AssertionError):
                until(lambda: self.presses > asked, 5)
            self.fingers.release(pin)

    @property
    def presses(self) -> int:
        return len(self.entries())

    def entries(self) -> list[tuple[str, str]]:
        """Return kind and actor of what presses wrote."""
        return [
            (each.kind, each.actor) for each in read_entries(self.path) if each.request.startswith("panel-")
        ]


@pytest.mark.req("AJ-86", "AJ-93")
@pytest.mark.invariant("I9", "I17")
def test_a_whole_game_is_drawn_called_and_stopped_from_the_panel(tmp_path: Path) -> None:
    rows = MATRIX.card(5).rows
    with Played(tmp_path, [ball for row in rows for ball in row]) as played:
        started(played.hall)
        for row in rows:
            for ball in row:
                played.push(SECTION.draw)
                until(partial(_waits, played, ball))
                played.push(SECTION.call)
            if row is rows[0]:
                played.push(SECTION.seller_line)
                for command in (VerifyCard(Claim.LINE, "A-1042", 5), AskAnyMore(), ResumeDraw()):
                    do(played.hall, command)
        played.push(SECTION.bingo)
        for last in (VerifyCard(Claim.BINGO, "A-1042", 5), AskAnyMore(), FinishGame()):
            do(played.hall, last)
        assert len(played.state.game.called_balls) == 15
        assert not played.state.faults
        balls = [(kind, "locutor:" + LOCUTOR) for kind in ("ExtractionOrdered", "BallCalled")]
        sung = [("ClaimRaised", f"{post}:{LOCUTOR}") for post in ("vendedor", "locutor")]
        assert played.entries() == [*(balls * 5), sung[0], *(balls * 10), sung[1]]


def test_a_press_that_the_rules_refuse_is_blinked_and_nothing_is_written(tmp_path: Path) -> None:
    with Played(tmp_path, [7]) as played:
        started(played.hall)
        fault, entry = SECTION.lamp_fault, played.hall.newest().entry
        until(lambda: not played.fingers.high(fault))  # the test of the lamps is over
        played.fingers.factory.pin(f"GPIO{fault}").clear_states()
        played.fingers.press(SECTION.call)
        until(lambda: played.fingers.high(fault))
        played.fingers.release(SECTION.call)
        until(lambda: len(played.fingers.factory.pin(f"GPIO{fault}").states) > 3)
        assert played.hall.newest().entry == entry
        assert played.entries() == []


@pytest.mark.req("AJ-29")
@pytest.mark.invariant("I13", "I14")
def test_the_mushroom_stops_the_draw_and_stays_latched_until_the_jefe_acknowledges_it(tmp_path: Path) -> None:
    with Played(tmp_path, [7, 8]) as played:
        started(played.hall)
        played.fingers.release(SECTION.mushroom)
        until(lambda: [fault.code for fault in played.state.faults] == [PanelFault.STOP])
        refused = played.hall.ask(Issued(DrawBall(), Actor(JEFE, Post.JEFE), "r1"))
        assert isinstance(refused, Refusal)
        assert refused.code == "FAULT"
        early = played.hall.ask(
            Issued(AcknowledgeFault(DEVICE, PanelFault.STOP), Actor(JEFE, Post.JEFE), "r2")
        )
        assert isinstance(early, Refusal)
        assert early.code == "FAULT-ACTIVE"
        played.fingers.press(SECTION.mushroom)
        until(lambda: not played.state.faults[0].active)
        do(played.hall, AcknowledgeFault(DEVICE, PanelFault.STOP))
        played.push(SECTION.draw)
        until(lambda: played.state.game.uncalled == 7)


def test_pins_that_cannot_be_opened_are_a_fault_with_a_sentence_until_they_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hallctl.devices.panel._AGAIN_S", 0.01)
    fingers, broken = Fingers(), [True]
    fingers.held |= AT_REST

    def pins(_: PanelSection) -> Pins:
        if broken[0]:
            raise PanelError("esta máquina no da sus patillas: can not open gpiochip")
        return fingers.pins()

    with Hall(tmp_path) as hall:
        opened(hall)
        line = PanelLine(SECTION, BINGO, hall.bulletin, hall.inbox, lambda: None, pins)
        line.start()
        try:
            until(lambda: [fault.code for fault in hall.newest().state.faults] == [PanelFault.PINS])
            (fault,) = hall.newest().state.faults
            assert "can not open gpiochip" in fault.detail
            broken[0] = False
            until(lambda: not hall.newest().state.faults[0].active)
            do(hall, AcknowledgeFault(DEVICE, PanelFault.PINS))
        finally:
            line.stop()


def test_a_panel_for_practice_is_at_rest() -> None:
    section = SECTION.model_copy(update={"pins": "mock"})
    with closing(Panel(wiring(section), mock_pins())) as panel:
        assert panel.active() == {}


def test_every_contact_is_a_button_or_a_sense() -> None:
    assert set(SECTION.contacts) == {*Button, *Sense}
    assert set(SECTION.lamps) == set(Lamp)


def _waits(played: Played, ball: int) -> bool:
    """Whether a ball is out and not called."""
    return bool(played.state.game.uncalled == ball)
