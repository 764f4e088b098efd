"""The second medium of the book, watched while the hall plays: its loss is minuted at once, and its return.

Not responsible for whether the hall goes on without it: the rule set decides whether the book stops.
"""

from collections.abc import Callable
from typing import Final, Protocol

from hallctl.minutes.companion import Loss
from hallctl.minutes.errors import MinutesError
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.volumes import ReportMediumLost, ReportMediumRestored
from hallctl.rules.state import State

RETRY_S: Final = 5.0
"""How long after a loss the medium is looked for again; after each further loss twice as long."""

LONGEST_S: Final = 300.0


class MediaPort(Protocol):
    """What is asked of the book about its media."""

    @property
    def loss(self) -> Loss | None:
        """What is wrong with the second medium; None where nothing is."""

    def rejoin(self) -> bool:
        """Take it up again, piece by piece; return whether it holds everything."""


class OneMedium:
    """A book whose second medium never fails, or that has none."""

    loss: Loss | None = None

    def rejoin(self) -> bool:
        """Return that nothing is missing."""
        return True


class Media:
    """Keeps the book's own record of its second medium in line with what is so."""

    def __init__(self, book: MediaPort, report: Callable[[Command], object], again: Callable[[], None]):
        """Watch a book.

        Args:
            book: The book.
            report: Minutes what is found, and publishes it.
            again: Has all of the book verified, once the medium is back.
        """
        self._book = book
        self._report = report
        self._again = again
        self._losses = 0
        self._next = float("-inf")
        self._lost = False

    def look(self, state: State, now: float) -> None:
        """Minute what has become of the second medium.

        Args:
            state: That of the book, whose volume is open.
            now: Monotonic seconds.

        Raises:
            MinutesError: The first medium could not keep it: the hall stops.
        """
        loss = self._book.loss
        if loss is None:
            self._found(state)
            return
        if not self._lost:
            self._lost, self._losses = True, self._losses + 1
            self._next = now + min(RETRY_S * 2 ** min(self._losses - 1, 10), LONGEST_S)
            self._report(ReportMediumLost(loss.code, loss.sentence, loss.entry))
        elif now >= self._next:
            self._try(now)

    def _try(self, now: float) -> None:
        """Take the medium up again where it is back; what is missing is written a piece a turn."""
        try:
            self._book.rejoin()
        except MinutesError as error:
            self._next = now + RETRY_S
            loss = self._book.loss
            if loss is not None:
                self._report(ReportMediumLost(error.code, error.sentence, loss.entry))

    def _found(self, state: State) -> None:
        if state.medium_lost is not None:
            self._report(ReportMediumRestored())
            self._again()
        self._lost = False
