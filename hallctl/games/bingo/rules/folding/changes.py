"""Small changes that the folds of bingo make.

Not responsible for any event.
"""

from typing import Any

from hallctl.games.bingo.rules.state import State
from hallctl.rules.folding.changes import changed


def with_game(state: State, **changes: Any) -> State:
    """Return the state with changes of its game."""
    assert state.game is not None
    return changed(state, game=changed(state.game, **changes))


def with_brought(state: State, amount: int) -> State:
    """Return the state with what the next game of the rule set in play takes over (D7)."""
    label = state.rules.label
    if not label:
        return changed(state, carried=amount)
    return changed(state, carried_of={**state.carried_of, label: amount})
