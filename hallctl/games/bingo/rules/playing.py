"""The game that is being played, as bingo knows it.

Not responsible for the house's view of it (``State.playing``).
"""

from hallctl.games.bingo.rules.state import Game, Phase, State


def playing(state: State) -> Game | None:
    """Return the game that is not signed yet."""
    return state.game if state.game is not None and state.game.open else None


def offered(state: State) -> tuple[str, int, int] | None:
    """Return the game of the accepted hall that may be announced: heard of, and not the one followed last."""
    heard = None if state.session is None else state.session.caller_heard
    before = None if state.game is None else state.game.caller
    played = before is not None and (before.hall, before.volume, before.game) == heard
    return None if played else heard


def paid(state: State) -> bool:
    """Return whether a prize of the game is paid (AJ-102)."""
    return state.game is not None and any(award.paid for award in state.game.awards)


def holding(state: State, game: Game) -> tuple[str, ...]:
    """Return the following halls that the draw waits for: by a claim there, or as only they still play."""
    if game.phase is not Phase.DRAW:
        return ()
    over = game.is_awarded(state.rules.last) or game.called >= state.rules.universe
    return game.followed if over else game.claiming
