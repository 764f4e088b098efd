"""What a calibration says to a technician, and what they answer: values that a terminal or a page shows.

Not responsible for showing them.
"""

from dataclasses import dataclass, field
from typing import Final, Protocol

from hallctl.i18n.sentences import Sentence, _

GO_ON: Final = ""
AGAIN: Final = "r"
SKIP: Final = "s"
END: Final = "q"

Keys = tuple[tuple[str, Sentence], ...]
"""Answers that are taken now, and what each does."""

LEARN_KEYS: Final[Keys] = (
    (GO_ON, _("aprenderla")),
    (SKIP, _("seguir sin aprenderla")),
    (END, _("terminar")),
)
STEP_KEYS: Final[Keys] = ((GO_ON, _("seguir")), (END, _("terminar")))
FRAMING_KEYS: Final[Keys] = (
    (GO_ON, _("seguir")),
    (AGAIN, _("aprender otra vez la salida")),
    (END, _("terminar")),
)
BALL_KEYS: Final[Keys] = (
    (GO_ON, _("dejar la bola así")),
    (AGAIN, _("repetirla")),
    (END, _("terminar")),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """One part of a calibration.

    Attributes:
        place: Which it is, from 1.
        name: What it is called.
        advice: What to do in it.
        keys: What may be answered all through it.
    """

    place: int
    name: Sentence
    advice: tuple[Sentence, ...]
    keys: Keys = ()


@dataclass(frozen=True, slots=True)
class Measuring:
    """What the newest picture comes to.

    Attributes:
        said: That, in words.
        good: Whether it is good enough; None where it is no measurement.
        part: How far that is, 0..1; None where there is no scale.
        keys: What may be answered now.
        ball: The ball that is to be shown, 0 where it is no matter which.
    """

    said: Sentence
    good: bool | None = None
    part: float | None = None
    keys: Keys = ()
    ball: int = field(default=0, kw_only=True)


class Talk(Protocol):
    """Whom a calibration talks to."""

    @property
    def ended(self) -> bool:
        """Whether nobody listens any more."""

    def begin(self, stage: Stage) -> None:
        """Take note that a part begins."""

    def say(self, text: Sentence, good: bool | None = None) -> None:
        """Say what stays."""

    def look(self, look: Measuring) -> None:
        """Say what the newest picture shows, in the place of what was said of the one before."""

    def typed(self) -> str | None:
        """Return the next answer, None where there is none yet."""
