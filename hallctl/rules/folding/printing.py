"""The folios on paper, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Final

from hallctl.rules.events.base import Event
from hallctl.rules.events.printing import (
    FolioSealed,
    PendingPrintConfirmed,
    PendingPrintOrdered,
    PrintingResumed,
    PrintingSuspended,
    PrintingSuspensionProposed,
)
from hallctl.rules.folding.changes import Folds, changed, with_item
from hallctl.rules.folios import PRINTING
from hallctl.rules.state import Notice, Printing, State


def _folio_sealed(state: State, event: FolioSealed) -> State:
    return changed(state, sealed=with_item(state.sealed, event.name, event.pdf))


def _suspension_proposed(state: State, event: PrintingSuspensionProposed) -> State:
    return changed(state, printing=Printing(event.person, event.reason))


def _printing_suspended(state: State, _: PrintingSuspended) -> State:
    """Make the fault a notice."""
    details = [fault.detail for fault in state.faults if (fault.device, fault.code) == PRINTING]
    faults = tuple(fault for fault in state.faults if (fault.device, fault.code) != PRINTING)
    notices = (*state.notices, *(Notice(*PRINTING, detail) for detail in details))
    return changed(state, faults=faults, notices=notices, printing=Printing(suspended=True))


def _printing_resumed(state: State, _: PrintingResumed) -> State:
    notices = tuple(each for each in state.notices if (each.device, each.code) != PRINTING)
    return changed(state, notices=notices, printing=Printing())


def _pending_settled(state: State, _: Event) -> State:
    """Change nothing: the notice ends when the printer has done as it was told."""
    return state


FOLDS: Final[Folds] = {
    FolioSealed: _folio_sealed,
    PendingPrintOrdered: _pending_settled,
    PendingPrintConfirmed: _pending_settled,
    PrintingSuspensionProposed: _suspension_proposed,
    PrintingSuspended: _printing_suspended,
    PrintingResumed: _printing_resumed,
}
"""The folds of this room."""
