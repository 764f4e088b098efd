"""The wall of a roulette table: only what is established, what wins, and how long bets are open."""

from dataclasses import replace

import pytest

from displays.views import read
from displays.views.table import SPACES, TableView
from hallctl.games.roulette.rules.events.spin import NumberEstablished
from hallctl.games.roulette.rules.layout import Chance, positions
from hallctl.games.roulette.rules.state import State
from hallctl.games.roulette.rules.wheel import DOUBLE_ZERO_ORDER, SINGLE_ZERO_ORDER, Wheel
from hallctl.games.roulette.screens.screens import ROULETTE_SCREENS, PastSpins
from hallctl.games.roulette.screens.table import _won, table
from hallctl.games.roulette.screens.texts import LANGUAGES
from hallctl.games.roulette.words import CALLS
from hallctl.outputs.screens.scene import Scene
from hallctl.outputs.screens.wall import Wall
from tests.displays.tables import phases
from tests.hallctl.games.roulette.table import RULES

WALL = Wall("Casino", False, "pt")
CHANCES = {
    "low": Chance.LOW,
    "even": Chance.EVEN,
    "red": Chance.RED,
    "black": Chance.BLACK,
    "odd": Chance.ODD,
    "high": Chance.HIGH,
}


def shown(state: State, language: str = "pt", now: int | None = None) -> TableView:
    view = read(ROULETTE_SCREENS.auto(Scene(state, replace(WALL, language=language, now=now))))
    assert isinstance(view, TableView)
    return view


@pytest.mark.req("RO-74")
def test_the_two_phrases_of_the_text_are_on_the_wall_at_their_moments() -> None:
    assert shown(phases()["bets"]).headline == "Façam as vossas apostas"
    assert shown(phases()["closed"]).headline == "Jogo feito, nada mais"
    for language, said in CALLS.items():
        assert shown(phases()["bets"], language).headline == said.bets
        assert shown(phases()["closed"], language).headline == said.closed


def test_no_number_is_on_the_wall_before_it_is_established() -> None:
    early = phases()["early"]
    assert early.spin is not None
    assert early.spin.sensed == "32"
    view = shown(early)
    assert (view.number, view.won, view.tone) == ("", (), "stop")
    assert "32" not in (view.headline, view.said)
    assert view.last == early.numbers


@pytest.mark.req("RO-76", "RO-22")
def test_the_number_is_lit_with_what_wins_and_heads_the_last_ones() -> None:
    view = shown(phases()["number"])
    assert (view.number, view.last[0], view.tone) == ("25", "25", "win")
    assert set(view.won) == {"dozen-3", "column-1", "odd", "high", "red"}
    assert view.said == "ENCARNADO\nÍMPAR · MAIOR"


def test_a_void_spin_is_said_and_is_none_of_the_last_numbers() -> None:
    view = shown(phases()["void"])
    assert (view.headline, view.tone, view.number) == (CALLS["pt"].void, "stop", "")
    assert view.last[0] == "0"


@pytest.mark.parametrize("order", [SINGLE_ZERO_ORDER, DOUBLE_ZERO_ORDER])
def test_the_lit_spaces_are_the_positions_that_hold_the_number(order: tuple[str, ...]) -> None:
    wheel = Wheel("Cammegh", "1", order)
    held = positions(wheel)
    for number in order:
        won = set(_won(number, wheel))
        for space in SPACES:
            kind, _, at = space.partition("-")
            if at:
                group = [
                    each for each in held if each.chance is {"dozen": Chance.DOZEN}.get(kind, Chance.COLUMN)
                ]
                first = {"dozen": str(12 * (int(at) - 1) + 1), "column": at}[kind]
                numbers = next(set(each.numbers) for each in group if first in each.numbers)
            else:
                numbers = next(set(each.numbers) for each in held if each.chance is CHANCES[space])
            assert (space in won) == (number in numbers), (number, space)


@pytest.mark.req("RO-67", "RO-73")
def test_the_betting_time_runs_down_to_nothing_and_is_shown_only_while_bets_are_open() -> None:
    spin = phases()["bets"].spin
    assert spin is not None
    assert spin.closes_at is not None
    left = [shown(phases()["bets"], now=spin.closes_at - ms).closes_in for ms in (45_000, 44_001, 1, 0, -5)]
    assert left == [45, 45, 1, 0, 0]
    assert shown(phases()["bets"]).closes_in is None
    assert shown(phases()["closed"], now=0).closes_in is None


@pytest.mark.req("RO-02", "RO-82")
def test_the_placard_has_what_each_chance_takes_and_pays() -> None:
    limits = {line.name: (line.taken, line.pays) for line in shown(phases()["bets"]).limits}
    assert limits["Pleno"] == ("2,50 a 75 €", "35 : 1")
    assert limits["Cavalo de dúzia"] == ("5 a 3.600 €", "1 : 2")
    assert limits["Chances simples"] == ("5 a 2.700 €", "1 : 1")
    assert len(limits) == 10
    apart = (*RULES.limits[:-1], replace(RULES.limits[-1], minimum=1000))
    state = replace(phases()["bets"], rules=replace(RULES, limits=apart))
    assert len(shown(state).limits) == 15


def test_hot_and_cold_are_off_and_never_without_what_chance_gives() -> None:
    assert not shown(phases()["paid"]).often
    warm = replace(phases()["paid"], rules=replace(RULES, hot_cold=True))
    view = table(warm, WALL, ["17"] * 5 + ["0"] * 69)
    assert [(each.number, each.times, each.by_chance) for each in view.often[:2]] == [
        ("0", 69, "2,0"),
        ("17", 5, "2,0"),
    ]
    assert view.independent == LANGUAGES["pt"].independent


def test_what_the_walls_remember_begins_anew_with_an_inspection() -> None:
    past = PastSpins()
    for number in ("17", "00"):
        past.take(NumberEstablished(1, number, "black", "sensor", number, number, ""))  # type: ignore[arg-type]
    assert [game.drawn for game in past.games] == [(37,), (17,)]


def test_a_hall_that_its_book_has_stopped_says_so() -> None:
    view = read(ROULETTE_SCREENS.auto(Scene(phases()["bets"], WALL, halted=True)))
    assert (view.tone, view.headline) == ("stop", WALL.texts.pause)
