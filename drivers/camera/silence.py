"""How long a camera may be silent before its picture counts as frozen, by what it and the machine really do.

A camera of 5 pictures a second is silent for longer than one of 60, and a busy machine hands pictures on
late. Time in which the machine gave the waiting thread no turn is not the camera's, nor is what a slow one
works on each picture.

Pure: times come in, in seconds. It is NOT responsible for waiting, nor for pictures that repeat themselves.
"""

from typing import Final

SLICE: Final = 0.1
"""Seconds that one wait for a picture takes at most."""

_TIMES: Final = 4.0  # the longest gap between two pictures lately, and that is silence
_LATE: Final = 1.5  # times as long as it was to be a wait may count
_FADES: Final = 0.995  # with each picture; half of it after some 140, or 6 s
_LEARNT: Final = 10  # pictures
_WORK: Final = 8.0  # times the processor time that one picture takes, and no camera is blamed for it


class Silence:
    """Measures the gaps of one camera.

    `arrived` and `opened` are for the thread that reads, the rest for the one that waits.

    Args:
        least: Seconds of silence that no camera is blamed for.
        most: Seconds of silence that are too many, however slow the camera; also before its pace is known.
    """

    def __init__(self, least: float, most: float) -> None:
        self._least = least
        self._most = max(least, most)
        self._last: float | None = None
        self._longest = self._work = 0.0
        self._seen = 0
        self._waited = 0.0

    def arrived(self, at: float, worked: float = 0.0) -> None:
        """A picture was read at this time, whether or not anybody gets to see it.

        Args:
            at: That time.
            worked: Seconds of the processor that reading it took.
        """
        self._work = max(worked, self._work * _FADES)
        if self._last is not None:
            self._longest = max(min(at - self._last, self.most), self._longest * _FADES)
            self._seen += 1
        self._last = at

    def opened(self) -> None:
        """A connection begins: the gap before its first picture says nothing of the camera's pace."""
        self._last = None

    def ended(self) -> None:
        """The thread that waits got a picture, or learnt that there will be none."""
        self._waited = 0.0

    def waited(self, meant: float, took: float) -> None:
        """A wait for a picture was in vain; if it took much longer than was meant, the machine was busy."""
        self._waited += min(took, meant * _LATE)

    @property
    def seconds(self) -> float:
        """For how long no picture has come, the machine's own absence left out."""
        return self._waited

    @property
    def most(self) -> float:
        """How long the slowest camera may be silent, on a machine that is as quick as this one."""
        return max(self._most, _WORK * self._work)

    @property
    def limit(self) -> float:
        """How long that may be."""
        if self._seen < _LEARNT:
            return self.most
        return min(self.most, max(self._least, _TIMES * self._longest))

    @property
    def broken(self) -> bool:
        """Whether the camera has been silent for too long."""
        return self._waited >= self.limit
