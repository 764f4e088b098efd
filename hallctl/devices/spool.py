"""A print queue, and what became of each folio that it took: a folio is printed when its job is.

A file for each folio remembers its job, so that a restart forgets nothing. Not responsible for reporting
a folio that did not come out, nor for who has it printed again (``devices.printing``).
"""

import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final

from drivers.printer import Fate, PrinterError, Service, find_service, print_on
from hallctl.devices.outlets import FolderOutlet
from hallctl.rules.events.printing import PendingPrintConfirmed, PendingPrintOrdered

Word = PendingPrintOrdered | PendingPrintConfirmed
"""What the Director decided about the folios that were not printed."""

SENT: Final = "impresos"
"""The folder in that of the folios which remembers what was sent."""

SUFFIX: Final = ".job"

_SILENT_S: Final = 15.0
"""How long the service may be away, as while it starts anew, before that is reported."""

_SLOW_S: Final = 120.0
"""How long a job may wait in a queue that shows no fault, before that is reported."""

_LOST: Final = (Fate.CANCELLED, Fate.ABORTED, Fate.FORGOTTEN)


@dataclass(frozen=True, slots=True)
class Job:
    """What is remembered of a folio that a queue took.

    Attributes:
        queue: The queue that took it.
        number: The number of its job there.
        printed: Whether it is on paper: its job came out, or the Director confirmed it.
        lost: Why it will not come out; empty while it may.
        words: How many words of the Director's there were when it was found lost: a later one is about it.
    """

    queue: str
    number: int
    printed: bool = False
    lost: str = ""
    words: int = 0


@dataclass(frozen=True, slots=True)
class QueueState:
    """How a queue stands.

    Attributes:
        trouble: Why no paper comes out just now; empty where it does.
        pending: The folios that will not come out, each with the reason.
        ordered: Those of them that the Director has had printed again.
    """

    trouble: str = ""
    pending: dict[str, str] = field(default_factory=dict)
    ordered: tuple[str, ...] = ()


class CupsOutlet:
    """A queue of CUPS, with a folder that remembers the job of each folio.

    A folio is remembered once the queue has taken it. Should the controller die between the two, it is
    printed twice: the jefe crosses the second out. One printed twice is seen; a missing one might not be.
    """

    def __init__(self, queue: str, sent: Path) -> None:
        """Send to the queue of this name; ``sent`` is the folder of what was sent."""
        self._queue = queue
        self._folder = sent
        self._sent = FolderOutlet(sent)
        self._read_at = -1
        self._open: dict[str, Job] = {}
        self._heard = time.monotonic()
        self._since: dict[tuple[str, int], float] = {}

    def has(self, name: str) -> bool:
        """Whether the queue took it."""
        return self._sent.has(f"{name}{SUFFIX}")

    def put(self, name: str, content: bytes) -> None:
        """Hand it to the queue.

        Raises:
            PrinterError: The queue did not take it.
        """
        self._keep(name, Job(self._queue, print_on(self._queue, name, content)))

    def look(self, words: Sequence[Word]) -> QueueState:
        """Return how the queue stands and what became of the folios it took.

        Args:
            words: What the Director has decided so far, in the book's order.
        """
        self._read()
        try:
            service = find_service()
            trouble = service.trouble(self._queue)
            for name, job in list(self._open.items()):
                if not job.lost:
                    trouble = self._follow(service, name, job, len(words)) or trouble
        except PrinterError as error:
            silent = time.monotonic() - self._heard >= _SILENT_S
            return self._settled(str(error) if silent else "", words)
        self._heard = time.monotonic()
        return self._settled(trouble, words)

    def _follow(self, service: Service, name: str, job: Job, words: int) -> str:
        """Keep what became of a job; return what to report while it waits."""
        fate = service.fate(job.number, name) if job.number else Fate.FORGOTTEN
        if fate is Fate.PRINTED:
            self._keep(name, replace(job, printed=True))
        elif fate in _LOST:
            self._keep(name, replace(job, lost=fate.value, words=words))
        else:
            waited = time.monotonic() - self._since.setdefault((name, job.number), time.monotonic())
            if fate is Fate.HELD:
                return f"{name} {fate.value} «{job.queue}»; se suelta con «lp -i {job.number} -H resume»"
            if waited >= _SLOW_S:
                return f"{name} espera en la cola «{job.queue}» desde hace más de {_SLOW_S / 60:.0f} min"
        return ""

    def _settled(self, trouble: str, words: Sequence[Word]) -> QueueState:
        """Apply the Director's decisions; the caller prints again what is to be."""
        pending: dict[str, str] = {}
        ordered: list[str] = []
        for name, job in list(self._open.items()):
            if not job.lost:
                continue
            if len(words) > job.words and isinstance(words[-1], PendingPrintConfirmed):
                self._keep(name, replace(job, printed=True))
                continue
            pending[name] = job.lost
            if len(words) > job.words:
                ordered.append(name)
        return QueueState(trouble, pending, tuple(ordered))

    def _read(self) -> None:
        """Read what is remembered, where another program of the hall, or a start, has changed it."""
        changed = self._folder.stat().st_mtime_ns
        if changed == self._read_at:
            return
        self._open = {name: job for name, job in read_jobs(self._folder).items() if not job.printed}
        self._since = {key: at for key, at in self._since.items() if key[0] in self._open}
        self._read_at = changed

    def _keep(self, name: str, job: Job) -> None:
        self._sent.put(f"{name}{SUFFIX}", json.dumps(asdict(job)).encode())
        self._open.pop(name, None)
        if not job.printed:
            self._open[name] = job


def read_jobs(folder: Path) -> dict[str, Job]:
    """Return what a folder remembers of each folio that went to a queue, by the folio's name.

    An earlier program kept what ``lp`` answered and looked no further; such a folio counts as printed.
    """
    return {path.name.removesuffix(SUFFIX): _job(path.read_bytes()) for path in folder.glob(f"*{SUFFIX}")}


def job_of(folder: Path, name: str) -> Job | None:
    """Return what a folder remembers of one folio; None where it went to no queue."""
    try:
        return _job((folder / f"{name}{SUFFIX}").read_bytes())
    except OSError:
        return None


def _job(content: bytes) -> Job:
    try:
        return Job(**json.loads(content))
    except (ValueError, TypeError):
        return Job("", 0, printed=True)
