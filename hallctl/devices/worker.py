"""A part of the hall that works in a thread of its own.

Not responsible for what it does there, nor for parts that have to be woken to end: those keep
their own threads.
"""

import threading
from abc import ABC, abstractmethod


class Worker(ABC):
    """Works between ``start`` and ``stop``; what it does looks at ``_stopping`` often."""

    def __init__(self, name: str) -> None:
        """Prepare; nothing runs yet.

        Args:
            name: Of the thread, as docs/flow.md lists it.
        """
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is under way, and wait for the thread."""
        self._stopping.set()
        self._thread.join()

    @abstractmethod
    def _run(self) -> None: ...
