"""The files that a hall's configuration names, and the same configuration with other names for them.

A calibration names pictures beside itself, so a file keeps its place among those that it names. Not
responsible for copying anything, nor for what the configuration means.
"""

import os.path
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Any, Final

from hallctl.cli.book.errors import BookError
from hallctl.config.tomlfile import read_toml

Place = tuple[str | int, ...]
"""Where a value stands in a configuration, e.g. ("series", 0, "matrix")."""

DIRECTORY: Final[Place] = ("hall", "directory")
SECOND: Final[Place] = ("book", "second")
KEYS: Final[Place] = ("keys", "directory")

BROUGHT: Final = "traidos"
"""The folder of files that lay outside the configuration's own."""

_OF_THE_MACHINE: Final = frozenset({"module", "player"})
"""Libraries and programs: another machine has its own."""

_TOKEN: Final = re.compile(
    r"#[^\n]*"
    r'|"""[\s\S]*?"""'
    r"|'''[\s\S]*?'''"
    r'|(?P<basic>"(?:[^"\\\n]|\\.)*")'
    r"|(?P<literal>'[^'\n]*')"
)


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file or folder that a configuration names.

    Attributes:
        place: Where it is named.
        path: Where it is.
        kept: Where a copy has it, from the folder of the copied configuration.
    """

    place: Place
    path: Path
    kept: PurePath


def named_files(config: Path, values: Mapping[str, Any]) -> list[NamedFile]:
    """Return the files and folders that a configuration names beside the hall's own folders.

    Args:
        config: The configuration.
        values: What it says.
    """
    found: list[NamedFile] = []
    for place, text in _texts(values):
        path = config.parent / text
        if place in (DIRECTORY, SECOND, KEYS) or _OF_THE_MACHINE & set(place) or not _is_there(path):
            continue
        if path.is_dir() and config.resolve().is_relative_to(path.resolve()):
            continue
        own = PurePath(os.path.normpath(text))
        inside = not own.is_absolute() and ".." not in own.parts
        kept = own if inside else PurePath(BROUGHT) / str(len(found) + 1) / path.name
        found.append(NamedFile(place, path, kept))
    return found


def files_of(named: NamedFile) -> Iterator[tuple[PurePath, Path]]:
    """Yield every file behind a name with its place in the copy; a calibration brings those that it names.

    Raises:
        BookError: A file names another one outside its own folder.
    """
    if named.path.is_dir():
        for path in sorted(named.path.rglob("*")):
            if path.is_file():
                yield named.kept / path.relative_to(named.path), path
        return
    yield named.kept, named.path
    if named.path.suffix != ".toml":
        return
    for each in named_files(named.path, read_toml(named.path)):
        if each.kept.parts[0] == BROUGHT:
            raise BookError(f"{named.path}: nombra {each.path}, fuera de su carpeta; póngalo en ella.")
        yield named.kept.parent / each.kept, each.path


def renamed(text: str, changes: Mapping[Place, str]) -> str:
    """Return a configuration that says something else at some places, with its comments.

    Args:
        text: The configuration.
        changes: What it says there.

    Raises:
        BookError: A text to change stands elsewhere too, where it must stay.
    """
    values = tomllib.loads(text)
    said = {place: value for place, value in _texts(values) if place in changes}
    literal = {said[place]: changes[place] for place in said}

    def replace(found: re.Match[str]) -> str:
        token = found["basic"] or found["literal"]
        old = None if token is None else tomllib.loads(f"text = {token}")["text"]
        return found[0] if old not in literal else _quoted(literal[old])

    changed = _TOKEN.sub(replace, text)
    wanted = {place: changes.get(place, value) for place, value in _texts(values)}
    if dict(_texts(tomllib.loads(changed))) != wanted:
        names = ", ".join(sorted(f"«{each}»" for each in literal))
        raise BookError(f"la configuración usa para otra cosa el nombre de una carpeta o archivo: {names}.")
    return changed


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _texts(value: Any, place: Place = ()) -> Iterator[tuple[Place, str]]:
    """Yield every text of a configuration with its place."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from _texts(held, (*place, key))
    elif isinstance(value, list):
        for number, held in enumerate(value):
            yield from _texts(held, (*place, number))


def _is_there(path: Path) -> bool:
    """Return whether a path names a file or a folder; a name that none can have names none."""
    with suppress(OSError, ValueError):
        return path.is_file() or path.is_dir()
    return False
