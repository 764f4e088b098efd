"""How the hall says amounts, ranges and announcements, in Spanish.

Not responsible for refusals, whose sentences are the rules'.
"""

from collections.abc import Sequence
from typing import Final

from hallctl.rules.commands import Claim
from hallctl.rules.events import SoldRange
from hallctl.rules.state import Game, State

CLAIM_NAMES: Final = {Claim.LINE: "línea", Claim.BINGO: "bingo"}
ANY_MORE: Final = {Claim.LINE: "¿Alguna línea más?", Claim.BINGO: "¿Algún bingo más?"}


def amount(minor: int, currency: str) -> str:
    """Return an amount of minor units as people read it: "Bs 1.234,50"."""
    sign, minor = ("-", -minor) if minor < 0 else ("", minor)
    whole = f"{minor // 100:,}".replace(",", ".")
    return f"{currency} {sign}{whole},{minor % 100:02d}"


def series_name(key: str) -> str:
    """Return how a series is read aloud: letter, then identification number."""
    letter, identification = key.split("-")
    return f"{letter} {identification}"


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
    """Return the announcement before the sale: series, its size and face value (AJ-65)."""
    game = state.game
    if game is None:
        return ""
    size = state.series[game.series].size
    price = amount(game.face_value, state.rules.currency)
    return f"Se vende la serie {series_name(game.series)}, de {size} cartones, a {price} cada uno."
