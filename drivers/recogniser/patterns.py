"""The prints of a set of balls, as all poses show them, laid out to be compared with a picture's quickly.

It is NOT responsible for deciding what a ball is (`drivers.recogniser.matching`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from drivers.recogniser.sphere import (
    Floats,
    Patch,
    by_axis,
    faces_camera,
    in_picture,
    projected,
    rotation,
    sampled,
    values_at,
)
from drivers.recogniser.surface import Surface

Chosen = npt.NDArray[np.intp]

_FREQUENCIES: Final = Patch.TURNS // 3  # of a turn: what is finer is noise after smoothing
_TURN: Final = 0.01  # radians, for the derivative of a print by its turn
_STEADY: Final = 1e-3  # added to what is inverted, of its trace
_STROKE: Final = 1.5  # cells of the raster: half the width of a stroke
_SOME: Final = 0.3  # of such a part at least is seen
_LEAST: Final = np.float32(1e-6)  # by which anything is divided
_FAINT: Final = 0.06  # mean contrast under which a patch counts as bare
_WHOLLY: Final = 0.9  # of what a place shows is seen: it is known


_WAVES: Final = np.outer(np.arange(Patch.TURNS), np.arange(_FREQUENCIES)) * (2 * np.pi / Patch.TURNS)
_TWICE: Final = np.r_[1.0, np.full(_FREQUENCIES - 1, 2.0)] / Patch.TURNS  # each but the mean stands for two
_FORTH: Final = np.hstack([np.cos(_WAVES), -np.sin(_WAVES)]).astype(np.float32)
_BACK: Final = np.stack([np.cos(_WAVES) * _TWICE, -np.sin(_WAVES) * _TWICE], 2).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A print as one picture shows it.

    Attributes:
        pose: Of the ball in the picture.
        surface: What the ball shows.
        place: Rotation (3, 3) of the print on it.
    """

    pose: int
    surface: Surface
    place: Floats

    def weight(self, directions: Floats) -> Floats:
        """Return how well it shows directions (..., 3) of the print: 0 where it does not."""
        there = directions @ self.place.T
        seen = (sampled(self.surface.seen, there.reshape(1, -1, 3)) > _WHOLLY).reshape(there.shape[:-1])
        return np.asarray(seen * faces_camera(there) * there[..., 2], np.float32)

    def shown(self, patch: Patch) -> float:
        """Return how much of a patch it shows, and how well, 0..1."""
        return float(self.weight(patch.grid).mean())


@dataclass(frozen=True, eq=False)
class Pattern:
    """One print of one ball.

    Attributes:
        number: The number of its ball.
        rings: Smoothed ink in rings around its middle, shape (RINGS, TURNS).
        ink: Ink at the patch's grid, sharp and smoothed, shape (2, points).
        slope: Its derivative by small turns about the patch's three axes, shape (2, 3, points).
        weight: 1 where the print was seen, shape (points,).
        colour: Of its ball, shape (2,).
    """

    number: int
    rings: Floats
    ink: Floats
    slope: Floats
    weight: Floats
    colour: Floats


def pattern_of(number: int, views: Sequence[View], patch: Patch) -> Pattern:
    """Take a print as a pattern: the mean of its views, of which the one that it faces says most."""
    rings, ink, slope = (
        _mean(levels, weights).astype(np.float16).astype(np.float32)
        for levels, weights in zip(*_parts(views, patch), strict=True)
    )
    weight = np.max([each.weight(patch.grid) for each in views], axis=0) > 0
    return Pattern(
        number,
        rings,
        ink,
        slope,
        weight.astype(np.float32),
        np.mean([each.surface.colour for each in views], 0).astype(np.float16).astype(np.float32),
    )


def _parts(views: Sequence[View], patch: Patch) -> tuple[list[Floats], list[Floats]]:
    """Rings, ink and slope of each view, shapes (views, ...), and the weights of each, which fit them."""
    turns = [patch.grid @ rotation(np.eye(3)[axis] * _TURN).T for axis in range(3)]
    grids = np.stack([patch.grid, *turns]).astype(np.float32)
    polar = np.stack([sampled(each.surface.inks[1], patch.polar @ each.place.T) for each in views])
    inks = np.stack([_inks(each, grids @ each.place.T) for each in views])
    ink, slope = inks[:, :, 0], (inks[:, :, 1:] - inks[:, :, :1]) / np.float32(_TURN)
    weight = np.stack([each.weight(patch.grid) for each in views])
    around = np.stack([each.weight(patch.polar) for each in views])
    return [polar, ink, slope], [around, weight[:, None], weight[:, None, None]]


def _inks(view: View, directions: Floats) -> Floats:
    """The ink of a view, sharp and smoothed, at directions (grids, points, 3); shape (2, grids, points)."""
    where = in_picture(directions)
    return np.stack([values_at(each, *where) for each in view.surface.inks])


def _mean(values: Floats, weights: Floats) -> Floats:
    """Mean of values (views, ...) by weights; without any weight, that of all."""
    weights = np.broadcast_to(weights, values.shape)
    total = weights.sum(axis=0)
    mean = (values * weights).sum(axis=0) / np.maximum(total, _LEAST)
    return np.asarray(np.where(total > 0, mean, values.mean(axis=0)), np.float32)


class PatternSet:
    """The patterns of a set of balls, stacked.

    Attributes:
        patch: The grid on which they were taken.
        patterns: Each by itself.
        numbers: Of the ball of each, shape (patterns,).
        ink: Sharp at the grid, smoothed at its coarse points, shapes (patterns, points).
        weight: How well each is known at either, the same shapes.
        solvers: Turn the ink at the grid, and the smoothed ink at its coarse points, into how far it is off:
            three small turns, its contrast and its level, by least squares; shapes (patterns, 5, points).
        rasters: The sharp ink and the weight as square pictures over the patch between two bare rows, to be
            looked up at any direction, shapes (patterns, ACROSS + 2, ACROSS).
    """

    def __init__(self, patch: Patch, patterns: Sequence[Pattern]) -> None:
        if not patterns:
            raise ValueError("no patterns")
        self.patch = patch
        self.patterns = tuple(patterns)
        self.numbers = np.array([each.number for each in patterns])
        points = (np.arange(len(patch.grid)), patch.coarse)
        self.ink = tuple(
            np.stack([each.ink[level, some] for each in patterns]) for level, some in enumerate(points)
        )
        self.weight = tuple(np.stack([each.weight[some] for each in patterns]) for some in points)
        self.colours = np.stack([each.colour for each in patterns])
        self.solvers = tuple(
            np.stack([_solver(each, level, some) for each in patterns]) for level, some in enumerate(points)
        )
        step = (np.arange(Patch.ACROSS) + 0.5) / Patch.ACROSS * 2 - 1
        self._within = np.hypot(*np.meshgrid(step, step)) <= 1
        self.rasters = self._rastered(self.ink[0]), self._rastered(self.weight[0])
        self._polar = by_axis(patch.polar)
        rings = np.stack([each.rings for each in patterns])
        spectra = spectra_of(rings, np.broadcast_to(patch.polar_weight, rings.shape))
        self._spectra = np.ascontiguousarray(spectra.transpose(0, 2, 1))

    def spectra_about(self, surface: Surface, places: Floats) -> Floats:
        """Return the Fourier transforms by turn of what lies about places (n, 3, 3), as `spectra_of`."""
        columns, rows, faces = projected(self._polar, places)
        ink, seen = (values_at(each, columns, rows) for each in (surface.inks[1], surface.seen))
        shape = (len(places), Patch.RINGS, Patch.TURNS)
        weight = (seen * faces).reshape(shape)
        return spectra_of(ink.reshape(shape), weight * self.patch.polar_weight)

    def likeness(self, spectra: Floats, chosen: Chosen | slice = slice(None)) -> Floats:
        """Compare patches with patterns in all turns by Fourier's shift theorem.

        Args:
            spectra: Of the patches.
            chosen: Which patterns.

        Returns:
            Correlations, shape (TURNS, places, patterns).
        """
        # Of a product with what is conjugate the real part, then the imaginary one.
        real, imaginary = np.split(spectra, 2, axis=2)
        both = np.concatenate([spectra, np.concatenate([imaginary, -real], axis=2)], axis=1)
        crossed = both @ self._spectra[:, :, chosen]
        # So few frequencies are transformed by a matrix in a quarter of the time of an FFT.
        parts = crossed.reshape(2 * _FREQUENCIES, -1)
        turned = _BACK.reshape(Patch.TURNS, -1) @ parts
        return np.asarray(turned, np.float32).reshape(Patch.TURNS, spectra.shape[1], -1)

    def looked_up(self, chosen: Chosen, directions: Floats) -> tuple[Floats, Floats]:
        """Return the ink and weight of patterns (n,) at directions (n, points, 3) from their own middles."""
        x, y, z = (directions[..., axis] for axis in range(3))
        across = np.sqrt(x * x + y * y)
        far = (
            np.arctan2(across, z) / np.maximum(across, 1e-9) * np.float32(Patch.ACROSS / 2 / self.patch.reach)
        )
        middle = np.float32(Patch.ACROSS / 2 - 0.5)
        columns, rows = (np.asarray(each * far + middle, np.float32) for each in (x, y))
        # All rasters one below the other: beyond its own each direction ends on the bare row between two.
        below = np.arange(len(chosen), dtype=np.float32)[:, None] * (Patch.ACROSS + 2) + 1
        rows = np.clip(rows, -1, Patch.ACROSS) + below
        ink, known = (
            values_at(each[chosen].reshape(-1, Patch.ACROSS), columns, rows) for each in self.rasters
        )
        return ink, known

    def largest_part(self, values: Floats, weight: Floats) -> float:
        """Return the largest mean of values (points,) over a part as wide as a stroke, by weight."""
        both = np.zeros((Patch.ACROSS, Patch.ACROSS, 2), np.float32)
        both[self._within] = np.stack([values * weight, weight], 1)
        sums, weights = cv2.split(cv2.GaussianBlur(both, (0, 0), _STROKE))
        return float(np.abs(sums / np.maximum(weights, _SOME)).max(initial=0.0))

    def _rastered(self, values: Floats) -> Floats:
        rasters = np.zeros((len(values), Patch.ACROSS + 2, Patch.ACROSS), np.float32)
        rasters[:, 1:-1][:, self._within] = values
        return rasters


def spectra_of(rings: Floats, weight: Floats) -> Floats:
    """Return patches' Fourier transforms by turn, of mean 0 and length 1.

    Returns:
        Real parts, then imaginary ones, shape (frequencies, patches, 2 * RINGS).
    """
    flat, weighing = (each.reshape(len(rings), -1) for each in (rings, weight))
    weighted = flat * weighing
    weights = np.vecdot(weighing, weighing)
    even = weighted - (np.vecdot(weighted, weighing) / np.maximum(weights, _LEAST))[:, None] * weighing
    least = np.maximum(_FAINT * np.sqrt(weights), _LEAST)
    even /= np.maximum(np.sqrt(np.vecdot(even, even)), least)[:, None]
    even = even.reshape(rings.shape)
    whole = (even.reshape(-1, Patch.TURNS) @ _FORTH).reshape(*even.shape[:2], 2, _FREQUENCIES)
    return np.asarray(whole.transpose(3, 0, 2, 1), np.float32).reshape(_FREQUENCIES, len(even), -1)


def _solver(pattern: Pattern, level: int, points: Chosen) -> Floats:
    """Least squares for turns, contrast and level, of sharp (0) or smoothed ink (1); shape (5, points)."""
    ink, slope = pattern.ink[level, points], pattern.slope[level][:, points]
    parts = np.concatenate([slope, ink[None], np.ones_like(ink)[None]]) * pattern.weight[points]
    normal = parts @ parts.T
    whole = np.linalg.solve(normal + np.diag(np.diag(normal) * _STEADY + 1e-6), parts)
    return np.asarray(whole, np.float32)
