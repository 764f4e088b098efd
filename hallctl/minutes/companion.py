"""The second medium beside an open volume: written after it, lost when it fails, taken up when it is back.

Whether a volume may go on without it is the rule set's to say, and given here as ``alone``. Not responsible
for its file (``second``), nor for minuting that it was lost (the table does).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hallctl.minutes.entry import Entry, Sealed, composed
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.second import SecondMedium

CATCH_UP: Final = 200
"""How many entries are written to it at once when it is back: the deciding loop waits meanwhile (I13)."""

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
    """The second medium of one open volume, attached or lost."""

    def __init__(
        self, path: Path, alone: bool, entries: Callable[[int, int | None], Iterator[Entry]]
    ) -> None:
        """Take the place of a second medium; nothing is opened yet.

        Args:
            path: Its file.
            alone: Whether the volume may go on without it.
            entries: Reads the volume from one number to another, the newest where that is None.
        """
        self._path = path
        self._alone = alone
        self._entries = entries
        self._medium: SecondMedium | None = None
        self.loss: Loss | None = None

    def attach(self, last: int, lost: Callable[[], int | None]) -> int:
        """Open it and see that it holds what the volume holds, but for what may be missing.

        That is the newest batch, which a power cut may have kept from it, and whatever followed an entry of
        the volume that says it was lost.

        Args:
            last: The number of the newest entry.
            lost: Tells after which entry the volume says that it was lost; None where it does not.

        Returns:
            How many bytes were completed.

        Raises:
            MinutesError: It is not there or refuses, and the volume may not go on without it; or it differs.
        """
        try:
            self._medium = SecondMedium.open(self._path)
            return self._settle(last, lost)
        except MinutesError as error:
            self.close()
            if not self._alone or error.code in _ANOTHER:
                raise
            said = lost()
            before, _ = self._newest(last)
            self.loss = Loss(error.code, error.sentence, before if said is None else said)
            return 0

    def append(self, batch: Sequence[Sealed]) -> None:
        """Add entries; where it fails it is lost from here on.

        Raises:
            MinutesError: It failed, and the volume may not go on without it.
        """
        if self._medium is None:
            return
        try:
            self._medium.append(batch)
        except MinutesError as error:
            self.loss = Loss(error.code, error.sentence, batch[0].entry.number - 1)
            self.close()
            if not self._alone:
                raise

    def rejoin(self) -> bool:
        """Write a piece of what it lacks, where it is back; return whether it holds everything again.

        Raises:
            MinutesError: It is not back, is another one, or failed again.
        """
        if self.loss is None:
            return True
        try:
            return self._catch_up(self.loss)
        except MinutesError:
            self.close()
            raise

    def close(self) -> None:
        """Let go of its file; a second call does nothing."""
        if self._medium is not None:
            self._medium.close()
            self._medium = None

    def _catch_up(self, loss: Loss) -> bool:
        found = list(self._entries(max(1, loss.entry), loss.entry + CATCH_UP))
        sealed = [composed(entry) for entry in found]
        before, missing = (sealed[0], sealed[1:]) if loss.entry else (None, sealed)
        if self._medium is None:
            self._medium = SecondMedium.open(self._path)
            self._medium.settle(before, missing)
        else:
            self._medium.append(missing)
        reached = missing[-1].entry.number if missing else loss.entry
        self.loss = Loss(loss.code, loss.sentence, reached) if len(missing) == CATCH_UP else None
        return self.loss is None

    def _settle(self, last: int, lost: Callable[[], int | None]) -> int:
        assert self._medium is not None
        number, newest = self._newest(last)
        try:
            return self._medium.settle(self._sealed(number), newest)
        except MinutesError as error:
            said = lost() if error.code == "MIN-BEHIND" else None
            if said is None or said >= number:
                raise
        return self._medium.settle(self._sealed(said), [composed(e) for e in self._entries(said + 1, None)])

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


def _appended_with(entry: Entry, newest: Entry) -> bool:
    """Tell whether an entry may have been appended together with the newest: same moment, run and command."""
    return (entry.time, entry.boot, entry.request) == (newest.time, newest.boot, newest.request)
