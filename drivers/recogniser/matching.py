"""Recognises a ball by its prints: which pattern lies where, how well, and what else it might be.

It is NOT responsible for taking pictures, for finding the exit empty, or for combining pictures.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.recogniser.patterns import PatternSet, softened
from drivers.recogniser.prints import PrintFinder
from drivers.recogniser.sphere import (
    Floats,
    Patch,
    faces_camera,
    frame_at,
    frames_at,
    rotation,
    rotations,
    sampled,
)
from drivers.recogniser.surface import Surface

Bools = npt.NDArray[np.bool_]

_CANDIDATES: Final = 6  # numbers whose best patterns are laid over the picture exactly
_BESIDE: Final = ((0.06, 6), (0.13, 12))  # radians from a print's middle at which it is looked for, too
_RINGS: Final = np.array(
    [(0, 0, 1)]
    + [
        (far * np.cos(turn), far * np.sin(turn), 1)
        for far, count in _BESIDE
        for turn in np.arange(count) * 2 * np.pi / count
    ],
    np.float32,
)
_STEPS: Final = ((1, 4), (0, 4))  # with the smoothed ink so many, with the sharp so many
_TURN_AT_MOST: Final = 0.2  # radians, a step
_LEAST_CONTRAST: Final = 0.2
_SEEN: Final = 0.5
_PLAIN: Final = 0.95  # as like as this no other print of the ball is looked at
_OVERLAP: Final = 0.3  # of a print at least is compared with a rival, which lies elsewhere otherwise


@dataclass(frozen=True, slots=True)
class Match:
    """How well a ball's print is one of the set's.

    Attributes:
        number: Of the pattern that fits best.
        likeness: Correlation with it, -1 to 1.
        margin: How far the print is from what tells this number from its nearest rival, of all that tells
            them apart in what is seen: 1 as this one, -1 as the rival, 0 in between.
        rival: That number, 0 where there was none; then nothing tells the number apart.
        seen: How much of the pattern is seen, of its area or of its ink, whichever is less, 0..1.
        told_apart: How much of what tells the two apart is seen, 0..1.
        contrast: Of the print, 1 as at the calibration.
        off: The largest difference from the pattern that is left anywhere, in parts of the bare ball's level.
        place: Rotation from the pattern's middle to where it lies, shape (3, 3).
    """

    number: int
    likeness: float
    margin: float
    rival: int
    seen: float
    told_apart: float
    contrast: float
    off: float
    place: Floats


class Matcher:
    """Compares prints with a set's patterns."""

    def __init__(self, patterns: PatternSet) -> None:
        self._patterns = patterns
        self._finder = PrintFinder(patterns.patch.reach)

    def match(self, surface: Surface, barred: Bools | None = None) -> Match | None:
        """Return what fits best of a ball's surface; None where it shows no print at all.

        Args:
            surface: What the ball shows.
            barred: Which patterns are left out, shape (patterns,).
        """
        best: Match | None = None
        soft = softened(surface.ink)
        for middle in self._finder.find(surface):
            chosen, places = self._candidates(surface, soft, middle, barred)
            match = self._judged(surface, chosen, self._aligned((surface.ink, soft), chosen, places))
            if best is None or match.likeness > best.likeness:
                best = match
            if best.likeness >= _PLAIN:
                break
        return best

    def _candidates(
        self, surface: Surface, soft: Floats, middle: Floats, barred: Bools | None
    ) -> tuple[npt.NDArray[np.intp], Floats]:
        """The likeliest pattern of each of the likeliest numbers for a print, and roughly where it lies."""
        patch = self._patterns.patch
        frames = frames_at(_around(middle))
        polar = patch.polar @ frames[:, None].transpose(0, 1, 3, 2)
        seen = sampled(surface.seen, polar) * faces_camera(polar)
        likeness = self._patterns.likeness(sampled(soft, polar), seen)
        best = likeness.max(axis=(0, 1))
        if barred is not None:
            best[barred] = -np.inf
        order = np.argsort(-best)
        _, first = np.unique(self._patterns.numbers[order], return_index=True)
        chosen = order[np.sort(first)[:_CANDIDATES]]
        turn, where = np.divmod(likeness[:, :, chosen].reshape(-1, len(chosen)).argmax(axis=0), len(frames))
        turns = turn / Patch.TURNS * 2 * np.pi
        places = [frames[at] @ rotation([0, 0, each]) for at, each in zip(where, turns, strict=True)]
        return chosen, np.stack(places)

    def _aligned(self, levels: tuple[Floats, Floats], chosen: npt.NDArray[np.intp], places: Floats) -> Floats:
        """Turn each pattern until it lies on the print best (inverse compositional alignment).

        S. Baker, I. Matthews, Lucas-Kanade 20 years on, 2004.
        """
        grid = self._patterns.patch.grid
        for level, steps in _STEPS:
            solvers = self._patterns.solvers[level, chosen]
            for _ in range(steps):
                there = sampled(levels[level], grid @ places.transpose(0, 2, 1))
                off = (solvers @ there[:, :, None])[:, :, 0]
                vectors = off[:, :3] / np.maximum(off[:, 3:4], _LEAST_CONTRAST)
                length = np.linalg.norm(vectors, axis=1, keepdims=True)
                vectors = vectors * np.minimum(1, _TURN_AT_MOST / np.maximum(length, 1e-9))
                places = places @ rotations(np.asarray(-vectors, np.float32))
        return places

    def _judged(self, surface: Surface, chosen: npt.NDArray[np.intp], places: Floats) -> Match:
        patterns, grid = self._patterns, self._patterns.patch.grid
        at = grid @ places.transpose(0, 2, 1)
        there = sampled(surface.ink, at)
        weight = patterns.weight[chosen] * (sampled(surface.seen, at) > _SEEN) * faces_camera(at)
        likeness = _correlations(patterns.ink[0, chosen], there, weight)
        best = int(likeness.argmax())
        seen = _seen(patterns.ink[0, chosen[best]], patterns.weight[chosen[best]], weight[best])
        mine, contrast = _fitted(patterns.ink[0, chosen[best]], there[best], weight[best])
        margin, rival, apart = np.inf, 0, 0.0
        for each in range(len(chosen)):
            if each == best:
                continue
            own = grid @ (places[each].T @ places[best]).T
            ink, known = patterns.looked_up(int(chosen[each]), own)
            both = weight[best] * (known > _SEEN)
            other, _ = _fitted(ink, there[best], both)
            if both.sum() < _OVERLAP * weight[best].sum():
                continue
            differ = (mine - other) * both
            all_of_it = float((((mine - other) * (known > _SEEN)) ** 2).sum())
            energy = float((differ**2).sum())
            towards = 2 * float(((there[best] - other) * differ).sum()) / max(energy, 1e-6) - 1
            if towards < margin:
                margin, rival = towards, int(patterns.numbers[chosen[each]])
                apart = energy / max(all_of_it, 1e-6)
        if not rival:
            margin = 0.0
        off = patterns.largest_part((there[best] - mine) * weight[best], weight[best])
        number = int(patterns.numbers[chosen[best]])
        return Match(number, float(likeness[best]), margin, rival, seen, apart, contrast, off, places[best])


def _around(middle: Floats) -> Floats:
    """A direction and some in two rings around it, shape (n, 3)."""
    around = _RINGS @ frame_at(middle).T
    return np.asarray(around / np.linalg.norm(around, axis=1, keepdims=True), np.float32)


def _correlations(pattern: Floats, there: Floats, weight: Floats) -> Floats:
    """Correlations of rows (n, points), by weight."""
    total = np.maximum(weight.sum(axis=1, keepdims=True), 1.0)
    one = (pattern - (pattern * weight).sum(axis=1, keepdims=True) / total) * weight
    two = (there - (there * weight).sum(axis=1, keepdims=True) / total) * weight
    lengths = np.sqrt((one**2).sum(axis=1) * (two**2).sum(axis=1))
    return np.asarray((one * two).sum(axis=1) / np.maximum(lengths, 1e-6), np.float32)


def _seen(ink: Floats, known: Floats, weight: Floats) -> float:
    """How much of a pattern is seen: of what is known of it, and of its ink."""
    contrast = (ink - float((ink * known).sum()) / max(float(known.sum()), 1.0)) ** 2
    area, energy = (
        float((weight * each).sum()) / max(float((known * each).sum()), 1e-6)
        for each in (np.float32(1), contrast)
    )
    return min(area, energy)


def _fitted(pattern: Floats, there: Floats, weight: Floats) -> tuple[Floats, float]:
    """The pattern with the contrast and level at which it fits best, and that contrast."""
    total = max(float(weight.sum()), 1.0)
    one, two = float((pattern * weight).sum() / total), float((there * weight).sum() / total)
    spread = float((((pattern - one) ** 2) * weight).sum())
    contrast = float(((pattern - one) * (there - two) * weight).sum()) / max(spread, 1e-6)
    return (pattern - one) * np.float32(contrast) + np.float32(two), contrast
