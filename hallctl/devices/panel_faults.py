"""What the table hears of a panel that is wrong, or that a hall has no more.

Not responsible for finding it out (``hallctl.devices.panel``): of no panel nothing else is loaded.
"""

import time
from collections.abc import Collection, Mapping
from typing import Final

from hallctl.readings.presses import PanelFault
from hallctl.table import messages as msg
from hallctl.table.table import Inbox

DEVICE: Final = "panel"
CALM_S: Final = 1.0
"""For how long a cause must be gone."""


class FaultReporter:
    """Reports to the table what is wrong with the panel, and what has not been wrong for a while.

    Both are entries of the book: a loose wire must not fill it.
    """

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._seen: dict[PanelFault, float] = {}
        self._details: dict[PanelFault, str] | None = None

    @property
    def reported(self) -> Collection[PanelFault]:
        """What the table takes to be wrong."""
        return self._details or ()

    def report(self, wrong: Mapping[PanelFault, str], now: float) -> None:
        """Report what has changed; at first all, since the book may still hold a former run's faults."""
        first, details = self._details is None, self._details or {}
        for code, detail in wrong.items():
            self._seen[code] = now
            if details.get(code) != detail:
                self._inbox.put(msg.Trouble(DEVICE, code, detail))
        gone = [code for code in PanelFault if code not in wrong and (first or self._calm(code, now))]
        for code in gone:
            self._inbox.put(msg.Recovered(DEVICE, code))
        self._details = {code: detail for code, detail in (details | dict(wrong)).items() if code not in gone}

    def _calm(self, code: PanelFault, now: float) -> bool:
        return code in self.reported and now - self._seen[code] >= CALM_S


def forget_panel(inbox: Inbox) -> None:
    """Report that nothing is wrong with a panel that the hall has no more."""
    FaultReporter(inbox).report({}, time.monotonic())
