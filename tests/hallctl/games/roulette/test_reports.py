"""What a table's book says of its wheel and of its money."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

import pytest

from hallctl.games.roulette.reports.kinds import ROULETTE_REPORTS
from hallctl.games.roulette.reports.spins import wheel_spins
from hallctl.games.roulette.reports.takings import table_takings
from hallctl.games.roulette.rules.commands.people import ApproveVoidSpin, ProposeVoidSpin
from hallctl.games.roulette.rules.commands.spin import EnterNumber, OpenBets
from hallctl.games.roulette.rules.commands.table import CloseTable, FillTable, InspectWheel
from hallctl.games.roulette.rules.kinds import Cause, Direction
from hallctl.games.roulette.rules.wheel import SINGLE_ZERO_ORDER
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.reports import ReportError
from hallctl.rules.commands.base import Post
from tests.hallctl.games.roulette.table import RULES, TableDay, chips

NIGHT = datetime(2026, 11, 21, 21, tzinfo=UTC)


def minuted(day: TableDay) -> Sequence[Minuted]:
    return [Minuted(n, NIGHT, "jefe:Ana Quispe", "0" * 64, event) for n, event in enumerate(day.events, 1)]


@pytest.fixture(scope="module")
def played() -> TableDay:
    day, luck = TableDay.opened(), Random(7)
    for number in range(40):
        day.closed(Direction.CLOCKWISE if number % 2 else Direction.COUNTER)
        pocket = luck.choice(SINGLE_ZERO_ORDER)
        day.sensed(pocket)
        day.do(EnterNumber(pocket))
        day.settled()
    day.do(OpenBets())
    day.do(ProposeVoidSpin(Cause.BALL_OUT, "saltó"), Post.JEFE)
    day.do(ApproveVoidSpin(), Post.DIRECTOR)
    day.do(FillTable("V-1", chips(20_000)), Post.JEFE)
    day.do(CloseTable(chips(1_030_000)), Post.JEFE)
    return day


def test_spins_are_counted_by_pocket_third_direction_and_croupier_and_void_ones_are_not(
    played: TableDay,
) -> None:
    (found,) = wheel_spins(minuted(played))
    assert found.spins == 40
    assert sum(group.spins for group in found.thirds) == 40
    assert {group.name: group.spins for group in found.directions} == {
        "clockwise": 20,
        "counterclockwise": 20,
    }
    assert [(group.name, group.spins) for group in found.croupiers] == [("Luis Rojas", 40)]
    assert found.p is None, "too few for χ²"
    assert found.alarm == ""


def test_another_ball_begins_anew_and_a_wheel_that_always_says_one_number_is_told() -> None:
    day = TableDay.opened()
    for _ in range(30):
        day.spun("17")
    day.do(InspectWheel("37-001", "B-2", "0,1 mm/m"), Post.JEFE)
    day.spun("3")
    first, second = wheel_spins(minuted(day))
    assert (first.ball, first.spins, second.ball, second.spins) == ("B-1", 30, "B-2", 1)
    assert first.alarm
    assert second.alarm == ""


def test_takings_are_held_against_the_floats(played: TableDay) -> None:
    (count,) = table_takings(minuted(played))
    assert (count.spins, count.void, count.initial, count.fills) == (40, 1, 1_000_000, 20_000)
    assert count.result == 10_000
    assert count.known is None
    assert table_takings(minuted(played), 2) == ()


@pytest.mark.parametrize("kind", ROULETTE_REPORTS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("empty", [False, True], ids=["played", "empty"])
def test_each_report_has_figures_a_table_and_a_page(kind, empty, played) -> None:
    entries = minuted(TableDay() if empty else played)
    report = kind.make(entries, None, RULES, ())
    assert report.sheet.csv().count("\n") == len(report.sheet.rows) + 1
    assert report.paper()["blocks"]
    if kind.name == "table":
        with pytest.raises(ReportError, match="la sesión 9"):
            kind.make(entries, 9, RULES, ())


def test_the_watch_over_the_wheel_is_for_the_director_alone() -> None:
    (spins,) = [kind for kind in ROULETTE_REPORTS if kind.name == "spins"]
    assert spins.posts == (Post.DIRECTOR,)
