"""Puts balls and other things where a hall's ball lies, as pictures that nobody had to render.

It is NOT responsible for what is recognised in them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.recogniser.disc import Disc
from drivers.recogniser.finder import BallFinder

Picture = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

_EDGE: Final = 1.5  # pixels over which what is put in goes over into what is there
_SHARP: Final = 0.2  # pixels: a blur below it is none
_SIDE: Final = 400  # pixels of a thing as it is drawn
_MIDDLE: Final = _SIDE // 2
_APART: Final = (1.2, 2.05)  # radii between the middles of two balls
_DEEP, _WIDE, _OUT = (0.4, 0.95), (0.15, 0.5), 3.0  # radii: where a finger ends, how wide, where it begins
_FINGERS: Final[tuple[Colour, ...]] = ((140, 165, 215), (60, 80, 130), (35, 35, 40), (150, 150, 150))
_DARK, _WHITE, _GREY = (40, 40, 40), (235, 235, 235), (150, 155, 160)


def disc_in(finder: BallFinder, picture: Picture) -> Disc:
    """Return where the likeliest ball of a 480-line picture lies, whether or not it would be recognised."""
    difference = finder.exit.differs(picture)
    if difference is None:
        raise ValueError("the picture has another shape than the exit")
    return finder.seen(picture, picture, difference).disc


def put(onto: Picture, source: Picture, lies: Disc, there: Disc, turn: float = 0.0, flip: int = 1) -> Picture:
    """Put the ball of one picture into another.

    Args:
        onto: BGR, in which it is put.
        source: BGR, from which it is.
        lies: Where it lies there.
        there: Where it is put.
        turn: By which it is turned about its middle, radians.
        flip: -1 for its image in a mirror.
    """
    scale, reach = there.radius / lies.radius, int(there.radius) + 3
    left, top = max(round(there.x) - reach, 0), max(round(there.y) - reach, 0)
    part = onto[top : round(there.y) + reach, left : round(there.x) + reach]
    across, down = scale * np.cos(turn), scale * np.sin(turn)
    move = np.array([[across * flip, -down, 0.0], [down * flip, across, 0.0]])
    move[:, 2] = np.array([there.x - left, there.y - top]) - move[:, :2] @ [lies.x, lies.y]
    size = part.shape[1], part.shape[0]
    moved = cv2.warpAffine(source, move, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    rows, columns = np.ogrid[: size[1], : size[0]]
    off = np.hypot(columns - there.x + left, rows - there.y + top).astype(np.float32)
    over = np.clip((there.radius - off) / _EDGE + 0.5, 0, 1)[..., None]
    whole = onto.copy()
    whole[top : top + size[1], left : left + size[0]] = np.rint(
        part + (moved - part.astype(np.float32)) * over
    )
    return whole


@dataclass(frozen=True, slots=True)
class Light:
    """How a camera sees the pictures of one vote.

    Attributes:
        gain: How bright each channel is, times as bright as before, shape (3,).
        blur: Standard deviation, pixels.
        noise: Standard deviation, levels.
    """

    gain: npt.NDArray[np.float64]
    blur: float
    noise: float

    @classmethod
    def drawn(cls, rng: np.random.Generator) -> "Light":
        """Return any within what a camera that was set up shows."""
        gain = rng.uniform(0.85, 1.15) * rng.uniform(0.97, 1.03, 3)
        return cls(gain, float(rng.uniform(0, 1.0)), float(rng.uniform(0, 4)))

    def on(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """Return a picture in this light."""
        levels = np.asarray(picture * self.gain, np.float32)
        if self.blur > _SHARP:
            levels = np.asarray(cv2.GaussianBlur(levels, (0, 0), self.blur), np.float32)
        levels = levels + rng.standard_normal(levels.shape, np.float32) * np.float32(self.noise)
        return np.asarray(np.clip(levels, 0, 255), np.uint8)


def changed(pictures: Sequence[Picture], discs: Sequence[Disc], rng: np.random.Generator) -> list[Picture]:
    """Return pictures of a ball, turned in the plane, each shifted by itself, in another light."""
    light, turn = Light.drawn(rng), rng.uniform(-0.2, 0.2)
    made = []
    for picture, lies in zip(pictures, discs, strict=True):
        x, y = rng.normal(0, 0.7, 2)
        there = Disc(lies.x + x, lies.y + y, lies.radius, lies.shown)
        moved = put(picture, picture, lies, there, turn + rng.normal(0, 0.01))
        made.append(light.on(moved, rng))
    return made


def with_another(
    pictures: Sequence[Picture], discs: Sequence[Disc], another: Picture, lies: Disc, rng: np.random.Generator
) -> list[Picture]:
    """Return pictures of a ball with another one that touches it or lies before or behind it."""
    turn, far, before = rng.uniform(0, 2 * np.pi), rng.uniform(*_APART), rng.random() < 0.5
    made = []
    for picture, at in zip(pictures, discs, strict=True):
        x, y = at.x + far * at.radius * np.cos(turn), at.y + far * at.radius * np.sin(turn)
        both = put(picture, another, lies, Disc(x, y, at.radius, at.shown), turn)
        made.append(both if before else put(both, picture, at, at))
    return made


def covered(pictures: Sequence[Picture], discs: Sequence[Disc], rng: np.random.Generator) -> list[Picture]:
    """Return pictures of a ball with one or two fingers, or sticks, over its edge."""
    made = [each.copy() for each in pictures]
    for _ in range(rng.integers(1, 3)):
        turn, deep, wide = rng.uniform(0, 2 * np.pi), rng.uniform(*_DEEP), rng.uniform(*_WIDE)
        way, colour = np.array([np.cos(turn), np.sin(turn)]), _FINGERS[rng.integers(len(_FINGERS))]
        for picture, at in zip(made, discs, strict=True):
            ends = (np.array([at.x, at.y]) + way * at.radius * far for far in (deep, _OUT))
            first, last = ((int(x), int(y)) for x, y in ends)
            cv2.line(picture, first, last, colour, round(wide * at.radius), cv2.LINE_AA)
    return made


def things(empty: Picture, there: Disc, rng: np.random.Generator) -> dict[str, Picture]:
    """Return pictures of things with numbers on them that are no balls, in a ball's place."""
    made = {}
    for name, draw in _THINGS.items():
        thing, round_ = draw(rng)
        size = there.radius * (rng.uniform(0.97, 1.03) if round_ else rng.uniform(0.8, 1.6))
        made[name] = _laid(empty, thing, there, size, rng, round_=round_)
    return made


def _laid(
    empty: Picture, thing: Picture, there: Disc, radius: float, rng: np.random.Generator, *, round_: bool
) -> Picture:
    turned = cv2.getRotationMatrix2D((_MIDDLE, _MIDDLE), rng.uniform(0, 360), radius / _MIDDLE)
    move = np.asarray(turned, np.float64)
    move[:, 2] += np.array([there.x, there.y]) + rng.normal(0, 1, 2) - _MIDDLE
    shape = np.full((_SIDE, _SIDE), 0 if round_ else 255, np.uint8)
    if round_:
        cv2.circle(shape, (_MIDDLE, _MIDDLE), _MIDDLE, 255, -1, cv2.LINE_AA)
    size = empty.shape[1], empty.shape[0]
    moved, part = (cv2.warpAffine(each, move, size, flags=cv2.INTER_AREA) for each in (thing, shape))
    mixed = empty + (moved.astype(np.float32) - empty) * (part[..., None] / np.float32(255))
    return Light.drawn(rng).on(np.asarray(np.clip(mixed, 0, 255), np.uint8), rng)


def _sheet(colour: Colour) -> Picture:
    return np.full((_SIDE, _SIDE, 3), colour, np.uint8)


def _written(sheet: Picture, text: str, middle: tuple[int, int], height: int, colour: Colour) -> None:
    face, thick = cv2.FONT_HERSHEY_DUPLEX, max(height // 12, 1)
    scale = height / 22
    (wide, high), _ = cv2.getTextSize(text, face, scale, thick)
    at = middle[0] - wide // 2, middle[1] + high // 2
    cv2.putText(sheet, text, at, face, scale, colour, thick, cv2.LINE_AA)


def _number(rng: np.random.Generator) -> str:
    return str(rng.integers(1, 91))


def _paper(rng: np.random.Generator) -> tuple[Picture, bool]:
    sheet = _sheet(_WHITE)
    _written(sheet, _number(rng), (_MIDDLE, _MIDDLE), int(rng.integers(80, 160)), _DARK)
    return sheet, False


def _label(rng: np.random.Generator) -> tuple[Picture, bool]:
    """A flat round paper as large as a ball."""
    sheet, _ = _paper(rng)
    return sheet, True


def _coin(rng: np.random.Generator) -> tuple[Picture, bool]:
    sheet = _sheet(_GREY)
    cv2.circle(sheet, (_MIDDLE, _MIDDLE), _MIDDLE - 14, (110, 115, 120), 6, cv2.LINE_AA)
    _written(sheet, _number(rng), (_MIDDLE, _MIDDLE), 120, (105, 110, 115))
    _written(sheet, "BOLIVIA", (_MIDDLE, _MIDDLE + 110), 30, (105, 110, 115))
    return sheet, True


def _clock(rng: np.random.Generator) -> tuple[Picture, bool]:
    sheet = _sheet(_WHITE)
    for hour in range(1, 13):
        turn = hour / 6 * np.pi
        at = int(_MIDDLE + 155 * np.sin(turn)), int(_MIDDLE - 155 * np.cos(turn))
        _written(sheet, str(hour), at, 36, _DARK)
    for length, thick in ((90, 9), (130, 5)):
        turn = rng.uniform(0, 2 * np.pi)
        end = int(_MIDDLE + length * np.sin(turn)), int(_MIDDLE - length * np.cos(turn))
        cv2.line(sheet, (_MIDDLE, _MIDDLE), end, _DARK, thick, cv2.LINE_AA)
    return sheet, True


def _screen(rng: np.random.Generator) -> tuple[Picture, bool]:
    sheet = _sheet((25, 20, 15))
    _written(sheet, _number(rng), (_MIDDLE, _MIDDLE), 150, (240, 235, 220))
    return sheet, False


def _card(rng: np.random.Generator) -> tuple[Picture, bool]:
    sheet = _sheet(_WHITE)
    for row in range(3):
        for column in range(5):
            _written(sheet, _number(rng), (40 + column * 80, 80 + row * 120), 46, _DARK)
    for at in range(0, _SIDE, 80):
        cv2.line(sheet, (at, 0), (at, _SIDE), _GREY, 2)
    return sheet, False


def _poster(rng: np.random.Generator) -> tuple[Picture, bool]:
    sheet = _sheet((int(rng.integers(60, 255)), int(rng.integers(60, 255)), int(rng.integers(60, 255))))
    _written(sheet, "GRAN BINGO", (_MIDDLE, 60), 44, _DARK)
    _written(sheet, _number(rng), (_MIDDLE, _MIDDLE), 150, (30, 30, 200))
    _written(sheet, "000 Bs", (_MIDDLE, 340), 50, _DARK)
    return sheet, False


_THINGS: Final[dict[str, Callable[[np.random.Generator], tuple[Picture, bool]]]] = {
    "paper": _paper,
    "round label": _label,
    "coin": _coin,
    "clock": _clock,
    "screen": _screen,
    "card": _card,
    "poster": _poster,
}
