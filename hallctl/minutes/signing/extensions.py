"""The extensions of a certificate: whether they let it count, and what it is for.

Read here because the library reads all of them or none: a certificate would then count or not by extensions
that nobody looks at, and another with each version of the library. Only the values of four types are read
(docs/minutes.md, "Signatures"). Not responsible for anything else in a certificate (``verify``).
"""

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

_BOOLEAN, _INTEGER, _BIT_STRING, _OCTET_STRING, _OID, _SEQUENCE = 0x01, 0x02, 0x03, 0x04, 0x06, 0x30
_EXTENSIONS: Final = 0xA3
_TRUE: Final = (_BOOLEAN, b"\xff")
_BASIC_CONSTRAINTS: Final = b"\x55\x1d\x13"
_KEY_USAGE: Final = b"\x55\x1d\x0f"
_EXTENDED_KEY_USAGE: Final = b"\x55\x1d\x25"
_ALTERNATIVE_NAME: Final = b"\x55\x1d\x11"
_ASCII_NAMES, _OTHER_NAMES = (0x81, 0x82, 0x86), (0xA0, 0xA3, 0xA4, 0xA5)
_ADDRESS, _REGISTERED = 0x87, 0x88

Value = tuple[int, bytes]
"""A value of DER: its tag and its content."""


@dataclass(frozen=True, slots=True)
class Extensions:
    """The extensions of a certificate, as far as they are read.

    Attributes:
        authority: Whether the holder is a certificate authority.
        certifies: Whether the key may sign certificates.
        signs: Whether the key may sign documents: ``digitalSignature`` and ``contentCommitment``.
    """

    authority: bool = False
    certifies: bool = False
    signs: bool = False


@functools.lru_cache(maxsize=256)
def read_extensions(tbs: bytes) -> Extensions | None:
    """Read the extensions in the signed part of a certificate.

    Returns:
        None where they keep it from counting: one stands there twice, its value is not one value of DER, one
        of the four types has another form (RFC 5280, section 4.2.1), or one of another type is critical.
    """
    try:
        found = _known(tbs)
        basic = _values(found.get(_BASIC_CONSTRAINTS, b""))
        usage = _one(found[_KEY_USAGE])[1][1:] if _KEY_USAGE in found else b""
    except ValueError:
        return None
    bits = usage[0] if usage else 0
    return Extensions(basic[:1] == [_TRUE], bool(bits & 0x04), bits & 0xC0 == 0xC0)


def _known(tbs: bytes) -> Mapping[bytes, bytes]:
    """Return the values of the four types by their identifiers; a sequence without its own tag and length."""
    seen: set[bytes] = set()
    found: dict[bytes, bytes] = {}
    for kind, critical, value in _each(tbs):
        if kind in seen:
            raise ValueError("an extension stands there twice")
        seen.add(kind)
        tag, content = _one(value)
        if kind in _FORMS:
            _FORMS[kind](tag, content)
            found[kind] = value if kind == _KEY_USAGE else content
        elif critical:
            raise ValueError("a critical extension is not known")
    return found


def _each(tbs: bytes) -> Iterator[tuple[bytes, bool, bytes]]:
    """Yield the identifier of each extension, whether it is critical, and its value."""
    for tag, wrapped in _values(_one(tbs)[1]):
        for _, extension in _values(_one(wrapped)[1]) if tag == _EXTENSIONS else ():
            kind, *critical, value = _values(extension)
            if kind[0] != _OID or value[0] != _OCTET_STRING or critical not in ([], [_TRUE]):
                raise ValueError("an extension of another form")
            yield kind[1], bool(critical), value[1]


# ---- the forms of the four types: each raises ValueError where a value has another


def _basic_constraints(tag: int, content: bytes) -> None:
    parts = _values(content)
    if parts[:1] == [_TRUE]:
        del parts[0]
    if tag != _SEQUENCE or len(parts) > 1 or not all(_is_length(part) for part in parts):
        raise ValueError("no basic constraints")


def _is_length(value: Value) -> bool:
    """Return whether a value is an integer from 0, in its shortest form."""
    tag, content = value
    return (
        tag == _INTEGER
        and bool(content)
        and content[0] < 0x80
        and not (len(content) > 1 and content[0] == 0 and content[1] < 0x80)
    )


def _key_usage(tag: int, content: bytes) -> None:
    if tag != _BIT_STRING or not content or content[0] > 7:
        raise ValueError("no key usage")
    unused = (1 << content[0]) - 1
    if unused and (len(content) == 1 or content[-1] & unused):
        raise ValueError("unused bits that are not zero")


def _extended_key_usage(tag: int, content: bytes) -> None:
    parts = _values(content)
    if tag != _SEQUENCE or not parts or not all(kind == _OID and _is_oid(each) for kind, each in parts):
        raise ValueError("no extended key usage")


def _alternative_name(tag: int, content: bytes) -> None:
    parts = _values(content)
    if tag != _SEQUENCE or not parts or not all(_is_name(*part) for part in parts):
        raise ValueError("no alternative name")


def _is_name(tag: int, content: bytes) -> bool:
    if tag in _OTHER_NAMES:
        _values(content)
        return True
    if tag == _REGISTERED:
        return _is_oid(content)
    return tag == _ADDRESS or (tag in _ASCII_NAMES and content.isascii())


def _is_oid(content: bytes) -> bool:
    """Return whether these are the arcs of an identifier, each in its shortest form."""
    begins = True
    for octet in content:
        if begins and octet == 0x80:
            return False
        begins = octet < 0x80
    return bool(content) and begins


_FORMS: Final[Mapping[bytes, Callable[[int, bytes], None]]] = {
    _BASIC_CONSTRAINTS: _basic_constraints,
    _KEY_USAGE: _key_usage,
    _EXTENDED_KEY_USAGE: _extended_key_usage,
    _ALTERNATIVE_NAME: _alternative_name,
}


# ---- DER: tags of one octet, definite lengths as short as they can be (X.690, section 10.1)


def _one(content: bytes) -> Value:
    """Return the one value that all of the content is."""
    values = _values(content)
    if len(values) != 1:
        raise ValueError("not one value of DER")
    return values[0]


def _values(content: bytes) -> list[Value]:
    """Return the values that stand one after another."""
    found, at = [], 0
    while at < len(content):
        tag, begin, end = _span(content, at)
        found.append((tag, content[begin:end]))
        at = end
    return found


def _span(content: bytes, at: int) -> tuple[int, int, int]:
    """Return the tag of the value at a place, and where its content begins and ends."""
    tag, length, begin = content[at], content[at + 1] if at + 1 < len(content) else -1, at + 2
    if tag & 0x1F == 0x1F or length < 0:
        raise ValueError("no tag of one octet, or no length")
    if length > 0x7F:
        octets = content[begin : begin + (length & 0x7F)]
        begin += length & 0x7F
        length = int.from_bytes(octets)
        if not 1 <= len(octets) <= 4 or octets[0] == 0 or length < 0x80:
            raise ValueError("a length in another form")
    if begin + length > len(content):
        raise ValueError("cut off")
    return tag, begin, begin + length
