"""Holds pictures of a camera back until one that lives proves that they were taken when they say so.

An encoder of variable quality sends the same picture until its next key frame, and so does a camera that
froze. What it sent in between counts only once the key frame has come (I15). It is NOT responsible for which
picture lives (`drivers.camera.stillness`).
"""

from collections import deque
from itertools import chain
from typing import Final, Generic, Protocol, TypeVar

_CHANGED: Final = 12  # pictures
_SAME: Final = 4  # of a scene that stands still: more of them say no more


class Numbered(Protocol):
    """What can be put in its order."""

    @property
    def sequence(self) -> int:
        """Which picture of the camera it is."""
        ...


Picture = TypeVar("Picture", bound=Numbered)


class Unproven(Generic[Picture]):
    """The pictures since the last live one: the newest that changed anything, and the newest that did not."""

    def __init__(self) -> None:
        self._changed: deque[Picture] = deque(maxlen=_CHANGED)
        self._same: deque[Picture] = deque(maxlen=_SAME)

    def hold(self, picture: Picture, *, changed: bool) -> None:
        """Keep one for later."""
        (self._changed if changed else self._same).append(picture)

    def take(self) -> list[Picture]:
        """Give back all that were held, the oldest first, and hold none of them any more."""
        held = sorted(chain(self._changed, self._same), key=lambda each: each.sequence)
        self._changed.clear()
        self._same.clear()
        return held
