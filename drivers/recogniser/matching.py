"""Recognises a ball by its prints: which pattern lies where, how well, and what else it might be.

It is NOT responsible for taking pictures, for finding the exit empty, or for combining pictures.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.recogniser.patterns import Chosen, PatternSet
from drivers.recogniser.prints import PrintFinder
from drivers.recogniser.sphere import (
    Floats,
    by_axis,
    frame_at,
    projected,
    rotations,
    spun,
    turned,
    values_at,
)
from drivers.recogniser.surface import Surface

Bools = npt.NDArray[np.bool_]

_SOUGHT: Final = 30  # numbers whose best patterns are laid over the smoothed picture
_CANDIDATES: Final = 14  # of these, whose patterns are laid over the sharp one
# Radians from a print's middle at which it is looked for, too, and at how many places around it.
_BESIDE: Final = ((0.06, 6), (0.13, 12), (0.2, 18), (0.28, 24))
_RINGS: Final = np.array(
    [(0, 0, 0)]
    + [
        (far * np.cos(turn), far * np.sin(turn), 0)
        for far, count in _BESIDE
        for turn in np.arange(count) * 2 * np.pi / count
    ],
    np.float32,
)
_STEPS: Final = (4, 4)  # with the sharp ink so many, before them with the smoothed so many
_TURN_AT_MOST: Final = 0.2  # radians, a step
_LEAST_CONTRAST: Final = 0.2
_SEEN: Final = 0.5
_PLAIN: Final = 0.95  # as like as this no other print of the ball is looked at
_LEAST: Final = 1e-6  # by which anything is divided
_OVERLAP: Final = 0.3  # of a print at least is compared with a rival, which lies elsewhere otherwise


@dataclass(frozen=True, slots=True)
class Match:
    """How well a ball's print is one of the set's.

    Attributes:
        number: Of the pattern that fits best.
        likeness: Correlation with it, -1 to 1.
        margin: How far the print is from what tells this number from its nearest rival, of all that tells
            them apart in what is seen: 1 as this one, -1 as the rival, 0 in between and where there is none.
        seen: How much of the pattern is seen, of its area or of its ink, whichever is less, 0..1.
        told_apart: How much of what tells the two apart is seen, 0..1.
        off: The largest difference from the pattern that is left anywhere, in parts of the bare ball's level.
        colour: How far the ball's colour is from that of the pattern's.
    """

    number: int
    likeness: float
    margin: float
    seen: float
    told_apart: float
    off: float
    colour: float


class Matcher:
    """Compares prints with a set's patterns."""

    def __init__(self, patterns: PatternSet) -> None:
        self.patterns = patterns
        self._finder = PrintFinder(patterns.patch.reach)
        self._frames = rotations(_RINGS)
        self._grids = tuple(map(by_axis, (patterns.patch.grid, patterns.patch.grid[patterns.patch.coarse])))

    def match(self, surface: Surface, barred: Bools | None = None) -> Match | None:
        """Return what fits best of a ball's surface; None where it shows no print at all.

        Args:
            surface: What the ball shows.
            barred: Which patterns are left out, shape (patterns,).
        """
        best: Match | None = None
        for middle in self._finder.find(surface):
            chosen, places = self._candidates(surface, middle, barred)
            match = self._judged(surface, chosen, self.aligned(surface, 0, chosen, places))
            if best is None or match.likeness > best.likeness:
                best = match
            if best.likeness >= _PLAIN:
                break
        return best

    def _candidates(self, surface: Surface, middle: Floats, barred: Bools | None) -> tuple[Chosen, Floats]:
        """The likeliest pattern of each of the likeliest numbers, and where it lies on smoothed ink."""
        chosen, places = self._sought(surface, middle, barred)
        places = self.aligned(surface, 1, chosen, places)
        likeliest = np.argsort(-self.likeness(surface, 1, chosen, places)[0])[:_CANDIDATES]
        return chosen[likeliest], places[likeliest]

    def _sought(self, surface: Surface, middle: Floats, barred: Bools | None) -> tuple[Chosen, Floats]:
        """The likeliest pattern of each of some numbers about a print's middle, and roughly where it lies."""
        frames = frame_at(middle) @ self._frames
        spectra = self.patterns.spectra_about(surface, frames)
        allowed = slice(None) if barred is None else np.flatnonzero(~barred)
        some = np.arange(len(self.patterns.numbers))[allowed]
        likeness = self.patterns.likeness(spectra, allowed)
        order = np.argsort(-likeness.max(axis=(0, 1)))
        _, first = np.unique(self.patterns.numbers[some[order]], return_index=True)
        chosen = order[np.sort(first)[:_SOUGHT]]
        turn, where = np.divmod(likeness[:, :, chosen].reshape(-1, len(chosen)).argmax(axis=0), len(frames))
        return some[chosen], np.asarray(frames[where] @ spun(turn), np.float32)

    def aligned(self, surface: Surface, level: int, chosen: Chosen, places: Floats) -> Floats:
        """Turn each pattern until it lies on the print best (inverse compositional alignment).

        S. Baker, I. Matthews, Lucas-Kanade 20 years on, 2004.
        """
        solvers, ink = self.patterns.solvers[level][chosen], surface.inks[level]
        for _ in range(_STEPS[level]):
            columns, rows, _ = projected(self._grids[level], places)
            off = np.matvec(solvers, values_at(ink, columns, rows))
            vectors = off[:, :3] / np.maximum(off[:, 3:4], _LEAST_CONTRAST)
            length = np.sqrt(np.vecdot(vectors, vectors))[:, None]
            vectors *= -np.minimum(1, _TURN_AT_MOST / np.maximum(length, _LEAST))
            places = places @ rotations(vectors)
        return places

    def likeness(
        self, surface: Surface, level: int, chosen: Chosen, places: Floats
    ) -> tuple[Floats, Floats, Floats]:
        """How like patterns are what lies where they do, the picture's ink there, and its weight."""
        ink, known = self.patterns.ink[level][chosen], self.patterns.weight[level][chosen]
        columns, rows, faces = projected(self._grids[level], places)
        lies, seen = (values_at(each, columns, rows) for each in (surface.inks[level], surface.seen))
        weight = known * ((seen > _SEEN) & faces)
        return _correlations(ink, lies, weight), lies, weight

    def _judged(self, surface: Surface, chosen: Chosen, places: Floats) -> Match:
        patterns = self.patterns
        likeness, there, weight = self.likeness(surface, 0, chosen, places)
        best = int(likeness.argmax())
        place, pattern, seen = places[best], int(chosen[best]), weight[best]
        mine = _fitted(patterns.ink[0][[pattern]], there[best], seen[None])
        others = patterns.numbers[chosen] != patterns.numbers[pattern]
        margin, apart = self._margin(there[best], seen, mine, (chosen[others], places[others], place))
        return Match(
            number=int(patterns.numbers[pattern]),
            likeness=float(likeness[best]),
            margin=margin,
            seen=seen_of(patterns.ink[0][pattern], patterns.weight[0][pattern], seen),
            told_apart=apart,
            off=patterns.largest_part((there[best] - mine[0]) * seen, seen),
            colour=float(np.linalg.norm(surface.colour - patterns.colours[pattern])),
        )

    def _margin(
        self, there: Floats, seen: Floats, mine: Floats, others: tuple[Chosen, Floats, Floats]
    ) -> tuple[float, float]:
        """Margin from the other pattern that is told from a match the least, and what of it is seen.

        Args:
            there: The picture's ink where the match lies, shape (points,).
            seen: Its weight, the same shape.
            mine: The ink of the match, fitted, shape (1, points).
            others: The patterns, where they lie, shape (n, 3, 3), and where the match lies, shape (3, 3).
        """
        chosen, places, place = others
        if not chosen.size:
            return 0.0, 0.0
        own = turned(self.patterns.patch.grid, places.transpose(0, 2, 1) @ place)
        ink, known = self.patterns.looked_up(chosen, own)
        known = (known > _SEEN).astype(np.float32)
        both = seen * known
        other = _fitted(ink, there, both)
        differ = (mine - other) * known
        whole = np.vecdot(differ, differ)
        differ *= seen
        energy = np.vecdot(differ, differ)
        towards = 2 * np.vecdot(there - other, differ) / np.maximum(energy, _LEAST) - 1
        towards[both.sum(axis=1) < _OVERLAP * seen.sum()] = np.inf
        if not np.isfinite(towards).any():
            return 0.0, 0.0
        least = int(towards.argmin())
        return float(towards[least]), float(energy[least]) / max(float(whole[least]), _LEAST)


def _correlations(pattern: Floats, there: Floats, weight: Floats) -> Floats:
    """Correlations of rows (n, points), by weight."""
    total = np.maximum(weight.sum(axis=1), 1)
    one, two = ((each - (np.vecdot(each, weight) / total)[:, None]) * weight for each in (pattern, there))
    lengths = np.sqrt(np.vecdot(one, one) * np.vecdot(two, two))
    return np.asarray(np.vecdot(one, two) / np.maximum(lengths, _LEAST), np.float32)


def seen_of(ink: Floats, known: Floats, weight: Floats) -> float:
    """How much of a pattern is seen: of what is known of it, and of its ink."""
    contrast = (ink - float((ink * known).sum()) / max(float(known.sum()), 1.0)) ** 2
    area, energy = (
        float((weight * each).sum()) / max(float((known * each).sum()), 1e-6)
        for each in (np.float32(1), contrast)
    )
    return min(area, energy)


def _fitted(patterns: Floats, there: Floats, weight: Floats) -> Floats:
    """Rows of patterns with the contrast and level at which each fits best."""
    total = np.maximum(weight.sum(axis=1), 1)
    one, two = ((np.vecdot(each, weight) / total)[:, None] for each in (patterns, there))
    even = patterns - one
    weighted = even * weight
    contrast = np.vecdot(weighted, there - two) / np.maximum(np.vecdot(even, weighted), _LEAST)
    return np.asarray(even * contrast[:, None] + two, np.float32)
