"""Where the prints of a ball are: the windows of one size that hold most of its ink.

It is NOT responsible for what they show.
"""

from typing import Final

import numpy as np

from drivers.recogniser.sphere import Floats, sampled, spread_over_cap
from drivers.recogniser.surface import Surface

_POINTS: Final = 2600
_LOWEST: Final = 0.2  # of z of the points that are looked at
_EVERY: Final = 8  # of the points is tried as a middle
_MIDDLE: Final = 0.45  # of z at least of a print's middle
INK: Final = 0.12
"""Of the bare ball's level, from which a place counts as ink."""

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
        self._least, self._least_around = np.cos(reach), np.cos(reach * _AROUND)
        starts = self._points[::_EVERY]
        self._starts = starts[starts[:, 2] > _MIDDLE]
        self._near = (self._starts @ self._points.T > self._least).astype(np.float32)

    def find(self, surface: Surface) -> list[Floats]:
        """Return the middles of up to three prints, as directions, the one with most ink first."""
        ink = self._ink(surface)
        held = self._near @ ink
        most = float(held.max(initial=0.0))
        found: list[Floats] = []
        while len(found) < _MOST and held.size and held.max() > max(_AS_MUCH * most, 0):
            middle = self._settled(ink, self._starts[int(held.argmax())])
            found.append(middle)
            ink = np.where(self._points @ middle > self._least_around, 0, ink)
            held = self._near @ ink
        return found

    def _ink(self, surface: Surface) -> Floats:
        ink = np.abs(sampled(surface.ink, self._points[None])[0])
        ink *= sampled(surface.seen, self._points[None])[0]
        return np.asarray(np.where(ink > INK, ink, 0), np.float32)

    def _settled(self, ink: Floats, middle: Floats) -> Floats:
        """Move a window to the centre of the ink that it holds (mean shift, Fukunaga and Hostetler 1975)."""
        for _ in range(_ROUNDS):
            held = ink * (self._points @ middle > self._least)
            centre = held @ self._points
            length = float(np.linalg.norm(centre))
            if not length:
                break
            middle = np.asarray(centre / length, np.float32)
        return middle
