"""The wall of a baccarat table: only what is turned and established, the roads, the last round, limits."""

from dataclasses import replace

import pytest

from displays import card_words
from displays.views import read
from displays.views.cards import DOWN, CardsView
from fonts import reading
from hallctl.games.baccarat.rules.kinds import Kind
from hallctl.games.baccarat.screens.screens import BACCARAT_SCREENS
from hallctl.games.baccarat.screens.texts import CHINESE, ENGLISH, KINDS, LANGUAGES
from hallctl.outputs.screens.scene import Scene
from hallctl.outputs.screens.wall import Wall
from tests.displays.card_tables import phases
from tools.wall_font import FONT, characters

WALL = Wall("Casino", False, "pt")


def shown(phase: str, language: str = "pt", halted: bool = False) -> CardsView:
    view = read(BACCARAT_SCREENS.auto(Scene(phases()[phase], replace(WALL, language=language), halted)))
    assert isinstance(view, CardsView)
    return view


@pytest.mark.req("BA-22")
def test_no_card_is_on_the_wall_before_it_is_turned_and_the_players_come_first() -> None:
    view = shown("turning")
    assert view.player.cards == ("2S", "KD", DOWN)
    assert view.banker.cards == (DOWN, DOWN, DOWN)
    assert (view.player.total, view.banker.total, view.result) == (None, None, "")
    assert "3H" not in str(view.to_json())


@pytest.mark.req("BA-42", "BA-43", "BA-51")
def test_a_result_is_shown_once_it_is_established_with_its_totals() -> None:
    six = shown("six")
    assert (six.player.total, six.banker.total, six.result, six.natural, six.tone) == (
        6,
        2,
        "player",
        False,
        "win",
    )
    natural = shown("natural")
    assert (natural.natural, natural.result) == (True, "player")
    assert shown("ties").result == "tie"
    lies = shown("lies")
    assert (lies.result, lies.tone, lies.headline) == ("", "stop", LANGUAGES["pt"].stopped)


@pytest.mark.req("BA-41")
def test_a_void_round_is_said_and_no_road_shows_it() -> None:
    void = shown("void")
    assert (void.headline, void.tone, void.player.cards) == (LANGUAGES["pt"].void, "stop", ())
    assert void.rounds == shown("six").rounds
    assert len(shown("natural").rounds) == len(void.rounds) + 1


def test_roads_and_counts_are_those_of_the_shoe() -> None:
    view = shown("natural")
    player, banker, tie, *_ = view.counts
    assert player + banker + tie == len(view.rounds) == 47
    assert len(view.big) == player + banker
    assert sum(cell.ties for cell in view.big) == tie
    assert shown("ties").ties == 1
    assert all(view.rounds[cell.round].result != "tie" for cell in view.big)


@pytest.mark.req("BA-14")
def test_the_last_round_is_said_in_three_languages() -> None:
    assert shown("six").last == ""
    assert shown("natural").last == "Última jogada · Last round · 最後一局"
    assert shown("natural", "en").last == "Last round · 最後一局"


@pytest.mark.req("BA-54")
def test_the_placard_has_what_each_kind_takes_and_pays() -> None:
    lines = {line.name: (line.taken, line.pays) for line in shown("empty").limits}
    assert lines["Banca"] == ("300 – 300.000", "1 : 1 − 5 %")
    assert lines["Empate"] == ("50 – 30.000", "8 : 1")
    assert len(lines) == len(Kind)
    assert {*KINDS} == {*LANGUAGES} == {*card_words.LANGUAGES}


def test_what_is_called_stands_in_english_and_chinese_beside_the_halls_language() -> None:
    bets = shown("bets")
    assert (bets.headline, bets.notice) == ("Façam as vossas apostas", f"{ENGLISH.bets} · {CHINESE.bets}")
    assert shown("bets", "en").notice == CHINESE.bets


def test_the_fonts_characters_are_those_of_the_texts() -> None:
    assert {chr(code) for code in reading.shown(FONT)} == {*characters()}
    assert FONT.stat().st_size < 40_000


def test_a_hall_that_its_book_has_stopped_says_so_and_a_closed_one_is_closed() -> None:
    assert shown("bets", halted=True).headline == WALL.texts.pause
    closed = replace(phases()["empty"], session=None)
    assert read(BACCARAT_SCREENS.auto(Scene(closed, WALL))).KIND == "closed"
