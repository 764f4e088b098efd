"""A controller that only draws, one ball after the other: ``python -m tests.torture.drawer PORT``.

Its loop turns as the hall's does, with the hall's own driver. What it finds interrupted at its start it takes
up; after a stop it only goes on renewing the permission, which must start nothing. Told ``hang 60`` on its
standard input, a thread beside the loop holds the interpreter for so many seconds.
"""

import contextlib
import ctypes
import queue
import sys
import threading
import time

from drivers.extractor.driver import (
    BallArrived,
    CommandFailed,
    Extractor,
    ExtractorError,
    ExtractorEvent,
    LinkLost,
    MachineFault,
)
from hallctl.table.machine import BUSY_S
from hallctl.table.table import TICK_S

HANG_S = 60
LOST = 3


def hold_the_interpreter() -> None:
    """Wait for the word, say when, and let no other thread of this program run any more."""
    for line in sys.stdin:
        seconds = int(line.split()[1])
        print(time.monotonic(), flush=True)
        ctypes.PyDLL(None).sleep(seconds)


def _opened(port: str, events: "queue.SimpleQueue[ExtractorEvent]") -> Extractor:
    """Open the line, again and again: a crowded computer may not let the far end answer in time."""
    while True:
        driver = Extractor(port, events.put)
        try:
            driver.open()
            return driver
        except ExtractorError:
            time.sleep(TICK_S)


def main(port: str) -> int:
    """Draw until the line is lost."""
    events: queue.SimpleQueue[ExtractorEvent] = queue.SimpleQueue()
    driver = _opened(port, events)
    threading.Thread(target=hold_the_interpreter, daemon=True).start()
    state = driver.state
    order = state.order if state.order and not state.exit_occupied else state.order + 1
    driver.permit()
    driver.reset()
    driver.draw(order)
    again = float("inf")
    while True:
        event: ExtractorEvent | None = None
        with contextlib.suppress(queue.Empty):
            event = events.get(timeout=TICK_S)
        match event:
            case BallArrived(number, arrived):
                driver.acknowledge(number)
                order = arrived + 1
                driver.draw(order)
            case MachineFault(number):
                driver.acknowledge(number)
            case CommandFailed() if not driver.state.stop_latched:
                again = time.monotonic() + BUSY_S
            case LinkLost():
                driver.close()
                return LOST
        if time.monotonic() > again:
            again = float("inf")
            driver.draw(order)
        driver.permit()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
