"""Recognises which ball of a calibrated set one picture shows, or says why it cannot.

It is NOT responsible for combining several pictures, nor for taking them.
"""

import numpy as np
import numpy.typing as npt

from drivers.recogniser.calibration import Calibration
from drivers.recogniser.matching import Match, Matcher
from drivers.recogniser.recognition import Reason, Recognition
from drivers.recogniser.surface import Surface
from drivers.recogniser.trials import mirrored


class Recogniser:
    """Recognises the balls of a calibration.

    Args:
        calibration: What is known of the hall.
    """

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._matcher = Matcher(calibration.learnt.patterns)
        self._alike = frozenset().union(*calibration.pairs)

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
        if margin < 0 or match.number in self._alike:
            why = Reason.ALIKE if margin >= 0 else self._why(surface, match)
        told = match.number if why is Reason.NONE else None
        return Recognition(told, why, match.number, margin, seen.disc)

    def _why(self, surface: Surface, match: Match) -> Reason:
        """Why a ball whose match is not certain is not recognised."""
        in_mirror = self._matcher.match(mirrored(surface))
        judge = self._calibration.judge
        if in_mirror is not None and judge.margin(in_mirror) >= 0:
            return Reason.MIRRORED
        return Reason.UNSURE if judge.is_doubtful(match) else Reason.UNKNOWN
