"""Which characters a TrueType or OpenType file shows, read from its tables ``cmap``, ``hmtx`` and ``head``.

Not responsible for outlines, nor for ligatures. Of a collection, the first font is read. See the OpenType
specification 1.9.1, chapters "cmap", "hhea", "hmtx" and "otff".
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

WIDEST_EM: Final = 1.6
"""A wider character counts as not shown: a line's width is planned before it is set."""

_UNICODE: Final = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3))
"""Platform and encoding of the tables looked for, the fullest first."""


def shown(file: Path) -> frozenset[int]:
    """Return the code points that a font shows, none wider than ``WIDEST_EM``.

    Raises:
        OSError: The file cannot be read, or is no font of this kind.
    """
    try:
        return frozenset(_narrow(file.read_bytes()))
    except (struct.error, KeyError, IndexError) as error:
        raise OSError(f"{file} is no TrueType or OpenType font: {error}") from error


def _narrow(data: bytes) -> Iterator[int]:
    tables = _tables(data)
    (em,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (count,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    advances = struct.unpack_from(">" + "Hh" * count, data, tables[b"hmtx"])[::2]
    for code, glyph in _glyphs(data, tables[b"cmap"]):
        if glyph and not _is_control(code) and advances[min(glyph, count - 1)] <= WIDEST_EM * em:
            yield code


def _is_control(code: int) -> bool:
    """Whether a code point is no character of a text, though some fonts have a glyph for it."""
    return code < 0x20 or 0x7F <= code < 0xA0 or code == 0xFEFF or 0xFFF9 <= code <= 0xFFFF


def _tables(data: bytes) -> dict[bytes, int]:
    """Return where each table begins."""
    at = struct.unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
    (count,) = struct.unpack_from(">H", data, at + 4)
    records = (struct.unpack_from(">4sIII", data, at + 12 + 16 * number) for number in range(count))
    return {tag: offset for tag, _, offset, _ in records}


def _glyphs(data: bytes, cmap: int) -> Iterator[tuple[int, int]]:
    """Give each code point with the number of its glyph, 0 for none."""
    (count,) = struct.unpack_from(">H", data, cmap + 2)
    records = [struct.unpack_from(">HHI", data, cmap + 4 + 8 * number) for number in range(count)]
    found = {(platform, encoding): cmap + offset for platform, encoding, offset in records}
    at = next(found[key] for key in _UNICODE if key in found)
    (form,) = struct.unpack_from(">H", data, at)
    return _segments(data, at) if form == 4 else _groups(data, at)


def _groups(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Read a table of format 12: groups of code points in a row."""
    (count,) = struct.unpack_from(">I", data, at + 12)
    for first, last, glyph in struct.iter_unpack(">III", data[at + 16 : at + 16 + 12 * count]):
        yield from ((code, glyph + code - first) for code in range(first, last + 1))


def _segments(data: bytes, at: int) -> Iterator[tuple[int, int]]:
    """Read a table of format 4: segments, each with a shift or a list of glyphs."""
    (double,) = struct.unpack_from(">H", data, at + 6)
    form, ends, starts = f">{double // 2}H", at + 14, at + 16 + double
    deltas, offsets = starts + double, starts + 2 * double
    columns = (struct.unpack_from(form, data, place) for place in (ends, starts, deltas, offsets))
    for number, (last, first, delta, offset) in enumerate(zip(*columns, strict=True)):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offset:
                place = offsets + 2 * number + offset + 2 * (code - first)
                (glyph,) = struct.unpack_from(">H", data, place)
            yield code, (glyph + delta) & 0xFFFF if glyph or not offset else 0
