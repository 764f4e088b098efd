"""The fold: a state and an event give the next state.

Not responsible for whether an event may happen: events come from ``decide`` or from the book, and are facts.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from hallctl.rules.events import Event
from hallctl.rules.folding import (
    claims,
    clock,
    closing,
    draw,
    incidents,
    opening,
    printing,
    running,
    sale,
    till,
    volumes,
)
from hallctl.rules.folding.changes import Folds, changed, with_session
from hallctl.rules.ledger import posted, postings
from hallctl.rules.state import State
from hallctl.rules.totals import added

_FOLDS: Final[Folds] = {
    **opening.FOLDS,
    **sale.FOLDS,
    **draw.FOLDS,
    **claims.FOLDS,
    **clock.FOLDS,
    **closing.FOLDS,
    **incidents.FOLDS,
    **running.FOLDS,
    **printing.FOLDS,
    **till.FOLDS,
    **volumes.FOLDS,
}

EVENTS: Final[Mapping[str, type[Event]]] = {kind.__name__: kind for kind in _FOLDS}
"""Every event by its name, which is the kind of its entry."""


def evolve(state: State, event: Event) -> State:
    """Return the state after the event, its money posted."""
    moved = postings(event, state)
    totals = added(event, state)
    shift = till.of_shift(event, state)
    state = _FOLDS[type(event)](state, event)
    if totals is not None:
        state = changed(state, totals=totals)
    if shift is not None:
        state = with_session(state, shift=shift)
    return changed(state, ledger=posted(state.ledger, moved)) if moved else state


def fold(state: State, happened: Iterable[Event]) -> State:
    """Return the state after all the events, in their order."""
    for event in happened:
        state = evolve(state, event)
    return state
