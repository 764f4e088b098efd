"""Canonical JSON: one value, one sequence of bytes, so that two programs agree on a hash.

RFC 8785 restricted to what a book needs: null, booleans, integers that every JSON reader keeps exactly,
strings, lists and objects. Not responsible for what the values mean, nor for reading JSON.
"""

import json
from typing import Any

MAX_INTEGER = 2**53 - 1
"""The largest integer that a reader with IEEE doubles keeps exactly."""

MAX_DEPTH = 32
"""How deep lists and objects may nest; it also ends a value that contains itself."""

_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"))


class CanonicalError(ValueError):
    """A value has no canonical form: a float, a foreign type, an integer too large, a lone surrogate."""


def canonical(value: object) -> bytes:
    """Give the canonical JSON of ``value`` as UTF-8 bytes.

    Raises:
        CanonicalError: ``value`` holds anything but null, bool, int up to 2^53-1, str, list, and dict with
            str keys.
    """
    try:
        return _ENCODER.encode(_ordered(value, MAX_DEPTH)).encode("utf-8")
    except UnicodeEncodeError as error:
        raise CanonicalError(f"a string holds a lone surrogate at position {error.start}") from error


def _ordered(value: object, depth: int) -> Any:
    kind = type(value)
    if kind is str or value is None or kind is bool:
        return value
    if kind is int:
        return _bounded(value)
    if depth == 0:
        raise CanonicalError(f"nested deeper than {MAX_DEPTH}")
    if isinstance(value, list) and kind is list:
        return [_ordered(item, depth - 1) for item in value]
    if isinstance(value, dict) and kind is dict:
        return {key: _ordered(value[key], depth - 1) for key in _sorted_keys(value)}
    # Subclasses are refused with the rest: an enumeration or a tuple would come back as something else.
    raise CanonicalError(f"{kind.__name__} has no canonical form: {value!r:.80}")


def _bounded(value: Any) -> int:
    if not -MAX_INTEGER <= value <= MAX_INTEGER:
        raise CanonicalError(f"integer beyond 2^53-1: {value.bit_length()} bits")
    return int(value)


def _sorted_keys(value: dict[Any, Any]) -> list[str]:
    for key in value:
        if type(key) is not str:
            raise CanonicalError(f"object key is {type(key).__name__}, not str: {key!r:.80}")
    if all(key.isascii() for key in value):
        return sorted(value)
    # Beyond the basic plane, the order of UTF-16 code units is not the order of code points.
    return sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
