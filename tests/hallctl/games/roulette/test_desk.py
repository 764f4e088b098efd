"""The desk of a table: no number too soon, a pad with the numbers of the wheel, the money in figures."""

from dataclasses import replace

import pytest

from hallctl.games.any_table.rules.commands import FillTable
from hallctl.games.roulette.desk.candidates import candidates
from hallctl.games.roulette.desk.shown import PlayersDue, Shown
from hallctl.games.roulette.rules.commands.bets import PlaceBets, Placed
from hallctl.games.roulette.rules.commands.people import StopTable
from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    CollectLosers,
    EnterNumber,
    LaunchBall,
    OpenBets,
    PlaceMarker,
)
from hallctl.games.roulette.rules.commands.table import InspectWheel
from hallctl.games.roulette.rules.kinds import Cause
from hallctl.games.roulette.rules.layout import Chance
from hallctl.games.roulette.rules.tables import ROULETTE_RULES
from hallctl.games.roulette.rules.wheel import SINGLE_ZERO_ORDER
from hallctl.outputs.offer import Candidate, Premises
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.session import PassCheck
from hallctl.rules.step import Place
from tests.hallctl.games.roulette.table import OPENING, RULES, TableDay, chips

PREMISES = Premises(OPENING, (), (), (), "2026-11-21")


def offered(day: TableDay) -> tuple[Candidate, ...]:
    return tuple(candidates(day.state, PREMISES, False))


def of(day: TableDay, kind: type[Command]) -> Candidate:
    return next(each for each in offered(day) if isinstance(each.command, kind))


@pytest.mark.req("RO-14", "RO-68")
def test_neither_number_nor_picture_is_on_the_desk_before_the_number_is_established() -> None:
    day = TableDay.opened()
    day.spun("17")
    day.closed()
    day.sensed("8")
    shown = Shown(day.state)
    assert (shown.number, shown.picture, shown.spaces) == (None, "", ())
    assert not any(each.lit for each in (*shown.zeros, *shown.numbers))
    day.do(EnterNumber("11"))
    assert Shown(day.state).picture, "two people look at it"
    assert Shown(day.state).number is None
    assert str(Shown(day.state).stopped) == "el sensor y el croupier no dicen el mismo número"
    day.agreed("8")
    settled = Shown(day.state)
    assert settled.number is not None
    assert (settled.number.number, settled.number.colour) == ("8", "black")
    assert [each.number for each in settled.numbers if each.lit] == ["8"]


@pytest.mark.parametrize(
    ("pocket", "won"),
    [
        ("0", []),
        ("17", ["2.ª docena", "2.ª columna", "Menor", "Negro", "Impar"]),
        ("36", ["3.ª docena", "3.ª columna", "Par", "Rojo", "Mayor"]),
    ],
)
@pytest.mark.req("RO-22", "RO-69", "RO-76")
def test_the_layout_shows_what_wins_and_a_zero_wins_on_no_space(pocket: str, won: list[str]) -> None:
    day = TableDay.opened()
    day.spun(pocket)
    shown = Shown(day.state)
    assert sorted(str(each.name) for each in shown.spaces if each.won) == sorted(won)
    assert [each.number for each in shown.last] == [pocket]


def test_the_number_is_asked_on_the_board_and_nothing_is_chosen_beforehand() -> None:
    day = TableDay.opened()
    day.closed()
    (asked,) = of(day, EnterNumber).questions
    assert asked.kind == "board"
    assert {value for value, _ in asked.choices} == {*SINGLE_ZERO_ORDER}


def test_the_inspection_is_what_a_day_without_one_waits_for_and_the_stop_has_its_own_place() -> None:
    day = TableDay.opened()
    session = day.state.session
    assert session is not None
    checked = replace(session, passed=frozenset(day.state.rules.checks))
    unplayed = replace(day.state, played=None, table=None, session=checked)
    waited = [each.command for each in candidates(unplayed, PREMISES, False)]
    order = [type(each) for each in waited if type(each) is not PassCheck]
    assert order[0] is InspectWheel
    day.do(OpenBets())
    button = ROULETTE_RULES.all_steps[StopTable].button
    assert button is not None
    assert button.place is Place.STOP
    assert of(day, StopTable).questions == ()


def test_a_sensor_that_tells_nothing_after_the_croupier_has_a_stop_of_its_own() -> None:
    day = TableDay.opened()
    day.closed()
    assert {each.command for each in offered(day) if isinstance(each.command, StopTable)} == {
        StopTable(Cause.INTERRUPTED)
    }
    day.do(EnterNumber("17"))
    stops = [each.command for each in offered(day) if isinstance(each.command, StopTable)]
    assert stops == [StopTable(Cause.NO_NUMBER), StopTable(Cause.INTERRUPTED)]


def test_the_money_of_the_table_is_in_figures_and_so_is_what_each_player_is_due() -> None:
    day = TableDay.opened(replace(RULES, stakes="positions", number_by=("croupier",)))
    day.do(FillTable("V-1", chips(20_000)), Post.JEFE)
    assert Shown(day.state).laid_out == 1_020_000
    day.do(OpenBets())
    for player, number in (("Uno", "17"), ("Dos", "3")):
        day.do(PlaceBets(player, (Placed(Chance.STRAIGHT, (number,), 500),)))
    for command in (LaunchBall(), CloseBets(), EnterNumber("17"), PlaceMarker()):
        day.do(command)
    assert Shown(day.state).due == ()
    day.do(CollectLosers())
    assert Shown(day.state).due == (PlayersDue("Uno", 35 * 500),)
    assert Shown(day.state).counts
