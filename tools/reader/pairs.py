"""Pictures of one ball in the exit and of two, shrunk, with the truth: what `company.onnx` learns from.

It is NOT responsible for prints: `tools.reader.crops` makes what the other networks learn from.
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.camera import balls
from drivers.reader.locate import quartered
from drivers.reader.network import glance
from tools.pool import started
from tools.reader.fonts import Side
from tools.reader.kept import kept, seeds_of
from tools.reader.maker import picture
from tools.reader.taking import HEIGHT, WIDTH

Image = npt.NDArray[np.uint8]

_KINDS: Final = {"ball": 0.5, "blank": 0.03, "two": 0.3, "hand": 0.1, "moving": 0.05, "empty": 0.02}
_SIMULATED = 8  # of so many pictures to learn from one is the simulator's
_PLACE, _RADIUS = (320, 240), 131  # of the simulator's ball
_APART = (0.75, 2.1)  # of the radius: the middles of two of them
_HIGHEST = 91


@dataclass(frozen=True, slots=True)
class Pairs:
    """Many pictures as the network sees them, and whether each shows two balls."""

    seen: Image
    two: npt.NDArray[np.bool_]


def simulated(seed: int) -> tuple[Image, bool]:
    """A picture of the simulator's maker, or two of its balls over each other; and whether these are two."""
    rng = np.random.default_rng([seed, 41])
    style = _style(rng)
    chance = rng.random()
    if chance < 0.15:
        return balls.render(balls.EMPTY if chance < 0.1 else None, rng, style), False
    image = balls.render(_number(rng), rng, style)
    if chance < 0.6:
        return _moved(image, *rng.uniform(-25, 25, 2)), False
    other = balls.render(_number(rng), rng, _style(rng) if rng.random() < 0.3 else style)
    way, away = rng.uniform(0, 2 * np.pi), _RADIUS * rng.uniform(*_APART)
    right, down = np.cos(way) * away, np.sin(way) * away * 0.7
    part = rng.uniform(0, 1) if rng.random() < 0.5 else 0.0
    disc = cv2.circle(np.zeros((HEIGHT, WIDTH), np.uint8), _PLACE, _RADIUS, 255, -1, cv2.LINE_AA)
    there = (1 - part) * right, (1 - part) * down
    cover = cv2.warpAffine(disc, _shift(*there), (WIDTH, HEIGHT))[..., None] / np.float32(255)
    behind = _moved(image, -part * right, -part * down)
    return (behind * (1 - cover) + _moved(other, *there) * cover).astype(np.uint8), True


def _style(rng: np.random.Generator) -> balls.BallStyle:
    return balls.STYLES[int(rng.integers(len(balls.STYLES)))]


def _number(rng: np.random.Generator) -> str:
    return str(rng.integers(1, _HIGHEST))


def _shift(right: float, down: float) -> npt.NDArray[np.float32]:
    return np.array([[1, 0, right], [0, 1, down]], np.float32)


def _moved(image: Image, right: float, down: float) -> Image:
    return np.asarray(
        cv2.warpAffine(image, _shift(right, down), (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _seen(seed: int, side: Side) -> tuple[Image, bool]:
    if side is Side.LEARNT and seed % _SIMULATED == 0:
        image, two = simulated(seed)
    else:
        shown = picture(seed, side, kinds=_KINDS)
        image, two = shown.image, shown.kind == "two"
    return glance(quartered(image)), two


def pairs(which: int, side: Side, folder: Path, workers: int) -> Pairs:
    """One block of pictures of one side: from the folder, or made and kept there."""
    file = folder / f"pairs-{side.name.lower()}-{which:04}.npz"
    return kept(Pairs, file, lambda: _made(which, side, workers))


def _made(which: int, side: Side, workers: int) -> Pairs:
    one, seeds = partial(_seen, side=side), seeds_of(which)
    if workers < 2:
        found = [one(seed) for seed in seeds]
    else:
        cv2.setNumThreads(1)  # a process that OpenCV has threads in must not be forked
        with started(workers) as pool:
            found = pool.map(one, seeds, chunksize=50)
    return Pairs(np.array([seen for seen, _ in found]), np.array([two for _, two in found]))
