"""Where balls lie in an exit and how large they are, learnt from the first pictures of a calibration.

The rim of a cup or a hole is a circle, too, sharper than a ball's outline where it mirrors the ball. What no
rim has are prints that fit one another on a sphere of its size. It is NOT responsible for what the empty exit
looks like (`drivers.reader.exit`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from drivers.reader.exit import Difference, Place
from drivers.recogniser.disc import (
    Disc,
    coarse_centre,
    common_discs,
    distances,
    fitted_diameter,
    measured_diameter,
    refined,
)
from drivers.recogniser.learning import BallPicture, learn_set
from drivers.recogniser.matching import Matcher
from drivers.recogniser.surface import Bgr, cut_ball, learn_shading
from drivers.recogniser.trials import of_pose

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
    Of several such circles that is theirs on which their prints fit those of their other poses best.
    """
    common = common_discs([each.lines for each in looked], [each.difference for each in looked])
    together = [[refined(each.lines, disc.x, disc.y, disc.radius * 2) for each in looked] for disc in common]
    alone = _each_alone(looked)
    if alone is None:
        return None
    choices = [*together, alone]
    fit = [_likeness(looked, discs) for discs in choices]
    if max(fit) <= 0:
        fit = [_explained(looked, discs) for discs in choices]
    discs = choices[int(np.argmax(fit))]
    x, y = np.median([(each.x, each.y) for each in discs], axis=0)
    return Place(float(x), float(y), discs[0].radius * 2)


def _likeness(looked: Sequence[Looked], discs: Sequence[Disc]) -> float:
    """How like the prints in pictures are those of other poses of the same ball, on spheres of that size."""
    pictures = [
        BallPicture(each.number, each.pose, cut_ball(each.lines, disc.x, disc.y, disc.radius * 2))
        for each, disc in zip(looked, discs, strict=True)
    ]
    try:
        learnt = learn_set(learn_shading([each.ball for each in pictures]), pictures, _REACH)
    except ValueError:
        return 0.0
    matcher, likeness = Matcher(learnt.patterns), []
    for each in pictures:
        barred = of_pose(learnt, pictures, each) | (learnt.patterns.numbers != each.number)
        if barred.all():
            continue
        match = matcher.match(learnt.shading.surface(each.ball), barred)
        likeness.append(0.0 if match is None else match.likeness)
    return float(np.mean(likeness)) if len(likeness) >= _WITNESSES else 0.0


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
    starts = [coarse_centre(each.difference, coarse[2]) for each in looked]
    sizes = [fitted_diameter(each.lines, *at, coarse[2]) for each, at in zip(looked, starts, strict=True)]
    diameter = float(np.median(sizes))
    return [refined(each.lines, *coarse_centre(each.difference, diameter), diameter) for each in looked]
