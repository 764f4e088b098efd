"""Digits to learn from that no font has: between two faces, or with strokes of their own.

The faces at hand are few beside those that balls are printed in: in one of these a 1 was read as a 7
(docs/reader-history.md).

It is NOT responsible for the faces themselves, nor for whole numbers and their marks.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from tools.reader.fonts import HEIGHT, Face, Field, Side, faces, glyphs, likeness, stroke

_BLENDED = 0.4  # of the sets have digits between two faces
_SHARE = (0.2, 0.8)  # of the other face in these
_ALIKE = 0.55  # of two digits of one size must overlap, or what is between them is none
_STROKES = 0.3  # of the sets have such a 1 and such a 7
_CONTRAST = 0.25  # of the sets are thicker down than across
_WIDER = (0.02, 0.1)  # of the height: by so much


@dataclass(frozen=True, slots=True)
class Strokes:
    """A 1 and a 7 of two straight strokes each; lengths in heights of a digit, angles in degrees.

    Attributes:
        thick: Of every stroke, in those of the face.
        flag: How far from upright the flag of the 1 is.
        long: The flag's length.
        lean: How far from upright the stem of the 7 is.
        across: The length of the top of the 7.
        flat: Whether top and bottom are cut level, and not round.
    """

    thick: float
    flag: float
    long: float
    lean: float
    across: float
    flat: bool


@dataclass(frozen=True, slots=True)
class Variety:
    """What makes the digits of a set others than those of its face.

    Attributes:
        other: The face that they lean to.
        share: How far, 0..1.
        strokes: What 1 and 7 are instead.
        wider: By how many pixels strokes down are thicker.
    """

    other: Face | None = None
    share: float = 0.0
    strokes: Strokes | None = None
    wider: int = 0


PLAIN: Final = Variety()


def a_variety(rng: np.random.Generator) -> Variety:
    """What a set to learn from has of its own."""
    known = faces(Side.LEARNT)
    other = known[int(rng.integers(len(known)))] if rng.random() < _BLENDED else None
    strokes = _some_strokes(rng) if rng.random() < _STROKES else None
    wider = round(float(rng.uniform(*_WIDER)) * HEIGHT) if rng.random() < _CONTRAST else 0
    share = float(rng.uniform(*_SHARE))
    return Variety(other, share if other else 0.0, strokes, wider)


def _some_strokes(rng: np.random.Generator) -> Strokes:
    return Strokes(
        thick=float(rng.uniform(0.7, 1.05)),
        flag=float(rng.uniform(32, 68)),
        long=float(rng.uniform(0.28, 0.55)),
        lean=float(rng.uniform(12, 34)),
        across=float(rng.uniform(0.42, 0.68)),
        flat=bool(rng.random() < 0.7),
    )


@lru_cache(maxsize=1024)
def digit(character: str, face: Face, variety: Variety) -> Field:
    """A digit of a set as coverage 0..1, cropped to its ink, `HEIGHT` lines high."""
    if variety.strokes is not None and character in "17":
        return _of_strokes(character, variety.strokes, stroke(_glyph("4", face)))
    drawn = _glyph(character, face)
    if variety.other is not None:
        drawn = _between(drawn, _glyph(character, variety.other), variety.share)
    return _cropped(_widened(drawn, variety.wider)) if variety.wider else drawn


def _glyph(character: str, face: Face) -> Field:
    drawn = glyphs(face)
    assert drawn is not None
    return drawn[character]


def _between(first: Field, second: Field, share: float) -> Field:
    """What lies between two shapes: the mean of how far each place is from their edges.

    The first alone where they are too unlike for anything between them to be that digit.
    """
    size = round(first.shape[1] + share * (second.shape[1] - first.shape[1])), HEIGHT
    both = [
        cv2.resize(each, size, interpolation=cv2.INTER_AREA).astype(np.float32) for each in (first, second)
    ]
    if likeness(both[0], both[1]) < _ALIKE:
        return first
    inside = (1 - share) * _depth(both[0]) + share * _depth(both[1])
    return _cropped(np.clip(inside + 0.5, 0, 1))


def _widened(shape: Field, pixels: int) -> Field:
    padded = np.pad(shape, ((0, 0), (pixels, pixels)))
    return np.asarray(cv2.dilate(padded, np.ones((1, pixels), np.uint8)), np.float32)


def _depth(shape: Field) -> Field:
    """How many pixels each place is inside a shape; less than nought outside."""
    ink = np.pad((shape > 0.5).astype(np.uint8), 2)
    depth = cv2.distanceTransform(ink, cv2.DIST_L2, 5) - cv2.distanceTransform(1 - ink, cv2.DIST_L2, 5)
    return np.asarray(depth[2:-2, 2:-2], np.float32)


def _of_strokes(character: str, strokes: Strokes, pixels: float) -> Field:
    """A 1 or a 7; their joint is at the top, and the top of the 7 as thick as its stem."""
    thick = max(1, round(strokes.thick * pixels))
    flag, lean = np.deg2rad(strokes.flag), np.deg2rad(strokes.lean)
    top, bottom, joint = HEIGHT, 2 * HEIGHT, 1.5 * HEIGHT
    if character == "1":
        foot = joint, bottom
        end = joint - strokes.long * HEIGHT * np.sin(flag), top + strokes.long * HEIGHT * np.cos(flag)
        cut = top
    else:
        foot = joint - HEIGHT * np.tan(lean), bottom
        end = joint - strokes.across * HEIGHT, top
        cut = top - thick // 2
    canvas = np.zeros((3 * HEIGHT, 3 * HEIGHT), np.uint8)
    for x, y in (foot, end):
        cv2.line(canvas, (round(joint), top), (round(x), round(y)), 255, thick, cv2.LINE_AA)
    if strokes.flat:
        canvas[:cut], canvas[bottom:] = 0, 0
    return _cropped(np.asarray(canvas.astype(np.float32) / 255, np.float32))


def _cropped(shape: Field) -> Field:
    """A shape cut to its ink and made `HEIGHT` lines high."""
    x, y, width, height = cv2.boundingRect((shape > 0.5).astype(np.uint8))
    size = max(2, round(width * HEIGHT / height)), HEIGHT
    cut = shape[y : y + height, x : x + width]
    return np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_AREA), np.float32)
