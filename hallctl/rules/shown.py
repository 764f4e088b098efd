"""What a step stands on: what its page showed, and what must still be so when the step is decided (I26).

Two people at two desks must not refuse each other's presses, so a sale does not stand on the ball nor an
incident on a sale. Not responsible for which step stands on what (its row says so: ``step.Button``), for what
a game adds, for time (``table.press``), nor for what is allowed (``decide``).
"""

import hashlib
from typing import Any, Final

from hallctl.rules.state import State
from hallctl.rules.step import Step

_LENGTH: Final = 16


def shown(state: State, step: Step, place: tuple[Any, ...]) -> str:
    """Return what a page shows of what a step stands on, to be compared; empty for a stop.

    Args:
        state: Where the hall stands, or stood when the page was made.
        step: The row of the step.
        place: Where its game stands (``GameRules.place``).
    """
    if step.stops:
        return ""
    parts = () if step.button is None else step.button.stands_on
    said = (_place(state), place, *(part(state) for part in parts))
    return hashlib.sha256(repr(said).encode()).hexdigest()[:_LENGTH]


def _place(state: State) -> tuple[Any, ...]:
    """Return what every step stands on, whatever is played: the volume and the session."""
    session = state.session
    return (state.volume, state.book is not None, None if session is None else session.number)


def stop(state: State) -> tuple[Any, ...]:
    """Return whether play waits for "continue"."""
    return (state.suspended,)


def papers(state: State) -> tuple[Any, ...]:
    """Return the papers of the office that wait: one is adopted as it was shown."""
    return tuple((each.kind.value, each.number, each.digest) for each in state.papers.waiting.values())


def proposals(state: State) -> tuple[Any, ...]:
    """Return what one person has proposed, word for word: the second agrees to that and nothing else."""
    return (state.closing, state.repair, state.printing, state.reference, state.day_proposed)
