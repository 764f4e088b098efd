"""For what, and until when, a person took a step: what comes later or for another moment is refused (I26).

Not responsible for what a page showed (``rules.shown``), nor for measuring at the page: the request
states which news of the hall it had last and how long before, and is believed within bounds.
"""

from dataclasses import dataclass
from typing import Final

from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.step import Step

SILENCE_MS: Final = 2_000
"""After how much silence a page takes no step any more; static/live.js counts the same."""

TAKEN_MS: Final = 4_000
"""Within how long of its press a step is decided, or never."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a step was taken on: what its page showed, and until when it counts.

    Attributes:
        seen: What the page showed of what the step stands on, as ``rules.shown`` gives it.
        until: The last moment to decide it, in the table's monotonic milliseconds.
    """

    seen: str
    until: int

    @classmethod
    def heard(cls, seen: str, heard: int, age: int, now: int) -> "Press":
        """Return a press from the newest news of the hall that its page had, and their age then.

        Args:
            seen: What the page showed.
            heard: The table's milliseconds in the newest news that the page had, stamped by the hall itself.
            age: How many milliseconds old they were at the press, by the page's clock, which is not believed
                beyond the silence that a page allows.
            now: The table's milliseconds.
        """
        # A stamp from the future is of another boot of this machine.
        pressed = heard + min(max(age, 0), SILENCE_MS) if heard <= now else now - TAKEN_MS - 1
        return cls(seen, pressed + TAKEN_MS)


def too_late(press: Press, step: Step, shown: str, now: int) -> Refusal | None:
    """Return why a step has come too late to be taken; None where it has not, and for every stop.

    Args:
        press: What it was taken on.
        step: The row of the step.
        shown: What a page shows now of what the step stands on.
        now: The table's milliseconds.
    """
    if step.stops:
        return None
    if press.seen != shown:
        return refuse("STEP-STALE")
    return refuse("STEP-LATE") if now > press.until else None
