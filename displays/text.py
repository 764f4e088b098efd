"""Words in their places: bundled fonts, and text that shrinks rather than overflows.

Sizes are heights of a capital letter in pixels, which is what decides how far a word is read. Not responsible
for colours or places.
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Final

import pygame

from displays.layout import Box
from displays.theme import Colour

FONTS: Final = Path(__file__).parent / "fonts"
PROBE: Final = 1000
SMALLEST: Final = 0.5
ELLIPSIS: Final = "…"
FIGURE_GAP: Final = 0.13  # between the digits on a ball, as a share of their height


class Face(Enum):
    """The bundled faces, by their use."""

    NUMBER = "Overpass-Bold.ttf"
    HEAVY_NUMBER = "Overpass-ExtraBold.ttf"
    LABEL = "BarlowSemiCondensed-SemiBold.ttf"
    WORD = "BarlowSemiCondensed-Bold.ttf"
    NARROW = "BarlowCondensed-Bold.ttf"


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set.

    Attributes:
        face: The face it starts with.
        cap: The height of its capitals in pixels, where there is room.
        colour: The colour of its ink.
        align: "left", "centre" or "right" in its box.
    """

    face: Face
    cap: int
    colour: Colour
    align: str = "left"


@lru_cache(maxsize=256)
def font(face: Face, cap: int) -> pygame.font.Font:
    """Return a face at the size whose capitals are nearest to ``cap`` pixels high."""
    pygame.font.init()
    return pygame.font.Font(FONTS / face.value, max(1, round(cap * PROBE / _cap_at_probe(face))))


@lru_cache(maxsize=len(Face))
def _cap_at_probe(face: Face) -> int:
    """Return the height of a capital of the face at the probing size."""
    pygame.font.init()
    return _top_of_capital(pygame.font.Font(FONTS / face.value, PROBE))


def _top_of_capital(face: pygame.font.Font) -> int:
    """Return how far a capital rises above the base line."""
    metrics = face.metrics("H")[0]
    assert metrics is not None  # every bundled face has an H
    return metrics[3]


def clean(text: str) -> str:
    """Return a text on one line, without what cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def width_of(text: str, style: Style) -> int:
    """Return how wide a text is at its full size, in pixels."""
    return font(style.face, style.cap).size(clean(text))[0]


@lru_cache(maxsize=512)
def fit(text: str, style: Style, width: int) -> tuple[str, Style]:
    """Return the text and the style in which it fits a width.

    It tries the narrow face first, then smaller sizes down to half, and cuts with an ellipsis at last.
    """
    if font(style.face, style.cap).size(text)[0] <= width:
        return text, style
    if style.face in {Face.LABEL, Face.WORD}:
        style = replace(style, face=Face.NARROW)
    smallest = max(1, round(style.cap * SMALLEST))
    likely = style.cap * width // max(1, font(style.face, style.cap).size(text)[0])
    for cap in range(min(style.cap, likely + 2), smallest - 1, -1):
        if font(style.face, cap).size(text)[0] <= width:
            return text, replace(style, cap=cap)
    return _cut(text, font(style.face, smallest), width), replace(style, cap=smallest)


def _cut(text: str, face: pygame.font.Font, width: int) -> str:
    """Return the longest beginning of a text that fits with an ellipsis; empty where not even that fits."""
    for length in range(len(text) - 1, -1, -1):
        shorter = text[:length].rstrip() + ELLIPSIS
        if face.size(shorter)[0] <= width:
            return shorter
    return ""


@lru_cache(maxsize=512)
def render(text: str, face: Face, cap: int, colour: Colour) -> pygame.Surface:
    """Return a text as a picture; it is shared, so nobody paints on it."""
    return font(face, cap).render(text, True, colour)


def write(surface: pygame.Surface, box: Box, text: str, style: Style) -> Box:
    """Write a text in a box, its capitals centred in the height, and return where it stands."""
    line, fitted = fit(clean(text), style, box.w)
    picture = render(line, fitted.face, fitted.cap, fitted.colour)
    face = font(fitted.face, fitted.cap)
    spare = box.w - picture.get_width()
    x = box.x + {"left": 0, "centre": spare // 2, "right": spare}[fitted.align]
    capital = _top_of_capital(face)
    y = box.y + (box.h + capital) // 2 - face.get_ascent()
    surface.blit(picture, (x, y))
    return Box(x, box.y + (box.h - capital) // 2, picture.get_width(), capital)


@lru_cache(maxsize=8)
def figure(number: int, face: Face, cap: int, colour: Colour) -> pygame.Surface:
    """Return a number for a ball: only its ink, the digits set close together."""
    digits = [render(digit, face, cap, colour) for digit in str(number)]
    inks = [digit.subsurface(digit.get_bounding_rect()) for digit in digits]
    gap = max(1, round(cap * FIGURE_GAP))
    height = max(ink.get_height() for ink in inks)
    picture = pygame.Surface((sum(ink.get_width() + gap for ink in inks) - gap, height), pygame.SRCALPHA, 32)
    picture.fill((*colour, 0))
    x = 0
    for ink in inks:
        picture.blit(ink, (x, (height - ink.get_height()) // 2))
        x += ink.get_width() + gap
    return picture
