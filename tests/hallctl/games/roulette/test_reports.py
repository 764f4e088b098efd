"""What a table's book says of its wheel and of its money."""

import contextlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from hallctl.cli.reports import Library, commands
from hallctl.config.problems import ConfigError
from hallctl.games.any_table.rules.commands import CloseTable, FillTable
from hallctl.games.bingo.game import BINGO
from hallctl.games.roulette.game import ROULETTE
from hallctl.games.roulette.reports.kinds import ROULETTE_REPORTS
from hallctl.games.roulette.reports.last import last_spins
from hallctl.games.roulette.reports.spins import wheel_spins
from hallctl.games.roulette.reports.takings import table_takings
from hallctl.games.roulette.rules.commands.bets import PlaceBets, Placed
from hallctl.games.roulette.rules.commands.people import ApproveVoidSpin, ProposeVoidSpin
from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    EnterNumber,
    LaunchBall,
    OpenBets,
    ReportPicture,
)
from hallctl.games.roulette.rules.commands.table import InspectWheel
from hallctl.games.roulette.rules.kinds import Cause, Direction
from hallctl.games.roulette.rules.layout import Chance
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


@pytest.mark.req("RO-81")
def test_the_last_spins_are_recalled_with_number_time_picture_and_what_is_known_of_bets(
    played: TableDay,
) -> None:
    found = last_spins(minuted(played))
    assert [each.spin for each in found] == list(range(41, 0, -1)), "the newest first"
    void, newest = found[:2]
    assert (void.pocket, void.void, void.at) == ("", "ball out", NIGHT)
    assert newest.pocket == newest.sensed == newest.entered
    assert (newest.at, newest.picture, newest.line) == (NIGHT, "ab" * 32, f"{newest.pocket:>2}")
    assert newest.croupier == "Luis Rojas"
    assert last_spins(minuted(played), session=2) == ()


@pytest.mark.req("RO-81")
def test_the_page_of_the_last_spins_shows_their_pictures_and_its_table_their_money() -> None:
    day = TableDay.opened(replace(RULES, stakes="positions", number_by=("croupier",)))
    day.do(OpenBets())
    day.do(PlaceBets("Uno", (Placed(Chance.STRAIGHT, ("17",), 500), Placed(Chance.STRAIGHT, ("3",), 250))))
    for command in (LaunchBall(), CloseBets(), EnterNumber("17")):
        day.do(command)
    day.do(ReportPicture(1, "cd" * 32), Post.CONTROLLER)
    day.settled()
    (kind,) = (each for each in ROULETTE_REPORTS if each.name == "last")
    report = kind.make(minuted(day), 1, day.state.rules, ())
    gallery, table = report.paper()["blocks"]
    assert [item["picture"] for item in gallery["items"]] == ["cd" * 32]
    assert table["rows"][0][2:4] == ["17, negro", "el croupier"]
    assert table["rows"][0][-3:] == ["7,50", "2,50", "175,00"]
    assert report.sheet.csv().splitlines()[1].endswith(f"{'cd' * 32},750,250,17500,")


@pytest.mark.parametrize("which", [("table", "1"), ("last",), ("spins",)], ids=" ".join)
def test_the_command_prints_the_reports_of_a_table_s_book(played: TableDay, which: tuple[str, ...]) -> None:
    name, *session = which
    asked = [name, "libro", *session, "--format"]

    def render(_template: str, _paper: Mapping[str, Any], _at: datetime) -> bytes:
        return b"%PDF"

    library = Library(
        lambda _: ROULETTE, lambda _: None, lambda _: minuted(played), render, contextlib.nullcontext
    )
    app = commands(library, (BINGO, ROULETTE))
    assert json.loads(CliRunner().invoke(app, [*asked, "json"]).stdout)
    assert CliRunner().invoke(app, [*asked, "csv"]).stdout.count("\n") > 1
    with pytest.raises(ConfigError, match="sus informes: table, last, spins"):
        CliRunner().invoke(app, ["balls", "libro", "--format", "csv"], catch_exceptions=False)
    with pytest.raises(ConfigError, match="--rules aj-bolivia: no existe; hay: pt-roulette"):
        CliRunner().invoke(app, [*asked, "csv", "--rules", "aj-bolivia"], catch_exceptions=False)
