"""What lies under and around a ball: a surface of heights, its paint and its polish.

Lengths are radii of the ball, whose centre is (0, 0, 0); z points to whoever looks straight in. It is NOT
responsible for light.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from tools.worlds.world import Floats

Values = npt.NDArray[np.floating[Any]]

REACH: Final = 13.0
"""How far the surface goes from the ball's centre, to each side."""

GRID: Final = 1300
"""Points of it, across and along."""

_STEP: Final = 2 * REACH / GRID


@dataclass(frozen=True)
class Ground:
    """The surface of an exit.

    Attributes:
        height: z, shape (GRID, GRID), rows from the far end.
        albedo: Linear RGB, shape (GRID, GRID, 3).
        polish: How much it mirrors head on, shape (GRID, GRID).
        rough: How blurred what it mirrors is.
        tube: Radius of a clear tube that stands around the ball, 0 without one.
    """

    height: Floats
    albedo: Floats
    polish: Floats
    rough: float
    tube: float = 0.0

    def at(self, layer: Floats, x: Floats, y: Floats) -> Floats:
        """Return a layer's values at places (rows, columns)."""
        columns, rows = (x / _STEP + GRID / 2 - 0.5), (GRID / 2 - 0.5 - y / _STEP)
        maps = columns.astype(np.float32), rows.astype(np.float32)
        return np.asarray(cv2.remap(layer, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    def normals(self) -> Floats:
        """Return the unit normals, shape (GRID, GRID, 3)."""
        down, right = np.gradient(self.height, _STEP)
        normals = np.stack([-right, down, np.ones_like(down)], -1)
        return np.asarray(normals / np.linalg.norm(normals, axis=-1, keepdims=True), np.float32)


def ground_of(exit_: str, rng: np.random.Generator) -> Ground:
    """Return an exit of a kind."""
    line = ((np.arange(GRID) + 0.5) / GRID * 2 - 1) * REACH
    x, y = np.meshgrid(line, -line)
    makers: dict[str, Callable[[Values, Values, np.random.Generator], Ground]]
    makers = {"metal": _metal, "tube": _tube, "cup": _cup, "chute": _chute, "felt": _felt}
    return makers[exit_](x.astype(np.float32), y.astype(np.float32), rng)


def _noise(rng: np.random.Generator, across: float, along: float) -> Floats:
    """Smoothed noise of mean 0 and spread 1, over so many radii across and along."""
    noise = rng.standard_normal((GRID, GRID)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), sigmaX=across / _STEP, sigmaY=along / _STEP)
    return np.asarray((soft - soft.mean()) / max(float(soft.std()), 1e-6), np.float32)


def _edge(distance: Values, width: float) -> Floats:
    """1 where a distance is above 0, 0 below, rounded over a width."""
    return np.asarray(1 / (1 + np.exp(-np.clip(distance / width, -30, 30))), np.float32)


def _painted(rng: np.random.Generator, colour: Values, spread: float) -> Floats:
    level = 1 + spread * _noise(rng, 0.6, 0.6) + spread / 2 * _noise(rng, 0.03, 0.03)
    return np.asarray(np.clip(level, 0.2, 2)[..., None] * colour, np.float32)


def _metal(x: Values, y: Values, rng: np.random.Generator) -> Ground:
    """A brushed plate with a countersunk hole, and the screws that hold it."""
    far, hole, wide = np.hypot(x, y), rng.uniform(0.7, 0.9), rng.uniform(1.3, 2.4)
    rest = -np.sqrt(1 - hole**2)
    height = rest + np.clip(far - hole, 0, wide - hole) * rng.uniform(0.1, 0.5)
    height = height - 2.2 * _edge(hole - far, 0.03)
    brushed = _noise(rng, 0.9, 0.012)
    height = height + 0.0012 * brushed
    albedo = _painted(rng, np.array([0.30, 0.30, 0.31]), 0.03) * (1 + 0.10 * brushed[..., None])
    albedo = albedo * (1 - 0.9 * _edge(hole - far, 0.05))[..., None]
    for turn in np.arange(4) * np.pi / 2 + rng.uniform(0, 1.5):
        screw = np.hypot(x - 3.1 * np.cos(turn), y - 3.1 * np.sin(turn))
        height = height + 0.12 * _edge(0.26 - screw, 0.03)
        slot = np.abs(
            (x - 3.1 * np.cos(turn)) * np.cos(turn * 3) + (y - 3.1 * np.sin(turn)) * np.sin(turn * 3)
        )
        albedo = albedo * (1 - 0.8 * _edge(0.04 - slot, 0.01) * _edge(0.24 - screw, 0.02))[..., None]
    polish = 0.35 * (1 - _edge(hole - far, 0.05))
    return Ground(_f(height), _f(np.clip(albedo, 0.004, 0.9)), _f(polish), 0.25)


def _tube(x: Values, y: Values, rng: np.random.Generator) -> Ground:
    """A clear tube from the side: the ball stands on a stop; the wall behind it is out of focus."""
    wall: Values = np.exp(0.6 * cv2.GaussianBlur(_noise(rng, 1.6, 1.1), (0, 0), 20))
    tint = 0.5 + 0.5 * np.stack([_noise(rng, 2, 2) * 0.2 + each for each in rng.uniform(0.4, 1, 3)], -1)
    albedo = rng.uniform(0.08, 0.45) * wall[..., None] * tint
    height, wide = np.full_like(x, -3.2), rng.uniform(1.08, 1.2)
    stop = _edge(-1.02 - y, 0.012) * _edge(wide - 0.02 - np.abs(x), 0.012) * _edge(y + 1.9, 0.02)
    collar = _edge(-1.65 - y, 0.015) * _edge(wide + 0.35 - np.abs(x), 0.015)
    solid = np.maximum(stop, collar)
    round_ = np.sqrt(np.clip(1.6**2 - x * x, 0, None))
    height = height * (1 - solid) + (round_ * 0.55 - 0.75) * solid
    colour = rng.uniform(0.02, 0.5) * np.array([1, 1, 1.03])
    albedo = albedo * (1 - solid)[..., None] + _painted(rng, colour, 0.04) * solid[..., None]
    return Ground(_f(height), _f(np.clip(albedo, 0.01, 0.9)), _f(0.06 * solid), 0.1, wide)


def _cup(x: Values, y: Values, rng: np.random.Generator) -> Ground:
    """A turned cup in a plate: a rounded rim, a dark inside."""
    far, inner = np.hypot(x, y), rng.uniform(1.08, 1.3)
    thick, top, plate = rng.uniform(0.15, 0.4), rng.uniform(-0.5, 0.25), rng.uniform(-0.95, -0.5)
    rim = _edge(far - inner, 0.02) * _edge(inner + thick - far, 0.02)
    round_ = np.sqrt(np.clip(1 - ((far - inner - thick / 2) / (thick / 2 + 1e-6)) ** 2, 0, 1))
    height = np.where(far < inner, -1.05, plate) * (1 - rim) + (top - 0.12 * (1 - round_)) * rim
    base, cup = (rng.uniform(0.02, 0.6) * rng.uniform(0.6, 1, 3) for _ in range(2))
    albedo = _painted(rng, base, 0.05)
    inside = _edge(inner + thick - far, 0.01)[..., None]
    albedo = albedo * (1 - inside) + _painted(rng, cup, 0.02) * inside
    shaded = 1 - 0.6 * _edge(inner - 0.03 - far, 0.05)
    return Ground(_f(height), _f(np.clip(albedo * shaded[..., None], 0.004, 0.9)), _f(0.05 + 0.1 * rim), 0.12)


def _chute(x: Values, y: Values, rng: np.random.Generator) -> Ground:
    """A trough that ends at a stop, between two rails, over a floor."""
    wide, bend = rng.uniform(1.15, 1.4), rng.uniform(1.25, 1.7)
    trough = -1.0 + bend - np.sqrt(np.clip(bend**2 - np.minimum(np.abs(x), wide * 0.97) ** 2, 0, None))
    rail = _edge(np.abs(x) - wide, 0.02) * _edge(wide + 0.22 - np.abs(x), 0.02)
    outside = _edge(np.abs(x) - wide - 0.22, 0.02)
    stop = _edge(-1.05 - y, 0.02) * _edge(y + 1.4, 0.02) * _edge(wide - np.abs(x), 0.01)
    height = trough * (1 - rail - outside) + rng.uniform(-0.3, 0.2) * rail - 2.4 * outside
    height = height * (1 - stop) + rng.uniform(-0.4, 0.1) * stop
    below = _edge(-1.4 - y, 0.02) * (1 - outside) * (1 - rail)
    height = height * (1 - below) - 2.4 * below
    colours = [rng.uniform(0.03, 0.65) * rng.uniform(0.7, 1, 3) for _ in range(3)]
    albedo = _painted(rng, colours[0], 0.03) * (1 + 0.06 * _noise(rng, 0.01, 0.8))[..., None]
    for shape, colour in ((rail + stop, colours[1]), (outside + below, colours[2])):
        part = np.clip(shape, 0, 1)[..., None]
        albedo = albedo * (1 - part) + _painted(rng, colour, 0.08) * part
    return Ground(_f(height), _f(np.clip(albedo, 0.004, 0.9)), _f(np.full_like(x, 0.05)), 0.15)


def _felt(x: Values, y: Values, rng: np.random.Generator) -> Ground:
    """Cloth, with a ring of brass or wood that holds the ball."""
    colours = [
        (0.02, 0.15, 0.05),
        (0.15, 0.015, 0.02),
        (0.02, 0.05, 0.2),
        (0.10, 0.09, 0.08),
        (0.3, 0.25, 0.15),
    ]
    fibres = _noise(rng, 0.012, 0.05) + _noise(rng, 0.05, 0.012)
    height = -1.0 + 0.012 * fibres + 0.015 * _noise(rng, 0.8, 0.8)
    albedo = (
        np.asarray(colours[rng.integers(len(colours))])
        * (1 + 0.22 * fibres + 0.1 * _noise(rng, 1, 1))[..., None]
    )
    far, ring, thick = np.hypot(x, y), rng.uniform(0.75, 1.5), rng.uniform(0.1, 0.25)
    on = _edge(thick / 2 - np.abs(far - ring), 0.012)
    round_ = np.sqrt(np.clip(1 - ((far - ring) / (thick / 2)) ** 2, 0, 1)) * thick / 2
    top = -1.0 + min(0.25, float(1 - np.sqrt(max(1 - min(ring, 0.99) ** 2, 0.0))) * 0.6)
    height = height * (1 - on) + (top - 0.1 + round_) * on
    metal = np.array([0.5, 0.34, 0.1]) if rng.random() < 0.6 else np.array([0.28, 0.14, 0.06])
    albedo = albedo * (1 - on[..., None]) + metal * on[..., None]
    return Ground(_f(height), _f(np.clip(albedo, 0.004, 0.9)), _f(0.25 * on), 0.12)


def _f(values: object) -> Floats:
    return np.ascontiguousarray(np.asarray(values, np.float32))
