"""What the jefe de mesa reads aloud, at each turn of a game.

Not responsible for who says it, nor for the hall's own voice.
"""

from typing import Final

from hallctl.games.bingo.rules.state import Phase, State
from hallctl.games.bingo.words import (
    BUY_NOW,
    LOOK_AT_CARDS,
    any_more,
    minimum_sentence,
    prizes_sentence,
    sale_sentence,
    sold_formula,
)
from hallctl.i18n.words import amount, minutes
from hallctl.outputs.aloud import aloud

_WAIT: Final = (
    "Hay una avería antes de la primera bola. Si no se resuelve en {most}, se anula la partida y se devuelve "
    "el valor de los cartones."
)


def script(state: State) -> str:
    """Return what the jefe de mesa reads aloud now; empty where there is nothing to read (AJ-04, 73, 105).

    It is in the hall's language whoever reads it: the room is told in the regulation's words (AJ-83).
    """
    game = state.game
    if game is None:
        return minimum_sentence(state)
    if game.phase is Phase.SALE:
        special = state.rules.special(game.special)
        number = f"Partida {game.number}." if special is None else f"Partida {game.number}: {special.es}."
        return f"{number} {sale_sentence(state)} {BUY_NOW}"
    if game.phase is Phase.CLOSED:
        prizes = prizes_sentence(game, state.rules)
        root = f"Huella de los cartones vendidos: {aloud(game.root)}."
        return f"{sold_formula(game.sold)} {prizes} {root} {LOOK_AT_CARDS}"
    if game.phase is Phase.CLAIM and game.asked is not None:
        return str(any_more(game.asked, state.rules))
    if game.waiting_since is not None:
        return _WAIT.format(most=minutes(state.rules.wait_before_first_ball_ms))
    if game.phase is Phase.VOID:
        return f"Partida anulada: se devuelven {amount(game.refunded, state.rules.currency)}."
    return ""
