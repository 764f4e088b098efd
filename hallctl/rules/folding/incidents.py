"""What went wrong with people and what was decided, folded into the state.

Not responsible for whether an event may happen.
"""

from collections.abc import Mapping
from typing import Final, TypeVar

from hallctl.rules import events as ev
from hallctl.rules.folding.changes import Folds, changed, with_game, with_item
from hallctl.rules.state import Phase, State

K = TypeVar("K")
V = TypeVar("V")

MANUAL: Final = "manual"
NO_BINGO: Final = "no bingo"
WITHDRAWN: Final = {"ManualProposed": MANUAL, "NoBingoProposed": NO_BINGO}
"""What is no longer proposed, by the kind of entry that had proposed it."""

CAMERA: Final = "cámara"
"""The device of the camera on the exit, as faults name it."""


def _incident_minuted(state: State, event: ev.IncidentMinuted) -> State:
    waiting = with_item(state.incidents, event.number, event.author)
    return changed(state, incidents=waiting, incident=event.number)


def _incident_approved(state: State, event: ev.IncidentApproved) -> State:
    folios = event.folio + event.sheets - 1
    return changed(state, incidents=_without(state.incidents, event.number), folios=folios)


def _complaint_filed(state: State, event: ev.ComplaintFiled) -> State:
    waiting = with_item(state.complaints, event.number, event.claimant)
    return changed(state, complaints=waiting, complaint=event.number)


def _complaint_resolved(state: State, event: ev.ComplaintResolved) -> State:
    return changed(state, complaints=_without(state.complaints, event.number))


def _wrong_call_noted(state: State, event: ev.WrongCallNoted) -> State:
    return with_game(state, wrong_call=event)


def _wrong_call_settled(state: State, _: ev.WrongCallSettled) -> State:
    return with_game(state, wrong_call=None)


def _manual_proposed(state: State, event: ev.ManualProposed) -> State:
    return _proposed(state, MANUAL, event.proposer, event.reason)


def _means_changed(state: State, _: ev.MeansChanged) -> State:
    # A ball that was on its way goes back, or is taken out by hand like any other.
    unseen = any(fault.device == CAMERA and fault.active for fault in state.faults)
    state = withdrawn(state, MANUAL)
    return with_game(state, manual=True, unseen=unseen, pending=None, doubt=None, entered=None)


def _no_bingo_proposed(state: State, event: ev.NoBingoProposed) -> State:
    return _proposed(state, NO_BINGO, event.proposer, "")


def _bingo_carried(state: State, event: ev.BingoCarried) -> State:
    state = with_game(withdrawn(state, NO_BINGO), phase=Phase.FINISHED, stop=None, asked=None)
    return changed(state, carried=state.carried + event.amount)


def _proposed(state: State, what: str, who: str, why: str) -> State:
    assert state.game is not None
    return with_game(state, proposed=with_item(state.game.proposed, what, (who, why)))


def withdrawn(state: State, what: str) -> State:
    """Return the state without what one person had proposed: it was approved, or withdrawn."""
    assert state.game is not None
    return with_game(state, proposed=_without(state.game.proposed, what))


def _without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    return {k: v for k, v in mapping.items() if k != key}


FOLDS: Final[Folds] = {
    ev.IncidentMinuted: _incident_minuted,
    ev.IncidentApproved: _incident_approved,
    ev.ComplaintFiled: _complaint_filed,
    ev.ComplaintResolved: _complaint_resolved,
    ev.WrongCallNoted: _wrong_call_noted,
    ev.WrongCallSettled: _wrong_call_settled,
    ev.ManualProposed: _manual_proposed,
    ev.MeansChanged: _means_changed,
    ev.NoBingoProposed: _no_bingo_proposed,
    ev.BingoCarried: _bingo_carried,
}
"""The folds of this room."""
