"""The forms in which sensors write their lines: which one a wheel has is configured, never guessed.

None of them was ever compared with a device (docs/wheel.md). Not responsible for bytes, nor for what follows
from a line.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from drivers.garble import Garble, GarbledLineError
from drivers.patterns import PatternError, compiled
from drivers.wheel.readings import POCKETS, BareNumber, Direction, Flag, Reading, State

NEEDED: Final = ("state", "game", "number")
"""The groups without which a pattern tells no spin from another."""

KNOWN: Final = (*NEEDED, "flags", "speed", "direction")


class Profile(Protocol):
    """How one kind of sensor writes."""

    @property
    def start(self) -> str:
        """The character with which a message begins wherever it stands; empty for none but the line's end."""

    def read(self, line: str) -> Reading | BareNumber:
        """Return what a line says.

        Raises:
            GarbledLineError: Nothing that this profile knows.
        """


@dataclass(frozen=True)
class Numbers:
    """Which pocket a sensor means.

    Attributes:
        pockets: How many the wheel has, 37 or 38.
        aliases: What the sensor writes for a pocket where it is not the pocket's own number, as "00" for the
            zero of a wheel that has no double zero.
    """

    pockets: int = 37
    aliases: Mapping[str, str] = field(default_factory=dict)

    def pocket(self, written: str, line: str) -> str:
        """Return the pocket of a number as it is written.

        Raises:
            GarbledLineError: The wheel has no such pocket.
        """
        text = written.strip(" ")
        text = self.aliases.get(text, text)
        if len(text) == 2 and text[0] == "0" and text[1] != "0":
            text = text[1]
        if text not in POCKETS[self.pockets]:
            raise GarbledLineError(Garble.NUMBER, line)
        return text


_STATUS: Final = re.compile(r"\*X;([1-6]);([0-9]{3});(.{2});([0-9A-F]);([0-9]{3});([01])", re.ASCII)
_BARE: Final = re.compile(r"[0-9]{2}|[0-9] | [0-9]", re.ASCII)
_TURNS: Final = (Direction.CLOCKWISE, Direction.ANTICLOCKWISE)


@dataclass(frozen=True)
class RimProfile:
    """The form ``*X;state;game;number;flags;speed;direction``, and a number of two characters by itself.

    As openly described: widths 1, 3, 2, 1, 3, 1; the flags a hexadecimal sum, direction 0 for clockwise.

    Attributes:
        numbers: Which pocket a number is.
    """

    numbers: Numbers = Numbers()
    start: str = "*"

    def read(self, line: str) -> Reading | BareNumber:
        """Return what a line says.

        Raises:
            GarbledLineError: Nothing that this profile knows.
        """
        if _BARE.fullmatch(line):
            return BareNumber(self.numbers.pocket(line, line), line)
        match = _STATUS.fullmatch(line)
        if match is None:
            raise GarbledLineError(Garble.FORM, line)
        state, game, number, flags, speed, turns = match.groups()
        fixed = State(int(state)) is State.NUMBER
        return Reading(
            State(int(state)),
            int(game),
            self.numbers.pocket(number, line) if fixed else None,
            Flag(int(flags, 16)),
            int(speed),
            _TURNS[int(turns)],
            line,
        )


@dataclass(frozen=True)
class PatternProfile:
    """The form that a regular expression describes.

    Attributes:
        pattern: With the groups of `NEEDED`, and those of `KNOWN` where the sensor says them; it must fit a
            whole line.
        states: What the sensor writes for each state that the hall has a use for.
        directions: What it writes for either direction of the rotor; may be empty.
        flags: Which warnings its flags are, as bits of their hexadecimal sum; others are not looked at.
        numbers: Which pocket a number is.

    Raises:
        PatternError: On making it: the pattern cannot be used; in Spanish, for the configuration.
    """

    pattern: str
    states: Mapping[str, State]
    directions: Mapping[str, Direction] = field(default_factory=dict)
    flags: Mapping[int, Flag] = field(default_factory=dict)
    numbers: Numbers = Numbers()
    start: str = ""
    _read: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = compiled(self.pattern)
        missing = [group for group in NEEDED if group not in found.groupindex]
        if missing:
            raise PatternError(f"falta el grupo con nombre: {', '.join(missing)}")
        strange = [group for group in found.groupindex if group not in KNOWN]
        if strange:
            raise PatternError(f"grupo desconocido: {', '.join(strange)}; se conocen {', '.join(KNOWN)}")
        if State.NUMBER not in self.states.values():
            raise PatternError("ningún estado es «number», el que fija el número")
        object.__setattr__(self, "_read", found)

    def read(self, line: str) -> Reading | BareNumber:
        """Return what a line says.

        Raises:
            GarbledLineError: Nothing that this profile knows.
        """
        match = self._read.fullmatch(line)
        if match is None:
            raise GarbledLineError(Garble.FORM, line)
        said = {name: text.strip(" ") for name, text in match.groupdict().items() if text is not None}
        try:
            state = self.states[said["state"]]
            direction = self.directions[said["direction"]] if said.get("direction") else None
        except KeyError as error:
            raise GarbledLineError(Garble.STATE, line) from error
        try:
            return Reading(
                state,
                int(said["game"]),
                self.numbers.pocket(said["number"], line) if state is State.NUMBER else None,
                self._flags(said.get("flags", "")),
                int(said["speed"]) if said.get("speed") else None,
                direction,
                line,
            )
        except (KeyError, ValueError) as error:
            if isinstance(error, GarbledLineError):
                raise
            raise GarbledLineError(Garble.FORM, line) from error

    def _flags(self, written: str) -> Flag:
        raised = int(written, 16) if written else 0
        flags = Flag.NONE
        for bit, flag in self.flags.items():
            if raised & bit:
                flags |= flag
        return flags
