"""The table's day and its decks, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Any, Final

from hallctl.games.any_table.rules.folding import BANK_FOLDS
from hallctl.games.baccarat.rules.carried import Carried
from hallctl.games.baccarat.rules.events.decks import (
    DecksDestroyed,
    DecksInspected,
    DecksReceived,
    DecksWithdrawn,
    InspectionAgreed,
)
from hallctl.games.baccarat.rules.events.table import BreachNoted, ShoeRegistered
from hallctl.games.baccarat.rules.kinds import Lot
from hallctl.games.baccarat.rules.state import Decks, Device, State
from hallctl.rules.events.base import Event
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.rules.events.volumes import BookOpened
from hallctl.rules.folding.changes import Folds, changed, with_item


def with_lot(state: State, lot: str, **changes: Any) -> State:
    """Return the state with changes of a lot of decks."""
    return changed(state, lots=with_item(state.lots, lot, replace(state.lots[lot], **changes)))


def _shoe_registered(state: State, event: ShoeRegistered) -> State:
    device = Device(event.maker, event.serial, event.automatic, event.cut_cards)
    return changed(state, devices=with_item(state.devices, device.serial, device))


def _decks_received(state: State, event: DecksReceived) -> State:
    lot = Decks(event.lot, event.maker, event.decks)
    return changed(state, lots=with_item(state.lots, lot.lot, lot))


def _decks_inspected(state: State, event: DecksInspected) -> State:
    standing = Lot.RECEIVED if event.findings else Lot.COUNTED
    return with_lot(state, event.lot, standing=standing, inspector=event.person)


def _inspection_agreed(state: State, event: InspectionAgreed) -> State:
    return with_lot(state, event.lot, standing=Lot.FIT)


def _decks_withdrawn(state: State, event: DecksWithdrawn) -> State:
    return with_lot(state, event.lot, standing=Lot.WITHDRAWN)


def _decks_destroyed(state: State, event: DecksDestroyed) -> State:
    return with_lot(state, event.lot, standing=Lot.DESTROYED)


def _day_changed(state: State, _: Event) -> State:
    """Begin or end a day: no shoe, no round and no road is shown."""
    return changed(state, table=None, shoe=None, round=None, past=())


def _book_opened(state: State, event: BookOpened) -> State:
    """Take over what the volume before hands on."""
    carried = event.carried
    assert isinstance(carried, Carried)
    return changed(
        state,
        devices={device.serial: device for device in carried.devices},
        lots={lot.lot: lot for lot in carried.lots},
        shoes=carried.shoes,
        device=carried.device,
        sequence=carried.sequence,
    )


def _nothing(state: State, _: Event) -> State:
    return state


FOLDS: Final[Folds] = {
    **BANK_FOLDS,
    BookOpened: _book_opened,
    SessionOpened: _day_changed,
    SessionClosed: _day_changed,
    ShoeRegistered: _shoe_registered,
    DecksReceived: _decks_received,
    DecksInspected: _decks_inspected,
    InspectionAgreed: _inspection_agreed,
    DecksWithdrawn: _decks_withdrawn,
    DecksDestroyed: _decks_destroyed,
    BreachNoted: _nothing,
}
"""The folds of this room."""
