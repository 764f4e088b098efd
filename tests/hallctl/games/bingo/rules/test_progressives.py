"""Progressive prizes: published, fed, won under their conditions, given back when a game is void."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.rules.carried import carried_forward
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, PayPrize, ProposeVoid
from hallctl.games.bingo.rules.commands.opening import LoadBalls
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.events.claims import ProgressiveSeeded, RemainderBooked
from hallctl.games.bingo.rules.events.sale import Contribution, SaleClosed
from hallctl.games.bingo.rules.progressives import Progressive
from hallctl.games.bingo.screens.board import board
from hallctl.outputs.screens.wall import Wall
from hallctl.rules.codec import encode
from hallctl.rules.events.volumes import Balance
from tests.hallctl.games.bingo.rules.night import MATRIX, RULES, Night

POT = Progressive("Pozo Illimani", "bingo", seed=100_000, share_bp=500, cap=500_000, max_balls=42)
EARLY = Progressive("Pozo Línea", "line", seed=0, share_bp=100, cap=1_000, max_balls=5)
WITH_POTS = replace(RULES, house_bp=2400, progressives=(POT, EARLY))


@pytest.fixture
def night():
    return Night(WITH_POTS).open_session()


@pytest.mark.req("AJ-114", "PT-43")
def test_the_house_puts_the_seed_in_once(night):
    assert night.state.progressives == {"Pozo Illimani": 100_000, "Pozo Línea": 0}
    seeds = [e for e in night.events if isinstance(e, ProgressiveSeeded)]
    assert seeds == [ProgressiveSeeded("Pozo Illimani", 100_000), ProgressiveSeeded("Pozo Línea", 0)]


@pytest.mark.req("AJ-115", "PT-12", "PT-45")
def test_the_conditions_and_the_share_are_on_the_board_at_all_times(night):
    for step in (None, AnnounceGame("A-1042"), SellCards(60), CloseSale()):
        if step is not None:
            night.do(step)
        shown = [line for line in board(night.state, Wall("x", True)).prizes if "POZO" in line.name]
        assert [line.note for line in shown] == [
            "bingo hasta la bola 42 · 5 %",
            "línea hasta la bola 5 · 1 %",
        ]
    assert shown[0].amount == "Bs 1.015,00"


@pytest.mark.req("AJ-116", "AJ-123", "AJ-47", "PT-05", "PT-06", "PT-45")
def test_each_game_adds_its_share_up_to_the_cap(night):
    night.sell(100)
    (closed,) = night.do(CloseSale())
    assert closed.progressives == (
        Contribution("Pozo Illimani", 2_500, 102_500),
        Contribution("Pozo Línea", 500, 500),
    )
    assert closed.house == 50_000 * 24 // 100
    capped = Night(replace(WITH_POTS, progressives=(POT, replace(EARLY, cap=300)))).open_session().sell(100)
    (closed,) = capped.do(CloseSale())
    assert closed.progressives[1] == Contribution("Pozo Línea", 300, 300)  # type: ignore[attr-defined]
    assert closed.house == 50_000 * 24 // 100 + 200  # type: ignore[attr-defined]


@pytest.mark.req("AJ-103", "AJ-50", "PT-43", "PT-44")
def test_a_bingo_in_time_wins_the_progressive_which_begins_again_from_its_seed(night):
    night.finished(60)
    won = [a.prize for a in night.state.game.awards if a.prize.progressive == "Pozo Illimani"]
    assert [(p.card, p.amount) for p in won] == [(5, 101_500)]
    assert night.state.progressives["Pozo Illimani"] == 100_000
    assert night.state.ledger["pozo Pozo Illimani"] == -100_000


@pytest.mark.req("AJ-103", "PT-44")
def test_a_bingo_too_late_wins_no_progressive(night):
    night.start(60)
    others = [n for n in range(1, 91) if n not in set(night.state.game.drawn)]

    late = [n for n in others if n not in MATRIX.card(5).numbers][:28]
    for ball in late:
        night.draw(ball)
    night.call_card(5)
    assert night.state.game.called == 43
    night.claim(Claim.BINGO, 5)
    night.ask()
    night.do(FinishGame())
    assert not any(a.prize.progressive for a in night.state.game.awards)
    assert night.state.progressives["Pozo Illimani"] == 101_500


@pytest.mark.req("AJ-21")
def test_a_progressive_is_paid_to_a_winner_with_name_and_document(night):
    night.finished(60)
    pay = PayPrize(Claim.BINGO, "A-1042", 5, "Pozo Illimani")
    assert night.refused(pay) == "PAY-WINNER"
    assert night.refused(replace(pay, winner="Juan")) == "PAY-WINNER"
    (paid,) = night.do(replace(pay, winner="Juan", document="LP-123", phone="700"))
    assert (paid.amount, paid.winner, paid.document) == (101_500, "Juan", "LP-123")
    assert night.refused(replace(pay, winner="Juan", document="LP-123")) == "PAY-TWICE"


@pytest.mark.req("AJ-111", "AJ-123")
@pytest.mark.invariant("I7")
def test_a_void_game_gives_back_what_it_had_added(night):
    night.start(60).draw(7)
    (_, voided) = night.do(ProposeVoid("error"), ApproveVoid())
    assert [c.amount for c in voided.reversed] == [1_500, 300]
    assert night.state.progressives == {"Pozo Illimani": 100_000, "Pozo Línea": 0}
    assert night.state.ledger["devoluciones"] == -30_000
    assert sum(night.state.ledger.values()) == 0


@pytest.mark.req("AJ-121")
@pytest.mark.invariant("I8")
def test_what_a_split_leaves_goes_to_the_first_progressive(night):
    night.start(61)
    for card in (5, 6, 7):
        night.call_card(card, rows=1)
    night.claim(Claim.LINE, 5, 6, 7)
    night.ask()
    before = night.state.progressives["Pozo Illimani"]
    happened = night.do(ResumeDraw())
    (left,) = [e for e in happened if isinstance(e, RemainderBooked)]
    assert left == RemainderBooked(Claim.LINE, "", 50, "Pozo Illimani")
    assert night.state.progressives["Pozo Illimani"] == before + 50


@pytest.mark.parametrize(
    "wrong",
    [
        {"claim": "full"},
        {"seed": 600_000},
        {"share_bp": 0},
        {"max_balls": 91},
        {"name": " "},
    ],
)
@pytest.mark.req("AJ-115")
def test_a_progressive_that_makes_no_sense_is_no_rule_set(wrong):
    with pytest.raises(ValueError, match="AJ-11"):
        replace(WITH_POTS, progressives=(replace(POT, **wrong), EARLY))


GROWING = replace(POT, max_balls=15, balls_a_game=2, most_balls=18)
GROWN = replace(RULES, house_bp=2500, progressives=(GROWING,))


def won_late(night: Night) -> list[str]:
    """Play a game whose bingo comes with ball 17, and return which progressives it won."""
    night.start(60)
    card = night.state.game.first
    for ball in [n for n in range(1, 91) if n not in MATRIX.card(card).numbers][:2]:
        night.draw(ball)
    night.call_card(card)
    night.claim(Claim.BINGO, card)
    night.ask()
    night.do(FinishGame())
    assert night.state.game.called == 17
    return [a.prize.progressive for a in night.state.game.awards if a.prize.progressive]


@pytest.mark.req("AJ-115")
def test_a_progressive_may_allow_more_balls_after_each_game_that_did_not_win_it():
    night = Night(GROWN).open_session()
    assert won_late(night) == []
    assert night.state.game.contributions[0].balls == 15
    assert board(night.state, Wall("x", True)).prizes[-1].note == "ya no: pasó la bola 15 · 5 %"
    assert carried_forward(night.state).unwon == (Balance("Pozo Illimani", 1),)
    night.settled().do(night.count(), LoadBalls())
    assert won_late(night) == ["Pozo Illimani"], "the second game allows 17"
    assert night.state.unwon == {"Pozo Illimani": 0}
    night.settled().do(night.count(), LoadBalls())
    night.sell(60)
    closed = night.only(SaleClosed, CloseSale())
    assert closed.progressives[0].balls == 15, "one that was won begins again"


@pytest.mark.req("AJ-117")
def test_balls_that_do_not_grow_leave_no_trace_in_digest_or_book():
    assert "balls_a_game" not in WITH_POTS.text
    assert "balls_a_game" in GROWN.text
    (closed,) = Night(WITH_POTS).open_session().sell(100).do(CloseSale())
    assert set(encode(closed)["progressives"][0]) == {"progressive", "amount", "total"}
    assert "unwon" not in encode(carried_forward(Night(WITH_POTS).open_session().state))


@pytest.mark.req("AJ-115")
@pytest.mark.parametrize("change", [{"balls_a_game": 0}, {"most_balls": 15}, {"most_balls": 91}])
def test_balls_grow_by_some_up_to_some_or_not_at_all(change):
    with pytest.raises(ValueError, match="AJ-115"):
        replace(GROWN, progressives=(replace(GROWING, **change),))
