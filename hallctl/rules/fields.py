"""What a field of a command may hold: how long a text, how large a number; a type for each kind of field.

A field says its kind in its annotation (``reason: Prose``); one that says none has the limits of ``PLAIN``
and ``ANY_NUMBER``. Not responsible for holding anything against them (``admission``), nor for events, which a
book of former times may have with others.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final


@dataclass(frozen=True, slots=True)
class Words:
    """The limits of a text.

    Attributes:
        most: How many characters it has at most.
        lines: How many lines.
    """

    most: int
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Written(Words):
    """The limits of a text that is understood however a person writes it, e.g. the name of a series.

    Attributes:
        read: Returns the one form that the book has of it; None where it is none.
    """

    read: Callable[[str], str | None] = str


@dataclass(frozen=True, slots=True)
class Encoded(Words):
    """The limits of bytes in base64."""


@dataclass(frozen=True, slots=True)
class Span:
    """The limits of a number, both included."""

    least: int
    most: int


PLAIN: Final = Words(200)
"""A text that says no more of itself: one line."""

_LARGE: Final = 10**12
ANY_NUMBER: Final = Span(-_LARGE, _LARGE)
"""A number that says no more of itself; no hall has so much of anything, and the book's sums stay exact."""

Name = Annotated[str, Words(120)]
"""A person, a company, a ball set, an item to check."""

Short = Annotated[str, Words(60)]
"""A document, a telephone, a day, a code."""

Prose = Annotated[str, Words(2000, 40)]
"""What a person writes, or a device says, in its own words."""

Certificate = Annotated[str, Encoded(20_000)]
"""A certificate, DER in base64; empty where there is none."""

Machine = Annotated[str, Words(2000)]
"""What nobody types and is longer than a line: the key of the hall, a path."""

Count = Annotated[int, Span(-1_000_000, 1_000_000)]
"""How many cards, balls, people; the rules say themselves what is wrong with a negative one."""

SixDigits = Annotated[int, Span(-999_999, 999_999)]
"""A card, or the identification of a series: what its bar code has room for."""

FourDigits = Annotated[int, Span(0, 9999)]
"""A volume, a folio, how many folios a volume has: what the names of their files have room for."""

Numbered = Annotated[int, Span(-1_000_000_000, 1_000_000_000)]
"""The number of an entry, an incident, an order."""

Amount = Annotated[int, Span(-_LARGE, _LARGE)]
"""Money in minor units."""

MOST: Final = 1000
"""How many items a list has at most."""

_NAMES: Final = {
    "accredited": "certificado acreditado",
    "after": "hora nueva",
    "amount": "importe",
    "announced": "cartones que se anunciaron",
    "appointments": "puestos",
    "approval": "aprobación",
    "aside": "archivo apartado",
    "at": "momento de la sesión, en ms",
    "at_once": "reparto si ganan a la vez",
    "authority": "certificado de la autoridad",
    "automatic": "aparato automático",
    "ball": "bola",
    "ball_set": "juego de bolas",
    "before": "hora de antes",
    "bets": "apuestas",
    "boot": "arranque",
    "breach": "lo que hizo",
    "caller": "sala que llama",
    "candidates": "bolas posibles",
    "card": "cartón",
    "cards": "cartones",
    "cause": "lo que se vio",
    "certificate": "certificado",
    "chance": "suerte",
    "claim": "premio",
    "claimant": "nombre de quien reclama",
    "clock": "reloj",
    "code": "código",
    "collected": "recogido",
    "commission": "comisión",
    "company": "empresa",
    "controller": "clave de la sala",
    "copy": "copia",
    "corrects": "asiento que se salva",
    "count": "cantidad",
    "counted": "efectivo contado",
    "cut_cards": "cartas de corte",
    "cutter": "quién corta",
    "data": "datos",
    "day": "fecha",
    "decision": "decisión",
    "decks": "barajas",
    "delay_ms": "demora de la conexión",
    "detail": "detalle",
    "device": "aparato",
    "digest": "huella",
    "direction": "sentido del plato",
    "director": "Director presente",
    "document": "documento",
    "ended": "cómo terminó",
    "entries": "asientos",
    "entry": "asiento",
    "face_value": "valor facial",
    "findings": "lo que no está bien",
    "first": "primer cartón",
    "folio": "folio",
    "folios": "folios",
    "game": "partida",
    "hall": "nombre de la sala",
    "hash": "huella",
    "identification": "número de la serie",
    "item": "comprobación",
    "jackpot": "pozo de la oficina",
    "kind": "clase",
    "last": "último cartón",
    "letter": "letra de la serie",
    "level": "nivel",
    "licence": "licencia",
    "line": "línea del sensor",
    "lot": "lote",
    "maker": "fabricante",
    "marks": "defectos del cartón",
    "matrix": "cartones-matriz",
    "medium": "soporte",
    "minutes": "minutos",
    "moment": "hora de la oficina",
    "name": "nombre",
    "notarised_on": "fecha notarial",
    "notary": "notario",
    "note": "respuesta firmada",
    "number": "número",
    "numbers": "bolas contadas",
    "order": "orden de la bola",
    "origin": "nombre del libro",
    "paid": "pagado",
    "paper": "papel",
    "paper_kind": "clase de papel",
    "pdf": "archivo PDF",
    "people": "personas",
    "person": "nombre",
    "phone": "teléfono",
    "picture": "imagen",
    "pieces": "piezas",
    "place": "lugar",
    "player": "nombre de quien lo presenta",
    "players": "jugadores",
    "pocket": "número de la ruleta",
    "pockets": "casillas",
    "posts": "puestos",
    "program": "programa",
    "progressive": "pozo",
    "proposal": "lo propuesto",
    "purpose": "objeto del libro",
    "ranges": "cartones de la sala",
    "readings": "lecturas",
    "reason": "motivo",
    "red": "números rojos",
    "request": "petición",
    "reserved": "reservado",
    "result": "resultado",
    "root": "raíz",
    "rule_set": "reglas",
    "said": "número que se cantó",
    "seat": "asiento",
    "seconds": "segundos entre bolas",
    "seed": "importe inicial",
    "seller": "vendedor",
    "sensor": "jugada del sensor",
    "sequence": "mensaje del distribuidor",
    "serial": "orden",
    "series": "serie",
    "settings": "ajustes",
    "sheets": "hojas",
    "shoe": "distribuidor",
    "shuffler": "barajador",
    "side": "grupo",
    "signed": "asientos firmados",
    "signer": "quien firma",
    "size": "tamaño",
    "slip": "vale",
    "special": "juego especial",
    "speed": "velocidad",
    "stage": "situación de la sala",
    "stakes": "totales apostados",
    "text": "texto",
    "today": "hoy",
    "unsound": "bolas en mal estado",
    "valid_from": "vale desde",
    "value": "valor",
    "version": "versión",
    "volume": "tomo",
    "wheel": "ruleta",
    "why": "causa",
    "window_s": "plazo para ganar a la vez",
    "winner": "nombre de quien gana",
    "witness": "testigo del público y documento",
}


def field_name(field: str) -> str:
    """Return what people call a field, in Spanish; a field without a name is called by its own."""
    return _NAMES.get(field, field)


def field_names() -> tuple[str, ...]:
    """Return what people call every field, for the catalogues."""
    return tuple(dict.fromkeys(_NAMES.values()))
