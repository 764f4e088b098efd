"""What is compared around a print's middle, and how far from it: what tells a set's own balls apart best.

Too little sees one digit of two; too much needs more of the ball in sight than most pictures show. On discs
of another paint the strokes tell more than all that is no bare ball, elsewhere less; light ink on dark balls
keeps its shape only where far lighter counts as such. None of it can be measured on the ink, so it is tried
on the set's own balls. It is NOT responsible for learning the prints, nor for trying them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from drivers.recogniser.certainty import told_of
from drivers.recogniser.learning import BallPicture, Learnt, learn_set
from drivers.recogniser.surface import PLAINLY, Ink, Shading
from drivers.recogniser.trials import tried

_REACHES: Final = tuple(float(np.radians(each)) for each in (21, 26, 30, 34, 39, 44))
_FIRST: Final = 3  # of the sizes: with it is tried what is compared
_HARDLY: Final = 0.3  # of the pictures are told at that size: what is compared is tried anew at the best
_TRIED: Final = 60  # pictures at least, where there are so many


class _Way(NamedTuple):
    """What is compared: see `drivers.recogniser.surface.Shading`."""

    ink: Ink
    lightest: float
    own_colour: bool = False

    def of(self, shading: Shading) -> Shading:
        """Return the light in which this is compared."""
        return replace(shading, ink=self.ink, lightest=self.lightest, own_colour=self.own_colour)


_WAYS: Final = (_Way(0, PLAINLY), _Way(-1, PLAINLY), _Way(0, 6.0), _Way(1, 6.0))
_LEAD: Final = 0.03  # of the pictures more are told in the balls' own colour, or all channels count alike


def best_learnt(shading: Shading, pictures: Sequence[BallPicture]) -> Learnt:
    """Learn a set so that most of its pictures are told by its other pictures.

    Raises:
        ValueError: No whole print was seen at all.
    """
    firsts = {(each.number, each.pose): each for each in reversed(pictures)}
    one_each = list(reversed(firsts.values()))

    @cache
    def told(way: _Way, size: float) -> float:
        return _told(way.of(shading), one_each, size)

    first = _REACHES[min(_FIRST, len(_REACHES) - 1)]
    way = _best_way(lambda each: told(each, first))
    best = max((first, *_REACHES), key=lambda each: told(way, each))
    if best != first and told(way, first) < _HARDLY:
        way = _best_way(lambda each: told(each, best))
    return learn_set(way.of(shading), pictures, best)


def _best_way(told: Callable[[_Way], float]) -> _Way:
    """By all channels alike that which tells most; by the balls' own where that tells clearly more."""
    alike = max(_WAYS, key=told)
    own = alike._replace(own_colour=True)
    return own if told(own) >= told(alike) + _LEAD else alike


def _told(shading: Shading, pictures: Sequence[BallPicture], reach: float) -> float:
    """How much of the pictures that are tried a size tells, 0..1."""
    try:
        learnt = learn_set(shading, pictures, reach)
    except ValueError:
        return 0.0
    return told_of(tried(learnt, pictures, max(len(pictures) // _TRIED, 1)))
