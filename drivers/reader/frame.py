"""What all prints of a set have around their digits: a ring, closed or open at one side, or nothing.

It is NOT responsible for the digits, nor for rings of sets that nobody calibrated (`drivers.reader.ring`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from drivers.reader.locate import Floats
from drivers.reader.overlay import leftover, under
from drivers.reader.rough import Warp
from drivers.reader.seen import Seen

_SOME = 0.02  # of a pattern at least is ink around its digits where there is a ring
_IN_SIGHT = 0.6  # of that ink at least is in sight
_MISLAID = 0.1  # left over at most of it, as part of it: of a ring laid beside another
_OPENS = 15.0  # squares of ink at least by which a ring that opens differs from itself upside down
_OFF_MIDDLE = range(-2, 3)  # pixels that its middle may be off, twice
_BOTH_IN_SIGHT = 0.8  # of where it is closed, and of where it opens
_CLOSED, _OPEN = 0.5, 0.2  # of the way from half of its ink to all of it, and to none


@dataclass(frozen=True)
class Frame:
    """What lies around the digits of every print of a set.

    Attributes:
        mean: The mean of all patterns.
        around: 1 where none of their digits lie, within their disc.
    """

    mean: Floats
    around: Floats

    def is_around(self, there: Seen, looks: Sequence[Floats]) -> bool:
        """Whether a ring is in sight where that of a pattern lies: other digits are not in its middle.

        Args:
            there: What is seen under the pattern.
            looks: The pattern in focus and out of it.
        """
        ink = self.mean * self.around
        there = there._replace(known=there.known * self.around)
        if ink.mean() < _SOME or float((there.known * ink).sum()) < _IN_SIGHT * float(ink.sum()):
            return False
        left = min(leftover(there, each) for each in looks)
        return left < _MISLAID * float(ink.sum() / self.around.sum())

    def stands(self, seen: Seen, place: Warp) -> bool:
        """Whether a ring that opens at one side lies as that of a pattern which is laid there.

        It takes ink where it is closed and none where it opens: a light opens one, and a finger closes it.

        Args:
            seen: The print.
            place: Where the pattern was laid.
        """
        even, opens = self._opening
        if float((opens * opens).sum()) < _OPENS:
            return False
        there = under(seen, place)
        for way, least in ((1, _CLOSED), (-1, _OPEN)):
            part = np.maximum(way * opens, 0)
            counts = part * there.known
            if counts.sum() < _BOTH_IN_SIGHT * part.sum():
                return False
            if 2 * way * float(np.vdot(counts, there.ink - even)) < least * float(np.vdot(counts, part)):
                return False
        return True

    @cached_property
    def _opening(self) -> tuple[Floats, Floats]:
        """The mean of the ring and that upside down about its own middle, and by how much the two differ."""
        both = self.around * np.rot90(self.around, 2)
        moved = (np.roll(np.rot90(self.mean, 2), by, (0, 1)) for by in product(_OFF_MIDDLE, repeat=2))
        turned = min(moved, key=lambda each: float((both * (self.mean - each) ** 2).sum()))
        even, opens = (self.mean + turned) / 2, (self.mean - turned) * both
        return np.asarray(even, np.float32), np.asarray(opens, np.float32)
