"""Cards of every variant: made, written, read again, and every kind of fault named."""

from collections.abc import Callable

import pytest

from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.cards.matrix_file import SeriesFileError, export_csv, import_csv
from hallctl.games.bingo.rules.cards import Card, Matrix, faults
from hallctl.games.bingo.variants.generator import SeriesError
from hallctl.games.bingo.variants.library import VARIANTS, variant

MADE = {key: make_series(variant(key), 60, 7) for key in VARIANTS}
FREE = 12
"""The centre of a card of 75 balls."""


@pytest.mark.req("PT-22", "PT-55", "PT-57", "PT-60", "PT-66")
@pytest.mark.parametrize("key", VARIANTS)
def test_a_series_is_read_again_as_it_was_written_and_begins_as_a_shorter_one(key: str) -> None:
    made = MADE[key]
    assert import_csv(export_csv(made), variant(key)) == made
    assert made.cards[:6] == make_series(variant(key), 6, 7).cards != make_series(variant(key), 6, 8).cards
    assert len({card.numbers for card in made.cards}) == 60


@pytest.mark.parametrize("key", VARIANTS)
def test_a_file_of_another_form_of_cards_is_refused_whole(key: str) -> None:
    text = export_csv(MADE[key])
    for other in VARIANTS:
        if variant(other).cells != variant(key).cells:
            with pytest.raises(SeriesFileError, match="falta el encabezado"):
                import_csv(text, variant(other))


def with_cell(at: int, number: int) -> Callable[[Card], Card]:
    return lambda card: Card((*card.cells[:at], number, *card.cells[at + 1 :]), card.width)


def with_columns_exchanged(card: Card) -> Card:
    rows = [card.cells[at : at + card.width] for at in range(0, len(card.cells), card.width)]
    return Card(tuple(cell for row in rows for cell in (row[1], row[0], *row[2:])), card.width)


def upside_down(card: Card) -> Card:
    rows = [card.cells[at : at + card.width] for at in range(0, len(card.cells), card.width)]
    return Card(tuple(cell for row in reversed(rows) for cell in row), card.width)


@pytest.mark.req("PT-55", "PT-57", "PT-60", "PT-61", "PT-66")
@pytest.mark.parametrize(
    ("key", "broken", "said"),
    [
        ("pt-bingo-75", with_cell(0, 0), "la casilla de la fila 1, columna B, no tiene número"),
        ("pt-bingo-75", with_cell(FREE, 31), "columna N, es libre y tiene el 31 (PT-61)"),
        ("pt-bingo-75-numbered", with_cell(FREE, 0), "la casilla de la fila 3, columna N, no tiene número"),
        ("pt-bingo-75", with_cell(0, 75), "el número 75 no es de la columna B, que va del 1 al 15"),
        ("pt-bingo-75", with_cell(0, 76), "el número 76 no está entre 1 y 75"),
        ("pt-bingo-80", with_columns_exchanged, "no es de la columna 2, que va del 21 al 40"),
        ("pt-bingo-30", with_cell(8, 9), "el número 9 no es de la columna 3, que va del 21 al 30"),
        ("pt-bingo-30", lambda card: Card(card.cells[:8], card.width), "tiene 8 casillas, no 9"),
        ("pt-bingo-80", lambda card: Card(card.cells, 8), "tiene 16 casillas, no 16"),
        ("pt-bingo-90", with_columns_exchanged, "no es de la columna 1, que va del 1 al 9"),
        ("pt-bingo-90", upside_down, "no asciende"),
    ],
)
def test_each_kind_of_fault_is_named(key: str, broken: Callable[[Card], Card], said: str) -> None:
    found = [fault for card in MADE[key].cards for fault in faults(broken(card), variant(key))]
    assert any(said in fault for fault in found), found[:5]


@pytest.mark.req("AJ-17")
def test_the_regulation_of_bolivia_asks_no_column_for_its_ten_numbers() -> None:
    cards = MADE["aj-bingo-90"].cards
    assert not any(faults(broken(card)) for broken in (with_columns_exchanged, upside_down) for card in cards)


@pytest.mark.req("PT-22")
def test_two_cards_of_the_same_numbers_in_other_places_are_equal() -> None:
    card = MADE["pt-bingo-75"].cards[0]
    other = Card((*card.cells[20:], *card.cells[5:20], *card.cells[:5]), card.width)
    assert other != card
    with pytest.raises(ValueError, match="cartón 2: tiene los mismos números que el cartón 1"):
        Matrix((card, other), variant("pt-bingo-75"))


@pytest.mark.req("PT-22")
def test_a_series_has_no_more_cards_than_there_are() -> None:
    with pytest.raises(SeriesError, match="una serie tiene de 1 a 1728000 cartones"):
        make_series(variant("pt-bingo-30"), 1_728_001, 1)
