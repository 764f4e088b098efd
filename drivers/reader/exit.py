"""An exit that was learnt: what it looks like while it is empty, and what of a picture differs from that.

No exit has to look like any other: a hole, a cup, a cloth, any colour, any light. What counts is that
pictures of it empty are alike, but for light and noise, and that a ball changes them. It is NOT responsible
for finding or reading balls (`drivers.reader.place`, `drivers.reader.reader`), nor for asking anybody to
leave the exit empty.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Final, Self

import cv2
import numpy as np
import numpy.typing as npt

from drivers.reader.light import Grey, darkest
from drivers.reader.locate import Floats, quartered
from drivers.reader.picture import checked

LEAST: Final = 5
"""Pictures from which a camera's exit is learnt, at least: light that flickers shows only in several."""

LEAST_KEPT: Final = 2
"""The same of pictures that were kept: there may be no more, and two tell how much noise there is."""

DIAMETERS: Final = (80.0, 330.0)
"""Of a ball, pixels of a 480-line picture: the least and the most."""

_CELL = 4  # pixels of a 480-line picture, wide and high: what is compared
_SOFT = 1.2  # cells
_DARK = 8.0  # mean level under which a picture shows nothing; the camera is ill then, too
_WHITE, _BURNT = 250, 0.1  # so much of a picture so bright has lost its drawing
_SHOWS = 24.0  # levels from which on a cell tells how bright the light is
_FEW = 30  # cells that do, at least; with fewer the light is taken to be as it was
_APART = 2  # cells from one that is asked to the next
_LIGHT = 1.25  # times as bright, or as dark, as when it was learnt: within the camera's own curve
_ROUNDS = 2  # the second one without what the first one found to be changed
_FLOOR = 7.0  # levels that any camera's cells may be off
_PART = 0.04  # of the level of a cell: light that falls a little otherwise
_SPREAD = 5.0  # times what a cell was off while it was learnt
_STEPS = 0.5  # cells that edges may shift: a camera trembles
_SPECK = np.ones((3, 3), np.uint8)
_EMPTY = 0.04  # of a ball's area at most is changed of an empty exit
_STANDS = 0.25  # of it at least where a ball stands
_AROUND = 1.15  # times its radius: how far around its place the exit is looked at
_FLICKER = 1.2  # times as bright as another of the pictures that it is learnt from
_BANDS = 0.03  # of the light by which rows differ from one picture to the next
_SOME = 0.1  # of the pictures at most may show something else
_MOST_OFF = 40  # cells either way that the camera is looked for to have moved
_SAME = 0.3  # of what was changed at most still is, once a move is undone
_SCALE = 8.0  # steps of a level in which noise is written


class Unlearnt(StrEnum):
    """Why pictures do not teach an exit."""

    TOO_FEW = "too few pictures"
    SIZES = "pictures of several sizes"
    TOO_DARK = "too dark"
    TOO_BRIGHT = "burnt white"
    FLICKERS = "the light flickers"
    MOVES = "something moves in the picture"


class Unlike(StrEnum):
    """How a picture differs from the empty exit."""

    NOTHING = ""
    CHANGED = "something is in the exit"
    LIGHT = "the light is another"
    MOVED = "the camera has moved"
    SIZE = "the picture has another shape"


@dataclass(frozen=True, slots=True)
class Place:
    """Where the ball lies in the exit.

    Attributes:
        x: Column of its middle, pixels of a 480-line picture.
        y: Row of its middle.
        diameter: Its diameter.
    """

    x: float
    y: float
    diameter: float


@dataclass(frozen=True, slots=True)
class Compared:
    """A picture beside the learnt exit.

    Attributes:
        unlike: In what it differs.
        part: How much of the ball's place is changed, as part of the area of a ball, 0 and more.
        light: How bright it is, times as bright as when the exit was learnt.
        moved: By how many pixels of a 480-line picture the camera was moved; 0 where it was not.
    """

    unlike: Unlike
    part: float
    light: float
    moved: float = 0.0

    @property
    def empty(self) -> bool:
        """Whether the exit is in view and nothing stands in it."""
        return self.unlike is Unlike.NOTHING

    @property
    def stands(self) -> bool:
        """Whether so much is changed as a ball changes."""
        return self.unlike is not Unlike.SIZE and self.part >= _STANDS


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """What of a picture is not the empty exit, in cells of four pixels of a 480-line picture.

    Attributes:
        compared: The picture beside the exit.
        changed: Which cells are not those of the empty exit, shape (rows, columns).
        cells: The picture itself, shape (rows, columns, 3).
        levels: By how many levels each is brighter than the exit in this light, the same shape.
    """

    compared: Compared
    changed: npt.NDArray[np.bool_]
    cells: Floats
    levels: Floats


@dataclass(frozen=True, eq=False)
class LearntExit:
    """The empty exit of one camera.

    Attributes:
        look: What it looks like, BGR, a cell of four pixels of a 480-line picture each.
        spread: By how many levels each cell is off, for noise.
        place: Where the ball lies, None before one was seen.
    """

    look: Floats
    spread: Floats
    place: Place | None = None

    def with_place(self, place: Place) -> Self:
        """The same exit, with the place of its ball known."""
        return replace(self, place=place)

    def compared(self, picture: Grey) -> Compared:
        """Hold a 480-line BGR picture against the empty exit; about a millisecond."""
        cells = _cells(picture)
        if cells.shape != self.look.shape:
            return Compared(Unlike.SIZE, 0.0, 1.0)
        return self._compared(*self._changed(cells))

    def differs(self, picture: Grey) -> Difference | None:
        """Return what of a 480-line BGR picture is not the empty exit; None of one of another shape."""
        cells = _cells(picture)
        if cells.shape != self.look.shape:
            return None
        changed, light = self._changed(cells)
        levels = cells - self.look * np.float32(light)
        return Difference(self._compared(changed, light), changed, cells, levels)

    def explained(self, picture: Grey) -> Compared:
        """As `compared`, and whether the camera has moved since: takes a few milliseconds more."""
        found = self.compared(picture)
        if found.unlike is not Unlike.CHANGED:
            return found
        cells = _cells(picture)
        changed, _ = self._changed(cells)
        right, down = _shift(self.look, cells)
        off = max(abs(right), abs(down))
        if not 0.5 <= off <= _MOST_OFF:
            return found
        back = np.array([[1, 0, right], [0, 1, down]], np.float32)
        height, width = self.spread.shape
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        undone = np.asarray(cv2.warpAffine(cells, back, (width, height), flags=how), np.float32)
        inside = np.zeros((height, width), np.bool_)
        edge = int(off) + 2
        inside[edge:-edge, edge:-edge] = True
        again = self._changed(undone)[0] & inside
        if np.count_nonzero(again) > _SAME * np.count_nonzero(changed & inside):
            return found
        return replace(found, unlike=Unlike.MOVED, moved=_CELL * float(np.hypot(right, down)))

    def difference(self, picture: Grey) -> npt.NDArray[np.bool_] | None:
        """Which cells of a 480-line picture are not those of the empty exit; None of one of another shape."""
        cells = _cells(picture)
        return self._changed(cells)[0] if cells.shape == self.look.shape else None

    def png(self) -> bytes:
        """All but the place as a picture: the exit, below it its noise."""
        noise = np.repeat(np.clip(self.spread * _SCALE, 0, 255)[..., None], 3, axis=2)
        done, coded = cv2.imencode(".png", np.rint(np.vstack([self.look, noise])).astype(np.uint8))
        if not done:
            raise ValueError("the exit cannot be encoded as PNG")
        return coded.tobytes()

    @classmethod
    def from_png(cls, png: bytes, place: Place | None) -> Self:
        """The exit that `png` wrote.

        Raises:
            ValueError: It is no such picture.
        """
        both = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR) if png else None
        if both is None or both.shape[0] % 2 or both.shape[0] // 2 != 480 // _CELL:
            raise ValueError("not the picture of a learnt exit")
        look, noise = np.split(both.astype(np.float32), 2)
        return cls(look, noise[..., 0] / np.float32(_SCALE), place)

    def _compared(self, changed: npt.NDArray[np.bool_], light: float) -> Compared:
        part = self._part(changed)
        if not 1 / _LIGHT <= light <= _LIGHT:
            return Compared(Unlike.LIGHT, part, light)
        return Compared(Unlike.NOTHING if part < _EMPTY else Unlike.CHANGED, part, light)

    def _changed(self, cells: Floats) -> tuple[npt.NDArray[np.bool_], float]:
        """Which cells are not those of the empty exit, and how bright the light is."""
        now = _planes(cells)
        ratios = _ratios(self._look, now)
        gains = _gains(ratios)
        changed = _off(self._look, now, gains) > self._allowed
        for _ in range(_ROUNDS - 1):
            gains = _gains(ratios, ~changed)
            changed = _off(self._look, now, gains) > self._allowed
        return _without_specks(changed), float(np.median(gains))

    def _part(self, changed: npt.NDArray[np.bool_]) -> float:
        """How much is changed at the ball's place, of its area; without one anywhere, of the least ball's."""
        if self.place is None:
            return np.count_nonzero(changed) / _area(DIAMETERS[0])
        return np.count_nonzero(changed & self._looked_at) / _area(self.place.diameter)

    @cached_property
    def _looked_at(self) -> npt.NDArray[np.bool_]:
        if self.place is None:
            return np.ones(self.spread.shape, np.bool_)
        rows, columns = np.indices(self.spread.shape, np.float32)
        off = np.hypot(
            columns - (self.place.x / _CELL - 0.5),
            rows - (self.place.y / _CELL - 0.5),
        )
        return np.asarray(off <= _AROUND * self.place.diameter / 2 / _CELL, np.bool_)

    @cached_property
    def _look(self) -> list[Floats]:
        """What it looks like, each channel by itself."""
        return _planes(self.look)

    @cached_property
    def _allowed(self) -> Floats:
        """By how many levels a cell of the empty exit may be off."""
        return _allowed(self.look) + np.float32(_SPREAD) * self.spread


def learnt(pictures: Sequence[Grey], least: int = LEAST) -> LearntExit | Unlearnt:
    """Learn an exit from pictures of it while it is empty, or say why they do not teach it.

    Args:
        pictures: BGR, in the order in which they were taken, a second of them or more.
        least: How many there must be.

    Raises:
        ImageError: One is no picture that the reader takes.
    """
    if len(pictures) < least:
        return Unlearnt.TOO_FEW
    if len({picture.shape for picture in pictures}) > 1:
        return Unlearnt.SIZES
    whole = [checked(picture) for picture in pictures]
    if max(float(each.mean()) for each in whole) < _DARK:
        return Unlearnt.TOO_DARK
    if np.median([(darkest(each) >= _WHITE).mean() for each in whole]) > _BURNT:
        return Unlearnt.TOO_BRIGHT
    return _learnt(np.stack([_cells(each) for each in whole]))


def _learnt(cells: Floats) -> LearntExit | Unlearnt:
    """What cells of several pictures teach."""
    first = np.asarray(np.median(cells, axis=0), np.float32)
    planes = _planes(first)
    gains = np.stack([_gains(_ratios(planes, _planes(each))) for each in cells])
    if float(gains.max()) > _FLICKER * float(gains.min()):
        return Unlearnt.FLICKERS
    even = np.asarray(cells / gains[:, None, None], np.float32)
    look = np.asarray(np.median(even, axis=0), np.float32)
    off = np.abs(even - look).max(axis=3)
    if _banded(even, look):
        return Unlearnt.FLICKERS
    allowed = _allowed(look)
    strange = [np.count_nonzero(_without_specks(each > allowed)) for each in off]
    if np.mean(np.array(strange) > _EMPTY * _area(DIAMETERS[0])) > _SOME:
        return Unlearnt.MOVES
    spread = cv2.blur(np.asarray(np.median(off, axis=0), np.float32), (5, 5))
    return LearntExit(look, np.asarray(spread, np.float32))


def _banded(even: Floats, look: Floats) -> bool:
    """Whether rows are brighter in one picture and darker in the next: light that flickers with the mains."""
    shows = (look.min(axis=2) > _SHOWS) & (look.max(axis=2) < _WHITE)
    rows = np.count_nonzero(shows, axis=1) > shows.shape[1] // 4
    if np.count_nonzero(rows) < _CELL:
        return False
    part = np.where(shows, even.mean(axis=3) / np.maximum(look.mean(axis=2), 1) - 1, np.nan)[:, rows]
    return bool(np.nanmedian(part, axis=2).std(axis=0).max() > _BANDS)


def _cells(picture: Grey) -> Floats:
    """The cells of a 480-line picture, smoothed."""
    small = quartered(picture).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(small, (7, 7), _SOFT), np.float32)


def _planes(cells: Floats) -> list[Floats]:
    """Each channel by itself, in arrays made beforehand: OpenCV takes five times as long to make them."""
    planes = list(np.empty((cells.shape[2], *cells.shape[:2]), np.float32))
    cv2.split(cells, planes)
    return planes


def _ratios(look: Sequence[Floats], cells: Sequence[Floats]) -> list[Floats]:
    """Of each channel how bright some cells are, times the look; infinite where they do not tell."""
    ratios = []
    for channel in zip(look, cells, strict=True):
        before, now = (np.ascontiguousarray(each[::_APART, ::_APART]) for each in channel)
        shows = (before > _SHOWS) & (before < _WHITE) & (now < _WHITE)
        ratios.append(np.where(shows, now / np.maximum(before, 1), np.float32(np.inf)))
    return ratios


def _gains(ratios: Sequence[Floats], held: npt.NDArray[np.bool_] | None = None) -> Floats:
    """How bright each channel is, times as bright as the look, where most of what is held is the same."""
    gains = np.ones(len(ratios), np.float32)
    for channel, ratio in enumerate(ratios):
        some = ratio if held is None else np.where(held[::_APART, ::_APART], ratio, np.float32(np.inf))
        count = int(np.count_nonzero(some < np.inf))
        if count >= _FEW:
            gains[channel] = _median(some.ravel(), count)
    return gains


def _median(values: Floats, count: int) -> float:
    """The median of so many values that are finite, the rest being infinite.

    As `numpy.median` of a choice of them, in less of the time, most of which a look at an exit would take.
    """
    ordered = np.partition(values, count // 2)
    middle = ordered[count // 2]
    return float(middle if count % 2 else (ordered[: count // 2].max() + middle) / 2)


def _off(look: Sequence[Floats], cells: Sequence[Floats], gains: Floats) -> Floats:
    """By how many levels each cell is off, in the channel that is off most, in light that is so bright."""
    off = np.zeros(look[0].shape, np.float32)
    for before, now, gain in zip(look, cells, gains, strict=True):
        cv2.max(off, cv2.absdiff(now, before * gain), off)
    return off


def _allowed(look: Floats) -> Floats:
    """By how many levels a cell may be off in a camera without noise: for light, and beside edges."""
    level = look.max(axis=2)
    steep = np.abs(cv2.Sobel(look, cv2.CV_32F, 1, 0, scale=0.125)) + np.abs(
        cv2.Sobel(look, cv2.CV_32F, 0, 1, scale=0.125)
    )
    return np.asarray(_FLOOR + _PART * level + _STEPS * steep.max(axis=2), np.float32)


def _without_specks(changed: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    return np.asarray(cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_OPEN, _SPECK) > 0, np.bool_)


def _area(diameter: float) -> float:
    """Of a ball, in cells."""
    return float(np.pi / 4 * (diameter / _CELL) ** 2)


def _shift(look: Floats, cells: Floats) -> tuple[float, float]:
    """By how many cells what was learnt seems to have moved, right and down."""
    before, now = (_steepness(each) for each in (look, cells))
    window = cv2.createHanningWindow((look.shape[1], look.shape[0]), cv2.CV_32F)
    (right, down), _ = cv2.phaseCorrelate(before, now, window)
    return float(right), float(down)


def _steepness(cells: Floats) -> Floats:
    grey = cells.mean(axis=2)
    steep = cv2.magnitude(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1))
    return np.asarray(steep, np.float32)
