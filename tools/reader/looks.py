"""What a ball set looks like: its face, layout, marks, sizes and colours, drawn from a seed.

A look is a value; `sheet` draws one number of it flat. The split keeps faces, layouts and marks of the
held-out side from ever being learnt. It is NOT responsible for balls, light or cameras.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.upside import upside_down
from tools.reader.fonts import HEIGHT, Face, Field, Side, faces, glyphs, likeness
from tools.reader.shapes import PLAIN, Variety, a_variety, digit

Colour = tuple[float, float, float]

TEXTURE: Final = 256
HIGHEST: Final = 90
_TURNS = 0.9  # of a 1 and of itself upside down overlap where nobody can tell them apart

MARKS: Final = ("none", "bar", "dot", "ring", "code", "letter")
LEARNT_MARKS: Final = (
    "none",
    "none",
    "none",
    "bar all",
    "bar needed",
    "dot and bar",
    "ring",
    "code",
    "short bar",
    "letter",
)
HELD_OUT_MARKS: Final = (
    "none",
    "bar all",
    "bar needed",
    "double bar",
    "thin bar",
    "open ring",
    "dot and bar",
    "code",
)
LEARNT_LAYOUTS: Final = ("one", "two", "six", "twelve", "belt")
HELD_OUT_LAYOUTS: Final = ("eight", "four", "belt of seven")
_OPENING = (15.0, 45.0)  # degrees, half of what is missing of a ring; the larger ones larger still
_UNKNOWN_OPENING = (28.0, 38.0)
_BETWEEN = 1.0  # at least, between what is learnt and what is held out
_BEYOND = _UNKNOWN_OPENING[1] - _UNKNOWN_OPENING[0] + 2 * _BETWEEN
_PAINTS: Final = (
    (216, 234, 240), (240, 238, 236), (235, 240, 242), (110, 214, 246), (70, 80, 225), (205, 140, 60),
    (110, 190, 90), (90, 150, 245), (190, 160, 225), (215, 200, 150), (160, 170, 175), (150, 215, 235),
)  # fmt: skip
_INKS: Final = (
    (38, 30, 28),
    (70, 30, 24),
    (30, 26, 30),
    (20, 20, 20),
    (60, 20, 110),
    (110, 40, 20),
    (30, 60, 20),
)


@dataclass(frozen=True, slots=True)
class Look:
    """The make of one ball set; lengths in heights of a digit unless said otherwise."""

    face: Face
    layout: str
    marks: str
    plain_one: bool
    stretch: float
    bold: int
    spacing: float
    reach: float
    """Radians from the middle of a print to its farthest ink, for two digits."""
    paint: Colour
    ink: Colour
    disc: Colour | None
    rim: bool
    """Whether the disc has a dark outline."""
    gap: float
    thick: float
    gloss: float
    variety: Variety = PLAIN

    @property
    def flips_one(self) -> bool:
        """Whether a 1 looks the same upside down."""
        one = digit("1", self.face, self.variety)
        return self.plain_one or likeness(one, np.ascontiguousarray(one[::-1, ::-1])) > _TURNS


@dataclass(frozen=True, slots=True)
class Sheet:
    """One print, flat.

    Attributes:
        ink: Coverage 0..1 of the dark parts.
        disc: Coverage 0..1 of the light disc under them; empty if there is none.
        reach: Texture pixels from the middle to the farthest ink.
        inner: The same without a ring or the outline of the disc.
        middle: Texture pixels right and down from the middle to that of the least circle around digits and
            mark; a 1 or a 7 stands beside it.
        mark: Which of `MARKS` it carries.
    """

    ink: Field
    disc: Field
    reach: float
    inner: float
    middle: tuple[float, float]
    mark: str


def a_look(rng: np.random.Generator, side: Side) -> Look:
    """A ball set of one side of the split."""
    known = faces(side)
    layouts, marks = (
        (HELD_OUT_LAYOUTS, HELD_OUT_MARKS) if side is Side.HELD_OUT else (LEARNT_LAYOUTS, LEARNT_MARKS)
    )
    layout = str(rng.choice(layouts))
    few = layout in ("one", "two")
    paint = _jittered(_PAINTS[int(rng.integers(len(_PAINTS)))], 14, rng)
    dark = min(paint) < 150
    disc = _jittered((236, 240, 242), 8, rng) if rng.random() < (0.75 if dark else 0.3) else None
    return Look(
        face=known[int(rng.integers(len(known)))],
        layout=layout,
        marks=str(rng.choice(marks)),
        plain_one=rng.random() < 0.25,
        stretch=float(rng.uniform(0.8, 1.15)),
        bold=int(rng.choice([-2, 0, 0, 0, 3, 5])),
        spacing=float(rng.uniform(0.05, 0.16)),
        reach=float(rng.uniform(0.34, 0.58) if few else rng.uniform(0.2, 0.36)),
        paint=paint,
        ink=_jittered(_INKS[int(rng.integers(len(_INKS)))], 8, rng),
        disc=disc,
        rim=disc is not None and rng.random() < 0.25,
        gap=float(rng.uniform(0.1, 0.22)),
        thick=float(rng.uniform(0.07, 0.16)),
        gloss=float(rng.choice([0.15, 0.6, 1.0])),
        variety=a_variety(rng) if side is Side.LEARNT else PLAIN,
    )


def flipped(number: int) -> int | None:
    """What a number reads upside down; None if that is none, or over 90 and over the number itself."""
    turned = upside_down(number)
    return turned if turned is not None and turned <= max(number, HIGHEST) else None


def marked(number: int, look: Look) -> str:
    """Which mark a number of this set carries."""
    text = str(number)
    needed = all(digit in "0689" for digit in text) and any(digit in "69" for digit in text)
    kind = look.marks
    if kind in ("bar needed", "double bar", "thin bar", "short bar"):
        return "bar" if needed else "none"
    if kind == "dot and bar":
        return ("bar" if text[-1] == "9" or text == "86" else "dot") if needed else "none"
    return {"none": "none", "bar all": "bar", "open ring": "ring"}.get(kind, kind)


def settled(number: int, look: Look) -> bool:
    """Whether one print tells this number from what it reads upside down."""
    other = flipped(number)
    if other is None or other == number or marked(number, look) != "none":
        return True
    return "1" in str(number) and not look.flips_one


def sheet(text: str, look: Look, rng: np.random.Generator) -> Sheet:
    """Draw one print of a number (or any digits)."""
    digits = _digits(text, look)
    number = int(text)
    mark = marked(number, look) if 1 <= number < 100 and text[0] != "0" else "none"
    block = _with_mark(digits, mark, look, rng)
    radius = (0.9 if look.disc is None else 0.78) * TEXTURE / 2
    limit = 2 * radius / float(np.hypot(*_two_digits(look)))
    if mark == "ring":
        limit *= 0.8
    scale = min(limit, 2 * radius / float(np.hypot(*block.shape)))
    ink = _centred(block, scale)
    *middle, inner = circle_of(ink)
    if mark == "ring":
        _ring(ink, look, rng)
    disc = np.zeros((0, 0), np.float32)
    if look.disc is not None:
        disc = np.zeros((TEXTURE, TEXTURE), np.float32)
        cv2.circle(disc, (TEXTURE // 2, TEXTURE // 2), TEXTURE // 2 - 3, 1.0, -1, cv2.LINE_AA)
        if look.rim and mark != "ring":
            cv2.circle(ink, (TEXTURE // 2, TEXTURE // 2), TEXTURE // 2 - 5, 1.0, 3, cv2.LINE_AA)
    return Sheet(ink, disc, circle_of(ink)[2], inner, (middle[0], middle[1]), mark)


def circle_of(ink: Field) -> tuple[float, float, float]:
    """How far right and down of the sheet's middle the least circle around the ink lies, and its radius."""
    rows, columns = np.nonzero(ink > 0.5)
    (x, y), radius = cv2.minEnclosingCircle(np.stack([columns, rows], axis=1).astype(np.float32))
    return x - (ink.shape[1] - 1) / 2, y - (ink.shape[0] - 1) / 2, float(radius)


def _two_digits(look: Look) -> tuple[float, float]:
    """The height and width of two digits and a mark: all numbers of a set are of one height."""
    return HEIGHT * (1 + look.gap + look.thick), HEIGHT * (1.25 * look.stretch + look.spacing)


def _digits(text: str, look: Look) -> Field:
    parts: list[Field] = []
    for character in text:
        plain = np.ones((HEIGHT, int(HEIGHT * 0.17)), np.float32)
        bare = character == "1" and look.plain_one
        glyph = plain if bare else digit(character, look.face, look.variety)
        wide = max(4, round(glyph.shape[1] * look.stretch))
        parts.append(np.asarray(cv2.resize(glyph, (wide, HEIGHT), interpolation=cv2.INTER_AREA), np.float32))
    gap = np.zeros((HEIGHT, max(2, int(look.spacing * HEIGHT))), np.float32)
    block = np.hstack([piece for part in parts for piece in (gap, part)][1:])
    if look.bold:
        block = np.pad(block, 6)
        brush = np.ones((abs(look.bold),) * 2, np.uint8)
        block = np.asarray(cv2.dilate(block, brush) if look.bold > 0 else cv2.erode(block, brush), np.float32)
    return block


def _with_mark(digits: Field, mark: str, look: Look, rng: np.random.Generator) -> Field:
    width = digits.shape[1]
    gap, thick = max(4, int(look.gap * HEIGHT)), max(6, int(look.thick * HEIGHT))
    if mark == "bar":
        strip = _bar(width, thick, look)
    elif mark == "dot":
        strip = np.zeros((int(thick * 1.6), width), np.float32)
        cv2.circle(strip, (width // 2, int(thick * 0.8)), int(thick * 0.8), 1.0, -1)
    elif mark == "code":
        strip = _code(max(width, HEIGHT), int(HEIGHT * 0.28), rng)
    elif mark == "letter":
        return _lettered(digits, look, rng)
    else:
        return digits
    wide = max(width, strip.shape[1])
    return np.vstack([_widened(digits, wide), np.zeros((gap, wide), np.float32), _widened(strip, wide)])


def _bar(width: int, thick: int, look: Look) -> Field:
    if look.marks == "thin bar":
        thick = max(5, thick // 2)
    long = int(width * 0.6) if look.marks == "short bar" else width
    strip = np.zeros((thick, width), np.float32)
    strip[:, (width - long) // 2 : (width + long) // 2] = 1
    if look.marks == "double bar":
        thin = max(5, thick // 2)
        strip = np.zeros((3 * thin, width), np.float32)
        strip[:thin] = strip[2 * thin :] = 1
    return strip


def _code(width: int, height: int, rng: np.random.Generator) -> Field:
    strip = np.zeros((height, width), np.float32)
    x = 0
    while x < width - 4:
        line = int(rng.integers(4, 12))
        strip[:, x : x + line] = 1
        x += line + int(rng.integers(5, 13))
    return strip


def _lettered(digits: Field, look: Look, rng: np.random.Generator) -> Field:
    """A letter of BINGO over the number, as sets of 75 have it."""
    drawn = glyphs(look.face)
    assert drawn is not None
    letter = drawn[str(rng.choice(list("BINGO")))]
    small = cv2.resize(letter, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
    wide = max(digits.shape[1], small.shape[1])
    gap = np.zeros((int(0.16 * HEIGHT), wide), np.float32)
    return np.vstack([_widened(small, wide), gap, _widened(digits, wide)])


def _widened(part: Field, width: int) -> Field:
    left = (width - part.shape[1]) // 2
    return np.pad(part, ((0, 0), (left, width - part.shape[1] - left)))


def _centred(block: Field, scale: float) -> Field:
    small = cv2.resize(block, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    ink = np.zeros((TEXTURE, TEXTURE), np.float32)
    top, left = (TEXTURE - small.shape[0]) // 2, (TEXTURE - small.shape[1]) // 2
    ink[top : top + small.shape[0], left : left + small.shape[1]] = small
    return ink


def _ring(ink: Field, look: Look, rng: np.random.Generator) -> None:
    """A ring around the number with a gap under it."""
    radius, thick = TEXTURE // 2 - 10, max(4, int(TEXTURE * look.thick * 0.3))
    half = _learnt_opening(rng) if look.marks == "ring" else rng.uniform(*_UNKNOWN_OPENING)
    middle = (TEXTURE // 2, TEXTURE // 2)
    cv2.ellipse(ink, middle, (radius, radius), 90, half, 360 - half, 1.0, thick, cv2.LINE_AA)


def _learnt_opening(rng: np.random.Generator) -> float:
    """Half of what is missing of a ring below, degrees: less or more than any held-out one has."""
    half = rng.uniform(*_OPENING)
    return float(half if half < _UNKNOWN_OPENING[0] - _BETWEEN else half + _BEYOND)


def _jittered(colour: Sequence[float], spread: float, rng: np.random.Generator) -> Colour:
    blue, green, red = (float(np.clip(level + rng.uniform(-spread, spread), 5, 250)) for level in colour)
    return blue, green, red


Directions = npt.NDArray[np.float64]


def directions(layout: str) -> Directions:
    """Where the prints of a layout lie on the ball, unit vectors, one row each."""
    if layout in ("one", "two"):
        return np.array([[0, 0, 1.0], [0, 0, -1.0]])[: 1 if layout == "one" else 2]
    if layout == "six":
        return np.vstack([np.eye(3), -np.eye(3)])
    if layout == "four":
        return np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / math.sqrt(3)
    if layout == "eight":
        return np.array([[x, y, z] for x in (1, -1) for y in (1, -1) for z in (1, -1)]) / math.sqrt(3)
    if layout == "twelve":
        flat = 1 / np.sqrt(5)
        upper = [(2 * flat * np.cos(a), 2 * flat * np.sin(a), flat) for a in np.arange(5) * 2 * np.pi / 5]
        return np.array([(0, 0, 1.0), *upper, *[(-x, -y, -z) for x, y, z in upper], (0, 0, -1.0)])
    count = 7 if layout == "belt of seven" else 6
    around = np.arange(count) * 2 * np.pi / count
    return np.stack([np.cos(around), np.zeros(count), np.sin(around)], axis=1)
