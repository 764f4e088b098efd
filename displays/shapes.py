"""Smooth shapes: balls, rounded boxes, signs and stripes, drawn large and scaled down.

The pictures are made once and shared, so nobody paints on them. Not responsible for places or words.
"""

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

import pygame
import segno

from displays.theme import Colour

FINE: Final = 4
BALL_FINE: Final = 2
SHADES: Final = 48

Point = tuple[float, float]


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """Return a colour between two: ``share`` 0 is the first, 1 the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _canvas(width: int, height: int, colour: Colour) -> pygame.Surface:
    """Return a transparent surface whose edges will not darken when it is scaled down."""
    canvas = pygame.Surface((width, height), pygame.SRCALPHA, 32)
    canvas.fill((*colour, 0))
    return canvas


@lru_cache(maxsize=64)
def rounded(size: tuple[int, int], radius: int, fill: Colour) -> pygame.Surface:
    """Return a filled box with round corners."""
    width, height = size
    if min(size) <= 2 * radius:
        return _rounded(size, radius, fill)
    # Only the corners are drawn large: the rest of a box that fills a screen would take a tenth of a second.
    corners = _rounded((2 * radius, 2 * radius), radius, fill)
    box = _canvas(width, height, fill)
    box.fill(fill)
    for x, left in ((0, 0), (width - radius, radius)):
        for y, top in ((0, 0), (height - radius, radius)):
            box.fill((*fill, 0), (x, y, radius, radius))
            box.blit(corners, (x, y), (left, top, radius, radius))
    return box


@lru_cache(maxsize=64)
def _rounded(size: tuple[int, int], radius: int, fill: Colour) -> pygame.Surface:
    """Return a filled box with round corners, all of it drawn large."""
    width, height = size
    canvas = _canvas(width * FINE, height * FINE, fill)
    pygame.draw.rect(canvas, fill, canvas.get_rect(), border_radius=radius * FINE)
    return pygame.transform.smoothscale(canvas, size)


@lru_cache(maxsize=32)
def ball(diameter: int, body: Colour, face: Colour) -> pygame.Surface:
    """Return a ball lit from above: a body of one colour with a round face for its number."""
    side = diameter * BALL_FINE
    edge = blend(body, (0, 0, 0), 0.5)
    canvas = _canvas(side, side, edge)
    centre, radius = side / 2, side / 2
    for step in range(SHADES):
        share = step / (SHADES - 1)
        shade = (
            blend(edge, body, min(1.0, share * 3))
            if share < 0.5
            else blend(body, (255, 255, 255), share - 0.5)
        )
        lift = radius * 0.16 * share
        pygame.draw.circle(canvas, shade, (centre - lift * 0.6, centre - lift), radius * (1 - 0.42 * share))
    pygame.draw.circle(canvas, blend(body, (0, 0, 0), 0.35), (centre, centre), radius * 0.845)
    pygame.draw.circle(canvas, face, (centre, centre), radius * 0.83)
    return pygame.transform.smoothscale(canvas, (diameter, diameter))


def _polar(centre: float, radius: float, angle: float) -> Point:
    """Return the point at an angle on a circle around (centre, centre)."""
    return centre + radius * cos(angle), centre + radius * sin(angle)


@lru_cache(maxsize=16)
def sign(name: str, side: int, ink: Colour, ground: Colour) -> pygame.Surface:
    """Return a sign: "dot", "triangle", "bell", "star", "octagon", "tick", "cross" or "clock"."""
    big = side * FINE
    canvas = _canvas(big, big, ink)
    if name == "dot":
        pygame.draw.circle(canvas, ink, (big / 2, big / 2), big * 0.3)
    elif name == "triangle":
        pygame.draw.polygon(
            canvas, ink, [(big * 0.2, big * 0.1), (big * 0.95, big * 0.5), (big * 0.2, big * 0.9)]
        )
    elif name == "bell":
        _bell(canvas, ink, big)
    elif name == "star":
        points = [_polar(big / 2, big * (0.2 if n % 2 else 0.5), pi * n / 5 - pi / 2) for n in range(10)]
        pygame.draw.polygon(canvas, ink, points)
    elif name in {"tick", "cross", "clock"}:
        _stroke(canvas, name, ink, big)
    else:
        corners = [_polar(big / 2, big * 0.5, pi / 8 + pi / 4 * corner) for corner in range(8)]
        pygame.draw.polygon(canvas, ink, corners)
        pygame.draw.rect(canvas, ground, (big * 0.22, big * 0.42, big * 0.56, big * 0.16))
    return pygame.transform.smoothscale(canvas, (side, side))


def _stroke(canvas: pygame.Surface, name: str, ink: Colour, big: int) -> None:
    """Draw a tick, a cross or a clock in thick strokes."""
    strokes = {
        "tick": [((0.08, 0.55), (0.38, 0.84)), ((0.38, 0.84), (0.92, 0.18))],
        "cross": [((0.12, 0.12), (0.88, 0.88)), ((0.88, 0.12), (0.12, 0.88))],
        "clock": [((0.5, 0.5), (0.5, 0.22)), ((0.5, 0.5), (0.7, 0.6))],
    }
    width = big * (0.09 if name == "clock" else 0.17)
    if name == "clock":
        pygame.draw.circle(canvas, ink, (big / 2, big / 2), big * 0.46, round(width))
    for (x1, y1), (x2, y2) in strokes[name]:
        one, other = (x1 * big, y1 * big), (x2 * big, y2 * big)
        pygame.draw.line(canvas, ink, one, other, round(width))
        for end in (one, other):
            pygame.draw.circle(canvas, ink, end, width / 2)


def _bell(canvas: pygame.Surface, ink: Colour, big: int) -> None:
    """Draw a bell: something is announced."""
    pygame.draw.circle(canvas, ink, (big * 0.5, big * 0.36), big * 0.26)
    skirt = [(0.24, 0.36), (0.76, 0.36), (0.80, 0.62), (0.94, 0.78), (0.06, 0.78), (0.20, 0.62)]
    pygame.draw.polygon(canvas, ink, [(big * x, big * y) for x, y in skirt])
    pygame.draw.circle(canvas, ink, (big * 0.5, big * 0.09), big * 0.07)
    pygame.draw.circle(canvas, ink, (big * 0.5, big * 0.85), big * 0.12)


@lru_cache(maxsize=16)
def stripes(size: tuple[int, int], one: Colour, other: Colour, pitch: int) -> pygame.Surface:
    """Return slanted stripes of two colours, each ``pitch`` pixels wide."""
    width, height = size
    canvas = pygame.Surface((width * BALL_FINE, height * BALL_FINE), 0, 32)
    canvas.fill(one)
    fine, wide, tall = pitch * BALL_FINE, width * BALL_FINE, height * BALL_FINE
    for x in range(-tall - (tall % (2 * fine)), wide, 2 * fine):
        pygame.draw.polygon(canvas, other, [(x, tall), (x + fine, tall), (x + fine + tall, 0), (x + tall, 0)])
    return pygame.transform.smoothscale(canvas, size)


@lru_cache(maxsize=4)
def code(content: str, side: int) -> pygame.Surface:
    """Return a QR code of a text, black on white with its quiet zone, in whole pixels a module.

    A screen is neither torn nor stained: the fewest modules serve it best, since each is then the largest.
    """
    modules = segno.make(content, error="l", micro=False).matrix_iter(scale=1, border=4)
    rows = [bytes(modules_of_row) for modules_of_row in modules]
    pitch = max(1, side // len(rows))
    picture = pygame.Surface((len(rows) * pitch, len(rows) * pitch), 0, 32)
    picture.fill((255, 255, 255))
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                picture.fill((0, 0, 0), (x * pitch, y * pitch, pitch, pitch))
    return picture


@lru_cache(maxsize=4)
def dead_screen(side: int, ink: Colour, ground: Colour) -> pygame.Surface:
    """Return the sign of a screen that receives nothing: a monitor with a cross."""
    big = side * FINE
    canvas = _canvas(big, big, ink)
    bezel = pygame.Rect(0, round(big * 0.08), big, round(big * 0.64))
    pygame.draw.rect(canvas, ink, bezel, border_radius=round(big * 0.07))
    glass = bezel.inflate(-round(big * 0.13), -round(big * 0.13))
    pygame.draw.rect(canvas, ground, glass, border_radius=round(big * 0.02))
    pygame.draw.rect(canvas, ink, (big * 0.44, big * 0.70, big * 0.12, big * 0.14))
    pygame.draw.rect(
        canvas, ink, (big * 0.26, big * 0.82, big * 0.48, big * 0.075), border_radius=round(big * 0.03)
    )
    x, y, arm, half = glass.centerx, glass.centery, big * 0.15, big * 0.034
    for slant in (1, -1):
        corners = [
            (-arm - half, -arm + half),
            (-arm + half, -arm - half),
            (arm + half, arm - half),
            (arm - half, arm + half),
        ]
        pygame.draw.polygon(canvas, ink, [(x + dx, y + slant * dy) for dx, dy in corners])
    return pygame.transform.smoothscale(canvas, (side, side))
