"""The cashiers' shifts: what a till should hold is computed, and what is found is minuted as it is."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    CountCash,
    PayPrize,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.opening import LoadBalls
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale
from hallctl.games.bingo.rules.events.closing import PrizePaid
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Phase
from hallctl.games.bingo.rules.tables import fold
from hallctl.rules.cash import made_up, total
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.base import Appointment, Post
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.commands.till import CloseShift, OpenShift
from hallctl.rules.events.till import ShiftClosed, ShiftOpened
from hallctl.rules.ledger import FLOAT, TILL
from hallctl.rules.refusals import Refusal
from tests.hallctl.bingo import narrate
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, RULES, Night

BY_SHIFTS = replace(RULES, shifts=True)
TWO = (*APPOINTMENTS, Appointment(Post.CAJERO, "Eva"))


def pieces(amount):
    return made_up(amount, RULES.blank_count)


def shift(night):
    return night.state.session.shift


def relieved() -> Night:
    """A session with two cashiers, Rosa and Eva."""
    night = Night(BY_SHIFTS).open_session()
    night.do(CloseSession(), OpenSession(TWO, DAY))
    night.do(*(PassCheck(item) for item in RULES.checks), night.count(), LoadBalls())
    return night


def as_(night, person, command):
    answer = night.answer(command, Post.CAJERO, person)
    assert not isinstance(answer, Refusal), answer
    night.state = fold(night.state, answer)
    night.events += answer
    return answer


@pytest.mark.req("AJ-11")
@pytest.mark.invariant("I7")
def test_a_shift_should_hold_its_float_and_what_came_in_less_what_went_out():
    night = Night().open_session()
    opened = night.only(ShiftOpened, OpenShift(pieces(50_000)))
    assert (opened.shift, opened.cashier, opened.initial, opened.left) == (1, "Rosa", 50_000, None)
    assert total(opened.pieces) == 50_000
    assert all(each.count for each in opened.pieces)
    night.finished(60).settled()
    prizes = sum(event.amount for event in night.events if isinstance(event, PrizePaid))
    assert prizes == 21_000
    assert (shift(night).income, shift(night).prizes, shift(night).refunds) == (30_000, prizes, 0)
    closed = night.only(ShiftClosed, CloseShift(pieces(58_900)))
    assert (closed.expected, closed.counted) == (59_000, 58_900)
    assert narrate(closed, "Bs").endswith("; faltan Bs 1,00.")
    assert night.state.ledger[TILL] == 30_000 - prizes
    assert night.state.ledger[FLOAT] == 0
    for event in (opened, closed):
        assert decode(type(event), encode(event)) == event


@pytest.mark.req("AJ-11", "AJ-111")
def test_a_game_void_while_cards_are_sold_comes_in_and_its_refunds_go_out():
    night = Night().open_session()
    night.do(OpenShift(pieces(0)))
    night.sell(60).do(ProposeVoid("error"), ApproveVoid(), PayRefunds(59))
    assert (shift(night).income, shift(night).refunds, shift(night).expected) == (30_000, 29_500, 500)


@given(st.lists(st.tuples(st.integers(10, 60), st.booleans()), max_size=3), st.integers(0, 10**7))
@settings(max_examples=25, deadline=None)
@pytest.mark.invariant("I7")
def test_whatever_is_sold_and_given_back_the_till_moves_as_its_shift_says(games, initial):
    night = Night().open_session()
    night.do(OpenShift(pieces(initial)))
    before = night.state.ledger[TILL]
    for cards, closes in games:
        night.sell(cards)
        if closes:
            night.do(CloseSale())
        night.do(ProposeVoid("fin"), ApproveVoid(), PayRefunds(cards), CollectCards(cards))
        night.do(SignGame())
    assert night.state.ledger[TILL] - before == shift(night).expected - shift(night).initial == 0
    assert shift(night).income == sum(cards for cards, _ in games) * 500


@pytest.mark.req("AJ-02", "AJ-11")
def test_one_cashier_hands_the_till_to_the_next_and_only_its_holder_pays():
    night = relieved()
    as_(night, "Rosa", OpenShift(pieces(10_000)))
    assert night.refused(OpenShift(pieces(0)), Post.CAJERO, "Eva") == "SHIFT-OPEN"
    night.finished(60)
    award = night.state.game.awards[0].prize
    pay = PayPrize(award.claim, award.series, award.card)
    assert night.refused(pay, Post.CAJERO, "Eva") == "SHIFT-OTHER"
    assert night.refused(CountCash(1), Post.CAJERO, "Eva") == "SHIFT-OTHER"
    assert night.refused(CloseShift(pieces(0)), Post.CAJERO, "Rosa") == "SHIFT-GAME"
    night.settled()
    (closed,) = as_(night, "Eva", CloseShift(pieces(19_000)))
    assert (closed.cashier, closed.expected) == ("Rosa", 19_000)
    assert narrate(closed, "Bs").endswith("; cuadra.")
    (opened,) = as_(night, "Eva", OpenShift(pieces(19_000)))
    assert (opened.shift, opened.cashier, opened.left) == (2, "Eva", 19_000)
    assert "; el anterior dejó Bs 190,00." in narrate(opened, "Bs")


@pytest.mark.req("AJ-11")
def test_a_shift_is_opened_by_a_cashier_between_sales_and_a_session_does_not_close_under_it():
    night = Night()
    assert night.refused(OpenShift(pieces(0))) == "BOOK-NONE"
    night.open_session()
    assert night.refused(CloseShift(pieces(0))) == "SHIFT-NONE"
    assert night.refused(OpenShift(pieces(0)), Post.JEFE) == "POST"
    assert night.refused(OpenShift(pieces(0)), Post.CAJERO, "Eva") == "POST-PERSON"
    assert night.refused(OpenShift(())) == "CASH-NONE"
    assert night.refused(OpenShift(pieces(0), sheets=500)) == "BOOK-FULL"
    night.sell(60)
    assert night.refused(OpenShift(pieces(0))) == "SHIFT-SALE"
    night.do(ProposeVoid("fin"), ApproveVoid(), OpenShift(pieces(30_000)))
    night.do(PayRefunds(60), CollectCards(60), SignGame(), night.count())
    assert shift(night).expected == 0
    assert night.refused(CloseSession()) == "SESSION-SHIFT"
    night.do(CloseShift(pieces(0)), CloseSession())


@pytest.mark.req("AJ-11")
def test_where_the_rules_ask_for_shifts_no_game_is_announced_without_one_and_there_is_no_dead_end():
    night = Night(BY_SHIFTS).open_session()
    assert night.refused(AnnounceGame("A-1042")) == "SHIFT-NONE"
    night.do(OpenShift(pieces(0)))
    night.sell(60)
    # A rule set that came into force in the middle of a game, by a restart, finds it without a shift.
    session = night.state.session
    assert session is not None
    night.state = replace(night.state, session=replace(session, shift=None))
    night.do(ProposeVoid("fin"), ApproveVoid())
    assert night.refused(PayRefunds(60)) == "SHIFT-NONE"
    assert night.refused(CountCash(30_000)) == "SHIFT-NONE"
    night.do(OpenShift(pieces(30_000)), PayRefunds(60), CountCash(30_000))
    assert playing(night.state).phase is Phase.VOID
