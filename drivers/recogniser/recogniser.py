"""Recognises which ball of a calibrated set one picture shows, or says why it cannot.

It is NOT responsible for combining several pictures, nor for taking them.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from drivers.recogniser.calibration import Calibration
from drivers.recogniser.developed import developed
from drivers.recogniser.finder import Seen
from drivers.recogniser.matching import Match, Matcher
from drivers.recogniser.recognition import Reason, Recognition
from drivers.recogniser.sphere import Floats
from drivers.recogniser.surface import Bgr, Surface
from drivers.recogniser.trials import mirrored

Witness = Callable[[Bgr, int, Floats], bool]
"""Whether it reads a number on a ball of `drivers.recogniser.developed`.

It is told where that print's ink lies, unit vectors (n, 3), x right, y down, z to the camera.
"""

_DOWN: Final = np.array([1, -1, 1], np.float32)


class Recogniser:
    """Recognises the balls of a calibration.

    Args:
        calibration: What is known of the hall.
        witness: Asked where the likeliest ball is in doubt, which is told if this reads its number; it knows
            nothing of the hall, so that both hardly ever err alike. None where there is none.
    """

    def __init__(self, calibration: Calibration, witness: Witness | None = None) -> None:
        self._calibration = calibration
        self._witness = witness
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
        margin = self._calibration.judge.margin(match)
        why = Reason.NONE if margin >= 0 else self._why(surface, match)
        if why is Reason.NONE or (why is Reason.UNSURE and self._is_witnessed(surface, match)):
            return self._told(match, margin, seen)
        return Recognition(None, why, match.number, margin, seen.disc)

    def _is_witnessed(self, surface: Surface, match: Match) -> bool:
        """Whether a ball that is in doubt is told, as its number is read too."""
        if self._witness is None or match.number in self._alike:
            return False
        light = self._calibration.learnt.shading.light_ink
        ink = self._matcher.ink_of(match, light=light) * _DOWN
        return self._witness(developed(surface, light_ink=light), match.number, ink)

    def _told(self, match: Match, margin: float, seen: Seen) -> Recognition:
        if match.number in self._alike:
            return Recognition(None, Reason.ALIKE, match.number, margin, seen.disc)
        return Recognition(match.number, Reason.NONE, match.number, margin, seen.disc)

    def _why(self, surface: Surface, match: Match) -> Reason:
        """Why a ball whose match is not certain is not recognised."""
        in_mirror = self._matcher.match(mirrored(surface))
        judge = self._calibration.judge
        if in_mirror is not None and judge.margin(in_mirror) >= 0:
            return Reason.MIRRORED
        return Reason.UNSURE if judge.is_doubtful(match) else Reason.UNKNOWN
