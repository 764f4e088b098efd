"""The pattern of a prize, drawn as a small card with its cells filled (PT-62, PT-64).

Not responsible for which prizes have one, nor for odds.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import pygame

from displays.canvas import Canvas
from displays.layout import Box
from displays.shapes import blend
from displays.theme import Colour
from displays.views.fields import Pattern

GAP: Final = 0.3  # between two forms, as a share of how wide one is
FORM: Final = 8.0  # seconds that a form stands where there is no room for all: as a page of a list

SHARE: Final = 0.3  # of the width of a prize's box that what wins it has at most
EMPTY: Final = 0.4  # of the way from the panel to its labels: how light a cell is that is not of it
FILLED: Final = "X"


def of_name(patterns: Sequence[Pattern], name: str) -> Pattern | None:
    """Return the pattern of a prize by its name, None where it has none."""
    return next((pattern for pattern in patterns if pattern.prize == name), None)


def width(pattern: Pattern, tall: int) -> int:
    """Return how wide one form of a pattern is in a place so high."""
    return round(tall * pattern.columns / pattern.rows)


def draw(canvas: Canvas, box: Box, pattern: Pattern, shown: float | None = None, align: str = "left") -> None:
    """Draw its forms beside each other; where there is no room for all, those that fit, in turn.

    Args:
        canvas: What is drawn on.
        box: Where; a form is as high as it.
        pattern: What is drawn.
        shown: Seconds since the screen came up; None is the first forms.
        align: At which side of the box, "left" or "right".
    """
    wide = width(pattern, box.h)
    step = round(wide * (1 + GAP))
    fit = max(1, (box.w + step - wide) // step)
    forms = pattern.forms
    if len(forms) > fit:
        first = int((shown or 0.0) // FORM) * fit % len(forms)
        forms = (forms + forms)[first : first + fit]
    used = step * (len(forms) - 1) + wide
    left = box.x if align == "left" else box.right - used
    empty = blend(canvas.theme.panel, canvas.theme.label, EMPTY)
    for place, form in enumerate(forms):
        picture = _form(form, pattern.columns, box.h, canvas.theme.lit, empty)
        canvas.surface.blit(picture, (left + place * step, box.y))


def beside(
    canvas: Canvas,
    boxes: Sequence[Box],
    names: Sequence[str],
    drawn: Sequence[Pattern],
    shown: float | None,
    alike: bool = True,
) -> Sequence[Box]:
    """Draw what wins each prize at the right of its box, and return what is left of the boxes.

    All are left alike, or only those that have a pattern are narrower.
    """
    found = [of_name(drawn, name) for name in names]
    if not any(pattern is not None and pattern.forms for pattern in found):
        return boxes
    rest = []
    for box, pattern in zip(boxes, (*found, *[None] * len(boxes)), strict=False):
        tall = round(min(box.h * 0.86, box.w * SHARE))
        place = Box(box.right - tall, box.y + (box.h - tall) // 2, tall, tall)
        has = pattern is not None and bool(pattern.forms)
        if pattern is not None and has:
            draw(canvas, place, pattern, shown, "right")
        if not (has or alike):
            rest.append(box)
            continue
        rest.append(Box(box.x, box.y, box.w - tall - round(14 * canvas.unit), box.h))
    return rest


@lru_cache(maxsize=128)
def _form(cells: str, columns: int, tall: int, filled: Colour, empty: Colour) -> pygame.Surface:
    """Return one form: squares that keep clear of each other."""
    rows = len(cells) // columns
    side = tall / rows
    gap = max(1, round(side * 0.12))
    picture = pygame.Surface((round(side * columns), tall), pygame.SRCALPHA, 32)
    for at, cell in enumerate(cells):
        row, column = divmod(at, columns)
        left, top = round(column * side), round(row * side)
        right, bottom = round((column + 1) * side), round((row + 1) * side)
        place = (left, top, max(1, right - left - gap), max(1, bottom - top - gap))
        picture.fill(filled if cell == FILLED else empty, place)
    return picture
