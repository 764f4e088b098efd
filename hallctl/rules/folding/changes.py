"""Small changes of frozen values that every fold makes.

Not responsible for any event.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from hallctl.rules.events import Event
from hallctl.rules.state import State

K = TypeVar("K")
V = TypeVar("V")

Folds = Mapping[type[Event], Callable[[State, Any], State]]
"""How each kind of event changes the state."""


def with_item(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """Return the mapping with one item set."""
    return {**mapping, key: value}


def with_game(state: State, **changes: Any) -> State:
    """Return the state with changes of its game."""
    assert state.game is not None
    return replace(state, game=replace(state.game, **changes))


def with_session(state: State, **changes: Any) -> State:
    """Return the state with changes of its session."""
    assert state.session is not None
    return replace(state, session=replace(state.session, **changes))
