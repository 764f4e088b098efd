"""What the hall's voice says of a night that the rules themselves play."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.announcer import PHRASES, Announcer, number_key, spoken
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import CallBall, CorrectBall, EnterBall, SettleBall
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveManual, ProposeManual
from hallctl.games.bingo.variants.aj import AJ_90
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from tests.hallctl.games.bingo.rules.night import ALL_BALLS, Night


class Listening(Night):
    """A night whose every state is heard."""

    def __init__(self) -> None:
        super().__init__()
        self.announcer = Announcer(self.state)
        self.heard: list[str] = []

    def do(self, *commands):
        happened = ()
        for command in commands:
            happened += super().do(command)  # type: ignore[assignment]
            self.heard += self.announcer.take(self.state)
        return happened


@pytest.mark.req("AJ-38", "AJ-86")
def test_a_game_is_heard_from_the_sale_to_its_end_each_ball_once_and_in_order():
    night = Listening()
    night.open_session().finished()
    called = [number_key(ball, AJ_90) for ball in night.state.game.called_balls]
    assert [key for key in night.heard if key.isdigit()] == called
    assert [key for key in night.heard if not key.isdigit()] == [
        *("venta", "cerrada", "comienzo"),
        *("linea", "correcta", "premio-linea", "alguna-linea", "sigue"),
        *("bingo", "correcta", "premio-bingo", "algun-bingo", "final"),
    ]


@pytest.mark.req("AJ-86")
def test_a_ball_is_heard_before_it_can_be_confirmed_as_called():
    night = Listening()
    night.open_session().start()
    night.do(ReportBall(night.order(), 7, "f" * 64))
    assert night.heard[-1] == "07"
    night.do(CallBall(7))
    assert night.heard[-1] == "07"


@pytest.mark.req("AJ-92")
@pytest.mark.invariant("I9")
def test_a_ball_that_is_out_when_somebody_sings_is_heard_only_when_play_goes_on():
    night = Listening()
    night.open_session().start()
    order = night.order()
    night.do(StopForClaim(Claim.LINE))
    night.do(ReportBall(order, 7, "f" * 64))
    assert "07" not in night.heard
    night.do(VerifyCard(Claim.LINE, "A-1042", 5), ResumeDraw())
    assert night.heard[-4:] == ["linea", "incorrecta", "sigue", "07"]


@pytest.mark.req("AJ-86")
def test_a_ball_that_a_person_corrects_is_heard_with_its_right_number():
    night = Listening()
    night.open_session().start()
    night.do(ReportDoubt(night.order(), (42, 24), "", ""), SettleBall(42))
    assert night.heard[-1] == "42"
    night.do(CorrectBall(24))
    assert night.heard[-1] == "24"
    night.do(CallBall(24))
    assert [key for key in night.heard if key.isdigit()] == ["42", "24"]


def test_a_state_that_was_missed_takes_no_ball_with_it():
    night = Night().open_session().start()
    announcer = Announcer(night.state)
    night.draw(7)
    assert announcer.take(night.state) == ("07",)
    assert announcer.take(night.state) == ()


def test_after_a_start_in_the_middle_of_a_game_nothing_is_said_again():
    night = Night().open_session().start()
    night.draw(7)
    announcer = Announcer(night.state)
    assert announcer.take(night.state) == ()
    night.draw(8)
    assert announcer.take(night.state) == ("08",)


@pytest.mark.req("AJ-08")
def test_a_ball_taken_out_by_hand_is_called_by_who_holds_it():
    night = Listening()
    night.open_session().start()
    night.draw(7)
    night.do(ProposeManual("se cortó la línea"), ApproveManual())
    night.wait(10_000)
    night.do(EnterBall(8))
    assert "08" not in night.heard


def test_a_void_game_is_said_to_be_void():
    night = Listening()
    night.open_session().start()
    night.draw(7)
    night.do(ProposeVoid("avería"), ApproveVoid())
    assert night.heard[-1] == "anulada"


@given(st.lists(st.sampled_from(ALL_BALLS), unique=True, max_size=30), st.data())
@settings(max_examples=30)
def test_whatever_states_are_missed_no_ball_is_said_twice_or_out_of_order(order, data):
    night = Night().open_session().start()
    announcer, heard = Announcer(night.state), []
    for ball in order:
        night.draw(ball)
        if data.draw(st.booleans()):
            heard += announcer.take(night.state)
    keys = [number_key(ball, AJ_90) for ball in order]
    assert [key for key in keys if key in heard] == heard


@pytest.mark.parametrize("language", ["es", "pt", "en"])
def test_every_language_has_every_phrase_and_every_ball(language):
    texts = spoken(language)
    assert set(texts) == {number_key(n, AJ_90) for n in ALL_BALLS} | set(PHRASES["es"])
    assert all(texts.values())
    assert texts["47"] == "47. 4, 7."
