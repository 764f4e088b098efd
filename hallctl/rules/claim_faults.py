"""Why a card that somebody sang is not good, as templates of what people read.

Not responsible for verifying a card.
"""

from enum import StrEnum


class Mark(StrEnum):
    """What the jefe de mesa may find wrong with the paper of a sung card (AJ-95, 106..109)."""

    DIFFERS = "differs"
    ILLEGIBLE = "illegible"
    OVERLINED = "overlined"
    MANIPULATED = "manipulated"
    ERASABLE = "erasable"
    HIDDEN = "hidden"
    DAMAGED = "damaged"


PAPER = {
    Mark.DIFFERS: "el original no coincide con el cartón-matriz (AJ-95)",
    Mark.ILLEGIBLE: "marcas que impiden leer los números (AJ-106)",
    Mark.OVERLINED: "números sobrealineados (AJ-106)",
    Mark.MANIPULATED: "números manipulados (AJ-106)",
    Mark.ERASABLE: "marcas que se borran (AJ-107)",
    Mark.HIDDEN: "cartón guardado, oculto o retenido (AJ-108)",
    Mark.DAMAGED: "cartón dañado o roto (AJ-109)",
}


class ClaimFault(StrEnum):
    """Why a sung card is not good whatever its paper, as templates of what people read."""

    UNKNOWN = "el cartón {card} no existe en la serie {series}"
    UNSOLD = "no se vendió en esta partida"
    LATE = "la última bola cantada, el {last}, no está en la línea (D2)"
    UNCALLED = "números no cantados: {numbers}"
    SYMBOLS = "símbolos no cantados: {symbols}"
    """For the room alone, where symbols stand for the numbers."""
