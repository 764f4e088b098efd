"""A ball that lies there still once it was read: whether it is gone is soon seen, and it is not read again.

Not responsible for reading, nor for how many pictures a ball is read of (``calibration``).
"""

from dataclasses import replace
from typing import Protocol

from drivers.camera.quality import Image
from drivers.reader.samples import Sample
from drivers.reader.sighting import Sighting
from hallctl.app.calibrating.inspection import Reads


class Glances(Reads, Protocol):
    """A reader that can look whether there is a ball."""

    def glance(self, image: Image) -> Sighting:
        """Say what one picture shows, but for the number of its ball."""


class Learns(Glances, Protocol):
    """A reader that can learn what a ball's prints look like."""

    def samples(self, image: Image, number: int) -> list[Sample]:
        """What a picture shows of the prints of a ball with this number."""

    def read_in_a_mirror(self, image: Image) -> Sighting:
        """Say what a mirror shows of one picture's ball."""


class Lying:
    """Reads a ball as it was read last, until the exit is empty; then it reads anew.

    Args:
        reader: What reads.
        known: How the ball was read.
    """

    def __init__(self, reader: Glances, known: Sighting) -> None:
        self._reader = reader
        self._known: Sighting | None = known

    def read(self, image: Image) -> Sighting:
        """Say what one picture shows."""
        if self._known is None:
            return self._reader.read(image)
        seen = self._reader.glance(image)
        if seen.empty:
            self._known = None
        return replace(self._known, place=seen.place) if seen.ball and self._known is not None else seen
