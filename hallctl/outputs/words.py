"""How the hall says amounts, ranges and announcements, in Spanish.

Not responsible for refusals, whose sentences are the rules'.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from hallctl.rules.commands import Claim
from hallctl.rules.events import SoldRange
from hallctl.rules.state import Game, State

_MONTHS: Final = (
    *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
    *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
)
_DAYS: Final = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]

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
    sale = f"Se vende la serie {series_name(game.series)}, de {size} cartones, a {price} cada uno."
    return f"{sale} Los premios se pagan en {state.rules.payment}."


def date(moment: datetime) -> str:
    """Return a date as acts write it: "viernes 20 de noviembre de 2026"."""
    return f"{_DAYS[moment.weekday()]} {moment.day} de {_MONTHS[moment.month - 1]} de {moment.year}"


def hour(moment: datetime) -> str:
    """Return a time of day: "21:05:40"."""
    return f"{moment:%H:%M:%S}"


_REASONS: Final = {
    "already drawn": "el número que se lee ya salió en esta partida",
    "pictures disagree": "las imágenes no coinciden",
    "not sure enough": "el número no se lee con bastante seguridad",
    "too few pictures": "hay muy pocas imágenes de la bola",
    "exit never seen empty after the order": "la cámara no llegó a ver la salida vacía",
    "the exit cannot be seen": "la cámara no ve la salida",
    "nothing came out": "no salió ninguna bola",
    "the sensor reports a ball, the camera sees none": "el sensor avisa de una bola, la cámara no ve ninguna",
    "no pictures": "la cámara no da imágenes",
    "empty exit": "la salida está vacía",
    "too dark": "la imagen está demasiado oscura",
    "neither a ball nor an empty exit": "algo tapa la salida",
    "ball cut off": "la bola no se ve entera",
    "no number on the ball": "no se ve ningún número en la bola",
    "print cut off": "el número no se ve entero",
    "no orientation mark": "no se ve la marca que orienta el número",
    "glare on the number": "hay un reflejo sobre el número",
    "print is not one or two clean digits": "lo impreso no son una o dos cifras claras",
    "unclear digit": "una cifra no se distingue",
}


def doubt(reason: str) -> str:
    """Return why a ball is doubtful, for people; a reason not known here stands as it is."""
    return _REASONS.get(reason, reason)
