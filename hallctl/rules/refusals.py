"""What the rules answer when they say no.

Not responsible for what a game refuses, nor for faults of devices or of the book: a refusal is a value, and
nothing is wrong with the hall. The sentences are the Spanish ones, made for the person at the desk; other
languages come by catalogue.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any, Final

from hallctl.rules.codec import UNSENT

Word = str | int | tuple[str, ...]
"""What fills a place of a sentence: a text, a number, or a list."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A command the rules do not allow now.

    Attributes:
        code: The stable code, listed in docs/fault-codes.md.
        requirement: The check, decision or invariant it comes from, e.g. "AJ-66".
        sentence: What is wrong and what to do instead, for the person, in Spanish.
        words: What fills the sentence, by the names of its places; other languages fill theirs with it.
        template: The sentence with its places open, by which catalogues know it; it is not sent.
    """

    code: str
    requirement: str
    sentence: str
    words: Mapping[str, Word] = field(default_factory=dict, hash=False)
    template: str = field(default="", compare=False, repr=False, metadata=UNSENT)


Refusals = Mapping[str, tuple[str, str]]
"""Refusals by their code: the requirement, and the sentence with its places open."""


HOUSE_REFUSALS: Final[Refusals] = {
    "POST": ("AJ-06", "«{step}» corresponde a: {posts}. Entre con ese puesto."),
    "POST-CONTROLLER": (
        "I16",
        "Por los aparatos no habla ninguna persona. Entre con un puesto de la sala.",
    ),
    "POST-PERSON": ("AJ-13", "{person} no ocupa el puesto «{post}» en esta sesión."),
    "REQUEST": ("I17", "La petición {request} ya se usó para otra cosa. Repita el paso con una nueva."),
    "TEXT-PRINT": (
        "I24",
        "«{field}»: el carácter {place}, {character}, no se puede imprimir: {why}. Quítelo y repita el paso.",
    ),
    "TEXT-LONG": ("I24", "«{field}» tiene {length} caracteres y caben {most}. Escríbalo más corto."),
    "TEXT-LINES": ("I24", "«{field}» tiene {lines} renglones y caben {most}. Quite saltos de línea."),
    "TEXT-FORM": ("I24", "«{field}» no tiene la forma que lleva. Revise lo que envió."),
    "NUMBER-RANGE": ("I24", "«{field}» debe ser un número de {least} a {most}. Revise lo que escribió."),
    "LIST-LONG": ("I24", "«{field}» tiene más de {most} elementos. Revise lo que envió."),
    "BOOK-NONE": ("AJ-40", "No hay libro abierto. Extienda primero la diligencia de apertura."),
    "BOOK-OPEN": ("AJ-40", "El libro ya tiene su diligencia de apertura."),
    "BOOK-NOTARY": ("AJ-40", "La diligencia de apertura necesita notario, fecha y número de folios."),
    "BOOK-FULL": ("AJ-40", "Quedan pocos folios en el tomo. Ciérrelo y abra el siguiente."),
    "BOOK-VOLUME": ("AJ-39", "El tomo que se abre ahora es el {volume}. Corríjalo en la configuración."),
    "BOOK-FOLIOS": ("AJ-40", "Un tomo necesita al menos {least} folios."),
    "BOOK-INCIDENTS": (
        "AJ-53",
        "Los folios que quedan son para las actas. Anótelo en una incidencia del próximo tomo.",
    ),
    "BOOK-TEXT": (
        "AJ-40",
        "Quedan pocos folios en el tomo para un texto tan largo. Escríbalo más corto.",
    ),
    "CLOSE-SESSION": ("AJ-39", "El tomo se cierra fuera de la sesión. Cierre antes la sesión."),
    "CLOSE-NONE": ("I16", "Nadie ha propuesto cerrar el tomo. Lo propone antes el jefe de mesa."),
    "CLOSE-MEDIUM": (
        "I1",
        "Al segundo soporte le faltan asientos. Vuelva a ponerlo, o haga otro con la sala parada "
        "(hallctl book repair --second), y cierre después el tomo.",
    ),
    "CLOSE-FAULT": ("I14", "Hay fallos sin reconocer ({faults}). Reconózcalos antes de cerrar el tomo."),
    "SIGN-LOCKED": ("AJ-42", "Este paso lleva la firma de {person}: escriba su contraseña y repita el paso."),
    "SIGN-AGAIN": ("I16", "{person} debe volver a escribir su contraseña: de eso hace más de dos minutos."),
    "SIGN-FAILED": (
        "AJ-42",
        "La clave de {person} no firmó ({fault}). Compruebe que su tarjeta está puesta, o revise la clave "
        "con «hallctl keys list».",
    ),
    "PRINTING-REASON": ("I16", "Escriba por qué se sigue sin imprimir."),
    "PRINT-NONE": ("AJ-39", "No hay ningún folio pendiente de imprimir."),
    "PRINTING-WORKS": ("I14", "La impresión no falla ahora. No hay nada que apartar."),
    "REPAIR-REASON": ("AJ-39", "Escriba por qué se reparó el soporte."),
    "FOLIO-NONE": ("AJ-39", "No hay ningún folio {folio} impreso; el último es el {last}."),
    "INCIDENT-ENTRY": ("AJ-53", "No existe el asiento {entry} que se quiere salvar. Revise su número."),
    "STEP-LATE": (
        "I26",
        "El paso llegó tarde y no se hizo. Mire cómo está la sala y, si todavía hace falta, repítalo.",
    ),
    "STEP-STALE": (
        "I26",
        "La sala cambió antes de que llegara el paso, y no se hizo. Mire cómo está ahora y, si todavía hace "
        "falta, repítalo.",
    ),
    "CONTINUE": ("I4", "El sistema se reinició. Compruebe la mesa y pulse «Continuar»."),
    "CONTINUE-NONE": ("I4", "No hay nada que continuar: la partida no está detenida por un reinicio."),
    "RULES-SESSION": ("AJ-117", "Las reglas no cambian con la sesión abierta. Ciérrela antes."),
    "PAPER-NONE": ("AJ-05", "No espera ningún papel n.º {number} de la oficina. Mire cuál espera ahora."),
    "PAPER-SESSION": ("AJ-117", "Un papel de la oficina se adopta fuera de la sesión. Ciérrela antes."),
    "PAPER-EARLY": ("AJ-117", "El papel n.º {number} vale desde el {first}. Adóptelo ese día o después."),
    "FAULT": ("I14", "Hay un fallo sin reconocer ({faults}). Resuélvalo y reconózcalo antes de extraer."),
    "FAULT-ACTIVE": ("I14", "El fallo {fault} sigue presente. Corrija la causa y vuelva a reconocerlo."),
    "FAULT-NONE": ("I14", "No hay ningún fallo {fault} que reconocer."),
    "SESSION-NONE": ("AJ-60", "No hay sesión abierta. Abra primero la sesión."),
    "SESSION-OPEN": ("AJ-60", "Ya hay una sesión abierta."),
    "SESSION-DAY": ("AJ-39", "«{day}» no es una fecha. Escríbala como 2026-01-31."),
    "SESSION-OTHER": (
        "D25",
        "El reloj dice que hoy es {today}, no {day}. Corrija la fecha; si es otra, el Jefe de Mesa la "
        "propone con su motivo («Proponer otra fecha») y el Director la conforma.",
    ),
    "SESSION-UNSURE": (
        "D25",
        "No se sabe si el reloj está en hora: marca {today}. Póngalo en hora; si no puede, el Jefe de Mesa "
        "propone la fecha con su motivo («Proponer otra fecha») y el Director la conforma.",
    ),
    "SESSION-VALIDITY": (
        "AJ-117",
        "Las reglas se aprobaron del {first} al {until}; el {day} queda fuera. Cargue la aprobación vigente.",
    ),
    "SESSION-POSTS": ("AJ-13", "Faltan puestos obligatorios: {missing}."),
    "SESSION-SAME": ("D16", "{person} vende cartones y paga premios; este conjunto de reglas no lo permite."),
    "PLAYERS-SEATS": (
        "AJ-14",
        "Hay {players} {players:jugador|jugadores} y {seats} {seats:posición "
        "sentada|posiciones sentadas}. No se juega de pie.",
    ),
    "PLAYERS-COUNT": ("AJ-14", "El número de jugadores no puede ser negativo."),
    "SESSION-GAME": ("AJ-52", "Cierre y firme antes la partida {game}."),
    "CHECK-UNKNOWN": ("AJ-60", "«{item}» no figura en las comprobaciones: {items}."),
    "BALL-DISAGREE": ("I15", "Los testigos no dicen el mismo número: {balls}. Mire la bola."),
    "BALL-SILENT": ("I15", "Falta un testigo de la bola que las reglas piden. Mire la bola."),
    "CASH-NEGATIVE": ("AJ-11", "El efectivo contado no puede ser negativo."),
    "CASH-NONE": ("AJ-11", "Cuente cuántas piezas hay de cada valor."),
    "CASH-PIECE": ("AJ-11", "Aquí no se cuentan piezas de {values}. Cuente una vez cada valor de la lista."),
    "CASH-MANY": ("AJ-11", "Nadie cuenta más de {most} piezas de un valor. Revise lo que escribió."),
    "SHIFT-NONE": ("AJ-11", "No hay turno de caja abierto. El cajero cuenta antes el fondo y lo abre."),
    "SHIFT-OPEN": ("AJ-11", "{cashier} tiene la caja. Que cierre antes su turno."),
    "SHIFT-OTHER": ("AJ-11", "La caja es de {cashier} en este turno."),
    "SHIFT-GAME": ("AJ-11", "El turno se cierra entre partidas. Firme antes la partida {game}."),
    "SESSION-SHIFT": ("AJ-11", "{cashier} tiene abierto el turno de caja. Ciérrelo antes un cajero."),
    "SIGN-INCIDENT": ("AJ-54", "Faltan firmas del Director en las incidencias: {numbers}."),
    "INCIDENT-TEXT": ("AJ-53", "Escriba qué ocurrió."),
    "INCIDENT-NONE": ("AJ-54", "La incidencia {number} no espera ninguna firma."),
    "INCIDENT-SAME": ("I16", "La misma persona no puede firmar dos veces la incidencia."),
    "COMPLAINT-WHO": ("AJ-56", "Una reclamación necesita nombre, documento y texto."),
    "COMPLAINT-TEXT": ("AJ-56", "Una reclamación necesita nombre y texto."),
    "COMPLAINT-UNSIGNED": ("D14", "Sin la firma de quien reclama es nula. Que firme el papel y anótela."),
    "COMPLAINT-NONE": ("AJ-05", "La reclamación {number} no espera ninguna decisión."),
    "COMPLAINT-DECISION": ("AJ-05", "Escriba la decisión."),
    "AGREE-REASON": ("I16", "Escriba el motivo: queda en el libro."),
    "CLOCK-FINE": ("I25", "El reloj no saltó ni va por detrás del libro: no hay nada que fijar."),
    "CLOCK-BUILD": (
        "I25",
        "El reloj marca {now} y este programa es posterior, del {built}: así no se firma. Ponga el reloj en "
        "hora (en la máquina: sudo timedatectl set-time) y repita.",
    ),
    "CLOCK-BEHIND": (
        "I25",
        "El reloj marca {now} y el libro tiene un asiento del {newest}: así no se firma. Ponga el reloj en "
        "hora (en la máquina: sudo timedatectl set-time); si ya lo está, el Jefe de Mesa y el Director "
        "fijan la hora.",
    ),
    "SIGN-VALIDITY": (
        "I25",
        "El certificado de {person} vale del {first} al {until} y el reloj marca {now}: así no se firma. "
        "Ponga el reloj en hora; si ya lo está, renueve el certificado (hallctl keys enrol --replace).",
    ),
    "SIGN-AUTHORITY": (
        "I25",
        "La autoridad de la sala vale del {first} al {until} y el reloj marca {now}: así no se firma. "
        "Ponga el reloj en hora; si ya lo está, hacen falta claves nuevas (hallctl keys init).",
    ),
    "SIGN-POST": (
        "I25",
        "El certificado de {person} no es del puesto «{post}»: así no se firma. Renuévelo con ese puesto "
        "(hallctl keys enrol --replace).",
    ),
    "SIGN-CERTIFICATE": (
        "I25",
        "El certificado de {person} no es de la autoridad que el tomo nombra, o no es para firmar. Revíselo "
        "con «hallctl keys list».",
    ),
    "AGREE-PROPOSED": ("I16", "Ya está propuesto. Falta la conformidad del Director."),
    "AGREE-NONE": ("I16", "El Jefe de Mesa no lo ha propuesto."),
    "AGREE-SAME": ("I16", "La misma persona no puede proponer y dar la conformidad."),
}


_BETWEEN: Final = {"problem": "; "}
"""What stands between the items of a list where it is not a comma: problems have commas of their own."""


def refuse(code: str, **words: Word) -> Refusal:
    """Return the refusal of the house of this code, its sentence filled with the given words."""
    return refusal_of(HOUSE_REFUSALS, code, words)


def refusal_of(refusals: Refusals, code: str, words: Mapping[str, Word]) -> Refusal:
    """Return the one of some refusals that has this code, its sentence filled with the given words."""
    requirement, template = refusals[code]
    return Refusal(code, requirement, filled(template, words), words, template)


class _Inflecting(Formatter):
    """Says a word as its number wants it: in "{count} {count:cartón|cartones}" one is singular."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        one, several, many = format_spec.partition("|")
        if not several:
            return super().format_field(value, format_spec)
        return one if str(value) == "1" else many


_INFLECTING: Final = _Inflecting()


def inflected(template: str, words: Mapping[str, object]) -> str:
    """Return a sentence with its words in their places, and those beside a number as it wants them."""
    return _INFLECTING.vformat(template, (), words) if "|" in template else template.format(**words)


def filled(sentence: str, words: Mapping[str, Word]) -> str:
    """Return a sentence of a catalogue with its words in their places."""
    return inflected(sentence, {name: _said(name, word) for name, word in words.items()})


def _said(name: str, word: Word) -> str:
    return _BETWEEN.get(name, ", ").join(word) if isinstance(word, tuple) else str(word)
