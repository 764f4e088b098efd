"""What a step of bingo stands on, beside what every step of the house does (I26).

Not responsible for which step stands on what: its row says so (``rules.step.Button``).
"""

from typing import Any

from hallctl.games.bingo.rules.state import State


def place(state: State) -> tuple[Any, ...]:
    """Return what every step stands on: the game and its phase."""
    game = state.game
    return () if game is None else (game.number, game.phase, game.second)


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
    cards = (game.cards_collected, game.missing, game.lost)
    return (*((each.key, each.paid) for each in game.awards), game.cash, *cards, game.refunded)


def proposals(state: State) -> tuple[Any, ...]:
    """Return what one person has proposed in the game, word for word."""
    game = state.game
    return () if game is None else (game.void_reason, game.void_proposer, sorted(game.proposed.items()))


def programme(state: State) -> tuple[Any, ...]:
    """Return the games that follow."""
    return () if state.session is None else state.session.programme
