"""Joins what the pictures of a ball, as it lies in several ways, show of the same print.

A lamp, the limb or a rim hides another part of it in each. It is NOT responsible for finding prints in a
picture (`drivers.recogniser.prints`), nor for recognising any.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from drivers.recogniser.matching import Matcher, seen_of
from drivers.recogniser.patterns import Chosen, Pattern, PatternSet, View, pattern_of
from drivers.recogniser.prints import INK
from drivers.recogniser.sphere import Floats, Patch, frame_at, rotation, spread_over_cap, spun
from drivers.recogniser.surface import Surface

_PLACES: Final = np.stack([frame_at(each) for each in spread_over_cap(200, 0.35)])
_STARTS: Final = 6  # of these places, from which a print is laid over a picture exactly
_TURNS: Final = 3  # at each of them
_BESIDE: Final = 5  # of a circle's turns are too near to another
_SAME: Final = 0.8  # correlation: the same print
_AS_LIKE: Final = 0.05  # of correlation: where it lies again on the same ball
_ENOUGH: Final = 0.35  # of a print at least is compared
_REPEATED: Final = 0.5  # of the reach: prints whose middles are nearer are the same
_ROUNDS: Final = 2


@dataclass(frozen=True, slots=True, eq=False)
class Seed:
    """A print as it was found in one picture.

    Attributes:
        number: Of the ball.
        view: The picture, and where it lies there.
        pattern: What is seen of it.
    """

    number: int
    view: View
    pattern: Pattern

    @classmethod
    def at(cls, number: int, pose: int, surface: Surface, middle: Floats, patch: Patch) -> Self:
        """Take the print about a middle of a surface."""
        view = View(pose, surface, frame_at(middle))
        return cls(number, view, pattern_of(number, [view], patch))


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """A print of a ball in all views of it.

    Attributes:
        number: Of the ball.
        views: The views, about the middle of its ink.
    """

    number: int
    views: tuple[View, ...]

    def pattern(self, patch: Patch, without: int) -> Pattern | None:
        """Return what all views but those of a pose show of it; None without any."""
        views = [each for each in self.views if each.pose != without]
        return pattern_of(self.number, views, patch) if views else None


def joined(
    seeds: Sequence[Seed], poses: Mapping[tuple[int, int], Sequence[Surface]], patch: Patch
) -> list[Print]:
    """Return the prints of balls, each once.

    Args:
        seeds: The prints as they were found, of all balls.
        poses: Pictures of each ball in each pose, by number and pose.
        patch: What a print reaches over.
    """
    if not seeds:
        return []
    matcher = Matcher(PatternSet(patch, [each.pattern for each in seeds]))
    numbers = np.array([each.number for each in seeds])
    views: defaultdict[int, list[View]] = defaultdict(list)
    for number, pose, surface in ((*which, each) for which, some in poses.items() for each in some):
        for at, place in _placed(matcher, surface, np.flatnonzero(numbers == number)):
            views[at].append(View(pose, surface, place))
    prints = list[Print]()
    for number in dict.fromkeys(each.number for each in seeds):
        mine = {at: _with_own(seeds[at], views[at]) for at in np.flatnonzero(numbers == number).tolist()}
        prints += _confirmed([_centred(number, each, patch) for each in _once(seeds, mine, patch)])
    return prints


def _with_own(seed: Seed, views: Sequence[View]) -> Sequence[View]:
    """The views of a print, with that in which it was found where it was not laid over its pose."""
    return views if any(each.pose == seed.view.pose for each in views) else [*views, seed.view]


def _once(
    seeds: Sequence[Seed], views: Mapping[int, Sequence[View]], patch: Patch
) -> Iterator[Sequence[View]]:
    """The views of each print of a ball, by the seed that shows most of it."""
    left = dict(views)
    while left:
        best = left.pop(max(left, key=lambda at: sum(each.shown(patch) for each in left[at])))
        left = {at: each for at, each in left.items() if not _repeats(seeds[at], best, patch)}
        yield best


def _confirmed(prints: Sequence[Print]) -> Sequence[Print]:
    """The prints of a ball that several poses show, if any: of one alone may be no print at all.

    Where the ball was looked for at a wrong place it is the edge of the exit.
    """
    return [each for each in prints if len({view.pose for view in each.views}) > 1] or prints


def _placed(matcher: Matcher, surface: Surface, chosen: Chosen) -> Iterator[tuple[int, Floats]]:
    """Which of the chosen patterns lie where on a surface, as rotations."""
    patterns = matcher.patterns
    likeness = patterns.likeness(patterns.spectra_about(surface, _PLACES), chosen)
    for which, at in enumerate(chosen.tolist()):
        one = likeness[:, :, which]
        starts = np.argsort(-one.max(axis=0))[:_STARTS]
        places = [_PLACES[starts] @ spun(each) for each in _turns(one[:, starts])]
        yield from ((at, each) for each in _laid(matcher, surface, at, np.concatenate(places)))


def _turns(likeness: Floats) -> Iterator[Chosen]:
    """The likeliest turns at several places, likeness (turns, places): one after another, apart.

    A smoothed 6 is nearly as like a 9: only where it is laid exactly is it told which it is.
    """
    left, turns = likeness.copy(), np.arange(len(likeness))[:, None]
    for _ in range(_TURNS):
        best = left.argmax(axis=0)
        yield best
        off = np.abs(turns - best)
        left[np.minimum(off, len(turns) - off) <= _BESIDE] = -np.inf


def _laid(matcher: Matcher, surface: Surface, at: int, places: Floats) -> list[Floats]:
    """Where a pattern truly lies, of several places from which it is laid over a surface."""
    same = np.full(len(places), at)
    places = matcher.aligned(surface, 1, same, places)
    places = places[np.argsort(-matcher.likeness(surface, 1, same, places)[0])[:_STARTS]]
    same = same[: len(places)]
    for level in (1, 0):
        places = matcher.aligned(surface, level, same, places)
    likeness, _, weight = matcher.likeness(surface, 0, same, places)
    patterns, found = matcher.patterns, list[Floats]()
    least = max(_SAME, float(likeness.max()) - _AS_LIKE)
    for one in np.argsort(-likeness):
        enough = seen_of(patterns.ink[0][at], patterns.weight[0][at], weight[one]) > _ENOUGH
        apart = all(_between(places[one], each) > patterns.patch.reach for each in found)
        if likeness[one] > least and enough and apart:
            found.append(places[one])
    return found


def _repeats(seed: Seed, views: Sequence[View], patch: Patch) -> bool:
    """Whether a print was found where one of the views is."""
    mine = [each for each in views if each.pose == seed.view.pose]
    return any(_between(seed.view.place, each.place) < _REPEATED * patch.reach for each in mine)


def _between(one: Floats, other: Floats) -> float:
    """Angle between the middles of two places, radians."""
    return float(np.arccos(np.clip(one[:, 2] @ other[:, 2], -1, 1)))


def _centred(number: int, views: Sequence[View], patch: Patch) -> Print:
    """Move views to the middle of the ink that they show together."""
    for _ in range(_ROUNDS):
        whole = pattern_of(number, views, patch)
        ink = np.abs(whole.ink[1]) * whole.weight
        centre = np.where(ink < INK, 0, ink) @ patch.grid
        x, y, _ = centre / max(float(np.linalg.norm(centre)), 1e-6)
        turn = rotation((-float(y), float(x), 0.0))
        views = [View(each.pose, each.surface, each.place @ turn) for each in views]
    return Print(number, tuple(views))
