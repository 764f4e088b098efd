"""Commands and events as JSON values, both ways, strictly.

Not responsible for text or bytes: canonical JSON belongs to the book.
"""

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import lru_cache, partial
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")

Instead = Mapping[type, type]
"""The subclasses that are made wherever a class is named."""

_NONE: Final[Instead] = {}

_Reader = Callable[[Any, str, list[str], Instead], Any]
"""Builds a value from JSON values; given its path, where problems are added, and what is made instead."""

LARGEST: Final = 2**53 - 1
"""The largest integer that every JSON reader reads alike (RFC 8785)."""

LONGEST: Final = 20_000
"""How many characters a text that is sent may have; its field has less room (``admission``)."""

MOST: Final = 1000
"""How many items a list of a command or an event may have."""

UNSENT: Final[Mapping[str, bool]] = {"unsent": True}
"""The metadata of a field that is not encoded."""

SPARSE: Final[Mapping[str, bool]] = {"sparse": True}
"""The metadata of a field that is left out where it has its default: older entries have no such key."""

_PLAIN: Final = frozenset({str, int, bool, types.NoneType})


class CodecError(ValueError):
    """JSON values do not fit the type; ``problems`` names every misfit with its path."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(self.problems))


def encode(value: Any) -> Any:
    """Return JSON values for a frozen dataclass of this package, or for any of its fields' values."""
    kind: Any = type(value)
    if kind in _PLAIN:
        return value
    names = _names(kind)
    if names is not None:
        absent = _absent(kind)
        if absent:
            names = tuple(n for n in names if n not in absent or getattr(value, n) != absent[n])
        return {name: encode(getattr(value, name)) for name in names}
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    return value


def decode(cls: type[T], data: Any, instead: Instead = _NONE) -> T:
    """Build a value of this type from JSON values; what a person or a program sends comes through `receive`.

    Args:
        cls: The type.
        data: The JSON values.
        instead: The subclasses that are made wherever a class is named.

    Raises:
        CodecError: If a key is missing or unknown, or a value is of another type.
    """
    problems: list[str] = []
    kind: Any = cls
    value: T = _reader(kind)(data, cls.__name__, problems, instead)
    if problems:
        raise CodecError(problems)
    return value


def receive(cls: type[T], data: Any) -> T:
    """Build a value of this type from JSON values that somebody sent, within reasonable limits.

    Raises:
        CodecError: As `decode`, or if a number, a text or a list is larger than any hall needs.
    """
    try:
        problems = list(_excesses(data, cls.__name__))
    except RecursionError:
        problems = [f"{cls.__name__}: demasiados niveles"]
    if problems:
        raise CodecError(problems)
    return decode(cls, data)


def _excesses(data: Any, path: str) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _excesses(value, f"{path}.{key}")
    elif isinstance(data, list) and len(data) > MOST:
        yield f"{path}: pasa de {MOST} elementos"
    elif isinstance(data, list):
        for index, item in enumerate(data):
            yield from _excesses(item, f"{path}[{index}]")
    elif isinstance(data, int) and abs(data) > LARGEST:
        yield f"{path}: número demasiado grande"
    elif isinstance(data, str) and not _is_text(data):
        yield f"{path}: no es texto, o pasa de {LONGEST} caracteres"


def _is_text(data: str) -> bool:
    """Return whether a string has a reasonable length and an encoding: half a surrogate pair has none."""
    return len(data) <= LONGEST and not any("\ud800" <= character <= "\udfff" for character in data)


@lru_cache(maxsize=256)
def _names(kind: type) -> tuple[str, ...] | None:
    """Return the names of a dataclass's fields that are encoded, None where it is no dataclass."""
    if not is_dataclass(kind):
        return None
    return tuple(f.name for f in fields(kind) if "unsent" not in f.metadata)


@lru_cache(maxsize=256)
def _absent(kind: type) -> Mapping[str, Any]:
    """Return the defaults of a dataclass's fields that are left out where they have them."""
    return {f.name: f.default for f in fields(kind) if "sparse" in f.metadata}


@dataclass(frozen=True, slots=True)
class _Field:
    """A field of a dataclass: its name, the type of its value where that is plain, and what reads it."""

    name: str
    plain: type | None
    read: _Reader


@dataclass(frozen=True, slots=True)
class _Form:
    """What of a dataclass is always the same, looked up once: a book has many events of few kinds."""

    fields: tuple[_Field, ...]
    names: frozenset[str]
    needed: tuple[str, ...]


@lru_cache(maxsize=512)
def _form(cls: type) -> _Form:
    hints = get_type_hints(cls)
    named = tuple(
        _Field(f.name, kind if kind in _PLAIN else None, _reader(kind))
        for f in fields(cls)
        for kind in (hints[f.name],)
    )
    needed = tuple(f.name for f in fields(cls) if f.default is MISSING)
    return _Form(named, frozenset(f.name for f in named), needed)


@lru_cache(maxsize=1024)
def _reader(kind: Any) -> _Reader:
    """Return what builds a value of a type."""
    if isinstance(kind, type) and is_dataclass(kind):
        return partial(_object_of, kind)
    if get_origin(kind) is tuple:
        return partial(_list_of, _reader(get_args(kind)[0]))
    if get_origin(kind) in {Union, types.UnionType}:
        return partial(_optional_of, _reader(get_args(kind)[0]))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return partial(_one_of, {member.value: member for member in kind})
    return partial(_plain_of, kind)


def _plain_of(kind: type, data: Any, path: str, problems: list[str], _: Instead) -> Any:
    if type(data) is not kind:
        problems.append(f"{path}: se espera {kind.__name__}, no {type(data).__name__}")
    return data


def _one_of(members: Mapping[str, StrEnum], data: Any, path: str, problems: list[str], _: Instead) -> Any:
    if isinstance(data, str) and data in members:
        return members[data]
    problems.append(f"{path}: se espera uno de {', '.join(members)}")
    return None


def _optional_of(read: _Reader, data: Any, path: str, problems: list[str], instead: Instead) -> Any:
    return None if data is None else read(data, path, problems, instead)


def _list_of(read: _Reader, data: Any, path: str, problems: list[str], instead: Instead) -> Any:
    if not isinstance(data, list):
        problems.append(f"{path}: se espera una lista")
        return None
    return tuple(read(item, f"{path}[{i}]", problems, instead) for i, item in enumerate(data))


def _object_of(cls: type, data: Any, path: str, problems: list[str], instead: Instead) -> Any:
    if not isinstance(data, dict):
        problems.append(f"{path}: se espera un objeto")
        return None
    made: Any = instead.get(cls, cls)
    form = _form(made)
    problems += [f"{path}.{key}: campo desconocido" for key in data if key not in form.names]
    missing = [name for name in form.needed if name not in data]
    problems += [f"{path}.{name}: falta" for name in missing]
    before, values = len(problems), dict[str, Any]()
    for field in form.fields:
        name = field.name
        if name in data:
            value = data[name]
            if type(value) is not field.plain:
                value = field.read(value, f"{path}.{name}", problems, instead)
            values[name] = value
    return None if missing or len(problems) > before else made(**values)
