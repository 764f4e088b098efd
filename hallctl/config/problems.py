"""Says what is wrong with one value of a configuration file, in Spanish.

Not responsible for finding it: pydantic does.
"""

from pathlib import Path
from typing import Any, Final


class ConfigError(ValueError):
    """The configuration is wrong; each problem names file, section, key and limit."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


_MOST: Final = 10
"""How many faults of one thing are told: of a series of cards of another variant each card has one."""


def each_told(where: str, error: Exception) -> list[str]:
    """Return what an error says, a fault a line after where it is; of many the first, and how many more."""
    found: tuple[str, ...] = getattr(error, "problems", ()) or (str(error),)
    lines = [f"{where}: {fault}" for fault in found[:_MOST]]
    more = len(found) - _MOST
    return lines if more <= 0 else [*lines, f"{where}: … y {more} más"]


_SENTENCES: Final = {
    "missing": "falta",
    "extra_forbidden": "clave desconocida",
    "greater_than_equal": "debe ser como mínimo {ge}",
    "less_than_equal": "debe ser como máximo {le}",
    "greater_than": "debe ser mayor que {gt}",
    "float_type": "debe ser un número",
    "too_short": "necesita al menos {min_length}",
    "string_too_short": "no puede estar vacío",
    "string_too_long": "tiene más de {max_length} caracteres",
    "string_pattern_mismatch": "no tiene la forma {pattern}",
    "too_long": "admite como máximo {max_length}",
    "dict_type": 'debe ser "auto" o una pantalla para cada momento',
    "int_type": "debe ser un número entero",
    "string_type": "debe ser un texto",
    "bool_type": "debe ser true o false",
    "list_type": "debe ser una lista",
    "model_type": "debe ser una sección",
    "literal_error": "debe ser uno de {expected}",
    "value_error": "{error}",
}


def problem_text(path: Path, item: dict[str, Any]) -> str:
    """Say one problem as file, section, key and limit.

    Args:
        path: The file.
        item: The problem as pydantic lists it.
    """
    where = [str(part + 1) if isinstance(part, int) else str(part) for part in item["loc"]]
    # A union's branch names its type at the end of the place; people know the key only.
    where = [
        part for part in where if not part.startswith(("function-", "constrained-")) and part not in {"int"}
    ]
    section, key = (f"[{'.'.join(where[:-1])}] ", where[-1]) if len(where) > 1 else ("", "".join(where))
    sentence = _SENTENCES.get(item["type"], item["msg"]).format(**item.get("ctx", {})).replace(" or ", " o ")
    got = "" if item["type"] in {"missing", "extra_forbidden"} else f", no {item['input']!r}"
    return f"{path}: {section}{key}: {sentence}{got}"
