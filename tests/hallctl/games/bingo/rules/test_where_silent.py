"""What the regulation leaves open, under each answer that a rule set may give (docs/regulation-gaps.md)."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.documents.act import game_act
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import AskAnyMore, ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, EnterBall, SettleBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import RegisterSeries
from hallctl.games.bingo.rules.commands.sale import AnnounceSecondSeries, CloseSale, RectifySale
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveManual, ProposeManual
from hallctl.games.bingo.rules.deciding.claims import _parts
from hallctl.games.bingo.rules.events.claims import CardVerified, PrizeAwarded, RemainderBooked
from hallctl.games.bingo.rules.events.closing import GameVoided
from hallctl.games.bingo.rules.events.sale import GameAnnounced, SaleRectified
from hallctl.games.bingo.rules.events.waiting import WaitBegan, WaitEnded
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.games.bingo.screens.board import board
from hallctl.outputs.folios.values import NO_HASH, Letterhead, Place
from hallctl.outputs.minuted import Minuted
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from hallctl.rules.commands.incidents import FileComplaint
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ContinuePlay,
    ReportFault,
    ReportRecovery,
    StartController,
)
from hallctl.rules.events.incidents import ComplaintFiled
from tests.hallctl.games.bingo.documents.test_act import START
from tests.hallctl.games.bingo.rules.night import MATRIX, RULES, Night

BY_PLAYER = replace(RULES, split_by="player")
POT = Progressive("Pozo", "line", seed=10_000, share_bp=100, cap=100_000, max_balls=90)
FAULT = ("extractor", "EXT-JAM")
WAIT = RULES.wait_before_first_ball_ms


def sung(night, *cards):
    """Draw the first rows of cards 5, 6 and 7, and let these be presented by whom it says."""
    for card in (5, 6, 7):
        night.call_card(card, rows=1)
    night.do(StopForClaim(Claim.LINE))
    for card, player, document in cards:
        night.do(VerifyCard(Claim.LINE, "A-1042", card, (), player, document))
    night.ask()
    return night.do(ResumeDraw())


def parts(happened, progressive=""):
    return {
        e.card: e.amount for e in happened if isinstance(e, PrizeAwarded) and e.progressive == progressive
    }


JUAN = ((5, "Juan", "LP 1"), (6, "Juan", "lp1"), (7, "Eva", "LP-2"))


# D4: per card or per player.


@pytest.mark.req("AJ-118", "AJ-119", "AJ-121", "D4")
@pytest.mark.invariant("I7", "I8")
def test_a_prize_is_split_by_card_or_by_player_whose_part_is_split_over_their_cards():
    by_card = sung(Night().open_session().start(61), *JUAN)
    assert parts(by_card) == {5: 1000, 6: 1000, 7: 1000}
    by_player = sung(Night(BY_PLAYER).open_session().start(61), *JUAN)
    # 3050 are two parts of 1500, to the chip of 50; Juan's is 750 on each of his two cards.
    assert parts(by_player) == {5: 750, 6: 750, 7: 1500}
    assert [e.amount for e in by_player if isinstance(e, RemainderBooked)] == [50]


@pytest.mark.req("AJ-118", "AJ-103", "D4")
@pytest.mark.invariant("I7")
def test_a_progressive_is_split_by_player_too_and_every_remainder_goes_to_the_first_one():
    rules = replace(BY_PLAYER, chip=100, house_bp=2900, progressives=(POT,))
    night = Night(rules).open_session().start(61)
    happened = sung(night, *JUAN)
    # Of 3050, 1500 and 700 + 700; of the progressive's 10305, 5100 and 2500 + 2500.
    assert parts(happened, "Pozo") == {5: 2500, 6: 2500, 7: 5100}
    assert [e.amount for e in happened if isinstance(e, RemainderBooked)] == [150, 205]
    assert sum(night.state.ledger.values()) == 0
    assert night.state.progressives["Pozo"] == 150 + 205 + 10_000


@pytest.mark.invariant("I7", "I8")
@given(
    documents=st.lists(st.sampled_from("abcd"), min_size=1, max_size=12),
    prize=st.integers(0, 1_000_000),
    chip=st.integers(1, 500),
    split_by=st.sampled_from(["card", "player"]),
)
def test_no_split_gives_more_than_the_prize_or_less_than_whole_chips(documents, prize, chip, split_by):
    cards = tuple(
        CardVerified(Claim.LINE, "A-1", number, True, 1, (), (), document, document)
        for number, document in enumerate(documents, 1)
    )
    given_out = _parts(State(replace(RULES, chip=chip, split_by=split_by)), cards, prize)
    assert sum(given_out) <= prize
    assert all(part % chip == 0 for part in given_out)
    of_player: Counter[str] = Counter()
    for document, part in zip(documents, given_out, strict=True):
        of_player[document] += part
    if split_by == "player":
        most = max(Counter(documents).values())
        assert max(of_player.values()) - min(of_player.values()) < chip * most
        assert prize - sum(given_out) < chip * (len(of_player) + len(documents))
    else:
        assert len(set(given_out)) == 1
        assert prize - sum(given_out) < chip * len(documents)


@pytest.mark.req("AJ-118", "AJ-113", "D4")
def test_whoever_presents_a_good_card_is_named_whoever_bought_it_and_a_bad_one_needs_nobody():
    night = Night(BY_PLAYER).open_session().start()
    night.call_card(5, rows=1)
    night.do(StopForClaim(Claim.LINE))
    bad = night.only(CardVerified, VerifyCard(Claim.LINE, "A-1042", 8))
    assert not bad.good
    presented = VerifyCard(Claim.LINE, "A-1042", 5)
    for player, document in (("", ""), ("Juan", ""), ("", "LP-1"), (" ", "LP-1")):
        assert night.refused(replace(presented, player=player, document=document)) == "CLAIM-PLAYER"
    good = night.only(CardVerified, replace(presented, player="Juan", document="LP-1"))
    assert (good.player, good.document) == ("Juan", "LP-1")
    by_card = Night().open_session().start()
    by_card.call_card(5, rows=1)
    by_card.claim(Claim.LINE, 5)


@pytest.mark.req("AJ-48", "D4")
def test_names_are_in_the_act_and_never_on_the_wall():
    night = Night(BY_PLAYER).open_session().start()
    night.call_card(5, rows=1)
    views = []
    night.do(StopForClaim(Claim.LINE))
    for command in (
        VerifyCard(Claim.LINE, "A-1042", 5, (), "Juan Pérez", "LP-77"),
        AskAnyMore(),
        ProposeVoid("fin"),
        ApproveVoid(),
        PayRefunds(60),
        CollectCards(60),
        SignGame(),
    ):
        night.do(command)
        views.append(str(board(night.state, Wall("Illimani", simulated=True)).to_json()))
    assert all("Juan" not in view and "LP-77" not in view for view in views)
    first = next(i for i, e in enumerate(night.events) if isinstance(e, GameAnnounced))
    entries = [Minuted(n, START, "jefe:Ana", "ab", e) for n, e in enumerate(night.events[first:], 1)]
    (claim,) = game_act(night.state, entries, Letterhead("1", "La Paz"), Place(1, NO_HASH)).data["claims"]
    assert claim["verdict"] == "Correcto, línea superior; lo presenta Juan Pérez, LP-77"


def test_the_act_says_among_how_many_players_a_prize_was_divided():
    night = Night(BY_PLAYER).open_session().start(61)
    first = len(night.events) - 1
    sung(night, *JUAN)
    night.do(ProposeVoid("fin"), ApproveVoid()), night.settled()
    entries = [Minuted(n, START, "jefe:Ana", "ab", e) for n, e in enumerate(night.events[first:], 1)]
    claims = game_act(night.state, entries, Letterhead("1", "La Paz"), Place(1, NO_HASH)).data["claims"]
    assert [claim["verdict"].rpartition("; ")[2] for claim in claims] == [
        "premio dividido entre 2 jugadores"
    ] * 3


# D8: the fifteen minutes before the first ball.


def failing():
    night = Night().open_session().start()
    night.wait(60_000)
    night.do(ReportFault(*FAULT, "una bola atascada"))
    return night


@pytest.mark.req("D8")
@pytest.mark.invariant("I21")
def test_a_failure_before_the_first_ball_of_a_quarter_of_an_hour_leaves_only_voiding_by_two_people():
    night = failing()
    assert isinstance(night.events[-1], WaitBegan)
    night.do(ProposeManual("avería"))
    night.wait(WAIT - 1)
    assert night.refused(DrawBall()) == "FAULT"
    night.wait(1)
    for step in (DrawBall(), ProposeManual("avería"), ApproveManual(), EnterBall(7)):
        assert night.refused(step) == "WAIT-OVER"
    night.do(ReportRecovery(*FAULT), AcknowledgeFault(*FAULT))
    assert night.refused(DrawBall()) == "WAIT-OVER"
    assert night.answer(DrawBall()).requirement == "D8"
    night.do(ProposeVoid("avería"))
    assert night.refused(ApproveVoid(), Post.JEFE) == "POST"
    voided = night.only(GameVoided, ApproveVoid())
    assert (voided.refunded, night.state.game.waiting_since) == (60 * 500, None)


@pytest.mark.req("D8")
def test_a_failure_that_is_over_in_time_lets_the_game_go_on_and_the_next_is_counted_anew():
    night = failing()
    night.wait(WAIT - 1)
    night.do(ReportRecovery(*FAULT))
    assert night.do(AcknowledgeFault(*FAULT))[-1] == WaitEnded(1)
    night.wait(WAIT)
    night.do(DrawBall(), ReportFault(*FAULT, "otra vez"))
    assert night.state.game.waiting_since == night.now


@pytest.mark.req("D8")
def test_the_wait_lasts_as_long_as_any_failure_and_a_second_one_does_not_begin_it_again():
    night = failing()
    since = night.state.game.waiting_since
    night.wait(1000)
    night.do(ReportFault("cámara", "CAMERA-LOST", ""))
    night.do(ReportRecovery(*FAULT), AcknowledgeFault(*FAULT))
    assert night.state.game.waiting_since == since
    night.do(ReportRecovery("cámara", "CAMERA-LOST"), AcknowledgeFault("cámara", "CAMERA-LOST"))
    assert night.state.game.waiting_since is None


@pytest.mark.req("D8")
@pytest.mark.invariant("I4", "I22")
def test_after_a_restart_the_wait_is_counted_again_and_the_book_says_so():
    night = failing()
    night.now = 7  # another boot's clock
    began = night.do(StartController("b2", "test", "died"))[-1]
    assert began == WaitBegan(1, WAIT, again=True, at=7)
    night.wait(WAIT)
    assert night.refused(ContinuePlay()) == "WAIT-OVER"
    night.do(ProposeVoid("avería"), ApproveVoid())
    assert night.state.game.phase is Phase.VOID


@pytest.mark.req("D8")
def test_a_restart_alone_is_waited_for_until_somebody_continues():
    night = Night().open_session().start()
    night.do(StartController("b2", "test", "died"))
    night.wait(WAIT - 1)
    assert night.do(ContinuePlay())[-1] == WaitEnded(1)
    night.wait(WAIT)
    night.do(DrawBall())


@pytest.mark.req("D8")
def test_the_first_ball_ends_the_wait_whoever_reads_it_and_later_failures_have_no_such_limit():
    def by_camera(night):
        night.do(ReportBall(night.state.serial, 7, ""))

    def by_person(night):
        night.do(ReportDoubt(night.state.serial, (7, 8), "", ""), SettleBall(7))

    def by_hand(night):
        night.do(ProposeManual("avería"), ApproveManual(), EnterBall(7))

    for first_ball in (by_camera, by_person, by_hand):
        night = Night().open_session().start()
        night.order()
        night.do(ReportFault(*FAULT, "lento"))
        first_ball(night)
        assert night.state.game.waiting_since is None
        night.do(CallBall(7), ReportFault("cámara", "CAMERA-LOST", ""))
        night.wait(2 * WAIT)
        assert night.refused(DrawBall()) in {"FAULT", "MANUAL-ON"}


@pytest.mark.req("D8")
def test_a_rule_set_may_name_another_time():
    night = Night(replace(RULES, wait_before_first_ball_ms=60_000)).open_session().start()
    night.do(ReportFault(*FAULT, ""))
    night.wait(60_000)
    assert "Pasó 1 min" in night.answer(DrawBall()).sentence


# D12: what was announced wrongly.


@pytest.mark.req("AJ-83", "D12")
def test_a_wrong_announcement_is_rectified_until_the_line_is_awarded_and_the_count_never_changes():
    night = Night().open_session().sell(60)
    slip = RectifySale(61, "se leyó mal")
    assert night.refused(slip) == "RECTIFY-PHASE"
    night.do(CloseSale())
    assert night.refused(slip, Post.LOCUTOR) == "POST"
    assert night.refused(replace(slip, announced=60)) == "RECTIFY-NONE"
    assert night.refused(replace(slip, announced=-1)) == "RECTIFY-NONE"
    assert night.refused(replace(slip, reason=" ")) == "RECTIFY-REASON"
    before = night.state
    assert night.do(slip) == (SaleRectified(1, 61, 60, "se leyó mal"),)
    assert night.state == before
    night.do(StartDraw())
    night.call_card(5, rows=1)
    night.do(slip)
    night.claim(Claim.LINE, 5)
    night.do(slip)
    night.ask()
    night.do(ResumeDraw())
    assert night.refused(slip) == "RECTIFY-LATE"
    night.do(ProposeVoid("fin"), ApproveVoid())
    assert night.refused(slip) == "RECTIFY-LATE"


# D14: complaints are signed, with a document or without.


@pytest.mark.req("AJ-56", "AJ-05", "D14")
def test_a_complaint_is_void_without_its_claimants_signature_and_names_who_took_it():
    night = Night().open_session().start()
    unsigned = FileComplaint("Juan", "LP-1", "no oí el 7")
    assert night.refused(unsigned) == "COMPLAINT-UNSIGNED"
    signed = replace(unsigned, signed=True)
    filed = night.only(ComplaintFiled, signed)
    assert filed.taken_by == "Ana"
    assert night.answer(signed, Post.DIRECTOR)[0].taken_by == "Marta"


@pytest.mark.req("AJ-56", "D14")
def test_a_rule_set_may_take_complaints_without_a_document_but_not_without_a_name():
    lenient = Night(replace(RULES, complaint_needs_document=False)).open_session()
    complaint = FileComplaint("Juan", "", "no oí el 7", signed=True)
    assert Night().open_session().refused(complaint) == "COMPLAINT-WHO"
    assert lenient.refused(replace(complaint, claimant=" ")) == "COMPLAINT-TEXT"
    lenient.do(complaint)


# D17: a second series, or none.


@pytest.mark.req("AJ-68", "D17")
def test_a_rule_set_may_do_without_a_second_series():
    night = Night(replace(RULES, second_series=False)).open_session()
    night.do(RegisterSeries("B", 7, 500, MATRIX.digest))
    night.sell(60)
    assert night.refused(AnnounceSecondSeries("B-7")) == "SECOND-NEVER"
    allowed = Night().open_session()
    allowed.do(RegisterSeries("B", 7, 500, MATRIX.digest))
    assert allowed.sell(60).refused(AnnounceSecondSeries("B-7")) == "SECOND-EARLY"
