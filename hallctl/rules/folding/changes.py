"""Small changes of frozen values that every fold makes.

Not responsible for any event.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from hallctl.rules.events.base import Event
from hallctl.rules.state import GameState, State

K = TypeVar("K")
V = TypeVar("V")
Part = TypeVar("Part")
S = TypeVar("S", bound=State)

Fold = Callable[[GameState, Any], GameState]
"""How an event changes the state."""

Folds = Mapping[type[Event], Fold]
"""How each kind of event changes the state."""


def with_item(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """Return the mapping with one item set."""
    return {**mapping, key: value}


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """Return the mapping without one item."""
    return {k: v for k, v in mapping.items() if k != key}


def changed(part: Part, **changes: Any) -> Part:
    """Return the state, its session or its round with some fields changed.

    It gives what ``dataclasses.replace`` gives, in a fraction of the time: nearly every event changes two of
    these, they have many fields, and none of them checks or computes anything when it is made.

    Raises:
        KeyError: There is no field of that name.
    """
    unknown = changes.keys() - part.__dict__.keys()
    if unknown:
        raise KeyError(*unknown)
    copy = object.__new__(type(part))
    copy.__dict__.update(part.__dict__, **changes)
    return copy


def with_session(state: S, **changes: Any) -> S:
    """Return the state with changes of its session."""
    assert state.session is not None
    return changed(state, session=changed(state.session, **changes))
