"""One caller for many halls by the rules: who accepts it, whose balls are taken, what stops and ends it."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.calls import BINGO_CALLS
from hallctl.games.bingo.desk.candidates import candidates
from hallctl.games.bingo.desk.phase import phase
from hallctl.games.bingo.machine import BINGO_MACHINE
from hallctl.games.bingo.rules.commands.calling import (
    AcceptCaller,
    ApproveWithoutHall,
    HearCaller,
    LoseCaller,
    ProposeCaller,
    ProposeWithoutHall,
    StandHall,
    TakeCall,
)
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid, WithdrawProposal
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, EnterBall, StartDraw
from hallctl.games.bingo.rules.commands.sale import (
    AnnounceClose,
    AnnounceGame,
    AnnounceSecondSeries,
    CloseSale,
    DeliverCards,
    SellCards,
)
from hallctl.games.bingo.rules.commands.wrong_calls import (
    ApproveNoBingo,
    KeepPlaying,
    NoteWrongCall,
    ProposeManual,
    ProposeNoBingo,
)
from hallctl.games.bingo.rules.events.calling import CallerLost, HallStood
from hallctl.games.bingo.rules.events.draw import BallDrawn
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.games.bingo.rules.state import Phase
from hallctl.games.bingo.screens.common import head
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.calls import Calling, CallPhase, Following, GameId, Lost, Stage
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.extraction import ReportBall
from tests.hallctl.games.bingo.desk.test_desk import PREMISES
from tests.hallctl.games.bingo.rules.night import MATRIX, PEOPLE, RULES, Night
from tests.hallctl.games.bingo.rules.test_beside import OTHER, mounted, opened

CALLED = replace(RULES, remote_caller_s=10, minimum_interval_ms=0, any_more_ms=0)
LINE = MATRIX.card(1).rows[0]


def taking(order: int, ball: int) -> TakeCall:
    return TakeCall(order, ball, 90 + order, "ab" * 32, "f" * 64, 12)


def accepted() -> Night:
    night = Night(CALLED).open_session()
    night.do(ProposeCaller("sala-1"), AcceptCaller())
    return night


def announced() -> Night:
    night = accepted()
    night.do(HearCaller("sala-1", 3, 12), AnnounceGame("A-1042", caller="sala-1"), SellCards(60))
    return night


def following() -> Night:
    night = announced()
    night.do(CloseSale(), StartDraw())
    return night


def called(stage: Stage = Stage.PLAYING) -> Night:
    """A hall that calls, and one that follows it."""
    night = Night(CALLED).open_session().sell()
    night.do(StandHall(1, "sala-2", Stage.PLAYING), CloseSale(), StartDraw())
    if stage is not Stage.PLAYING:
        night.do(StandHall(1, "sala-2", stage))
    return night


@pytest.mark.req("AJ-86", "I16")
def test_two_people_accept_a_hall_between_games_and_the_announcement_names_its_game() -> None:
    never = Night().open_session()
    assert never.refused(ProposeCaller("sala-1")) == "CALLER-NEVER"
    assert never.refused(AnnounceGame("A-1042", caller="sala-1")) == "CALLER-NEVER"
    night = Night(CALLED)
    night.open_session()
    assert night.refused(AcceptCaller()) == "AGREE-NONE"
    assert night.refused(ProposeCaller("Sala 1")) == "CALLER-NONE"
    assert night.refused(AnnounceGame("A-1042", caller="sala-1")) == "CALLER-UNACCEPTED"
    assert not night.do(HearCaller("sala-1", 3, 12))
    night.do(ProposeCaller("sala-1"))
    session = night.state.session
    assert session is not None
    same = replace(night.state, session=replace(session, posts={**session.posts, Post.DIRECTOR: "Ana"}))
    other, other.state = Night(CALLED), same
    assert other.refused(AcceptCaller(), Post.DIRECTOR, PEOPLE[Post.JEFE]) == "AGREE-SAME"
    night.do(AcceptCaller())
    assert night.refused(AnnounceGame("A-1042", caller="sala-1")) == "CALLER-UNHEARD"
    night.do(HearCaller("sala-1", 3, 12))
    assert not night.do(HearCaller("sala-1", 3, 12))
    event = night.only(GameAnnounced, AnnounceGame("A-1042", caller="sala-1"))
    assert (event.caller, event.caller_volume, event.caller_game) == ("sala-1", 3, 12)
    assert night.refused(ProposeCaller("sala-3")) == "CALLER-GAME"
    assert (
        not {"caller", "caller_volume", "caller_game"}
        & encode(replace(event, caller="", caller_volume=0, caller_game=0)).keys()
    )
    assert BINGO_MACHINE.orders(event, night.state) == ()


@pytest.mark.req("AJ-86", "AJ-25", "I2", "I9")
def test_the_other_hall_s_balls_are_taken_in_order_and_no_other_ball_is() -> None:
    night = following()
    for own in (DrawBall(), EnterBall(7)):
        assert night.refused(own) in {"CALLER-DRAWS", "MANUAL-NOT"}
    assert night.refused(ProposeManual("avería")) == "CALLER-DRAWS"
    assert night.refused(taking(2, LINE[1])) == "CALLER-ORDER"
    games = night.state.ball_sets["J-01"].games
    _, drawn = night.do(taking(1, LINE[0]))
    assert drawn == BallDrawn(1, LINE[0], "", "hall", (), 91, "ab" * 32, "f" * 64, 12)
    assert night.state.ball_sets["J-01"].games == games
    assert night.refused(taking(2, LINE[1])) == "DRAW-UNCALLED"
    night.do(CallBall(LINE[0]), taking(2, LINE[1]), CallBall(LINE[1]), StopForClaim("line"))
    assert night.refused(taking(3, LINE[2])) == "DRAW-PHASE"
    assert not night.do(LoseCaller(1, Lost.SILENT))  # the claim is settled first
    stands = BINGO_CALLS.following(night.state, "sala-2")
    assert stands == Following("sala-2", GameId("sala-1", 3, 12), Stage.CLAIM, LINE[:2], waits=True)


@pytest.mark.req("AJ-86", "I2")
@pytest.mark.parametrize("ball", [LINE[0], 91])
def test_a_ball_that_cannot_come_out_puts_the_hall_out_of_the_game(ball: int) -> None:
    night = following()
    night.do(taking(1, LINE[0]), CallBall(LINE[0]))
    assert night.do(taking(2, ball)) == (CallerLost(1, "sala-1", Lost.CHANGED),)
    assert night.state.game is not None and night.state.game.drawn == LINE[:1]


@pytest.mark.req("AJ-86", "AJ-117")
def test_a_game_is_drawn_by_another_hall_only_where_its_own_rule_set_allows_it() -> None:
    night = opened(replace(CALLED, beside=(OTHER,)))
    mounted(night, "K-01")
    night.do(ProposeCaller("sala-1"), AcceptCaller(), HearCaller("sala-1", 3, 12))
    announced = AnnounceGame("Q-75", caller="sala-1", rule_set=OTHER.name)
    assert night.refused(announced) == "CALLER-NEVER"


@pytest.mark.req("AJ-110", "AJ-86")
def test_no_ball_is_taken_while_a_wrong_call_is_not_settled() -> None:
    night = following()
    night.do(taking(1, LINE[0]), CallBall(LINE[0]), NoteWrongCall(LINE[1]))
    assert night.refused(taking(2, LINE[2])) == "WRONG-WAITS"
    stands = BINGO_CALLS.following(night.state, "sala-2")
    assert stands is not None and stands.waits
    night.do(KeepPlaying("nadie marcó"), taking(2, LINE[2]))


@pytest.mark.req("AJ-86", "AJ-111", "I7", "I21")
def test_a_hall_that_loses_its_caller_is_out_once_and_refunds() -> None:
    night = following()
    night.do(taking(1, LINE[0]), CallBall(LINE[0]))
    assert night.only(CallerLost, LoseCaller(1, Lost.SILENT)) == CallerLost(1, "sala-1", Lost.SILENT)
    assert not night.do(LoseCaller(1, Lost.SILENT))
    for step in (taking(2, LINE[1]), StopForClaim("line")):
        assert night.refused(step) == "CALLER-LOST"
    wall = Wall("Illimani", False)
    assert "sala-1" in head(night.state, wall)["notice"]
    named = replace(wall, halls=(("sala-1", "Sala Sopocachi"),))
    assert head(night.state, named)["notice"].startswith("Se perdió la conexión con Sala Sopocachi")
    night.do(ProposeVoid("se perdió la línea"), ApproveVoid())
    assert night.state.game is not None and night.state.game.refunds_due == 60
    assert BINGO_CALLS.following(night.state, "sala-2").stage is Stage.OUT


@pytest.mark.req("AJ-86", "AJ-111", "I7")
@pytest.mark.parametrize(
    ("why", "code", "said"),
    [
        (Lost.SILENT, "CALLER-LOST", "Se perdió la conexión"),
        (Lost.LEFT_OUT, "CALLER-WITHOUT", "juega sin esta sala"),
        (Lost.ENDED, "CALLER-ENDED", "terminó la partida"),
        (Lost.CHANGED, "CALLER-CHANGED", "No cuadran las bolas"),
    ],
)
def test_a_hall_that_is_out_sells_and_begins_no_more_and_says_why(why: Lost, code: str, said: str) -> None:
    night, closed = announced(), announced()
    closed.do(CloseSale(), LoseCaller(1, why))
    night.do(LoseCaller(1, why))
    for step in (SellCards(1), DeliverCards("Luis", 1), AnnounceClose(2), CloseSale()):
        assert night.refused(step) == code
    assert night.refused(AnnounceSecondSeries("B-1042")) == code
    assert closed.refused(StartDraw()) == code
    wall, stands = head(night.state, Wall("Illimani", False)), phase(night.state)
    assert (wall["headline"], stands and stands.tone) == ("FUERA DE LA PARTIDA", "stop")
    assert said in wall["notice"] and "Guarde sus cartones" in wall["notice"]
    first = next(candidates(night.state, PREMISES, late=False))
    assert isinstance(first.command, ProposeVoid)


@pytest.mark.req("AJ-86")
def test_a_hall_that_still_sells_is_seen_and_is_no_hindrance_and_cannot_join_after_the_beginning() -> None:
    night = Night(CALLED).open_session().sell()
    night.do(StandHall(1, "sala-2", Stage.SELLING), StandHall(1, "sala-3", Stage.SELLING))
    night.do(StandHall(1, "sala-3", Stage.PLAYING))
    game = night.state.game
    assert game is not None and (game.joining, game.followed) == (("sala-2",), ("sala-3",))
    night.do(CloseSale(), StartDraw())
    for stage in (Stage.SELLING, Stage.PLAYING, Stage.CLAIM, Stage.DONE):
        assert night.do(StandHall(1, "sala-2", stage)) == ()
    assert night.do(StandHall(1, "sala-2", Stage.OUT)) == (HallStood(1, "sala-2", Stage.OUT),)
    assert night.do(StandHall(1, "sala-4", Stage.OUT)) == ()


@pytest.mark.req("AJ-86", "AJ-93", "I9")
def test_a_claim_in_a_hall_that_follows_stops_order_and_call_until_it_is_settled() -> None:
    night = called()
    serial = night.order()
    assert night.only(HallStood, StandHall(1, "sala-2", Stage.CLAIM)).stage is Stage.CLAIM
    night.do(ReportBall(serial, 7, "f" * 64))  # it was on its way
    assert night.refused(CallBall(7)) == "HALL-CLAIM"
    night.do(StandHall(1, "sala-2", Stage.PLAYING), CallBall(7), StandHall(1, "sala-2", Stage.CLAIM))
    assert night.refused(DrawBall()) == "HALL-CLAIM"
    assert "SALA-2" in head(night.state, Wall("Illimani", False))["headline"]
    named = Wall("Illimani", False, halls=(("sala-2", "Sala Obrajes"),))
    assert head(night.state, named)["headline"] == "HAN CANTADO EN SALA OBRAJES"
    night.do(StandHall(1, "sala-2", Stage.OUT), DrawBall())
    assert not night.do(StandHall(1, "sala-2", Stage.PLAYING))  # who is out stays out
    assert not night.do(StandHall(1, "sala-3", Stage.PLAYING))  # and nobody joins after the first ball
    plain = Night().open_session().sell()
    assert plain.refused(StandHall(1, "sala-2", Stage.PLAYING)) == "CALLER-NEVER"


@pytest.mark.req("AJ-99", "I21")
def test_a_game_that_is_won_where_it_is_called_goes_on_for_the_others_and_then_ends() -> None:
    night = called()
    for ball in sorted(MATRIX.card(1).numbers):
        night.draw(ball)
    night.do(StopForClaim("bingo"), VerifyCard("bingo", "A-1042", 1), AskAnyMore())
    assert night.refused(FinishGame()) == "HALLS-PLAY"
    night.do(ResumeDraw())
    assert night.state.game is not None and night.state.game.is_awarded("bingo")
    night.draw(next(n for n in range(1, 91) if n not in MATRIX.card(1).numbers))
    assert night.refused(FinishGame()) == "HALLS-PLAY"
    said = BINGO_CALLS.calling(night.state, "sala-1", 1, ())
    assert said == Calling(GameId("sala-1", 1, 1), CallPhase.CALLING, (), {"sala-2": Stage.PLAYING})
    night.do(StandHall(1, "sala-2", Stage.DONE), FinishGame())
    assert night.state.game.phase is Phase.FINISHED


@pytest.mark.req("AJ-99", "D7", "I21")
def test_a_game_is_not_closed_without_a_bingo_while_halls_play_or_the_bingo_is_won() -> None:
    night = called()
    for ball in range(1, 91):
        night.draw(ball)
    assert night.refused(ProposeNoBingo()) == "HALLS-PLAY"
    night.do(StandHall(1, "sala-2", Stage.DONE), ProposeNoBingo())
    won = called()
    for ball in sorted(MATRIX.card(1).numbers):
        won.draw(ball)
    won.do(StopForClaim("bingo"), VerifyCard("bingo", "A-1042", 1), AskAnyMore(), ResumeDraw())
    for ball in sorted({*range(1, 91)} - MATRIX.card(1).numbers):
        won.draw(ball)
    won.do(StandHall(1, "sala-2", Stage.DONE))
    assert won.refused(ProposeNoBingo()) == "NOBINGO-WON"
    night.do(ApproveNoBingo())
    assert night.state.game is not None and night.state.game.phase is Phase.FINISHED


def offered(night: Night) -> set[type[Command]]:
    return {type(each.command) for each in candidates(night.state, PREMISES, late=False)}


@pytest.mark.req("AJ-99", "I16", "I9")
def test_two_people_go_on_without_a_hall_that_keeps_the_game_waiting() -> None:
    night = called()
    without = ProposeWithoutHall("sala-2", "no contesta")
    assert night.refused(without) == "WITHOUT-NONE"
    assert ProposeWithoutHall not in offered(night)
    night.do(StandHall(1, "sala-2", Stage.CLAIM))
    assert night.refused(ApproveWithoutHall()) == "AGREE-NONE"
    assert night.refused(ProposeWithoutHall("sala-2", " ")) == "WITHOUT-REASON"
    assert ProposeWithoutHall in offered(night)
    night.do(without, WithdrawProposal("WithoutHallProposed"), without)
    assert night.refused(without) == "AGREE-PROPOSED"
    session = night.state.session
    assert session is not None
    both = replace(session, posts={**session.posts, Post.DIRECTOR: "Ana"})
    other, other.state = Night(CALLED), replace(night.state, session=both)
    assert other.refused(ApproveWithoutHall(), Post.DIRECTOR, PEOPLE[Post.JEFE]) == "AGREE-SAME"
    assert ApproveWithoutHall in offered(night)
    night.do(StandHall(1, "sala-2", Stage.PLAYING))  # what was proposed is answered by the hall itself
    assert night.refused(ApproveWithoutHall()) == "AGREE-NONE"
    night.do(StandHall(1, "sala-2", Stage.CLAIM), without)
    stood = night.only(HallStood, ApproveWithoutHall())
    assert stood == HallStood(1, "sala-2", Stage.OUT, PEOPLE[Post.DIRECTOR])
    assert "approver" not in encode(replace(stood, approver=""))
    night.draw(7)


@pytest.mark.req("AJ-99", "I16")
def test_a_game_that_only_a_hall_without_an_answer_still_plays_is_ended_without_it() -> None:
    night = called()
    for ball in sorted(MATRIX.card(1).numbers):
        night.draw(ball)
    night.do(StopForClaim("bingo"), VerifyCard("bingo", "A-1042", 1), AskAnyMore(), ResumeDraw())
    assert night.refused(FinishGame()) == "HALLS-PLAY"
    night.do(ProposeWithoutHall("sala-2", "no contesta"), ApproveWithoutHall(), FinishGame())
    assert night.state.game is not None and night.state.game.phase is Phase.FINISHED
    assert night.state.game.refunds_due == 0
