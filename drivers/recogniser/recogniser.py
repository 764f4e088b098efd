"""Recognises which ball of a calibrated set one picture shows, or says why it cannot.

It is NOT responsible for combining several pictures, nor for taking them.
"""

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from drivers.reader.upside import upside_down
from drivers.recogniser.calibration import Calibration
from drivers.recogniser.flat import Reading
from drivers.recogniser.matching import Match, Matcher
from drivers.recogniser.prints import PrintFinder
from drivers.recogniser.recognition import Reason, Recognition
from drivers.recogniser.sphere import Floats, frame_at
from drivers.recogniser.surface import Surface
from drivers.recogniser.trials import mirrored

_SURE: Final = 0.75  # of the reading of a print, at least, tells a ball whose match is in doubt
_CONTRADICTED: Final = 0.5  # of another number on any print of the ball leaves it in doubt


class Witness(Protocol):
    """Reads prints and knows nothing of the hall, so that it and a match hardly ever err alike."""

    def read(self, surface: Surface, places: Floats, reach: float, *, light: bool) -> Sequence[Reading]:
        """Return what is read at each of several places, as `drivers.recogniser.flat.FlatReader` does."""


class Recogniser:
    """Recognises the balls of a calibration.

    Args:
        calibration: What is known of the hall.
        witness: Asked where the likeliest ball is in doubt, which is told if this reads its number.
            None where there is none.
    """

    def __init__(self, calibration: Calibration, witness: Witness | None = None) -> None:
        self._calibration = calibration
        self._witness = witness
        self._matcher = Matcher(calibration.learnt.patterns)
        self._reach = calibration.learnt.patterns.patch.reach
        self._finder = PrintFinder(self._reach)
        self._alike = frozenset().union(*calibration.pairs)
        self._twins = {
            one for group in calibration.pairs for one in group if upside_down(one) in group - {one}
        }

    def look(self, picture: npt.NDArray[np.uint8]) -> Recognition:
        """Return what a BGR picture shows.

        Raises:
            ImageError: It is no picture that the reader takes.
        """
        seen = self._calibration.finder.find(picture)
        if isinstance(seen, Reason):
            return Recognition(None, seen)
        surface = self._calibration.learnt.shading.surface(seen.ball)
        match = self._matcher.match(surface)
        if match is None:
            return Recognition(None, Reason.BARE, disc=seen.disc)
        margin, why = self._calibration.judge.margin(match), Reason.NONE
        if (margin < 0 or match.number in self._alike) and not self._is_read(surface, match):
            why = Reason.ALIKE if margin >= 0 else self._why(surface, match)
        told = match.number if why is Reason.NONE else None
        return Recognition(told, why, match.number, margin, seen.disc)

    def _is_read(self, surface: Surface, match: Match) -> bool:
        """Whether a ball in doubt, or like another, is told: its prints are read as its number alone."""
        if self._witness is None or match.place is None or match.number in self._twins:
            return False
        if not self._calibration.judge.is_doubtful(match):
            return False
        places = np.stack([match.place, *(frame_at(each) for each in self._finder.find(surface))])
        light = self._calibration.learnt.shading.light_ink
        said = dict[bool, float]()
        for read in self._witness.read(surface, places, self._reach, light=light):
            of_it = read.number == match.number
            said[of_it] = max(said.get(of_it, 0.0), read.sure)
        return said.get(True, 0.0) >= _SURE and said.get(False, 0.0) < _CONTRADICTED

    def _why(self, surface: Surface, match: Match) -> Reason:
        """Why a ball whose match is not certain is not recognised."""
        in_mirror = self._matcher.match(mirrored(surface))
        judge = self._calibration.judge
        if in_mirror is not None and judge.margin(in_mirror) >= 0:
            return Reason.MIRRORED
        return Reason.UNSURE if judge.is_doubtful(match) else Reason.UNKNOWN
