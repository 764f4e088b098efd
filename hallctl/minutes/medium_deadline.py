"""The only way to the second medium: a thread of its own, for which nobody waits longer than a deadline.

A disk may answer neither yes nor no: a memory stick that hangs, a server that is gone. Whatever touches the
second medium is done in this thread, one piece of work after the other; past the deadline whoever waits
gets an error and goes on. What is under way then cannot be called off: nothing else begins until it has come
back, so that no late write comes between later ones.

Not responsible for what is done there, nor for what becomes of a medium that does not answer (``companion``).
"""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from hallctl.minutes.errors import MinutesError
from hallctl.minutes.threads import HallThread

ANSWER_S: Final = 5.0
"""How long a medium may take over one commit, where the hall configures nothing else."""

SLOWEST: Final = 100_000
"""Bytes a second: what completes a medium may take longer than one commit by as much as it has to write."""

_Work = tuple[Future[Any], Callable[[], Any]]
T = TypeVar("T")


class MediumThread:
    """Does what touches one second medium. Used by the deciding thread alone."""

    def __init__(self, place: Path, answer_s: float = ANSWER_S) -> None:
        """Prepare; the thread begins with the first piece of work.

        Args:
            place: Where the medium is, in words for people.
            answer_s: How long it may take over one commit.
        """
        self.answer_s = answer_s
        self._place = place
        self._waiting: SimpleQueue[_Work | None] = SimpleQueue()
        self._begun: Future[Any] | None = None
        self._late: Future[Any] | None = None
        self._ending = threading.Event()
        self._thread = HallThread(self._run, "second-medium", self._ending.is_set)

    def ask(self, work: Callable[[], T], more_s: float = 0.0) -> T:
        """Have something done, and wait for what comes of it.

        Args:
            work: What is done in the thread. What it raises is raised here.
            more_s: How much longer than one commit it may take.

        Raises:
            MinutesError: The medium does not answer (MIN-IO): the work may be done yet, or never.
        """
        if self._late is not None and not self._late.done():
            raise self._silent()
        future = self.begin(work)
        wait((future,), self.answer_s + more_s)
        if not future.done() and not future.cancel():
            self._late = future
        elif future.cancelled():
            self._late = self._begun
        else:
            return future.result()
        raise self._silent()

    def begin(self, work: Callable[[], T]) -> Future[T]:
        """Have something done after all that was begun before; nobody waits for it."""
        future: Future[T] = Future()
        if not self._thread.is_alive() and not self._ending.is_set():
            self._thread.start()
        self._waiting.put((future, work))
        return future

    def close(self) -> None:
        """Let the thread end after all that was begun; nobody waits for it. A second call does nothing."""
        if not self._ending.is_set():
            self._ending.set()
            self._waiting.put(None)

    def _run(self) -> None:
        while (taken := self._waiting.get()) is not None:
            future, work = taken
            if not future.set_running_or_notify_cancel():
                continue
            self._begun = future
            try:
                future.set_result(work())
            except Exception as error:  # noqa: BLE001 - whoever asked raises it
                future.set_exception(error)
            del future, work, taken

    def _silent(self) -> MinutesError:
        sentence = f"el segundo soporte {self._place} no contesta desde hace más de {self.answer_s:g} s."
        return MinutesError("MIN-IO", f"{sentence} Desconéctelo y vuelva a ponerlo, o ponga otro disco.")


@contextmanager
def threaded(place: Path, thread: MediumThread | None = None) -> Iterator[MediumThread]:
    """Yield the thread of a medium: one that somebody else keeps, or one that ends with the block."""
    if thread is not None:
        yield thread
        return
    own = MediumThread(place)
    try:
        yield own
    finally:
        own.close()
