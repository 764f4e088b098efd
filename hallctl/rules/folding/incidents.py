"""Incidents and complaints, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Final

from hallctl.rules.events.incidents import (
    ComplaintFiled,
    ComplaintResolved,
    IncidentApproved,
    IncidentMinuted,
)
from hallctl.rules.folding.changes import Folds, changed, with_item, without
from hallctl.rules.state import State


def _incident_minuted(state: State, event: IncidentMinuted) -> State:
    waiting = with_item(state.incidents, event.number, event.author)
    return changed(state, incidents=waiting, incident=event.number)


def _incident_approved(state: State, event: IncidentApproved) -> State:
    folios = event.folio + event.sheets - 1
    return changed(state, incidents=without(state.incidents, event.number), folios=folios)


def _complaint_filed(state: State, event: ComplaintFiled) -> State:
    waiting = with_item(state.complaints, event.number, event.claimant)
    return changed(state, complaints=waiting, complaint=event.number)


def _complaint_resolved(state: State, event: ComplaintResolved) -> State:
    return changed(state, complaints=without(state.complaints, event.number))


FOLDS: Final[Folds] = {
    IncidentMinuted: _incident_minuted,
    IncidentApproved: _incident_approved,
    ComplaintFiled: _complaint_filed,
    ComplaintResolved: _complaint_resolved,
}
"""The folds of this room."""
