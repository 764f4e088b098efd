"""What a game of bingo announces, in the words of the regulation.

Not responsible for when: ``script`` and the screens are.
"""

from collections.abc import Sequence
from typing import Final

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.endings import Ending
from hallctl.games.bingo.rules.events.sale import SoldRange
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.rules.state import Game, State
from hallctl.games.bingo.variants.combination import Way
from hallctl.i18n.sentences import Sentence, _
from hallctl.i18n.words import amount, series_name

BUY_NOW: Final = "Compre a tiempo: la venta, una vez cerrada, no se abre de nuevo."
"""What players hear while cards are sold (AJ-73, 77)."""

LOOK_AT_CARDS: Final = "Compruebe que sus cartones son de esta serie y están entre estos números."
"""What players hear before the draw (AJ-105)."""


CLAIM_NAMES: Final = {Claim.LINE: "línea", Claim.BINGO: "bingo"}
ANY_MORE: Final = {Claim.LINE: _("¿Alguna línea más?"), Claim.BINGO: _("¿Algún bingo más?")}

_ENDINGS: Final = {
    Ending.ASKED: "se pidió",
    Ending.CLAIM: "cantaron",
    Ending.DOUBT: "bola dudosa",
    Ending.FAULT: "un fallo",
    Ending.RESTART: "el sistema se reinició",
    Ending.WRONG_CALL: "error al cantar",
    Ending.BY_HAND: "se propuso seguir a mano",
    Ending.VOID: "se propuso anular",
    Ending.VOICE: "la megafonía no se oye",
    Ending.EMPTY: "salieron todas",
}


def ending(why: Ending, person: str) -> str:
    """Return what ended a cadence; where it was asked for, who did."""
    return f"lo para {person}" if person else _ENDINGS[why]


def counted_balls(balls: int) -> str:
    """Return how many balls, in words of a hall."""
    return "una bola" if balls == 1 else f"{balls} bolas"


def line_name(rules: RuleSet, line: int) -> Sentence | str:
    """Return what people call one of a rule set's lines, counted from 1; "" for 0."""
    if not line:
        return ""
    found = rules.lines[line - 1]
    match found.way:
        case Way.ROWS:
            return _("fila {row}", row=found.place)
        case Way.COLUMNS:
            return _("columna {column}", column=rules.variant.column_name(found.place - 1))
        case _diagonal:
            return _("diagonal {place}", place=found.place)


def sold_formula(sold: Sequence[SoldRange]) -> str:
    """Return the announcement of the cards sold, in the exact formula of the regulation (AJ-83)."""
    total = sum(part.count for part in sold)
    ranges = " y ".join(
        f"de la serie {series_name(part.series)} del número {part.first} al {part.last}" for part in sold
    )
    return f"Cartones vendidos {total}, {ranges}."


def prizes_sentence(game: Game, currency: str) -> str:
    """Return the announcement of the prizes (AJ-84)."""
    line, bingo = amount(game.line, currency), amount(game.bingo, currency)
    return f"El premio de línea es de {line} y el de bingo, de {bingo}."


def sale_sentence(state: State) -> str:
    """Return the announcement before the sale: series, size, face value (AJ-65), last game (AJ-104)."""
    game = state.game
    if game is None:
        return ""
    size = state.series[game.series].size
    price = amount(game.face_value, state.rules.currency)
    sale = f"Se vende la serie {series_name(game.series)}, de {size} cartones, a {price} cada uno."
    last = "Último juego. " if is_last(state) else ""
    return f"{last}{sale} Los premios se pagan en {state.rules.payment}."


def is_last(state: State) -> bool:
    """Return whether the game was announced as the last one of the session (AJ-104)."""
    game, session = state.game, state.session
    return game is not None and session is not None and session.last_game == game.number


def minimum_sentence(state: State) -> str:
    """Return what the room is told of a smaller minimum when the day begins, "" without one (AJ-59)."""
    session = state.session
    if session is None or session.minimum is None:
        return ""
    return f"Hoy las partidas comienzan desde {session.minimum} cartones vendidos."
