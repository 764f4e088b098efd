"""A table's day: its wheel, its inspection, its float, and its end (DR17)."""

from dataclasses import replace

import pytest

from hallctl.games.any_table.rules.commands import CloseTable, CreditTable, FillTable, OpenTable
from hallctl.games.any_table.rules.events import TableClosed
from hallctl.games.any_table.rules.ledger import TABLE
from hallctl.games.roulette.rules.carried import Carried
from hallctl.games.roulette.rules.commands.people import ApproveVoidSpin, ProposeVoidSpin, StopTable
from hallctl.games.roulette.rules.commands.spin import LaunchBall, OpenBets
from hallctl.games.roulette.rules.commands.table import InspectWheel, RegisterWheel
from hallctl.games.roulette.rules.events.table import WheelInspected
from hallctl.games.roulette.rules.kinds import Cause
from hallctl.games.roulette.rules.tables import ROULETTE_RULES
from hallctl.games.roulette.rules.wheel import DOUBLE_ZERO_ORDER, SINGLE_ZERO_ORDER, USUAL_RED
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.base import Appointment, Command, Post
from hallctl.rules.commands.session import CloseSession, OpenSession
from hallctl.rules.ledger import FLOAT, HOUSE
from tests.hallctl.games.roulette.table import CAMMEGH, DAY, OPENING, PEOPLE, RULES, TableDay, chips

HELD = tuple(Appointment(post, name) for post, name in PEOPLE.items() if post is not Post.CONTROLLER)


def with_book() -> TableDay:
    day = TableDay()
    day.do(OPENING, Post.DIRECTOR)
    return day


@pytest.mark.req("RO-15", "RO-16", "RO-18", "RO-19", "RO-37", "RO-38")
@pytest.mark.parametrize(
    ("wheel", "code"),
    [
        (replace(CAMMEGH, maker=" "), "WHEEL-NAME"),
        (replace(CAMMEGH, pockets=SINGLE_ZERO_ORDER[:-1]), "WHEEL-POCKETS"),
        (replace(CAMMEGH, pockets=DOUBLE_ZERO_ORDER), "WHEEL-POCKETS"),
        (replace(CAMMEGH, pockets=SINGLE_ZERO_ORDER[::-1]), "WHEEL-ORDER"),
        (replace(CAMMEGH, red=USUAL_RED[:-1]), "WHEEL-COLOURS"),
        (replace(CAMMEGH, red=(*USUAL_RED[:-1], "0")), "WHEEL-COLOURS"),
        (CAMMEGH, "WHEEL-KNOWN"),
    ],
)
def test_only_the_regulation_s_wheel_is_registered(wheel: RegisterWheel, code: str) -> None:
    day = with_book()
    if code == "WHEEL-KNOWN":
        day.do(CAMMEGH, Post.JEFE)
    assert day.refused(wheel, Post.JEFE) == code
    assert (CAMMEGH.serial in day.state.wheels) is (code == "WHEEL-KNOWN")


@pytest.mark.req("RO-19")
def test_a_table_with_00_takes_the_wheel_of_38_and_no_other_order() -> None:
    day = TableDay.opened(RULES)
    day = TableDay(day.state.empty(replace(RULES, pockets=38)))
    day.do(OPENING, Post.DIRECTOR)
    swapped = (*DOUBLE_ZERO_ORDER[:-2], DOUBLE_ZERO_ORDER[-1], DOUBLE_ZERO_ORDER[-2])
    assert day.refused(replace(CAMMEGH, pockets=swapped), Post.JEFE) == "WHEEL-ORDER-DOUBLE"
    day.do(replace(CAMMEGH, pockets=DOUBLE_ZERO_ORDER[5:] + DOUBLE_ZERO_ORDER[:5]), Post.JEFE)


@pytest.mark.req("RO-15")
def test_no_table_opens_before_wheel_and_ball_were_inspected_that_day() -> None:
    day = with_book()
    inspected = InspectWheel("37-001", "B-1", "0,1 mm/m")
    assert day.refused(inspected, Post.JEFE) == "SESSION-NONE"
    assert day.refused(OpenTable(chips(100)), Post.JEFE) == "SESSION-NONE"
    assert day.refused(OpenBets()) == "SESSION-NONE"
    day.do(OpenSession(HELD, DAY), Post.JEFE)
    assert day.refused(inspected, Post.JEFE) == "WHEEL-UNKNOWN"
    day.do(CAMMEGH, Post.JEFE)
    assert day.refused(replace(inspected, ball=" "), Post.JEFE) == "WHEEL-WHAT"
    assert day.refused(OpenTable(chips(100)), Post.JEFE) == "WHEEL-NONE"
    day.do(replace(inspected, findings="una casilla floja"), Post.JEFE)
    assert day.refused(OpenTable(chips(100)), Post.JEFE) == "WHEEL-NONE"
    day.do(inspected, Post.JEFE)
    assert day.refused(OpenBets()) == "TABLE-CLOSED"
    day.do(OpenTable(chips(100)), Post.JEFE)
    assert day.refused(OpenTable(chips(100)), Post.JEFE) == "TABLE-OPEN"
    day.do(OpenBets())
    assert day.refused(inspected, Post.JEFE) == "TABLE-SPIN"


def test_a_session_needs_its_croupier_and_has_as_many_as_it_likes() -> None:
    day = with_book()
    without = tuple(each for each in HELD if each.post is not Post.CROUPIER)
    assert day.refused(OpenSession(without, DAY), Post.JEFE) == "SESSION-POSTS"
    day.do(OpenSession((*HELD, Appointment(Post.CROUPIER, "Eva Condori")), DAY), Post.JEFE)
    for command in (CAMMEGH, InspectWheel("37-001", "B-1", "0"), OpenTable(chips(100))):
        day.do(command, Post.JEFE)
    assert day.refused(OpenBets(), Post.CROUPIER, "Nadie") == "POST-PERSON"
    for name in ("Luis Rojas", "Eva Condori"):
        day.ask(OpenBets(), Post.CROUPIER, name)
        day.ask(LaunchBall(), Post.CROUPIER, name)
        assert day.spin.croupier == name
        day.do(ProposeVoidSpin(Cause.INTERRUPTED, "relevo"), Post.JEFE)
        day.ask(StopTable(Cause.INTERRUPTED))
        day.do(ApproveVoidSpin(), Post.DIRECTOR)


def test_the_table_s_money_is_what_went_in_and_out_and_its_result_what_is_left() -> None:
    day = TableDay.opened()
    day.spun("17")
    assert day.refused(FillTable(" ", chips(100)), Post.JEFE) == "TABLE-SLIP"
    day.do(FillTable("V-1", chips(200_000)), Post.JEFE)
    day.do(CreditTable("V-2", chips(50_000)), Post.JEFE)
    assert day.state.ledger[TABLE] == 1_150_000
    day.do(OpenBets())
    assert day.refused(CloseTable(chips(0)), Post.JEFE) == "TABLE-SPIN"
    day.do(ProposeVoidSpin(Cause.BALL_OUT, "saltó"), Post.JEFE)
    day.do(ApproveVoidSpin(), Post.DIRECTOR)
    assert day.refused(CloseSession(), Post.JEFE) == "SESSION-TABLE"
    (closed,) = day.do(CloseTable(chips(1_300_000)), Post.JEFE)
    assert isinstance(closed, TableClosed)
    assert (closed.initial, closed.fills, closed.credits, closed.counted) == (
        1_000_000,
        200_000,
        50_000,
        1_300_000,
    )
    assert closed.result == 1_300_000 + 50_000 - 1_000_000 - 200_000 == 150_000
    assert day.state.ledger[TABLE] == 0
    assert day.state.ledger[FLOAT] == 150_000
    assert day.state.ledger[HOUSE] == -150_000
    assert (day.state.totals.collected, day.state.totals.paid) == (150_000, 0)
    for command in (CloseTable(chips(0)), FillTable("V", chips(50))):
        assert day.refused(command, Post.JEFE) == "TABLE-CLOSED"
    day.do(CloseSession(), Post.JEFE)
    assert day.state.session is None


def test_more_than_there_is_is_not_taken_from_a_table_that_knows_its_bets() -> None:
    day = TableDay.opened(replace(RULES, stakes="totals"))
    assert day.refused(CreditTable("V", chips(1_000_050)), Post.JEFE) == "TABLE-SHORT"
    day.do(CreditTable("V", chips(1_000_000)), Post.JEFE)


def test_a_closed_volume_hands_the_register_of_wheels_on() -> None:
    day = TableDay.opened()
    day.spun("1")
    carried = ROULETTE_RULES.carry(day.state)
    assert isinstance(carried, Carried)
    assert [wheel.serial for wheel in carried.wheels] == ["37-001"]
    assert carried.sensor == day.game
    assert decode(Carried, encode(carried)) == carried


def test_what_is_between_spins_is_refused_in_their_order() -> None:
    day = TableDay.opened()
    commands: tuple[tuple[Command, Post, str], ...] = (
        (LaunchBall(), Post.CROUPIER, "SPIN-NONE"),
        (StopTable(Cause.OBJECT), Post.CROUPIER, "SPIN-NONE"),
        (ProposeVoidSpin(Cause.OBJECT, "x"), Post.JEFE, "SPIN-VOID-PHASE"),
    )
    for command, post, code in commands:
        assert day.refused(command, post) == code
    day.do(OpenBets())
    assert day.refused(OpenBets()) == "SPIN-OPEN"


def test_an_inspection_says_who_made_it() -> None:
    day = TableDay.opened()
    made = next(event for event in day.events if isinstance(event, WheelInspected))
    assert (made.wheel, made.ball, made.person) == ("37-001", "B-1", "Ana Quispe")
