"""What a step stands on: what its page showed, and what must still be so when the step is decided (I26).

Two people at two desks must not refuse each other's presses, so a sale does not stand on the ball nor an
incident on a sale. Not responsible for which step stands on what (its row says so: ``step.Button``), for time
(``table.press``), nor for what is allowed (``decide``).
"""

import hashlib
from typing import Any, Final

from hallctl.rules.state import State
from hallctl.rules.step import Step

_LENGTH: Final = 16


def shown(state: State, step: Step) -> str:
    """Return what a page shows of what a step stands on, to be compared; empty for a stop.

    Args:
        state: Where the hall stands, or stood when the page was made.
        step: The row of the step.
    """
    if step.stops:
        return ""
    parts = () if step.button is None else step.button.stands_on
    said = (_place(state), *(part(state) for part in parts))
    return hashlib.sha256(repr(said).encode()).hexdigest()[:_LENGTH]


def _place(state: State) -> tuple[Any, ...]:
    """Return what every step stands on: the volume, the session, the game and its phase."""
    game, session = state.game, state.session
    return (
        state.volume,
        state.book is not None,
        None if session is None else session.number,
        None if game is None else (game.number, game.phase, game.second),
    )


def ball(state: State) -> tuple[Any, ...]:
    """Return which ball is out, ordered, called or in doubt, and whether play waits for "continue"."""
    game = state.game
    if game is None:
        return (state.suspended,)
    doubt = None if game.doubt is None else (game.doubt.candidates, game.doubt.picture)
    return (state.suspended, game.order, game.pending, game.drawn, game.called, doubt, game.manual)


def verdicts(state: State) -> tuple[Any, ...]:
    """Return the cards that were verified at this stop, and whether the room was asked."""
    game = state.game
    if game is None:
        return ()
    return (*((card.series, card.card, card.good, card.claim) for card in game.verified), game.asked)


def claim(state: State) -> tuple[Any, ...]:
    """Return what was sung at this stop, and after how many balls."""
    return () if state.game is None else (state.game.stop, state.game.drawn)


def money(state: State) -> tuple[Any, ...]:
    """Return what was paid, counted and collected."""
    game = state.game
    if game is None:
        return ()
    return (*((each.key, each.paid) for each in game.awards), game.cash, game.cards_collected, game.refunded)


def proposals(state: State) -> tuple[Any, ...]:
    """Return what one person has proposed, word for word: the second agrees to that and nothing else."""
    game = state.game
    of_game = () if game is None else (game.void_reason, game.void_proposer, sorted(game.proposed.items()))
    return (of_game, state.closing, state.repair, state.printing, state.reference, state.day_proposed)
