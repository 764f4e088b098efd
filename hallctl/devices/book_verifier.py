"""Verifies all of the book in the background: at the start, then daily, and when it is asked to.

The hall opens a long book by its newest checkpoint, and what is before it is verified here while people
already work. Not responsible for checkpoints that were kept elsewhere: the witness is, and ``hallctl book
verify`` takes them.
"""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from hallctl.devices.pace import Pace
from hallctl.minutes.verify import BookVerdict, verify_book
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "libro"
DAMAGED: Final = "BOOK-DAMAGED"
DAY_S: Final = 24 * 3600.0
_LOOK_AGAIN_S: Final = 1.0
_LOOKS: Final = 4
"""The most verifications before a finding is reported; two with the same finding are enough."""

DamageReport = Callable[[tuple[str, ...], int], None]
"""Takes what a look found: a sentence for each damaged volume, and how many entries were read."""


def _ignored(problems: tuple[str, ...], entries: int) -> None:
    """Take no note of a look."""


class _BrokenOffError(Exception):
    """The program ends while a look goes on."""


class BookVerifier(Worker):
    """Verifies every volume, its second medium and how they follow each other, in a thread of its own."""

    _patience_s = 2.0
    """A medium that does not answer holds what only reads it, and not the end of the hall."""

    def __init__(
        self,
        folder: Path,
        second: Path | None,
        inbox: Inbox,
        every_s: float = DAY_S,
        looked: DamageReport = _ignored,
        whole: Callable[[], bool] = lambda: True,
    ) -> None:
        """Prepare; nothing is opened yet.

        Args:
            folder: Where the volumes are.
            second: Where their second media are, None where there are none.
            inbox: Where troubles go.
            every_s: How long from the end of a look to the next.
            whole: Returns whether the second medium is there: a lost one is minuted and no damage.
            looked: Called after each verification, in this thread: it must not block.
        """
        self._folder = folder
        self._second = second
        self._inbox = inbox
        self._every_s = every_s
        self._looked = looked
        self._whole = whole
        self._seen = False
        self._asked = threading.Event()
        super().__init__("watchman")

    def ask(self) -> None:
        """Have all of the book verified now; returns at once."""
        self._asked.set()

    def _request_stop(self) -> None:
        super()._request_stop()
        self._asked.set()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._look()
            self._asked.wait(self._every_s)
            self._asked.clear()

    def _look(self) -> None:
        try:
            verdict, problems = self._found()
            # A volume may be opened or closed meanwhile: what is damaged is still so a moment later.
            for _ in range(_LOOKS - 1):
                if not problems or self._stopping.wait(_LOOK_AGAIN_S):
                    break
                before, (verdict, problems) = problems, self._found()
                if problems == before:
                    break
        except _BrokenOffError:
            return
        if self._stopping.is_set():
            return
        if problems:
            self._inbox.put(msg.Trouble(DEVICE, DAMAGED, "; ".join(problems)))
        else:
            self._inbox.put(msg.Recovered(DEVICE, DAMAGED))
        self._looked(problems, sum(volume.entries for _, volume in verdict.volumes))

    def _found(self) -> tuple[BookVerdict, tuple[str, ...]]:
        verdict = self._verdict()
        self._seen = self._seen or bool(verdict.volumes)
        # A hall whose book nobody has opened yet has nothing that could be damaged.
        unopened = not self._seen and [each.code for each in verdict.problems] == ["MIN-MISSING"]
        return verdict, () if unopened else tuple(_sentences(verdict))

    def _verdict(self) -> BookVerdict:
        pace = Pace(self._stopping)

        def step() -> None:
            if self._stopping.is_set():
                raise _BrokenOffError
            pace.step()

        second = self._second if self._whole() else None
        return verify_book(self._folder, second, (), step, pace.keep)


def _sentences(verdict: BookVerdict) -> Iterator[str]:
    """Yield the first problem of each volume with their number, and each between the volumes."""
    for name, volume in verdict.volumes:
        if not volume.ok:
            first = volume.problems[0]
            yield f"{name}: {first.code} {first.sentence} ({len(volume.problems)})"
    for problem in verdict.problems:
        yield f"{problem.code} {problem.sentence}"
