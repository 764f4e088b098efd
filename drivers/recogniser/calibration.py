"""Calibrates the recogniser: learns an exit and the balls that it will see, from pictures of both.

It is NOT responsible for asking anybody to show balls, nor for whether the numbers that are said are right
beyond what the pictures contradict.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, islice
from pathlib import Path
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from drivers.reader.exit import LEAST_KEPT, Difference, LearntExit, Place, Unlearnt, learnt
from drivers.reader.picture import ImageError, checked
from drivers.recogniser import store
from drivers.recogniser.certainty import Verdicts, verdicts_of
from drivers.recogniser.disc import distances
from drivers.recogniser.finder import BallFinder, Seen, limited, usual_changes
from drivers.recogniser.judging import Judge
from drivers.recogniser.learning import BallPicture, LearntSet
from drivers.recogniser.place import BEYOND, Looked, place_in
from drivers.recogniser.reach import best_learnt
from drivers.recogniser.surface import learn_shading
from drivers.recogniser.trials import tried

Picture = npt.NDArray[np.uint8]

_FIRST: Final = 12  # pictures of balls from which their size is measured
_OUTLINE: Final = 0.6  # of what is usually an edge of a ball's outline, at least is in every picture
_COVERED: Final = 0.5  # of a ball's disc at least is not as in the empty exit


class Unfit(StrEnum):
    """Why pictures do not calibrate the recogniser, or a file is no calibration."""

    NO_PICTURES = "There are no pictures of balls."
    NO_BALL = "No ball is found in any of the pictures."
    NO_PRINT = "No whole print is seen on any of the balls."
    UNUSABLE = "A picture cannot be used."
    NO_EXIT = "The empty exit cannot be learnt."
    OTHER_SHAPE = "The pictures of balls have another shape than those of the empty exit."
    NO_CALIBRATION = "The file is not a calibration of the recogniser."


class CalibrationError(ValueError):
    """The pictures do not calibrate the recogniser.

    Args:
        why: What is wrong; who shows it to people has the words.
        detail: More for the engineer.
    """

    def __init__(self, why: Unfit, detail: object = "") -> None:
        super().__init__(f"{why} {detail}".rstrip())
        self.why = why


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A calibrating picture.

    Attributes:
        number: Of the ball.
        pose: Which way it lies, from 0: pictures of one pose are not taken to witness for one another.
        picture: BGR, 8 bits.
    """

    number: int
    pose: int
    picture: Picture


class Noticed(StrEnum):
    """What a calibration found that a person should know."""

    NO_BALL = "pictures in which no ball is found"
    NO_PRINT = "no whole print was seen"
    ALIKE = "balls that cannot be told apart"
    OTHER_LABEL = "pictures that look like another ball"
    MIRRORED = "pictures that fit only in a mirror"
    UNSURE = "balls that are not recognised with certainty by their other pictures"


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that a calibration noticed.

    Attributes:
        what: Its kind.
        numbers: The balls that it concerns, the least first.
    """

    what: Noticed
    numbers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Calibration:
    """What the recogniser knows of a hall.

    Attributes:
        finder: Finds the ball.
        learnt: The light and the prints.
        judge: Says when a match is certain.
        pairs: Groups of balls that cannot be told apart.
        remarks: What a person should know.
    """

    finder: BallFinder
    learnt: LearntSet
    judge: Judge
    pairs: tuple[frozenset[int], ...]
    remarks: tuple[Remark, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The balls that can be recognised, the least first."""
        return tuple(sorted({int(each) for each in self.learnt.patterns.numbers}))

    def save(self, path: Path) -> None:
        """Write the calibration as one file (.npz)."""
        remarks = [(str(each.what), each.numbers) for each in self.remarks]
        store.write(path, store.Parts(self.finder, self.learnt, self.judge, self.pairs, remarks))

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a calibration.

        Raises:
            CalibrationError: The file is no calibration, is damaged or of another version.
            OSError: It cannot be read.
        """
        try:
            parts = store.read(path)
            remarks = tuple(Remark(Noticed(what), tuple(numbers)) for what, numbers in parts.remarks)
        except ValueError as error:
            raise CalibrationError(Unfit.NO_CALIBRATION, f"{path.name}: {error}") from error
        return cls(parts.finder, parts.learnt, parts.judge, parts.pairs, remarks)


def calibrate(empties: Sequence[Picture], shown: Iterable[Shown]) -> Calibration:
    """Learn an exit and its balls.

    Args:
        empties: BGR pictures of the empty exit, `LEAST_KEPT` or more.
        shown: Pictures of balls; each is looked at once and not kept.

    Raises:
        CalibrationError: They do not teach it.
    """
    empty = _exit(empties)
    whole = iter(shown)
    first = list(islice(whole, _FIRST))
    if not first:
        raise CalibrationError(Unfit.NO_PICTURES)
    finder = BallFinder(empty.with_place(place_of(empty, first)), np.zeros(empty.spread.shape, np.bool_))
    finder, pictures, lost = _looked_at(finder, chain(first, whole))
    if not pictures:
        raise CalibrationError(Unfit.NO_BALL)
    try:
        balls = best_learnt(learn_shading([each.ball for each in pictures]), pictures)
    except ValueError as error:
        raise CalibrationError(Unfit.NO_PRINT) from error
    verdicts = verdicts_of(balls, pictures, tried(balls, pictures))
    remarks = tuple(_remarks(lost, pictures, balls.whole, verdicts))
    return Calibration(finder, balls.whole, verdicts.judge, verdicts.pairs, remarks)


def _exit(empties: Sequence[Picture]) -> LearntExit:
    try:
        empty = learnt(list(empties), LEAST_KEPT)
    except ImageError as error:
        raise CalibrationError(Unfit.UNUSABLE, f"empty exit: {error}") from error
    if isinstance(empty, Unlearnt):
        raise CalibrationError(Unfit.NO_EXIT, f"{empty} ({LEAST_KEPT} or more are needed)")
    return empty


def place_of(empty: LearntExit, some: Sequence[Shown]) -> Place:
    """Return where balls lie and how large they are, from several pictures (`drivers.recogniser.place`)."""
    looked = [
        Looked(each.number, each.pose, lines := _lines(each), _difference(empty, lines)) for each in some
    ]
    place = place_in(looked)
    if place is None:
        raise CalibrationError(Unfit.NO_BALL)
    return place


def _lines(shown: Shown) -> Picture:
    try:
        return checked(shown.picture)
    except ImageError as error:
        raise CalibrationError(Unfit.UNUSABLE, f"ball {shown.number}: {error}") from error


def _difference(empty: LearntExit, lines: Picture) -> Difference:
    difference = empty.differs(lines)
    if difference is None:
        raise CalibrationError(Unfit.OTHER_SHAPE)
    return difference


def _looked_at(finder: BallFinder, shown: Iterable[Shown]) -> tuple[BallFinder, list[BallPicture], set[int]]:
    """The finder with what balls usually show, the ball pictures, and the balls of pictures without one."""
    found: list[tuple[Shown, Seen, npt.NDArray[np.bool_]]] = []
    for each in shown:
        lines = _lines(each)
        difference = _difference(finder.exit, lines)
        seen = finder.seen(each.picture, lines, difference)
        outside = distances(seen.disc, difference.changed.shape) > BEYOND * seen.disc.radius
        found.append((replace(each, picture=seen.ball), seen, difference.changed & outside))
    least = _OUTLINE * float(np.median([seen.disc.shown for _, seen, _ in found]))
    balls = [each for each in found if each[1].disc.shown >= least and each[1].covers >= _COVERED]
    pictures = [BallPicture(each.number, each.pose, seen.ball) for each, seen, _ in balls]
    lost = {each.number for each, seen, _ in found if seen.disc.shown < least or seen.covers < _COVERED}
    if not pictures:
        return finder, pictures, lost
    finder = BallFinder(finder.exit, usual_changes([changed for *_, changed in balls]))
    anew = [finder.again(seen, changed) for _, seen, changed in balls]
    return limited(finder, anew), pictures, lost


def _remarks(
    lost: set[int], pictures: Sequence[BallPicture], learnt_set: LearntSet, verdicts: Verdicts
) -> Iterator[Remark]:
    bare = {each.number for each in pictures} - {int(each) for each in learnt_set.patterns.numbers}
    for what, numbers in (
        (Noticed.NO_BALL, lost),
        (Noticed.NO_PRINT, bare),
        (Noticed.OTHER_LABEL, verdicts.others),
        (Noticed.MIRRORED, verdicts.mirrored),
        (Noticed.UNSURE, verdicts.unlike),
    ):
        if numbers:
            yield Remark(what, tuple(sorted(numbers)))
    for pair in verdicts.pairs:
        yield Remark(Noticed.ALIKE, tuple(sorted(pair)))
