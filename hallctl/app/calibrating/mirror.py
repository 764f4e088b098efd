"""Whether a camera mirrors its picture, as a calibration finds out: its balls are read only in a mirror.

Pure. Not responsible for reading, nor for talking to anybody.
"""

from collections.abc import Mapping
from typing import Final

from hallctl.i18n.sentences import Sentence, _

BALLS: Final = 3
"""So many balls that are read only in a mirror are a camera that mirrors, if few are read as they stand."""

_UNREAD: Final = 0.5  # a number with less is not read
_TIMES: Final = 3  # as many balls are read only in a mirror as only as they stand

ADVICE: Final = _(
    "La cámara muestra la salida en espejo: las bolas {balls} solo se leen en el espejo. Quite el modo espejo"
    " de la cámara («mirror», «flip»), o el espejo que tenga delante, y calibre otra vez; nada se escribió."
)


class MirroredError(ValueError):
    """The camera shows balls in a mirror.

    Attributes:
        advice: What to do.
    """

    def __init__(self, advice: Sentence) -> None:
        super().__init__(advice)
        self.advice = advice


class MirrorCheck:
    """Follows a pass over the balls, whose numbers are known.

    Args:
        confidence: How sure a number must be to count as read, 0..1.
    """

    def __init__(self, confidence: float) -> None:
        self._confidence = confidence
        self._stands: set[int] = set()
        self._mirrored: set[int] = set()

    def asks(self, number: int, stands: Mapping[int, float], highest: int) -> bool:
        """Whether it matters what a mirror shows of a picture, by what it shows as it stands.

        Args:
            number: Of the ball.
            stands: How sure each number is as it stands.
            highest: The highest number of the set: more balls cannot be read only in a mirror.
        """
        if _TIMES * len(self._stands) > highest:
            return False
        score = stands.get(number, 0.0)
        return score < _UNREAD or (score >= self._confidence and number not in self._stands)

    def see(self, number: int, stands: Mapping[int, float], mirrored: Mapping[int, float]) -> None:
        """Take what a picture of a ball shows, as it stands and in a mirror; both or neither says nothing.

        `asks` says of which pictures anything can come.

        Raises:
            MirroredError: It is enough to know that the camera mirrors.
        """
        as_it_stands, in_a_mirror = stands.get(number, 0.0), mirrored.get(number, 0.0)
        if as_it_stands >= self._confidence and in_a_mirror < _UNREAD:
            self._stands.add(number)
        elif in_a_mirror >= self._confidence and as_it_stands < _UNREAD:
            self._mirrored.add(number)
        if len(self._mirrored) >= max(BALLS, _TIMES * len(self._stands)):
            raise MirroredError(Sentence(ADVICE, balls=", ".join(map(str, sorted(self._mirrored)))))
