"""Where the prints of a ball are: the windows of one size that hold most of its ink.

It is NOT responsible for what they show.
"""

from typing import Final

import numpy as np

from drivers.recogniser.sphere import Floats, in_picture, spread_over_cap, values_at
from drivers.recogniser.surface import Surface

INK: Final = 0.12
"""Of the bare ball's level: from which a place counts as ink."""

_POINTS: Final = 2600
_LOWEST: Final = 0.2  # of z of the points that are looked at
_EVERY: Final = 8  # of the points is tried as a middle
_MIDDLE: Final = 0.45  # of z at least of a print's middle
_ROUNDS: Final = 6
_MOST: Final = 3
_AS_MUCH: Final = 0.5  # of the ink of the first window, at least, is in every other
_AROUND: Final = 1.25  # times the reach: a print that ends has no ink between it and there


class PrintFinder:
    """Finds the prints of a ball.

    Args:
        reach: Angle from a print's middle to its edge, radians.
    """

    def __init__(self, reach: float) -> None:
        self._points = spread_over_cap(_POINTS, _LOWEST)
        self._where = in_picture(self._points[None])
        self._least, self._least_around = np.cos(reach), np.cos(reach * _AROUND)
        starts = self._points[::_EVERY]
        self._starts = starts[starts[:, 2] > _MIDDLE]

    def find(self, surface: Surface) -> list[Floats]:
        """Return the middles of up to three prints, as directions, the one with most ink first."""
        points, ink = self._inked(surface)
        near = (points @ self._starts.T > self._least).astype(np.float32)
        held = ink @ near
        most = float(held.max(initial=0.0))
        found: list[Floats] = []
        while len(found) < _MOST and held.size and held.max() > max(_AS_MUCH * most, 0):
            middle = self._settled(points, ink, self._starts[int(held.argmax())])
            found.append(middle)
            ink = np.where(points @ middle > self._least_around, 0, ink)
            held = ink @ near
        return found

    def _inked(self, surface: Surface) -> tuple[Floats, Floats]:
        """The points that hold ink, and how much of it each."""
        there, seen = (values_at(each, *self._where)[0] for each in (surface.ink, surface.seen))
        ink = np.abs(there) * seen
        inked = ink > INK
        return self._points[inked], ink[inked]

    def _settled(self, points: Floats, ink: Floats, middle: Floats) -> Floats:
        """Move a window to the centre of the ink that it holds (mean shift, Fukunaga and Hostetler 1975)."""
        for _ in range(_ROUNDS):
            held = ink * (points @ middle > self._least)
            centre = held @ points
            length = float(np.linalg.norm(centre))
            if not length:
                break
            middle = np.asarray(centre / length, np.float32)
        return middle
