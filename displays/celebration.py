"""What a wall does when somebody wins: a shout and an amount as large as the place allows, rays and confetti.

It ends by itself after ``LASTS`` seconds. Not responsible for who wins, nor for what stands there afterwards.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from random import Random
from typing import Final, NamedTuple

import pygame

from displays import theme
from displays.canvas import Canvas
from displays.layout import Box
from displays.shapes import blend
from displays.text import Face, Style, write

LASTS: Final = 6.0
"""How many seconds it moves."""

RAYS: Final = 14
TURN: Final = 0.12  # of a turn a second
PIECES: Final = 110
COLOURS: Final = ((10, 70, 160), theme.WHITE, theme.SIMULATED, (0, 120, 84), (158, 14, 30))


class Piece(NamedTuple):
    """A piece of confetti: where it starts and how it falls, in shares of its place; its size and colour."""

    x: float
    y: float
    fall: float
    sway: float
    spin: float
    size: float
    colour: theme.Colour


@lru_cache(maxsize=1)
def _pieces() -> tuple[Piece, ...]:
    """Return the confetti: the same in every picture, so that a picture is a function of its moment."""
    chance = Random(90)
    return tuple(
        Piece(
            chance.random(),
            chance.uniform(-1.0, 0.9),
            chance.uniform(0.16, 0.34),
            chance.uniform(0.004, 0.02),
            chance.uniform(-1.2, 1.2),
            chance.uniform(11, 22),
            COLOURS[number % len(COLOURS)],
        )
        for number in range(PIECES)
    )


def celebrating(shout: str, t: float | None) -> bool:
    """Return whether a shout is still celebrated ``t`` seconds after it came."""
    return bool(shout) and t is not None and t < LASTS


def after(shout: str, t: float | None) -> float | None:
    """Return the seconds since what is read afterwards stands there: a list begins at its first page."""
    return max(0.0, t - LASTS) if shout and t is not None else t


def draw(canvas: Canvas, box: Box, said: Sequence[str], t: float) -> None:
    """Draw a moment of it into a place: the shout, what was won, and by which cards.

    Args:
        canvas: What is drawn on.
        box: The place.
        said: The shout, the amount, and a line of cards; the last may be empty.
        t: Seconds since it began.
    """
    old = canvas.surface.get_clip()
    canvas.surface.set_clip(pygame.Rect(box).clip(old))
    canvas.surface.fill(canvas.theme.lit, box)
    _rays(canvas, box, t)
    _confetti(canvas, box, t)
    shout, amount, cards = said
    inner = box.inset(round(40 * canvas.unit), round(20 * canvas.unit))
    foot = round(inner.h * 0.16) if cards else 0
    upper, lower = Box(inner.x, inner.y, inner.w, inner.h - foot).rows(2, 0)
    cap = round(min(upper.h * 0.76, 420 * canvas.unit))
    write(canvas.surface, upper, shout, Style(Face.HEAVY_NUMBER, cap, theme.BLACK, "centre", 0.2))
    cap = round(min(lower.h * 0.7, 330 * canvas.unit))
    write(canvas.surface, lower, amount, Style(Face.HEAVY_NUMBER, cap, theme.BLACK, "centre", 0.2))
    if cards:
        line = Box(inner.x, lower.bottom, inner.w, foot)
        write(canvas.surface, line, cards, Style(Face.WORD, round(foot * 0.5), theme.BLACK, "centre", 0.3))
    canvas.surface.set_clip(old)


def _rays(canvas: Canvas, box: Box, t: float) -> None:
    """Draw rays that turn around the middle."""
    x, y = box.centre
    reach, bright = box.w + box.h, blend(canvas.theme.lit, theme.WHITE, 0.38)
    for ray in range(RAYS):
        start = 2 * pi * (ray / RAYS + t * TURN / 2)
        end = start + pi / RAYS
        corners = [(x + reach * cos(angle), y + reach * sin(angle)) for angle in (start, end)]
        pygame.draw.polygon(canvas.surface, bright, [(x, y), *corners])


def _confetti(canvas: Canvas, box: Box, t: float) -> None:
    """Draw what falls; a piece that is out below is gone."""
    for piece in _pieces():
        share = piece.y + piece.fall * t
        if not -0.1 < share < 1.1:
            continue
        x = box.x + box.w * (piece.x + piece.sway * sin(2 * pi * (t / 2 + piece.x)))
        y = box.y + box.h * share
        angle, half = 2 * pi * piece.spin * t + piece.x, piece.size * canvas.unit
        turned = half * cos(angle), half * sin(angle)
        flat = 0.5 * half * cos(2 * angle)
        corners = [(x - turned[0], y - turned[1]), (x + flat, y - half / 2)]
        corners += [(x + turned[0], y + turned[1]), (x - flat, y + half / 2)]
        pygame.draw.polygon(canvas.surface, piece.colour, corners)
