"""A card that nobody brings back keeps no game from its signature; a void one owes its price (AJ-76, 111)."""

import pytest

from drivers.printer.pdf import render
from hallctl.games.bingo.reports.session import summary
from hallctl.games.bingo.rules.carried import carried_forward
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayPrizes,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, RefundMissing
from hallctl.games.bingo.rules.events.closing import CardsCollected
from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingRefunded, OpenRefund
from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.written import read_numbers
from hallctl.outputs.offer import Premises
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.incidents import ApproveIncident
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.events.incidents import IncidentMinuted
from hallctl.rules.ledger import REFUNDS_DUE, TILL
from tests.hallctl.bingo import offers
from tests.hallctl.games.bingo.documents.test_act import START, printed
from tests.hallctl.games.bingo.reports.record import noted
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, OPENING, Night

SERIES = "A-1042"


def declared(cards="12, 15-17", reason="se fueron con ellos"):
    return DeclareMissing(SERIES, cards, reason)


def void() -> Night:
    night = Night().open_session().sell(60)
    night.do(ProposeVoid("error"), ApproveVoid(), PayRefunds(56))
    return night


def signed() -> Night:
    night = void()
    night.do(declared(), CollectCards(56), ApproveIncident(1), SignGame())
    return night


def offered(night):
    premises = Premises(OPENING, (), ("J-01", "J-02"), APPOINTMENTS, DAY)
    return {offer.command: offer for offer in offers(night.state, premises, night.now)}


@pytest.mark.req("AJ-54", "AJ-76")
@pytest.mark.invariant("I16", "I21")
def test_a_void_game_is_signed_without_the_cards_that_two_people_declared_missing():
    night = void()
    assert night.refused(CollectCards(56)) == "COLLECT-COUNT"
    missing, incident = night.do(declared())
    assert missing == CardsMissing(
        1, (SoldRange(SERIES, 12, 12), SoldRange(SERIES, 15, 17)), declared().reason, "Ana"
    )
    assert isinstance(incident, IncidentMinuted)
    assert "serie A 1042, n.º 12, 15 a 17. Su valor se debe a quien los devuelva (AJ-111)" in incident.text
    next_ones = [name for name, offer in offered(night).items() if offer.post is Post.CAJERO]
    assert next_ones[:2] == ["CollectCards", "PayRefunds"], "nobody waits for who went away with a card"
    assert offered(night)["CollectCards"].body["count"] == 56
    assert night.refused(CollectCards(55)) == "COLLECT-COUNT"
    assert night.only(CardsCollected, CollectCards(56)) == CardsCollected(56, 4)
    assert night.refused(SignGame()) == "SIGN-INCIDENT", "the Director has not signed it"
    night.do(ApproveIncident(1), SignGame())
    assert night.state.owed == (OpenRefund(1, 500, 4, missing.cards),)
    assert night.state.ledger[REFUNDS_DUE] == -2_000
    night.do(night.count(), CloseSession())


@pytest.mark.req("AJ-54", "AJ-76", "AJ-111")
def test_the_act_says_which_are_missing_over_both_signatures_and_is_typeset():
    document = printed(signed())
    (incident,) = document["incidents"]
    assert "n.º 12, 15 a 17. Su valor se debe a quien los devuelva" in incident["text"]
    assert "Motivo: se fueron con ellos" in incident["text"]
    assert [each["name"] for each in document["signatures"]] == ["Ana", "Marta"]
    assert render("acta", document, START).startswith(b"%PDF-1.7")


@pytest.mark.req("AJ-81", "AJ-111")
@pytest.mark.invariant("I7")
def test_what_is_owed_is_paid_against_each_card_once_and_in_any_session_and_volume():
    night = signed()
    assert carried_forward(night.state).owed == night.state.owed
    offer = offered(night)["RefundMissing"]
    assert offer.refusal is None
    assert night.refused(RefundMissing(1, SERIES, 13)) == "OWED-NONE"
    assert night.refused(RefundMissing(2, SERIES, 12)) == "OWED-NONE"
    assert night.refused(RefundMissing(1, SERIES, 12), Post.JEFE) == "POST"
    till = night.state.ledger[TILL]
    assert night.do(RefundMissing(1, SERIES, 16)) == (MissingRefunded(1, SERIES, 16, 500),)
    assert night.state.ledger[TILL] == till - 500
    assert night.refused(RefundMissing(1, SERIES, 16)) == "OWED-NONE"
    night.sell(10)
    night.do(*(RefundMissing(1, SERIES, card) for card in (12, 15, 17)))
    assert night.state.owed == ()
    assert night.state.ledger[REFUNDS_DUE] == 0
    assert "RefundMissing" not in offered(night)
    assert summary(noted(night.events), 1, night.state.rules).balances


def test_a_card_that_was_paid_and_then_lost_is_owed_to_nobody_twice():
    night = void()
    night.do(PayRefunds(3), declared(), CollectCards(56), ApproveIncident(1), SignGame())
    night.do(RefundMissing(1, SERIES, 12))
    assert night.refused(RefundMissing(1, SERIES, 15)) == "OWED-NONE"
    assert night.state.ledger[REFUNDS_DUE] == 0


def test_cards_that_come_all_the_same_are_missing_no_more_and_their_price_is_paid_before_the_signature():
    night = void()
    night.do(declared())
    assert night.only(CardsCollected, CollectCards(60)) == CardsCollected(60)
    night.do(ApproveIncident(1))
    assert night.answer(SignGame()).words["due"] == 4
    night.do(PayRefunds(4), SignGame())
    assert night.state.owed == ()


def test_what_was_not_declared_is_refunded_before_the_signature():
    night = Night().open_session().sell(60)
    night.do(ProposeVoid("error"), ApproveVoid(), PayRefunds(50), declared(), CollectCards(56))
    night.do(ApproveIncident(1))
    assert night.answer(SignGame()).words["due"] == 6


def test_a_finished_game_is_signed_without_them_too_and_owes_nothing():
    night = Night().open_session().finished()
    _, incident = night.do(declared("60"))
    assert isinstance(incident, IncidentMinuted)
    assert "AJ-111" not in incident.text
    night.do(PayPrizes(), CollectCards(59), ApproveIncident(1))
    night.do(SignGame())
    assert night.state.owed == ()
    assert REFUNDS_DUE not in night.state.ledger


@pytest.mark.req("AJ-76")
def test_only_cards_of_the_game_that_is_over_are_declared_and_each_once():
    assert Night().open_session().sell(60).refused(declared()) == "MISSING-PHASE"
    night = void()
    assert night.refused(declared("")) == "MISSING-LIST"
    assert night.refused(declared("61")) == "MISSING-SOLD"
    assert night.refused(DeclareMissing("B-7", "12", "x")) == "MISSING-SOLD"
    assert night.refused(declared("12, 12")) == "MISSING-KNOWN"
    assert night.refused(declared(reason=" ")) == "MISSING-REASON"
    assert night.refused(declared(), Post.CAJERO) == "POST"
    night.do(declared("12"))
    assert night.refused(declared("10-14")) == "MISSING-KNOWN"
    night.do(CollectCards(59))
    assert night.refused(declared("15")) == "COLLECT-TWICE"


def test_a_book_without_missing_cards_has_no_word_of_them():
    assert encode(CardsCollected(60)) == {"count": 60}
    assert "owed" not in encode(carried_forward(Night().open_session().state))


@pytest.mark.parametrize(
    ("written", "spans"),
    [
        ("12", ((12, 12),)),
        ("12, 15-17 y 20 a 22", ((12, 12), (15, 17), (20, 22))),
        ("12 15–17; 3.", ((12, 12), (15, 17), (3, 3))),
        ("17-15", ()),
        ("doce", ()),
        ("1,,2", ()),
        ("1" * 7, ()),
        ("A-1042/12", ()),
    ],
)
def test_a_list_of_cards_is_read_as_people_write_it(written, spans):
    assert read_numbers(written) == spans
