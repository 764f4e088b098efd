"""Balls drawn for the recogniser: a number on a sphere that is turned, in an exit, under a lamp."""

import cv2
import numpy as np

from drivers.recogniser.sphere import SIDE, rotation
from drivers.recogniser.surface import Bgr

_DISC = 0.65  # radians from a print's middle to where the white under it ends
Bgr3 = tuple[float, float, float]
_STAMP = 120  # pixels of a printed number, wide and high


def ball(
    text: str,
    tilt: float,
    turn: float,
    seed: int = 0,
    paint: float = 190,
    face: int = cv2.FONT_HERSHEY_SIMPLEX,
) -> Bgr:
    """A ball picture: a ball of some paint whose one print, on white, is tilted away and turned."""
    level = _levels(_stamp(text, face), tilt, turn, SIDE, paint)
    noise = np.random.default_rng([*text.encode(), int(abs(tilt) * 100), seed]).normal(0, 2, level.shape)
    return np.repeat(np.clip(level + noise, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


def coloured(text: str, tilt: float, turn: float, paint: Bgr3, disc: Bgr3, ink: Bgr3) -> Bgr:
    """A ball picture: a ball of some paint whose one print, on a disc, is tilted away and turned."""
    stamp = _stamp(text, cv2.FONT_HERSHEY_SIMPLEX)
    channels = [
        _levels(stamp, tilt, turn, SIDE, around, under, under - printed)
        for around, under, printed in zip(paint, disc, ink, strict=True)
    ]
    level = np.stack(channels, axis=-1)
    noise = np.random.default_rng([*text.encode(), int(abs(tilt) * 100)]).normal(0, 2, level.shape)
    return np.asarray(np.clip(level + noise, 0, 255), np.uint8)


def exit_picture(seed: int, *discs: tuple[Bgr, float, float, float]) -> Bgr:
    """A camera's picture of a grey exit with a dark hole, and ball pictures at (column, row, diameter)."""
    picture = np.full((480, 640, 3), 110, np.uint8)
    cv2.circle(picture, (320, 240), 140, (30, 30, 35), -1, cv2.LINE_AA)
    cv2.circle(picture, (320, 240), 150, (150, 140, 60), 5, cv2.LINE_AA)
    for shown, x, y, diameter in discs:
        scale = diameter / SIDE
        lies = np.array([[scale, 0, x - scale * (SIDE / 2 - 0.5)], [0, scale, y - scale * (SIDE / 2 - 0.5)]])
        rows, columns = np.mgrid[0:SIDE, 0:SIDE] - (SIDE - 1) / 2
        round_ = (np.hypot(rows, columns) < SIDE / 2).astype(np.float32)
        over = cv2.warpAffine(round_, lies, (640, 480), flags=cv2.INTER_AREA)[..., None]
        there = cv2.warpAffine(shown, lies, (640, 480), flags=cv2.INTER_AREA)
        picture = (picture * (1 - over) + there * over).astype(np.uint8)
    noise = np.random.default_rng(seed).normal(0, 1.5, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def _stamp(text: str, face: int) -> np.ndarray:
    stamp = np.zeros((_STAMP, _STAMP), np.uint8)
    (width, height), _ = cv2.getTextSize(text, face, 2.0, 7)
    cv2.putText(stamp, text, ((_STAMP - width) // 2, (_STAMP + height) // 2), face, 2.0, 255, 7)
    return stamp


def _levels(
    stamp: np.ndarray, tilt: float, turn: float, side: int, paint: float, disc: float = 190, ink: float = 170
) -> np.ndarray:
    rows, columns = np.mgrid[0:side, 0:side]
    x, y = (columns - (side - 1) / 2) / (side / 2), ((side - 1) / 2 - rows) / (side / 2)
    z = np.sqrt(np.clip(1 - x * x - y * y, 0, 1))
    own = np.stack([x, y, z], -1) @ (rotation([tilt, 0, 0]) @ rotation([0, 0, turn]))
    right, down = (
        ((own[..., axis] * sign / 0.55 + 1) / 2 * _STAMP).astype(np.float32)
        for axis, sign in ((0, 1), (1, -1))
    )
    inked = cv2.remap(stamp, right, down, cv2.INTER_LINEAR) / 255 * (own[..., 2] > 0)
    white = np.where(own[..., 2] > np.cos(_DISC), disc, paint)
    lamp = 60 * np.exp(-((x - 0.3) ** 2 + (y - 0.3) ** 2) / 0.01)
    return np.asarray(np.where(x * x + y * y < 1, (white - ink * inked) * (0.6 + 0.4 * z) + lamp, 20))
