"""What the console asks of a calibration of a ball set, and what a page shows of it.

Not responsible for calibrating: the composition root puts the camera and the guide behind this.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from hallctl.i18n.sentences import Sentence

LONGEST: Final = 40
"""Letters of a ball set's name, at most."""


@dataclass(frozen=True, slots=True)
class KnownSet:
    """A ball set that can be calibrated.

    Attributes:
        name: As the configuration has it.
        written: Whether the hall keeps a calibration of it.
        begun: Whether pictures of it were kept, with which it goes on.
        made_on: The day on which what counts was made, empty where nothing does.
        in_use: Whether the camera reads by it already.
        named: The file that the configuration names for it, which counts before any other.
        damaged: Whether what the hall keeps of it cannot be used.
        retired: Whether it plays no more.
    """

    name: str
    written: bool
    begun: bool
    made_on: str = ""
    in_use: bool = False
    named: str = ""
    damaged: bool = False
    retired: bool = False


@dataclass(frozen=True, slots=True)
class ShownBall:
    """A ball as far as it was shown: its verdict as a key, and in words; both empty before it was."""

    number: int
    verdict: str
    words: Sentence


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence that the calibration has said, and whether that was good news; None where it was neither."""

    text: Sentence
    good: bool | None


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a calibration stands.

    Attributes:
        ball_set: The set.
        name: Of its part, e.g. "Encuadre", and ``advice``, what to do in it.
        said: What the newest picture comes to.
        good: Whether that is good enough; None where it is no measurement.
        part: How far that is, in hundredths; None where there is no scale.
        keys: What may be answered now, and what each answer does.
        ball: The ball to be shown, 0 where it is no matter which.
        balls: Every ball of the set.
        wrong: What the newest picture shows to be wrong: light, focus, frame.
        told: What was said lately, the newest first.
        over: Whether it has ended.
        written: Whether its files are there.
    """

    ball_set: str
    name: Sentence
    advice: tuple[Sentence, ...]
    said: Sentence
    good: bool | None
    part: int | None
    keys: tuple[tuple[str, Sentence], ...]
    ball: int
    balls: tuple[ShownBall, ...]
    wrong: tuple[Sentence, ...]
    told: tuple[Told, ...]
    over: bool
    written: bool


class CalibrationPort(Protocol):
    """The hall's calibration; every call may come from any thread."""

    def sets(self) -> Sequence[KnownSet]:
        """Return the ball sets of the configuration, and those that the hall keeps a calibration of."""

    def start(self, name: str, *, again: bool) -> Sentence | None:
        """Begin with a set, or go on with it; return why not.

        Args:
            name: The set, of the configuration or a new one.
            again: Whether what was written of it may be written over.
        """

    def answer(self, key: str) -> None:
        """Give an answer to what is asked."""

    def progress(self) -> Progress | None:
        """Return where it stands, None where none began."""

    def picture(self) -> bytes | None:
        """Return the newest picture as JPEG, with the ball marked; None where there is none."""
