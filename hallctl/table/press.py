"""For what, and until when, a person took a step: what comes later or for another moment is refused (I26).

Not responsible for what a page showed (``rules.shown``), nor for measuring at the page: whoever asks says
which news of the hall she had heard last and how long before, and is believed within bounds.
"""

from dataclasses import dataclass
from typing import Final

from hallctl.rules.commands import Command
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.shown import STOPS, shown
from hallctl.rules.state import State

SILENCE_MS: Final = 2_000
"""After how much silence a page takes no step any more; static/live.js counts the same."""

TAKEN_MS: Final = 4_000
"""Within how long of its press a step is decided, or never."""


@dataclass(frozen=True, slots=True)
class Press:
    """What a person had before her when she took a step.

    Attributes:
        seen: What her page showed of what the step stands on, as ``rules.shown`` says it.
        until: The last moment to decide it, in the table's monotonic milliseconds.
    """

    seen: str
    until: int

    @classmethod
    def heard(cls, seen: str, heard: int, age: int, now: int) -> "Press":
        """Return the press of somebody who heard of the hall last at a moment, and pressed so long after.

        Args:
            seen: What her page showed.
            heard: The table's milliseconds in the newest news that she had, stamped by the hall itself.
            age: How many milliseconds she had them when she pressed, by a clock of hers that is not believed
                beyond the silence that a page allows.
            now: The table's milliseconds.
        """
        # A stamp from the future is of another boot of this machine.
        pressed = heard + min(max(age, 0), SILENCE_MS) if heard <= now else now - TAKEN_MS - 1
        return cls(seen, pressed + TAKEN_MS)


def too_late(press: Press, command: Command, state: State, now: int) -> Refusal | None:
    """Return why a step has come too late to be taken; None where it has not, and for every stop.

    Args:
        press: What its person had before her.
        command: The step.
        state: Where the hall stands.
        now: The table's milliseconds.
    """
    if type(command) in STOPS:
        return None
    if press.seen != shown(state, type(command)):
        return refuse("STEP-STALE")
    return refuse("STEP-LATE") if now > press.until else None
