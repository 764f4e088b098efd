"""The voice, the croupier's call and the shoe's steps, from the states of a played shoe."""

import pytest

from hallctl.games.baccarat.announcer import BACCARAT_SPEECH, Announcer, texts
from hallctl.games.baccarat.rules.commands.round import ReportCard, ReportResult, ReportShoeTrouble
from hallctl.games.baccarat.rules.commands.shoe import ReportCutCard
from hallctl.games.baccarat.rules.tableau import Result, Side
from hallctl.games.baccarat.script import script
from hallctl.games.baccarat.sensor import SHOE_USE
from hallctl.readings.shoe import Doubt, Drawn, Hand, White, Winner, Won
from tests.displays.card_tables import phases
from tests.hallctl.games.baccarat.table import RULES

STATES = ("empty", "open", "ties", "bets", "turning", "six", "lies", "void", "natural")


@pytest.mark.req("BA-14", "BA-42")
def test_the_voice_says_each_turn_once_and_the_last_round() -> None:
    states = phases()
    voice = Announcer(states["empty"])
    said = [voice.take(states[name]) for name in STATES for _ in range(2)]
    assert said[::2] == [
        *((), (), ("tie-9",), ("apuestas",), ("no-va-mas",), ("player-6",), (), ("nula",)),
        ("player-9", "ultima"),
    ]
    assert not any(said[1::2])


def test_whatever_the_voice_says_has_its_words_in_every_language() -> None:
    for language in ("es", "pt", "en"):
        words = texts(language, RULES)
        assert {"apuestas", "demostracion", "no-va-mas", "nula", "ultima", "banker-9", "tie-0"} <= {*words}
        assert all(words.values())
    assert texts("pt", RULES)["banker-9"] == "Ganha a banca com 9."
    moments = {name: BACCARAT_SPEECH.moment(phases()[name]) for name in ("open", "bets", "turning")}
    assert moments == {"open": "between", "bets": "sale", "turning": "draw"}


def test_the_croupier_calls_bets_no_more_bets_and_results() -> None:
    called = {name: script(phases()[name]) for name in STATES}
    assert called["bets"] == "Façam as vossas apostas."
    assert called["natural"] == "Ganha o jogador com 9."
    assert called["void"].startswith("Jogada nula")
    assert (called["empty"], called["lies"]) == ("", "")


@pytest.mark.req("BA-21")
def test_what_the_shoe_tells_is_a_step_of_the_table_with_its_number() -> None:
    assert SHOE_USE.meaning(Drawn(7, Hand.PLAYER, "AS", "x")) == ReportCard(7, Side.PLAYER, "AS", "x")
    assert SHOE_USE.meaning(Drawn(8, Hand.UNSAID, "", "x")) == ReportCard(8, None, "", "x")
    assert SHOE_USE.meaning(White(9, "x")) == ReportCutCard(9, "x")
    assert SHOE_USE.meaning(Won(10, Winner.TIE, "x")) == ReportResult(10, Result.TIE, "x")
    assert SHOE_USE.meaning(Doubt(11, "falta", "x")) == ReportShoeTrouble(11, "falta", "x")
    assert SHOE_USE.last(phases()["empty"]) is None
    assert SHOE_USE.last(phases()["lies"]) == phases()["lies"].sequence
