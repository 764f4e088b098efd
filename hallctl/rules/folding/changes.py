"""Small changes of frozen values that every fold makes.

Not responsible for any event.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any, Final, TypeVar

from hallctl.rules.events import Event
from hallctl.rules.state import Game, Session, State

K = TypeVar("K")
V = TypeVar("V")
Part = TypeVar("Part", State, Session, Game)

Folds = Mapping[type[Event], Callable[[State, Any], State]]
"""How each kind of event changes the state."""

_Layout = tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int]]
"""What reads all fields of a value at once, and the place of each field."""


def with_item(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """Return the mapping with one item set."""
    return {**mapping, key: value}


def changed(part: Part, **changes: Any) -> Part:
    """Return the state, its session or its game with some fields changed.

    It does what ``dataclasses.replace`` does, in two thirds of the time: nearly every event changes two of
    these, and they have many fields.

    Raises:
        KeyError: There is no field of that name.
    """
    kind = type(part)
    read, places = _LAYOUTS[kind]
    values = list(read(part))
    for name, value in changes.items():
        values[places[name]] = value
    return kind(*values)


def _layout(kind: Any) -> _Layout:
    names = [field.name for field in fields(kind)]
    return attrgetter(*names), {name: place for place, name in enumerate(names)}


_LAYOUTS: Final[Mapping[type, _Layout]] = {kind: _layout(kind) for kind in (State, Session, Game)}


def with_game(state: State, **changes: Any) -> State:
    """Return the state with changes of its game."""
    assert state.game is not None
    return changed(state, game=changed(state.game, **changes))


def with_session(state: State, **changes: Any) -> State:
    """Return the state with changes of its session."""
    assert state.session is not None
    return changed(state, session=changed(state.session, **changes))
