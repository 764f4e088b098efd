"""What differs from hall to hall, drawn from a seed: the exit, the lights, the balls, the camera.

Of ten worlds in a row each exit comes twice, and each kind of ball at least once. It is NOT responsible for
what any of it looks like.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Rgb = tuple[float, float, float]

FACES: Final = (
    *("DejaVu Sans", "DejaVu Serif", "DejaVu Sans Condensed", "Garuda", "Kinnari", "Norasi", "Waree"),
    *("Umpush", "Laksaman", "Sawasdee", "Tlwg Typo", "M PLUS 2", "M PLUS 1 Code", "Noto Serif Display"),
)
_EXITS: Final = ("metal", "tube", "cup", "chute", "felt")
_STYLES: Final = ("plain", "disc", "light", "loose", "letter", "ring", "plain", "symbol", "light", "disc")
_TOPS: Final = {"letter": 75, "symbol": 80}
_PALE: Final[tuple[Rgb, ...]] = (
    (0.80, 0.80, 0.78),
    (0.78, 0.72, 0.58),
    (0.82, 0.76, 0.30),
    (0.62, 0.72, 0.78),
)
_DARK: Final[tuple[Rgb, ...]] = (
    (0.04, 0.05, 0.16),
    (0.03, 0.03, 0.035),
    (0.20, 0.02, 0.03),
    (0.02, 0.10, 0.05),
)


@dataclass(frozen=True)
class Light:
    """A lamp that is a rectangle.

    Attributes:
        centre: Where it is, in radii of the ball from its centre; z towards the camera.
        across: From its centre to the middle of one side.
        up: The same of the side beside it.
        radiance: Linear RGB.
    """

    centre: Floats
    across: Floats
    up: Floats
    radiance: Floats

    @property
    def normal(self) -> Floats:
        """Where it shines, a unit vector."""
        normal = np.cross(self.across, self.up)
        return np.asarray(normal / np.linalg.norm(normal) * -np.sign(normal @ self.centre), np.float32)


@dataclass(frozen=True)
class Balls:
    """A set of balls.

    Attributes:
        highest: Its highest number.
        style: plain, disc, light (ink), loose (digits), letter, ring or symbol.
        base: Paint of each ball, linear RGB; None where each ten has its own.
        ink: Of the digits.
        prints: How many on a ball: 1, 2, 4 or 6.
        face: Family of the digits.
        gap: Between two digits, of their height.
        mark: What tells a 6 from a 9: bar, dot, or none.
        size: Of the digits, of a print.
        worn: How much of the ink is gone, 0..1.
    """

    highest: int
    style: str
    base: Rgb | None
    ink: Rgb
    prints: int
    face: str
    gap: float
    mark: str
    size: float
    worn: float


@dataclass(frozen=True)
class World:
    """A hall.

    Attributes:
        seed: Of everything that is drawn at random in it.
        exit: metal, tube, cup, chute or felt.
        balls: Its set.
        lights: Its lamps.
        ambient: Light from everywhere else, linear RGB.
        radius: Of a ball, pixels of 480 lines.
        offset: Of its centre from the picture's, pixels to the right and down.
        tilt: Of the camera from straight above, radians about x and y.
        gloss: How rough the balls' polish is: 0 a mirror.
        blur: Of the lens, pixels.
        noise: Of the sensor, of white.
        quality: Of JPEG.
        exposure: What the brightest hundredth of a ball's picture becomes, of white.
    """

    seed: int
    exit: str
    balls: Balls
    lights: tuple[Light, ...]
    ambient: Rgb
    radius: float
    offset: tuple[float, float]
    tilt: tuple[float, float]
    gloss: float
    blur: float
    noise: float
    quality: int
    exposure: float

    @property
    def name(self) -> str:
        """Return what tells it from others."""
        return f"{self.exit}-{self.balls.style}-{self.seed}"


def world_of(seed: int, index: int) -> World:
    """Return one world of a seed: others of the same seed, and all of other seeds, share nothing with it."""
    rng = np.random.default_rng([seed, index])
    small = index % 5 == 3
    radius = float(rng.uniform(45, 75) if small else rng.uniform(95, 145))
    room = np.maximum(np.array([310.0, 230.0]) - radius * 1.1, 0) * (0.7 if small else 0.25)
    offset = tuple(float(each) for each in rng.uniform(-room, room))
    flat = _EXITS[index % 5] == "tube"
    tilt = (0.0, 0.0) if flat else tuple(float(each) for each in rng.uniform(-0.22, 0.22, 2))
    return World(
        seed=seed * 100 + index,
        exit=_EXITS[index % 5],
        balls=_balls(_STYLES[(index * 3 + seed) % len(_STYLES)], rng),
        lights=_lights(rng),
        ambient=_tinted(rng, rng.uniform(0.08, 0.3)),
        radius=radius,
        offset=(offset[0], offset[1]),
        tilt=(tilt[0], tilt[1]),
        gloss=float(rng.uniform(0.02, 0.16)),
        blur=float(rng.uniform(0.4, 0.7) if small else rng.uniform(0.5, 1.1)),
        noise=float(rng.uniform(0.005, 0.013)),
        quality=int(rng.integers(78, 94)),
        exposure=float(rng.uniform(0.72, 0.98)),
    )


def _balls(style: str, rng: np.random.Generator) -> Balls:
    light = style == "light"
    pale = _PALE[rng.integers(len(_PALE))]
    base = {"disc": None, "light": _DARK[rng.integers(len(_DARK))]}.get(style, pale)
    shade = float(rng.uniform(0.01, 0.03))
    return Balls(
        highest=_TOPS.get(style, 90),
        style=style,
        base=base,
        ink=(0.8, 0.78, 0.7) if light else (shade, shade, float(rng.uniform(shade, 0.2))),
        prints=int(rng.choice([1, 2] if style == "letter" else [2, 4, 6])),
        face=FACES[rng.integers(len(FACES))],
        gap=float(rng.uniform(0.4, 0.7) if style == "loose" else rng.uniform(0.06, 0.2)),
        mark=str(rng.choice(["bar", "dot"])),
        size=float(rng.uniform(0.36, 0.42) if style == "letter" else rng.uniform(0.44, 0.58)),
        worn=float(rng.uniform(0, 0.35)),
    )


def _tinted(rng: np.random.Generator, level: float) -> Rgb:
    warm = rng.uniform(-0.15, 0.15)
    return level * (1 + warm), level, level * (1 - warm)


def _lights(rng: np.random.Generator) -> tuple[Light, ...]:
    if rng.random() < 0.4:  # a ring of lamps about the lens
        turns, far = np.arange(8) / 8 * 2 * np.pi, rng.uniform(2.2, 4.5)
        places = [(far * np.cos(turn), far * np.sin(turn), rng.uniform(8, 9)) for turn in turns]
        return tuple(_light(place, (0.35, 0.35), _tinted(rng, 14.0)) for place in places)
    lights = []
    for turn in rng.uniform(0, 2 * np.pi) + np.arange(rng.integers(1, 4)) * 2.2:
        far, size = rng.uniform(3.5, 7), rng.uniform(0.6, 2.2, 2)
        power = rng.uniform(130, 260) / (size[0] * size[1] * 4) * rng.uniform(0.4, 1)
        place = (far * np.cos(turn), far * np.sin(turn), rng.uniform(5, 9))
        lights.append(_light(place, (size[0], size[1]), _tinted(rng, min(power, 45.0))))
    return tuple(lights)


def _light(place: tuple[float, float, float], size: tuple[float, float], radiance: Rgb) -> Light:
    centre = np.asarray(place, np.float32)
    towards = -centre / np.linalg.norm(centre)
    across = np.cross(towards, [0.1, 1, 0.05])
    across = across / np.linalg.norm(across)
    up = np.cross(across, towards)
    first, second = (np.asarray(each, np.float32) for each in (across * size[0], up * size[1]))
    return Light(centre, first, second, np.asarray(radiance, np.float32))
