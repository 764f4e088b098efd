"""The sheets a series is printed on, as the data of a template of the printer.

Not responsible for typesetting, nor for how amounts are written: the face value comes ready for people.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from fonts.symbols import svg
from hallctl.games.bingo.cards.barcode_text import code_of
from hallctl.games.bingo.cards.strips import STRIP
from hallctl.games.bingo.rules.cards import Matrix, Series
from hallctl.games.bingo.rules.written import WrittenCard
from hallctl.games.bingo.variants.combination import Combination
from hallctl.games.bingo.variants.drawn import drawn_forms
from hallctl.games.bingo.variants.shapes import Shape
from hallctl.games.bingo.variants.variant import SYMBOLS, Variant
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import _
from hallctl.outputs.code128 import code128
from hallctl.rules.text import series_name


class Design(StrEnum):
    """How cards look: in black, or in colour with round corners."""

    CLASSIC = "classic"
    BRIGHT = "bright"


@dataclass(frozen=True, slots=True)
class Edition:
    """What every card of a printed series says of itself (AJ-20).

    Attributes:
        series: The series; its matrix is the one to print.
        face_value: The face value as people read it, e.g. "Bs 5,00".
        hall: The name of the hall; blank leaves it out.
        simulated: Whether it is a practice series: every card then says SIMULACRO.
        language: What its cards are written in (PT-53).
        design: How they look.
        shape: The pattern that is played with them, drawn on each (PT-64); None for none.
    """

    series: Series
    face_value: str
    hall: str
    simulated: bool
    language: str = "es"
    design: Design = Design.CLASSIC
    shape: Shape | None = None


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
    series, say = edition.series, Phrasebook(edition.language)
    if series.matrix != matrix.digest or series.size != len(matrix.cards):
        raise ValueError(f"la serie {series_name(series.key)} no es de esta matriz")
    if not 1 <= first <= last <= sheet_count(matrix):
        raise ValueError(f"la serie {series_name(series.key)} no tiene las hojas {first} a {last}")
    return {
        "language": edition.language,
        "design": edition.design.value,
        "words": _words(series, say),
        "pattern": _pattern(matrix.variant, edition),
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
        "columns": [
            {"letter": each.letter, "colour": each.colour, "numbers": f"{each.first}–{each.last}"}
            for each in matrix.variant.columns
        ],
        "symbols": [svg(n) for n in range(1, SYMBOLS + 1)] if matrix.variant.symbols else [],
        "sheets": [_sheet(matrix, series, number, say) for number in range(first, last + 1)],
    }


def _words(series: Series, say: Phrasebook) -> dict[str, Any]:
    """Return all that the cards say whatever their numbers, in their language."""
    return {
        "title": say(_("Serie {series} de cartones", series=series.key)),
        "series": say(_("Serie")),
        "card": say(_("Cartón n.º")),
        "of_size": say(_("serie de {size} cartones", size=series.size)),
        "valid": say(_("Válido para una sola partida")),
        "worthless": say(_("Cartón de práctica, sin valor")),
        "practice": say(_("SIMULACRO")),
        "free": say(_("LIBRE")),
        "played": say(_("Se juega")),
        "player": say(_("Datos del jugador")),
        "name": say(_("Nombres y apellidos")),
        "document": say(_("Documento de identidad (cédula o pasaporte)")),
        "phone": say(_("Teléfono de contacto")),
        "front": say(_("anverso")),
        "back": say(_("reverso")),
        "matrix": say(_("Matriz")),
        "ink": say(_("Marque con tinta que no se borre:")),
        "no_pencil": say(_("ni lápiz ni otros medios borrables.")),
        # AJ-105, AJ-75 and AJ-109 among them.
        "duties": [
            say(_("Ilegible o alterado, no vale para premio.")),
            say(_("Antes de jugar, compruebe serie y número.")),
            say(_("Cante la línea o el bingo en voz alta.")),
            say(_("No lo dañe ni lo rompa; devuélvalo al final.")),
        ],
    }


def _pattern(played: Variant, edition: Edition) -> dict[str, Any] | None:
    """Return the pattern that is played as the template draws it.

    Raises:
        ShapeError: It is none of these cards.
    """
    shape = edition.shape
    if shape is None:
        return None
    forms = drawn_forms(played, Combination(shapes=(shape,)))
    return {"name": shape.name(edition.language), "columns": len(played.columns), "forms": list(forms)}


def _sheet(matrix: Matrix, series: Series, number: int, say: Phrasebook) -> dict[str, Any]:
    first, last = card_span(matrix, number, number)
    words = {"number": number, "sheets": sheet_count(matrix), "first": first, "last": last}
    return {
        "name": say(_("Hoja {number} de {sheets}, cartones {first} a {last}", **words)),
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
