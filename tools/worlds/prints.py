"""The prints of balls: digits, marks, discs, rings, letters and symbols as pictures, and where they lie.

It is NOT responsible for light.
"""

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from tools.worlds.world import Balls, Floats, Rgb

SIDE: Final = 256
"""Pixels of a print, wide and high."""

_SAME: Final = frozenset("0689")  # of digits that are others or the same upside down
_TENS: Final[tuple[Rgb, ...]] = (
    *((0.75, 0.10, 0.08), (0.85, 0.42, 0.05), (0.80, 0.68, 0.08), (0.08, 0.45, 0.14), (0.06, 0.28, 0.66)),
    *((0.30, 0.10, 0.48), (0.78, 0.32, 0.48), (0.36, 0.22, 0.12), (0.16, 0.17, 0.19), (0.05, 0.45, 0.48)),
)
_PLACES: Final = {
    1: [(0, 0, 1)],
    2: [(0, 0, 1), (0, 0, -1)],
    4: [(1, 1, 1), (-1, -1, 1), (-1, 1, -1), (1, -1, -1)],
    6: [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)],
}
REACH: Final = {1: 0.78, 2: 0.78, 4: 0.62, 6: 0.55}
"""From a print's middle to its edge, radians, by how many there are."""


def directions(count: int) -> Floats:
    """Return the middles of so many prints on a ball, unit vectors (count, 3)."""
    places = np.asarray(_PLACES[count], np.float64)
    return np.asarray(places / np.linalg.norm(places, axis=1, keepdims=True), np.float32)


def paint(number: int, balls: Balls) -> Rgb:
    """Return what colour a ball has between its prints, linear RGB."""
    return _TENS[(number - 1) // 10 % len(_TENS)] if balls.base is None else balls.base


@cache
def font_file(family: str) -> str:
    """Return the file of an installed family, bold; a file is its own.

    Raises:
        FileNotFoundError: It is not installed.
    """
    if Path(family).is_file():
        return family
    asked = ["fc-match", "-f", "%{family}|%{file}", f"{family}:bold"]
    found, file = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split("|")
    if family not in found.split(","):
        raise FileNotFoundError(
            f"the typeface {family} is not installed (Debian: fonts-dejavu-extra, fonts-tlwg, "
            "fonts-mplus, fonts-noto-core)"
        )
    return file


def stamp(number: int, balls: Balls) -> Floats:
    """Return a print: linear RGB and how much of it is there, shape (SIDE, SIDE, 4)."""
    image = Image.new("RGBA", (SIDE * 2, SIDE * 2), (*_srgb(balls.ink), 0))
    draw = ImageDraw.Draw(image)
    _ground(draw, number, balls)
    middle = SIDE * (1.16 if balls.style in {"letter", "symbol"} else 1.0)
    _digits(draw, str(number), balls, middle)
    if balls.style == "letter":
        _centred(draw, "BINGO"[(number - 1) // 15], balls, SIDE * 0.42, 0.3)
    if balls.style == "symbol":
        _symbol(draw, number, balls)
    small = image.resize((SIDE, SIDE), Image.Resampling.LANCZOS)
    rgba = np.asarray(np.asarray(small) / 255, np.float32)
    rgba[..., :3] **= 2.2
    return rgba


def _srgb(colour: Rgb) -> tuple[int, int, int]:
    red, green, blue = (round(255 * each ** (1 / 2.2)) for each in colour)
    return red, green, blue


def _ground(draw: ImageDraw.ImageDraw, number: int, balls: Balls) -> None:
    whole, tens = (8, 8, SIDE * 2 - 8, SIDE * 2 - 8), _srgb(_TENS[(number - 1) // 10 % len(_TENS)])
    if balls.style == "disc":
        draw.ellipse(whole, fill=(*_srgb((0.78, 0.77, 0.72)), 255))
    if balls.style in {"ring", "letter"}:
        draw.ellipse(whole, outline=(*tens, 255), width=26)
    if balls.style == "ring":  # of two tones
        draw.ellipse((44, 44, SIDE * 2 - 44, SIDE * 2 - 44), outline=(*_srgb(balls.ink), 255), width=8)


def _digits(draw: ImageDraw.ImageDraw, text: str, balls: Balls, middle: float) -> None:
    size = balls.size
    for _ in range(8):  # until it fits
        font = ImageFont.truetype(font_file(balls.face), round(SIDE * 2 * size))
        boxes = [font.getbbox(each) for each in text]
        top, bottom = min(each[1] for each in boxes), max(each[3] for each in boxes)
        gap = balls.gap * (bottom - top)
        total = sum(each[2] - each[0] for each in boxes) + gap * (len(text) - 1)
        if np.hypot(total, bottom - top) < SIDE * 1.5:
            break
        size *= 0.92
    height = bottom - top
    left, at = SIDE - total / 2, middle - height / 2
    place = left
    for each, box in zip(text, boxes, strict=True):
        draw.text((place - box[0], at - top), each, font=font, fill=(*_srgb(balls.ink), 255))
        place += box[2] - box[0] + gap
    ink = (*_srgb(balls.ink), 255)
    if set(text) & set("69") or (set(text) <= _SAME | {"1"} and len(text) == 2):
        if balls.mark == "bar":
            below = at + height * 1.12
            draw.rectangle((left, below, left + total, below + height * 0.1), fill=ink)
        else:
            right, dot = left + total + height * 0.08, height * 0.16
            draw.ellipse((right, at + height - dot, right + dot, at + height), fill=ink)


def _centred(draw: ImageDraw.ImageDraw, text: str, balls: Balls, middle: float, size: float) -> None:
    font = ImageFont.truetype(font_file(balls.face), round(SIDE * 2 * size * 0.8))
    left, top, right, bottom = font.getbbox(text)
    at = SIDE - (left + right) / 2, middle - (top + bottom) / 2
    draw.text(at, text, font=font, fill=(*_srgb(balls.ink), 255))


def _symbol(draw: ImageDraw.ImageDraw, number: int, balls: Balls) -> None:
    """A figure above the number: a polygon or a star of as many corners as its ten."""
    corners, middle, radius = 3 + (number - 1) // 10 % 5, SIDE * 0.42, SIDE * 0.26
    star, turns = number % 2 == 0, np.arange(corners * 2) * np.pi / corners - np.pi / 2
    radii = np.where(
        np.arange(corners * 2) % 2 == 0, radius, radius * (0.45 if star else np.cos(np.pi / corners))
    )
    points = [(SIDE + r * np.cos(t), middle + r * np.sin(t)) for r, t in zip(radii, turns, strict=True)]
    colour = _srgb(_TENS[(number - 1) // 10 % len(_TENS)]) if corners != 3 else _srgb(balls.ink)
    draw.polygon(points, fill=(*colour, 255))


class Surface:
    """The paint and the prints of one ball: albedo at any direction from its centre.

    Args:
        number: Of the ball.
        balls: Its set.
        rng: Draws how its prints are turned and worn.
        mirrored: Whether all of it is as a mirror shows it.
    """

    def __init__(
        self, number: int, balls: Balls, rng: np.random.Generator, *, mirrored: bool = False
    ) -> None:
        self._stamp = stamp(number, balls)
        self._base = np.asarray(paint(number, balls), np.float32)
        self._mirrored, self._reach, self._worn = mirrored, REACH[balls.prints], balls.worn
        self.directions = directions(balls.prints)
        self._turns = rng.uniform(0, 2 * np.pi, len(self.directions))
        self._waves = rng.normal(0, 1, (3, 10)).astype(np.float32) * np.array(
            [2, 3, 4, 6, 9, 14, 22, 30, 45, 60]
        )
        self._phases = rng.uniform(0, 2 * np.pi, 10)
        seam = rng.normal(0, 1, 3)
        self._seam = seam / np.linalg.norm(seam)

    def albedo(self, normals: Floats) -> Floats:
        """Return the linear RGB albedo at unit vectors (rows, columns, 3) from the ball's centre."""
        if self._mirrored:
            normals = normals * np.array([-1, 1, 1], np.float32)
        waves = np.cos(normals @ self._waves.astype(np.float32) + self._phases.astype(np.float32))
        rough = waves[..., :5].mean(axis=-1), waves[..., 4:].mean(axis=-1)
        seam = np.exp(-((normals @ self._seam.astype(np.float32)) ** 2) / (2 * 0.006**2))
        level = 1 + 0.035 * rough[0] + 0.025 * rough[1] - 0.12 * seam
        colour = level[..., None] * self._base
        ink = 1 - self._worn * np.clip(rough[1] * 3 - 0.9 + self._worn, 0, 1)
        for middle, turn in zip(self.directions, self._turns, strict=True):
            stamped = self._stamped(normals, middle, turn)
            if stamped is not None:
                cover = stamped[..., 3:] * ink[..., None]
                colour = colour * (1 - cover) + stamped[..., :3] * level[..., None] * cover
        return np.asarray(colour, np.float32)

    def _stamped(self, normals: Floats, middle: Floats, turn: float) -> Floats | None:
        aside = np.array([0.0, 0, 1]) if abs(middle[2]) < 0.9 else np.array([0.0, 1, 0])
        right = np.cross(aside, middle)
        right = right / np.linalg.norm(right)
        up = np.cross(middle, right)
        right, up = np.cos(turn) * right + np.sin(turn) * up, np.cos(turn) * up - np.sin(turn) * right
        x, y, z = (normals @ each.astype(np.float32) for each in (right, up, np.asarray(middle)))
        if not (z > np.cos(self._reach * 1.4)).any():
            return None
        angle = np.arccos(np.clip(z, -1, 1))
        scale = angle / np.maximum(np.hypot(x, y), 1e-6) / self._reach * (SIDE / 2)
        columns, rows = SIDE / 2 - 0.5 + x * scale, SIDE / 2 - 0.5 - y * scale
        maps = columns.astype(np.float32), rows.astype(np.float32)
        bare = (0.0, 0.0, 0.0, 0.0)
        there = cv2.remap(
            self._stamp, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=bare
        )
        return np.asarray(there, np.float32)
