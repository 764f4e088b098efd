"""A sponsor's picture or clip on a screen: whose turn it is, and the panel on which it stands.

Not responsible for where a screen has its place, nor for playing a clip.
"""

from collections.abc import Container, Sequence
from typing import Final

import pygame

from displays import parts
from displays.canvas import Canvas
from displays.layout import Box

SPONSOR: Final = 3  # turns of which the last is a sponsor's


def sponsor(canvas: Canvas, sponsors: Sequence[str], shown: float | None) -> pygame.Surface | None:
    """Return the picture of the sponsor whose turn it is, None where it is nobody's."""
    return canvas.pictures.get(whose_turn(sponsors, canvas.pictures, shown))


def whose_turn(sponsors: Sequence[str], there: Container[str], shown: float | None) -> str:
    """Return which sponsor's turn it is: one turn of a few, of those that have come; "" for nobody's."""
    come = [each for each in sponsors if each in there]
    round_, turn = divmod(int((shown or 0.0) // parts.TURN), SPONSOR)
    return come[round_ % len(come)] if come and turn == SPONSOR - 1 else ""


def framed(canvas: Canvas, box: Box) -> tuple[int, int]:
    """Return how large a sponsor's picture may be on its panel."""
    inset = round(16 * canvas.unit)
    return box.w - 2 * inset, box.h - 2 * inset


def poster(canvas: Canvas, box: Box, picture: pygame.Surface) -> None:
    """Draw a sponsor's picture on a panel of its own, whole and in the middle."""
    parts.panel(canvas, box, canvas.theme.panel)
    width, height = framed(canvas, box)
    wide, high = picture.get_size()
    fits = wide <= width and high <= height and (wide == width or high == height)
    drawn = picture if fits else parts.fitted(picture, width, height)
    canvas.surface.blit(drawn, drawn.get_rect(center=box.centre))
