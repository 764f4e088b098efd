"""Frames of the extractor's wire at the machine's end: bytes to kinds and payloads, and back.

Not responsible for what they mean, nor for any port. docs/extractor-wire.md has the layout.
"""

VERSION = 1
_LONGEST = 64
_CRC = (
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50A5, 0x60C6, 0x70E7,
    0x8108, 0x9129, 0xA14A, 0xB16B, 0xC18C, 0xD1AD, 0xE1CE, 0xF1EF,
)  # fmt: skip


def encode(kind: int, number: int, payload: bytes = b"") -> bytes:
    """Return one frame with its two zeros."""
    stuffed = _stuffed(bytes((VERSION, kind)) + number.to_bytes(2, "big") + payload)
    return b"\0" + stuffed + _check(stuffed) + b"\0"


class Decoder:
    """Finds the frames in what arrives, however it is cut; keeps one frame at most."""

    def __init__(self) -> None:
        self._piece = bytearray()

    def feed(self, data: bytes) -> list[tuple[int, int, int, bytes]]:
        """Return version, kind, number and payload of each frame that these bytes complete."""
        found = []
        *ended, rest = data.split(b"\0")
        for tail in ended:
            self._keep(tail)
            body = _unwrapped(bytes(self._piece))
            if body is not None:
                found.append((body[0], body[1], body[2] << 8 | body[3], body[4:]))
            self._piece = bytearray()
        self._keep(rest)
        return found

    def _keep(self, tail: bytes) -> None:
        """Add to the piece; one byte too many is enough to know that it is no frame."""
        self._piece.extend(tail[: _LONGEST + 1 - len(self._piece)])


def _unwrapped(piece: bytes) -> "bytes | None":
    stuffed = piece[:-3]
    if not stuffed or len(piece) > _LONGEST or piece[-3:] != _check(stuffed):
        return None
    runs = []
    at = 0
    while at < len(stuffed):
        distance = stuffed[at]
        if at + distance > len(stuffed):
            return None
        runs.append(stuffed[at + 1 : at + distance])
        at += distance
    body = b"\0".join(runs)
    return body if len(body) >= 4 else None


def _stuffed(body: bytes) -> bytes:
    """COBS: each zero, and the end, becomes the distance from the one before."""
    return b"".join([bytes((len(run) + 1,)) + run for run in body.split(b"\0")])


def _check(stuffed: bytes) -> bytes:
    """CRC-16/CCITT-FALSE, half a byte at a time, in three bytes that are never zero."""
    crc = 0xFFFF
    for byte in stuffed:
        crc = crc << 4 & 0xFFFF ^ _CRC[crc >> 12 ^ byte >> 4]
        crc = crc << 4 & 0xFFFF ^ _CRC[crc >> 12 ^ byte & 15]
    return bytes((0x80 | crc >> 12, 0x80 | crc >> 6 & 63, 0x80 | crc & 63))
