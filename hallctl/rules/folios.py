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

FOR_TEXTS: Final = 3
"""Folios that complaints and reasons leave free beside what the acts take by then."""

FOR_ACTS: Final = 4
"""Folios that incidents and changes of balls leave free beside what the acts take by then: for claims and
faults that are still to come, and the closing."""

PRINTING: Final = ("impresora", "PRINT-FAILED")
"""The device and the code of the fault that a folio could not be typeset, stored or printed."""

QUEUE: Final = ("impresora", "PRINT-QUEUE")
"""The device and the code of the notice that no paper comes out of the queue just now."""

PENDING: Final = ("impresora", "PRINT-PENDING")
"""The device and the code of the notice that folios which a queue took were not printed (AJ-39)."""

FORMAT_2: Final = "libro de actas, formato 2 (docs/minutes.md)"
"""How a volume of format 2 names its specification."""


def keeps_hashes(state: State) -> bool:
    """Return whether a folio's hashes can be recorded now: a closed volume takes them from format 3 on."""
    return state.book is not None or state.format not in ("", FORMAT_2)


def data_name(name: str) -> str:
    """Return the name of the file with a folio's data, by that of its PDF."""
    return f"{name.removesuffix('.pdf')}.json"


def unprinted(state: State) -> bool:
    """Return whether folios are known not to be on paper yet, for whatever reason."""
    told = {(fault.device, fault.code) for fault in state.faults if fault.active}
    told |= {(notice.device, notice.code) for notice in state.notices}
    return not told.isdisjoint((PRINTING, QUEUE, PENDING))


def first_folio(state: State) -> int:
    """Return the next folio."""
    return state.folios + 1


def folios_left(state: State) -> int:
    """Return how many folios of the volume are not used yet."""
    return 0 if state.book is None else state.book.folios - state.folios


def granted(state: State, wanted: int, kept: int) -> int:
    """Return the folios that a document gets which has to be: those that it takes, or fewer and set smaller.

    None is left only where less than one is free beside those that are kept; then it is 0 or negative.
    """
    return min(wanted, folios_left(state) - kept)


def kept_free(state: State) -> int:
    """Return how many folios a change of balls leaves free."""
    return CLOSING if state.session is None else FOR_ACTS
