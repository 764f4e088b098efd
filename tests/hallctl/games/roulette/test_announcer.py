"""The voice says the two phrases and the number, each once, at the event that the walls show."""

import pytest

from hallctl.games.roulette.announcer import BETS, CLOSED, ROULETTE_SPEECH, VOID, number_key, texts
from hallctl.games.roulette.rules.commands.people import ApproveVoidSpin, ProposeVoidSpin
from hallctl.games.roulette.rules.commands.spin import CloseBets, EnterNumber, LaunchBall, OpenBets
from hallctl.games.roulette.rules.kinds import Cause
from hallctl.games.roulette.screens.screens import ROULETTE_SCREENS
from hallctl.outputs.screens.scene import Scene
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.base import Post
from tests.hallctl.games.roulette.table import RULES, TableDay


@pytest.mark.req("RO-67", "RO-74")
def test_each_turn_is_called_once_and_a_number_only_once_it_is_established() -> None:
    day = TableDay.opened()
    announcer, heard = ROULETTE_SPEECH.announcer(day.state), []

    def listen() -> None:
        heard.extend(announcer.take(day.state))

    for step in (OpenBets(), LaunchBall(), CloseBets()):
        day.do(step)
        listen()
        listen()
    day.sensed("17")
    listen()
    assert heard == [BETS, CLOSED], "one witness is not told"
    day.do(EnterNumber("17"))
    listen()
    day.settled()
    listen()
    day.do(OpenBets())
    listen()
    day.do(ProposeVoidSpin(Cause.BALL_OUT, "saltó"), Post.JEFE)
    day.do(ApproveVoidSpin(), Post.DIRECTOR)
    listen()
    assert heard == [BETS, CLOSED, number_key("17"), BETS, VOID]


@pytest.mark.req("RO-74")
@pytest.mark.parametrize("language", ["es", "pt", "en"])
def test_there_are_words_for_all_that_is_said_in_every_language(language: str) -> None:
    said = texts(language, RULES)
    assert {BETS, CLOSED, VOID, number_key("0"), number_key("36")} <= said.keys()
    assert number_key("00") not in said
    assert all(words.strip() for words in said.values())


@pytest.mark.req("RO-67")
def test_the_wall_shows_what_the_voice_says() -> None:
    day = TableDay.opened()
    for step in (OpenBets(), LaunchBall(), CloseBets()):
        day.do(step)
        shown = str(ROULETTE_SCREENS.auto(Scene(day.state, Wall("Mesa 7", simulated=True, language="pt"))))
        key = CLOSED if isinstance(step, CloseBets) else BETS
        assert texts("pt", RULES)[key].rstrip(".").lower() in shown.lower()
