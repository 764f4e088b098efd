"""The second medium beside an open volume: written after it, lost when it fails, taken up when it is back.

Whether a volume may go on without it is decided by the rule set, and given here as ``alone``. Not responsible
for its file (``second_medium``), for how long it is waited for (``medium_deadline``), nor for minuting that
it was lost (the table does).
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from hallctl.minutes.entry import Entry, Sealed, composed
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.medium_deadline import SLOWEST, MediumThread
from hallctl.minutes.second_medium import SecondMedium

CATCH_UP: Final = 200
"""How many entries are read for it at once when it is back: the deciding loop waits meanwhile (I13)."""

_ANOTHER: Final = ("MIN-BEHIND", "MIN-AHEAD", "MIN-FORK")
"""What no medium that was merely away has: a person decides."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What is wrong with the second medium of the open volume.

    Attributes:
        code: Stable code, e.g. "MIN-SECOND".
        sentence: What happened, in Spanish.
        entry: The last entry that it holds for certain; 0 where it may hold none.
    """

    code: str
    sentence: str
    entry: int


class Companion:
    """The second medium of one open volume, attached or lost.

    Its file is opened, written and closed in the medium's thread alone: ``_medium`` belongs to that thread,
    everything else to the deciding one.
    """

    def __init__(
        self,
        path: Path,
        alone: bool,
        entries: Callable[[int, int | None], Iterator[Entry]],
        thread: MediumThread,
        right: int,
    ) -> None:
        """Take the place of a second medium; nothing is opened yet.

        Args:
            path: Its file.
            alone: Whether the volume may go on without it.
            entries: Reads the volume from one number to another, the newest where that is None.
            thread: Does whatever touches it.
            right: A descriptor of the lock on the volume, taken over. It is let go of after the file: while
                something may still be written there, nobody else opens the volume.
        """
        self._path = path
        self._alone = alone
        self._entries = entries
        self._thread = thread
        self._right = right
        self._medium: SecondMedium | None = None
        self._attached = False
        self._missing: list[Sealed] = []
        self._catching_up: Future[int] | None = None
        self.loss: Loss | None = None

    def attach(self, last: int, lost: Callable[[], int | None]) -> int:
        """Open it and see that it holds what the volume holds, but for what may be missing.

        That is the newest batch, which a power cut may have kept from it, and whatever followed an entry of
        the volume that records its loss.

        Args:
            last: The number of the newest entry.
            lost: Returns the entry after which the volume records its loss; None where it records none.

        Returns:
            How many bytes were completed.

        Raises:
            MinutesError: It is not there or refuses, and the volume may not go on without it; or it differs.
        """
        try:
            completed = self._settle(last, lost)
        except MinutesError as error:
            self._let_go()
            if not self._alone or error.code in _ANOTHER:
                raise
            lost_after = lost()
            before, _ = self._newest(last)
            self.loss = Loss(error.code, error.sentence, before if lost_after is None else lost_after)
            return 0
        self._attached = True
        return completed

    def append(self, batch: Sequence[Sealed], whole: bool = False) -> None:
        """Add entries; where it fails it is lost from here on.

        Args:
            batch: The entries, which the volume holds already.
            whole: Whether the volume may not go on without it, whatever else is allowed.

        Raises:
            MinutesError: It failed, and the volume may not go on without it.
        """
        if self.loss is not None:
            return
        try:
            self._thread.ask(lambda: self._append(batch))
        except MinutesError as error:
            self.loss = Loss(error.code, error.sentence, batch[0].entry.number - 1)
            self._let_go()
            if whole or not self._alone:
                raise

    def demand_whole(self) -> None:
        """See that it holds everything.

        Raises:
            MinutesError: It is lost.
        """
        if self.loss is not None:
            raise MinutesError(self.loss.code, self.loss.sentence)

    def rejoin(self) -> bool:
        """Go on completing it where it is back, and wait for nothing; return whether it holds everything.

        What it lacks is read piece by piece, a piece a call; what was read is written meanwhile.

        Raises:
            MinutesError: It is not back, is another one, or failed again.
        """
        if self.loss is None:
            return True
        if self._catching_up is None:
            return self._gather(self.loss)
        if self._catching_up.done():
            self._caught_up(self._catching_up, self.loss)
        return False

    def complete(self) -> None:
        """Complete it, and wait for that.

        Raises:
            MinutesError: It is not back, is another one, failed again, or does not answer.
        """
        while not self.rejoin():
            if self._catching_up is not None:
                self._thread.ask(lambda: None, self._more_s(self._missing))

    def close(self) -> None:
        """Let go of its file and of the lock; nothing may be called after."""
        self._let_go()
        # Where the medium does not answer, its thread lets go once it does, or the process ends.
        self._thread.begin(lambda: os.close(self._right))
        with suppress(MinutesError):
            self._thread.ask(lambda: None)

    def _gather(self, loss: Loss) -> bool:
        """Read a piece of what it lacks; once that is all of it, have it written."""
        reached = self._missing[-1].entry.number if self._missing else loss.entry
        piece = [composed(entry) for entry in self._entries(reached + 1, reached + CATCH_UP)]
        self._missing += piece
        if len(piece) == CATCH_UP:
            return False
        if self._attached and not self._missing:
            self.loss = None
            return True
        missing = tuple(self._missing)
        if self._attached:
            self._catching_up = self._thread.begin(lambda: self._append(missing))
        else:
            before = self._sealed(loss.entry)
            self._catching_up = self._thread.begin(lambda: self._open(before, missing))
        return False

    def _caught_up(self, written: Future[int], loss: Loss) -> None:
        """Take note of what became of the pieces that were written."""
        self._catching_up = None
        try:
            written.result()
        except MinutesError:
            self._let_go()
            raise
        self._attached = True
        if self._missing:
            self.loss = replace(loss, entry=self._missing[-1].entry.number)
            self._missing = []

    def _settle(self, last: int, lost: Callable[[], int | None]) -> int:
        number, newest = self._newest(last)
        try:
            return self._begin_with(number, newest)
        except MinutesError as error:
            lost_after = lost() if error.code == "MIN-BEHIND" else None
            if lost_after is None or lost_after >= number:
                raise
        return self._begin_with(
            lost_after, [composed(entry) for entry in self._entries(lost_after + 1, None)]
        )

    def _begin_with(self, number: int, batch: Sequence[Sealed]) -> int:
        before = self._sealed(number)
        return self._thread.ask(lambda: self._open(before, batch), self._more_s(batch))

    def _newest(self, last: int) -> tuple[int, list[Sealed]]:
        """Give the newest batch, and the number of the entry before it; 0 where there is none."""
        newest: list[Entry] = []
        number = last
        while number:
            entry = next(self._entries(number, number))
            if newest and not _appended_with(entry, newest[-1]):
                break
            newest.insert(0, entry)
            number -= 1
        return number, [composed(entry) for entry in newest]

    def _sealed(self, number: int) -> Sealed | None:
        return composed(next(self._entries(number, number))) if number else None

    def _more_s(self, batch: Sequence[Sealed]) -> float:
        return sum(len(sealed.line) for sealed in batch) / SLOWEST

    def _let_go(self) -> None:
        """Have the file closed once everything that was begun is done."""
        self._attached, self._missing, self._catching_up = False, [], None
        self._thread.begin(self._close)

    def _open(self, before: Sealed | None, batch: Sequence[Sealed]) -> int:
        """Open the file and settle it; in the medium's thread."""
        self._close()
        self._medium = SecondMedium.open(self._path)
        return self._medium.settle(before, batch)

    def _append(self, batch: Sequence[Sealed]) -> int:
        """Add to the file; in the medium's thread."""
        assert self._medium is not None
        self._medium.append(batch)
        return 0

    def _close(self) -> None:
        """Close the file; in the medium's thread."""
        if self._medium is not None:
            self._medium.close()
            self._medium = None


def _appended_with(entry: Entry, newest: Entry) -> bool:
    """Return whether an entry may have been appended with the newest: same moment, run and command."""
    return (entry.time, entry.boot, entry.request) == (newest.time, newest.boot, newest.request)
