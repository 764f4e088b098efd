"""Makes of drawn prints what the recogniser unrolls of balls: turned, lit, hidden and blurred each time anew.

It is NOT responsible for the drawings, nor for what learns from them.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.recogniser.flat import ACROSS, normal
from tools.recogniser.flats import DIGITS, MARK, SAME_TURNED, SIDE, Drawing, Field

Bools = npt.NDArray[np.bool_]

_MIDDLE: Final = SIDE / 2 - 0.5
_FILLS: Final = (0.36, 1.0)  # of a patch, from its middle to its edge: the farthest of the digits
_LITTLE, _MUCH = 0.08, 0.14  # of the digits hidden: less is a whole print, more is none
_ANY: Final = 0.35  # hidden: with more of them nobody can say what they are
_AWRY: Final = (0.35, 0.6)  # radians: turned by less a print is upright, by more it is not
_OVER: Final = 2.5  # radians: a 1 that is turned by more may be one all the same
_ABOUT: Final = 0.97  # of a whole print's cells are counted, as it is drawn in cells
_ROWS, _COLUMNS = ((np.mgrid[0:ACROSS, 0:ACROSS] + 0.5) / ACROSS * 2 - 1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Sample:
    """A print as the network sees it.

    Attributes:
        seen: Ink and what is seen of it, shape (2, ACROSS, ACROSS).
        number: 0 where none is to be learnt from it.
        whole: 1 where it is a whole, upright number, 0 where not, -1 where nobody can say.
        turn: By which it is turned, clockwise, radians; NaN where it has none.
        way: Whether it is seen which way up it is.
    """

    seen: Field
    number: int
    whole: int
    turn: float
    way: bool


def unrolled(drawing: Drawing, other: Drawing | None, turn: float, rng: np.random.Generator) -> Sample:
    """Return a drawing as it may be seen.

    Args:
        drawing: The print.
        other: Another that reaches into the patch.
        turn: By which it is turned, clockwise, radians.
        rng: Draws the rest.
    """
    half = drawing.far / np.exp(rng.uniform(*np.log(_FILLS)))
    move = _move(half, turn, rng)
    tone = _warped(_blurred(drawing.tone, half, rng), move)
    nearest = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    must = cv2.warpAffine(drawing.must, move, (ACROSS, ACROSS), flags=nearest)
    if other is not None:
        tone = _beside(tone, other, half, drawing.far, rng)
    tone, seen, shown = _partly(_lit(tone, rng), rng)
    if rng.random() < 0.2:
        tone, seen = _lamps(tone, seen, rng)
    hidden = _hidden(drawing, np.asarray(must, np.uint8), shown & (seen > 0), half)
    whole = _whole(drawing, hidden, turn)
    number = drawing.number if hidden < _ANY and abs(turn) < _AWRY[1] else 0
    known = drawing.number and hidden < _ANY
    return Sample(
        normal(_grainy(tone, rng)[None], seen[None])[0], number, whole, turn if known else np.nan, drawing.way
    )


def _partly(tone: Field, rng: np.random.Generator) -> tuple[Field, Field, Bools]:
    """With a limb, a hole of light or a cover: the tone, what is seen, and where nothing hides the print."""
    seen, shown = np.ones((ACROSS, ACROSS), np.float32), np.ones((ACROSS, ACROSS), np.bool_)
    if rng.random() < 0.35:
        seen *= ~_beyond(rng, 0.45, 1.3)
    if rng.random() < 0.3:
        hole = _ellipse(rng)
        if rng.random() < 0.5:
            seen *= ~hole
        else:
            tone = np.where(hole, np.float32(rng.normal(0, 0.1)), tone)
        shown &= ~hole
    if rng.random() < 0.1:
        cover = _beyond(rng, -0.2, 0.9)
        tone, shown = np.where(cover, np.float32(rng.uniform(-1.2, 1.2)), tone), shown & ~cover
    return tone, seen, shown


def _move(half: float, turn: float, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """From a patch's cells to the drawing, which is turned, shifted and pulled a little."""
    cell = 2 * half / ACROSS
    cosine, sine = np.cos(turn), np.sin(turn)
    pulled = np.eye(2) + rng.normal(0, 0.07, (2, 2))
    back = pulled @ np.array([[cosine, sine], [-sine, cosine]]) * cell
    off = rng.normal(0, 0.09 * half, 2)
    move = np.zeros((2, 3))
    move[:, :2] = back
    move[:, 2] = _MIDDLE + off - back @ np.full(2, ACROSS / 2 - 0.5)
    return move


def _warped(tone: Field, move: npt.NDArray[np.float64]) -> Field:
    return np.asarray(
        cv2.warpAffine(tone, move, (ACROSS, ACROSS), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP),
        np.float32,
    )


def _blurred(tone: Field, half: float, rng: np.random.Generator) -> Field:
    cell = 2 * half / ACROSS
    across, down = np.maximum(
        cell * np.exp(rng.uniform(np.log(0.35), np.log(1.3))) * rng.uniform(0.8, 1.4, 2), 0.3
    )
    return np.asarray(cv2.GaussianBlur(tone, (0, 0), across, sigmaY=down), np.float32)


def _beside(tone: Field, other: Drawing, half: float, far: float, rng: np.random.Generator) -> Field:
    """With another print of the ball that reaches into the patch."""
    move = _move(half * other.far / far, rng.uniform(0, 2 * np.pi), rng)
    away, way = rng.uniform(1.7, 2.6) * other.far, rng.uniform(0, 2 * np.pi)
    move[:, 2] += away * np.array([np.cos(way), np.sin(way)])
    there = _warped(_blurred(other.tone, half, rng), move)
    return np.asarray(np.where(np.abs(there) > np.abs(tone), there, tone), np.float32)


def _lit(tone: Field, rng: np.random.Generator) -> Field:
    """What is left of the light, and ink that is washed out on a side."""
    if rng.random() < 0.3:  # thin strokes fade first
        faded = rng.uniform(0, 0.35)
        tone = np.asarray(np.sign(tone) * np.maximum(np.abs(tone) - faded, 0) / (1 - faded), np.float32)
    if rng.random() < 0.4:
        way = rng.normal(0, 1, 2)
        slope = np.tanh(_COLUMNS * way[0] + _ROWS * way[1] + rng.normal(0, 0.5))
        tone = tone * (1 - rng.uniform(0, 0.45) * (1 + slope) / 2)
    if rng.random() < 0.5:
        powers = np.stack([_COLUMNS, _ROWS, _COLUMNS**2, _ROWS**2, _ROWS * _COLUMNS])
        tone = tone + np.tensordot(np.r_[rng.normal(0, 0.09, 2), rng.normal(0, 0.06, 3)], powers, 1)
    if rng.random() < 0.25:  # a streak of light
        along = rng.uniform(0, np.pi)
        far = np.cos(along) * _COLUMNS + np.sin(along) * _ROWS - rng.uniform(-0.8, 0.8)
        streak = np.exp(-0.5 * (far / rng.uniform(0.03, 0.12)) ** 2) * rng.uniform(0.1, 0.7)
        tone = tone - streak * rng.choice([1, 1, -0.5])
    if rng.random() < 0.15:  # a halo about light ink
        tone = tone + rng.uniform(0.1, 0.5) * cv2.GaussianBlur(
            np.asarray(tone, np.float32), (0, 0), rng.uniform(1.5, 4)
        )
    return np.asarray(tone, np.float32)


def _lamps(tone: Field, seen: Field, rng: np.random.Generator) -> tuple[Field, Field]:
    """What is left of the reflections of lamps: spots on a ring, or frames, lighter, darker or not seen."""
    spots = np.zeros((ACROSS, ACROSS), np.float32)
    x, y = rng.uniform(-5, ACROSS + 5, 2)
    size = rng.uniform(0.8, 3.5)
    if rng.random() < 0.5:
        radius, count = rng.uniform(3, 14), int(rng.integers(6, 13))
        turns = rng.uniform(0, 1) + np.arange(count) * 2 * np.pi / count
        places = np.stack([x + radius * np.cos(turns), y + radius * np.sin(turns)], 1)
    else:
        places = np.stack([x, y]) + rng.uniform(-12, 12, (int(rng.integers(1, 4)), 2))
    hollow = rng.random() < 0.4
    for place in places:
        corner = np.rint((place - size) * 8).astype(int), np.rint((place + size) * 8).astype(int)
        cv2.rectangle(spots, corner[0].tolist(), corner[1].tolist(), 1.0, 1 if hollow else -1, cv2.LINE_AA, 3)
    if rng.random() < 0.3:
        seen = seen * (spots < 0.5)
    lighter = rng.random() < 0.7
    return tone + spots * np.float32(rng.uniform(-1, 1)) if lighter else tone * (1 - spots), seen


def _beyond(rng: np.random.Generator, least: float, most: float) -> Bools:
    """What lies beyond a limb."""
    way, far = rng.uniform(0, 2 * np.pi), rng.uniform(least, most)
    along = np.cos(way) * _COLUMNS + np.sin(way) * _ROWS
    across = np.cos(way) * _ROWS - np.sin(way) * _COLUMNS
    return np.asarray(along > far - rng.uniform(0, 0.25) * across**2, np.bool_)


def _ellipse(rng: np.random.Generator) -> Bools:
    x, y = rng.uniform(-0.9, 0.9, 2)
    way, (long, short) = rng.uniform(0, np.pi), np.exp(rng.uniform(np.log(0.05), np.log(0.4), 2))
    along = np.cos(way) * (_COLUMNS - x) + np.sin(way) * (_ROWS - y)
    across = np.cos(way) * (_ROWS - y) - np.sin(way) * (_COLUMNS - x)
    return np.asarray((along / long) ** 2 + (across / short) ** 2 < 1, np.bool_)


def _grainy(tone: Field, rng: np.random.Generator) -> Field:
    grain = rng.standard_normal(tone.shape).astype(np.float32)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 2.5
    return np.asarray(tone + grain * np.float32(rng.uniform(0, 0.12) ** 1.3), np.float32)


def _hidden(drawing: Drawing, must: npt.NDArray[np.uint8], shown: Bools, half: float) -> float:
    """How much of the digits is not seen, or a third of how much of the mark, whichever is more."""
    cell, most = (2 * half / ACROSS) ** 2, 0.0
    for label, counts in ((DIGITS, 1.0), (MARK, 1 / 3)):
        whole = float((drawing.must == label).sum()) / cell
        if whole:
            most = max(most, (1 - float(((must == label) & shown).sum()) / whole / _ABOUT) * counts)
    return most


def _whole(drawing: Drawing, hidden: float, turn: float) -> int:
    """Whether it is a whole, upright number: 1, 0 or, where nobody can say, -1."""
    if not drawing.number or not drawing.way or hidden > _MUCH:
        return 0
    off = abs(turn)
    if drawing.number in SAME_TURNED:
        off = min(off, np.pi - off) if drawing.number != 1 else off
    if off > _AWRY[1]:
        return -1 if drawing.number == 1 and off > _OVER else 0
    return -1 if off > _AWRY[0] or hidden > _LITTLE else 1
