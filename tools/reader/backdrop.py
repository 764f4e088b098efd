"""What a camera sees behind a ball: a machine's exit without one, and a ball's shadow on it.

It is NOT responsible for the ball (`tools.reader.maker`).
"""

from functools import lru_cache

import cv2
import numpy as np

from tools.reader.fonts import Side
from tools.reader.taking import HEIGHT, WIDTH, Image


@lru_cache(maxsize=128)
def _backdrop(which: int, side: Side) -> Image:
    """A machine's exit without a ball; the sides of the split share none."""
    rng = np.random.default_rng([which, int(side), 77])
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    grain = rng.normal(0, 1, (HEIGHT, WIDTH)).astype(np.float32)
    across, along = rng.uniform(0.6, 14), rng.uniform(0.6, 14)
    texture = cv2.GaussianBlur(grain, (0, 0), sigmaX=across, sigmaY=along)
    plate = rng.uniform(25, 85) + texture / max(1e-3, float(texture.std())) * rng.uniform(1, 7)
    plate = plate + rng.uniform(-15, 15) * (y / HEIGHT) + rng.uniform(-15, 15) * (x / WIDTH)
    radius = np.hypot(x - WIDTH / 2, y - HEIGHT / 2)
    inner = rng.uniform(125, 165)
    ring = rng.uniform(80, 140) + 26 * (WIDTH / 2 - x + HEIGHT / 2 - y) / np.maximum(radius, 1)
    hole = rng.uniform(8, 40) + 14 * np.clip((radius - 60) / 90, 0, 1)
    shown = np.where(radius < inner, hole, np.where(radius < inner + rng.uniform(8, 22), ring, plate))
    tint = rng.normal(1, 0.05, 3)
    scene: Image = np.asarray(np.clip(shown[..., None] * tint, 0, 255), np.uint8)
    if side is Side.HELD_OUT:
        for _ in range(int(rng.integers(1, 5))):  # bolts and edges that no learnt exit has
            at = (int(rng.integers(0, WIDTH)), int(rng.integers(0, HEIGHT)))
            if np.hypot(at[0] - 320, at[1] - 240) > 190:
                cv2.circle(
                    scene, at, int(rng.integers(5, 20)), (int(rng.integers(60, 190)),) * 3, -1, cv2.LINE_AA
                )
    return scene


def background(rng: np.random.Generator, side: Side) -> Image:
    """An empty exit."""
    return _backdrop(int(rng.integers(0, 40)), side).copy()


def shadowed(scene: Image, x: float, y: float, radius: float) -> Image:
    """Return the exit with the shadow of a ball of this place and radius, in pixels."""
    shadow = np.zeros((HEIGHT // 4, WIDTH // 4), np.uint8)
    cv2.circle(shadow, (int(x / 4 + 2), int(y / 4 + 3)), int(radius / 4), 130, -1)
    shade = 255 - cv2.resize(cv2.GaussianBlur(shadow, (0, 0), 2.5), (WIDTH, HEIGHT))
    return np.asarray(cv2.multiply(scene, cv2.merge([shade] * 3), scale=1 / 255), np.uint8)
