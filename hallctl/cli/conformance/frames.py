"""Frames that the project's own codec cannot make: wrong, foreign, too long, none at all.

Pure. Not responsible for what a machine has to answer to them.
"""

from binascii import crc_hqx

from drivers.extractor import wire


def framed(body: bytes) -> bytes:
    """Return whatever bytes in a right frame.

    Args:
        body: Version, kind, number and payload, or anything else.
    """
    stuffed = b"".join(bytes((len(run) + 1,)) + run for run in body.split(b"\0"))
    return sealed(stuffed)


def sealed(stuffed: bytes) -> bytes:
    """Return bytes that are stuffed already, or are not, with their right check and borders."""
    crc = crc_hqx(stuffed, 0xFFFF)
    check = bytes(0x80 | part for part in (crc >> 12, crc >> 6 & 0x3F, crc & 0x3F))
    return b"\0" + stuffed + check + b"\0"


def body(kind: int, seq: int, payload: bytes = b"", version: int = wire.PROTOCOL_VERSION) -> bytes:
    """Return what a frame holds."""
    return bytes((version, kind)) + seq.to_bytes(2, "big") + payload


def miscounted(frame: bytes) -> bytes:
    """Return a right frame with one bit of its check wrong."""
    return frame[:-2] + bytes((frame[-2] ^ 1,)) + frame[-1:]


def plainly_checked(command: wire.Command, seq: int) -> bytes:
    """Return a frame whose check is of the bytes before they were stuffed, as COBS users mostly do."""
    plain = body(command.KIND, seq, command.payload())
    right = framed(plain)
    crc = crc_hqx(plain, 0xFFFF)
    check = bytes(0x80 | part for part in (crc >> 12, crc >> 6 & 0x3F, crc & 0x3F))
    return right[:-4] + check + b"\0"
