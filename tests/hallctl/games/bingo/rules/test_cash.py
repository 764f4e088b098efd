"""The cash of a game counted piece by piece; an amount without pieces counts too."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.rules.commands.closing import CountCash
from hallctl.games.bingo.rules.commands.sale import CloseSale
from hallctl.games.bingo.rules.events.closing import CashCounted
from hallctl.rules.cash import Pieces, Tender, total
from hallctl.rules.codec import decode, encode
from hallctl.rules.deciding.counting import MOST
from tests.hallctl.bingo import narrate
from tests.hallctl.games.bingo.rules.night import RULES, Night

NOTE, COIN, CHIP = Tender
BLANK = RULES.blank_count
COUNTS = st.lists(st.integers(0, MOST), min_size=len(BLANK), max_size=len(BLANK))


def closed(cards: int = 60) -> Night:
    night = Night().open_session().sell(cards)
    night.do(CloseSale())
    return night


def counted(*counts: int) -> tuple[Pieces, ...]:
    return tuple(replace(each, count=count) for each, count in zip(BLANK, counts, strict=True))


@pytest.mark.req("AJ-11", "AJ-46")
def test_what_is_minuted_is_the_sum_of_the_pieces_and_the_pieces_that_were_there():
    night = closed()
    pieces = (Pieces(NOTE, 20_000, 1), Pieces(NOTE, 1_000, 0), Pieces(COIN, 50, 3), Pieces(CHIP, 50, 1))
    event = night.only(CashCounted, CountCash(pieces=pieces))
    assert event == CashCounted("Rosa", 30_000, 20_200, (pieces[0], *pieces[2:]))
    assert night.state.game.cash == 20_200
    said = "Rosa cuenta Bs 202,00 (1 billete de 200, 3 monedas de 0,50, 1 ficha de 0,50): "
    assert narrate(event, "Bs") == said + "diferencia Bs -98,00."


@given(COUNTS)
@pytest.mark.invariant("I7")
def test_any_count_comes_to_what_its_pieces_are_worth_to_the_centavo(counts):
    event = closed(10).only(CashCounted, CountCash(pieces=counted(*counts)))
    assert event.counted == sum(each.value * count for each, count in zip(BLANK, counts, strict=True))
    assert event.counted == total(event.pieces)
    assert decode(CashCounted, encode(event)) == event


@pytest.mark.req("AJ-11")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (CountCash(), "CASH-NONE"),
        (CountCash(-1), "CASH-NEGATIVE"),
        (CountCash(20_000, (Pieces(NOTE, 20_000, 1),)), "CASH-SAID"),
        (CountCash(pieces=(Pieces(NOTE, 20_000, -1),)), "CASH-NEGATIVE"),
        (CountCash(pieces=(Pieces(NOTE, 20_000, MOST + 1),)), "CASH-MANY"),
        (CountCash(pieces=(Pieces(NOTE, 300, 1),)), "CASH-PIECE"),
        (CountCash(pieces=(Pieces(COIN, 20_000, 1),)), "CASH-PIECE"),
        (CountCash(pieces=(Pieces(COIN, 500, 1), Pieces(COIN, 500, 2))), "CASH-PIECE"),
    ],
)
def test_what_is_no_count_is_refused(command, code):
    assert closed().refused(command) == code


def test_a_strange_piece_is_named_as_people_read_it():
    command = CountCash(pieces=(Pieces(NOTE, 330, 1), Pieces(COIN, -5, 1)))
    sentence = closed().answer(command).sentence
    assert "piezas de 3,30; -0,05." in sentence


def test_a_count_of_a_book_from_before_pieces_were_named_reads_as_it_did():
    before = {"cashier": "Rosa", "expected": 30_000, "counted": 29_500}
    assert decode(CashCounted, before) == CashCounted("Rosa", 30_000, 29_500)
    assert decode(CountCash, {"counted": 29_500}) == CountCash(29_500)
    assert narrate(decode(CashCounted, before), "Bs") == "Rosa cuenta Bs 295,00: diferencia Bs -5,00."
