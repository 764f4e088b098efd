"""How long a press takes into the inbox: ``python -m tests.drivers.bench_panel``.

On gpiozero's mock pins: what a board's own edges take comes on top. Not responsible for what the table takes.
"""

import argparse
import os
import platform
import queue
import statistics
import time

from hallctl.config.panel import PanelSection
from hallctl.devices.panel import PanelLine
from hallctl.games.bingo.game import BINGO
from hallctl.table import messages as msg
from hallctl.table.snapshot import Bulletin, Snapshot
from tests.drivers.fingers import Fingers
from tests.hallctl.games.bingo.rules.night import Night

BUTTON = 13


def measured(presses: int, settle_ms: int) -> list[float]:
    """Return how many milliseconds each press took from its edge to its command in the inbox."""
    night, fingers = Night().open_session().start(), Fingers()
    inbox: queue.SimpleQueue[msg.Message] = queue.SimpleQueue()
    bulletin = Bulletin(Snapshot(0, 1, night.state))
    section = PanelSection(locutor="Luis", line=BUTTON, settle_ms=settle_ms)
    line = PanelLine(section, BINGO, bulletin, inbox, lambda: None, lambda _: fingers.pins())
    line.start()
    took = []
    try:
        while not isinstance(inbox.get(timeout=10), msg.Recovered):
            pass  # the panel is open once it says that nothing is wrong
        for _ in range(presses):
            time.sleep(3 * settle_ms / 1000)
            began = time.perf_counter()
            fingers.press(BUTTON)
            while not isinstance(inbox.get(timeout=10), msg.Asked):
                pass
            took.append(1000 * (time.perf_counter() - began))
            fingers.release(BUTTON)
    finally:
        line.stop()
    return sorted(took)


def main() -> None:
    """Measure, and say it on a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=500)
    parser.add_argument("--settle-ms", type=int, default=20)
    asked = parser.parse_args()
    took = measured(asked.presses, asked.settle_ms)
    p99 = took[int(0.99 * (len(took) - 1))]
    machine = f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    print(
        f"{asked.presses} presses, settling {asked.settle_ms} ms: p50 {statistics.median(took):.1f} ms, "
        f"p99 {p99:.1f} ms, most {took[-1]:.1f} ms ({machine}, Python {platform.python_version()})"
    )


if __name__ == "__main__":
    main()
