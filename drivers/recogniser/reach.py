"""What is compared around a print's middle, and how far from it: what tells a set's own balls apart best.

Too little sees one digit of two; too much needs more of the ball in sight than most pictures show. On discs
of another paint the strokes tell more than all that is no bare ball, elsewhere less; light ink on dark balls
keeps its shape only where far lighter counts as such. None of it can be measured on the ink, so it is tried
on the set's own balls. It is NOT responsible for learning the prints, nor for trying them.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from drivers.recogniser.certainty import told_of
from drivers.recogniser.learning import BallPicture, Learnt, learn_set
from drivers.recogniser.surface import PLAINLY, Ink, Shading
from drivers.recogniser.trials import tried

_REACHES: Final = tuple(float(np.radians(each)) for each in (21, 26, 30, 34, 39, 44))
_WAYS: Final[tuple[tuple[Ink, float], ...]] = ((0, PLAINLY), (-1, PLAINLY), (0, 6.0), (1, 6.0))
"""What is compared, and from how many times as bright as the ball on all is equally light."""

_FIRST: Final = 3  # of the sizes: with it is tried what is compared
_HARDLY: Final = 0.3  # of the pictures are told at that size: what is compared is tried anew at the best
_TRIED: Final = 60  # pictures at least, where there are so many


def best_learnt(shading: Shading, pictures: Sequence[BallPicture]) -> Learnt:
    """Learn a set so that most of its pictures are told by its other pictures.

    Raises:
        ValueError: No whole print was seen at all.
    """
    firsts = {(each.number, each.pose): each for each in reversed(pictures)}
    some = list(reversed(firsts.values()))
    first = _REACHES[min(_FIRST, len(_REACHES) - 1)]
    shading, told_first = _best_way(shading, some, first)
    told = {each: _told(shading, some, each) for each in _REACHES if each != first} | {first: told_first}
    best = max(_REACHES, key=told.__getitem__)
    if best != first and told_first < _HARDLY:
        shading, _ = _best_way(shading, some, best)
    return learn_set(shading, pictures, best if told[best] else first)


def _best_way(shading: Shading, pictures: Sequence[BallPicture], reach: float) -> tuple[Shading, float]:
    """What is compared at a size: the ink in all colours, then in the balls' own; how much it tells."""
    ways = [replace(shading, ink=ink, lightest=lightest, own_colour=False) for ink, lightest in _WAYS]
    told = {way: _told(way, pictures, reach) for way in ways}
    best = max(told, key=told.__getitem__)
    own = replace(best, own_colour=True)
    told[own] = _told(own, pictures, reach)
    best = max((best, own), key=told.__getitem__)
    return best, told[best]


def _told(shading: Shading, pictures: Sequence[BallPicture], reach: float) -> float:
    """How much of the pictures that are tried a size tells, 0..1."""
    try:
        learnt = learn_set(shading, pictures, reach)
    except ValueError:
        return 0.0
    return told_of(tried(learnt, pictures, max(len(pictures) // _TRIED, 1)))
