"""The folios of a volume: how many are left, and how many stay free for what is begun (AJ-39, 40).

Not responsible for how many folios a document takes: that comes with the command.
"""

from typing import Final

from hallctl.rules.state import State

CLOSING: Final = 2
"""Folios of the closing diligence, which always finds its place; all but the longest names need one."""

RESERVE: Final = 11
"""Folios that must be left to begin a session or a game, beside the session's act: the act of the game,
incidents, the closing."""

FOR_ACTS: Final = 4
"""Folios that incidents and changes of balls leave free beside what the acts take by then: for claims and
faults that are still to come, and the closing."""


def first_folio(state: State) -> int:
    """Return the next folio."""
    return state.folios + 1


def folios_left(state: State) -> int:
    """Return how many folios of the volume are not used yet."""
    return 0 if state.book is None else state.book.folios - state.folios


def kept_free(state: State) -> int:
    """Return how many folios a change of balls leaves free."""
    return CLOSING if state.session is None else FOR_ACTS
