"""Wrong calls, and what two people decide about a game, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Final

from hallctl.games.bingo.rules.events.wrong_calls import (
    BingoCarried,
    ManualProposed,
    MeansChanged,
    NoBingoProposed,
    WrongCallNoted,
    WrongCallSettled,
)
from hallctl.games.bingo.rules.folding.changes import with_brought, with_game
from hallctl.games.bingo.rules.folding.claims import with_unwon
from hallctl.games.bingo.rules.proposals import MANUAL, NO_BINGO
from hallctl.games.bingo.rules.state import Phase, State
from hallctl.rules.folding.changes import Folds, with_item, without

CAMERA: Final = "cámara"
"""The device of the camera on the exit, as faults name it."""


def _wrong_call_noted(state: State, event: WrongCallNoted) -> State:
    return with_game(state, wrong_call=event)


def _wrong_call_settled(state: State, _: WrongCallSettled) -> State:
    return with_game(state, wrong_call=None)


def _manual_proposed(state: State, event: ManualProposed) -> State:
    return proposed(state, MANUAL, event.proposer, event.reason)


def _means_changed(state: State, _: MeansChanged) -> State:
    # A ball that was on its way goes back, or is taken out by hand like any other.
    unseen = any(fault.device == CAMERA and fault.active for fault in state.faults)
    state = withdrawn(state, MANUAL)
    return with_game(state, manual=True, unseen=unseen, pending=None, doubt=None, entered=None)


def _no_bingo_proposed(state: State, event: NoBingoProposed) -> State:
    return proposed(state, NO_BINGO, event.proposer, "")


def _bingo_carried(state: State, event: BingoCarried) -> State:
    state = with_game(with_unwon(withdrawn(state, NO_BINGO)), phase=Phase.FINISHED, stop=None, asked=None)
    return with_brought(state, state.brought + event.amount)


def proposed(state: State, what: str, who: str, why: str) -> State:
    """Return the state with what one person proposed and another must agree to."""
    assert state.game is not None
    return with_game(state, proposed=with_item(state.game.proposed, what, (who, why)))


def withdrawn(state: State, what: str) -> State:
    """Return the state without what one person had proposed: it was approved, or withdrawn."""
    assert state.game is not None
    return with_game(state, proposed=without(state.game.proposed, what))


FOLDS: Final[Folds] = {
    WrongCallNoted: _wrong_call_noted,
    WrongCallSettled: _wrong_call_settled,
    ManualProposed: _manual_proposed,
    MeansChanged: _means_changed,
    NoBingoProposed: _no_bingo_proposed,
    BingoCarried: _bingo_carried,
}
"""The folds of this room."""
