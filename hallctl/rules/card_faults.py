"""What can be wrong with a card or a set of them, as templates of what people read.

Not responsible for looking for any of it.
"""

from enum import StrEnum


class CardFault(StrEnum):
    """What can be wrong with a card or a set of them, as templates of what people read."""

    CELLS = "tiene {count} casillas, no {cells}"
    RANGE = "el número {number} no está entre 1 y {universe}"
    TWICE = "el número {number} está {times} veces"
    ROW = "la fila {row} tiene {count} números, no {wanted}"
    COLUMN = "la columna {column} no tiene números"
    BLANK = "la casilla de la fila {row}, columna {column}, no tiene número"
    FREE = "la casilla de la fila {row}, columna {column}, es libre y tiene el {number} (PT-61)"
    PLACE = "el número {number} no es de la columna {column}, que va del {first} al {last}"
    ASCENDING = "la columna {column} no asciende"
    EQUAL = "tiene los mismos números que el cartón {other} (AJ-72, PT-22)"
    NONE = "no hay ningún cartón"
    OF_CARD = "cartón {card}: {fault}"
