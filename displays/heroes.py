"""What there is to win, as large as its place allows: at the sale, between games, before the last one.

Not responsible for the strip of a game's screens (``parts``).
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from displays import parts, patterns
from displays.canvas import Canvas
from displays.layout import Box
from displays.text import Face, Style, together, write
from displays.views import Pattern, PrizeLine

HIGH: Final = 0.25  # a row of a large prize higher than this, in its widths, is set in three lines


def draw(
    canvas: Canvas,
    box: Box,
    title: str,
    lines: Sequence[PrizeLine],
    drawn: Sequence[Pattern] = (),
    shown: float | None = None,
) -> None:
    """Draw what there is to win and what wins it, the amounts of one size, as large as their rows allow."""
    inner = parts.titled(canvas, box, title)
    whole = inner.rows(max(2, len(lines)), round(10 * canvas.unit))
    if len(lines) == 1:  # in the middle of its panel
        whole = [whole[0]._replace(y=inner.y + (inner.h - whole[0].h) // 2)]
    rows = patterns.beside(canvas, whole, [line.name for line in lines], drawn, shown)
    places = [_hero(row, canvas.unit) for row in rows]
    (name, amount, note), stacked = places[0], rows[0].h > HIGH * inner.w
    align = "left" if stacked else "right"
    styles = (
        Style(Face.WORD, round(min(78 * canvas.unit, name.h * 0.6)), canvas.theme.text, smallest=0.4),
        Style(Face.HEAVY_NUMBER, round(min(210 * canvas.unit, amount.h * 0.5)), canvas.theme.lit, align, 0.2),
        Style(Face.LABEL, round(min(44 * canvas.unit, note.h * 0.5)), canvas.theme.label, smallest=0.4),
    )
    for part, style in enumerate(styles):
        texts = [(line.name, line.amount, line.note)[part] for line in lines]
        one = together(texts, style, [places[0][part].w] * len(lines))
        for place, text in zip(places, texts, strict=False):
            write(canvas.surface, place[part], text, one)


def _hero(row: Box, unit: float) -> tuple[Box, Box, Box]:
    """Return where name, amount and note of a prize stand: side by side, or stacked in a high row."""
    if row.h > HIGH * row.w:
        parts = [round(row.h * share) for share in (0.08, 0.30, 0.74, 0.94)]
        name, amount, note = (Box(row.x, row.y + top, row.w, bottom - top) for top, bottom in pairwise(parts))
        return name, amount, note
    wide, top = round(row.w * 0.38), row.y + round(row.h * 0.1)
    name = Box(row.x, top, wide - round(20 * unit), round(row.h * 0.45))
    note = Box(row.x, name.bottom, name.w, round(row.h * 0.3))
    return name, Box(row.x + wide, row.y, row.w - wide, row.h), note
