"""The alarm of the watch over the wheel: by every spin, of one wheel, ball and level, in a sentence."""

from random import Random

import pytest

from hallctl.games.roulette.findings import WheelFindings
from hallctl.games.roulette.reports.spins import wheel_spins
from hallctl.games.roulette.rules.commands.table import InspectWheel
from hallctl.games.roulette.rules.wheel import SINGLE_ZERO_ORDER
from hallctl.rules.commands.base import Post
from tests.hallctl.games.roulette.table import TableDay
from tests.hallctl.games.roulette.test_reports import minuted


def found_in(day: TableDay) -> tuple[str, ...]:
    findings = WheelFindings()
    for event in day.events:
        findings.take(event)
    return tuple(map(str, findings.found))


@pytest.mark.req("RO-15")
def test_a_wheel_that_prefers_a_pocket_is_told_as_its_report_says_and_another_ball_begins_anew() -> None:
    day = TableDay.opened()
    for _ in range(30):
        day.spun("17")
    assert found_in(day) == ("La ruleta 37-001 prefiere alguna casilla",)
    assert wheel_spins(minuted(day))[0].alarm == "pocket"
    day.do(InspectWheel("37-001", "B-1", "0,1 mm/m", "hay que limpiarla"), Post.JEFE)
    day.do(InspectWheel("37-001", "B-1", "0,1 mm/m"), Post.JEFE)
    assert found_in(day), "the same ball at the same level goes on"
    day.do(InspectWheel("37-001", "B-2", "0,1 mm/m"), Post.JEFE)
    day.spun("3")
    assert found_in(day) == ()


def test_a_fair_wheel_is_not_told_of() -> None:
    day, luck = TableDay.opened(), Random(11)
    for _ in range(60):
        day.spun(luck.choice(SINGLE_ZERO_ORDER))
    assert found_in(day) == ()
