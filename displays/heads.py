"""The letter or colour of a band of numbers: on the board beside its rows, on a card over its column.

Not responsible for which numbers a band has.
"""

from displays import parts, theme
from displays.canvas import Canvas
from displays.layout import Box
from displays.text import Face, Style, write
from displays.views import Band


def head(canvas: Canvas, box: Box, band: Band) -> None:
    """Draw the letter of a band, or the mark of its colour (PT-58, PT-60)."""
    fill, ink = canvas.theme.panel, canvas.theme.text
    if band.colour:
        fill, ink = canvas.theme.called(band.last), theme.BLACK
    parts.panel(canvas, box, fill)
    style = Style(Face.HEAVY_NUMBER, round(min(box.h * 0.62, box.w * 0.7)), ink, "centre")
    write(canvas.surface, box, band.letter, style)
