"""Sees which way the ring around a print opens: a number stands on the gap of its ring.

It measures, so a ring may open farther than any that the networks learnt from. It says nothing where anything
but the printer may have opened it. It is NOT responsible for a ring with paint on one side alone (`disc`),
for what is printed inside, nor for which prints lack a mark.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import pi, remainder, tau
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.light import Grey, smooth
from drivers.reader.prints import CONTEXT, SIDE, Print, face_on, flattened
from drivers.reader.view import View

WAYS: Final = 72  # directions from the middle of a print, 5 degrees each
REACHES: Final = (1.0, 1.65, 2.3)  # times as far as a print is flattened: digits may be far from their ring
_INK = 140  # evened, ink is darker than this
_BARE = 190  # evened, paint is brighter: a stroke that only fades is darker
_LEAST = 0.88  # of a print's radius: its ring is no nearer
_ROUND = 0.42  # of all directions show ink, at least, where there is a ring
_AS_GOOD = 0.02  # of all directions fewer: still the same ring
_CROWDED = 0.08  # of all directions show ink just inside: no ring, but digits
OPEN: Final = (45.0, 215.0)  # degrees that a ring may open: of a closed one a light takes less
_NARROW = (15.0, 60.0)  # degrees that a light may open a closed one by, at the edge of what it takes
_BROKEN = 0.25  # of its opening at most is any other gap, or nobody knows which of them was printed
_MARGIN: Final = 8  # pixels beyond a ring show what is around it
_ASKEW = 0.45  # radians off the gap: what lies so is not the line of its digits
_EXTREME = 5  # in a hundred of what lies inside a ring is darker than the rest, and as much lighter
_BLINDING = 250  # of all channels: no camera tells a light from paint as bright
LIGHT: Final = 14  # grey levels over the lightest paint: a light, which takes ink away
_SHADE = 0.9  # of the darkest paint: what is darker is another thing
_COLOUR = 0.2  # that a channel lies farther from the paint's than another does: something else is in the gap
_DIP = 25  # so much darker than what is around the ring: ink, farther off than the rest of the ring
_ENDS = 4  # directions: of a wider gap the first and the last may show the ends of the stroke

Ways = npt.NDArray[np.intp]
"""Directions from the middle of a print."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring that opens once.

    Attributes:
        radius: From the middle of its print, radians.
        opens: Where the middle of its gap lies, radians clockwise from the right of the flattened print.
        wide: How far the gap reaches, degrees.
    """

    radius: float
    opens: float
    wide: float

    def stands(self, angle: float) -> tuple[float, int]:
        """How a number stands on the gap: the angle of its line of digits, and which way up by this angle.

        Args:
            angle: Where its line of digits seems to lie, clockwise, radians. Where that is askew to the gap,
                the gap is right, and 0 the way up.
        """
        below = self.opens - pi / 2
        off = abs(remainder(below - angle, tau))
        if _ASKEW <= off <= pi - _ASKEW:
            return below, 0
        return angle, int(off > pi / 2)


@dataclass(frozen=True, slots=True)
class _Round:
    """A ring as a flattened print shows it: how many pixels off the middle, and the directions of its gap."""

    column: int
    gap: Ways


def ring_around(view: View, each: Print) -> Ring | None:
    """The ring around a print, however far off its digits; None without one that the printer opened once."""
    for farther in REACHES:
        reach = each.radius * farther
        even = in_ways(each.flat if farther == 1.0 else flattened(view, each.towards, reach))
        for found in _rounds(even, _LEAST / farther, OPEN):
            seen, in_sight = _coloured(view, each, reach)
            if not in_sight[:, : found.column + 3].all() or not _shows_paint(seen, even, found):
                return None
            return Ring(reach * CONTEXT * found.column / (SIDE / 2), *opening(found.gap))
    return None


def may_be_closed(view: View, each: Print) -> bool:
    """Whether a light may have opened a print's ring: its gap is narrow, and lit or too bright to tell."""
    even, (seen, _) = in_ways(each.flat), _coloured(view, each, each.radius)
    for found in _rounds(even, _LEAST, _NARROW):
        light = _light(seen, found.gap % WAYS, found.column).max()
        inside = slice(found.column - 3)
        paint = seen[:, inside].min(axis=2)[even[:, inside] >= _BARE]
        if light >= _BLINDING or not paint.size:
            return True  # nothing tells how bright the paint is
        return bool(light > np.percentile(paint, 100 - _EXTREME) + LIGHT)
    return False


def _coloured(view: View, each: Print, reach: float) -> tuple[Grey, Grey]:
    """What lies in each direction from a print as it is, without its grain, and what of it is in sight."""
    coloured, visible = face_on(view.picture, view.ball, each.towards, reach)
    return in_ways(smooth(coloured)), in_ways(visible.astype(np.uint8))


def _rounds(even: Grey, least: float, opens: tuple[float, float]) -> Iterator[_Round]:
    """What may be a ring with one gap as wide as this, the nearest first.

    What has no end in sight is dark paint around a disc.
    """
    dark = np.asarray(even < _INK, np.uint8)
    inked = cv2.dilate(dark, np.ones((1, 5), np.uint8)) > 0
    around = inked.mean(axis=0)
    around[: round(SIDE / 2 * least / CONTEXT)] = 0
    for column in _peaks(around):
        gap = only_gap(inked[:, column], *opens)
        if gap is not None and dark[:, column - 5 : column - 3].mean() <= _CROWDED:
            yield _Round(column, gap)


def _peaks(around: npt.NDArray[np.float64]) -> Iterator[int]:
    """The middles of the runs of columns that show more ink than those beside them, and enough of it."""
    start = 0
    for at in range(1, len(around) - _MARGIN):
        if abs(around[at] - around[start]) > _AS_GOOD:
            if around[start] > _ROUND and around[at] < around[start] and around[start - 1] < around[start]:
                yield (start + at - 1) // 2
            start = at


def only_gap(inked: npt.NDArray[np.bool_], least: float, most: float) -> Ways | None:
    """The directions without ink, where they are one gap of so many degrees; past the last they go on."""
    first = int(inked.argmax())
    bare = np.flatnonzero(~np.roll(inked, -first)) + first
    widest, *rest = sorted(np.split(bare, np.flatnonzero(np.diff(bare) > 1) + 1), key=len, reverse=True)
    is_wide = least <= len(widest) * 360 / WAYS <= most
    return widest if is_wide and (not rest or len(rest[0]) <= _BROKEN * len(widest)) else None


def opening(gap: Ways) -> tuple[float, float]:
    """Where the middle of a gap lies, radians clockwise from the right, and how far it reaches, degrees."""
    return float(gap[0] + gap[-1]) / 2 * tau / WAYS, len(gap) * 360 / WAYS


def _shows_paint(seen: Grey, even: Grey, found: _Round) -> bool:
    """Whether the gap shows the paint that the ring is printed on, in its light and in its shade.

    A ring seen aslant fades where it is thinnest, and one on a disc may lie off the middle: neither is a gap.
    """
    at, all_ways = found.column, found.gap % WAYS
    ends = 1 if len(all_ways) > _ENDS else 0
    gap, drawn = all_ways[ends : len(all_ways) - ends], np.delete(np.arange(WAYS), all_ways)
    ink = min(_INK, float(np.median(even[drawn, at + 5 : at + 8])) - _DIP)
    if (even[gap, at - 2 : at + 2] < _BARE).any() or (even[gap, at - 4 : at + 6] < ink).any():
        return False
    inside = slice(at - 7, at - 3)
    paint = seen[drawn, inside][even[drawn, inside] >= _BARE].astype(np.float64)
    if len(paint) < WAYS:
        return False
    darker, usual, lighter = np.percentile(paint, (_EXTREME, 50, 100 - _EXTREME), axis=0)
    across = seen[gap, at - 2 : at + 3]
    shown = across[np.arange(len(gap)), np.abs(across - usual).max(axis=2).argmin(axis=1)]
    parts = shown / np.maximum(usual, 1)
    is_lit = (_light(seen, gap, at) > lighter.min() + LIGHT).any()
    is_dark = (shown < _SHADE * darker).any()
    return not (is_lit or is_dark or np.ptp(parts, axis=1).max() > _COLOUR)


def _light(seen: Grey, gap: Ways, at: int) -> Grey:
    """How bright the darkest channel is where a ring would be in each direction of its gap."""
    return np.asarray(seen[gap, at - 1 : at + 2].min(axis=2).max(axis=1), np.uint8)


def in_ways(flat: Grey, *, finer: int = 1) -> Grey:
    """What lies in each direction from the middle of a flattened print, one row each, a pixel a column.

    Args:
        flat: The print, or anything else that is flattened so, of any depth.
        finer: Columns a pixel.
    """
    middle = (SIDE - 1) / 2
    size = (SIDE // 2 * finer, WAYS)
    return np.asarray(cv2.warpPolar(flat, size, (middle, middle), SIDE / 2, cv2.WARP_POLAR_LINEAR), np.uint8)
