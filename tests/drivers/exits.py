"""Exits of any make, drawn without the simulator's code: panels, holes, cups, cloth; and balls in them."""

from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
_HEIGHT, _WIDTH = 480, 640
_ROWS, _COLUMNS = np.mgrid[0:_HEIGHT, 0:_WIDTH].astype(np.float32)
_SHIFT = 256, 256  # rows and columns by which a cut of the noise may lie elsewhere


@dataclass(frozen=True)
class Exit:
    """An exit, and a ball that lies in it.

    Attributes:
        empty: Without the ball, 0..1, BGR, before the camera.
        full: With it.
        x: Column of the ball's middle.
        y: Row of it.
        diameter: Of the ball.
        noise: Of the camera, levels.
    """

    empty: Floats
    full: Floats
    x: float
    y: float
    diameter: float
    noise: float

    def seen(self, seed: int, *, ball: bool, light: float = 1.0) -> Picture:
        """What the camera makes of it, in light that is so many times as bright."""
        soft, curve = self._full if ball else self._empty, light ** (1 / 2.2)
        return np.asarray(
            cv2.addWeighted(soft, curve, _noise(seed), self.noise, 0, dtype=cv2.CV_8U), np.uint8
        )

    @cached_property
    def _empty(self) -> Floats:
        return _curved(self.empty)

    @cached_property
    def _full(self) -> Floats:
        return _curved(self.full)


@cache
def _grain() -> dict[tuple[int, int], Floats]:
    """Noise of one level for many pictures, mirrored each way: made anew it takes longest of all."""
    shape = _HEIGHT + _SHIFT[0], _WIDTH + _SHIFT[1], 3
    grain = np.random.default_rng(20261128).standard_normal(shape, np.float32)
    ways = ((down, right) for down in (-1, 1) for right in (-1, 1))
    return {way: np.ascontiguousarray(grain[:: way[0], :: way[1]]) for way in ways}


def _noise(seed: int) -> Floats:
    """A cut of the noise, one of 65,536, mirrored or not: no two seeds' pixels go together."""
    rng = np.random.default_rng(seed)
    top, left = (int(rng.integers(side)) for side in _SHIFT)
    way = int(rng.choice([-1, 1])), int(rng.choice([-1, 1]))
    # The cut before the mirroring, found behind it: the same pictures as if each were turned by itself.
    top, left = (
        start if side > 0 else shift - start
        for start, side, shift in zip((top, left), way, _SHIFT, strict=True)
    )
    return _grain()[way][top : top + _HEIGHT, left : left + _WIDTH]


def _curved(surface: Floats) -> Floats:
    """Levels of a surface by a camera's own curve, through its lens."""
    levels = cv2.pow(np.clip(surface, 0, 1), 1 / 2.2) * np.float32(255)
    return np.asarray(cv2.GaussianBlur(levels, (0, 0), 0.8), np.float32)


def drawn(seed: int, diameter: float | None = None) -> Exit:
    """Draw an exit and a ball, of a diameter or of any, anywhere in the picture."""
    rng = np.random.default_rng(seed)
    across = float(rng.uniform(80, 330)) if diameter is None else diameter
    reach = across / 2
    x, y = (float(rng.uniform(reach + 2, side - reach - 3)) for side in (640, 480))
    empty = _lit(_furnished(rng, x, y, reach), rng)
    return Exit(empty, _with_ball(empty, rng, x, y, reach), x, y, across, float(rng.uniform(0.5, 4)))


def _furnished(rng: np.random.Generator, x: float, y: float, reach: float) -> Floats:
    """A plate of any colour and texture, with rings, holes, slots and screws around the ball's place."""
    paint = rng.uniform(0.01, 0.8, 3).astype(np.float32)
    rough = rng.standard_normal((_HEIGHT, _WIDTH)).astype(np.float32)
    grain = cv2.GaussianBlur(rough, (0, 0), float(rng.uniform(0.6, 4)))
    deep = float(rng.uniform(0, 0.6)) * 0.4 / float(grain.std())
    plate = np.clip(1 + np.float32(deep) * grain, 0.2, 2)[..., None] * paint
    off = np.hypot(_COLUMNS - x, _ROWS - y)
    for _ in range(int(rng.integers(0, 4))):  # from the outermost inwards, or any way
        outer = reach * float(rng.uniform(0.7, 1.9))
        inner = outer * float(rng.choice([0.0, rng.uniform(0.7, 0.97)]))
        plate[(off < outer) & (off >= inner)] = rng.uniform(0.005, 0.8) * rng.uniform(0.7, 1, 3)
    for _ in range(int(rng.integers(0, 5))):
        corner = rng.uniform(0, [600, 440]).astype(int)
        size = rng.uniform(8, 120, 2).astype(int)
        plate[corner[1] : corner[1] + size[1], corner[0] : corner[0] + size[0]] = rng.uniform(0.01, 0.8, 3)
    return plate


def _lit(surface: Floats, rng: np.random.Generator) -> Floats:
    """The light of a lamp somewhere, of some colour."""
    lamp = rng.uniform([-200, -200], [840, 680])
    wide = 2 * rng.uniform(400, 1500) ** 2
    across, along = (
        np.exp(-((np.arange(n) - at) ** 2) / wide) for n, at in zip((_WIDTH, _HEIGHT), lamp, strict=True)
    )
    fall = np.outer(along, across).astype(np.float32)
    lit = surface * fall[..., None] * rng.uniform(0.8, 1, 3).astype(np.float32)
    bright = rng.uniform(0.5, 0.95) / max(0.05, float(np.percentile(lit[::4, ::4], 98)))
    return np.asarray(lit * np.float32(bright), np.float32)


def _with_ball(empty: Floats, rng: np.random.Generator, x: float, y: float, reach: float) -> Floats:
    """A ball of light paint with dark prints, its shade and its shadow."""
    near = _around(x, y, 1.05 * reach + 12)
    rows, columns = _ROWS[near], _COLUMNS[near]
    right, down = (columns - np.float32(x)) / np.float32(reach), (rows - np.float32(y)) / np.float32(reach)
    height = np.sqrt(np.clip(1 - right**2 - down**2, 0, 1))
    lamp = rng.uniform([-0.5, -0.5, 0.9], [0.5, 0.5, 1.0])
    towards = (right * lamp[0] + down * lamp[1] + height * lamp[2]) / np.linalg.norm(lamp)
    shade = np.clip(0.25 + 0.75 * towards, 0.1, 1)
    paint = np.ones((*shade.shape, 3)) * rng.uniform(0.55, 0.9) * rng.uniform(0.75, 1, 3)
    ink = np.zeros((_HEIGHT, _WIDTH), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        across, along = (float(each) for each in rng.uniform(-0.5, 0.5, 2))
        text, size = str(rng.integers(1, 91)), reach / 70
        at = round(x + (across - 0.3) * reach), round(y + (along + 0.2) * reach)
        cv2.putText(ink, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (255,), max(2, round(size * 5)))
    paint[ink[near] > 0] = 0.02
    shadow = np.hypot(columns - x - lamp[0] * -20, rows - y - lamp[1] * -20) < 1.05 * reach
    dimmed = empty[near] * np.where(shadow, rng.uniform(0.5, 0.9), 1.0)[..., None]
    inside = np.clip((1 - np.hypot(right, down)) * reach + 0.5, 0, 1)[..., None]
    full = empty.copy()
    full[near] = dimmed * (1 - inside) + paint * shade[..., None] * inside
    return full


def _around(x: float, y: float, reach: float) -> tuple[slice, slice]:
    """The rows and columns of a picture that lie so near to a point."""
    low, high = (max(0, int(at - reach)) for at in (y, x))
    return slice(low, int(y + reach) + 1), slice(high, int(x + reach) + 1)
