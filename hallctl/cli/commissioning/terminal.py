"""A conversation in a terminal that goes on measuring while the person thinks.

Not responsible for what is said.
"""

import os
import select
import sys
from typing import Final, TextIO

from hallctl.app.calibrating.talk import Keys, Measuring, Stage
from hallctl.i18n.sentences import Sentence

_ERASE: Final = "\r\x1b[K"
_BAR: Final = 24
_MARKS: Final = {True: "  ✔", False: "  ✘", None: ""}


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

    def begin(self, stage: Stage) -> None:
        """Write the head of a part of a calibration."""
        self.write_line(f"\n{stage.place}. {stage.name}")
        for line in stage.advice:
            self.write_line(f"   {line}")
        if stage.keys:
            self.write_line(f"   {_keys(stage.keys)}")

    def say(self, text: Sentence, good: bool | None = None) -> None:
        """Write what a calibration says."""
        self.write_line(f"   {text}{_MARKS[good]}")

    def look(self, look: Measuring) -> None:
        """Write what the newest picture of a calibration comes to over that of the one before."""
        measured = f"{_bar(look.part)}{look.said}{_MARKS[look.good]}"
        self.show("   " + "   ".join(part for part in (measured, _keys(look.keys)) if part))

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


def _keys(keys: Keys) -> str:
    return "  ".join(f"[{key or 'Intro'}] {does}" for key, does in keys)


def _bar(part: float | None) -> str:
    if part is None:
        return ""
    full = round(_BAR * min(1.0, max(0.0, part)))
    return "█" * full + "·" * (_BAR - full) + " "
