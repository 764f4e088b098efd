"""The maker of pictures: what a camera above a roulette wheel would see.

A wheel drawn from above, its rotor at any angle, and the ball in a pocket, in the rim or nowhere. It does not
draw shadows of the bowl, the diamonds, motion blur, nor a camera that does not stand above the middle.
Not responsible for where the ball is (``world``), nor for a camera's own faults.
"""

import math
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from drivers.camera.balls import HEIGHT, WIDTH, Image
from drivers.wheel.world import OUT, RIM, World

RED: Final = frozenset(map(str, (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)))
"""The red numbers of the simulated wheel."""

_CENTRE: Final = (WIDTH / 2, HEIGHT / 2)
_BOWL, _TRACK, _NUMBERS, _POCKETS, _CONE = 232, 214, 190, 156, 112  # radii in pixels, from the outside
_BALL: Final = 9
_FINE: Final = 8  # bits of a pixel's fraction
_WOOD, _FELT, _BRASS = (38, 66, 104), (46, 74, 24), (92, 170, 196)  # BGR
_INK: Final = {"red": (36, 28, 178), "black": (34, 30, 30), "green": (60, 120, 24)}
_RIM_TURNS_S: Final = 1.1  # how often the ball goes round in the rim, in a second


class WheelPictures:
    """Draws one wheel.

    Args:
        pockets: Clockwise.
    """

    def __init__(self, pockets: Sequence[str]) -> None:
        self._pockets = tuple(pockets)
        self._rotor = _rotor(self._pockets)
        self._mask = _disc(_NUMBERS)

    def draw(self, world: World, now: float) -> Image:
        """Return the picture of a moment."""
        turned = world.turned(now)
        turn = cv2.getRotationMatrix2D(_CENTRE, -360.0 * turned, 1.0)
        rotor = cv2.warpAffine(self._rotor, turn, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
        picture = np.where(self._mask, rotor, _bowl()).astype(np.uint8)
        if world.ball == RIM:
            _ball(picture, -_RIM_TURNS_S * math.copysign(now, world.speed), (_BOWL + _NUMBERS) / 2)
        elif world.ball != OUT:
            place = self._pockets.index(world.ball) / len(self._pockets)
            _ball(picture, turned + place, (_POCKETS + _CONE) / 2)
        return picture


def _at(turns: float, radius: float) -> tuple[float, float]:
    """Return the pixel at so many turns clockwise from the top."""
    angle = 2 * math.pi * turns
    return _CENTRE[0] + radius * math.sin(angle), _CENTRE[1] - radius * math.cos(angle)


def _fine(x: float, y: float) -> tuple[int, int]:
    return round(x * (1 << _FINE)), round(y * (1 << _FINE))


def _ball(picture: Image, turns: float, radius: float) -> None:
    x, y = _at(turns, radius)
    for size, grey in ((_BALL + 1, 60), (_BALL, 236)):
        cv2.circle(picture, _fine(x, y), size << _FINE, (grey, grey, grey), -1, cv2.LINE_AA, _FINE)
    cv2.circle(picture, _fine(x - 3, y - 3), 3 << _FINE, (255, 255, 255), -1, cv2.LINE_AA, _FINE)


def _disc(radius: int) -> Image:
    mask = np.zeros((HEIGHT, WIDTH, 1), np.uint8)
    cv2.circle(mask, (WIDTH // 2, HEIGHT // 2), radius, (1,), -1)
    return mask.astype(bool)


def _bowl() -> Image:
    picture = np.full((HEIGHT, WIDTH, 3), _FELT, np.uint8)
    for radius, colour in ((_BOWL, _WOOD), (_TRACK, (52, 88, 132)), (_TRACK - 8, (44, 76, 116))):
        cv2.circle(picture, (WIDTH // 2, HEIGHT // 2), radius, colour, -1, cv2.LINE_AA)
    return picture


def _rotor(pockets: Sequence[str]) -> Image:
    """Return the rotor with its first pocket at the top."""
    picture, size = np.zeros((HEIGHT, WIDTH, 3), np.uint8), len(pockets)
    for place, number in enumerate(pockets):
        ink = _INK["green" if number in ("0", "00") else "red" if number in RED else "black"]
        for radius, dark in ((_NUMBERS, 1.0), (_POCKETS, 0.7)):
            colour = tuple(int(part * dark) for part in ink)
            _sector(picture, (place - 0.5) / size, (place + 0.5) / size, radius, colour)
        _write(picture, number, place / size)
    for place in range(size):
        ends = [_fine(*_at((place + 0.5) / size, radius)) for radius in (_CONE, _NUMBERS)]
        cv2.line(picture, ends[0], ends[1], _BRASS, 1, cv2.LINE_AA, _FINE)
    middle = (WIDTH // 2, HEIGHT // 2)
    for radius, colour in ((_CONE, (40, 70, 108)), (46, _BRASS), (18, (70, 130, 150))):
        cv2.circle(picture, middle, radius, colour, -1, cv2.LINE_AA)
    for turns in (0.0, 0.25, 0.5, 0.75):
        ends = [_fine(*_at(turns, radius)) for radius in (20, 78)]
        cv2.line(picture, ends[0], ends[1], _BRASS, 6, cv2.LINE_AA, _FINE)
    return picture


def _sector(picture: Image, begin: float, end: float, radius: float, colour: tuple[int, ...]) -> None:
    arc = [_at(begin + (end - begin) * step / 6, radius) for step in range(7)]
    points = np.array([_fine(*_CENTRE), *(_fine(*each) for each in arc)], np.int32)
    cv2.fillPoly(picture, [points], colour, cv2.LINE_AA, _FINE)


def _write(picture: Image, number: str, turns: float) -> None:
    """Write a number in its ring, its foot towards the middle."""
    (width, height), _ = cv2.getTextSize(number, cv2.FONT_HERSHEY_SIMPLEX, 0.55, 2)
    upright = np.zeros((HEIGHT, WIDTH), np.uint8)
    x, y = _at(0.0, (_NUMBERS + _POCKETS) / 2)
    foot = (round(x - width / 2), round(y + height / 2))
    cv2.putText(upright, number, foot, cv2.FONT_HERSHEY_SIMPLEX, 0.55, (255,), 2, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D(_CENTRE, -360.0 * turns, 1.0)
    there = cv2.warpAffine(upright, turn, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
    light = there[..., None] / 255.0
    picture[:] = (picture * (1 - light) + 245 * light).astype(np.uint8)
