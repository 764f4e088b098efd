"""What a script's reader answers where a line is not a command at all.

Not responsible for what the rules refuse: a line that reads well is theirs to answer.
"""

from typing import Final

from hallctl.rules.refusals import Refusal, Word, refusal_of

FORMAT: Final = "docs/play.md"
"""Where the format of a script comes from; cited as the requirement of these refusals."""

_CATALOGUE: Final[dict[str, str]] = {
    "SCRIPT-LONG": "La línea pasa de {most} bytes. Divida el guion en líneas más cortas.",
    "SCRIPT-JSON": "La línea no es un objeto JSON de los que aquí se entienden: {problem}. Corríjala.",
    "SCRIPT-FIELDS": "La línea no tiene la forma de una orden: {problem}. Corríjala.",
    "SCRIPT-COMMAND": "No existe la orden «{command}»; la más parecida es {nearest}.",
    "SCRIPT-BODY": "La orden «{command}» no lleva esos datos: {problem}. Corríjalos.",
    "SCRIPT-TIME": "El tiempo no retrocede: la línea dice {at} ms y ya pasaron {now}. Ponga una posterior.",
    "SCRIPT-MATRIX": "No se pueden usar los cartones-matriz «{path}»: {problem}.",
}

LEVELS: Final = "tiene demasiados niveles"
OBJECT: Final = "no es un objeto"
KEY: Final = "hay una clave que no es un nombre corto"
TWICE: Final = "hay una clave repetida"
LARGE: Final = "hay un número demasiado grande"
FRACTION: Final = "{number} no es un número entero"
COLUMN: Final = "hay un error en la columna {column}"
UTF_8: Final = "el byte {byte} no es UTF-8"
UNREADABLE: Final = "no se puede leer el archivo"
NO_NAME: Final = "no es el nombre de un archivo"

DETAILS: Final = (
    *(LEVELS, OBJECT, KEY, TWICE, LARGE, FRACTION, COLUMN, UTF_8, UNREADABLE, NO_NAME),
    "{path}: falta",
    "{path}: campo desconocido",
    "{path}: se espera uno de {values}",
    "{path}: se espera un objeto",
    "{path}: se espera una lista",
    "{path}: se espera {wanted}, no {got}",
    "{path}: número demasiado grande",
    "{path}: pasa de {most} elementos",
    "{path}: no es texto, o pasa de {most} caracteres",
)
"""Everything that fills "{problem}": what a line's reader says itself, then what the codec says."""


def unreadable(code: str, **words: Word) -> Refusal:
    """Return the refusal of this code, its sentence filled with the given words."""
    return refusal_of(catalogue(), code, words)


def catalogue() -> dict[str, tuple[str, str]]:
    """Return every code with what it cites and its sentence, as the rules' own catalogue does."""
    return {code: (FORMAT, sentence) for code, sentence in _CATALOGUE.items()}
