"""Knows what the prints of one set of balls look like, and says which of them a print is like.

All balls of a set are printed alike, and each shows its number the same way for its 1000 games. So what a
calibration saw of a ball, its *pattern*, tells its print from all others of the set better than anything
that was learnt from other sets: a print is laid over every pattern, and what is left over is measured.

It is NOT responsible for making patterns of what a calibration saw (`drivers.reader.samples`), nor for what
is believed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, Self

import cv2
import numpy as np

from drivers.reader.blur import softened, streaked
from drivers.reader.frame import Frame, digits_of
from drivers.reader.light import Grey
from drivers.reader.locate import Floats
from drivers.reader.network import HIGHEST, TWO_DIGITS
from drivers.reader.overlay import ROUNDS, laid_over, leftover, under
from drivers.reader.prints import SIDE
from drivers.reader.rough import HALF, PLACES, Look, Warp, disc_of, upright, warp_at
from drivers.reader.seen import PATTERN, Seen
from drivers.reader.upside import twin

MARGIN: Final = 1.08
"""The set's largest print reaches so far less than its patterns do."""

_COLUMNS = 10  # of the picture that holds all patterns
_SLANTS = np.deg2rad([-5.0, 0.0, 5.0])  # by which a print's axis may be mistaken
_ROUGHLY = 5  # patterns, the likest at a rough look, are laid over exactly
_NEAREST = 3  # patterns, those most like one that a print is like, are laid over it too
_MOVED = 0.004, 0.1  # left over of a print at least and at most for it to be one of a ball that moved
_IN_SIGHT = 0.4  # of a pattern at least that is compared
_PLAIN = 0.8  # of the ink of a print that fits its pattern is in sight, at least
_TRIED = ((1, False), (ROUNDS, False), (ROUNDS, True))  # of a plain print one round mostly will do
_INKED = 0.5  # as much ink is part of a stroke


class Likeness(NamedTuple):
    """How like a print is to a pattern.

    Attributes:
        left: What is left over, mean squares as part of a mean pattern's ink: 0 is the same print.
        seen: How much of the pattern's ink lies where something can be told, 0..1.
        place: Where the pattern was laid.
    """

    left: float
    seen: float
    place: Warp


class Rough(NamedTuple):
    """What a rough look at a print finds.

    Attributes:
        likest: The numbers whose patterns it is most like.
        places: Where each pattern fits best.
    """

    likest: tuple[int, ...]
    places: Mapping[int, Warp]


@dataclass(frozen=True)
class Patterns:
    """The prints of a set of balls.

    Attributes:
        pictures: Of each number how much ink there is, 0..1, `PATTERN` pixels square, whichever way up.
        reach: Radians from their middle to their edge.
    """

    pictures: Mapping[int, Floats]
    reach: float

    def complete_for(self, number: int, highest: int) -> bool:
        """Whether all numbers that this one may be taken for have a pattern.

        They share a digit with it and have two where it has two, or are a single one too, or are what it is
        upside down. What a number is most like is no proof where the pattern of the one that it may be is
        missing.
        """
        digits, single = set(str(number)), number < TWO_DIGITS
        alike = [
            each
            for each in range(1 if single else TWO_DIGITS, highest + 1)
            if set(str(each)) & digits or each < TWO_DIGITS
        ]
        upside_down = twin(number, highest)
        return all(each in self.pictures for each in (*alike, upside_down or number))

    def fits(self, seen: Seen, angle: float, number: int, at_most: float, *, whole: bool = True) -> bool:
        """Whether a pattern in sight leaves less over than that, of the same middle, this way up first.

        Args:
            seen: The print.
            angle: That of its line of digits where it seems to stand upright, clockwise, radians.
            number: One that has a pattern.
            at_most: As part of a mean pattern's ink.
            whole: Whether what all patterns have in common counts too, a ring, or only what tells them apart.
        """
        places = [upright(angle + way) for way in (0.0, np.pi)]
        tries = ((place, rounds, moved) for rounds, moved in _TRIED for place in places)
        laid = (self._laid(seen, number, at, whole, at_most, n, moved) for at, n, moved in tries)
        return any(each.left < at_most and each.seen > _PLAIN for found in laid for each in found)

    def apart(
        self,
        seen: Seen,
        number: int,
        place: Warp,
        other: int,
        *,
        also: Warp | None = None,
        whole: bool = True,
    ) -> float:
        """What would be left over of another pattern were a print to the dot what it is like, as far as seen.

        Args:
            seen: The print.
            number: What it is like.
            place: Where the pattern of that was laid.
            other: The number of the other pattern, which is laid there too,
            also: and, if that leaves less, where the print itself is most like it.
            whole: Whether what all patterns have in common counts too.
        """
        ink = cv2.warpAffine(self.pictures[number], place, (SIDE, SIDE))
        exact = Seen(np.asarray(ink, np.float32), seen.known)
        places = [place] if also is None else [place, also]
        found = [self._exactly(exact, other, each, whole) for each in places]
        return min((each.left for each in found if each is not None), default=0.0)

    def differ(self, number: int, other: int, *, whole: bool = True) -> float:
        """What would be left over of one number's pattern were a print to the dot another's, all in sight."""
        asked = number, other, whole
        if asked not in self._differences:
            ink = cv2.warpAffine(self.pictures[number], upright(0), (SIDE, SIDE))
            seen = Seen(np.asarray(ink, np.float32), np.ones((SIDE, SIDE), np.float32))
            if number not in self._others:
                self._others[number] = self.roughly(seen, 0)._replace(likest=())
            found = self.likenesses(seen, self._others[number], (other,), whole=whole)
            self._differences[asked] = found[other].left
        return self._differences[asked]

    def margin(self, number: int) -> float:
        """What the nearest other pattern would leave over of a plain print, its mark too if that tells it."""
        if number not in self._margins:
            whole = twin(number, HIGHEST) is not None
            differ = (self.differ(number, each, whole=whole) for each in self.nearest(number))
            self._margins[number] = min(differ, default=1.0)
        return self._margins[number]

    def prepared(self) -> Iterator[int]:
        """Find out beforehand what is asked of plain prints, of one number at each step: some 15 ms."""
        for number in self.pictures:
            self.margin(number)
            yield number

    def in_sight(self, seen: Seen, number: int, place: Warp) -> float:
        """How much of the ink of a pattern's digits, laid there, lies where something can be told, 0..1."""
        ink = self.pictures[number] * self._telling
        return float((under(seen, place).known * ink).sum() / max(1.0, float(ink.sum())))

    def more_in_sight(self, seen: Seen, number: int, place: Warp, other: int, there: Warp) -> float:
        """How much of the ink that another pattern has more than one lies where something can be told, 0..1.

        Args:
            seen: The print.
            number: What it is like,
            place: and where the pattern of that was laid.
            other: The number of the other pattern,
            there: and where that was laid.
        """
        more = np.maximum(self.digits_at(other, there) - self.digits_at(number, place), 0)
        return float((more * seen.known).sum() / max(1.0, float(more.sum())))

    def digits_at(self, number: int, place: Warp) -> Floats:
        """The ink of a pattern's digits, laid over a print, 0..1, `SIDE` pixels square."""
        return np.asarray(
            cv2.warpAffine(self.pictures[number] * self._telling, place, (SIDE, SIDE)), np.float32
        )

    def is_framed(self, seen: Seen, number: int, place: Warp) -> bool:
        """Whether what all prints have around their digits lies where that of a pattern is laid.

        Args:
            seen: The print.
            number: What its digits are like.
            place: Where the pattern of that was laid.
        """
        return self.frame.is_around(under(seen, place), self._softened[number])

    def nearest(self, number: int) -> list[int]:
        """The numbers whose digits differ the least from those of one, which they are taken for first."""
        off = self._told - self._told[:, [self._numbers.index(number)]]
        return [self._numbers[at] for at in np.argsort((off * off).sum(axis=0))[1 : _NEAREST + 1]]

    def likenesses(
        self, seen: Seen, rough: Rough, numbers: Collection[int] = (), *, whole: bool = True
    ) -> dict[int, Likeness]:
        """How like a print is to some patterns and to those that it is most like, wherever their middle lies.

        Args:
            seen: The print.
            rough: What a rough look at it found.
            numbers: Those that are asked for anyhow.
            whole: Whether what all patterns have in common counts too.
        """
        wanted = dict.fromkeys([*rough.likest, *(each for each in numbers if each in self.pictures)])
        exact = {each: self._exactly(seen, each, rough.places[each], whole) for each in wanted}
        return {number: likeness for number, likeness in exact.items() if likeness is not None}

    def laid_at(
        self, seen: Seen, place: Warp, numbers: Collection[int], *, whole: bool = True
    ) -> dict[int, Likeness]:
        """How like a print is to some patterns, each laid from a place of another that it is like.

        Args:
            seen: The print.
            place: Where that other one was laid.
            numbers: Those that are asked for.
            whole: Whether what all patterns have in common counts too.
        """
        return self.likenesses(seen, Rough((), dict.fromkeys(numbers, place)), numbers, whole=whole)

    def roughly(self, seen: Seen, angle: float) -> Rough:
        """Look at half the scale where each pattern fits best, and which do.

        Args:
            seen: The print.
            angle: That of its line of digits, clockwise, radians, up to half a turn.
        """
        looks = [Look.at(seen, way + slant - angle) for way in (0.0, np.pi) for slant in _SLANTS]
        left = np.concatenate([look.left_over(self._flat, self._squares) for look in looks])
        bests = zip(self._numbers, left.argmin(axis=0), strict=True)
        found = {number: divmod(int(best), PLACES) for number, best in bests}
        places = {number: warp_at(looks[look].turn, place) for number, (look, place) in found.items()}
        return Rough(tuple(self._numbers[at] for at in np.argsort(left.min(axis=0))[:_ROUGHLY]), places)

    def _exactly(self, seen: Seen, number: int, rough: Warp, whole: bool) -> Likeness | None:
        """What is left over once the pattern is laid over the print as well as can be."""
        return min(self._laid(seen, number, rough, whole), key=left_over, default=None)

    def _laid(
        self,
        seen: Seen,
        number: int,
        rough: Warp,
        whole: bool,
        enough: float = 0.0,
        rounds: int = ROUNDS,
        moved: bool = True,
    ) -> Iterator[Likeness]:
        """What is left over where a pattern is laid, roughly and then exactly, in focus or not.

        Where that is no plain print it is tried whether it is one of a ball that moved. With less left over
        than is enough it does not matter how much less.
        """
        counts = disc_of(PATTERN) if whole else self._telling
        ink = self.pictures[number] * counts
        for warp in laid_over(self.pictures[number], seen, rough, rounds):
            there = under(seen, warp)
            there = there._replace(known=there.known * counts)
            if there.known.sum() < _IN_SIGHT * counts.sum():
                continue
            left = self._left(there, self._softened[number], whole, enough)
            if moved and max(_MOVED[0], enough) <= left < _MOVED[1]:
                left = min(left, self._left(there, self._moved[number], whole, enough))
            yield Likeness(left, float((there.known * ink).sum() / max(1.0, float(ink.sum()))), warp)

    def _left(self, there: Seen, patterns: Sequence[Floats], whole: bool, enough: float) -> float:
        """What the best of some patterns leaves over, or the first that leaves little enough."""
        left = np.inf
        for each in patterns:
            left = min(left, leftover(there, each) / self._mean_inks[whole])
            if left < enough:
                break
        return left

    @cached_property
    def frame(self) -> Frame:
        """What all prints have around their digits."""
        mean = np.mean(list(self.pictures.values()), axis=0)
        return Frame(np.asarray(mean, np.float32), disc_of(PATTERN) - self._telling)

    @cached_property
    def widest(self) -> float:
        """How thick the thickest stroke of all is, pixels."""
        inked = [np.asarray(each * disc_of(PATTERN) > _INKED, np.uint8) for each in self.pictures.values()]
        return 2 * max(float(cv2.distanceTransform(each, cv2.DIST_L2, 5).max()) for each in inked)

    @cached_property
    def _differences(self) -> dict[tuple[int, int, bool], float]:
        """How far patterns differ, as it was asked."""
        return {}

    @cached_property
    def _margins(self) -> dict[int, float]:
        """How far the nearest other pattern is, as it was asked."""
        return {}

    @cached_property
    def _others(self) -> dict[int, Rough]:
        """Where each pattern fits best on that of a number."""
        return {}

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        return tuple(self.pictures)

    @cached_property
    def _flat(self) -> Floats:
        """Each pattern at half the scale, a column."""
        every = self.pictures.values()
        halves = [cv2.resize(each, (HALF, HALF), interpolation=cv2.INTER_AREA) for each in every]
        inked = np.asarray(np.stack(halves) * disc_of(HALF), np.float32)
        return np.ascontiguousarray(inked.reshape(len(inked), -1).T)

    @cached_property
    def _told(self) -> Floats:
        """The same of their digits alone."""
        telling = cv2.resize(self._telling, (HALF, HALF), interpolation=cv2.INTER_AREA)
        return np.asarray(self._flat * telling.reshape(-1, 1), np.float32)

    @cached_property
    def _squares(self) -> Floats:
        return np.asarray(self._flat**2, np.float32)

    @cached_property
    def _softened(self) -> dict[int, list[Floats]]:
        return {number: softened(each) for number, each in self.pictures.items()}

    @cached_property
    def _moved(self) -> dict[int, list[Floats]]:
        """The patterns as a ball shows them that moves while its picture is taken, each way."""
        return {number: streaked(each) for number, each in self.pictures.items()}

    @cached_property
    def _telling(self) -> Floats:
        """1 where digits of the patterns lie."""
        return digits_of(list(self.pictures.values()))

    @cached_property
    def _mean_inks(self) -> dict[bool, float]:
        """How much ink a mean pattern has, 0..1: of all of it, and of where its digits lie."""
        mean = np.mean(list(self.pictures.values()), axis=0)
        regions = {True: disc_of(PATTERN), False: self._telling}
        return {whole: float((mean * region).sum() / region.sum()) for whole, region in regions.items()}

    def png(self) -> bytes:
        """All patterns as one picture: ink dark, ten in a row, the place of one that is missing empty."""
        return _drawn(self.pictures)

    @classmethod
    def from_png(cls, png: bytes, reach: float) -> Self:
        """The patterns that a picture holds.

        Raises:
            ValueError: It is no such picture.
        """
        return cls(_undrawn(png), reach)


def left_over(likeness: Likeness) -> float:
    """What is left over of a pattern."""
    return likeness.left


def _drawn(pictures: Mapping[int, Floats]) -> bytes:
    rows = -(-max(pictures) // _COLUMNS)
    paper = np.full((rows * PATTERN, _COLUMNS * PATTERN), 255, np.uint8)
    for number, ink in pictures.items():
        _cell(paper, number)[:] = np.round(255 * (1 - np.clip(ink, 0, 1))).astype(np.uint8)
    return bytes(cv2.imencode(".png", paper)[1])


def _undrawn(png: bytes) -> dict[int, Floats]:
    paper = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE) if png else None
    if paper is None or paper.shape[1] != _COLUMNS * PATTERN or paper.shape[0] % PATTERN:
        raise ValueError("the picture holds no patterns; calibrate the set again")
    sheet = np.asarray(paper, np.uint8)
    cells = {number: _cell(sheet, number) for number in range(1, len(sheet) // PATTERN * _COLUMNS + 1)}
    inked = {number: np.float32(1) - cell.astype(np.float32) / 255 for number, cell in cells.items()}
    return {number: np.asarray(ink, np.float32) for number, ink in inked.items() if ink.any()}


def _cell(paper: Grey, number: int) -> Grey:
    row, column = divmod(number - 1, _COLUMNS)
    return paper[row * PATTERN : (row + 1) * PATTERN, column * PATTERN : (column + 1) * PATTERN]
