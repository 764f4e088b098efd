"""The hall's own program, whose threads can be killed: ``python -m tests.torture.mortal run …``.

A line on its standard input names a thread, of two words by the first, which an error then hits; ``?`` has
the names written to the log.
"""

import ctypes
import queue
import sys
import threading
import time

# Before anything of the hall takes it: the one in C waits without a step of Python, and no error reaches it.
queue.SimpleQueue = queue._PySimpleQueue  # type: ignore[misc, attr-defined]

from hallctl.__main__ import app  # noqa: E402

_SLICE_S = 0.1
_whole = threading.Condition.wait


class UnforeseenError(Exception):
    """What nobody foresaw."""


def wait(self: threading.Condition, timeout: float | None = None) -> bool:
    """Wait in slices: an error from elsewhere reaches a thread only between two steps of Python."""
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        left = _SLICE_S if end is None else min(_SLICE_S, end - time.monotonic())
        if _whole(self, max(0.0, left)):
            return True
        if end is not None and time.monotonic() >= end:
            return False


def listen() -> None:
    """Kill whom the lines name."""
    for line in sys.stdin:
        for thread in threading.enumerate():
            if line.strip() == "?":
                print(f"thread {thread.name}", file=sys.stderr, flush=True)
            elif thread.name == line.strip() or thread.name.startswith(f"{line.strip()} "):
                hit = ctypes.pythonapi.PyThreadState_SetAsyncExc
                hit(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(UnforeseenError))


if __name__ == "__main__":
    threading.Condition.wait = wait  # type: ignore[method-assign]
    threading.Thread(target=listen, name="listen", daemon=True).start()
    app()
