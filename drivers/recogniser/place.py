"""Where balls lie in an exit and how large they are, learnt from the first pictures of a calibration.

The rim of a cup or a hole is a circle, too, sharper than a ball's outline where it mirrors the ball. What no
rim has are prints that fit one another on a sphere of its size. It is NOT responsible for what the empty exit
looks like (`drivers.reader.exit`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.reader.exit import Difference, Place
from drivers.recogniser.disc import (
    Disc,
    common_discs,
    distances,
    fitted_diameter,
    measured_diameter,
    placed,
    refined,
)
from drivers.recogniser.learning import BallPicture, learn_set
from drivers.recogniser.matching import Matcher
from drivers.recogniser.surface import Bgr, cut_ball, learn_shading

Doubles = npt.NDArray[np.float64]

BEYOND: Final = 1.15
"""Times the radius: what changes there is a shadow or a reflection."""

_REACH: Final = float(np.radians(30))  # from a print's middle, as far as prints are compared here
_WITNESSES: Final = 4  # pictures that another pose is compared with, below which they say nothing


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A picture from which the place is learnt.

    Attributes:
        number: Of the ball.
        pose: Which way it lies.
        lines: BGR, 480 lines.
        difference: What it changes of the exit.
    """

    number: int
    pose: int
    lines: Bgr
    difference: Difference


def place_in(looked: Sequence[Looked]) -> Place | None:
    """Return where balls lie and how large they are, from several pictures; None where there is none.

    They lie at one place or anywhere in the exit: either way their outlines are edges, and hold what changes.
    Of several such circles that is theirs on which their prints fit those of their other poses best; where
    the prints do not tell two of them apart, the one of which more is an edge.
    """
    common = common_discs([each.lines for each in looked], [each.difference for each in looked])
    together = [[refined(each.lines, disc.x, disc.y, disc.radius * 2) for each in looked] for disc in common]
    alone = _each_alone(looked)
    if alone is None:
        return None
    choices = [*together, alone]
    likeness = np.array([_likeness(looked, discs) for discs in choices])
    if (np.isfinite(likeness).sum(axis=1) < _WITNESSES).any():
        discs = max(choices, key=lambda each: _explained(looked, each))
    else:
        alike = [choices[each] for each in _as_like_as_the_best(likeness)]
        discs = max(alike, key=lambda some: float(np.mean([each.shown for each in some])))
    x, y = np.median([(each.x, each.y) for each in discs], axis=0)
    return Place(float(x), float(y), discs[0].radius * 2)


def _as_like_as_the_best(likeness: Doubles) -> list[int]:
    """Which rows are not surely less than the best: by two standard errors of what they differ by."""
    off = likeness[int(np.nanmean(likeness, axis=1).argmax())] - likeness
    count = np.isfinite(off).sum(axis=1)
    error = np.nanstd(off, axis=1, ddof=1) / np.sqrt(count)
    return np.flatnonzero(np.nanmean(off, axis=1) <= 2 * error).tolist()


def _likeness(looked: Sequence[Looked], discs: Sequence[Disc]) -> list[float]:
    """How like each picture's print is one of another pose of its ball, on spheres of that size.

    It is nan of a picture that has no other pose.
    """
    pictures = [
        BallPicture(each.number, each.pose, cut_ball(each.lines, disc.x, disc.y, disc.radius * 2))
        for each, disc in zip(looked, discs, strict=True)
    ]
    try:
        learnt = learn_set(learn_shading([each.ball for each in pictures]), pictures, _REACH)
    except ValueError:
        return [0.0] * len(pictures)
    matcher, likeness = Matcher(learnt.patterns), []
    for each in pictures:
        barred = learnt.barred(each) | (learnt.patterns.numbers != each.number)
        match = None if barred.all() else matcher.match(learnt.whole.shading.surface(each.ball), barred)
        likeness.append(float("nan") if barred.all() else 0.0 if match is None else match.likeness)
    return likeness


def _explained(looked: Sequence[Looked], discs: Sequence[Disc]) -> float:
    """How much of the outlines is an edge, and of what changes in the exit lies within: no print holds it."""
    parts = []
    for each, disc in zip(looked, discs, strict=True):
        changed = each.difference.changed
        within = distances(disc, changed.shape) < BEYOND * disc.radius
        parts.append(disc.shown * changed[within].sum() / max(changed.sum(), 1))
    return float(np.mean(parts))


def _each_alone(looked: Sequence[Looked]) -> list[Disc] | None:
    """The disc of each of several pictures, of one size, wherever it lies."""
    coarse = measured_diameter([each.difference for each in looked])
    if coarse is None:
        return None
    pictures, differences = [each.lines for each in looked], [each.difference for each in looked]
    diameter = fitted_diameter(pictures, differences, coarse[2])
    return [placed(*each, diameter) for each in zip(pictures, differences, strict=True)]
