#!/usr/bin/env python3
"""Verificador independiente del libro de actas. No necesita más que Python 3.8 o posterior.

    python3 verificar_libro.py CARPETA [--segundo CARPETA] [--punto FICHERO] [--folio TEXTO] [--clave CLAVE]
                               [--autoridad SHA256] [--testigo CLAVE] [--folios CARPETA] [--imagenes CARPETA]
                               [--json]

CARPETA is a book (``tomo-0001.sqlite`` …), an export (``tomo-0001.jsonl`` and ``tomo-0001.puntos`` …), or
one volume's file. Exit code 0: whole; 1: not whole; 2: it could not be verified, or the command was given
wrongly; 3: whole, but its newest entries are not bound by any signature. Nothing is ever written or locked.

This file is written from the specification of the book alone (``docs/minutes.md``, formats 2 and 3) and
shares no code with the programs of the hall; that is why it does itself what a library would do. It is in ten
parts, meant to be read by who does not trust us: 1 findings, 2 canonical JSON, 3 signatures, 4 X.509, 5 the
tree, 6 notes, 7 files, 8 one volume, 9 the book, 10 the command.

It is not responsible for whether the game was played by the rules, nor for whether a person was given the
post in which they signed: only for whether the book is the one that was written, and by whom. A copy that
lies beside the book comes from the same hand as the book: take one from elsewhere where that matters.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import datetime
import functools
import hashlib
import io
import json
import re
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

# ---------------------------------------- 1. findings


def shown(text: str) -> str:
    """Replace what a terminal would obey or could not show: the text may come from a spoiled book."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


class Finding(NamedTuple):
    """One thing that is wrong: a code of docs/minutes.md, where, and a sentence."""

    code: str
    volume: str
    entry: int | None
    text: str

    def line(self) -> str:
        """Write it in one line."""
        place = self.volume if self.entry is None else f"{self.volume}, asiento {self.entry}"
        return f"{self.code}  {place}: {self.text}"


class Unbound(NamedTuple):
    """A stretch at the end of a volume with keys that no signature and no checkpoint binds."""

    volume: str
    first: int
    last: int

    def line(self) -> str:
        """Write it in one line."""
        return (
            f"NO ATADO POR NINGUNA FIRMA: {self.volume}, asientos {self.first} a {self.last}"
            f" ({self.last - self.first + 1}): quien tenga el archivo pudo escribirlos sin ninguna clave."
        )


class Report:
    """What was read, and everything that is wrong with it."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.unbound: list[Unbound] = []
        self.volumes = self.entries = self.checkpoints = self.signatures = self.cosignatures = 0
        self.folios = self.pictures = 0
        self.controllers: list[str] = []
        self.authorities: list[str] = []
        self.unchecked: list[str] = []

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    @property
    def code(self) -> int:
        """The exit code of the command."""
        return 1 if self.findings else 3 if self.unbound else 0

    def add(self, code: str, volume: str, entry: int | None, text: str) -> None:
        """Take one more finding in."""
        self.findings.append(Finding(code, shown(volume), entry, shown(text)))


class NotVerifiableError(Exception):
    """There is nothing that could be verified; the message gives the reason."""


# ---------------------------------------- 2. canonical JSON (RFC 8785, restricted)

GREATEST = 2**53 - 1
LEVELS = 32
_QUOTER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _keys_in_order(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object, or refuse one whose keys are not strictly ascending (RFC 8785, section 3.2.3)."""
    keys = [key for key, _ in pairs]
    if not "".join(keys).isascii():
        units = [key.encode("utf-16-be") for key in keys]  # sorted by UTF-16 code units, not code points
        in_order = units == sorted(set(units))
    else:
        in_order = keys == sorted(set(keys))
    if not in_order:
        raise ValueError("keys repeated or out of order")
    return dict(pairs)


def _integer(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > GREATEST:
        raise ValueError("integer out of range")
    return int(digits)


def _no_fraction(digits: str) -> Any:
    raise ValueError(f"not an integer: {digits}")


_PARSER = json.JSONDecoder(
    object_pairs_hook=_keys_in_order,
    parse_int=_integer,
    parse_float=_no_fraction,
    parse_constant=_no_fraction,
)


def _depth(value: Any) -> int:
    level, depth = [value], 0
    while True:
        level = [each for each in level if isinstance(each, (dict, list))]
        if not level:
            return depth
        depth += 1
        level = [inner for each in level for inner in (each.values() if isinstance(each, dict) else each)]


def parse_canonical(text: str, levels: int) -> Any:
    """Read canonical JSON.

    Its keys are seen to be in order while it is read; then it must be what it is written again as.

    Raises:
        ValueError: It is not JSON, or spelled in another way than the one that is canonical.
    """
    try:
        value = _PARSER.decode(text)
        if text.count("{") + text.count("[") > levels and _depth(value) > levels:
            raise ValueError("too deep")
        if _QUOTER.encode(value) != text:
            raise ValueError("not in canonical form")
    except RecursionError:
        raise ValueError("too deep") from None
    return value


def from_base64(text: str) -> bytes:
    """Decode base64 in its one form (RFC 4648, sections 3.5 and 4).

    Raises:
        ValueError: It is not that.
    """
    data = base64.b64decode(text.encode("ascii"), validate=True)
    if base64.b64encode(data).decode("ascii") != text:
        raise ValueError("base64 in another form")
    return data


# ---------------------------------------- 3. signatures

# Ed25519 (RFC 8032, section 5.1). Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z.
_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, -1, _P) % _P
_ROOT_OF_MINUS_1 = pow(2, (_P - 1) // 4, _P)


def _ed_add(p: tuple[int, ...], q: tuple[int, ...]) -> tuple[int, ...]:
    """Add two points (RFC 8032, section 5.1.4)."""
    a = (p[1] - p[0]) * (q[1] - q[0]) % _P
    b = (p[1] + p[0]) * (q[1] + q[0]) % _P
    c = 2 * p[3] * q[3] * _D % _P
    d = 2 * p[2] * q[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _ed_multiply(scalar: int, point: tuple[int, ...]) -> tuple[int, ...]:
    result: tuple[int, ...] = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = _ed_add(result, point)
        point = _ed_add(point, point)
        scalar >>= 1
    return result


def _ed_decode(data: bytes) -> tuple[int, ...] | None:
    """Decode a point (RFC 8032, section 5.1.3)."""
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & (1 << 255) - 1
    if y >= _P:
        return None
    u, v = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = u * pow(v, 3, _P) * pow(u * pow(v, 7, _P), (_P - 5) // 8, _P) % _P
    if v * x * x % _P == -u % _P:
        x = x * _ROOT_OF_MINUS_1 % _P
    if v * x * x % _P != u or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = _P - x
    return (x, y, 1, x * y % _P)


def _ed_encode(point: tuple[int, ...]) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


_BASE = _ed_decode((4 * pow(5, -1, _P) % _P).to_bytes(32, "little"))


@functools.lru_cache(maxsize=64)
def ed25519_verifies(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether an Ed25519 signature is right (RFC 8032, section 5.1.7)."""
    if len(key) != 32 or len(signature) != 64:
        return False
    point, s = _ed_decode(key), int.from_bytes(signature[32:], "little")
    if point is None or s >= _L or _BASE is None:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _L
    minus = (-point[0] % _P, point[1], point[2], -point[3] % _P)
    return _ed_encode(_ed_add(_ed_multiply(s, _BASE), _ed_multiply(k, minus))) == signature[:32]


# ECDSA over P-256 (FIPS 186-5, section 6.4.2; the curve: SP 800-186, section 3.2.1.3). Points are Jacobian:
# x = X/Z^2, y = Y/Z^3; Z = 0 is the point at infinity. The curve's a is -3.
_Q = 2**256 - 2**224 + 2**192 + 2**96 - 1
_N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
_G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    1,
)


def _ec_double(p: tuple[int, int, int]) -> tuple[int, int, int]:
    x, y, z = p
    if not z or not y:
        return (0, 1, 0)
    square = y * y % _Q
    s = 4 * x * square % _Q
    m = 3 * (x - z * z) * (x + z * z) % _Q
    x3 = (m * m - 2 * s) % _Q
    return (x3, (m * (s - x3) - 8 * square * square) % _Q, 2 * y * z % _Q)


def _ec_add(p: tuple[int, int, int], q: tuple[int, int, int]) -> tuple[int, int, int]:
    if not p[2]:
        return q
    if not q[2]:
        return p
    z1, z2 = p[2] * p[2] % _Q, q[2] * q[2] % _Q
    u1, u2 = p[0] * z2 % _Q, q[0] * z1 % _Q
    s1, s2 = p[1] * z2 * q[2] % _Q, q[1] * z1 * p[2] % _Q
    h, r = (u2 - u1) % _Q, (s2 - s1) % _Q
    if not h:
        return (0, 1, 0) if r else _ec_double(p)
    h2 = h * h % _Q
    h3, v = h * h2 % _Q, u1 * h2 % _Q
    x3 = (r * r - h3 - 2 * v) % _Q
    return (x3, (r * (v - x3) - s1 * h3) % _Q, h * p[2] * q[2] % _Q)


def _ec_sum(u: int, p: tuple[int, int, int], v: int, q: tuple[int, int, int]) -> tuple[int, int, int]:
    """Give u·p + v·q, both in one pass over the bits."""
    both = _ec_add(p, q)
    result = (0, 1, 0)
    for bit in range(255, -1, -1):
        result = _ec_double(result)
        of_u, of_v = u >> bit & 1, v >> bit & 1
        if of_u and of_v:
            result = _ec_add(result, both)
        elif of_u or of_v:
            result = _ec_add(result, p if of_u else q)
    return result


@functools.lru_cache(maxsize=64)
def ecdsa_verifies(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether an ECDSA signature over P-256 with SHA-256 is right; ``key``: an uncompressed point."""
    x, y = int.from_bytes(key[1:33], "big"), int.from_bytes(key[33:], "big")
    if len(key) != 65 or key[0] != 4 or x >= _Q or y >= _Q or (x**3 - 3 * x + _B - y * y) % _Q:
        return False
    try:
        r, s = (der_integer(part) for part in der_sequence(signature))
    except ValueError:
        return False
    if not (0 < r < _N and 0 < s < _N):
        return False
    e, w = int.from_bytes(hashlib.sha256(message).digest(), "big"), pow(s, -1, _N)
    point = _ec_sum(e * w % _N, _G, r * w % _N, (x, y, 1))
    return bool(point[2]) and point[0] * pow(point[2], -2, _Q) % _Q % _N == r


# The DER of DigestInfo for SHA-256 (RFC 8017, section 9.2, note 1).
_DIGEST_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


@functools.lru_cache(maxsize=64)
def rsa_verifies(modulus: int, exponent: int, message: bytes, signature: bytes) -> bool:
    """Return whether an RSASSA-PKCS1-v1_5 signature with SHA-256 is right (RFC 8017, section 8.2.2)."""
    size = (modulus.bit_length() + 7) // 8
    s = int.from_bytes(signature, "big")
    if (
        modulus.bit_length() < 2048
        or exponent < 3
        or not exponent & 1
        or len(signature) != size
        or s >= modulus
    ):
        return False
    info = _DIGEST_INFO + hashlib.sha256(message).digest()
    expected = b"\x00\x01" + b"\xff" * (size - 3 - len(info)) + b"\x00" + info
    return pow(s, exponent, modulus).to_bytes(size, "big") == expected


# ---------------------------------------- 4. X.509 (RFC 5280), as far as needed

_CN, _OU = bytes.fromhex("550403"), bytes.fromhex("55040b")
_BASIC, _USAGE = bytes.fromhex("551d13"), bytes.fromhex("551d0f")
_PURPOSES, _OTHER_NAMES = bytes.fromhex("551d25"), bytes.fromhex("551d11")
_EC_KEY, _P256 = bytes.fromhex("2a8648ce3d0201"), bytes.fromhex("2a8648ce3d030107")
_RSA_KEY, _ED25519 = bytes.fromhex("2a864886f70d010101"), bytes.fromhex("2b6570")
ECDSA, RSA, EDDSA = "ecdsa-p256-sha256", "rsa-pkcs1-sha256", "ed25519"
_SIGNED_WITH = {
    bytes.fromhex("2a8648ce3d040302"): ECDSA,  # ecdsa-with-SHA256
    bytes.fromhex("2a864886f70d01010b"): RSA,  # sha256WithRSAEncryption
    _ED25519: EDDSA,
}
# The strings that a name may be of, and how each is written: UTF8, Printable, IA5, Universal, BMP.
_TEXTS = {12: "utf-8", 19: "ascii", 22: "ascii", 28: "utf-32-be", 30: "utf-16-be"}


class Part(NamedTuple):
    """One value of DER: its tag, its content, and all its bytes."""

    tag: int
    content: bytes
    whole: bytes


_TRUE = Part(1, b"\xff", b"\x01\x01\xff")


def _der(data: bytes) -> tuple[Part, bytes]:
    """Cut the first value off (X.690, sections 8.1 and 10.1: definite lengths, as short as they can be)."""
    if len(data) < 2 or data[0] & 31 == 31:
        raise ValueError("no DER")
    length, start = data[1], 2
    if length > 127:
        start += length - 128
        length = int.from_bytes(data[2:start], "big")
        if not 1 <= start - 2 <= 4 or length < 128 or data[2] == 0:
            raise ValueError("no DER length")
    if start + length > len(data):
        raise ValueError("DER cut off")
    return Part(data[0], data[start : start + length], data[: start + length]), data[start + length :]


def der_parts(content: bytes) -> list[Part]:
    """Give the values that stand one after another."""
    parts = []
    while content:
        part, content = _der(content)
        parts.append(part)
    return parts


def der_sequence(data: bytes, tag: int = 0x30) -> list[Part]:
    """Give the values within the one value that all of ``data`` is."""
    part, rest = _der(data)
    if rest or part.tag != tag:
        raise ValueError("not this DER value")
    return der_parts(part.content)


def der_integer(part: Part) -> int:
    """Read an INTEGER in its shortest form (X.690, section 8.3)."""
    content = part.content
    if (
        part.tag != 2
        or not content
        or (len(content) > 1 and content[0] in {0, 255} and (content[0] ^ content[1]) < 128)
    ):
        raise ValueError("not an integer")
    return int.from_bytes(content, "big", signed=True)


def _bits(part: Part) -> bytes:
    """Read a BIT STRING of whole bytes."""
    if part.tag != 3 or part.content[:1] != b"\x00":
        raise ValueError("not bits")
    return part.content[1:]


class Key(NamedTuple):
    """A public key: the algorithm with which it signs, and what that needs."""

    algorithm: str
    point: bytes
    modulus: int
    exponent: int

    def verifies(self, algorithm: str, message: bytes, signature: bytes) -> bool:
        """Return whether its holder signed exactly these bytes in this way."""
        if algorithm != self.algorithm:
            return False
        if algorithm == ECDSA:
            return ecdsa_verifies(self.point, message, signature)
        if algorithm == RSA:
            return rsa_verifies(self.modulus, self.exponent, message, signature)
        return algorithm == EDDSA and ed25519_verifies(self.point, message, signature)


def _key(spki: bytes) -> Key:
    """Read a SubjectPublicKeyInfo (RFC 5480, RFC 8017 A.1, RFC 8410)."""
    algorithm, bits = der_sequence(spki)
    parameters = der_parts(algorithm.content)
    kind, data = parameters[0].content, _bits(bits)
    if kind == _EC_KEY and len(parameters) == 2 and parameters[1].content == _P256:
        return Key(ECDSA, data, 0, 0)
    if kind == _RSA_KEY:
        modulus, exponent = (der_integer(part) for part in der_sequence(data))
        return Key(RSA, b"", modulus, exponent)
    if kind == _ED25519 and len(parameters) == 1:
        return Key(EDDSA, data, 0, 0)
    return Key("", b"", 0, 0)


def _moment(part: Part) -> str:
    """Write a time of RFC 5280, section 4.1.2.5, as the book writes times."""
    digits = part.content.decode("ascii")
    if part.tag == 23 and re.fullmatch("[0-9]{12}Z", digits):  # UTCTime: two digits of the year
        digits = ("20" if digits[:2] < "50" else "19") + digits
    elif part.tag != 24 or not re.fullmatch("[0-9]{14}Z", digits):
        raise ValueError("not a time")
    day, clock = digits[:8], digits[8:14]
    datetime.datetime(
        int(day[:4]), int(day[4:6]), int(day[6:]), int(clock[:2]), int(clock[2:4]), int(clock[4:])
    )
    return f"{day[:4]}-{day[4:6]}-{day[6:]}T{clock[:2]}:{clock[2:4]}:{clock[4:]}.000Z"


def _names(subject: bytes) -> dict[bytes, list[str]]:
    """Give the texts in a name, by the kind of its attributes."""
    found: dict[bytes, list[str]] = {}
    for relative in der_sequence(subject):
        for attribute in der_parts(relative.content):
            kind, value = der_parts(attribute.content)
            if value.tag in _TEXTS:
                found.setdefault(kind.content, []).append(value.content.decode(_TEXTS[value.tag]))
    return found


class Certificate(NamedTuple):
    """What is needed of a certificate; times as the book writes them."""

    signed: bytes
    algorithm: str
    signature: bytes
    issuer: bytes
    subject: bytes
    name: str
    posts: tuple[str, ...]
    start: str
    end: str
    key: Key
    authority: bool
    usage: int
    strange: bool

    def issued(self, other: Certificate) -> bool:
        """Return whether this one's holder signed the other (RFC 5280, section 6.1.3 a)."""
        return other.issuer == self.subject and self.key.verifies(
            other.algorithm, other.signed, other.signature
        )


def _oid(part: Part) -> bytes:
    """Read an OBJECT IDENTIFIER, each arc in its shortest form (X.690, section 8.19)."""
    content = part.content
    if part.tag != 6 or not content or content[-1] > 127 or re.search(b"(?:^|[\x00-\x7f])\x80", content):
        raise ValueError("not an object identifier")
    return content


def _demand_basic(value: bytes) -> None:
    """Demand basic constraints: a BOOLEAN that is true, and a length; each may be left out."""
    parts = der_sequence(value)
    if parts and parts[0].tag == 1 and parts.pop(0).content != b"\xff":
        raise ValueError("not a BOOLEAN that is true")
    if len(parts) > 1 or any(der_integer(part) < 0 for part in parts):
        raise ValueError("not basic constraints")


def _demand_usage(value: bytes) -> None:
    """Demand key usage: a BIT STRING, whose unused bits are zero."""
    part, rest = _der(value)
    unused, *octets = part.content
    if part.tag != 3 or rest or unused > 7 or (octets or [255])[-1] & ((1 << unused) - 1):
        raise ValueError("not bits")


def _demand_purposes(value: bytes) -> None:
    """Demand extended key usage: one or more identifiers."""
    if not [_oid(part) for part in der_sequence(value)]:
        raise ValueError("no purpose")


def _demand_names(value: bytes) -> None:
    """Demand a subject alternative name: one or more names, each of a form that there is."""
    parts = der_sequence(value)
    for tag, content, _ in parts:
        if tag in {0x81, 0x82, 0x86}:  # rfc822Name, dNSName, uniformResourceIdentifier
            content.decode("ascii")
        elif tag == 0x88:  # registeredID
            _oid(Part(6, content, b""))
        elif tag in {0xA0, 0xA3, 0xA4, 0xA5}:  # otherName, x400Address, directoryName, ediPartyName
            der_parts(content)
        elif tag != 0x87:  # iPAddress
            raise ValueError("not a name")
    if not parts:
        raise ValueError("no name")


# The extensions that a verifier knows, which may be critical, and their forms (RFC 5280, section 4.2.1). A
# critical one that it does not know may mean that the certificate is for something else.
_KNOWN = {
    _BASIC: _demand_basic,
    _USAGE: _demand_usage,
    _PURPOSES: _demand_purposes,
    _OTHER_NAMES: _demand_names,
}


def _usage_of(extensions: dict[bytes, bytes]) -> int:
    """Give the first byte of the key usage: 0x80 digitalSignature, 0x40 nonRepudiation, 0x04 keyCertSign."""
    if _USAGE not in extensions:
        return 0
    part, _ = _der(extensions[_USAGE])
    return part.content[1] if part.tag == 3 and len(part.content) > 1 else 0


def _is_authority(extensions: dict[bytes, bytes]) -> bool:
    parts = der_sequence(extensions[_BASIC]) if _BASIC in extensions else []
    return bool(parts) and parts[0].tag == 1 and parts[0].content == b"\xff"


def _extensions(fields: list[Part]) -> dict[bytes, bytes] | None:
    """Give the extensions by their identifiers.

    None where they keep the certificate from counting: one is there twice, its value is not one value of DER,
    one that is known has another form, or one that is not known is critical.

    Raises:
        ValueError: They are no extensions.
    """
    found: dict[bytes, bytes] = {}
    good = True
    for field in fields:
        if field.tag == 0xA3:
            for extension in der_sequence(field.content):
                kind, *critical, value = der_parts(extension.content)
                if _oid(kind) and (value.tag != 4 or critical not in ([], [_TRUE])):
                    raise ValueError("an extension of another form")
                good = (
                    good
                    and kind.content not in found
                    and _counts(kind.content, bool(critical), value.content)
                )
                found[kind.content] = value.content
    return found if good else None


def _counts(kind: bytes, critical: bool, value: bytes) -> bool:
    """Return whether an extension lets a certificate count."""
    try:
        _, rest = _der(value)
        if kind in _KNOWN:
            _KNOWN[kind](value)
    except ValueError:
        return False
    return not rest and (kind in _KNOWN or not critical)


@functools.lru_cache(maxsize=256)
def read_certificate(der: bytes) -> Certificate | None:
    """Read a certificate of version 3 (RFC 5280, section 4.1); None where it is none."""
    try:
        body, algorithm, signature = der_sequence(der)
        version, _serial, inner, issuer, validity, subject, spki, *rest = der_parts(body.content)
        if version.whole != b"\xa0\x03\x02\x01\x02" or inner.whole != algorithm.whole:
            return None
        start, end = (_moment(part) for part in der_parts(validity.content))
        extensions = _extensions(rest)
        names = _names(subject.whole)
        return Certificate(
            body.whole,
            _SIGNED_WITH.get(der_parts(algorithm.content)[0].content, ""),
            _bits(signature),
            issuer.whole,
            subject.whole,
            names.get(_CN, [""])[-1],
            tuple(names.get(_OU, ())),
            start,
            end,
            _key(spki.whole),
            _is_authority(extensions or {}),
            _usage_of(extensions or {}),
            extensions is None,
        )
    except (ValueError, IndexError):
        return None


@functools.lru_cache(maxsize=256)
def _issued(authority: Certificate, certificate: Certificate) -> str:
    """Return why the certificate is not one that the authority gave for signing; empty where it is."""
    if authority.strange or certificate.strange:
        return "lleva una extensión repetida, sin su forma, o crítica que no se conoce"
    if not (authority.authority and authority.usage & 0x04 and authority.issued(authority)):
        return "la autoridad no es un certificado de autoridad firmado por sí mismo"
    if not authority.issued(certificate):
        return "el certificado no fue emitido por la autoridad de la diligencia de apertura"
    if certificate.authority or certificate.usage & 0xC0 != 0xC0:
        return "el certificado no es para firmar documentos"
    return ""


def speaks_against(authority: bytes, der: bytes, person: str, time: str) -> str:
    """Return why a certificate does not count for a person at a time; empty where it counts."""
    issuer, certificate = read_certificate(authority), read_certificate(der)
    if issuer is None or certificate is None:
        return "el certificado, o el de la autoridad, no se puede leer"
    if certificate.name != person:
        return f"el certificado es de «{certificate.name}», no de «{person}»"
    for each, title in ((issuer, "la autoridad"), (certificate, "el certificado")):
        if not each.start <= time <= each.end:
            return f"{title} no estaba vigente el {time}"
    return _issued(issuer, certificate)


# ---------------------------------------- 5. the tree (RFC 6962, section 2.1)


class Tree:
    """A Merkle tree that grows; ``peaks`` are its complete subtrees, the largest first, as (leaves, hash)."""

    def __init__(self) -> None:
        self.size = 0
        self.peaks: list[tuple[int, bytes]] = []

    def grow(self, leaf: bytes) -> None:
        """Add a leaf."""
        leaves, value = 1, hashlib.sha256(b"\x00" + leaf).digest()
        while self.peaks and self.peaks[-1][0] == leaves:
            value = hashlib.sha256(b"\x01" + self.peaks.pop()[1] + value).digest()
            leaves *= 2
        self.peaks.append((leaves, value))
        self.size += 1

    def root(self) -> bytes:
        """Give the hash over all leaves."""
        if not self.peaks:
            return hashlib.sha256(b"").digest()
        value = self.peaks[-1][1]
        for _, left in reversed(self.peaks[:-1]):
            value = hashlib.sha256(b"\x01" + left + value).digest()
        return value


# ---------------------------------------- 6. notes (c2sp.org/signed-note, tlog-checkpoint)

_NOTE = re.compile("([^\n]+)\n([1-9][0-9]{0,15})\n([^\n]+)\n((?:[^\n]+\n)*)\n((?:— [^\n]+\n)+)")
_CONTROL = r"\x00-\x1f\x7f-\x9f"  # Unicode category Cc
_NO_NAME = re.compile(rf"[\s+{_CONTROL}]")
_UNPRINTED = re.compile(f"(?!\n)[{_CONTROL}]")


class VerifierKey(NamedTuple):
    """A key that notes are verified with."""

    name: str
    identifier: bytes
    kind: int
    point: bytes


def read_key(text: str) -> VerifierKey:
    """Read ``name+identifier+base64(type ‖ key)``.

    Raises:
        ValueError: It is not such a key.
    """
    name, identifier, encoded = (*text.split("+", 2), "", "")[:3]
    data = from_base64(encoded)
    if len(data) != 33 or data[0] not in {1, 4} or not name or _NO_NAME.search(name):
        raise ValueError("no es una clave de verificación")
    digest = hashlib.sha256(name.encode() + b"\n" + data).digest()[:4]
    if digest.hex() != identifier:
        raise ValueError("la clave de verificación no concuerda con su identificador")
    return VerifierKey(name, digest, data[0], data[1:])


class Note(NamedTuple):
    """A checkpoint: its fields, and its signature lines as (key name, identifier, signature).

    ``more`` are its lines after the third.
    """

    text: bytes
    origin: str
    size: int
    root: bytes
    more: str
    lines: tuple[tuple[str, bytes, bytes], ...]

    @property
    def place(self) -> int:
        """Its ordinal in the volume (format 3); 0 where it has none, or something else stands there."""
        match = re.fullmatch("checkpoint ([1-9][0-9]{0,15})\n", self.more)
        return int(match.group(1)) if match else 0

    def of(self, key: VerifierKey) -> list[bytes]:
        """Give the signatures of a key."""
        return [line[2] for line in self.lines if line[:2] == (key.name, key.identifier)]

    def signed_by(self, key: VerifierKey) -> bool | None:
        """Return whether all lines of a key are right, signed or cosigned; None where it has none."""
        found = self.of(key)
        return all(self._verifies(key, each) for each in found) if found else None

    def _verifies(self, key: VerifierKey, signature: bytes) -> bool:
        if key.kind == 1:
            return ed25519_verifies(key.point, self.text, signature)
        # c2sp.org/tlog-cosignature: 8 bytes of the moment, in seconds, then the signature.
        moment = int.from_bytes(signature[:8], "big")
        return ed25519_verifies(key.point, b"cosignature/v1\ntime %d\n" % moment + self.text, signature[8:])


def read_note(note: str) -> Note:
    """Read a checkpoint in its one form.

    Raises:
        ValueError: It is not that.
    """
    match = _NOTE.fullmatch(note)
    if match is None or _UNPRINTED.search(note):
        raise ValueError("no tiene la forma de una nota")
    origin, size, root, more, lines = match.groups()
    signatures: list[tuple[str, bytes, bytes]] = []
    for line in lines.split("\n")[:-1]:
        _dash, name, encoded = (*line.split(" "), "", "")[:3]
        data = from_base64(encoded)
        if line != f"— {name} {encoded}" or len(data) < 5 or not name or _NO_NAME.search(name):
            raise ValueError("una línea de firma no tiene su forma")
        signatures.append((name, data[:4], data[4:]))
    if len(from_base64(root)) != 32:
        raise ValueError("la raíz no tiene 32 octetos")
    text = f"{origin}\n{size}\n{root}\n{more}".encode()
    return Note(text, origin, int(size), from_base64(root), more, tuple(signatures))


# ---------------------------------------- 7. the files

_ENTRIES = """CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    time TEXT NOT NULL,
    offset_minutes INTEGER NOT NULL,
    clock TEXT NOT NULL,
    boot TEXT NOT NULL,
    actor TEXT NOT NULL,
    request TEXT NOT NULL,
    digest TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL
) STRICT"""

_CHECKPOINTS = """CREATE TABLE checkpoints (
    number INTEGER PRIMARY KEY,
    size INTEGER NOT NULL,
    peaks TEXT NOT NULL,
    note TEXT NOT NULL
) STRICT"""

_RULES = """CREATE TRIGGER checkpoints_follow BEFORE INSERT ON checkpoints
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM checkpoints)
  OR NEW.size < coalesce((SELECT size FROM checkpoints ORDER BY number DESC LIMIT 1), 0)
  OR NEW.size > (SELECT coalesce(max(number), 0) FROM entries)
BEGIN
    SELECT RAISE(ABORT, 'el punto de control no sigue al último');
END;

CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints
BEGIN
    SELECT RAISE(ABORT, 'un punto de control no se borra');
END;

CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints
BEGIN
    SELECT RAISE(ABORT, 'un punto de control no se modifica');
END;

CREATE INDEX entries_request ON entries (request) WHERE request <> '';

CREATE TRIGGER entries_follow BEFORE INSERT ON entries
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM entries)
  OR NEW.previous IS NOT coalesce((SELECT hash FROM entries ORDER BY number DESC LIMIT 1), '{zeros}')
BEGIN
    SELECT RAISE(ABORT, 'el asiento no sigue al último del libro');
END;

CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
BEGIN
    SELECT RAISE(ABORT, 'un asiento no se modifica: se corrige con una salvedad');
END;

CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
BEGIN
    SELECT RAISE(ABORT, 'un asiento no se borra: se corrige con una salvedad');
END""".replace("{zeros}", "0" * 64)

_SCHEMA = sorted([_ENTRIES, _CHECKPOINTS, *_RULES.split(";\n\n")])
# The views are for people with an SQL tool, and nothing here reads them: the SHA-256 of each statement.
_VIEWS = {
    "placed": "b4506e74b59b880fefc2421bdce4c9e0958daec3e29a0f9cdee85f1cda763696",
    "sessions": "47345f30cf1b6ae0072678a7d32ca89da464a5c460ee5e13140ae55f51b4ed2a",
    "games": "9693b7fece0b7017abca812b00c3bd4508a1fce601f81dffe79ad4aa9ac6d1fa",
    "balls": "e3dfdb5a7bce32f0c5e77acfd11ca3129b93bf0695885984b1926df62745eeae",
    "sales": "293e2a7bae8a457ff3f3c450042636574c29a5d2c9b61a481bcc687e3b65a9d4",
    "prizes": "cd971afc9cbdf620a053718ce51ae07dbd49bebf619f77b03134ab9d7a5f5483",
    "claims": "68f4b499c73c71e3f7dead15de07755a8d2a6a6a09ebcfcbca8d4d8f25d85502",
    "progressives": "f4068ac8b613d4e4f5fb35ed2b5066817f0e9ae199c1171811f0840565ef6c55",
    "incidents": "469d66946a38040502cf15f4356a3b6c37921108a73c91d208dd7e2e920e718e",
    "faults": "3df1a12b7e3270d0cd02ad198a0ab2ff5684920731556844fcfb73de23dddae4",
    "complaints": "ac4b66b0fa88e1074f554e20756cb6f86d43ed56c7b32efdc7083c6007aa8669",
    "ball_sets": "3ad7c48a92afc771a98a2993b490fd6efe16de0648229b48edda628dcf734116",
    "people_actions": "db9714d3238fcbc434925105604a31f4fa15da3010de19e2c308e0320d101314",
}
_APPLICATION = 0x4C414354
_FORMAT_3 = "libro de actas, formato 3 (docs/minutes.md)"
_VOLUME = re.compile(r"tomo-([0-9]{4})\.(sqlite|jsonl)")
# What may lie in the folder of a book, of a second medium, of an export, under a name that begins as a
# volume's; any other such name could be taken for a volume by people, and is a finding.
_BOOK, _SECOND, _EXPORT = (
    r"tomo-[0-9]{4}\.sqlite(\.lock|(\.new|\.nuevo|\.apartado-[0-9]+)?(-wal|-shm|-journal)?)",
    r"tomo-[0-9]{4}\.jsonl(\.new|\.nuevo|\.nuevo\.new|\.apartado-[0-9]+)?",
    r"tomo-[0-9]{4}\.(jsonl|puntos|punto)",
)
_FIELDS = (
    ("number", int),
    ("time", str),
    ("offset_minutes", int),
    ("clock", str),
    ("boot", str),
    ("actor", str),
    ("request", str),
    ("digest", str),
    ("kind", str),
    ("body", str),
    ("previous", str),
    ("hash", str),
)
_TYPES = [kind for _, kind in _FIELDS]
_CHECKPOINT_FIELDS = (("number", int), ("size", int), ("peaks", str), ("note", str))


def digest_of(path: Path) -> str:
    """Give the SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        for piece in iter(lambda: file.read(1 << 20), b""):
            digest.update(piece)
    return digest.hexdigest()


def digest_beside(path: Path) -> str | None:
    """Give the SHA-256 of what lies under a name; empty where that is no file, None where nothing is."""
    try:
        return digest_of(path)
    except FileNotFoundError:
        return None
    except OSError:
        return ""


def _private_copy(path: Path, log: Path, folder: Path) -> Path:
    """Copy a volume that someone has open, with its log, both of one moment."""
    for _ in range(10):
        before = [(s.st_size, s.st_mtime_ns, s.st_ino) for s in (path.stat(), log.stat())]
        shutil.copyfile(str(path), str(folder / "copia.sqlite"))
        shutil.copyfile(str(log), str(folder / "copia.sqlite-wal"))
        if before == [(s.st_size, s.st_mtime_ns, s.st_ino) for s in (path.stat(), log.stat())]:
            return folder / "copia.sqlite"
    raise NotVerifiableError(f"{path.name} se está escribiendo sin pausa: verifique una copia")


@contextlib.contextmanager
def open_volume(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a volume without writing or locking anything; one with a log, in a private copy.

    The copy has no ``-shm``: SQLite makes that anew from the log, and nobody can lie to it there. It works on
    a medium that cannot be written, too.
    """
    log = path.with_name(path.name + "-wal")
    with contextlib.ExitStack() as stack:
        if log.is_file() and log.stat().st_size:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            address = _private_copy(path, log, Path(folder)).as_uri()
        else:
            address = path.absolute().as_uri() + "?mode=ro&immutable=1"
        database = sqlite3.connect(address, uri=True, isolation_level=None)
        stack.callback(database.close)
        # Text that is not UTF-8 is read all the same, to be a finding of its row.
        database.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
        database.execute("PRAGMA trusted_schema = OFF")
        yield database


def _schema_row(statement: str) -> tuple[str, str, str, str]:
    """Give the row of the schema that a statement of ours makes: type, name, table, statement."""
    match = re.match(r"CREATE (TABLE|INDEX|TRIGGER|VIEW) (\w+)(?:[^\n]*? ON (\w+))?", statement)
    kind, name, table = match.groups("") if match else ("", "", "")
    return kind.lower(), name, (table if kind in {"INDEX", "TRIGGER"} else "") or name, statement


def _schema_problems(rows: list[tuple[Any, ...]]) -> Iterator[str]:
    """Return how the rows of the schema differ from those that a book has, letter by letter."""
    found = [str(row[3]) for row in rows if row == _schema_row(str(row[3]))]
    digests = {hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for text in found}
    for statement in _SCHEMA:
        if statement not in found:
            yield f"falta o fue alterado en el esquema: {statement.split(chr(10))[0]}"
    for name, digest in _VIEWS.items():
        if digest not in digests:
            yield f"falta o fue alterada en el esquema la vista {name}"
    if len(rows) != len(_SCHEMA) + len(_VIEWS):
        yield f"el esquema tiene {len(rows)} elementos y no {len(_SCHEMA) + len(_VIEWS)}"


def _pragma(database: sqlite3.Connection, name: str) -> Any:
    return database.execute(f"PRAGMA {name}").fetchone()[0]


def sqlite_problems(database: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Give what is wrong with a database as such, each with its code."""
    if _pragma(database, "application_id") != _APPLICATION or _pragma(database, "user_version") not in {2, 3}:
        yield "MIN-SCHEMA", "el fichero no es un tomo del libro en formato 2 o 3"
    if _pragma(database, "encoding") != "UTF-8":
        yield "MIN-SCHEMA", "el fichero guarda sus textos en otra codificación que UTF-8"
    rows = database.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    for problem in _schema_problems(rows):
        yield "MIN-SCHEMA", problem
    if not {_ENTRIES, _CHECKPOINTS} <= {row[3] for row in rows}:
        return
    for (answer,) in database.execute("PRAGMA integrity_check(3)").fetchall():
        if answer != "ok":
            yield "MIN-CORRUPT", f"SQLite dice: {answer}"


class Table:
    """The rows of one table, all of them, in the order of their numbers; and whether those were all."""

    def __init__(self, database: sqlite3.Connection, name: str, fields: Sequence[tuple[str, type]]) -> None:
        self.database, self.name = database, name
        self.columns = ", ".join(field for field, _ in fields)
        self.count, self.first, self.last = 0, None, None

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        for row in self.database.execute(f"SELECT {self.columns} FROM {self.name} ORDER BY number"):
            if not self.count:
                self.first = row[0]
            self.count, self.last = self.count + 1, row[0]
            yield row

    def problem(self) -> str:
        """Return how the rows that were read are not those that the file holds; empty where they are."""
        held = self.database.execute(f"SELECT count(*), min(number), max(number) FROM {self.name}").fetchone()
        if held == (self.count, self.first, self.last):
            return ""
        return f"la tabla {self.name} tiene {held[0]} filas, y por su orden se leen {self.count}"


def _lines(
    path: Path, fields: Sequence[tuple[str, type]], finding: Callable[[str, str], None]
) -> Iterator[tuple[Any, ...] | None]:
    """Give the lines of an export as the rows that they stand for; None for one that is none, a finding."""
    names = [field for field, _ in fields]
    with path.open("rb") as file:
        for count, line in enumerate(file, 1):
            try:
                if not line.endswith(b"\n"):
                    raise ValueError("the last line is cut off")
                value = parse_canonical(line[:-1].decode("utf-8"), LEVELS)
                if not isinstance(value, dict) or sorted(value) != sorted(names):
                    raise ValueError("not these fields")
            except ValueError as error:
                finding("MIN-FORM", f"{path.name}, línea {count}: no tiene su forma ({error})")
                yield None
                continue
            if isinstance(value.get("body"), dict):
                value["body"] = _QUOTER.encode(value["body"])
            elif "body" in value:
                value["body"] = None
            yield tuple(value[name] for name in names)


# ---------------------------------------- 8. one volume

_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3])(?::[0-5][0-9]){2}\.[0-9]{3}Z")
_HEX = re.compile("[0-9a-f]{64}")
_ZEROS = "0" * 64
_OPENED, _CLOSED, _SIGNED, _ENROLLED = "BookOpened", "BookClosed", "EntrySigned", "SignatoryEnrolled"
_SEALED = "FolioSealed"
# For a volume with one of these no bound entries are reported: its chain proves nothing.
_NO_CHAIN = {"MIN-SCHEMA", "MIN-CORRUPT", "MIN-FORM", "MIN-NUMBER", "MIN-LINK", "MIN-HASH"}
_SIGNATURE_KEYS = ["algorithm", "certificate", "entry", "hash", "person", "signature"]
_PREVIOUS_KEYS = ["entries", "hash", "root", "volume"]
_FOLIO_TYPES = {
    "copy": int, "data": str, "document": str, "entry": int, "folio": int, "name": str, "pdf": str,
    "sheets": int, "volume": int,
}  # fmt: skip
_FOLIO_NAME = re.compile(rf"tomo-[^/\\{_CONTROL}]+\.pdf")

# Who signs what, from format 3 on: the posts whose holder may sign an entry of the kind, and the kind that
# another person has to have signed before.
_JEFE, _DIRECTOR = ("jefe",), ("director",)
_SIGNERS = {
    "BallSetMounted": (_DIRECTOR, ""),
    "BallSetRetired": (_DIRECTOR, ""),
    "BingoCarried": (_DIRECTOR, "NoBingoProposed"),
    _CLOSED: (_DIRECTOR, "ClosingProposed"),
    _OPENED: (_DIRECTOR, ""),
    "ClockReferenceProposed": (_JEFE, ""),
    "ClockReferenceSet": (_DIRECTOR, "ClockReferenceProposed"),
    "ClosingProposed": (_JEFE, ""),
    "ComplaintFiled": (("jefe", "director"), ""),
    "ComplaintResolved": (_DIRECTOR, ""),
    "DrawStarted": (_JEFE, ""),
    "GameSigned": (_JEFE, ""),
    "GameVoided": (_DIRECTOR, "VoidProposed"),
    "IncidentApproved": (_DIRECTOR, "IncidentMinuted"),
    "IncidentMinuted": (_JEFE, ""),
    "ManualProposed": (_JEFE, ""),
    "MeansChanged": (_DIRECTOR, "ManualProposed"),
    "MediumRepaired": (_DIRECTOR, "RepairProposed"),
    "NoBingoProposed": (_JEFE, ""),
    "PrintingSuspended": (_DIRECTOR, "PrintingSuspensionProposed"),
    "PrintingSuspensionProposed": (_JEFE, ""),
    "RepairProposed": (_JEFE, ""),
    "SessionClosed": (_JEFE, ""),
    "SessionDayAgreed": (_DIRECTOR, "SessionDayProposed"),
    "SessionDayProposed": (_JEFE, ""),
    "SessionOpened": (_JEFE, ""),
    "ShorterAccepted": (_DIRECTOR, "RepairProposed"),
    "VoidProposed": (_JEFE, ""),
    "WrongCallSettled": (_DIRECTOR, ""),
    "NumberApproved": (_DIRECTOR, "NumberProposed"),
    "NumberProposed": (_JEFE, ""),
    "SpinVoidProposed": (_JEFE, ""),
    "SpinVoided": (_DIRECTOR, "SpinVoidProposed"),
    "TableClosed": (_JEFE, ""),
    "TableCredited": (_JEFE, ""),
    "TableFilled": (_JEFE, ""),
    "TableOpened": (_JEFE, ""),
    "WheelInspected": (_JEFE, ""),
    "WheelRegistered": (("jefe", "director"), ""),
    "CorrectionProposed": (_JEFE, ""),
    "DecksDestroyed": (_JEFE, ""),
    "DecksInspected": (_JEFE, ""),
    "InspectionAgreed": (_DIRECTOR, "DecksInspected"),
    "RoundCorrected": (_DIRECTOR, "CorrectionProposed"),
    "RoundVoidProposed": (_JEFE, ""),
    "RoundVoided": (_DIRECTOR, "RoundVoidProposed"),
    "ShoeApproved": (_DIRECTOR, "ShoeClosed"),
    "ShoeClosed": (_JEFE, ""),
    "ShoeRegistered": (("jefe", "director"), ""),
    "UntoldAgreed": (_DIRECTOR, "UntoldProposed"),
    "UntoldProposed": (_JEFE, ""),
}
# Those of one game alone; every other is of every game. A volume that names no game, or another, is of bingo.
_ONLY = {
    "bingo": {
        "BallSetMounted", "BallSetRetired", "BingoCarried", "DrawStarted", "GameSigned", "GameVoided",
        "ManualProposed", "MeansChanged", "NoBingoProposed", "VoidProposed", "WrongCallSettled",
    },
    "roulette": {
        "NumberApproved", "NumberProposed", "SpinVoidProposed", "SpinVoided", "TableClosed", "TableCredited",
        "TableFilled", "TableOpened", "WheelInspected", "WheelRegistered",
    },
    "baccarat": {
        "CorrectionProposed", "DecksDestroyed", "DecksInspected", "InspectionAgreed", "RoundCorrected",
        "RoundVoidProposed", "RoundVoided", "ShoeApproved", "ShoeClosed", "ShoeRegistered", "TableClosed",
        "TableCredited", "TableFilled", "TableOpened", "UntoldAgreed", "UntoldProposed",
    },
}  # fmt: skip
_WITHDRAWN = "ProposalWithdrawn"
_PROPOSALS = {other for _, other in _SIGNERS.values() if other}


@functools.lru_cache(maxsize=256)
def _day_exists(day: str) -> bool:
    try:
        datetime.date(int(day[:4]), int(day[5:7]), int(day[8:]))
    except ValueError:
        return False
    return True


def spelled(row: Sequence[Any]) -> tuple[str, str]:
    """Give the canonical JSON of an entry in two parts, between which a second medium's line has the hash."""
    number, time, offset, clock, boot, actor, request, digest, kind, body, previous, _ = row
    quote = _QUOTER.encode
    head = f'{{"actor":{quote(actor)},"body":{body},"boot":{quote(boot)},"clock":{quote(clock)}'
    tail = f',"kind":{quote(kind)},"number":{number},"offset_minutes":{offset},"previous":{quote(previous)}'
    return f'{head},"digest":{quote(digest)}', f'{tail},"request":{quote(request)},"time":{quote(time)}}}'


def _is_text(text: str) -> bool:
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_person(value: object) -> bool:
    return isinstance(value, dict) and _texts(
        [value.get("person"), value.get("certificate"), value.get("accredited", "")]
    )


def _is_end(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return sorted(value) == _PREVIOUS_KEYS and [type(value[key]) for key in _PREVIOUS_KEYS] == [
        int,
        str,
        str,
        int,
    ]


def _is_folio(body: dict[str, Any]) -> bool:
    """Return whether the body of a ``FolioSealed`` has its form."""
    if {key: type(value) for key, value in body.items()} != _FOLIO_TYPES:
        return False
    digests = _HEX.fullmatch(body["data"]) and _HEX.fullmatch(body["pdf"])
    return bool(digests and _FOLIO_NAME.fullmatch(body["name"]))


def _pictures(value: object) -> Iterator[str]:
    """Give the digests of the pictures that a body names, wherever in it."""
    values = [value]
    while values:
        each = values.pop()
        if isinstance(each, dict):
            picture = each.get("picture")
            if isinstance(picture, str) and _HEX.fullmatch(picture):
                yield picture
            values += each.values()
        elif isinstance(each, list):
            values += each


def opening_problem(body: dict[str, Any]) -> str:
    """Name the keys of an opening diligence that have another form; a key left out counts as empty."""
    people = body.get("people", [])
    forms = {
        "volume": type(body.get("volume")) is int and body["volume"] >= 1,
        "origin": isinstance(body.get("origin", ""), str),
        "controller": isinstance(body.get("controller", ""), str),
        "authority": isinstance(body.get("authority", ""), str),
        "people": isinstance(people, list) and all(_is_person(each) for each in people),
        "signed": _texts(body.get("signed", [])),
        "previous": body.get("previous") is None or _is_end(body["previous"]),
    }
    return ", ".join(key for key, right in forms.items() if not right)


class Paper:
    """The text of the code on a printed folio: what the paper states, and what was read of it in the book."""

    _NUMBER, _DIGEST = "(0|[1-9][0-9]{0,15})", "([0-9a-f]{64})"
    _FORM = re.compile(f"hallctl:folio:1;(.*);{_NUMBER};{_NUMBER};{_DIGEST};{_NUMBER};{_DIGEST}")

    def __init__(self, text: str) -> None:
        """Read the text, as it was scanned or typed.

        Raises:
            ValueError: It has another form.
        """
        match = self._FORM.fullmatch("".join(text.split()))
        if match is None:
            raise ValueError(f"«{shown(text)}» no es el texto del código de un folio")
        self.origin = match.group(1)
        self.volume, self.folio, self.entry = (int(match.group(each)) for each in (2, 3, 5))
        self.data, self.hash = match.group(4), match.group(6)
        self.place = f"folio {self.folio} del tomo {self.volume}"
        self.volume_seen = self.entry_seen = self.must_be_sealed = False
        self.sealed: dict[str, tuple[int, str]] = {}

    def is_of(self, opening: dict[str, Any]) -> bool:
        """Return whether a volume is the paper's; one without keys has no origin to compare."""
        return bool(opening["volume"] == self.volume and opening["origin"] in ("", self.origin))

    def take(self, body: dict[str, Any]) -> None:
        """Take in a sealed folio's entry; the newest with its name counts."""
        self.sealed.pop(body["name"], None)
        covered = self.folio > 0 and body["folio"] <= self.folio < body["folio"] + body["sheets"]
        if covered and body["volume"] == self.volume:
            self.sealed[body["name"]] = body["copy"], body["data"]

    def see(self, opening: dict[str, Any], format_: int) -> None:
        """Take in the opening diligence of a volume; from format 3 on every folio was sealed in the book."""
        if self.is_of(opening):
            self.volume_seen = True
            self.must_be_sealed = format_ >= 3 and self.folio > 0

    def problem(self, alone: bool) -> str:
        """Return how the book is not the one that the paper was printed from; empty where it is."""
        if not self.volume_seen:
            return f"es de un tomo de «{self.origin}» que no está"
        if not self.entry_seen:
            return f"el libro no tiene el asiento {self.entry} con esa huella"
        originals = [data for copy, data in self.sealed.values() if copy == 0]
        if any(copy and data == self.data for copy, data in self.sealed.values()):
            return ""
        if any(data != self.data for data in originals):
            return "el libro guarda otra huella de los datos de ese folio"
        if not originals and self.must_be_sealed and not alone:  # what seals it may stand in a later volume
            return "se imprimió después de anotarlo, y el libro no tiene esa anotación"
        return ""


class Given(NamedTuple):
    """What the reader brought from elsewhere, and the folders of files that the book names."""

    notes: Sequence[tuple[str, Note]] = ()
    keys: Sequence[str] = ()
    authorities: Sequence[str] = ()
    witnesses: Sequence[VerifierKey] = ()
    papers: Sequence[Paper] = ()
    folios: Path | None = None
    pictures: Path | None = None


class Mentions:
    """The files that the book names, with their SHA-256.

    They are kept in a private database, which SQLite lays on the disk where it grows: a book may name very
    many.
    """

    def __init__(self) -> None:
        self.database = sqlite3.connect("", isolation_level=None)
        for statement in (
            "PRAGMA journal_mode = OFF",
            "CREATE TABLE folios (name TEXT PRIMARY KEY, data TEXT, pdf TEXT) WITHOUT ROWID",
            "CREATE TABLE pictures (digest TEXT PRIMARY KEY) WITHOUT ROWID",
        ):
            self.database.execute(statement)

    def seal(self, body: dict[str, Any]) -> None:
        """Take in a folio; one that is sealed again takes the place of the one before."""
        values = (body["name"], body["data"], body["pdf"])
        self.database.execute("INSERT OR REPLACE INTO folios VALUES (?, ?, ?)", values)

    def show(self, body: dict[str, Any]) -> None:
        """Take in the pictures that an entry names."""
        for digest in _pictures(body):
            self.database.execute("INSERT OR IGNORE INTO pictures VALUES (?)", (digest,))

    def folios(self) -> Iterator[tuple[str, str, str]]:
        """Give the name, the digest of the data and the digest of the PDF of each folio."""
        yield from self.database.execute("SELECT name, data, pdf FROM folios ORDER BY name")

    def has(self, name: str) -> bool:
        """Return whether the book names a folio's file."""
        return bool(self.database.execute("SELECT 1 FROM folios WHERE name = ?", (name,)).fetchone())

    def pictures(self) -> Iterator[str]:
        """Give the digest of each picture."""
        for (digest,) in self.database.execute("SELECT digest FROM pictures ORDER BY digest"):
            yield digest


class Signatories:
    """Who may sign in one volume: the certificates that it names, and who proposed what another approves."""

    def __init__(self) -> None:
        self.format = 2
        self.authority = b""
        self.people: dict[str, tuple[str, bytes]] = {}
        self.in_force: dict[str, str] = {}
        self.proposed: dict[str, str] = {}

    def enrol(self, person: dict[str, Any], time: str) -> str:
        """Take in a certificate, which must be valid when the book names it; return why it is not."""
        try:
            if not _is_person(person):
                raise ValueError
            der = from_base64(person["certificate"])
        except ValueError:
            return "un certificado no tiene su forma"
        name, fingerprint = person["person"], hashlib.sha256(der).hexdigest()
        self.people[fingerprint] = (name, der)
        self.in_force[name] = fingerprint
        against = speaks_against(self.authority, der, name, time)
        certificate = read_certificate(der)
        if not against and certificate is not None and self.format >= 3:
            posts = person.get("posts")
            if not _texts(posts) or set(posts or ()) != set(certificate.posts):
                against = "sus puestos no son los del certificado"
        return against and f"el certificado de «{name}» no vale: {against}"

    def problem(self, before: Sequence[Any] | None, row: Sequence[Any], body: dict[str, Any]) -> str:
        """Return what is wrong with a signature under the entry before it; empty where it is right."""
        if before is None or sorted(body) != _SIGNATURE_KEYS or type(body["entry"]) is not int:
            return "la firma no tiene su forma, o no hay nada antes de ella"
        if not _texts([value for key, value in body.items() if key != "entry"]):
            return "la firma no tiene su forma"
        if (body["entry"], body["hash"], *row[1:8]) != (before[0], before[11], *before[1:8]):
            return "la firma no es del asiento anterior, o no de quien lo hizo, o de otro momento"
        person = before[5].partition(":")[2]
        holder, der = self.people.get(body["certificate"], ("", b""))
        if not person or body["person"] != person or holder != person:
            return f"el certificado no es uno que el libro dé a «{person}»"
        against = speaks_against(self.authority, der, person, before[1])
        if against:
            return against
        certificate = read_certificate(der)
        message = f"hallctl entry 1\n{body['hash']}\n".encode()
        try:
            signature = from_base64(body["signature"])
        except ValueError:
            return "la firma no es base64"
        if certificate is None or not certificate.key.verifies(body["algorithm"], message, signature):
            return "la firma es falsa"
        return self._not_allowed(before, body, certificate) if self.format >= 3 else ""

    def propose(self, row: Sequence[Any], body: dict[str, Any]) -> None:
        """Remember who proposed what another person has to approve."""
        withdrawn = body.get("proposal") if row[8] == _WITHDRAWN else None
        if isinstance(withdrawn, str) and withdrawn in _PROPOSALS:  # so the key is never one of an incident
            self.proposed.pop(withdrawn, None)
        subject = _subject(row[8], body) if row[8] in _PROPOSALS else ""
        if subject:
            self.proposed[subject] = row[5].partition(":")[2]

    def _not_allowed(self, before: Sequence[Any], body: dict[str, Any], certificate: Certificate) -> str:
        """Return why this person may not sign this entry, from format 3 on; empty where they may."""
        kind, (post, _, person) = before[8], before[5].partition(":")
        if kind == _SIGNED:
            return "es una firma de otra firma"
        if self.in_force[person] != body["certificate"]:
            return f"el certificado de «{person}» había sido sustituido por otro"
        if post not in certificate.posts:
            return f"el puesto «{post}» no está en el certificado de «{person}»"
        posts, other = _SIGNERS.get(kind, ((post,), ""))
        if post not in posts:
            return f"«{post}» no es un puesto que firme esto"
        if other and self.proposed.get(_subject(other, json.loads(before[9])), person) == person:
            return "hacen falta dos personas, y la otra no lo propuso antes"
        return ""


def _subject(kind: str, body: dict[str, Any]) -> str:
    """Give what a proposal is of: its kind, and of an incident its number; empty where it has none."""
    if kind != "IncidentMinuted":
        return kind
    number = body.get("number")
    return f"{kind} {number}" if type(number) is int else ""


class Volume:
    """One volume while it is read, entry by entry; its findings go into the report.

    `read` takes its checkpoints and its entries, each in the order in which they lie in the file, and keeps
    none of them; then `end` reports what only the whole shows.
    """

    def __init__(
        self, name: str, report: Report, given: Given, second: BinaryIO | None, mentions: Mentions | None
    ) -> None:
        self.name, self.report, self.given, self.second = name, report, given, second
        self.mentions = mentions
        self.tree = Tree()
        self.expected = 1
        self.previous: str | None = _ZEROS
        self.opening: dict[str, Any] = {}
        self.marked: int | None = None
        self.controller: VerifierKey | None = None
        self.signatories = Signatories()
        self.must_sign: frozenset[str] = frozenset()
        self.before: Sequence[Any] | None = None
        self.unsigned = False
        self.closed = self.named = False
        self.chained = True
        self.bound = 0
        self.checkpoints = Checkpoints(self)

    @property
    def format(self) -> int:
        """The format by which the volume is judged."""
        return self.signatories.format

    @property
    def authority(self) -> bytes:
        """The certificate of the hall's authority."""
        return self.signatories.authority

    def finding(self, code: str, text: str, entry: int | None = None) -> None:
        """Report what is wrong with this volume."""
        self.chained = self.chained and code not in _NO_CHAIN
        self.report.add(code, self.name, entry, text)

    def read(
        self, checkpoints: Iterable[Sequence[Any] | None], entries: Iterable[Sequence[Any] | None]
    ) -> None:
        """Read the volume: its entries, and each checkpoint when the entries have come to its size.

        None stands for one that cannot be read, which is a finding already.
        """
        self.checkpoints.read(checkpoints)
        for row in entries:
            if row is None:
                self._skip_entry()
            else:
                self.entry(row)
        self.checkpoints.end()

    def entry(self, row: Sequence[Any]) -> None:
        """Judge the next row of ``entries``."""
        number = row[0]
        if number != self.expected:
            self.finding("MIN-NUMBER", f"está donde debía estar el asiento {self.expected}", number)
        self.expected = number + 1 if type(number) is int else self.expected + 1
        body = self._body(row)
        if body is None:
            self.tree.grow(b"")
            self.previous, self.before, self.second = str(row[11]), None, None
        else:
            self._judge(row, body)
        self.checkpoints.judge()

    def _skip_entry(self) -> None:
        """Count an entry that cannot be read; what follows it is judged without what it was."""
        self.expected += 1
        self.tree.grow(b"")
        self.previous, self.before, self.second = None, None, None
        self.checkpoints.judge()

    def _judge(self, row: Sequence[Any], body: dict[str, Any]) -> None:
        number = row[0]
        if self.previous not in {None, row[10]}:
            self.finding("MIN-LINK", "no nombra la huella del asiento anterior", number)
        head, tail = spelled(row)
        leaf = (head + tail).encode("utf-8")
        if hashlib.sha256(leaf).hexdigest() != row[11]:
            self.finding("MIN-HASH", "su contenido no es el que fue sellado", number)
        self.tree.grow(leaf)
        if self.second is not None:
            self._compare(number, f'{head},"hash":{_QUOTER.encode(row[11])}{tail}\n'.encode())
        self._meaning(row, body)
        self.previous, self.before = row[11], row

    def _body(self, row: Sequence[Any]) -> dict[str, Any] | None:
        """Judge the form of a row and give its body; None where it has not its form."""
        if [type(value) for value in row] != _TYPES or max(abs(row[0]), abs(row[2])) > GREATEST:
            self.finding("MIN-FORM", "sus campos no tienen sus tipos", row[0])
            return None
        if not _is_text("".join(value for value in row if isinstance(value, str))):
            self.finding("MIN-FORM", "un texto no está en UTF-8", row[0])
            return None
        if not _TIME.fullmatch(row[1]) or not _day_exists(row[1][:10]):
            self.finding("MIN-FORM", "su hora no tiene su forma, o es de un día que no existe", row[0])
            return None
        try:
            body = parse_canonical(row[9], LEVELS - 1)  # the entry itself is the first level
        except ValueError:
            body = None
        if not isinstance(body, dict):
            self.finding("MIN-FORM", "su cuerpo no es un objeto en JSON canónico", row[0])
            return None
        return body

    def _meaning(self, row: Sequence[Any], body: dict[str, Any]) -> None:
        """Check the bodies of the kinds that a verifier knows."""
        number, kind = row[0], row[8]
        if self.unsigned and kind != _SIGNED and self.before is not None:
            self.finding("MIN-SIGN", "debía estar firmado, y el siguiente no es su firma", self.before[0])
        if self.closed and not self._may_follow_closing(kind):
            self.finding("MIN-OPEN", "está después de la diligencia de cierre", number)
        if (kind == _OPENED) != (self.tree.size == 1):
            self.finding("MIN-OPEN", "la diligencia de apertura no es el primer asiento, y solo él", number)
        if kind == _OPENED and self.tree.size == 1:
            self._open(number, row[1], body)
        elif kind == _CLOSED:
            self.closed = True
        elif kind == _SIGNED:
            self._judge_signature(row, body)
        elif kind == _ENROLLED:
            self._enrol(number, row[1], body)
        self.signatories.propose(row, body)
        if self.format >= 3 and not self._is_well_labelled(row):
            self.finding(
                "MIN-FORM", "su diferencia horaria, su orden o la huella de ella no tienen su forma", number
            )
        self._take_mentions(row, body)
        self.unsigned = kind in self.must_sign

    def _may_follow_closing(self, kind: str) -> bool:
        """Return whether an entry may come after the closing diligence: its signature, then folios."""
        if self.format < 3:
            return kind == _SIGNED
        if self.before is None:  # it cannot be read
            return kind in {_SIGNED, _SEALED}
        return kind == _SEALED if self.before[8] != _CLOSED else kind in {_SIGNED, _SEALED}

    @staticmethod
    def _is_well_labelled(row: Sequence[Any]) -> bool:
        offset, request, digest = row[2], row[6], row[7]
        if not -1440 < offset < 1440 or bool(request) != bool(digest):
            return False
        return not digest or _HEX.fullmatch(digest) is not None

    def _take_mentions(self, row: Sequence[Any], body: dict[str, Any]) -> None:
        """Take in the files beside the book and the papers at hand that the entry names."""
        sealed = row[8] == _SEALED and _is_folio(body)
        if row[8] == _SEALED and not sealed:
            self.finding("MIN-FORM", "lo que dice de un folio no tiene su forma", row[0])
        if self.mentions is not None:
            if sealed:
                self.mentions.seal(body)
            if '"picture":' in row[9]:
                self.mentions.show(body)
        for paper in self.given.papers:
            if sealed:
                paper.take(body)
            if paper.entry == row[0] and paper.hash == row[11] and self.opening and paper.is_of(self.opening):
                paper.entry_seen = True

    def _open(self, number: int, time: str, body: dict[str, Any]) -> None:
        self.signatories.format = 3 if body.get("format") == _FORMAT_3 else 2
        if self.marked not in {None, self.format}:
            self.finding("MIN-OPEN", f"su formato no es el {self.marked}, que dice el fichero", number)
        problem = opening_problem(body)
        if problem:
            self.finding(
                "MIN-OPEN", f"a la diligencia de apertura le falta, o no tiene su forma: {problem}", number
            )
            return
        empty: dict[str, Any] = {
            "origin": "",
            "controller": "",
            "authority": "",
            "people": [],
            "signed": [],
            "previous": None,
        }
        self.opening = body = {**empty, **body}
        try:
            self.controller = read_key(body["controller"]) if body["controller"] else None
            self.signatories.authority = from_base64(body["authority"])
            if self.controller is not None and self.controller.kind != 1:
                raise ValueError
            if self.authority and read_certificate(self.authority) is None:
                raise ValueError
        except ValueError:
            self.finding("MIN-OPEN", "la clave del controlador o la autoridad no se pueden leer", number)
        self._judge_keys(number, body)
        for person in body["people"]:
            self._enrol(number, time, person)
        self._compare_keys(number)
        self.checkpoints.seen = [
            (where, note) for where, note in self.given.notes if note.origin == body["origin"]
        ]
        for paper in self.given.papers:
            paper.see(body, self.format)

    def _judge_keys(self, number: int, body: dict[str, Any]) -> None:
        """Judge which keys the opening names, and what has to be signed: from format 3 on, a fixed list."""
        self.named = bool(body["controller"] or body["authority"])
        self.must_sign = frozenset(body["signed"])
        if self.format < 3:
            return
        named = {bool(body[key]) for key in ("controller", "origin", "authority", "people")}
        if len(named) > 1:
            self.finding("MIN-OPEN", "nombra unas claves y otras no", number)
        name = self.controller.name if self.controller is not None else ""
        if name and body["origin"] != f"{name}/tomo-{body['volume']:04d}":
            self.finding(
                "MIN-OPEN", "su nombre en los puntos de control no es el de su clave y su número", number
            )
        self.named = True in named
        self.must_sign = frozenset(_SIGNERS) if self.named else frozenset()
        game = body["game"] if isinstance(body.get("game"), str) and body["game"] in _ONLY else "bingo"
        others = set().union(*(kinds for other, kinds in _ONLY.items() if other != game)) - _ONLY[game]
        if body["signed"] != sorted(self.must_sign - others):
            self.finding("MIN-OPEN", "la lista de lo que se firma no es la del formato 3", number)

    def _compare_keys(self, number: int) -> None:
        """Compare the keys of the opening diligence with those that the reader knows from elsewhere."""
        controller, authority = self.opening["controller"], hashlib.sha256(self.authority).hexdigest()
        if self.given.keys and controller not in self.given.keys:
            self.finding("MIN-OPEN", f"nombra otra clave del controlador: {controller or 'ninguna'}", number)
        if self.given.authorities and authority not in self.given.authorities:
            self.finding("MIN-OPEN", f"nombra otra autoridad: {authority}", number)
        if controller and shown(controller) not in self.report.controllers:
            self.report.controllers.append(shown(controller))
        if self.authority and authority not in self.report.authorities:
            self.report.authorities.append(authority)

    def _enrol(self, number: int, time: str, person: dict[str, Any]) -> None:
        problem = self.signatories.enrol(person, time)
        if problem:
            self.finding("MIN-SIGN", problem, number)

    def _judge_signature(self, row: Sequence[Any], body: dict[str, Any]) -> None:
        if self.before is None and self.tree.size > 1:
            return  # what it signs cannot be read, and is a finding already
        problem = self.signatories.problem(self.before, row, body)
        if problem:
            self.finding("MIN-SIGN", problem, row[0])
        else:
            self.report.signatures += 1
            self.bound = self.tree.size

    # -- the second medium and the end

    def _compare(self, number: int, line: bytes) -> None:
        assert self.second is not None
        found = self.second.readline(len(line) + 1)
        if found == line:
            return
        if line.startswith(found):
            self.finding("MIN-BEHIND", "el segundo medio no lo tiene, o no entero", number)
        else:
            self.finding("MIN-FORK", "el segundo medio tiene otra cosa", number)
        self.second = None

    def end(self) -> None:
        """Judge what only the whole volume shows."""
        size = self.tree.size
        if not size:
            self.finding("MIN-OPEN", "el tomo no tiene diligencia de apertura")
        if self.unsigned and self.before is not None:
            self.finding("MIN-SIGN", "debía estar firmado, y el libro termina sin su firma", self.before[0])
        for where, note in self.checkpoints.seen:
            if note.size > size:
                self.finding("MIN-SHORT", f"{where}: vio {note.size} asientos, y hay {size}")
        if self.second is not None and self.second.read(1):
            self.finding("MIN-AHEAD", f"el segundo medio tiene más que los {size} asientos del tomo")
        if self.named and self.chained and self.bound < size:
            self.report.unbound.append(Unbound(Path(self.name).stem, self.bound + 1, size))
        self.report.entries += size


class Checkpoints:
    """The checkpoints of a volume while it is read: those in it, and those that were kept elsewhere.

    Each is judged when the entries have come to its size.
    """

    def __init__(self, volume: Volume) -> None:
        self.volume = volume
        self.rows: Iterator[Sequence[Any] | None] = iter(())
        self.waiting: tuple[int, str, Note] | None = None
        self.noted, self.noted_size = 0, 0
        self.newest: Note | None = Note(b"", "", 0, b"", "", ())
        self.seen: list[tuple[str, Note]] = []

    def read(self, rows: Iterable[Sequence[Any] | None]) -> None:
        """Begin with the rows of ``checkpoints``; None stands for one that cannot be read."""
        self.rows = iter(rows)
        self._next_note()

    def judge(self) -> None:
        """Judge the checkpoints of the size that the tree has now."""
        while self.waiting is not None and self.waiting[2].size == self.volume.tree.size:
            self._judge_note(*self.waiting)
            self._next_note()
        if self.seen:
            self._judge_seen()

    def end(self) -> None:
        """Report the checkpoints of more entries than there are."""
        while self.waiting is not None:
            self.volume.finding(
                "MIN-NOTE",
                f"el punto de control {self.waiting[0]} es de más asientos que los "
                f"{self.volume.tree.size} que hay",
            )
            self._next_note()

    def _next_note(self) -> None:
        """Take the next row of ``checkpoints`` that has its form."""
        self.waiting = None
        for row in self.rows:
            self.noted += 1
            if row is None:
                self.newest = None
                continue
            number, size, peaks, note = row
            if number != self.noted:
                self.volume.finding("MIN-NOTE", f"el punto de control {number} está en el lugar {self.noted}")
            try:
                if type(number) is not int or type(size) is not int or not isinstance(peaks, str):
                    raise ValueError("no tiene sus tipos")
                read = read_note(note if isinstance(note, str) else "")
                if read.size != size or size < self.noted_size:
                    raise ValueError("su tamaño no es el de su nota, o es menor que el del anterior")
            except ValueError as error:
                self.volume.finding("MIN-NOTE", f"punto de control {number}: {error}")
                continue
            self.noted_size, self.waiting = size, (number, peaks, read)
            return

    def _judge_note(self, number: int, peaks: str, note: Note) -> None:
        """Judge a checkpoint of the size that the tree has now."""
        tree = self.volume.tree
        self.volume.report.checkpoints += 1
        right = {
            "no es de este tomo": note.origin == self.volume.opening.get("origin"),
            "el árbol tenía otra raíz": note.root == tree.root(),
            "las cumbres no son las del árbol": peaks == "".join(each.hex() for _, each in tree.peaks),
            "no es el siguiente al anterior": self._follows(note),
            "no está firmado por el controlador": self._is_signed(note),
        }
        self.newest = note
        for problem in (text for text, held in right.items() if not held):
            self.volume.finding("MIN-NOTE", f"punto de control {number}: {problem}", tree.size)
        self._judge_witnesses(f"punto de control {number}", note)
        if all(right.values()):
            self.volume.bound = tree.size

    def _follows(self, note: Note) -> bool:
        """Return whether a checkpoint follows the one before: none left out, none kept again for nothing."""
        if self.volume.format < 3:
            return not note.more
        if len({line[:2] for line in note.lines}) != len(note.lines):
            return False
        if self.newest is None:  # the one before cannot be read
            return note.place > 0
        if note.text == self.newest.text:
            return set(note.lines) > set(self.newest.lines)
        return note.place == self.newest.place + 1 and note.size > self.newest.size

    def _is_signed(self, note: Note) -> bool:
        """Return whether the first line is the controller's, the only one of it, and right."""
        key = self.volume.controller
        if key is None or note.lines[0][:2] != (key.name, key.identifier) or len(note.of(key)) != 1:
            return False
        return bool(note.signed_by(key))

    def _judge_witnesses(self, where: str, note: Note) -> None:
        for witness in self.volume.given.witnesses:
            answer = note.signed_by(witness)
            if answer is False:
                self.volume.finding(
                    "MIN-NOTE", f"{where}: la firma de {witness.name} es falsa", self.volume.tree.size
                )
            self.volume.report.cosignatures += answer is True

    def _judge_seen(self) -> None:
        """Judge the checkpoints that were kept elsewhere."""
        for where, note in self.seen:
            if note.size == self.volume.tree.size:
                same = note.root == self.volume.tree.root()
                signed = self.volume.controller is not None and note.signed_by(self.volume.controller)
                if not same:
                    self.volume.finding("MIN-SHORT", f"{where}: vio otro libro hasta este asiento", note.size)
                if signed is False and self.volume.controller is not None:
                    self.volume.finding("MIN-NOTE", f"{where}: la firma del controlador es falsa", note.size)
                self._judge_witnesses(where, note)
                if same and signed:
                    self.volume.bound = self.volume.tree.size


# ---------------------------------------- 9. the book


def _number_of(path: Path) -> int | None:
    match = _VOLUME.fullmatch(path.name)
    return int(match.group(1)) if match else None


def volumes_of(path: Path) -> list[Path]:
    """Give the files of the volumes, in order: those of a folder, or the one that is named.

    Raises:
        NotVerifiableError: There is none.
    """
    if path.is_file():
        return [path]
    for ending in (".sqlite", ".jsonl"):
        found = [each for each in path.glob(f"tomo-*{ending}") if _number_of(each) is not None]
        if found:
            return sorted(each for each in found if each.is_file())
    raise NotVerifiableError(f"en {path} no hay ningún tomo (tomo-0001.sqlite o tomo-0001.jsonl)")


def _read_sqlite(path: Path, volume: Volume) -> None:
    try:
        with open_volume(path) as database:
            for code, text in sqlite_problems(database):
                volume.finding(code, text)
            volume.marked = volume.signatories.format = _pragma(database, "user_version")
            entries = Table(database, "entries", _FIELDS)
            checkpoints = Table(database, "checkpoints", _CHECKPOINT_FIELDS)
            volume.read(checkpoints, entries)
            for table, code in ((entries, "MIN-NUMBER"), (checkpoints, "MIN-NOTE")):
                problem = table.problem()
                if problem:
                    volume.finding(code, problem)
    except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
        volume.finding("MIN-CORRUPT", f"SQLite no lo puede leer: {error}")


def _read_export(path: Path, volume: Volume) -> None:
    notes, newest = path.with_suffix(".puntos"), path.with_suffix(".punto")
    last = ""

    def kept() -> Iterator[Sequence[Any] | None]:
        nonlocal last
        for row in _lines(notes, _CHECKPOINT_FIELDS, volume.finding):
            last = str(row[3]) if row is not None else last
            yield row

    if not notes.is_file():
        volume.finding("MIN-MISSING", f"falta {notes.name}: no se sabe qué puntos de control había")
    volume.read(kept() if notes.is_file() else (), _lines(path, _FIELDS, volume.finding))
    if (newest.read_bytes() if newest.is_file() else b"") != last.encode():
        volume.finding("MIN-NOTE", f"{newest.name} no es el último punto de control de {notes.name}")


def _read_volume(
    path: Path, report: Report, given: Given, second: Path | None, mentions: Mentions | None
) -> Volume:
    with contextlib.ExitStack() as stack:
        medium = None
        if second is not None and second.is_file():
            medium = stack.enter_context(second.open("rb"))
        volume = Volume(path.name, report, given, medium, mentions)
        if second is not None and medium is None:
            volume.finding("MIN-SECOND", f"no hay {second.name} en el segundo medio")
        journal = path.with_name(path.name + "-journal")
        if journal.is_file() and journal.stat().st_size:
            text = f"{journal.name} cambiaría el tomo en cuanto otro programa lo abriera: no se leyó"
            volume.finding("MIN-JOURNAL", text)
            return volume
        for beside in (path.with_name(path.name + ending) for ending in ("-wal", "-shm", "-journal")):
            if not beside.is_file() and (beside.exists() or beside.is_symlink()):
                volume.finding("MIN-STRAY", f"{beside.name} no es un archivo: no se leyó el tomo")
                return volume
        (_read_export if path.suffix == ".jsonl" else _read_sqlite)(path, volume)
        volume.end()
    report.volumes += 1
    return volume


def _judge_place(path: Path, volume: Volume, before: Volume | None, alone: bool) -> None:
    """Judge whether a volume stands where it should: its number, and the volume before."""
    number, stated, previous = _number_of(path), volume.opening.get("volume"), volume.opening.get("previous")
    if not volume.opening:
        return
    if number is not None and stated != number:
        volume.finding("MIN-OPEN", f"la diligencia de apertura es del tomo {stated}", 1)
    if (previous is None) != (stated == 1):
        volume.finding("MIN-OPEN", "el primer tomo no sigue a otro, y todos los demás sí", 1)
    if previous is not None and stated is not None and previous["volume"] != stated - 1:
        volume.finding("MIN-OPEN", f"dice seguir al tomo {previous['volume']}", 1)
    if not alone and before is None and stated != 1:
        volume.finding("MIN-OPEN", "es el primero que hay, y no es el tomo 1", 1)
    if before is not None:
        _judge_binding(volume, before)


def _judge_binding(volume: Volume, before: Volume) -> None:
    """Judge whether a volume follows the one before."""
    previous = volume.opening["previous"]
    if not before.closed:
        before.finding("MIN-OPEN", "no está cerrado, y hay otro tomo después")
    if before.controller is not None and before.checkpoints.noted_size != before.tree.size:
        before.finding("MIN-NOTE", "no guarda el punto de control de su final, y hay otro tomo después")
    if before.format > volume.format:
        volume.finding("MIN-OPEN", f"es de un formato más viejo que el de {before.name}", 1)
    if before.controller is not None and volume.controller is None:
        volume.finding("MIN-OPEN", f"no nombra claves, y {before.name} sí", 1)
    end = {
        "volume": before.opening.get("volume"),
        "entries": before.tree.size,
        "root": before.tree.root().hex(),
        "hash": before.previous,
    }
    if previous != end:
        volume.finding("MIN-OPEN", f"no nombra el final de {before.name}", 1)


def _judge_certificates(folder: Path, volumes: Iterable[Volume], report: Report) -> None:
    """Judge the certificates of an export: those that the book names, each under its own SHA-256."""
    named = {key for volume in volumes for key in volume.signatories.people}
    named |= {hashlib.sha256(each.authority).hexdigest() for each in volumes if each.authority}
    found = {each.name: digest_beside(each) for each in folder.glob("*")}
    for name in sorted(set(found) | {f"{key}.der" for key in named}):
        if name[:-4] not in named or found.get(name) != name[:-4]:
            report.add(
                "MIN-SIGN", f"{folder.name}/{name}", None, "no es un certificado que el libro nombre, o falta"
            )


def _judge_sums(folder: Path, report: Report) -> None:
    """Judge the files of an export by its ``SHA256SUMS``."""
    sums = folder / "SHA256SUMS"
    if not sums.is_file():
        report.unchecked.append("No comprobado: no hay SHA256SUMS, que dice qué archivos exportó la sala.")
        return
    listed: list[str] = []
    *lines, rest = sums.read_bytes().decode("utf-8", "replace").split("\n")
    if rest:
        report.add("MIN-SUMS", sums.name, None, f"la última línea no termina: «{rest}»")
    for line in [*lines, rest] if rest else lines:
        digest, _, name = line.partition("  ")
        path = folder / name
        if not _HEX.fullmatch(digest) or {"", ".", ".."} & set(name.split("/")):
            report.add("MIN-SUMS", sums.name, None, f"una línea no tiene su forma: «{line}»")
        elif not path.is_file() or digest_of(path) != digest:
            report.add("MIN-SUMS", name, None, "falta, o no es el que dice SHA256SUMS")
        listed.append(name)
    if listed != sorted(set(listed)):
        report.add("MIN-SUMS", sums.name, None, "sus líneas no están en orden, o una está dos veces")
    found = {each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()}
    unlisted = sorted(found - {sums.name, *listed})
    if unlisted:
        names = ", ".join(unlisted[:5])
        report.unchecked.append(shown(f"No comprobado: {len(unlisted)} archivos sin SHA256SUMS: {names}."))


def _read_given_note(path: Path) -> tuple[str, Note]:
    try:
        return path.name, read_note(path.read_bytes().decode("utf-8"))
    except ValueError as error:
        raise NotVerifiableError(f"{path} no es un punto de control: {error}") from None


def _judge_names(folder: Path, forms: Sequence[str], report: Report) -> None:
    """Report what lies in a folder as if it were of the book, and is not."""
    for each in sorted(folder.glob("tomo-*")):
        if not any(re.fullmatch(form, each.name) for form in forms):
            report.add("MIN-STRAY", each.name, None, "no es un nombre de los del libro")
        elif not each.is_file():
            report.add("MIN-STRAY", each.name, None, "tiene un nombre del libro, y no es un archivo")


def _judge_folders(path: Path, second: Path | None, paths: Sequence[Path], report: Report) -> None:
    """Judge what lies beside the volumes, and the volumes that only the second medium has."""
    if not path.is_dir():
        return
    forms = {path.resolve(): [_EXPORT if paths and paths[0].suffix == ".jsonl" else _BOOK]}
    if second is not None:
        forms.setdefault(second.resolve(), []).append(_SECOND)
    for folder, allowed in forms.items():
        _judge_names(folder, allowed, report)
    here = {each.stem for each in paths}
    for each in sorted(second.glob("tomo-*.jsonl")) if second is not None else ():
        if _number_of(each) is not None and each.stem not in here:
            report.add("MIN-AHEAD", each.name, None, "el segundo medio tiene un tomo que aquí falta")


def _judge_pdfs(
    folder: Path, mentions: Mentions, volumes: Sequence[Volume], report: Report, alone: bool
) -> None:
    """Compare the PDF of each folio that the book names, and report those that it does not name."""
    missing = old = 0
    for name, _, pdf in mentions.folios():
        found = digest_beside(folder / name)
        if found is None:
            missing += 1
        elif found != pdf:
            report.add("MIN-FOLIO", name, None, "no es el folio que el libro dice")
        else:
            report.folios += 1
    formats = {Path(each.name).stem: each.format for each in volumes}
    for path in sorted(folder.glob("tomo-*.pdf")):
        volume = path.name[:9]
        if mentions.has(path.name) or (alone and volume not in formats):
            continue
        if formats.get(volume) == 2:
            old += 1
        else:
            report.add("MIN-FOLIO", path.name, None, "el libro no nombra este folio")
    if missing:
        report.unchecked.append(f"No comprobado: {missing} folios no están en la carpeta.")
    if old:
        report.unchecked.append(
            f"No comprobado: de {old} folios de tomos de formato 2 el libro no guarda huella."
        )


def _judge_data(folder: Path, mentions: Mentions, report: Report) -> None:
    """Compare the data of each folio in an export, and report what the book does not name."""
    for name, data, _ in mentions.folios():
        path = folder / f"{name[:-4]}.json"
        if not path.is_file():
            report.add("MIN-FOLIO", f"{folder.name}/{path.name}", None, "faltan los datos de este folio")
        elif digest_of(path) != data:
            report.add("MIN-FOLIO", f"{folder.name}/{path.name}", None, "no son los datos que el libro dice")
        else:
            report.folios += 1
    for path in sorted(folder.glob("*")):
        if path.suffix != ".json" or not mentions.has(f"{path.stem}.pdf"):
            report.add("MIN-FOLIO", f"{folder.name}/{path.name}", None, "el libro no nombra este folio")


def _judge_pictures(folder: Path, mentions: Mentions, report: Report) -> None:
    """Compare each evidence picture that the book names."""
    missing = 0
    for digest in mentions.pictures():
        path = folder / f"{digest}.jpg"
        found = digest_beside(path)
        if found is None:
            missing += 1
        elif found != digest:
            report.add("MIN-PICTURE", path.name, None, "no es la imagen que el libro dice")
        else:
            report.pictures += 1
    if missing:
        report.unchecked.append(f"No comprobado: {missing} imágenes no están en la carpeta.")


def verify(
    path: Path,
    second: Path | None = None,
    notes: Sequence[Path] = (),
    given: Given | None = None,
    papers: Sequence[str] = (),
) -> Report:
    """Verify a book, an export or one volume.

    Args:
        path: The folder, or the file of one volume.
        second: The folder of the second medium, where it is at hand.
        notes: Files of checkpoints that were kept elsewhere.
        given: What the reader knows from elsewhere.
        papers: The texts of the codes of printed folios.

    Raises:
        NotVerifiableError: There is nothing that could be verified, or a note is none.
        ValueError: A text is not that of a folio's code.
        OSError: A file could not be read.
    """
    report, alone = Report(), path.is_file()
    paths = volumes_of(path)
    given = (given or Given())._replace(
        notes=[_read_given_note(note) for note in notes], papers=[Paper(text) for text in papers]
    )
    exported = not alone and bool(paths) and paths[0].suffix == ".jsonl"
    mentions = Mentions() if exported or given.folios or given.pictures else None
    volumes: list[Volume] = []
    _judge_folders(path, second, paths, report)
    for each in paths:
        medium = None if second is None else second / f"{each.stem}.jsonl"
        volume = _read_volume(each, report, given, medium, mentions)
        _judge_place(each, volume, volumes[-1] if volumes else None, alone)
        volumes.append(volume)
    if exported:
        _judge_certificates(path / "certificados", volumes, report)
        _judge_sums(path, report)
    if mentions is not None:
        if exported:
            _judge_data(path / "folios", mentions, report)
        if given.folios is not None:
            _judge_pdfs(given.folios, mentions, volumes, report, alone)
        if given.pictures is not None:
            _judge_pictures(given.pictures, mentions, report)
    _judge_evidence(given, volumes, report, alone)
    report.unchecked += _unchecked(second, given, volumes, alone)
    return report


def _judge_evidence(given: Given, volumes: Sequence[Volume], report: Report, alone: bool) -> None:
    """Report what was kept elsewhere and is of no volume here."""
    origins = {volume.opening.get("origin") for volume in volumes}
    for where, note in given.notes:
        if note.origin not in origins:
            report.add("MIN-SHORT", where, None, f"es de «{note.origin}», un tomo que no está")
    for paper in given.papers:
        problem = paper.problem(alone)
        if problem:
            report.add("MIN-SHORT", paper.place, None, problem)


def _unchecked(second: Path | None, given: Given, volumes: Sequence[Volume], alone: bool) -> list[str]:
    """Return what was not looked at, because what it needs was not given."""
    missing = {
        "No se comprobaron los demás tomos: solo se dio uno.": not alone,
        "El último tomo que hay está cerrado: si hubo otro después, aquí falta.": alone
        or not volumes
        or not volumes[-1].closed,
        "Hay tomos de una sala sin claves: nada en ellos está firmado.": all(each.named for each in volumes),
        "No se comparó con el segundo medio (--segundo).": second is not None,
        "No se comparó con un punto de control ni con un folio guardado en otra parte (--punto, --folio): sin"
        " él no se distingue un libro recortado, ni uno vuelto a escribir por entero con otras claves.": bool(
            given.notes or given.papers
        ),
        "Las claves son las que el libro mismo dice (--clave, --autoridad): compárelas con las del folio"
        " impreso de la diligencia de apertura.": bool(given.keys and given.authorities),
    }
    return [text for text, done in missing.items() if not done]


# ---------------------------------------- 10. the command

MOST_LINES = 100


def verdict(report: Report) -> str:
    """Give the verdict for people."""
    lines = [each.line() for each in report.unbound]
    lines += [finding.line() for finding in report.findings[:MOST_LINES]]
    if len(report.findings) > MOST_LINES:
        lines.append(f"… y {len(report.findings) - MOST_LINES} hallazgos más.")
    lines.append(
        f"Leídos: {report.volumes} tomos, {report.entries} asientos; verificadas: {report.signatures} firmas"
        f" de personas, {report.checkpoints} puntos de control, {report.cosignatures} firmas de testigos."
    )
    if report.folios or report.pictures:
        lines.append(f"Comparados: {report.folios} folios, {report.pictures} imágenes.")
    lines += [f"Clave del controlador: {key}" for key in report.controllers]
    lines += [f"Autoridad de los certificados (SHA-256): {key}" for key in report.authorities]
    lines += report.unchecked
    lines.append(
        {
            0: "VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO.",
            1: f"VEREDICTO: EL LIBRO NO ESTÁ ÍNTEGRO. Hallazgos: {len(report.findings)}.",
            3: "VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO, PERO NO TODO ATADO POR FIRMAS.",
        }[report.code]
    )
    return "\n".join(lines)


def machine_verdict(report: Report) -> str:
    """Give the verdict for programs, as JSON."""
    names = ("volumes", "entries", "checkpoints", "signatures", "folios", "pictures")
    return json.dumps(
        {
            "whole": report.whole,
            **{name: getattr(report, name) for name in names},
            "controllers": report.controllers,
            "authorities": report.authorities,
            "findings": [finding._asdict() for finding in report.findings],
            "unbound": [each._asdict() for each in report.unbound],
            "unchecked": report.unchecked,
        }
    )


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="verificar_libro.py", description="Verifica un libro de actas sin escribir en él."
    )
    parser.add_argument("carpeta", type=Path, help="el libro, una exportación, o el fichero de un tomo")
    parser.add_argument("--segundo", type=Path, metavar="CARPETA", help="el segundo medio")
    parser.add_argument(
        "--punto", type=Path, metavar="FICHERO", nargs="+", action="extend", default=[],
        help="puntos de control guardados en otra parte",
    )  # fmt: skip
    repeated = {
        "--folio": ("TEXTO", "el texto del código de un folio impreso"),
        "--clave": ("CLAVE", "clave del controlador"),
        "--autoridad": ("SHA256", "huella del certificado de la autoridad"),
        "--testigo": ("CLAVE", "clave de un testigo"),
    }
    for name, (metavar, text) in repeated.items():
        parser.add_argument(name, metavar=metavar, action="append", default=[], help=text)
    parser.add_argument("--folios", type=Path, metavar="CARPETA", help="los PDF de los folios")
    parser.add_argument("--imagenes", type=Path, metavar="CARPETA", help="las imágenes de prueba")
    parser.add_argument("--json", action="store_true", help="el veredicto para programas")
    return parser.parse_args(argv)


def _known_key(text: str) -> str:
    """Read a key that a person typed, perhaps in groups, and give it in its one form."""
    key = "".join(text.split())
    try:
        read_key(key)
    except ValueError as error:
        raise NotVerifiableError(f"«{shown(text)}» no es una clave: {error}") from None
    return key


def _fingerprint(text: str) -> str:
    """Read a fingerprint that a person typed, perhaps in groups, and give it in its one form."""
    digest = "".join(text.split()).replace(":", "").lower()
    if not _HEX.fullmatch(digest):
        raise NotVerifiableError(f"«{shown(text)}» no es una huella SHA-256: son 64 cifras hexadecimales")
    return digest


def _given(arguments: argparse.Namespace) -> Given:
    for folder in (arguments.segundo, arguments.folios, arguments.imagenes):
        if folder is not None and not folder.is_dir():
            raise NotVerifiableError(f"no hay ninguna carpeta {folder}")
    return Given(
        keys=[_known_key(each) for each in arguments.clave],
        authorities=[_fingerprint(each) for each in arguments.autoridad],
        witnesses=[read_key(_known_key(each)) for each in arguments.testigo],
        folios=arguments.folios,
        pictures=arguments.imagenes,
    )


def _run(arguments: argparse.Namespace) -> int:
    if sqlite3.sqlite_version_info < (3, 37):
        raise NotVerifiableError(
            f"hace falta SQLite 3.37 o posterior; este Python tiene {sqlite3.sqlite_version}"
        )
    given = _given(arguments)
    report = verify(arguments.carpeta, arguments.segundo, arguments.punto, given, arguments.folio)
    print(machine_verdict(report) if arguments.json else verdict(report))
    return report.code


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and give its exit code."""
    arguments = _arguments(argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a console that lacks a letter ends no verdict
    try:
        return _run(arguments)
    except (NotVerifiableError, OSError, ValueError) as error:
        print(f"No se pudo verificar: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
