"""The voice says the two phrases and the number, each once, at the event that the walls show."""

import pytest

from hallctl.games.roulette.announcer import BETS, CLOSED, ROULETTE_SPEECH, VOID, number_key, texts
from hallctl.games.roulette.rules.commands.people import ApproveVoidSpin, ProposeVoidSpin
from hallctl.games.roulette.rules.commands.spin import CloseBets, EnterNumber, LaunchBall, OpenBets
from hallctl.games.roulette.rules.kinds import Cause
from hallctl.games.roulette.screens.screens import ROULETTE_SCREENS
from hallctl.outputs.screens.scene import Scene
from hallctl.outputs.screens.wall import Wall
from hallctl.outputs.speech import TEST
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


@pytest.mark.req("RO-67", "RO-74")
@pytest.mark.parametrize("language", ["es", "pt", "en"])
def test_whatever_the_voice_says_is_the_headline_of_the_wall(language: str) -> None:
    day, owed = TableDay.opened(), set(texts(language, RULES)) - {TEST}
    announcer = ROULETTE_SPEECH.announcer(day.state)

    def spoken() -> None:
        for key in announcer.take(day.state):
            shown = ROULETTE_SCREENS.auto(Scene(day.state, Wall("Mesa 7", simulated=True, language=language)))
            said = texts(language, RULES)[key].rstrip(".")
            if key.startswith("numero-"):
                assert shown["number"] == key.removeprefix("numero-")
                said = said.partition(", ")[2]
            assert said.lower() in f"{shown['headline']} {shown['said']}".lower() or key == "numero-0", key
            owed.discard(key)

    for pocket in map(str, range(RULES.pockets)):
        for step in (OpenBets(), LaunchBall(), CloseBets()):
            day.do(step)
            spoken()
        day.sensed(pocket)
        day.do(EnterNumber(pocket))
        spoken()
        day.settled()
    day.do(OpenBets())
    day.do(ProposeVoidSpin(Cause.BALL_OUT, "saltó"), Post.JEFE)
    day.do(ApproveVoidSpin(), Post.DIRECTOR)
    spoken()
    assert owed == set()
