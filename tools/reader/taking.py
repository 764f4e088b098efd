"""How a picture is taken: light, sharpness and noise, and what lens and sensor make of a scene.

It is NOT responsible for what stands in the scene.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

WIDTH: Final = 640
HEIGHT: Final = 480
_NEXT: Final = 67  # rows and columns of the noise between two pictures of one ball
Image = npt.NDArray[np.uint8]
Vector = tuple[float, float, float]

_OPEN: Final = 0.125  # of the time between two pictures, the shutter is open: a 240th of a second


@dataclass(frozen=True, slots=True)
class Conditions:
    """How a picture is taken; pixels, and grey levels of 255.

    Attributes:
        blur: Gaussian blur.
        motion: Length of the motion blur.
        noise: Standard deviation of the sensor's noise.
        light: Brightness, 1 is right.
        cast: Gains of blue, green and red.
        radius: The ball's.
        tilt: Degrees between the camera and the nearest print; None leaves it to chance.
        wear: 0 new .. 1 scratched.
        fingers: How many things from outside lie over the ball.
        rim: Whether the rim of a plexiglass cuts the ball.
        glare: Strength of the highlights.
        jpeg: Whether the picture goes through a JPEG file.
        turn: How the ball has turned since its first picture: an axis, as long as the angle in radians.
        moment: Which picture of one ball it is; each has noise of its own.
        aside: How far all in view has moved since the first picture, right and down, in pixels.
    """

    blur: float = 0.8
    motion: float = 0.0
    noise: float = 2.5
    light: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    radius: float = 128.0
    tilt: float | None = None
    wear: float = 0.0
    fingers: int = 0
    rim: bool = False
    glare: float = 1.0
    jpeg: bool = False
    turn: Vector = (0.0, 0.0, 0.0)
    moment: int = 0
    aside: tuple[float, float] = (0.0, 0.0)


def some_conditions(rng: np.random.Generator) -> Conditions:
    """Conditions as a hall may have them, with bad ones among them."""
    cast = rng.normal(1, 0.06, 3)
    return Conditions(
        blur=float(rng.choice([rng.uniform(0.5, 1.2), rng.uniform(0.8, 2.4)], p=[0.75, 0.25])),
        motion=float(rng.uniform(2, 9)) if rng.random() < 0.15 else 0.0,
        noise=float(rng.choice([rng.uniform(1, 4), rng.uniform(3, 10)], p=[0.75, 0.25])),
        light=float(rng.uniform(0.55, 1.25)),
        cast=(float(cast[0]), float(cast[1]), float(cast[2])),
        radius=float(rng.uniform(102, 148)),
        wear=float(rng.uniform(0.2, 1)) if rng.random() < 0.15 else 0.0,
        fingers=int(rng.choice([0, 1, 2], p=[0.8, 0.15, 0.05])),
        rim=rng.random() < 0.15,
        glare=float(rng.uniform(0.3, 1.3)),
        jpeg=rng.random() < 0.25,
    )


def later(first: Conditions, moment: int, spin: Vector, aside: tuple[float, float]) -> Conditions:
    """How a later picture of a ball is taken, which turns by an axis and angle from one to the next."""
    smear = float(np.linalg.norm(spin)) * first.radius * _OPEN
    a, b, c = (moment * part for part in spin)
    motion = float(np.hypot(first.motion, smear))
    return replace(first, turn=(a, b, c), moment=moment, aside=aside, motion=motion)


def taken(scene: Image, conditions: Conditions, rng: np.random.Generator) -> Image:
    """What the camera makes of a scene."""
    blurred = _moved(scene, *conditions.aside) if any(conditions.aside) else scene
    if conditions.motion >= 1:
        blurred = np.asarray(
            cv2.filter2D(blurred, -1, _streak(conditions.motion, rng.uniform(0, np.pi))), np.uint8
        )
    blurred = np.asarray(cv2.GaussianBlur(blurred, (0, 0), conditions.blur), np.uint8)
    gains = np.array(conditions.cast) * conditions.light
    levels = np.arange(256)[:, None] * gains[None]
    table = np.clip(levels, 0, 255).astype(np.uint8)[None]
    lit = cv2.LUT(blurred, table)
    bank = _noise()
    top, left = ((int(rng.integers(0, 200)) + _NEXT * conditions.moment) % 200 for _ in range(2))
    grain = np.ascontiguousarray(bank[top : top + HEIGHT, left : left + WIDTH])
    scaled = cv2.convertScaleAbs(grain, alpha=1.0)  # kept as bytes around 128
    noisy = cv2.addWeighted(lit, 1.0, scaled, conditions.noise / 24.0, -128 * conditions.noise / 24.0)
    if conditions.jpeg:
        _, encoded = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, 85])
        return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)
    return np.asarray(noisy, np.uint8)


def _moved(scene: Image, right: float, down: float) -> Image:
    by = np.array([[1, 0, right], [0, 1, down]], np.float32)
    return np.asarray(cv2.warpAffine(scene, by, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE), np.uint8)


@lru_cache(maxsize=1)
def _noise() -> Image:
    grain = np.random.default_rng(5).normal(128, 24, (HEIGHT + 200, WIDTH + 200, 3))
    return np.clip(grain, 0, 255).astype(np.uint8)


def _streak(length: float, angle: float) -> npt.NDArray[np.float32]:
    half = int(np.ceil(length / 2))
    kernel = np.zeros((2 * half + 1,) * 2, np.float32)
    dx, dy = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    ends = [(int((half + s * dx) * 16), int((half + s * dy) * 16)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)
