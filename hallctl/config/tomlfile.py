"""Reads a TOML file as people save them, and says in Spanish what their editor did to it.

Not responsible for what the values mean (``hallctl.config.hall``, ``hallctl.config.rules``).
"""

import re
import tomllib
from pathlib import Path
from typing import Any, Final

_TYPOGRAPHIC: Final = re.compile("[“”„«»‘’‚]")
_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)")
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_SAVE_AS: Final = "guárdelo como «UTF-8»"


class TomlFileError(ValueError):
    """A file cannot be read as TOML; the text says in Spanish where and what to do."""


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a byte order mark makes no difference.

    Raises:
        TomlFileError: It is in another encoding, or no TOML.
        OSError: It cannot be read.
    """
    raw = path.read_bytes()
    if raw.startswith(_UTF_16):
        raise TomlFileError(f"está en UTF-16, que un editor llama «Unicode»; {_SAVE_AS}")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TomlFileError(_encoding_problem(raw, error.start)) from error
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise TomlFileError("no es TOML: anidado sin fin") from error
    except tomllib.TOMLDecodeError as error:
        raise TomlFileError(_syntax_problem(text, str(error))) from error


def _encoding_problem(raw: bytes, at: int) -> str:
    line = raw.count(b"\n", 0, at) + 1
    guess = raw[at : at + 1].decode("cp1252", "replace")
    return f"línea {line}: no está en UTF-8 («{guess}» parece de Windows-1252 o Latin-1); {_SAVE_AS}"


def _syntax_problem(text: str, message: str) -> str:
    place = _PLACE.search(message)
    if place is None:
        return f"no es TOML: {message}"
    number = int(place[1])
    lines = text.split("\n")
    mark = _TYPOGRAPHIC.search(lines[number - 1]) if number <= len(lines) else None
    if mark is not None:
        return f'línea {number}: «{mark[0]}» es una comilla tipográfica; escriba comillas rectas (")'
    reason = _PLACE.sub("", message).strip()
    return f"línea {number}, columna {place[2]}: no es TOML ({reason})"
