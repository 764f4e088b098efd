"""Reading much of the book beside the deciding loop without disturbing it.

Not responsible for what is read.
"""

import sqlite3
import threading
from typing import Final

ENTRIES: Final = 40
"""After how many entries to pause: a millisecond or two of work, and no more for whoever waits meanwhile."""

PAUSE_S: Final = 0.002

_STEPS: Final = 20_000


class Pace:
    """The pace of one thread that reads."""

    def __init__(self, stopping: threading.Event) -> None:
        """Begin; once ``stopping`` is set nothing pauses any more, and what is read is broken off."""
        self._stopping = stopping
        self._entries = 0

    def keep(self, connection: sqlite3.Connection) -> None:
        """Break off what this connection reads once the program ends: ``sqlite3.OperationalError``."""
        connection.set_progress_handler(self._stopping.is_set, _STEPS)

    def step(self) -> None:
        """Pause, if it is time to; called after every entry.

        A pause gives the interpreter to the other threads at once. A lower priority of the thread would not:
        it could be put off while it holds the interpreter.
        """
        self._entries += 1
        if self._entries % ENTRIES == 0:
            self._stopping.wait(PAUSE_S)
