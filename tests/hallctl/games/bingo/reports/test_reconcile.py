"""Delivered − returned = sold = income ÷ price, or it is listed."""

from dataclasses import replace

import pytest

from drivers.printer.pdf import render
from hallctl.games.bingo.reports.money_pages import reconciliation_paper
from hallctl.games.bingo.reports.reconcile import reconcile
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, DeliverCards, ReturnCards
from hallctl.games.bingo.rules.events.claims import PrizeAwarded
from hallctl.games.bingo.rules.events.closing import CardsCollected, CashCounted, GameVoided, RefundsPaid
from hallctl.games.bingo.rules.events.sale import CardsReturned, CardsSold, SaleClosed, SoldRange
from tests.hallctl.games.bingo.reports.record import POTS, RULES, doctored, night, noted, without
from tests.hallctl.games.bingo.rules.night import Night


@pytest.mark.req("AJ-10", "AJ-80")
@pytest.mark.parametrize("rules", [POTS, RULES])
def test_random_nights_reconcile_for_every_game_and_every_seller(rules):
    found = reconcile(night(24, 2, rules))
    assert found.inequalities == ()
    assert sum(line.returned for line in found.games) > 0
    for game in found.games:
        sellers = [line for line in found.sellers if line.game == game.game]
        assert sum(line.sold for line in sellers) == game.sold
        assert sum(line.income for line in sellers) == game.collected
        for line in (*sellers, game):
            assert line.delivered - line.returned == line.sold  # type: ignore[attr-defined]
        assert game.sold * game.price == game.collected


@pytest.mark.req("AJ-10")
def test_each_seller_has_a_line_of_their_own():
    hall = Night().open_session()
    hall.do(AnnounceGame("A-1042"), DeliverCards("Luis", 20), DeliverCards("Eva", 30))
    hall.do(ReturnCards("Eva", 5), CloseSale())
    found = reconcile(noted(hall.events))
    assert [(s.seller, s.delivered, s.returned, s.sold, s.income) for s in found.sellers] == [
        ("Luis", 20, 0, 20, 10_000),
        ("Eva", 30, 5, 25, 12_500),
    ]


def grown(cards, by):
    return replace(cards, last=cards.last + by)


@pytest.mark.req("AJ-80")
@pytest.mark.parametrize(
    ("kind", "change", "what"),
    [
        (SaleClosed, lambda e: replace(e, cards=e.cards + 1), "vendidos al cerrar la venta"),
        (SaleClosed, lambda e: replace(e, collected=e.collected - 500), "recaudado = vendidos × precio"),
        (SaleClosed, lambda e: replace(e, house=e.house - 1), "recaudado y acarreado = repartido"),
        (PrizeAwarded, lambda e: replace(e, amount=e.amount - 50), "sin adjudicar"),
        (CardsSold, lambda e: replace(e, sold=grown(e.sold, 2)), "vendidos al cerrar la venta"),
        (CardsReturned, lambda e: replace(e, cards=grown(e.cards, 3)), "estaban entregados"),
        (CardsReturned, lambda e: replace(e, cards=SoldRange("Z-9", 1, 2)), "estaban entregados"),
        (CardsCollected, lambda e: replace(e, count=e.count - 1), "retirados al final"),
        (CashCounted, lambda e: replace(e, counted=e.counted - 1), "dinero contado"),
        (GameVoided, lambda e: replace(e, refunded=e.refunded + 5), "cartones devueltos × precio"),
        (RefundsPaid, lambda e: replace(e, amount=e.amount - 5), "devoluciones pagadas"),
    ],
)
def test_a_doctored_record_is_listed_as_what_it_is(kind, change, what):
    record = night(45, 12, RULES)
    assert any(isinstance(entry.event, kind) for entry in record)
    found = reconcile(doctored(record, kind, change)).inequalities
    assert any(what in one.what for one in found), found
    assert len({one.game for one in found}) == 1
    assert all(one.left != one.right for one in found)


def test_a_return_that_was_left_out_of_the_record_is_found():
    record = night(45, 12, RULES)
    returned = next(entry.event for entry in record if isinstance(entry.event, CardsReturned))
    found = reconcile(without(record, lambda event: event is returned)).inequalities
    one = next(one for one in found if "al cerrar la venta" in one.what)
    assert one.left - one.right == returned.cards.count


def test_the_takings_are_drawn_by_game_and_seller_however_many_they_are():
    hall = Night().open_session()
    sellers = [f"Vendedor {n}" for n in range(9)]
    hall.do(AnnounceGame("A-1042"), *(DeliverCards(seller, 10 + n) for n, seller in enumerate(sellers)))
    hall.do(CloseSale())
    entries = noted(hall.events)
    paper = reconciliation_paper(entries, reconcile(entries), RULES, "")
    (drawn,) = (block for block in paper["blocks"] if block["kind"] == "bars")
    assert drawn["names"] == sellers
    assert drawn["bars"] == [{"label": "1", "parts": [(10 + n) * 500 for n in range(9)]}]
    # There are fewer colours than sellers: they begin anew.
    assert render("informe", paper, entries[-1].time).startswith(b"%PDF")
