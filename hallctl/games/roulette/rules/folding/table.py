"""The table's day, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Final

from hallctl.games.any_table.rules.folding import BANK_FOLDS
from hallctl.games.roulette.rules.carried import Carried
from hallctl.games.roulette.rules.events.table import WheelInspected, WheelRegistered
from hallctl.games.roulette.rules.kinds import Direction
from hallctl.games.roulette.rules.state import Played, State
from hallctl.games.roulette.rules.wheel import Wheel
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.folding.changes import Folds, changed, with_item


def _wheel_registered(state: State, event: WheelRegistered) -> State:
    wheel = Wheel(event.maker, event.serial, event.pockets, event.red)
    return changed(state, wheels=with_item(state.wheels, wheel.serial, wheel))


def _wheel_inspected(state: State, event: WheelInspected) -> State:
    return changed(state, played=None if event.findings else Played(event.wheel, event.ball))


def _day_opened(state: State, _: SessionOpened) -> State:
    """Begin a day: wheel and ball are inspected anew, and no number is shown (DR17)."""
    return changed(state, played=None, table=None, spin=None, numbers=(), direction=Direction.UNKNOWN)


def _day_closed(state: State, _: SessionClosed) -> State:
    return changed(state, played=None, spin=None)


def _book_opened(state: State, event: BookOpened) -> State:
    """Take over what the volume before hands on."""
    carried = event.carried
    assert isinstance(carried, Carried)
    return changed(state, wheels={wheel.serial: wheel for wheel in carried.wheels}, sensor=carried.sensor)


FOLDS: Final[Folds] = {
    **BANK_FOLDS,
    BookOpened: _book_opened,
    SessionOpened: _day_opened,
    SessionClosed: _day_closed,
    WheelRegistered: _wheel_registered,
    WheelInspected: _wheel_inspected,
}
"""The folds of this room."""
