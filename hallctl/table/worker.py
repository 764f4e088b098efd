"""A part of the hall that works in a thread of its own.

Not responsible for what it does there, nor for what becomes of the hall where it dies
(``hallctl.minutes.threads``).
"""

import threading
from abc import ABC, abstractmethod

from hallctl.minutes.threads import HallThread


class Worker(ABC):
    """Works between ``start`` and ``stop``; what it does looks at ``_stopping`` often."""

    _patience_s: float | None = None
    """How long ``stop`` waits for what is under way; for as long as it takes, where that is None."""

    def __init__(self, name: str) -> None:
        """Prepare; nothing runs yet.

        Args:
            name: Of the thread, as docs/flow.md lists it.
        """
        self._stopping = threading.Event()
        self._thread = HallThread(self._run, name, self._stopping.is_set)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is under way, and wait for the thread."""
        self._request_stop()
        self._thread.join(self._patience_s)

    def _request_stop(self) -> None:
        """Ask the thread to end, and wake one that does not look often."""
        self._stopping.set()

    @abstractmethod
    def _run(self) -> None: ...
