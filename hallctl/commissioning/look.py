"""One look at the exit: what the reader says of a picture, where the ball is, and how good the picture is.

Not responsible for showing it to anybody, nor for what a look is worth beside others.
"""

from dataclasses import dataclass
from typing import Final, Protocol

from drivers.camera.gallery import Box
from drivers.camera.health import HealthLimits
from drivers.camera.quality import Image, Quality, burnt, quality
from drivers.reader.sighting import Sighting
from hallctl.devices.eye import ball_box
from hallctl.readings.vote import Doubt

SIZE: Final = (200.0, 300.0)
"""The least and the most that a ball may measure, in pixels of a 480-line picture."""

OFF_CENTRE: Final = 60.0
"""How far from the middle of the picture the middle of the ball may be, in pixels of a 480-line picture."""

SHARP: Final = 2.0
"""Edges up to this wide are in focus, in pixels of a 480-line picture; the reader goes on to about 2.5."""

LEVELS: Final = (25.0, 200.0)
"""Between these mean grey levels a picture is neither too dark nor too bright."""

GLARE: Final = 0.02
"""The most of a ball that may be burnt white."""


class Reads(Protocol):
    """A reader of single pictures."""

    def read(self, image: Image) -> Sighting:
        """Say what one picture shows."""


def decimal(value: float, places: int = 1) -> str:
    """Return a number as it is written here, with a comma."""
    return f"{value:.{places}f}".replace(".", ",")


@dataclass(frozen=True, slots=True)
class Look:
    """What one picture shows.

    Attributes:
        sighting: What the reader says.
        box: The square around the ball in pixels, None without one.
        quality: Light and focus.
        glare: The share of the ball that is burnt white, 0..1.
        width: Of the picture, in pixels.
        height: Of the picture, in pixels.
    """

    sighting: Sighting
    box: Box | None
    quality: Quality
    glare: float
    width: int
    height: int

    @property
    def why(self) -> str:
        """Why this picture alone tells no number, empty where it does."""
        if self.sighting.alone is not None:
            return ""
        return str(self.sighting.reason or Doubt.UNSURE)

    @property
    def diameter(self) -> float:
        """Of the ball, in pixels of a 480-line picture; 0 without one."""
        return 0.0 if self.box is None else self.box[2] * 480 / self.height

    @property
    def off_centre(self) -> float:
        """How far the ball is from the middle, in pixels of a 480-line picture; 0 without one."""
        if self.box is None:
            return 0.0
        left, top, side, _ = self.box
        across, down = left + side / 2 - self.width / 2, top + side / 2 - self.height / 2
        return float((across**2 + down**2) ** 0.5) * 480 / self.height

    @property
    def framed(self) -> bool:
        """Whether the ball is large enough, whole and near the middle."""
        return SIZE[0] <= self.diameter <= SIZE[1] and self.off_centre <= OFF_CENTRE

    @property
    def focused(self) -> bool:
        """Whether the picture is sharp."""
        return self.quality.edge <= SHARP

    @property
    def lit(self) -> bool:
        """Whether there is enough light, not too much, and no glare on the ball."""
        return LEVELS[0] <= self.quality.level <= LEVELS[1] and self.glare <= GLARE


def look_at(image: Image, reader: Reads) -> Look:
    """Look at a BGR picture.

    Raises:
        ValueError: The picture has a size that cannot be used.
    """
    height, width = image.shape[:2]
    misfit = HealthLimits().misfit(width, height)
    if misfit:
        raise ValueError(misfit)
    sighting = reader.read(image)
    box = None if sighting.empty else ball_box(image)
    return Look(sighting, box, quality(image), _glare(image, box), width, height)


def _glare(image: Image, box: Box | None) -> float:
    if box is None:
        return 0.0
    left, top, width, height = box
    ball = image[max(0, top) : top + height, max(0, left) : left + width]
    return burnt(ball) if ball.size else 0.0
