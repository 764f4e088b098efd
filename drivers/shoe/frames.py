"""Frames of a serial line: ENQ, sequence and data, ETX, and two hexadecimal digits of their XOR.

Not responsible for what the data say (``profiles``).
"""

from dataclasses import dataclass, field
from functools import reduce
from operator import xor
from typing import Final

from drivers.garble import Garble, GarbledLineError

ENQ: Final = 0x05
ETX: Final = 0x03
LONGEST_FRAME: Final = 40
"""Characters between ENQ and ETX; what is longer is no frame of a shoe."""

_DIGITS: Final = b"0123456789ABCDEF"


def check_sum(data: bytes) -> bytes:
    """Return the two digits that follow a frame: of all bytes between ENQ and ETX, and ETX itself."""
    return b"%02X" % reduce(xor, data, ETX)


def framed(data: bytes) -> bytes:
    """Return sequence and data as they are sent."""
    return bytes([ENQ]) + data + bytes([ETX]) + check_sum(data)


@dataclass
class FrameSplitter:
    """Cuts bytes into frames; an ENQ begins one wherever it stands, and what lies between two is no frame."""

    _held: bytearray = field(default_factory=bytearray)
    _inside: bool = False
    _ended: int = 0

    def feed(self, data: bytes) -> list[str | GarbledLineError]:
        """Take bytes; return what the frames that they complete hold, and those that are none."""
        found: list[str | GarbledLineError] = []
        for byte in data:
            if byte == ENQ:
                if self._inside:
                    found.append(self._wrong(Garble.FORM))
                self.forget()
                self._inside = True
            elif self._inside:
                found += self._take(byte)
        return found

    def forget(self) -> None:
        """Throw away what arrived: the port is another."""
        self._held.clear()
        self._inside, self._ended = False, 0

    def _take(self, byte: int) -> list[str | GarbledLineError]:
        self._held.append(byte)
        if self._ended:
            self._ended += 1
        elif byte == ETX:
            self._ended = 1
        if self._ended < 3 and len(self._held) <= LONGEST_FRAME:
            return []
        said: str | GarbledLineError = self._wrong(Garble.TOO_LONG) if self._ended < 3 else self._said()
        self.forget()
        return [said]

    def _said(self) -> str | GarbledLineError:
        data, told = bytes(self._held[:-3]), bytes(self._held[-2:])
        if told.strip(_DIGITS) or told != check_sum(data):
            return self._wrong(Garble.SUM)
        text = data.decode("ascii", "replace")
        return text if data.isascii() and text.isprintable() else self._wrong(Garble.NOT_TEXT)

    def _wrong(self, garble: Garble) -> GarbledLineError:
        return GarbledLineError(garble, self._held.decode("ascii", "replace")[:LONGEST_FRAME])
