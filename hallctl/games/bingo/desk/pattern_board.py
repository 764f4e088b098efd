"""The editor of bingo's patterns: what a drawn one wins with, how soon, its lines for the rule set (PT-62).

A pattern is part of what the regulator approves, so that nothing here changes a game: its lines go into the
rule set's file, and whoever announces a special names it from there. Not responsible for pages.
"""

import json
from typing import Final

from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.variants import library
from hallctl.games.bingo.variants.combination import Combination
from hallctl.games.bingo.variants.odds import OddsError, odds_of
from hallctl.games.bingo.variants.prizes import read_key
from hallctl.games.bingo.variants.shapes import EMPTY, FILLED, MOST_FORMS, Shape, ShapeError
from hallctl.i18n.sentences import _
from hallctl.outputs.pattern_board import Drawing, Judged, PatternBoard

_MOMENTS: Final = 4
"""For how many numbers of balls the chance is said, in equal steps up to all."""


def _columns(rules: RuleSet) -> tuple[str, ...]:
    played = rules.variant
    if played.has_blanks:
        return ()  # each card has its blanks elsewhere
    return tuple(played.column_name(place) for place in range(len(played.columns)))


def _rows(rules: RuleSet) -> int:
    return rules.variant.rows


def judge(rules: RuleSet, drawing: Drawing) -> Judged:
    """Return what a drawing comes to on the cards of a rule set."""
    if not drawing.cells:
        return Judged(_("Marque las casillas de la figura."))
    bitmap = _bitmap(drawing.cells, rules.variant.rows, len(rules.variant.columns))
    names = drawing.es.strip(), drawing.pt.strip(), drawing.en.strip()
    try:
        shape = Shape(drawing.key, *names, bitmap, drawing.turned, drawing.mirrored, drawing.shifted)
        forms = shape.forms(rules.variant)
        combination = Combination(shapes=(shape,))
        least = combination.least(rules.variant)
    except ShapeError:
        return Judged(_("Tiene demasiadas formas: son {most} como mucho.", most=MOST_FORMS))
    if not least:
        return Judged(_("La casilla libre sola no es una figura: se gana sin ninguna bola."))
    cells = range(rules.variant.cells)
    drawn = tuple("".join(FILLED if form >> cell & 1 else EMPTY for cell in cells) for form in forms)
    fault = _unnamed(drawing, names)
    try:
        odds = odds_of(rules.variant, combination)
    except OddsError:
        return Judged(fault, drawn, least, text="" if fault else written(shape))
    universe = rules.variant.universe
    moments = [universe * part // (_MOMENTS + 1) for part in range(1, _MOMENTS + 1)]
    within = tuple((balls, float(odds.within(balls))) for balls in moments)
    return Judged(fault, drawn, least, float(odds.mean), within, "" if fault else written(shape))


def _unnamed(drawing: Drawing, names: tuple[str, str, str]) -> str:
    if not drawing.key or read_key(drawing.key) is None:
        return _("La clave son de 1 a 24 letras de la a a la z, cifras o guiones.")
    if drawing.key in {shape.key for shape in library.shapes()}:
        return _("La biblioteca ya tiene una figura con esa clave.")
    return "" if all(names) else _("Escriba el nombre en los tres idiomas.")


def _bitmap(cells: frozenset[int], rows: int, columns: int) -> tuple[str, ...]:
    return tuple(
        "".join(FILLED if row * columns + column in cells else EMPTY for column in range(columns))
        for row in range(rows)
    )


def written(shape: Shape) -> str:
    """Return a shape as a rule set's file has it."""
    said = {"key": shape.key, "es": shape.es, "pt": shape.pt, "en": shape.en}
    lines = [
        "[[shapes]]",
        *(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in said.items()),
    ]
    lines += ["rows = [", *(f'    "{row}",' for row in shape.rows), "]"]
    marks = {"turned": shape.turned, "mirrored": shape.mirrored, "shifted": shape.shifted}
    return "\n".join([*lines, *(f"{name} = true" for name, holds in marks.items() if holds)]) + "\n"


BINGO_PATTERNS: Final = PatternBoard(_columns, _rows, judge)
"""The editor of a hall of bingo."""
