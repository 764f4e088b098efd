"""How the hall says amounts, ranges and announcements, in Spanish.

Not responsible for refusals, whose sentences are the rules'.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from hallctl.i18n.sentences import _
from hallctl.rules.cash import Pieces, Tender
from hallctl.rules.witnesses import Reading, Witness

_MONTHS: Final = (
    *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
    *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
)
_DAYS: Final = ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"]


def amount(minor: int, currency: str) -> str:
    """Return an amount of minor units as people read it: "Bs 1.234,50"."""
    sign, minor = ("-", -minor) if minor < 0 else ("", minor)
    whole = f"{minor // 100:,}".replace(",", ".")
    return f"{currency} {sign}{whole},{minor % 100:02d}".lstrip()


_TENDERS: Final = {
    Tender.NOTE: ("billete", "billetes"),
    Tender.COIN: ("moneda", "monedas"),
    Tender.CHIP: ("ficha", "fichas"),
}


def denomination(value: int, decimals: str = ",") -> str:
    """Return what stands on a note, a coin or a chip: "200", or "0,50"."""
    whole, rest = divmod(value, 100)
    return f"{whole}{decimals}{rest:02d}" if rest else str(whole)


def pieces_in_words(pieces: Sequence[Pieces]) -> str:
    """Return what a count was made of, in brackets: " (2 billetes de 200, 1 moneda de 0,50)"; "" without."""
    said = [f"{p.count} {_TENDERS[p.tender][p.count != 1]} de {denomination(p.value)}" for p in pieces]
    return f" ({', '.join(said)})" if said else ""


def date(moment: datetime) -> str:
    """Return a date as acts write their own: "viernes 20 de noviembre de 2026"."""
    return f"{_DAYS[moment.weekday()]} {day(moment)}"


def day(moment: datetime) -> str:
    """Return a date as acts write any other: "20 de noviembre de 2026"."""
    return f"{moment.day} de {_MONTHS[moment.month - 1]} de {moment.year}"


def written_day(text: str) -> str:
    """Return in words a date of the configuration, "2026-11-20" or "20/11/2026"; another text as it is."""
    for form in ("%Y-%m-%d", "%d/%m/%Y"):
        try:
            return day(datetime.strptime(text, form))
        except ValueError:
            continue
    return text


_CLOCKS: Final = {
    "synchronised": "puesto en hora por la red al abrir el tomo",
    "unknown": "sin hora de la red al abrir el tomo: la hora es la que da la máquina",
}


def clock(quality: str) -> str:
    """Return how good a clock was, for people; what is not known here stands as it is."""
    return _CLOCKS.get(quality, quality)


def hour(moment: datetime) -> str:
    """Return a time of day: "21:05:40"."""
    return f"{moment:%H:%M:%S}"


_REASONS: Final = {
    "already drawn": _("ALARMA, se lee con seguridad un número que ya salió; compare la bola con el panel"),
    "this ball is always asked": _("en este juego de bolas este número lo lee siempre una persona"),
    "pictures disagree": _("las imágenes no coinciden"),
    "not sure enough": _("el número no se lee con bastante seguridad"),
    "too few pictures": _("hay muy pocas imágenes de la bola"),
    "exit never seen empty after the order": _("la cámara no llegó a ver la salida vacía"),
    "a ball left the exit before it was read": _(
        "una bola dejó la salida sin que el aparato avisara de ella, o antes de leerse; búsquela y compare"
    ),
    "the exit cannot be seen": _("la cámara no ve la salida"),
    "nothing came out": _("no salió ninguna bola"),
    "the sensor reports a ball, the camera sees none": _(
        "el sensor avisa de una bola, la cámara no ve ninguna"
    ),
    "no pictures": _("la cámara no da imágenes"),
    "empty exit": _("la salida está vacía"),
    "too dark": _("la imagen está demasiado oscura"),
    "neither a ball nor an empty exit": _("algo tapa la salida"),
    "another light than at the calibration": _("la luz de la salida no es la de la calibración"),
    "the camera has moved since the calibration": _("la cámara se ha movido desde la calibración"),
    "ball cut off": _("la bola no se ve entera"),
    "two balls": _("hay dos bolas en la salida"),
    "moving ball": _("la bola se mueve"),
    "no number on the ball": _("no se ve ningún número en la bola"),
    "print cut off": _("el número no se ve entero"),
    "no orientation mark": _("no se ve la marca que orienta el número"),
    "glare on the number": _("hay un reflejo sobre el número"),
    "print is not one or two clean digits": _("lo impreso no son una o dos cifras claras"),
    "unclear digit": _("una cifra no se distingue"),
    "print unlike that of the set": _("lo impreso no es lo que vio la calibración"),
    "print fits only in a mirror": _("el número solo coincide con su patrón visto en un espejo"),
    "the prints of the ball disagree": _("los números impresos en la bola no coinciden"),
    "another size of picture than at the calibration": _("la imagen no tiene el tamaño de la calibración"),
    "something else stands beside the ball": _("hay algo más junto a la bola"),
    "no print in sight": _("no se ve nada impreso en la bola"),
    "none of the balls of the calibration": _("no es ninguna de las bolas de la calibración"),
    "not sure which ball": _("no es seguro cuál de las bolas es"),
    "two balls of the set cannot be told apart": _(
        "en este juego de bolas hay otra que no se distingue de ella"
    ),
    "the witnesses disagree": _("los testigos de la bola no dicen el mismo número"),
    "the extractor did not identify the ball": _("el aparato no identificó la bola"),
}


WITNESSES: Final = {
    Witness.CALLER: _("locutor"),
    Witness.MACHINE: _("aparato"),
    Witness.CAMERA: _("cámara"),
}
"""Who knows the number of a ball, as people say it."""


def witnesses(readings: Iterable[Reading]) -> str:
    """Return what each witness said of a ball, e.g. "locutor: 42; cámara: 24"."""
    return "; ".join(f"{WITNESSES[r.witness]}: {'—' if r.ball is None else r.ball}" for r in readings)


def doubt(reason: str) -> str:
    """Return why a ball is doubtful, for people; a reason not known here stands as it is."""
    return _REASONS.get(reason, reason)


def minutes(milliseconds: int) -> str:
    """Return a length of time as people say it, e.g. "15 minutos"."""
    whole = milliseconds // 60_000
    return "un minuto" if whole == 1 else f"{whole} minutos"
