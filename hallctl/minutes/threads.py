"""The threads of a program: none dies unseen, and a signal ends all of them in order.

Every thread that ends by an error comes to ``threading.excepthook``, those of drivers and libraries too; one
of the hall's own that ends without being asked to is such an error. Inside ``watched`` that ends the
hall, and the service manager starts it again. Not responsible for what a thread does.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

END_S: Final = 15.0
"""How long a hall in which a thread died may take to end in order; longer, and it is ended."""

STOPPED: Final = 3
"""The exit status of a hall that stopped and is to be started again, in order or not."""

SWITCH_S: Final = 0.0005
"""After how long a thread that computes lets another go on."""


def switch_often() -> None:
    """Have threads that compute give way soon.

    A step of a person and its commit let go of the interpreter dozens of times (for SQLite, for files, for
    the next thread); after each, beside a thread that makes a page, they would wait Python's usual 5 ms.
    """
    sys.setswitchinterval(SWITCH_S)


class EndedError(RuntimeError):
    """A thread ended that nobody had asked to end."""


class ThreadDiedError(RuntimeError):
    """A thread died, and the hall with it.

    Attributes:
        code: Stable, in docs/fault-codes.md.
        sentence: What happened and what to do, in Spanish.
    """

    def __init__(self, name: str, error: str) -> None:
        self.code = "THREAD-DIED"
        self.sentence = (
            f"el hilo «{name}» terminó por un error ({error}). El sistema se reinicia y la partida sigue en "
            "el punto en que está; si se repite, envíe el registro a quien mantiene el programa"
        )
        super().__init__(f"{self.code}: {self.sentence}")


class HallThread(threading.Thread):
    """A thread that ends when it is asked to, and not before."""

    def __init__(self, run: Callable[[], None], name: str, asked: Callable[[], bool]) -> None:
        """Prepare; nothing runs yet.

        Args:
            run: What it does, until it is asked to end.
            name: As docs/flow.md lists it.
            asked: Whether it has been asked to end.
        """
        super().__init__(name=name, daemon=True)
        self._work = run
        self._asked = asked

    def run(self) -> None:
        """Do the work.

        Raises:
            EndedError: If it came to its end by itself.
        """
        self._work()
        if not self._asked():
            raise EndedError(f"{self.name} ended by itself")


def die(error: BaseException) -> None:
    """Have an error count as the death of this thread, where something else would swallow it, as asyncio."""
    threading.excepthook(
        threading.ExceptHookArgs((type(error), error, error.__traceback__, threading.current_thread()))
    )


@contextmanager
def watched(
    died: Callable[[ThreadDiedError, BaseException | None], None],
    leave: Callable[[int], object] = os._exit,
    patience_s: float = END_S,
) -> Iterator[None]:
    """Watch every thread of the process inside the block.

    Args:
        died: Called for each that died, with its error, in the thread itself; it must not block.
        leave: Ends the process, with the same status, where it has not ended in time after a death: something
            waits for the dead.
        patience_s: How long it has, from the first death on.
    """
    before = threading.excepthook
    last_resort = threading.Timer(patience_s, leave, (STOPPED,))
    last_resort.daemon = True

    def hear(args: threading.ExceptHookArgs) -> None:
        name = "?" if args.thread is None else args.thread.name
        with suppress(RuntimeError):  # it runs already, for another one that died
            last_resort.start()
        died(ThreadDiedError(name, args.exc_type.__name__), args.exc_value)
        before(args)

    threading.excepthook = hear
    try:
        yield
    finally:
        threading.excepthook = before


@contextmanager
def quit_on_signals(quit_: Callable[[], None]) -> Iterator[None]:
    """Turn SIGINT and SIGTERM into an orderly end; outside the main thread nothing changes.

    Args:
        quit_: Asks for that end; it must not block.
    """

    def heard(_: int, __: FrameType | None) -> None:
        quit_()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
