"""What a game finds out by its book for the Director alone, and shows nobody else.

Not responsible for what that is, nor for who looks.
"""

from collections.abc import Callable
from typing import Final, Protocol

from hallctl.i18n.sentences import Sentence
from hallctl.rules.events.base import Event


class Findings(Protocol):
    """What is found, event by event."""

    def take(self, event: Event) -> None:
        """Take the next event, from the first of the book on."""

    @property
    def found(self) -> tuple[Sentence, ...]:
        """What is found by now; may be asked from any thread."""


class _Nothing:
    """Finds nothing."""

    found: tuple[Sentence, ...] = ()

    def take(self, event: Event) -> None:
        """Look at nothing."""


NO_FINDINGS: Final[Callable[[], Findings]] = _Nothing
"""Of a game that looks for nothing."""
