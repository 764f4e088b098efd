"""The bank of a table, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final, TypeVar

from hallctl.games.any_table.rules.events import TableClosed, TableCredited, TableFilled, TableOpened
from hallctl.games.any_table.rules.state import Table, TableState
from hallctl.rules.folding.changes import Folds, changed

S = TypeVar("S", bound=TableState)


def _opened(state: S, event: TableOpened) -> S:
    return changed(state, table=Table(event.initial))


def _filled(state: S, event: TableFilled) -> S:
    assert state.table is not None
    return changed(state, table=replace(state.table, fills=state.table.fills + event.amount))


def _credited(state: S, event: TableCredited) -> S:
    assert state.table is not None
    return changed(state, table=replace(state.table, credits=state.table.credits + event.amount))


def _closed(state: S, _: TableClosed) -> S:
    return changed(state, table=None)


BANK_FOLDS: Final[Folds] = {
    TableOpened: _opened,
    TableFilled: _filled,
    TableCredited: _credited,
    TableClosed: _closed,
}
"""The folds of a bank."""
