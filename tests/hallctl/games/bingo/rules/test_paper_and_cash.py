"""The paper of a sung card, the cash of a sale, the refunds of a void game, and who may do what."""

import pytest

from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import AskAnyMore, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    CountCash,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.opening import (
    AnnounceLastGame,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale
from hallctl.games.bingo.rules.events.claims import CardVerified
from hallctl.games.bingo.rules.events.closing import CashCounted, GameSigned, RefundsPaid
from hallctl.games.bingo.rules.events.opening import LastGameAnnounced
from hallctl.games.bingo.rules.events.sale import SaleClosed
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.outputs.offer import Premises
from hallctl.rules.claim_faults import Mark
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.extraction import ReportBall
from hallctl.rules.commands.session import CloseSession, CountPlayers, OpenSession, PassCheck
from hallctl.rules.events.session import PlayersCounted
from tests.hallctl.bingo import offers
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, MATRIX, OPENING, RULES, Night


@pytest.mark.req("AJ-95", "AJ-106", "AJ-107", "AJ-108", "AJ-109")
@pytest.mark.parametrize("mark", Mark)
def test_a_full_row_on_bad_paper_wins_nothing_and_the_reason_is_minuted(mark):
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.do(StopForClaim(Claim.LINE))
    verdict = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", 5, (mark,)))
    assert not verdict.good
    assert verdict.row == 1
    (fault,) = verdict.faults
    assert "AJ-" in fault
    assert night.refused(AskAnyMore()) == "ASK-NONE"


@pytest.mark.req("AJ-95")
def test_every_mark_of_the_paper_is_told_beside_the_numbers_that_are_missing():
    night = Night().open_session().start()
    night.draw(7)
    night.do(StopForClaim(Claim.BINGO))
    verdict = night.only(CardVerified, VerifyCard(Claim.BINGO, "A-1042", 5, tuple(Mark)))
    assert len(verdict.faults) == len(Mark) + 1


@pytest.mark.req("AJ-11", "AJ-46")
def test_the_cashier_counts_the_cash_of_each_game_and_a_difference_stays_as_it_is():
    night = Night().open_session().sell(60)
    assert night.refused(CountCash(30_000)) == "CASH-PHASE"
    night.do(CloseSale())
    assert night.refused(CountCash(-1)) == "CASH-NEGATIVE"
    assert night.refused(CountCash(1), Post.JEFE) == "POST"
    assert night.do(CountCash(29_500)) == (CashCounted("Rosa", 30_000, 29_500),)


@pytest.mark.req("AJ-81", "AJ-111")
@pytest.mark.invariant("I7")
def test_every_card_of_a_void_game_is_refunded_at_its_face_value_and_no_more():
    night = Night().open_session().start(60)
    assert night.refused(PayRefunds(1)) == "REFUND-PHASE"
    night.do(ProposeVoid("error"), ApproveVoid())
    premises = Premises(OPENING, (), ("J-01", "J-02"), APPOINTMENTS, DAY)
    offered = [offer.command for offer in offers(night.state, premises, night.now)]
    assert offered.index("PayRefunds") < offered.index("SignGame")
    assert night.do(PayRefunds(59)) == (RefundsPaid(59, 29_500),)
    assert night.refused(PayRefunds(2)) == "REFUND-MANY"
    assert night.refused(PayRefunds(0)) == "REFUND-MANY"
    night.do(PayRefunds(1))
    assert night.refused(PayRefunds(1)) == "REFUND-MANY"
    assert all(balance == 0 for balance in night.state.ledger.values())


@pytest.mark.req("AJ-81", "AJ-111")
@pytest.mark.invariant("I7", "I21")
def test_a_void_game_is_signed_when_every_card_is_refunded_and_leaves_no_money_in_the_till():
    night = Night().open_session().sell(60)
    night.do(ProposeVoid("error"), ApproveVoid())
    for left in (60, 1):
        answer = night.answer(SignGame())
        assert (answer.code, answer.words["due"]) == ("SIGN-REFUNDS", left)
        assert night.refused(CollectCards(60)) == "COLLECT-REFUNDS"
        night.do(PayRefunds(59 if left == 60 else 1))
    night.do(CollectCards(60), SignGame(), night.count(), CloseSession())
    assert set(night.state.ledger.values()) == {0}


@pytest.mark.req("AJ-79")
def test_nothing_but_price_cards_and_shares_decides_what_is_at_stake():
    for cards in (10, 60, 200):
        night = Night().open_session().sell(cards)
        closed = night.only(SaleClosed, CloseSale())
        assert closed.collected == cards * 500
        assert closed.line == closed.collected * RULES.line_bp // 10_000
        assert closed.bingo == closed.collected * RULES.bingo_bp // 10_000


@pytest.mark.req("AJ-02", "AJ-08", "AJ-10", "AJ-11")
def test_the_desk_has_steps_for_jefe_locutor_and_cajero():
    premises = Premises(OPENING, (), ("J-01", "J-02"), APPOINTMENTS, DAY)
    night = Night().open_session().start()
    night.do(ReportBall(night.order(), 7, ""))
    posts = {offer.post for offer in offers(night.state, premises, night.now)}
    assert {Post.JEFE, Post.LOCUTOR} <= posts
    over = Night().open_session().finished()
    assert Post.CAJERO in {offer.post for offer in offers(over.state, premises, over.now)}


@pytest.mark.req("AJ-03", "AJ-12")
def test_the_head_of_the_room_and_the_helper_have_their_steps_though_no_session_needs_them():
    assert Post.JEFE_SALA in STEPS[AnnounceLastGame].posts
    assert {Post.AUXILIAR} <= set(STEPS[CountPlayers].posts) & set(STEPS[CollectCards].posts)
    night = Night().open_session()
    answer = night.answer(AnnounceLastGame(), Post.JEFE_SALA)
    assert answer == (LastGameAnnounced(1),)
    assert night.answer(CountPlayers(9), Post.AUXILIAR) == (PlayersCounted(9),)


@pytest.mark.req("AJ-38", "AJ-60")
def test_the_sound_is_among_the_checks_without_which_no_game_is_announced():
    rules = rule_set("aj-bolivia")
    assert {"sonido", "cámara", "extractor", "monitores", "pantallas", "reloj"} <= set(rules.checks)
    night = Night(rules)
    night.do(
        OPENING,
        RegisterSeries("A", 1042, 500, MATRIX.digest),
        RegisterBallSet("J-01"),
        MountBallSet("J-01"),
        OpenSession(APPOINTMENTS, DAY),
        *(PassCheck(item) for item in rules.checks if item != "sonido"),
    )
    assert night.answer(AnnounceGame("A-1042")).sentence == "Faltan comprobaciones: sonido."


@pytest.mark.req("AJ-41", "AJ-39")
def test_each_game_has_its_folio_in_order_without_a_gap():
    night = Night().open_session().finished(20).settled()
    for _ in range(3):
        night.sell(10)
        night.do(ProposeVoid("fin"), ApproveVoid(), PayRefunds(10), CollectCards(10), SignGame())
    signed = [event for event in night.events if isinstance(event, GameSigned)]
    assert [(event.game, event.folio) for event in signed] == [(1, 3), (2, 4), (3, 5), (4, 6)]
