"""Incidents, complaints, wrong calls, going on by hand, a game that nobody wins."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.documents.incidents import incident_text
from hallctl.games.bingo.rules.cards import missing
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayPrize,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, CorrectBall, DrawBall, EnterBall
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.commands.wrong_calls import (
    ApproveManual,
    ApproveNoBingo,
    KeepPlaying,
    NoteWrongCall,
    ProposeManual,
    ProposeNoBingo,
)
from hallctl.games.bingo.rules.events.claims import CardVerified
from hallctl.games.bingo.rules.events.draw import BallCorrected, BallDrawn
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.events.wrong_calls import BingoCarried, MadeWinners, WrongCallNoted
from hallctl.games.bingo.rules.state import Phase
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.extraction import ReportBall
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident
from hallctl.rules.commands.running import AcknowledgeFault, ReportFault, ReportRecovery
from hallctl.rules.events.incidents import ComplaintFiled
from tests.hallctl.games.bingo.rules.night import ALL_BALLS, MATRIX, Night, full_line_of


@pytest.mark.req("AJ-53", "AJ-54")
@pytest.mark.invariant("I16")
def test_a_game_is_not_signed_before_jefe_and_director_have_signed_its_incidents():
    night = Night().open_session().finished()
    assert night.refused(MinuteIncident(" ")) == "INCIDENT-TEXT"
    night.do(MinuteIncident("Se derramó agua sobre la mesa 4."))
    for award in night.state.game.awards:
        night.do(PayPrize(award.prize.claim, award.prize.series, award.prize.card))
    night.do(CollectCards(60))
    assert night.refused(SignGame()) == "SIGN-INCIDENT"
    assert night.refused(ApproveIncident(1), Post.JEFE) == "POST"
    assert night.refused(ApproveIncident(2)) == "INCIDENT-NONE"
    night.do(ApproveIncident(1), SignGame())


@pytest.mark.req("AJ-101", "AJ-102")
def test_a_complaint_after_the_pay_out_goes_to_the_complaints_book_only():
    night = Night().open_session().finished()
    prize = night.state.game.awards[0].prize
    night.do(PayPrize(prize.claim, prize.series, prize.card))
    before = night.state.game
    filed = night.only(ComplaintFiled, FileComplaint("Juan", "LP-1", "se cantó mal el 7", signed=True))
    assert filed.late
    assert night.state.game == before


@pytest.mark.req("AJ-110")
def test_a_wrong_call_is_weighed_on_the_sold_cards_before_play_goes_on():
    night = Night().open_session().start()
    row = MATRIX.card(5).rows[0]
    for ball in row[:-1]:
        night.draw(ball)
    other = next(n for n in ALL_BALLS if not any(n in MATRIX.card(c).numbers for c in (5,)))
    assert night.refused(NoteWrongCall(row[0])) == "WRONG-SAID"
    assert night.refused(NoteWrongCall(91)) == "WRONG-SAID"
    night.draw(other)
    noted = night.only(WrongCallNoted, NoteWrongCall(row[-1]))
    assert noted.ball == other
    assert 5 in noted.lines
    assert noted.bingos == ()
    assert noted.prizes == (MadeWinners("line", noted.lines, "A-1042"),)
    assert "premio: línea, serie A 1042, cart" in str(incident_text(noted)), "on the act"
    old = {"ball": 7, "said": 8, "lines": [5], "bingos": [], "prizes": [{"prize": "line", "cards": [5]}]}
    assert encode(decode(WrongCallNoted, old)) == old, "an entry of before is read and written as it was"
    night.wait(10_000)
    assert night.refused(DrawBall()) == "WRONG-WAITS"
    assert night.refused(NoteWrongCall(row[-1])) == "WRONG-OPEN"
    assert night.refused(KeepPlaying(" ")) == "WRONG-REASON"
    night.do(KeepPlaying("Se corrigió antes de que nadie marcara."))
    assert night.refused(KeepPlaying("x")) == "WRONG-SETTLED"
    night.do(DrawBall())


@given(st.permutations(ALL_BALLS), st.integers(1, 80))
@settings(max_examples=40)
@pytest.mark.req("AJ-110")
def test_the_cards_that_a_wrong_call_makes_win_are_those_that_win_with_it_and_not_without(order, balls):
    night = Night().open_session().start()
    drawn, said = tuple(order[:balls]), order[balls]
    game = night.state.game
    assert game is not None
    night.state = replace(night.state, game=replace(game, drawn=drawn, called=balls - 1))
    noted = night.only(WrongCallNoted, NoteWrongCall(said))
    sold = [n for part in night.state.game.sold for n in range(part.first, part.last + 1)]
    wrong = (*drawn[:-1], said)
    cards = {n: MATRIX.card(n) for n in sold}
    lines = [n for n, card in cards.items() if full_line_of(card, wrong) and not full_line_of(card, drawn)]
    bingos = [n for n, card in cards.items() if not missing(card, wrong) and missing(card, drawn)]
    assert (noted.lines, noted.bingos) == (tuple(lines), tuple(bingos))


@pytest.mark.req("AJ-110", "AJ-111")
def test_a_substantial_wrong_call_voids_the_game():
    night = Night().open_session().start()
    night.draw(7)
    night.do(NoteWrongCall(8), ProposeVoid("error sustancial"), ApproveVoid())
    assert night.state.game.wrong_call is None
    assert night.state.game.refunded == 60 * 500


@pytest.mark.req("AJ-86")
@pytest.mark.invariant("I2")
def test_a_mistyped_ball_is_corrected_before_it_is_called_and_both_numbers_stay_in_the_book():
    night = Night().open_session().start()
    night.draw(7)
    night.order()
    night.do(ReportFault("extractor", "EXT-LOST", "sin línea"))
    night.do(ProposeManual("el aparato no responde"), ApproveManual(), EnterBall(80))
    assert night.refused(CorrectBall(7)) == "BALL-TWICE"
    assert night.refused(CorrectBall(80)) == "BALL-TWICE"
    assert night.refused(CorrectBall(91)) == "BALL-RANGE"
    corrected = night.do(CorrectBall(8))
    assert corrected == (BallCorrected(night.state.game.order, 80, 8),)
    assert night.refused(CallBall(80)) == "CALL-OTHER"
    night.do(CallBall(8))
    assert night.state.game.called_balls == (7, 8)
    assert night.refused(CorrectBall(9)) == "CORRECT-NONE", "it has been called"
    night.do(EnterBall(80))  # the number that was not out may come yet
    kept = [e for e in night.events if isinstance(e, BallDrawn | BallCorrected)]
    assert [(type(e), e.ball) for e in kept] == [
        *((BallDrawn, 7), (BallDrawn, 80), (BallCorrected, 8), (BallDrawn, 80))
    ]


@pytest.mark.invariant("I15")
def test_what_the_camera_read_is_not_corrected_by_a_person_s_word():
    night = Night().open_session().start()
    night.order()
    night.do(ReportBall(night.state.serial, 7, ""))
    assert night.refused(CorrectBall(8)) == "CORRECT-NONE"


@pytest.mark.req("AJ-08", "AJ-86")
@pytest.mark.invariant("I21")
def test_after_a_breakdown_two_people_decide_to_go_on_by_hand_with_the_balls_left():
    night = Night().open_session().start()
    night.draw(7)
    night.order()
    night.do(ReportFault("extractor", "EXT-LOST", "sin línea"))
    assert night.refused(EnterBall(8)) == "MANUAL-NOT"
    assert night.refused(ApproveManual()) == "AGREE-NONE"
    night.do(ProposeManual("el aparato no responde"))
    assert night.refused(ProposeManual("otra vez")) == "AGREE-PROPOSED"
    night.do(ApproveManual())
    assert night.state.game.pending is None
    assert night.refused(EnterBall(7)) == "BALL-TWICE"
    night.do(EnterBall(8))
    assert night.refused(EnterBall(9)) == "DRAW-UNCALLED"
    night.do(CallBall(8), EnterBall(9), CallBall(9))
    assert night.state.game.called_balls == (7, 8, 9)
    assert [e.reader for e in night.events if isinstance(e, BallDrawn)][-2:] == ["person", "person"]
    night.do(ReportRecovery("extractor", "EXT-LOST"), AcknowledgeFault("extractor", "EXT-LOST"))
    assert night.refused(DrawBall()) == "MANUAL-ON"


@pytest.mark.invariant("I7", "I21")
def test_a_game_that_nobody_wins_is_closed_by_two_people_and_its_prize_goes_on():
    night = Night().open_session().start()
    for ball in ALL_BALLS[:-1]:
        night.draw(ball)
    assert night.refused(ProposeNoBingo()) == "NOBINGO-EARLY"
    night.draw(90)
    assert night.refused(ApproveNoBingo()) == "AGREE-NONE"
    night.do(ProposeNoBingo())
    carried = night.only(BingoCarried, ApproveNoBingo())
    assert carried.amount == 3000 + 18000
    assert night.state.game.phase is Phase.FINISHED
    assert night.state.ledger["acarreo"] == -21000
    night.settled()
    night.sell(60)
    closed = night.only(SaleClosed, CloseSale())
    assert (closed.bingo, closed.carried) == (18000 + 21000, 21000)
    assert night.state.ledger["acarreo"] == 0
    night.do(ProposeVoid("x"), ApproveVoid())
    assert night.state.carried == 21000
    assert night.state.ledger["acarreo"] == -21000
    assert sum(night.state.ledger.values()) == 0


@pytest.mark.req("AJ-96", "AJ-89")
def test_several_cards_are_verified_in_one_stop_each_by_itself():
    night = Night().open_session().start()
    first, second = MATRIX.card(5).rows[0], MATRIX.card(6).rows[0]
    for ball in (*first[:3], *(n for n in second[:2] if n not in first[:3])):
        night.draw(ball)
    night.do(StopForClaim(Claim.LINE))
    for card in (5, 6):
        verdict = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", card))
        assert not verdict.good
        assert set(verdict.missing) <= MATRIX.card(card).numbers
