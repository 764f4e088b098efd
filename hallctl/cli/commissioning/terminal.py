"""A conversation in a terminal that goes on measuring while the person thinks.

Not responsible for what is said.
"""

import os
import select
import sys
from typing import Final, TextIO

_ERASE: Final = "\r\x1b[K"


class Terminal:
    """Lines out, one of which is written over again and again; lines in, never waited for.

    Args:
        keys: The file descriptor that a person types into.
        out: Where lines go.
    """

    def __init__(self, keys: int = 0, out: TextIO | None = None) -> None:
        self._keys = keys
        self._out = out or sys.stdout
        self._moving = self._out.isatty()
        self._typed = b""
        self._last = ""
        self.ended = False

    def write_line(self, text: str = "") -> None:
        """Write a line that stays."""
        self._out.write((_ERASE if self._moving else "") + text + "\n")
        self._out.flush()
        self._last = ""

    def show(self, text: str) -> None:
        """Write over the line before; where nothing can be written over, only what is new is written."""
        if text == self._last:
            return
        self._last = text
        self._out.write(_ERASE + text if self._moving else text + "\n")
        self._out.flush()

    def typed(self, patience: float = 0.0) -> str | None:
        """Return a line that was typed, in small letters; None where there is none yet."""
        if b"\n" not in self._typed and not self.ended:
            readable, _, _ = select.select([self._keys], [], [], patience)
            if readable:
                received = os.read(self._keys, 1024)
                self.ended = not received
                self._typed += received
        line, found, rest = self._typed.partition(b"\n")
        if not found:
            return None
        self._typed = rest
        return line.decode(errors="replace").strip().lower()
