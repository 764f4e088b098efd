"""Draws flat prints of balls with the truth: what the recogniser's own networks learn from.

No renderer is needed: ink is 1 and bare paint 0. It is NOT responsible for the network.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from tools.reader.fonts import Face, Side, faces, glyphs
from tools.worlds.world import FACES

Field = npt.NDArray[np.float32]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

SIDE: Final = 96
"""Pixels of a drawing, wide and high; a whole print's digits take half of that or less."""

DIGITS, MARK = 1, 2
"""Labels of what must be seen of a drawing."""

SAME_TURNED: Final = frozenset({1, 8, 11, 88})
"""Numbers that are themselves upside down, a 1 in some faces."""

HIGHEST: Final = 99
"""What is printed on a ball."""

_TURNABLE: Final = frozenset("01689")
_SAME_IN_MIRROR: Final = frozenset("0138")  # and turned by half a turn
_INK: Final = 0.4  # of a cell is ink: it is a digit's
_MIDDLE: Final = SIDE / 2 - 0.5
_BITS: Final = 4  # of a pixel's fraction, as OpenCV takes places
_FINE: Final = 2**_BITS


@dataclass(frozen=True, slots=True)
class Drawing:
    """A print, upright.

    Attributes:
        tone: 1 ink, 0 bare paint, below 0 what is lighter than that.
        must: Where its digits are (1), and the mark without which it could be another (2).
        number: Which it is, 0 none.
        way: Whether it is seen which way up it is.
        far: From the middle to the farthest of its digits, pixels.
    """

    tone: Field
    must: npt.NDArray[np.uint8]
    number: int
    way: bool
    far: float


@cache
def own_faces(side: Side) -> tuple[Face, ...]:
    """Return the faces of a side that no world is printed with."""
    return tuple(each for each in faces(side) if each.family not in FACES)


def drawn(rng: np.random.Generator, side: Side = Side.LEARNT) -> Drawing:
    """Return any print, or what is none."""
    some = own_faces(side)
    figures = glyphs(some[rng.integers(len(some))])
    assert figures is not None
    if rng.random() < 0.1:
        return Drawing(_nothing(figures, rng), np.zeros((SIDE, SIDE), np.uint8), 0, False, SIDE / 4)
    number = int(rng.integers(1, HIGHEST + 1)) if rng.random() < 0.87 else int(rng.integers(1, 10))
    ink, must, way = np.zeros((SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.uint8), False
    box = _digits(ink, figures, str(number), rng.uniform(16, 26), rng)
    must[ink > _INK] = DIGITS
    turnable = set(str(number)) <= _TURNABLE and number not in SAME_TURNED
    if rng.random() < (0.8 if turnable else 0.12):
        before, way = ink.copy(), True
        _mark(ink, box, rng)
        must[(ink - before > _INK)] = MARK if turnable else 0
    far = float(np.hypot(*(np.argwhere(must > 0) - _MIDDLE).T).max(initial=8.0))
    if (above := rng.random()) < 0.3:
        letter = above < 0.2
        _above(ink, figures if letter else None, box, rng)
        way = way or letter
    tone = _ground(ink * _worn(rng), far, rng)
    if rng.random() < 0.08 and not set(str(number)) <= _SAME_IN_MIRROR:
        return Drawing(np.ascontiguousarray(tone[:, ::-1]), must * 0, 0, False, far)
    return Drawing(tone, must, number, way or not turnable, far)


def _put(onto: Field, figure: Field, box: Box) -> None:
    """Lay a figure over a drawing, in a box."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    move = np.array(
        [
            [width / figure.shape[1], 0, left + 0.5 * width / figure.shape[1]],
            [0, height / figure.shape[0], top + 0.5 * height / figure.shape[0]],
        ],
        np.float32,
    )
    laid = cv2.warpAffine(_soft(figure, height), move, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
    np.maximum(onto, laid, out=onto)


def _soft(figure: Field, height: float) -> Field:
    """A figure without what is finer than it is drawn."""
    return np.asarray(cv2.blur(figure, (max(int(figure.shape[0] / height), 1),) * 2), np.float32)


def _digits(ink: Field, figures: dict[str, Field], text: str, height: float, rng: np.random.Generator) -> Box:
    """Draw the digits and return their box: left, top, right, bottom."""
    stretch = rng.uniform(0.78, 1.2)
    widths = [figures[each].shape[1] / figures[each].shape[0] * height * stretch for each in text]
    gap = height * (rng.uniform(0.03, 0.25) if rng.random() < 0.6 else rng.uniform(0.25, 0.8))
    total = sum(widths) + gap * (len(text) - 1)
    left, top = _MIDDLE - total / 2, _MIDDLE - height / 2 + rng.uniform(-2, 2)
    at = left
    for each, width in zip(text, widths, strict=True):
        _put(ink, figures[each], (at, top, at + width, top + height))
        at += width + gap
    return left, top, left + total, top + height


def _mark(ink: Field, box: Box, rng: np.random.Generator) -> None:
    left, top, right, bottom = box
    height = bottom - top
    if rng.random() < 0.55:
        below, thick = bottom + height * rng.uniform(0.05, 0.25), max(height * rng.uniform(0.06, 0.16), 1.2)
        inset = rng.uniform(-0.1, 0.25) * min(right - left, height)
        _box(ink, left + inset, below, right - inset, below + thick)
        return
    size = height * rng.uniform(0.07, 0.13)
    _dot(ink, right + height * rng.uniform(0.04, 0.2) + size, bottom - size, size)


def _box(ink: Field, left: float, top: float, right: float, bottom: float) -> None:
    points = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    _polygon(ink, points)


def _dot(ink: Field, x: float, y: float, radius: float) -> None:
    turns = np.arange(16) * np.pi / 8
    _polygon(ink, np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], 1))


def _polygon(ink: Field, points: npt.NDArray[np.float64], tone: float = 1.0) -> None:
    cv2.fillPoly(ink, [np.rint(points * _FINE).astype(np.int32)], tone, cv2.LINE_AA, _BITS)


def _above(
    ink: Field,
    figures: dict[str, Field] | None,
    box: Box,
    rng: np.random.Generator,
) -> None:
    """Draw a letter or a figure above the number, or beside it."""
    left, top, right, bottom = box
    size = (bottom - top) * rng.uniform(0.5, 1.0)
    gap = size * rng.uniform(0.15, 0.6)
    if rng.random() < 0.85:
        x, y = (left + right) / 2, top - gap - size / 2
    else:
        x, y = left - gap - size / 2, (top + bottom) / 2
    if figures is not None:
        figure = figures["BINGO"[rng.integers(5)]]
        width = figure.shape[1] / figure.shape[0] * size
        _put(ink, figure, (x - width / 2, y - size / 2, x + width / 2, y + size / 2))
        return
    corners, star = int(rng.integers(3, 8)), rng.random() < 0.5
    turns = np.arange(corners * 2) * np.pi / corners - np.pi / 2
    even = np.arange(corners * 2) % 2 == 0
    radii = size / 2 * np.where(even, 1, 0.45 if star else np.cos(np.pi / corners))
    points = np.stack([x + radii * np.cos(turns), y + radii * np.sin(turns)], 1)
    _polygon(ink, points, float(rng.uniform(0.4, 1)))


def _worn(rng: np.random.Generator) -> Field | np.float32:
    """How much of the ink is there."""
    if rng.random() < 0.5:
        return np.float32(1)
    cells = int(rng.integers(6, 30))
    rough = cv2.resize(
        rng.standard_normal((cells, cells)).astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC
    )
    much = rng.uniform(0.1, 0.6)
    return np.asarray(1 - much * np.clip(rough * 1.5 - 0.8 + much, 0, 1), np.float32)


def _ground(ink: Field, far: float, rng: np.random.Generator) -> Field:
    """The tones of a print with what it lies on: a disc, rings, or only the paint."""
    tone = np.zeros((SIDE, SIDE), np.float32)
    radius = max(far * rng.uniform(1.02, 1.7), 14)
    middle = _MIDDLE, _MIDDLE + (rng.uniform(-0.25, 0.1) * far)
    kind, inner = rng.random(), 0.0
    if kind < 0.25:
        inner = float(rng.uniform(-0.9, 0.4))
        _circle(tone, middle, radius, inner)
    for _ in range(rng.integers(1, 3) if 0.2 < kind < 0.55 else 0):
        _circle(tone, middle, radius, float(rng.uniform(-0.5, 1.1)), float(rng.uniform(1, 5)))
        radius *= rng.uniform(0.75, 0.95)
    return np.asarray(tone + (1 - tone) * ink, np.float32)


def _circle(
    tone: Field, middle: tuple[float, float], radius: float, value: float, thick: float | None = None
) -> None:
    at = tuple(round(each * _FINE) for each in middle)
    wide = -1 if thick is None else max(round(thick), 1)
    cv2.circle(tone, (at[0], at[1]), round(radius * _FINE), value, wide, cv2.LINE_AA, _BITS)


def _nothing(figures: dict[str, Field], rng: np.random.Generator) -> Field:
    """What is no number, or nothing at all."""
    tone = np.zeros((SIDE, SIDE), np.float32)
    kind = rng.integers(len(_NOTHINGS) + 1)
    if kind < len(_NOTHINGS):
        _NOTHINGS[kind](tone, figures, rng)
    return tone


def _heap(tone: Field, figures: dict[str, Field], rng: np.random.Generator) -> None:
    """Many small digits and letters."""
    names, size = list(figures), rng.uniform(8, 16)
    for _ in range(rng.integers(6, 18)):
        x, y = rng.uniform(10, SIDE - 20, 2)
        _put(tone, figures[names[rng.integers(len(names))]], (x, y, x + size * 0.7, y + size))


def _letters(tone: Field, figures: dict[str, Field], rng: np.random.Generator) -> None:
    text = ["BINGO"[rng.integers(5)] for _ in range(rng.integers(1, 5))]
    _row(tone, [figures[each] for each in text], rng.uniform(14, 26), 1, 0.75)


def _three(tone: Field, figures: dict[str, Field], rng: np.random.Generator) -> None:
    """Three digits."""
    names, size = list(figures), rng.uniform(14, 22)
    _row(tone, [figures[names[rng.integers(10)]] for _ in range(3)], size, 0.75, 0.65)


def _row(tone: Field, figures: Sequence[Field], size: float, step: float, width: float) -> None:
    """Figures beside each other, in parts of their height."""
    top = _MIDDLE - size / 2
    for at, each in enumerate(figures):
        left = _MIDDLE + (at - len(figures) / 2) * size * step
        _put(tone, each, (left, top, left + size * width, top + size))


def _clock(tone: Field, _: dict[str, Field], rng: np.random.Generator) -> None:
    for turn in np.arange(12) * np.pi / 6:
        way = np.array([np.cos(turn), np.sin(turn)])
        _line(tone, _MIDDLE + np.outer([24, 30], way), 1.0, 2)
    for far in rng.uniform(8, 22, 2):
        turn = rng.uniform(0, 2 * np.pi)
        _line(tone, _MIDDLE + np.outer([0, far], [np.cos(turn), np.sin(turn)]), 1.0, 2)


def _strokes(tone: Field, _: dict[str, Field], rng: np.random.Generator) -> None:
    for _each in range(rng.integers(1, 7)):
        points = rng.uniform(20, SIDE - 20, (2, 2))
        wide = int(rng.integers(1, 6))
        _line(tone, points, float(rng.uniform(-1, 1)), wide)


def _line(tone: Field, points: npt.NDArray[np.float64], value: float, wide: int) -> None:
    first, last = np.rint(points * _FINE).astype(int).tolist()
    cv2.line(tone, first, last, value, wide, cv2.LINE_AA, _BITS)


_NOTHINGS: Final = (_heap, _letters, _three, _clock, _strokes)
