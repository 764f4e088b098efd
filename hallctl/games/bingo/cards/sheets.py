"""The sheets a series is printed on, as the data of a template of the printer.

Not responsible for typesetting, nor for how amounts are written: the face value comes ready for people.
"""

from dataclasses import dataclass
from typing import Any, Final

from fonts.symbols import svg
from hallctl.games.bingo.cards.barcode_text import code_of
from hallctl.games.bingo.cards.strips import STRIP
from hallctl.games.bingo.rules.cards import Matrix, Series
from hallctl.games.bingo.rules.written import WrittenCard
from hallctl.games.bingo.variants.variant import SYMBOLS, Variant
from hallctl.outputs.code128 import code128
from hallctl.rules.text import series_name


@dataclass(frozen=True, slots=True)
class Edition:
    """What every card of a printed series says of itself (AJ-20).

    Attributes:
        series: The series; its matrix is the one to print.
        face_value: The face value as people read it, e.g. "Bs 5,00".
        hall: The name of the hall; blank leaves it out.
        simulated: Whether it is a practice series: every card then says SIMULACRO.
    """

    series: Series
    face_value: str
    hall: str
    simulated: bool


_SQUARE_CARDS: Final = 4


def template(variant: Variant) -> str:
    """Return the name of the printer's template for the cards of a variant."""
    return "cartones" if variant.has_blanks else "cartones-cuadrados"


def cards_a_sheet(variant: Variant) -> int:
    """Return how many cards of a variant a sheet has: a strip, or four square ones."""
    return STRIP if variant.has_blanks else _SQUARE_CARDS


def sheet_count(matrix: Matrix) -> int:
    """Return how many sheets a matrix takes; the last may have fewer cards."""
    return -(-len(matrix.cards) // cards_a_sheet(matrix.variant))


def card_span(matrix: Matrix, first: int, last: int) -> tuple[int, int]:
    """Return the first and the last card on these sheets, counted from 1."""
    each = cards_a_sheet(matrix.variant)
    return (first - 1) * each + 1, min(last * each, len(matrix.cards))


def document(matrix: Matrix, edition: Edition, first: int, last: int) -> dict[str, Any]:
    """Return the document of some sheets, counted from 1; each is two pages, front and back.

    Raises:
        ValueError: If the matrix is not that of the series, or has no such sheets.
    """
    series = edition.series
    if series.matrix != matrix.digest or series.size != len(matrix.cards):
        raise ValueError(f"la serie {series_name(series.key)} no es de esta matriz")
    if not 1 <= first <= last <= sheet_count(matrix):
        raise ValueError(f"la serie {series_name(series.key)} no tiene las hojas {first} a {last}")
    return {
        "simulated": edition.simulated,
        "hall": edition.hall,
        "series": {
            "key": series.key,
            "letter": series.letter,
            "identification": str(series.identification),
            "size": str(series.size),
            "face_value": edition.face_value,
            "matrix": series.matrix,
        },
        "columns": [{"letter": each.letter, "colour": each.colour} for each in matrix.variant.columns],
        "symbols": [svg(n) for n in range(1, SYMBOLS + 1)] if matrix.variant.symbols else [],
        "sheets": [_sheet(matrix, series, number) for number in range(first, last + 1)],
    }


def _sheet(matrix: Matrix, series: Series, number: int) -> dict[str, Any]:
    first, last = card_span(matrix, number, number)
    return {
        "name": f"Hoja {number} de {sheet_count(matrix)}, cartones {first} a {last}",
        "cards": [_card(matrix, series, n) for n in range(first, last + 1)],
    }


def _card(matrix: Matrix, series: Series, number: int) -> dict[str, Any]:
    card = WrittenCard(series.key, number)
    return {
        "number": str(number),
        "cells": [str(cell or "") for cell in matrix.card(number).cells],
        "code": str(card),
        "bars": list(code128(code_of(card)).widths),
    }
