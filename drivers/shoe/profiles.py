"""The forms in which shoes write their messages: which one a shoe has is configured, never guessed.

None of them was ever compared with a device (docs/shoe.md). Not responsible for bytes, nor for what follows
from a message.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from drivers.garble import Garble, GarbledLineError
from drivers.lines import LineSplitter
from drivers.patterns import PatternError, compiled
from drivers.shoe.frames import FrameSplitter
from drivers.shoe.readings import RANKS, SUITS, Kind, Message, Side, Winner

NEEDED: Final = ("event", "sequence")
"""The groups without which a pattern cannot tell a message from its repeat."""

KNOWN: Final = (*NEEDED, "side", "index", "suit", "rank", "result", "detail")

_SIDES: Final = {"P": Side.PLAYER, "B": Side.BANKER, "N": Side.NONE}
_WINNERS: Final = {"P": Winner.PLAYER, "B": Winner.BANKER, "T": Winner.TIE}


class Splitter(Protocol):
    """Cuts bytes into messages."""

    def feed(self, data: bytes) -> list[str | GarbledLineError]:
        """Take bytes; return the messages that they complete, and those that are none."""

    def forget(self) -> None:
        """Throw away what arrived."""


class Profile(Protocol):
    """How one kind of shoe writes."""

    @property
    def last_sequence(self) -> int:
        """The highest number of a message; the next is 0."""

    def splitter(self) -> Splitter:
        """Return what cuts its bytes into messages."""

    def read(self, line: str) -> Message:
        """Return what a message says.

        Raises:
            GarbledLineError: Nothing that this profile knows.
        """


_FRAME: Final = re.compile(
    r"(?P<sequence>[0-9]{2})(?:(?P<start>S)|C(?P<side>[PBN])(?P<index>[0-9])(?P<suit>[SHDC?])(?P<rank>[A2-9TJQK?])"
    r"|(?P<cut>W)|R(?P<result>[PBT])|E(?P<error>[0-9]{2})|L(?P<lock>[01]))",
    re.ASCII,
)


@dataclass(frozen=True)
class FrameProfile:
    """Frames: two digits of the sequence, a letter for the event, and what belongs to it.

    S start; C card, with P, B or N for the side, its index, suit and rank, "?" where it was not read; W the
    white card; R result P, B or T; E error of two digits; L lock, 1 or 0.
    """

    last_sequence: int = 99

    def splitter(self) -> Splitter:
        """Return what cuts its bytes into frames."""
        return FrameSplitter()

    def read(self, line: str) -> Message:
        """Return what a frame says.

        Raises:
            GarbledLineError: Nothing that this profile knows.
        """
        match = _FRAME.fullmatch(line)
        if match is None:
            raise GarbledLineError(Garble.FORM, line)
        said, sequence = match.groupdict(), int(match["sequence"])
        if said["side"]:
            card = "" if "?" in said["rank"] + said["suit"] else said["rank"] + said["suit"]
            return Message(sequence, Kind.CARD, line, _SIDES[said["side"]], int(said["index"]), card)
        if said["result"]:
            return Message(sequence, Kind.RESULT, line, winner=_WINNERS[said["result"]])
        if said["error"]:
            return Message(sequence, Kind.ERROR, line, detail=said["error"])
        if said["lock"]:
            return Message(sequence, Kind.LOCK if said["lock"] == "1" else Kind.UNLOCK, line)
        return Message(sequence, Kind.START if said["start"] else Kind.CUT, line)


@dataclass(frozen=True)
class PatternProfile:
    """The form of a line that a regular expression describes.

    Attributes:
        pattern: With the groups of `NEEDED`, and those of `KNOWN` that it says; it must fit a whole line.
        events: What the shoe writes for each kind of message.
        words: What it writes for a side, suit, rank or result where that is not the letter of the frames.
        last_sequence: The highest number of a message; the next is 0.

    Raises:
        PatternError: On making it: the pattern cannot be used; in Spanish, for the configuration.
    """

    pattern: str
    events: Mapping[str, Kind]
    words: Mapping[str, str] = field(default_factory=dict)
    last_sequence: int = 99
    _read: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = compiled(self.pattern)
        missing = [group for group in NEEDED if group not in found.groupindex]
        if missing:
            raise PatternError(f"falta el grupo con nombre: {', '.join(missing)}")
        strange = [group for group in found.groupindex if group not in KNOWN]
        if strange:
            raise PatternError(f"grupo desconocido: {', '.join(strange)}; se conocen {', '.join(KNOWN)}")
        if Kind.CARD not in self.events.values():
            raise PatternError("ningún suceso es «card», el que dice una carta")
        if not {"suit", "rank"} <= {*found.groupindex}:
            raise PatternError("faltan los grupos con nombre suit y rank, que dicen la carta")
        object.__setattr__(self, "_read", found)

    def splitter(self) -> Splitter:
        """Return what cuts its bytes into lines."""
        return LineSplitter()

    def read(self, line: str) -> Message:
        """Return what a line says.

        Raises:
            GarbledLineError: Nothing that this profile knows.
        """
        match = self._read.fullmatch(line)
        if match is None:
            raise GarbledLineError(Garble.FORM, line)
        said = {name: text.strip(" ") for name, text in match.groupdict().items() if text is not None}
        kind = self.events.get(said["event"])
        if kind is None or not said["sequence"].isdecimal() or int(said["sequence"]) > self.last_sequence:
            raise GarbledLineError(Garble.FORM if kind else Garble.STATE, line)
        try:
            return self._message(kind, int(said["sequence"]), said, line)
        except (KeyError, ValueError) as error:
            raise GarbledLineError(Garble.CARD if kind is Kind.CARD else Garble.FORM, line) from error

    def _message(self, kind: Kind, sequence: int, said: Mapping[str, str], line: str) -> Message:
        if kind is Kind.CARD:
            side = _SIDES[self._word(said.get("side") or "N")]
            return Message(sequence, kind, line, side, int(said.get("index") or 0), self._card(said))
        if kind is Kind.RESULT:
            return Message(sequence, kind, line, winner=_WINNERS[self._word(said["result"])])
        return Message(sequence, kind, line, detail=said.get("detail", ""))

    def _card(self, said: Mapping[str, str]) -> str:
        """Return the code of a card, empty where the shoe could not read it."""
        rank, suit = self._word(said.get("rank", "?")), self._word(said.get("suit", "?"))
        if "?" in (rank, suit):
            return ""
        if len(rank) != 1 or rank not in RANKS or len(suit) != 1 or suit not in SUITS:
            raise KeyError(rank + suit)
        return rank + suit

    def _word(self, written: str) -> str:
        return self.words.get(written, written)
