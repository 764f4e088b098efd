"""The symbols of bingo 30 as pictures for a screen: smooth at any size, in one ink (PT-67).

Not responsible for their shapes (``fonts.symbols``), nor for where they stand.
"""

from functools import lru_cache
from typing import Final

import pygame

from displays.layout import Box
from displays.theme import Colour
from fonts.symbols import SYMBOLS, symbol

_FINE: Final = 4
"""Drawn so many times as large, then made smaller: the edges are smooth."""


@lru_cache(maxsize=8 * len(SYMBOLS))
def picture(number: int, side: int, ink: Colour) -> pygame.Surface:
    """Return the symbol of a number in a square of this side, on nothing."""
    large = _FINE * side
    mask = pygame.Surface((large, large), 0, 32)
    for polygon in symbol(number).polygons:
        part = pygame.Surface((large, large), 0, 32)
        points = [((1 + x) * (large - 1) / 2, (1 + y) * (large - 1) / 2) for x, y in polygon]
        pygame.draw.polygon(part, (255, 255, 255), points)
        mask = _either(mask, part)
    small = pygame.transform.smoothscale(mask, (side, side))
    shown = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    shown.fill(ink)
    alpha, cover = pygame.surfarray.pixels_alpha(shown), pygame.surfarray.array_red(small)
    alpha[:] = cover
    del alpha
    return shown


def _either(one: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    """Return what exactly one of two covers."""
    both = pygame.surfarray.array_red(one) ^ pygame.surfarray.array_red(other)
    made = pygame.Surface(one.get_size(), 0, 32)
    pygame.surfarray.blit_array(made, both[:, :, None].repeat(3, axis=2))
    return made


def draw(surface: pygame.Surface, box: Box, number: int, ink: Colour, share: float = 0.82) -> None:
    """Draw the symbol of a number in the middle of a box, as large as this share of it."""
    side = max(1, round(min(box.w, box.h) * share))
    shown = picture(number, side, ink)
    surface.blit(shown, shown.get_rect(center=box.centre))
