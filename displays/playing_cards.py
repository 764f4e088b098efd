"""Playing cards as pictures: the rank very large, the suit in a shape of our own, and the back.

The pictures are made once and shared, so nobody paints on them. Not responsible for which card may be shown.
"""

from functools import lru_cache
from typing import Final

import pygame

from displays import shapes
from displays.layout import Box
from displays.text import Face, Style, write
from displays.theme import BLACK, Colour

RATIO: Final = 0.7
"""The width of a card, as a share of its height."""

_FINE: Final = 4
_FACE: Final[Colour] = (252, 252, 248)
_RED: Final[Colour] = (160, 4, 28)
_BACK: Final[tuple[Colour, Colour]] = ((38, 62, 120), (58, 92, 160))
_EDGE: Final[Colour] = (176, 180, 190)

Points = list[tuple[float, float]]


@lru_cache(maxsize=64)
def suit(name: str, side: int, ink: Colour) -> pygame.Surface:
    """Return the shape of a suit, S, H, D or C, in a square of this side."""
    big = side * _FINE
    picture = pygame.Surface((big, big), pygame.SRCALPHA, 32)
    picture.fill((*ink, 0))
    match name:
        case "H":
            _heart(picture, ink, big)
        case "D":
            points = [(0.5, 0.02), (0.86, 0.5), (0.5, 0.98), (0.14, 0.5)]
            pygame.draw.polygon(picture, ink, [(x * big, y * big) for x, y in points])
        case "S":
            turned = pygame.Surface((big, big), pygame.SRCALPHA, 32)
            turned.fill((*ink, 0))
            _heart(turned, ink, big)
            upper = pygame.transform.smoothscale(
                pygame.transform.flip(turned, False, True), (big, big * 0.84)
            )
            picture.blit(upper, (0, 0))
            _stem(picture, ink, big)
        case _:
            for x, y in ((0.5, 0.26), (0.26, 0.58), (0.74, 0.58)):
                pygame.draw.circle(picture, ink, (x * big, y * big), 0.235 * big)
            pygame.draw.circle(picture, ink, (0.5 * big, 0.48 * big), 0.14 * big)
            _stem(picture, ink, big)
    return pygame.transform.smoothscale(picture, (side, side))


def _heart(picture: pygame.Surface, ink: Colour, big: int) -> None:
    for x in (0.28, 0.72):
        pygame.draw.circle(picture, ink, (x * big, 0.31 * big), 0.245 * big)
    points = [(0.075, 0.44), (0.5, 0.97), (0.925, 0.44), (0.5, 0.3)]
    pygame.draw.polygon(picture, ink, [(x * big, y * big) for x, y in points])


def _stem(picture: pygame.Surface, ink: Colour, big: int) -> None:
    points = [(0.46, 0.55), (0.54, 0.55), (0.58, 0.86), (0.7, 0.97), (0.3, 0.97), (0.42, 0.86)]
    pygame.draw.polygon(picture, ink, [(x * big, y * big) for x, y in points])


def draw(surface: pygame.Surface, box: Box, card: str) -> None:
    """Draw a card, rank and suit as in "AS", or its back where it is empty."""
    surface.blit(_back((box.w, box.h)) if not card else _face((box.w, box.h), card), box)


@lru_cache(maxsize=128)
def _face(size: tuple[int, int], card: str) -> pygame.Surface:
    wide, high = size
    picture, edge = _blank(size, _FACE), max(2, round(high * 0.045))
    ink = _RED if card[1] in "HD" else BLACK
    rank = "10" if card[0] == "T" else card[0]
    inner = Box(0, 0, wide, high).inset(edge, edge)
    upper = Box(inner.x, inner.y, inner.w, round(inner.h * 0.52))
    cap = round(min(high * 0.40, wide * (0.5 if len(rank) > 1 else 0.62)))
    write(picture, upper, rank, Style(Face.HEAVY_NUMBER, cap, ink, "centre", 0.2))
    side = round(min(wide * 0.56, high * 0.4))
    shape = suit(card[1], side, ink)
    picture.blit(shape, shape.get_rect(midbottom=(wide // 2, high - edge - round(high * 0.02))))
    return picture


@lru_cache(maxsize=4)
def _back(size: tuple[int, int]) -> pygame.Surface:
    wide, high = size
    picture, edge = _blank(size, _FACE), max(3, round(high * 0.035))
    inner = (wide - 2 * edge, high - 2 * edge)
    picture.blit(shapes.stripes(inner, *_BACK, max(2, round(high * 0.03))), (edge, edge))
    return picture


def _blank(size: tuple[int, int], fill: Colour) -> pygame.Surface:
    """Return an empty card with its thin edge."""
    wide, high = size
    radius, line = max(2, round(high * 0.05)), max(1, round(high * 0.008))
    picture = shapes.rounded(size, radius, _EDGE).copy()
    inner = shapes.rounded((wide - 2 * line, high - 2 * line), radius - line, fill)
    picture.blit(inner, (line, line))
    return picture
