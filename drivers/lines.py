"""Bytes of a serial line, cut into the lines of a device.

Not responsible for what they say.
"""

from dataclasses import dataclass, field
from typing import Final

from drivers.garble import Garble, GarbledLineError
from drivers.patterns import LONGEST_LINE

_ENDS: Final = b"\r\n"


@dataclass
class LineSplitter:
    """Cuts bytes into lines; the first piece after the port was opened may be half a line and is thrown away.

    Attributes:
        start: The character with which a message begins wherever it stands; empty for none.
    """

    start: str = ""
    _held: bytearray = field(default_factory=bytearray)
    _whole: bool = False
    _overlong: bool = False

    def feed(self, data: bytes) -> list[str | GarbledLineError]:
        """Take bytes; return the lines that they complete, and those that are none."""
        found: list[str | GarbledLineError] = []
        start = self.start.encode()
        for at in range(len(data)):
            byte = data[at : at + 1]
            if byte in (b"\r", b"\n") or byte == start:
                found += self._complete()
                self._whole = True
            if byte in (b"\r", b"\n"):
                continue
            if len(self._held) > LONGEST_LINE:
                self._overlong = True
            else:
                self._held += byte
        return found

    def forget(self) -> None:
        """Throw away what arrived: the port is another."""
        self._held.clear()
        self._whole = self._overlong = False

    def _complete(self) -> list[str | GarbledLineError]:
        raw, whole, overlong = bytes(self._held), self._whole, self._overlong
        self._held.clear()
        self._overlong = False
        if not raw or not whole:
            return []
        text = raw.decode("ascii", "replace")
        if overlong or len(raw) > LONGEST_LINE:
            return [GarbledLineError(Garble.TOO_LONG, text[:LONGEST_LINE])]
        if not (raw.isascii() and text.isprintable()):
            return [GarbledLineError(Garble.NOT_TEXT, text)]
        return [text]
