"""Deliveries to sellers, returns of what was left, and the complementary series."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.rules.cards import Matrix
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.opening import RegisterSeries
from hallctl.games.bingo.rules.commands.sale import (
    AnnounceGame,
    AnnounceSecondSeries,
    CloseSale,
    DeliverCards,
    ReturnCards,
    SellCards,
    TakeBackSale,
)
from hallctl.games.bingo.rules.events.sale import (
    CardsDelivered,
    CardsReturned,
    SaleTakenBack,
    SecondSeriesAnnounced,
    SoldRange,
)
from hallctl.games.bingo.rules.refusals import refuse
from hallctl.games.bingo.rules.tables import COMMANDS
from hallctl.games.bingo.words import sold_formula
from hallctl.rules.commands.extraction import ReportFilled
from tests.hallctl.games.bingo.rules.night import MATRIX, RULES, Night

SMALL = Matrix(MATRIX.cards[:40])
OTHER = make_matrix(42, 5)


def register(night, letter, value=500, matrix=SMALL):
    night.do(RegisterSeries(letter, 1, value, matrix.digest))


@pytest.mark.req("AJ-10", "AJ-80")
def test_what_is_delivered_and_not_returned_is_sold():
    night = Night().open_session()
    night.do(AnnounceGame("A-1042"), ReportFilled())
    assert night.do(DeliverCards("Luis", 12)) == (CardsDelivered(SoldRange("A-1042", 1, 12), "Luis"),)
    night.do(DeliverCards("Rosa", 12))
    assert night.do(ReturnCards("Rosa", 5)) == (CardsReturned(SoldRange("A-1042", 20, 24), "Rosa"),)
    assert night.state.game.sold == (SoldRange("A-1042", 1, 19),)
    night.do(SellCards(1))
    assert night.state.game.sold == (SoldRange("A-1042", 1, 20),)
    (closed,) = night.do(CloseSale())
    assert closed.cards == 20  # type: ignore[attr-defined]
    assert closed.collected == 20 * 500  # type: ignore[attr-defined]


@pytest.mark.req("AJ-66", "AJ-80")
def test_cards_come_back_from_the_last_so_that_no_gap_is_left():
    night = Night().open_session()
    night.do(AnnounceGame("A-1042"), ReportFilled())
    assert night.refused(ReturnCards("Luis", 1)) == "RETURN-NONE"
    assert night.refused(DeliverCards(" ", 1)) == "DELIVER-SELLER"
    night.do(DeliverCards("Luis", 6), DeliverCards("Rosa", 6))
    assert night.refused(ReturnCards("Luis", 1)) == "RETURN-ORDER"
    assert night.refused(ReturnCards("Rosa", 7)) == "RETURN-MANY"
    assert night.refused(ReturnCards("Rosa", 0)) == "RETURN-NONE"
    night.do(ReturnCards("Rosa", 6), ReturnCards("Luis", 6))
    assert night.state.game.sold == ()
    assert night.state.pointers["A-1042"] == 0


@pytest.mark.req("AJ-66", "AJ-77")
def test_the_last_sale_is_taken_back_by_who_sold_it_and_its_cards_are_the_next_ones_again():
    night = Night().open_session()
    night.do(AnnounceGame("A-1042"), ReportFilled(), SellCards(6), SellCards(3))
    back = SoldRange("A-1042", 7, 9)
    taken = (SaleTakenBack(1, "Luis", back, 1500), CardsReturned(back, "Luis"))
    assert night.do(TakeBackSale(7)) == taken
    assert night.state.game.sold == (SoldRange("A-1042", 1, 6),)
    assert night.state.pointers["A-1042"] == 6
    assert night.refused(TakeBackSale(7)) == "BACK-NONE", "it is taken back once"
    night.do(SellCards(12))
    assert night.state.game.sold == (SoldRange("A-1042", 1, 18),)
    (closed,) = night.do(CloseSale())
    assert closed.collected == 18 * 500  # type: ignore[attr-defined]
    assert night.refused(TakeBackSale(7)) == "SALE-PHASE"


@pytest.mark.req("AJ-66")
def test_a_sale_is_not_taken_back_after_a_later_one_nor_for_what_a_seller_was_handed():
    night = Night().open_session()
    night.do(AnnounceGame("A-1042"), ReportFilled(), SellCards(6), DeliverCards("Rosa", 6))
    assert night.refused(TakeBackSale(1)) == "BACK-LATER"
    assert night.refused(TakeBackSale(7)) == "BACK-NONE"
    night.do(ReturnCards("Rosa", 6), TakeBackSale(1))
    assert night.state.game.sold == ()


@pytest.mark.req("AJ-77")
@pytest.mark.invariant("I5")
def test_nothing_is_delivered_or_returned_after_the_sale_closes():
    night = Night().open_session().sell(20)
    night.do(CloseSale())
    assert night.refused(DeliverCards("Luis", 1)) == "SALE-PHASE"
    assert night.refused(ReturnCards("Luis", 1)) == "SALE-PHASE"
    assert night.refused(AnnounceSecondSeries("A-1042")) == "SALE-PHASE"


def second_series_night(first_game=25, matrices=(SMALL, OTHER)):
    """The first series of 40 cards begins the game at ``first_game + 1``; B and C are fresh."""
    night = Night(replace(RULES, seats=100), SMALL)
    night.state = replace(night.state, matrices={m.digest: m for m in matrices})
    night.open_session(matrix=SMALL, series=("A", 1))
    register(night, "B")
    register(night, "C", matrix=OTHER)
    register(night, "D", value=200)
    if first_game:
        night.do(AnnounceGame("A-1"), SellCards(first_game))
        night.do(
            ProposeVoid("prueba"), ApproveVoid(), PayRefunds(first_game), CollectCards(first_game), SignGame()
        )
    night.do(AnnounceGame("A-1"), ReportFilled())
    return night


@pytest.mark.req("AJ-68", "AJ-69", "AJ-70", "AJ-71", "AJ-83")
def test_a_second_series_is_sold_from_one_to_below_the_first_card_of_the_first_series():
    night = second_series_night()
    assert night.refused(AnnounceSecondSeries("B-1")) == "SECOND-EARLY"
    night.do(SellCards(15))
    assert night.refused(AnnounceSecondSeries("Z-1")) == "SERIES-UNKNOWN"
    assert night.refused(AnnounceSecondSeries("D-1")) == "SECOND-VALUE"
    assert night.refused(AnnounceSecondSeries("A-1")) == "SECOND-OTHER"
    assert night.do(AnnounceSecondSeries("B-1")) == (SecondSeriesAnnounced(2, "B-1", 25),)
    assert night.refused(AnnounceSecondSeries("C-1")) == "SECOND-OTHER"
    assert night.refused(SellCards(26)) == "SALE-SHORT"
    night.do(SellCards(25))
    assert night.refused(SellCards(1)) == "SALE-SHORT"
    assert sold_formula(night.state.game.sold) == (
        "Cartones vendidos 40, de la serie A 1 del número 26 al 40 y de la serie B 1 del número 1 al 25."
    )
    (closed,) = night.do(CloseSale())
    assert closed.cards == 40


@pytest.mark.req("AJ-71")
def test_there_is_no_second_series_where_the_first_began_at_one():
    night = second_series_night(first_game=0)
    night.do(SellCards(40))
    assert night.refused(AnnounceSecondSeries("B-1")) == "SECOND-FIRST"


@pytest.mark.req("AJ-68")
def test_a_sale_is_not_taken_back_once_the_second_series_is_announced():
    night = second_series_night()
    night.do(SellCards(10), SellCards(5), AnnounceSecondSeries("B-1"))
    assert night.refused(TakeBackSale(36)) == "BACK-SECOND"


@pytest.mark.req("AJ-70")
def test_a_second_series_that_is_begun_cannot_be_used():
    night = second_series_night()
    night.do(ProposeVoid("x"), ApproveVoid(), CollectCards(0), SignGame())
    night.do(AnnounceGame("B-1"), SellCards(3))
    night.do(ProposeVoid("x"), ApproveVoid(), PayRefunds(3), CollectCards(3), SignGame())
    night.do(AnnounceGame("A-1"), SellCards(15))
    assert night.refused(AnnounceSecondSeries("B-1")) == "SECOND-BEGUN"


@pytest.mark.req("AJ-72", "PT-22")
@pytest.mark.invariant("I6")
def test_two_equal_cards_are_never_sold_in_a_game_whatever_their_numbers_say():
    cards = list(OTHER.cards)
    cards[4] = SMALL.card(30)
    crossed = Matrix(tuple(cards))
    night = second_series_night(matrices=(SMALL, OTHER, crossed))
    register(night, "X", matrix=crossed)
    night.do(SellCards(15), AnnounceSecondSeries("X-1"), SellCards(4))
    assert night.refused(SellCards(1)) == "SALE-ALIKE"


@pytest.mark.req("AJ-19", "AJ-94")
def test_a_card_of_the_second_series_is_verified_in_its_own_series():
    night = second_series_night()
    night.do(SellCards(15), AnnounceSecondSeries("B-1"), SellCards(5))
    night.do(CloseSale(), StartDraw())
    for ball in SMALL.card(3).rows[0]:
        night.draw(ball)
    night.do(StopForClaim(Claim.LINE))
    (unsold,) = night.do(VerifyCard(Claim.LINE, "A-1", 3))
    assert unsold.faults == ("no se vendió en esta partida",)
    (good,) = night.do(VerifyCard(Claim.LINE, "B-1", 3))
    assert good.good


@pytest.mark.req("AJ-73", "AJ-74", "AJ-112", "AJ-113", "PT-19")
def test_no_step_reserves_a_card_refunds_one_player_or_names_a_buyer():
    assert not {name for name in COMMANDS if "Reserve" in name or "RefundCard" in name}
    fields = {f for name in ("SellCards", "DeliverCards") for f in COMMANDS[name].__dataclass_fields__}
    assert fields == {"count", "seller"}


@pytest.mark.req("PT-20")
def test_a_sale_has_no_more_cards_than_a_player_may_buy():
    night = Night(replace(RULES, most_cards=12)).open_session().sell(12)
    assert night.refused(SellCards(13)) == "SALE-MOST"
    assert refuse("SALE-MOST", most=12).requirement == "PT-20"
    night.do(SellCards(12))
    night.do(DeliverCards("Luis", 60))  # a seller sells to many
    assert night.state.game.cards == 84
