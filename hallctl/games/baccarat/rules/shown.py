"""What a step of a baccarat table stands on, beside what every step of the house does (I26).

Not responsible for which step stands on what: its row says so (``rules.step.Button``).
"""

from typing import Any

from hallctl.games.baccarat.rules.state import State


def place(state: State) -> tuple[Any, ...]:
    """Return what every step stands on: the table, the shoe's stage, the round and its phase."""
    shoe, round_ = state.shoe, state.round
    return (
        state.table is not None,
        None if shoe is None else (shoe.number, shoe.stage),
        None if round_ is None else (round_.number, round_.phase, round_.result),
    )


def proposal(state: State) -> tuple[Any, ...]:
    """Return what one person said of the round, word for word."""
    return () if state.round is None else (state.round.proposal,)


def cards(state: State) -> tuple[Any, ...]:
    """Return the cards of the round, how many are turned, and whether one was burnt before it."""
    round_ = state.round
    return () if round_ is None else (round_.drawn, round_.turned, round_.burnt)


def turned(state: State) -> tuple[Any, ...]:
    """Return how many cards are turned: the shoe may tell the next one while a person presses."""
    return () if state.round is None else (state.round.turned,)


def untold(state: State) -> tuple[Any, ...]:
    """Return what the shoe told while cards are burnt, whether some was missed, and what a person said."""
    shoe = state.shoe
    return () if shoe is None else (shoe.burning, shoe.missed, shoe.proposal)


def owed(state: State) -> tuple[Any, ...]:
    """Return what is owed of the commission, player by player."""
    return () if state.shoe is None else tuple(state.shoe.owed.items())


def lots(state: State) -> tuple[Any, ...]:
    """Return where each lot of decks stands."""
    return tuple((lot.lot, lot.standing) for lot in state.lots.values())
