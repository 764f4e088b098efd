"""Canonical JSON: one value, one sequence of bytes, so that two programs agree on a hash.

RFC 8785 restricted to what a book needs: null, booleans, integers that every JSON reader keeps exactly,
strings, lists and objects. Not responsible for what the values mean.
"""

import json
import re
from collections.abc import Callable
from typing import Any, Never

MAX_INTEGER = 2**53 - 1
"""The largest integer that a reader with IEEE doubles keeps exactly."""

MAX_DEPTH = 32
"""How deep lists and objects may nest; it also ends a value that contains itself."""

_AS_THEY_ARE = frozenset({str, bool, type(None)})
_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False, separators=(",", ":"))
_SORTING = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
_BEYOND = re.compile("[\ud800-\U0010ffff]")
"""Characters that sort by their UTF-16 code units otherwise than by their code points, or are no text."""


class CanonicalError(ValueError):
    """A value has no canonical form: a float, a foreign type, an integer too large, a lone surrogate."""


def canonical(value: object) -> bytes:
    """Give the canonical JSON of ``value`` as UTF-8 bytes.

    Raises:
        CanonicalError: ``value`` holds anything but null, bool, int up to 2^53-1, str, list, and dict with
            str keys.
    """
    return encoded(ordered(value))


def read_canonical(text: str, levels: int = MAX_DEPTH) -> Any:
    """Give the value that ``text`` is the canonical JSON of, of at most so many levels of lists and objects.

    Raises:
        CanonicalError: ``text`` is no JSON, or another spelling of it.
    """
    try:
        value, end = _DECODER.raw_decode(text)
        # What json sorts and nests otherwise than RFC 8785 is rare, and is judged the slow way.
        if text.count("{") + text.count("[") > levels or _sorts_otherwise(text):
            faithful = encoded(ordered(value, levels)) == text.encode("utf-8")
        else:
            faithful = end == len(text) and _sorted(value) == text
    except (ValueError, RecursionError) as error:
        raise CanonicalError(f"not canonical JSON: {error}") from error
    if not faithful:
        raise CanonicalError("not in canonical form")
    return value


def ordered(value: object, levels: int = MAX_DEPTH) -> Any:
    """Give a copy of ``value`` with its objects' keys in canonical order; no list or object is shared.

    Args:
        value: What is ordered.
        levels: How deep its lists and objects may nest.

    Raises:
        CanonicalError: As `canonical`, but for a lone surrogate, which only `encoded` meets.
    """
    return _ordered(value, levels)


def encoded(value: object) -> bytes:
    """Give the canonical JSON of what `ordered` gave.

    Raises:
        CanonicalError: A string holds a lone surrogate.
    """
    try:
        return _ENCODER.encode(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise CanonicalError(f"a string holds a lone surrogate at position {error.start}") from error


def _ordered(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind in _AS_THEY_ARE or (kind is int and -MAX_INTEGER <= value <= MAX_INTEGER):
        return value
    if kind is int:
        raise CanonicalError(f"integer beyond 2^53-1: {value.bit_length()} bits")
    if depth == 0:
        raise CanonicalError("nested too deep")
    if kind is list:
        return [_ordered(item, depth - 1) for item in value]
    if kind is dict:
        return {key: _ordered(value[key], depth - 1) for key in _sorted_keys(value)}
    # Subclasses are refused with the rest: an enumeration or a tuple would come back as something else.
    raise CanonicalError(f"{kind.__name__} has no canonical form: {value!r:.80}")


def _sorted_keys(value: dict[Any, Any]) -> list[str]:
    for key in value:
        if type(key) is not str:
            raise CanonicalError(f"object key is {type(key).__name__}, not str: {key!r:.80}")
    if "".join(value).isascii():
        return sorted(value)
    # Beyond the basic plane, the order of UTF-16 code units is not the order of code points.
    return sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))


def _sorts_otherwise(text: str) -> bool:
    return not text.isascii() and _BEYOND.search(text) is not None


def _sorter() -> Callable[[Any], str]:
    """Return what gives JSON with sorted keys: the encoder of json in C, made once, where there is one.

    ``JSONEncoder.encode`` makes it anew for every value, which took a sixth of a verification.
    """
    make = getattr(json.encoder, "c_make_encoder", None)
    if make is None:
        return _SORTING.encode
    separators = (_SORTING.key_separator, _SORTING.item_separator)
    encode = make(None, _SORTING.default, _QUOTE, None, *separators, True, False, False)
    return lambda value: "".join(encode(value, 0))


def _no_fraction(text: str) -> Never:
    raise CanonicalError(f"only integers have a canonical form, not {text:.40}")


def _whole(text: str) -> int:
    value = int(text)
    if not -MAX_INTEGER <= value <= MAX_INTEGER:
        raise CanonicalError(f"integer beyond 2^53-1: {len(text)} digits")
    return value


_DECODER = json.JSONDecoder(parse_float=_no_fraction, parse_constant=_no_fraction, parse_int=_whole)
_QUOTE = json.encoder.encode_basestring
_sorted = _sorter()
