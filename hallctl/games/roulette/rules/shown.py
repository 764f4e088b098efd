"""What a step of a roulette table stands on, beside what every step of the house does (I26).

Not responsible for which step stands on what: its row says so (``rules.step.Button``).
"""

from typing import Any

from hallctl.games.roulette.rules.state import State


def place(state: State) -> tuple[Any, ...]:
    """Return what every step stands on: the spin and its phase, and whether the table is open."""
    spin = state.spin
    table = state.table is not None
    return (table,) if spin is None else (table, spin.number, spin.phase, spin.pocket)


def proposal(state: State) -> tuple[Any, ...]:
    """Return what one person said of the spin, word for word."""
    return () if state.spin is None else (state.spin.proposal,)
