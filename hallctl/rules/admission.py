"""What may come in at all: every text and number of a command, held against the limits of its field (I24).

The fields are found by their types, so that a new command needs nothing here. Not responsible for what the
rules say of a command that came in (``decide``).
"""

import base64
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from hallctl.rules.fields import ANY_NUMBER, MOST, PLAIN, Encoded, Span, Words, Written, field_name
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.text import Uncovered, composed, flaw, named, printable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Way:
    """What is done with each text, number and list: it comes back as it is taken, or a refusal does."""

    text: Callable[[str, str, Words], str | Refusal]
    number: Callable[[str, int, Span], int | Refusal]
    items: Callable[[str, tuple[Any, ...]], tuple[Any, ...] | Refusal]


_Check = Callable[[Any, _Way], Any]


def nothing_uncovered(_: str) -> str:
    """Stand for the fonts where nothing is printed."""
    return ""


def admitted(value: T, uncovered: Uncovered = nothing_uncovered) -> T | Refusal:
    """Return a command as it comes in, or why it cannot: texts composed, each in its one form.

    Args:
        value: A frozen dataclass of what people send, e.g. an issued command.
        uncovered: Says which characters no font at hand shows.
    """

    def text(field: str, said: str, limits: Words) -> str | Refusal:
        return _text(field, said, limits, uncovered)

    return _visit(value, _Way(text, _number, _items))  # type: ignore[no-any-return]


def made_printable(value: T, uncovered: Uncovered = nothing_uncovered) -> T:
    """Return what the controller says of itself and its devices, made to fit: nobody can be asked again."""

    def text(_: str, said: str, limits: Words) -> str:
        if isinstance(limits, Encoded):
            return said if _is_base64(said) and len(said) <= limits.most else ""
        return _cut(printable(_cut(said, limits.most), uncovered).replace("\n", " "), limits.most)

    def number(_: str, said: int, span: Span) -> int:
        return min(max(said, span.least), span.most)

    return _visit(value, _Way(text, number, lambda _, said: said[:MOST]))  # type: ignore[no-any-return]


def _cut(said: str, most: int) -> str:
    """Return as much of a text as has room; never with a joiner at its end that has nothing to join."""
    return said if len(said) <= most else said[: most - 1].rstrip("\u200c\u200d") + "…"


def _text(field: str, said: str, limits: Words, uncovered: Uncovered) -> str | Refusal:
    text = composed(said)
    if len(text) > limits.most:
        return refuse("TEXT-LONG", field=field_name(field), length=len(text), most=limits.most)
    lines = text.count("\n") + 1
    if lines > limits.lines:
        return refuse("TEXT-LINES", field=field_name(field), lines=lines, most=limits.lines)
    found = flaw(text, uncovered)
    if found is not None:
        character, place = named(text[found.at]), found.at + 1
        return refuse(
            "TEXT-PRINT", field=field_name(field), character=character, place=place, why=found.why.value
        )
    if isinstance(limits, Encoded) and not _is_base64(text):
        return refuse("TEXT-FORM", field=field_name(field))
    return (limits.read(text) or text) if isinstance(limits, Written) else text


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text.encode("ascii"), validate=True)
    except ValueError:
        return False
    return True


def _number(field: str, said: int, span: Span) -> int | Refusal:
    if span.least <= said <= span.most:
        return said
    # The number itself may have thousands of digits.
    return refuse("NUMBER-RANGE", field=field_name(field), least=span.least, most=span.most)


def _items(field: str, said: tuple[Any, ...]) -> tuple[Any, ...] | Refusal:
    return said if len(said) <= MOST else refuse("LIST-LONG", field=field_name(field), most=MOST)


def _visit(value: Any, way: _Way) -> Any:
    """Go through the fields of a dataclass, whichever class the value is: fields may name a base of it."""
    kind: Any = type(value)
    changed = {}
    for name, look in _looks(kind):
        before = getattr(value, name)
        after = look(before, way)
        if isinstance(after, Refusal):
            return after
        if after is not before:
            changed[name] = after
    return replace(value, **changed) if changed else value


@lru_cache(maxsize=256)
def _looks(kind: type) -> tuple[tuple[str, _Check], ...]:
    """Return the fields of a dataclass that have limits, each with what looks at its value."""
    hints = get_type_hints(kind, include_extras=True)
    looks = [(each.name, _look(hints[each.name], each.name)) for each in fields(kind)]
    return tuple((name, look) for name, look in looks if look is not None)


def _look(hint: Any, field: str) -> _Check | None:
    """Return what looks at a field's value, None where nothing about it can be wrong."""
    limits = None
    if get_origin(hint) is Annotated:
        hint, limits, *_ = get_args(hint)
    if get_origin(hint) in {Union, UnionType}:
        return _optional(_look(get_args(hint)[0], field))
    if get_origin(hint) is tuple:
        return _list(_look(get_args(hint)[0], field), field)
    if hint is str:
        words = limits or PLAIN
        return lambda said, way: way.text(field, said, words)
    if hint is int:
        span = limits or ANY_NUMBER
        return lambda said, way: way.number(field, said, span)
    if is_dataclass(hint):
        return _visit
    return None


def _optional(look: _Check | None) -> _Check | None:
    return None if look is None else lambda said, way: None if said is None else look(said, way)


def _list(look: _Check | None, field: str) -> _Check:
    def look_at_all(said: tuple[Any, ...], way: _Way) -> Any:
        taken = way.items(field, said)
        if isinstance(taken, Refusal) or look is None:
            return taken
        found = [look(item, way) for item in taken]
        refusal = next((each for each in found if isinstance(each, Refusal)), None)
        if refusal is not None:
            return refusal
        return taken if all(a is b for a, b in zip(found, taken, strict=True)) else tuple(found)

    return look_at_all
