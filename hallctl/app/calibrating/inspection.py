"""One look at the exit: what the reader says of a picture, where the ball is, and how good the picture is.

Not responsible for showing it to anybody, nor for what a look is worth beside others.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

from drivers.camera.gallery import Box
from drivers.camera.limits import HealthLimits
from drivers.camera.quality import Image, Quality, burnt, quality
from drivers.reader.exit import DIAMETERS, LearntExit, Place
from drivers.reader.picture import checked
from drivers.reader.place import OFF_CENTRE, USUAL, is_about, measured
from drivers.reader.sighting import Sighting
from hallctl.devices.ball_camera import ball_box, box_at
from hallctl.i18n.sentences import Sentence, _
from hallctl.readings.outcomes import Doubt

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


def sizes(*, learnt: bool) -> tuple[float, float]:
    """Return the least and the most that a ball may measure, in pixels of a 480-line picture."""
    return DIAMETERS if learnt else USUAL


def decimal(value: float, places: int = 1) -> str:
    """Return a number as it is written here, with a comma."""
    return f"{value:.{places}f}".replace(".", ",")


@dataclass(frozen=True, eq=False)
class Inspection:
    """What one picture shows; light and focus are measured once, when somebody asks.

    Attributes:
        sighting: What the reader says.
        box: The square around the ball in pixels, None without one.
        image: The picture, BGR.
        learnt: Whether the exit was learnt: the ball may lie anywhere then.
        stands: Whether a ball, or what is as large in an exit that was learnt, is in view.
    """

    sighting: Sighting
    box: Box | None
    image: Image
    learnt: bool = False
    stands: bool = False

    @cached_property
    def quality(self) -> Quality:
        """Light and focus."""
        return quality(self.image)

    @cached_property
    def glare(self) -> float:
        """The share of the ball that is burnt white, 0..1."""
        if self.box is None:
            return 0.0
        left, top, width, height = self.box
        ball = self.image[max(0, top) : top + height, max(0, left) : left + width]
        return burnt(ball) if ball.size else 0.0

    @property
    def width(self) -> int:
        """Of the picture, in pixels."""
        return int(self.image.shape[1])

    @property
    def height(self) -> int:
        """Of the picture, in pixels."""
        return int(self.image.shape[0])

    @property
    def there(self) -> bool:
        """Whether a ball lies in the exit, whether or not it can be read."""
        return self.sighting.ball or (self.stands and self.box is not None)

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
    def places(self) -> tuple[Place, ...]:
        """Where the ball lies, in pixels of a 480-line picture: one place, or none."""
        if self.box is None:
            return ()
        left, top, side, _ = self.box
        scale = 480 / self.height
        return (Place((left + side / 2) * scale, (top + side / 2) * scale, side * scale),)

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
        """Whether the ball is large enough and whole, and, unless the exit was learnt, near the middle."""
        if not self.learnt:
            return USUAL[0] <= self.diameter <= USUAL[1] and self.off_centre <= OFF_CENTRE
        if self.box is None:
            return False
        left, top, side, _ = self.box
        whole = min(left, top, self.width - left - side, self.height - top - side) >= 0
        return whole and DIAMETERS[0] <= self.diameter <= DIAMETERS[1]

    @property
    def focused(self) -> bool:
        """Whether the picture is sharp."""
        return self.quality.edge <= SHARP

    @property
    def lit(self) -> bool:
        """Whether there is enough light, not too much, and no glare on the ball."""
        return LEVELS[0] <= self.quality.level <= LEVELS[1] and self.glare <= GLARE


def wrong_in(look: Inspection) -> tuple[Sentence, ...]:
    """Say what a picture shows to be wrong with light, focus and frame."""
    low, high = LEVELS
    found = [] if look.focused or not look.there else [_("La imagen está borrosa: enfoque.")]
    if look.quality.level < low:
        found.append(_("Hay poca luz: dé más, o más exposición."))
    if look.quality.level > high:
        found.append(_("Hay demasiada luz: baje la luz o la exposición."))
    if look.glare > GLARE:
        found.append(_("La bola tiene un reflejo: mueva la lámpara."))
    if look.box is not None and not look.framed:
        found.append(_("La bola no se ve entera, o no tiene el tamaño: mueva la cámara."))
    return tuple(found)


def inspect_picture(image: Image, reader: Reads, empty: LearntExit | None = None) -> Inspection:
    """Look at a BGR picture.

    Args:
        image: The picture.
        reader: What reads it.
        empty: The exit, where it was learnt.

    Raises:
        ValueError: The picture has a size that cannot be used.
    """
    height, width = image.shape[:2]
    misfit = HealthLimits().misfit(width, height)
    if misfit:
        raise ValueError(misfit)
    sighting = reader.read(image)
    box = None if sighting.empty else _box(image, sighting, empty)
    stands = sighting.ball or (not sighting.empty and _stands(image, empty))
    return Inspection(sighting, box, image, empty is not None, stands)


def _stands(image: Image, empty: LearntExit | None) -> bool:
    return empty is not None and empty.compared(checked(image)).stands


def _box(image: Image, sighting: Sighting, empty: LearntExit | None) -> Box | None:
    """Where the ball is; of an exit that was learnt and whose ball has no place yet, what changed there."""
    height = image.shape[0]
    if empty is not None and empty.place is None:
        place = measured(empty, image)
        return None if place is None else box_at(place, height)
    if sighting.place is None:
        return ball_box(image, empty)
    expected = empty is None or empty.place is None or is_about(sighting.place, empty.place)
    return box_at(sighting.place, height) if expected else None
