"""Whether a ball's prints fit the patterns of its set in a mirror, and not as they stand.

A camera that is set to mirror its picture, or that looks into a mirror, makes a 41 of a 14 and a 52 of a 25.
A print that is the same in a mirror, an 8, says nothing.

It is NOT responsible for what a hall does about it, nor for prints that were never calibrated.
"""

from collections.abc import Sequence
from typing import Final, TypeVar

import numpy as np
import numpy.typing as npt

from drivers.reader.laid import BY_FAR, IN_SIGHT, LIKE, Laid, times
from drivers.reader.network import Network, State
from drivers.reader.patterns import Likeness, Rough, left_over
from drivers.reader.seen import Seen
from drivers.reader.stakes import Read

_Any = TypeVar("_Any", bound=np.generic)

_PRINTS: Final = 2  # of a ball, the wholest
_NO_PRINT: Final = 0.5  # as sure as this that it is none, the networks say nothing of a print


def fits_mirrored(network: Network, sets: Sequence[Laid], read: Sequence[Read]) -> bool:
    """Say whether one of the wholest prints is like a pattern in a mirror, and by far less as it stands.

    Args:
        network: Says which way up a print stands.
        sets: The ball's prints over the patterns of each set that may be in use.
        read: These prints, and what the networks say of each.
    """
    if not sets:
        return False
    some = [each for each in read if each[1].states[State.NOTHING] < _NO_PRINT]
    wholest = sorted(some, key=lambda each: float(each[1].states[State.PARTIAL :].sum()))[:_PRINTS]
    turned = network([_in_a_mirror(shown.flat) for shown, _ in wholest])
    return any(_is_mirrored(sets, each, opinion.angle) for each, opinion in zip(wholest, turned, strict=True))


def _is_mirrored(sets: Sequence[Laid], each: Read, angle: float) -> bool:
    """Whether one print is; its line of digits lies at that angle in the mirror, radians."""
    found = (_likest(laid, *_mirrored(laid, each, angle)) for laid in sets)
    mirrored = min((one for one in found if one is not None), key=left_over, default=None)
    if mirrored is None or mirrored.left > LIKE or mirrored.seen < IN_SIGHT:
        return False
    stands = (_likest(laid, laid.seen(each), laid.rough(each)) for laid in sets)
    return all(one is None or times(one, mirrored) >= BY_FAR for one in stands)


def _mirrored(laid: Laid, each: Read, angle: float) -> tuple[Seen, Rough]:
    ink, known = laid.seen(each)
    seen = Seen(_in_a_mirror(ink), _in_a_mirror(known))
    return seen, laid.patterns.roughly(seen, angle)


def _likest(laid: Laid, seen: Seen, rough: Rough) -> Likeness | None:
    """How like a print is to the pattern that it is most like."""
    return min(laid.patterns.likenesses(seen, rough, whole=False).values(), key=left_over, default=None)


def _in_a_mirror(layer: npt.NDArray[_Any]) -> npt.NDArray[_Any]:
    return np.ascontiguousarray(layer[:, ::-1])
