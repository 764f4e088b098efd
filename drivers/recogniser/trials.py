"""Tries a learnt set on its own calibration: each ball by its other pictures, as a stranger, and mirrored.

It is NOT responsible for what follows from it (`drivers.recogniser.judging`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from drivers.recogniser.learning import BallPicture, Learnt
from drivers.recogniser.matching import Match, Matcher
from drivers.recogniser.surface import Surface

_GOLDEN: Final = float(np.pi * (3 - np.sqrt(5)))
_COVERED: Final = 0.1  # of the radius: where the cover of a half ends, from its middle
_PLAIN, _MIRRORED, _HIDDEN = (False, False), (True, False), (False, True)


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """What a calibrating picture was taken for.

    Attributes:
        number: Of its ball.
        source: Which picture, by place.
        match: With what.
        mirrored: The picture was mirrored.
        hidden: Half of the ball was covered.
    """

    number: int
    source: int
    match: Match
    mirrored: bool = False
    hidden: bool = False


@dataclass(frozen=True, eq=False)
class Trials:
    """All trials of a set.

    Attributes:
        own: With its own prints as other poses show them, where any do.
        strange: With the patterns of all other balls.
        count: Pictures that were tried; some show no print.
    """

    own: tuple[Trial, ...]
    strange: tuple[Trial, ...]
    count: int


def tried(learnt: Learnt, pictures: Sequence[BallPicture], every: int = 1) -> Trials:
    """Try the pictures that a set was learnt from.

    Args:
        learnt: The set.
        pictures: All that it was learnt from.
        every: So many of them are one that is tried.
    """
    matcher, own, strange = Matcher(learnt.patterns), list[Trial](), list[Trial]()
    some = list(enumerate(pictures))[::every]
    for source, picture in some:
        surface = learnt.whole.shading.surface(picture.ball)
        if learnt.knows_otherwise(picture):
            match = matcher.match(surface, learnt.barred(picture))
            own += [] if match is None else [Trial(picture.number, source, match)]
        barred = learnt.barred_as_stranger(picture.number)
        if barred.all():
            continue
        for seen, kind in (
            (surface, _PLAIN),
            (mirrored(surface), _MIRRORED),
            (half(surface, source), _HIDDEN),
        ):
            match = matcher.match(seen, barred)
            if match is not None:
                strange.append(Trial(picture.number, source, match, *kind))
    return Trials(tuple(own), tuple(strange), len(some))


def mirrored(surface: Surface) -> Surface:
    """Return a surface as a mirror shows it."""
    ink, seen = (np.ascontiguousarray(each[:, ::-1]) for each in (surface.ink, surface.seen))
    return Surface(ink, seen, surface.colour)


def half(surface: Surface, turn: int) -> Surface:
    """Return a surface half of which is covered, from the side of a turn in steps of the golden angle."""
    side = surface.seen.shape[0]
    rows, columns = np.mgrid[0:side, 0:side] - (side - 1) / 2
    angle = turn * _GOLDEN
    open_ = np.cos(angle) * columns + np.sin(angle) * rows > -_COVERED * side / 2
    return Surface(surface.ink, surface.seen * open_.astype(np.float32), surface.colour)
