"""Exits of any make, drawn without the simulator's code: panels, holes, cups, cloth; and balls in them."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
_ROWS, _COLUMNS = np.mgrid[0:480, 0:640].astype(np.float64)


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
        soft = self._full if ball else self._empty
        grain = np.random.default_rng(seed).standard_normal(soft.shape, np.float32)
        seen = soft * np.float32(light ** (1 / 2.2)) + grain * np.float32(self.noise)
        return np.clip(seen, 0, 255).astype(np.uint8)

    @cached_property
    def _empty(self) -> npt.NDArray[np.float32]:
        return _curved(self.empty)

    @cached_property
    def _full(self) -> npt.NDArray[np.float32]:
        return _curved(self.full)


def _curved(surface: Floats) -> npt.NDArray[np.float32]:
    """Levels of a surface by a camera's own curve, through its lens."""
    levels = np.clip(surface, 0, 1) ** (1 / 2.2) * 255
    return np.asarray(cv2.GaussianBlur(levels.astype(np.float32), (0, 0), 0.8), np.float32)


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
    plate = rng.uniform(0.01, 0.8, 3) * np.ones((480, 640, 3))
    grain = cv2.GaussianBlur(rng.standard_normal((480, 640)), (0, 0), float(rng.uniform(0.6, 4)))
    plate *= np.clip(1 + float(rng.uniform(0, 0.6)) * grain / grain.std() * 0.4, 0.2, 2)[..., None]
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
    fall = np.exp(-((_COLUMNS - lamp[0]) ** 2 + (_ROWS - lamp[1]) ** 2) / (2 * rng.uniform(400, 1500) ** 2))
    lit = surface * fall[..., None] * rng.uniform(0.8, 1, 3)
    return np.asarray(lit * rng.uniform(0.5, 0.95) / max(0.05, float(np.percentile(lit, 98))), np.float64)


def _with_ball(empty: Floats, rng: np.random.Generator, x: float, y: float, reach: float) -> Floats:
    """A ball of light paint with dark prints, its shade and its shadow."""
    right, down = (_COLUMNS - x) / reach, (_ROWS - y) / reach
    height = np.sqrt(np.clip(1 - right**2 - down**2, 0, 1))
    lamp = rng.uniform([-0.5, -0.5, 0.9], [0.5, 0.5, 1.0])
    shade = np.clip(
        0.25 + 0.75 * (right * lamp[0] + down * lamp[1] + height * lamp[2]) / np.linalg.norm(lamp), 0.1, 1
    )
    paint = np.ones((480, 640, 3)) * rng.uniform(0.55, 0.9) * rng.uniform(0.75, 1, 3)
    ink = np.zeros((480, 640), np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        across, along = (float(each) for each in rng.uniform(-0.5, 0.5, 2))
        text, size = str(rng.integers(1, 91)), reach / 70
        at = round(x + (across - 0.3) * reach), round(y + (along + 0.2) * reach)
        cv2.putText(ink, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (255,), max(2, round(size * 5)))
    paint[ink > 0] = 0.02
    shadow = np.hypot(_COLUMNS - x - lamp[0] * -20, _ROWS - y - lamp[1] * -20) < 1.05 * reach
    dimmed = empty * np.where(shadow, rng.uniform(0.5, 0.9), 1.0)[..., None]
    inside = np.clip((1 - np.hypot(right, down)) * reach + 0.5, 0, 1)[..., None]
    return np.asarray(dimmed * (1 - inside) + paint * shade[..., None] * inside, np.float64)
