"""The folios on paper, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Final

from hallctl.rules import events as ev
from hallctl.rules.folding.changes import Folds, changed, with_item
from hallctl.rules.folios import PRINTING
from hallctl.rules.state import Notice, Printing, State


def _folio_sealed(state: State, event: ev.FolioSealed) -> State:
    return changed(state, sealed=with_item(state.sealed, event.name, event.pdf))


def _suspension_proposed(state: State, event: ev.PrintingSuspensionProposed) -> State:
    return changed(state, printing=Printing(event.person, event.reason))


def _printing_suspended(state: State, _: ev.PrintingSuspended) -> State:
    """Make the fault a notice."""
    details = [fault.detail for fault in state.faults if (fault.device, fault.code) == PRINTING]
    faults = tuple(fault for fault in state.faults if (fault.device, fault.code) != PRINTING)
    notices = (*state.notices, *(Notice(*PRINTING, detail) for detail in details))
    return changed(state, faults=faults, notices=notices, printing=Printing(suspended=True))


def _printing_resumed(state: State, _: ev.PrintingResumed) -> State:
    notices = tuple(each for each in state.notices if (each.device, each.code) != PRINTING)
    return changed(state, notices=notices, printing=Printing())


def _pending_settled(state: State, _: ev.Event) -> State:
    """Change nothing: the notice ends when the printer has done as it was told."""
    return state


FOLDS: Final[Folds] = {
    ev.FolioSealed: _folio_sealed,
    ev.PendingPrintOrdered: _pending_settled,
    ev.PendingPrintConfirmed: _pending_settled,
    ev.PrintingSuspensionProposed: _suspension_proposed,
    ev.PrintingSuspended: _printing_suspended,
    ev.PrintingResumed: _printing_resumed,
}
"""The folds of this room."""
