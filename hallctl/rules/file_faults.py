"""What can be wrong with a file of matrix cards, as people read it.

Not responsible for reading the file (each game does).
"""

from enum import StrEnum
from typing import Final

SOUND: Final = "{count} cartones sin faltas. Matriz {digest}"
"""What is said of a file without faults."""


class FileFault(StrEnum):
    """What can be wrong with a file of cards, as templates of what people read."""

    EMPTY = "el archivo está vacío"
    LINES = "el archivo tiene {lines} líneas: una matriz tiene hasta {most} cartones"
    BYTES = "el archivo pasa de {most} MiB: no es una matriz de cartones"
    ENCODING = "el archivo no es texto en UTF-8 (byte {byte}); guárdelo como «CSV UTF-8»"
    HEADER = "línea {line}: falta el encabezado «{header}»"
    BLANK = "línea {line}: está vacía"
    NO_CARD = "línea {line}: no es la de un cartón"
    NUMBER = "línea {line}: empieza con {found}, no con el número de un cartón"
    MISSING = "falta el cartón {card}"
    MISSING_SPAN = "faltan los cartones {first} a {last}"
    AGAIN = "línea {line}, cartón {card}: {fault}"
    KNOWN = "el número ya está en la línea {before}"
    ORDER = "está después del cartón {previous} (línea {at})"
    COUNT = "casillas en la línea: {count}, no {cells}"
    CELL = "la casilla {name} tiene {found}, que no es un número"
