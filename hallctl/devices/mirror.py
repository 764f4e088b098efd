"""Notices a camera that shows the exit in a mirror: ball after ball whose prints fit only so.

Pure. Not responsible for looking at prints (`drivers.reader.mirrored`), nor for reporting it.
"""

from typing import Final

from drivers.reader.sighting import Reason, Sighting

BALLS: Final = 2
"""So many balls, one after the other, whose prints fit only in a mirror are a camera that mirrors."""

PICTURES: Final = 2
"""So many unsure pictures of a ball are asked for it, and all of them once one fits only in a mirror."""


class MirrorWatch:
    """Follows the balls that a camera reads; a ball that is read as it stands begins the count anew."""

    def __init__(self) -> None:
        self._serial: int | None = None
        self._asked = 0
        self._counted: int | None = None
        self._balls = 0

    def asks(self, serial: int) -> bool:
        """Whether the next picture, of this order's ball, is to be asked for it: it costs a look more."""
        return self._balls > 0 or serial != self._serial or self._asked < PICTURES

    def see(self, serial: int, sighting: Sighting) -> bool:
        """Take what the picture gave; return whether to report the camera now, once for its balls."""
        if serial != self._serial:
            self._serial, self._asked = serial, 0
        if sighting.alone is not None:
            self._balls, self._counted = 0, None
        elif sighting.prints:
            self._asked += 1
        if sighting.reason is not Reason.MIRRORED or serial == self._counted:
            return False
        self._counted = serial
        self._balls += 1
        return self._balls == BALLS
