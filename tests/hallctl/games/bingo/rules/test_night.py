"""What the rules allow and refuse, step by step through a night."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import (
    AskAnyMore,
    FinishGame,
    ResumeDraw,
    StopForClaim,
    VerifyCard,
)
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayPrize,
    PayPrizes,
    PayRefunds,
    ProposeVoid,
    SignGame,
    WithdrawProposal,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, SettleBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import (
    AnnounceLastGame,
    CountBalls,
    DeclareMinimum,
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveManual, ProposeManual
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded, RemainderBooked
from hallctl.games.bingo.rules.events.closing import GameSigned, GameVoided, PrizePaid, ProposalWithdrawn
from hallctl.games.bingo.rules.events.draw import BallDrawn, DrawStarted, DrumFilled
from hallctl.games.bingo.rules.events.opening import BallSetRetired, LastGameAnnounced
from hallctl.games.bingo.rules.events.sale import SaleClosed, SoldRange
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.games.bingo.rules.tables import fold
from hallctl.rules.commands.base import Appointment, Post
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt, ReportFilled
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    AdoptRules,
    ContinuePlay,
    ReportFault,
    ReportRecovery,
    StartController,
)
from hallctl.rules.commands.session import CloseSession, CountPlayers, OpenSession, PassCheck
from hallctl.rules.events.running import RulesAdopted
from hallctl.rules.events.session import DualPostNoted, PlayersCounted, SessionClosed
from hallctl.rules.folios import RESERVE
from tests.hallctl.games.bingo.rules.night import (
    ALL_BALLS,
    APPOINTMENTS,
    DAY,
    MATRIX,
    OPENING,
    PEOPLE,
    RULES,
    Night,
)


@pytest.mark.req("AJ-23", "AJ-26")
def test_a_defective_ball_retires_its_set_for_good_and_leaves_only_voiding():
    night = Night().open_session().start()
    night.draw(7)
    assert night.refused(RetireBallSet("J-01", " ")) == "SET-REASON"
    assert night.refused(RetireBallSet("J-09", "x")) == "SET-UNKNOWN"
    assert night.do(RetireBallSet("J-01", "bola 13 rota")) == (
        BallSetRetired("J-01", 1, "bola 13 rota", 3, 1),
    )
    night.wait(10_000)
    assert night.refused(DrawBall()) == "SET-NONE"
    night.do(ProposeVoid("bola defectuosa"), ApproveVoid())
    night.do(PayRefunds(60), CollectCards(60), SignGame())
    assert night.refused(MountBallSet("J-01")) == "SET-RETIRED"
    assert night.refused(RetireBallSet("J-01", "x")) == "SET-RETIRED"
    night.do(MountBallSet("J-02"))


@pytest.mark.req("AJ-27")
def test_no_game_without_a_complete_spare_set_unless_the_rules_say_so():
    night = Night().open_session()
    night.do(RetireBallSet("J-02", "gastado"))
    assert night.refused(AnnounceGame("A-1042")) == "SET-SPARE"
    without = Night(replace(RULES, spare_set=False)).open_session()
    without.do(RetireBallSet("J-02", "gastado"), AnnounceGame("A-1042"))


@pytest.mark.req("AJ-22", "AJ-25")
def test_the_balls_of_a_drum_have_no_limit_of_games():
    rules = replace(RULES, ball_set_games=1, extractor="drum")
    night = Night(rules).open_session().finished().settled()
    night.do(CountBalls(ALL_BALLS, ()), LoadBalls(), AnnounceGame("A-1042"))
    with pytest.raises(ValueError, match="AJ-22"):
        replace(RULES, extractor="tómbola")


@pytest.mark.req("AJ-57", "AJ-58")
def test_the_licence_picks_ten_cards_or_a_tenth_of_the_seats_and_never_less_than_ten():
    assert replace(RULES, minimum_basis="cards", seats=999).minimum_to_start == 10
    assert replace(RULES, minimum_basis="seats", seats=201).minimum_to_start == 21
    assert replace(RULES, minimum_basis="seats", seats=50).minimum_to_start == 10
    with pytest.raises(ValueError, match="AJ-58"):
        replace(RULES, minimum_cards=9)


@pytest.mark.req("AJ-59")
def test_a_smaller_minimum_is_declared_at_the_beginning_of_the_day_only():
    night = Night().open_session()
    assert night.refused(DeclareMinimum(10)) == "MINIMUM-RANGE"
    assert night.refused(DeclareMinimum(0)) == "MINIMUM-RANGE"
    night.do(DeclareMinimum(4))
    night.sell(3)
    assert night.refused(CloseSale()) == "SALE-MINIMUM"
    night.do(SellCards(1), CloseSale())
    assert night.refused(DeclareMinimum(2)) == "MINIMUM-LATE"


@pytest.mark.req("AJ-01", "AJ-14", "AJ-15")
def test_there_are_never_more_players_than_seats():
    night = Night(replace(RULES, seats=40)).open_session()
    assert night.refused(CountPlayers(41)) == "PLAYERS-SEATS"
    assert night.refused(CountPlayers(-1)) == "PLAYERS-COUNT"
    assert night.do(CountPlayers(40)) == (PlayersCounted(40),)


@pytest.mark.req("AJ-104")
def test_after_the_last_game_no_other_is_announced():
    night = Night().open_session().sell()
    assert night.do(AnnounceLastGame()) == (LastGameAnnounced(1),)
    assert night.refused(AnnounceLastGame()) == "LAST-AGAIN"
    night.do(ProposeVoid("fin"), ApproveVoid(), PayRefunds(60), CollectCards(60), SignGame())
    night.do(CountBalls(ALL_BALLS, ()), LoadBalls())
    assert night.refused(AnnounceGame("A-1042")) == "LAST-GAME"


@pytest.mark.req("AJ-09")
def test_one_person_who_sells_and_pays_is_minuted_or_refused():
    both = tuple(replace(a, person="Luis") if a.post is Post.CAJERO else a for a in APPOINTMENTS)
    night = Night()
    night.do(OPENING)
    assert night.do(OpenSession(both, DAY))[-1] == DualPostNoted("Luis")
    strict = Night(replace(RULES, seller_may_pay=False))
    strict.do(OPENING)
    assert strict.refused(OpenSession(both, DAY)) == "SESSION-SAME"


@pytest.mark.req("AJ-117")
def test_another_rule_set_is_adopted_outside_a_session_and_is_an_entry():
    night = Night().open_session().finished().settled()
    assert night.do(AdoptRules()) == ()
    night.state = replace(night.state, rules=replace(RULES, version="2", approval="RA 9"))
    assert night.refused(AdoptRules()) == "RULES-SESSION"
    night.do(CountBalls(ALL_BALLS, ()), CloseSession())
    adopted = night.only(RulesAdopted, AdoptRules())
    assert (adopted.rule_set, adopted.approval) == ("aj-bolivia 2", "RA 9")
    assert night.do(AdoptRules()) == ()


def test_a_void_game_may_not_count_for_its_balls_where_the_rules_say_so():
    night = Night(replace(RULES, void_counts_for_ball_set=False)).open_session().start()
    night.draw(7)
    night.do(ProposeVoid("error"), ApproveVoid())
    assert night.state.ball_sets["J-01"].games == 0


@pytest.mark.req("AJ-90")
def test_a_rule_set_may_ask_for_the_last_ball_in_the_line():
    for strict in (False, True):
        night = Night(replace(RULES, line_needs_last_ball=strict)).open_session().start()
        night.call_card(5, rows=1)
        night.draw(next(n for n in ALL_BALLS if n not in MATRIX.card(5).numbers))
        night.do(StopForClaim(Claim.LINE))
        verdict = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", 5))
        assert verdict.good is not strict


def test_the_last_count_may_be_left_out_where_the_rules_say_so():
    night = Night(replace(RULES, count_at_end=False)).open_session().finished().settled()
    night.do(CloseSession())


@pytest.mark.req("PT-03", "PT-16")
def test_a_whole_session_goes_from_the_opening_diligence_to_its_close():
    night = Night().open_session().finished().settled()
    night.do(CountBalls(ALL_BALLS, ()), CloseSession())
    assert night.state.session is None
    assert night.events[-1] == SessionClosed(1, 1, 4, 1)


@pytest.mark.req("AJ-40")
def test_nothing_happens_before_the_opening_diligence_nor_does_it_happen_twice():
    night = Night()
    assert night.refused(OpenSession(APPOINTMENTS, DAY)) == "BOOK-NONE"
    assert night.refused(replace(OPENING, notary=" ")) == "BOOK-NOTARY"
    night.do(OPENING)
    assert night.refused(OPENING) == "BOOK-OPEN"


@pytest.mark.req("AJ-40")
def test_no_game_is_announced_past_the_last_folio():
    night = Night()
    night.do(replace(OPENING, folios=RESERVE + 3))
    night.do(
        RegisterSeries("A", 1042, 500, MATRIX.digest),
        RegisterBallSet("J-01"),
        RegisterBallSet("J-02"),
        MountBallSet("J-01"),
        OpenSession(APPOINTMENTS, DAY),
        *(PassCheck(item) for item in RULES.checks),
        CountBalls(ALL_BALLS, ()),
        LoadBalls(),
    )
    night.finished().settled()
    assert night.refused(AnnounceGame("A-1042")) == "BOOK-FULL"


@pytest.mark.req("AJ-13")
@pytest.mark.parametrize("missing", [Post.DIRECTOR, Post.JEFE, Post.LOCUTOR])
def test_a_session_needs_director_jefe_and_locutor(missing):
    night = Night()
    night.do(OPENING)
    posts = tuple(a for a in APPOINTMENTS if a.post is not missing)
    assert night.refused(OpenSession(posts, DAY)) == "SESSION-POSTS"
    assert night.refused(OpenSession((*posts, Appointment(missing, " ")), DAY)) == "SESSION-POSTS"


@pytest.mark.req("AJ-06")
def test_a_step_belongs_to_its_post_and_to_the_person_who_holds_it():
    night = Night().open_session().sell()
    assert night.refused(CloseSale(), Post.VENDEDOR) == "POST"
    assert night.refused(CloseSale(), Post.JEFE, "Luis") == "POST-PERSON"
    assert night.refused(ReportBall(1, 5, ""), Post.JEFE) == "POST"


@pytest.mark.req("AJ-60")
def test_no_game_before_every_item_was_checked():
    night = Night()
    night.do(OPENING, OpenSession(APPOINTMENTS, DAY), PassCheck("cámara"))
    assert night.refused(AnnounceGame("A-1042")) == "CHECKS"
    assert night.refused(PassCheck("nevera")) == "CHECK-UNKNOWN"


@pytest.mark.req("AJ-61", "AJ-63", "AJ-64")
def test_the_balls_are_counted_by_number_and_found_sound_before_they_are_loaded():
    night = Night()
    night.do(OPENING, OpenSession(APPOINTMENTS, DAY))
    assert night.refused(CountBalls(ALL_BALLS, ())) == "SET-NONE"
    night.do(RegisterBallSet("J-01"), MountBallSet("J-01"))
    assert night.refused(LoadBalls()) == "COUNT-NONE"
    assert night.refused(CountBalls(ALL_BALLS[:-1], ())) == "COUNT-MISSING"
    assert night.refused(CountBalls((*ALL_BALLS, 7), ())) == "COUNT-STRANGE"
    assert night.refused(CountBalls((*ALL_BALLS, 91), ())) == "COUNT-STRANGE"
    assert night.refused(CountBalls(ALL_BALLS, (13,))) == "COUNT-UNSOUND"
    night.do(CountBalls(ALL_BALLS, ()), LoadBalls())


@pytest.mark.req("AJ-61", "AJ-63")
@pytest.mark.invariant("I21")
@pytest.mark.parametrize("another", [False, True])
def test_a_ball_lost_at_closing_time_is_no_dead_end(another):
    night = Night().open_session()
    night.sell().do(ProposeVoid("fin"), ApproveVoid(), PayRefunds(60), CollectCards(60), SignGame())
    assert night.refused(CloseSession()) == "SESSION-COUNT"
    assert night.refused(CountBalls(ALL_BALLS[:-1], ())) == "COUNT-LOST"
    night.do(RetireBallSet("J-01", "falta la bola 90"))
    if another:
        night.do(MountBallSet("J-02"))
        assert night.refused(CloseSession()) == "SESSION-COUNT"
        night.do(CountBalls(ALL_BALLS, ()))
    night.do(CloseSession())
    assert night.state.session is None


@pytest.mark.req("AJ-28")
def test_a_ball_set_is_mounted_by_the_director_and_outside_a_game():
    night = Night().open_session()
    assert night.refused(MountBallSet("J-02"), Post.JEFE) == "POST"
    night.sell()
    assert night.refused(MountBallSet("J-02")) == "SET-IN-USE"


@pytest.mark.req("AJ-25")
def test_a_ball_set_plays_a_thousand_games_and_not_one_more():
    rules = replace(RULES, ball_set_games=1)
    night = Night(rules).open_session().finished().settled()
    night.do(CountBalls(ALL_BALLS, ()), LoadBalls())
    assert night.refused(AnnounceGame("A-1042")) == "SET-SPENT"
    assert night.refused(MountBallSet("J-01")) == "SET-SPENT"
    assert RULES.ball_set_games == 1000


@pytest.mark.req("AJ-25")
def test_a_game_counts_for_the_ball_set_from_its_first_ball_even_when_it_is_voided():
    night = Night().open_session().start()
    assert night.state.ball_sets["J-01"].games == 0
    night.draw(7)
    assert night.state.ball_sets["J-01"].games == 1
    night.draw(8)
    night.do(ProposeVoid("error"), ApproveVoid())
    assert night.state.ball_sets["J-01"].games == 1


@pytest.mark.req("AJ-66", "AJ-67", "AJ-74")
def test_cards_are_sold_in_order_and_the_next_game_begins_after_the_last_one_sold():
    night = Night().open_session().sell(10)
    night.do(SellCards(5))
    assert night.state.game.sold == (SoldRange("A-1042", 1, 15),)
    night.do(SellCards(45), CloseSale(), StartDraw())
    night.call_card(5)
    night.claim(Claim.BINGO, 5)
    night.ask()
    night.do(FinishGame())
    night.settled()
    night.sell(3)
    assert night.state.game.sold == (SoldRange("A-1042", 61, 63),)
    assert night.refused(SellCards(0)) == "SALE-COUNT"
    assert night.refused(SellCards(-1)) == "SALE-COUNT"
    assert night.refused(SellCards(538)) == "SALE-SHORT"


@pytest.mark.req("AJ-57", "PT-25", "PT-48")
def test_no_draw_below_the_minimum_of_cards_but_the_game_can_be_voided():
    night = Night().open_session().sell(9)
    assert night.refused(CloseSale()) == "SALE-MINIMUM"
    night.do(ProposeVoid("faltan jugadores"), ApproveVoid())
    assert night.state.game.refunded == 9 * 500


@pytest.mark.req("AJ-77", "PT-23")
@pytest.mark.invariant("I5")
def test_nothing_is_sold_after_the_sale_closes():
    night = Night().open_session().start()
    assert night.refused(SellCards(1)) == "SALE-PHASE"
    assert night.refused(CloseSale()) == "SALE-PHASE"


@pytest.mark.req("AJ-46", "AJ-116")
@pytest.mark.invariant("I7")
def test_the_total_collected_is_shared_out_to_the_cent():
    night = Night().open_session().sell(61)
    closed = night.only(SaleClosed, CloseSale())
    assert (closed.cards, closed.collected) == (61, 30500)
    assert (closed.line, closed.bingo, closed.house) == (3050, 18300, 9150)


@pytest.mark.req("AJ-78", "AJ-85")
def test_no_ball_before_the_jefe_announces_the_beginning():
    night = Night().open_session().sell()
    assert night.refused(StartDraw()) == "START-PHASE"
    night.do(CloseSale())
    assert night.refused(DrawBall()) == "DRAW-PHASE"
    assert night.do(StartDraw()) == (DrawStarted(1),)


@pytest.mark.req("AJ-61")
def test_the_draw_waits_until_every_ball_is_back_in_the_drum():
    night = Night().open_session()
    night.do(AnnounceGame("A-1042"), SellCards(10), CloseSale())
    assert night.refused(StartDraw()) == "DRUM-FILLING"
    assert night.do(ReportFilled()) == (DrumFilled(1),)
    assert night.do(ReportFilled()) == ()
    night.do(StartDraw())


@pytest.mark.req("AJ-86", "AJ-08", "PT-26")
def test_a_ball_is_ordered_then_drawn_then_called_and_only_then_comes_the_next():
    night = Night().open_session().start()
    serial = night.order()
    night.wait(10_000)
    assert night.refused(DrawBall()) == "DRAW-PENDING"
    assert night.refused(CallBall(7)) == "CALL-NONE"
    night.do(ReportBall(serial, 7, ""))
    assert night.refused(DrawBall()) == "DRAW-UNCALLED"
    assert night.state.game.called_balls == ()
    assert night.refused(CallBall(8)) == "CALL-OTHER"
    night.do(CallBall(7))
    assert night.state.game.called_balls == (7,)


@pytest.mark.req("AJ-88", "PT-27")
def test_the_pace_of_extraction_has_a_least_interval():
    night = Night().open_session().start()
    night.draw(7)
    night.wait(RULES.minimum_interval_ms - 1)
    assert night.refused(DrawBall()) == "DRAW-PACE"
    night.wait(1)
    night.do(DrawBall())


@pytest.mark.invariant("I2")
def test_a_ball_comes_out_once_and_only_for_the_order_that_waits():
    night = Night().open_session().start()
    night.draw(7)
    serial = night.order()
    assert night.refused(ReportBall(serial, 7, "")) == "BALL-TWICE"
    assert night.refused(ReportBall(serial, 91, "")) == "BALL-RANGE"
    assert night.refused(ReportBall(serial, 0, "")) == "BALL-RANGE"
    assert night.refused(ReportBall(serial - 1, 8, "")) == "BALL-NOT-ORDERED"


@pytest.mark.invariant("I15")
def test_a_doubtful_ball_waits_for_a_person():
    night = Night().open_session().start()
    assert night.refused(SettleBall(6)) == "BALL-SURE"
    serial = night.order()
    night.do(ReportDoubt(serial, (6, 9), "sin marca", "ab" * 32))
    night.wait(10_000)
    assert night.refused(DrawBall()) == "DRAW-PENDING"
    drawn = night.only(BallDrawn, SettleBall(9))
    assert (drawn.reader, drawn.picture) == ("person", "ab" * 32)


@pytest.mark.req("AJ-93", "PT-29")
@pytest.mark.invariant("I9")
def test_a_claim_stops_the_draw_until_it_is_resolved():
    night = Night().open_session().start()
    night.draw(7)
    serial = night.order()
    night.do(StopForClaim(Claim.LINE))
    assert night.refused(DrawBall()) == "DRAW-PHASE"
    assert night.refused(StopForClaim(Claim.BINGO)) == "CLAIM-OPEN"
    # A ball on its way when the claim is shouted is minuted, and called when play goes on (D3).
    night.do(ReportBall(serial, 8, ""))
    assert night.refused(CallBall(8)) == "CLAIM-OPEN"
    assert night.refused(ResumeDraw()) == "RESUME-UNCHECKED"
    night.do(VerifyCard(Claim.LINE, "A-1042", 1), ResumeDraw(), CallBall(8))


@pytest.mark.req("AJ-92", "AJ-94", "AJ-87")
def test_a_card_is_verified_with_every_reason_it_fails():
    night = Night().open_session().start(20)
    night.call_card(5, rows=1)
    night.do(StopForClaim(Claim.LINE))
    unsold = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", 599))
    assert not unsold.good
    assert "no se vendió en esta partida" in unsold.faults[0]
    assert "números no cantados" in unsold.faults[1]
    strange = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", 601))
    assert strange.faults[0] == "el cartón 601 no existe en la serie A 1042"
    good = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", 5))
    assert (good.good, good.row, good.missing) == (True, 1, ())
    assert night.refused(VerifyCard(Claim.LINE, "A-1042", 5)) == "CLAIM-REPEAT"


@pytest.mark.req("AJ-87", "AJ-92")
def test_a_ball_that_is_not_called_counts_for_nothing():
    night = Night().open_session().start()
    row = MATRIX.card(5).rows[0]
    for ball in row[:-1]:
        night.draw(ball)
    night.do(ReportBall(night.order(), row[-1], ""), StopForClaim(Claim.LINE))
    verdict = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", 5))
    assert verdict.missing == (row[-1],)


@pytest.mark.req("AJ-97")
def test_after_a_bad_claim_the_same_draw_goes_on():
    night = Night().open_session().start()
    night.draw(7)
    night.claim(Claim.LINE, 3)
    night.do(ResumeDraw())
    assert night.state.game.phase is Phase.DRAW
    assert night.state.game.drawn == (7,)
    assert night.state.game.awards == ()


@pytest.mark.req("AJ-98", "AJ-90", "PT-29", "PT-40")
def test_a_good_line_is_awarded_when_play_resumes_and_is_then_closed():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.draw(next(n for n in ALL_BALLS if n not in night.state.game.drawn))
    night.claim(Claim.LINE, 5)
    assert night.refused(ResumeDraw()) == "ASK-FIRST"
    night.ask()
    assert night.do(ResumeDraw())[0] == PrizeAwarded(Claim.LINE, "A-1042", 5, 3000, "")
    assert night.refused(StopForClaim(Claim.LINE)) == "CLAIM-LINE"


@pytest.mark.req("AJ-100")
def test_the_room_is_asked_and_given_its_time_before_play_goes_on():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    night.do(AskAnyMore())
    assert night.refused(AskAnyMore()) == "ASK-ASKED"
    night.wait(RULES.any_more_ms - 1)
    assert night.refused(ResumeDraw()) == "ASK-WAIT"
    night.wait(1)
    night.do(ResumeDraw())


@pytest.mark.req("AJ-118", "AJ-119", "AJ-121", "PT-34", "PT-40")
@pytest.mark.invariant("I8")
def test_a_line_of_three_cards_is_split_down_to_the_chip_and_nothing_is_lost():
    night = Night().open_session().start(61)
    for card in (5, 6, 7):
        night.call_card(card, rows=1)
    night.claim(Claim.LINE, 5, 6, 7)
    night.ask()
    happened = night.do(ResumeDraw())
    assert [e.amount for e in happened if isinstance(e, PrizeAwarded)] == [1000, 1000, 1000]
    assert [e.amount for e in happened if isinstance(e, RemainderBooked)] == [50]
    assert night.state.game.line == 3050


@pytest.mark.req("AJ-99", "PT-30")
def test_a_good_bingo_ends_the_game_and_pays_the_line_nobody_sang():
    night = Night().open_session().start()
    night.call_card(5)
    night.claim(Claim.BINGO, 5)
    assert night.refused(FinishGame()) == "ASK-FIRST"
    night.ask()
    assert night.refused(ResumeDraw()) == "RESUME-BINGO"
    happened = night.do(FinishGame())
    awards = [e for e in happened if isinstance(e, PrizeAwarded)]
    assert [(a.claim, a.card, a.amount) for a in awards] == [("line", 5, 3000), ("bingo", 5, 18000)]
    assert night.state.game.phase is Phase.FINISHED


@pytest.mark.req("AJ-99", "PT-31")
@pytest.mark.invariant("I8")
def test_a_prize_is_paid_after_the_game_and_once():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    night.ask()
    night.do(ResumeDraw())
    assert night.refused(PayPrize(Claim.LINE, "A-1042", 5)) == "PAY-PHASE"
    night.call_card(5)
    night.claim(Claim.BINGO, 5)
    night.ask()
    night.do(FinishGame())
    night.do(PayPrize(Claim.LINE, "A-1042", 5))
    assert night.refused(PayPrize(Claim.LINE, "A-1042", 5)) == "PAY-TWICE"
    assert night.refused(PayPrize(Claim.LINE, "A-1042", 6)) == "PAY-NONE"
    assert night.refused(SignGame()) == "SIGN-UNPAID"


@pytest.mark.req("AJ-99")
@pytest.mark.invariant("I8")
def test_all_prizes_that_are_due_are_paid_at_once_each_with_its_entry_and_once():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    night.ask()
    night.do(ResumeDraw())
    assert night.refused(PayPrizes()) == "PAY-PHASE"
    night.call_card(5)
    night.claim(Claim.BINGO, 5)
    night.ask()
    night.do(FinishGame())
    before = len(night.events)
    night.do(PayPrizes())
    paid = [event for event in night.events[before:] if isinstance(event, PrizePaid)]
    assert [(each.claim, each.card) for each in paid] == [(Claim.LINE, 5), (Claim.BINGO, 5)]
    assert len(night.events) == before + 2
    night.do(PayPrizes())
    assert len(night.events) == before + 2, "nothing is due any more"
    assert night.refused(PayPrize(Claim.LINE, "A-1042", 5)) == "PAY-TWICE"


@pytest.mark.req("AJ-75", "AJ-76")
def test_the_next_sale_waits_until_the_played_cards_are_back():
    night = Night().open_session().finished()
    for prize in (award.prize for award in night.state.game.awards):
        night.do(PayPrize(prize.claim, prize.series, prize.card))
    assert night.refused(SignGame()) == "SIGN-UNCOLLECTED"
    assert night.refused(CollectCards(59)) == "COLLECT-COUNT"
    assert night.refused(AnnounceGame("A-1042")) == "GAME-OPEN"
    night.do(CollectCards(60), SignGame())
    night.do(AnnounceGame("A-1042"))


@pytest.mark.req("AJ-52")
def test_each_game_is_signed_by_the_jefe_on_its_own_folio():
    night = Night().open_session().finished().settled()
    assert night.events[-1] == GameSigned(1, 3, 1)
    night.start()
    assert night.refused(SignGame()) == "SIGN-PHASE"
    assert night.refused(SignGame(), Post.DIRECTOR) == "POST"


@pytest.mark.req("AJ-110", "AJ-111", "AJ-54", "PT-46", "PT-47", "PT-48")
@pytest.mark.invariant("I16", "I21")
def test_a_void_game_needs_jefe_and_director_and_refunds_every_card_without_a_prize():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    night.ask()
    night.do(ResumeDraw())
    assert night.refused(ProposeVoid(" ")) == "VOID-REASON"
    assert night.refused(ApproveVoid()) == "VOID-NONE"
    night.do(ProposeVoid("error del locutor"))
    assert night.refused(ProposeVoid("otra vez")) == "VOID-PROPOSED"
    voided = night.only(GameVoided, ApproveVoid())
    assert (voided.refunded_cards, voided.refunded) == (59, 59 * 500)
    assert voided.house == 60 * 500 - 59 * 500 - 3000
    night.settled()


@pytest.mark.req("AJ-54")
@pytest.mark.invariant("I16", "I21")
def test_who_proposed_to_void_withdraws_it_and_the_game_goes_on_as_it_stood():
    night = Night().open_session().start()
    night.draw(7)
    before = night.state.game
    withdraw = WithdrawProposal("VoidProposed")
    assert night.refused(withdraw) == "WITHDRAW-NONE"
    night.do(ProposeVoid("error del locutor"))
    assert night.refused(withdraw, Post.JEFE, "Otra") in {"POST-PERSON", "WITHDRAW-OTHER"}
    withdrawn = night.only(ProposalWithdrawn, withdraw)
    assert (withdrawn.proposal, withdrawn.person) == ("VoidProposed", PEOPLE[Post.JEFE])
    assert night.state.game == before
    assert night.refused(ApproveVoid()) == "VOID-NONE"
    assert night.refused(withdraw) == "WITHDRAW-NONE"
    night.do(ProposeVoid("ahora sí"), ApproveVoid())
    assert night.state.game.void_reason == "ahora sí"
    assert night.refused(withdraw) == "WITHDRAW-NONE"


@pytest.mark.req("AJ-54")
def test_what_else_was_proposed_in_a_game_is_withdrawn_too():
    night = Night().open_session().start()
    night.do(ReportFault("extractor", "EXT-JAM", ""), ProposeManual("avería"))
    assert night.refused(WithdrawProposal("IncidentMinuted")) == "WITHDRAW-NONE"
    night.do(WithdrawProposal("ManualProposed"))
    assert night.refused(ApproveManual()) == "AGREE-NONE"
    assert not night.state.game.proposed


@pytest.mark.invariant("I16")
def test_one_person_in_both_posts_cannot_void_a_game_alone():
    both = (Appointment(Post.DIRECTOR, "Ana"), *(a for a in APPOINTMENTS if a.post is not Post.DIRECTOR))
    night = Night()
    night.do(
        OPENING,
        RegisterSeries("A", 1042, 500, MATRIX.digest),
        RegisterBallSet("J-01"),
        RegisterBallSet("J-02"),
        MountBallSet("J-01"),
        OpenSession(both, DAY),
        *(PassCheck(item) for item in RULES.checks),
        CountBalls(ALL_BALLS, ()),
        LoadBalls(),
    )
    night.sell().do(ProposeVoid("motivo"))
    assert night.refused(ApproveVoid(), Post.DIRECTOR, "Ana") == "VOID-SAME"


@pytest.mark.invariant("I4")
def test_after_a_restart_the_game_stands_where_it_stood_and_waits_for_continue():
    night = Night().open_session().start()
    night.draw(7)
    night.order()
    before = night.state.game
    night.now = 5  # another boot's clock
    night.do(StartController("b2", "test", "died"))
    after = night.state.game
    assert (after.drawn, after.called, after.pending, after.phase) == (
        before.drawn,
        before.called,
        before.pending,
        before.phase,
    )
    assert night.refused(DrawBall()) == "CONTINUE"
    assert night.refused(ReportBall(night.state.serial, 8, "")) == "CONTINUE"
    night.do(ContinuePlay())
    night.do(ReportBall(night.state.serial, 8, ""))
    assert night.refused(ContinuePlay()) == "CONTINUE-NONE"


@pytest.mark.invariant("I14")
def test_no_draw_under_a_fault_and_a_fault_stays_until_its_cause_is_gone_and_a_person_saw_it():
    night = Night().open_session().start()
    night.do(ReportFault("cámara", "CAMERA-BLACK", "imagen negra"))
    night.do(ReportFault("cámara", "CAMERA-BLACK", "imagen negra"))
    assert night.refused(DrawBall()) == "FAULT"
    assert night.refused(AcknowledgeFault("cámara", "CAMERA-BLACK")) == "FAULT-ACTIVE"
    night.do(ReportRecovery("cámara", "CAMERA-BLACK"))
    assert night.refused(DrawBall()) == "FAULT"
    assert night.refused(AcknowledgeFault("cámara", "CAMERA-LOST")) == "FAULT-NONE"
    night.do(AcknowledgeFault("cámara", "CAMERA-BLACK"), DrawBall())
    kinds = [type(e).__name__ for e in night.events if "Fault" in type(e).__name__]
    assert kinds == ["FaultLatched", "FaultEnded", "FaultAcknowledged"]


def test_ninety_balls_and_no_bingo_leave_a_way_out():
    night = Night().open_session().start()
    for ball in ALL_BALLS:
        night.draw(ball)
    night.wait(10_000)
    assert night.refused(DrawBall()) == "DRAW-EMPTY"
    night.claim(Claim.BINGO, 60)
    night.ask()
    night.do(FinishGame())


def test_the_state_is_what_a_fold_over_the_events_gives():
    night = Night().open_session().finished().settled()
    assert fold(State(RULES, matrices={MATRIX.digest: MATRIX}), night.events) == night.state


def test_every_post_of_the_hall_has_its_person_in_these_tests():
    assert {*PEOPLE, Post.CROUPIER} == set(Post), "a croupier is at a table alone"
