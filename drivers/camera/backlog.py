"""Which pictures wait for a reader that is busy: the newest alone, or since it was told so others too.

A machine that reads slowly misses what stands before the camera only for a moment. Those that wait are
the first, and once they are too many those that differ from the one before. It is NOT responsible for
threads, nor for what is in a picture.
"""

from collections import deque
from itertools import pairwise
from typing import Final, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from drivers.camera.quality import Image

EVERY: Final = 0.1
"""Seconds from one kept picture to the next: an exit is empty for 0.12 s at least between two balls."""

MOST: Final = 16
"""So many are kept."""

_APART: Final = 16  # pixels, from one that is compared to the next

_BYTES: Final = 32_000_000  # of all that are kept


class Taken(Protocol):
    """A picture with its time."""

    @property
    def at_monotonic(self) -> float:
        """When it was taken, in seconds."""
        ...

    @property
    def image(self) -> Image:
        """The picture."""
        ...


Picture = TypeVar("Picture", bound=Taken)


class Backlog(Generic[Picture]):
    """The pictures that nobody took yet, the oldest first."""

    def __init__(self) -> None:
        self._waiting: deque[Picture] = deque()
        self._keeps = False
        self._kept_at = float("-inf")

    def keep(self, keeps: bool) -> None:
        """Begin to keep pictures that a newer one follows, or drop all but the newest."""
        self._keeps, self._kept_at = keeps, float("-inf")
        while len(self._waiting) > (0 if keeps else 1):
            self._waiting.popleft()

    def put(self, picture: Picture) -> None:
        """Take a newer picture in the place of the newest, or behind it."""
        if self._waiting:
            due = self._keeps and picture.at_monotonic >= self._kept_at + EVERY
            if not due:
                self._waiting.pop()
            else:
                self._kept_at = picture.at_monotonic
                while self._waiting and not self._has_room_for(picture):
                    del self._waiting[self._like_the_one_before()]
        else:
            self._kept_at = picture.at_monotonic
        self._waiting.append(picture)

    def _like_the_one_before(self) -> int:
        """Return the place of the picture that tells least beside the one before it, the latest of equals."""
        small = [each.image[::_APART, ::_APART].astype(np.int16) for each in self._waiting]
        differs = [_difference(earlier, later) for earlier, later in pairwise(small)]
        return max(range(len(differs)), key=lambda at: (-differs[at], at), default=-1) + 1

    def take(self) -> Picture | None:
        """Return the oldest, None where none waits."""
        return self._waiting.popleft() if self._waiting else None

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def _has_room_for(self, picture: Picture) -> bool:
        held = sum(each.image.nbytes for each in self._waiting)
        return len(self._waiting) < MOST and held + picture.image.nbytes <= _BYTES


def _difference(earlier: npt.NDArray[np.int16], later: npt.NDArray[np.int16]) -> float:
    """How far a picture is from the one before; of another size, as after a reconnection, it is all new."""
    return float(np.abs(later - earlier).mean()) if later.shape == earlier.shape else float("inf")
