"""A card that nobody brings back keeps no game from its signature; a void one owes its price (AJ-76, 111)."""

from dataclasses import replace

import pytest

from drivers.printer.pdf import render
from hallctl.games.bingo.documents.documents import BINGO_DOCUMENTS
from hallctl.games.bingo.reports.reconcile import reconcile
from hallctl.games.bingo.reports.session import summary
from hallctl.games.bingo.rules.carried import carried_forward
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayPrizes,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.missing import DeclareMissing, FindMissing, RefundMissing
from hallctl.games.bingo.rules.commands.opening import LoadBalls
from hallctl.games.bingo.rules.events.closing import CardsCollected, RefundsPaid
from hallctl.games.bingo.rules.events.missing import CardsMissing, MissingFound, MissingRefunded, OpenRefund
from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.refusals import BINGO_REFUSALS
from hallctl.games.bingo.rules.tables import BINGO_RULES
from hallctl.games.bingo.rules.written import read_numbers
from hallctl.outputs.folios.book import Binder
from hallctl.outputs.folios.values import Letterhead
from hallctl.outputs.offer import Premises
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.events.incidents import IncidentApproved, IncidentMinuted
from hallctl.rules.folios import CLOSING, FOR_ACTS, folios_left
from hallctl.rules.ledger import REFUNDS_DUE, TILL
from tests.hallctl.bingo import offers
from tests.hallctl.games.bingo.documents.test_act import START, printed
from tests.hallctl.games.bingo.reports.record import noted, without
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, OPENING, Night

SERIES = "A-1042"


def declared(cards="12, 15-17", reason="se fueron con ellos", *, paid=False):
    return DeclareMissing(SERIES, cards, reason, paid)


def cards_of(*spans):
    return tuple(SoldRange(SERIES, first, last) for first, last in spans)


def void() -> Night:
    night = Night().open_session().sell(60)
    night.do(ProposeVoid("error"), ApproveVoid(), PayRefunds(56))
    return night


def signed() -> Night:
    night = void()
    night.do(declared(), CollectCards(56), ApproveIncident(1), SignGame())
    return night


def every_offer(night):
    return offers(night.state, Premises(OPENING, (), ("J-01", "J-02"), APPOINTMENTS, DAY), night.now)


def offered(night):
    return {offer.command: offer for offer in every_offer(night)}


def session_acts(night):
    """Return the act of each session as text."""
    return [str(folio.data) for folio in folios_of(night) if folio.kind == "acta-sesion"]


def folios_of(night):
    binder = Binder(BINGO_RULES, BINGO_DOCUMENTS, Night().state, Letterhead("1028374021", "La Paz"))
    return [folio for entry in noted(night.events) if (folio := binder.add(entry)) is not None]


@pytest.mark.req("AJ-54", "AJ-76")
@pytest.mark.invariant("I16", "I21")
def test_a_void_game_is_signed_without_the_cards_that_two_people_declared_missing():
    night = void()
    assert night.answer(CollectCards(56)).code == "COLLECT-REFUNDS"
    assert "declara" in BINGO_REFUSALS["COLLECT-REFUNDS"][1], "the way out is said"
    missing, incident = night.do(declared())
    cards = (SoldRange(SERIES, 12, 12), SoldRange(SERIES, 15, 17))
    assert missing == CardsMissing(1, cards, declared().reason, "Ana", paid=False)
    assert isinstance(incident, IncidentMinuted)
    assert "serie A 1042, n.º 12, 15 a 17. Su valor se debe a quien los devuelva (AJ-111)" in incident.text
    next_ones = [name for name, offer in offered(night).items() if offer.post is Post.CAJERO]
    assert next_ones[0] == "CollectCards", "nobody waits for who went away with a card"
    assert "PayRefunds" not in next_ones, "nobody is paid for a card that is not there"
    assert night.answer(PayRefunds(1)).code == "REFUND-MANY"
    assert offered(night)["CollectCards"].body["count"] == 56
    assert night.refused(CollectCards(55)) == "COLLECT-COUNT"
    assert night.refused(CollectCards(57)) == "COLLECT-COUNT", "a card that is there is on no list"
    assert night.only(CardsCollected, CollectCards(56)) == CardsCollected(56, cards, cards)
    assert night.refused(SignGame()) == "SIGN-INCIDENT", "the Director has not signed it"
    night.do(ApproveIncident(1), SignGame())
    assert night.state.owed == (OpenRefund(1, 500, cards),)
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
    found = summary(noted(night.events), 1, night.state.rules)
    assert found.balances
    assert (found.total("refunded"), found.total("waiting"), found.late) == (30_000, 2_000, 2_000)


def test_a_card_that_comes_between_the_others_and_the_signature_is_paid_by_its_number():
    night = void()
    night.do(declared(), CollectCards(56), RefundMissing(1, SERIES, 12), ApproveIncident(1), SignGame())
    assert not night.state.owed[0].holds(SERIES, 12)
    assert night.state.ledger[REFUNDS_DUE] == -1_500


@pytest.mark.req("AJ-111")
def test_a_card_that_won_is_owed_nothing_and_takes_nobodys_price():
    night = Night().open_session().start(60)
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    night.ask()
    night.do(ResumeDraw(), ProposeVoid("error"), ApproveVoid(), PayPrizes(), PayRefunds(58))
    _, incident = night.do(declared("5, 12"))
    assert isinstance(incident, IncidentMinuted)
    assert "salvo el de los premiados" in incident.text
    night.do(CollectCards(58), ApproveIncident(1), SignGame())
    assert night.refused(RefundMissing(1, SERIES, 5)) == "OWED-NONE", "its prize was paid"
    night.do(RefundMissing(1, SERIES, 12))
    assert night.state.ledger[REFUNDS_DUE] == 0


@pytest.mark.req("AJ-111")
@pytest.mark.invariant("I21")
def test_cards_that_were_paid_and_then_lost_are_declared_so_and_owed_to_nobody():
    night = void()
    night.do(PayRefunds(3))
    assert night.refused(declared()) == "MISSING-PAID", "one of the four is owed, and nobody says which"
    night.do(declared("12"))
    assert night.refused(declared("15-17")) == "MISSING-PAID"
    _, incident = night.do(declared("15-17", paid=True))
    assert isinstance(incident, IncidentMinuted)
    assert "Su valor ya se había devuelto" in incident.text
    night.do(
        CollectCards(56), ApproveIncident(1), ApproveIncident(2), SignGame(), RefundMissing(1, SERIES, 12)
    )
    assert night.refused(RefundMissing(1, SERIES, 15)) == "OWED-NONE"
    assert night.state.ledger[REFUNDS_DUE] == 0


def test_no_more_cards_are_declared_as_paid_than_were_paid():
    night = Night().open_session().sell(60)
    night.do(ProposeVoid("error"), ApproveVoid(), PayRefunds(2))
    assert night.answer(declared("12-14", paid=True)).words["paid"] == 2
    assert night.refused(declared("12-14", paid=True)) == "MISSING-UNPAID"
    night.do(declared("12-13", paid=True))
    assert night.refused(declared("14", paid=True)) == "MISSING-UNPAID"


@pytest.mark.req("AJ-76", "AJ-111")
def test_a_declared_card_that_turns_up_is_taken_off_the_list_paid_and_told_on_the_act():
    night = void()
    night.do(declared())
    assert night.refused(FindMissing(SERIES, 13)) == "MISSING-NONE"
    assert night.refused(FindMissing(SERIES, 16), Post.CAJERO) == "POST"
    assert night.do(FindMissing(SERIES, 16)) == (MissingFound(1, SERIES, 16, "Ana"),)
    assert night.refused(FindMissing(SERIES, 16)) == "MISSING-NONE"
    assert night.refused(CollectCards(57)) == "COLLECT-REFUNDS", "it comes back against its price"
    night.do(PayRefunds(1), CollectCards(57), ApproveIncident(1), SignGame())
    assert night.state.owed == (OpenRefund(1, 500, cards_of((12, 12), (15, 15), (17, 17))),)
    assert night.refused(RefundMissing(1, SERIES, 16)) == "OWED-NONE", "it was paid once"
    texts = [each["text"] for each in printed(night)["incidents"]]
    assert "n.º 12, 15 a 17" in texts[0]
    assert "Apareció un cartón de la partida 1 declarado como faltante (serie A 1042, n.º 16)" in texts[1]


def test_where_all_come_after_all_the_act_says_so_and_nothing_is_owed():
    night = void()
    night.do(declared("12, 15"), FindMissing(SERIES, 12), FindMissing(SERIES, 15), PayRefunds(4))
    night.do(CollectCards(60), ApproveIncident(1), SignGame())
    assert night.state.owed == ()
    assert night.state.ledger[REFUNDS_DUE] == 0
    assert ["Apareció" in each["text"] for each in printed(night)["incidents"]] == [False, True, True]


def test_a_card_named_by_mistake_is_withdrawn_and_the_right_one_declared():
    night = void()
    night.do(PayRefunds(3), declared("12"), FindMissing(SERIES, 12), declared("21"), CollectCards(59))
    night.do(ApproveIncident(1), ApproveIncident(2), SignGame())
    assert night.refused(RefundMissing(1, SERIES, 12)) == "OWED-NONE"
    night.do(RefundMissing(1, SERIES, 21))


def test_what_was_not_declared_is_refunded_before_the_cards_are_taken():
    night = Night().open_session().sell(60)
    night.do(ProposeVoid("error"), ApproveVoid(), PayRefunds(50), declared())
    assert night.answer(CollectCards(56)).words["due"] == 6
    assert night.answer(SignGame()).words["due"] == 6
    assert "declara" in BINGO_REFUSALS["SIGN-REFUNDS"][1]
    assert offered(night)["PayRefunds"].body["cards"] == 6


@pytest.mark.invariant("I21")
def test_cards_that_people_left_on_their_tables_keep_no_game_from_its_signature():
    night = Night().open_session().sell(60)
    night.do(ProposeVoid("error"), ApproveVoid(), PayRefunds(40))
    assert night.refused(CollectCards(60)) == "COLLECT-REFUNDS"
    night.do(declared("41-60", "quedaron en las mesas"), CollectCards(40), ApproveIncident(1), SignGame())
    assert night.state.ledger[REFUNDS_DUE] == -10_000


def test_a_finished_game_is_signed_without_them_too_and_owes_nothing():
    night = Night().open_session().finished()
    _, incident = night.do(declared("60"))
    assert isinstance(incident, IncidentMinuted)
    assert "AJ-111" not in incident.text
    assert night.refused(declared("59", paid=True)) == "MISSING-UNPAID"
    night.do(PayPrizes(), CollectCards(59), ApproveIncident(1))
    night.do(SignGame())
    assert night.state.owed == ()
    assert REFUNDS_DUE not in night.state.ledger


@pytest.mark.req("AJ-76")
def test_only_cards_of_the_game_that_is_over_are_declared_and_each_once():
    selling = Night().open_session().sell(60)
    assert selling.refused(declared()) == "MISSING-PHASE"
    assert selling.refused(FindMissing(SERIES, 12)) == "MISSING-PHASE"
    night = void()
    assert night.refused(declared("")) == "MISSING-LIST"
    assert night.refused(declared("61")) == "MISSING-SOLD"
    assert night.refused(DeclareMissing("B-7", "12", "x")) == "MISSING-SOLD"
    assert night.refused(declared("12, 12")) == "MISSING-KNOWN"
    assert night.refused(declared(reason=" ")) == "MISSING-REASON"
    assert night.refused(declared(), Post.CAJERO) == "POST"
    night.do(declared("12"))
    assert night.refused(declared("10-14")) == "MISSING-KNOWN"
    night.do(PayRefunds(3), CollectCards(59))
    assert night.refused(declared("15")) == "COLLECT-TWICE"
    assert night.refused(FindMissing(SERIES, 12)) == "COLLECT-TWICE"


@pytest.mark.invariant("I21")
def test_a_declaration_always_finds_room_and_its_folio_where_one_is_free():
    night = void()
    night.state = replace(night.state, folios=OPENING.folios - FOR_ACTS - 1)
    assert night.refused(MinuteIncident("pelea", sheets=3)) == "BOOK-INCIDENTS"
    night.do(declared("12"), declared("15-17"))
    assert [night.only(IncidentApproved, ApproveIncident(number)).sheets for number in (1, 2)] == [1, 0]
    night.do(CollectCards(56), SignGame(), night.count(), CloseSession())
    assert folios_left(night.state) >= CLOSING
    kinds = [folio.kind for folio in folios_of(night)]
    assert kinds.count("incidencia") == 1, "the other is told by the act alone, which both sign"
    act = next(folio for folio in folios_of(night) if folio.kind == "acta")
    assert ["n.º 12." in str(act.data), "n.º 15 a 17." in str(act.data)] == [True, True]
    assert [each["name"] for each in act.data["signatures"]] == ["Ana", "Marta"]


def test_one_button_serves_every_game_that_owes_something():
    night = signed()
    night.sell(10)
    night.do(ProposeVoid("error"), ApproveVoid(), PayRefunds(9), declared("70"), CollectCards(9))
    night.do(ApproveIncident(2), SignGame())
    assert [owed.game for owed in night.state.owed] == [1, 2]
    every = [each for each in every_offer(night) if each.command == "RefundMissing"]
    (offer,) = every
    assert [question.field for question in offer.questions] == ["game", "card"]
    assert "1, 2" in str(offer.questions[0].label)


@pytest.mark.req("AJ-10", "AJ-80")
def test_the_reports_of_a_game_that_was_signed_without_cards_agree():
    night = signed()
    assert reconcile(noted(night.events)).inequalities == ()
    night.do(RefundMissing(1, SERIES, 12), night.count(), CloseSession())
    found = reconcile(noted(night.events))
    assert found.inequalities == ()
    assert (found.games[0].taken_back, found.games[0].missing) == (56, 4)
    one_less = without(noted(night.events), lambda event: isinstance(event, RefundsPaid))
    assert [each.right - each.left for each in reconcile(one_less).inequalities] == [28_000]


@pytest.mark.req("AJ-41", "AJ-111")
def test_the_act_of_a_session_says_what_was_given_back_and_what_is_still_owed():
    night = signed()
    night.do(night.count(), CloseSession())
    first = session_acts(night)[0]
    assert "se devolvieron Bs 280,00" in first
    assert "se deben Bs 20,00" in first
    night.do(OpenSession(APPOINTMENTS, DAY), *(PassCheck(item) for item in night.state.rules.checks))
    night.do(night.count(), LoadBalls(), RefundMissing(1, SERIES, 12), night.count(), CloseSession())
    late = session_acts(night)[1]
    assert "se devolvieron Bs 0,00" in late
    assert "de otras sesiones se devolvieron Bs 5,00" in late
    assert "se deben Bs 15,00" in late
    assert night.state.totals.refunded == 28_500, "the diligence of the volume says what was given back"


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
