"""Single figures that stand large: how many, for how much, how long still.

Not responsible for which screen has which of them.
"""

from typing import Final

from displays import parts
from displays.canvas import Canvas
from displays.layout import Box
from displays.text import Face, Style, write

LOW: Final = 200  # units of the design: in a lower box a title stands beside its value
FLAT: Final = 4  # times as wide as high: the name then stands beside the figure


def large(canvas: Canvas, box: Box, label: str, value: str) -> None:
    """Draw one figure very large under its name."""
    if box.h < LOW * canvas.unit:
        parts.fact(canvas, box, label, value)
        return
    inner = parts.titled(canvas, box, label)
    cap = round(min(96 * canvas.unit, inner.h * 0.6))  # no larger than what there is to win
    write(canvas.surface, inner, value, Style(Face.NUMBER, cap, canvas.theme.text, "centre", parts.AMOUNT))


def time_left(canvas: Canvas, box: Box, left: int) -> None:
    """Draw the time left to sing, beside its name where the box is low."""
    title, value = canvas.words.sing_now, parts.clock(left)
    if box.h < round(130 * canvas.unit) or box.w > FLAT * box.h:
        parts.fact(canvas, box, title, value)
        return
    inner = parts.titled(canvas, box, title)
    cap = round(min(120 * canvas.unit, inner.h * 0.6))
    write(canvas.surface, inner, value, Style(Face.NUMBER, cap, canvas.theme.lit, "centre"))
