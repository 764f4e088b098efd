"""The wheel sensor's section of the configuration: its line, and the form in which it writes (docs/wheel.md).

Not responsible for talking to it, nor for whether a pattern is quick (``drivers.wheel``).
"""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from hallctl.config.sections import File, Section

Written = Annotated[str, StringConstraints(pattern=r"^[ -~]{1,16}$")]
"""What a sensor writes for something."""

StateName = Literal["start", "bets", "ball", "closed", "number", "idle"]
FlagName = Literal["ball removed", "same direction", "sensor", "launch"]

_HEX: Final = "0123456789abcdefABCDEF"


class WheelPatternSection(Section):
    """A form that a regular expression describes."""

    line: Annotated[str, StringConstraints(min_length=1, max_length=300)]
    """It fits a whole line and has the groups state, game and number; flags, speed and direction may be."""
    states: dict[Written, StateName]
    """What the sensor writes for each state."""
    directions: dict[Written, Literal["clockwise", "anticlockwise"]] = Field(default_factory=dict)
    """What it writes for the rotor's direction."""
    flags: dict[Written, FlagName] = Field(default_factory=dict)
    """What each bit of its flags means, by its value in hexadecimal."""


class WheelSection(Section):
    """The serial line of the wheel's sensor, and how it writes."""

    port: File
    simulated: bool = False
    kind: Literal["rim", "pattern"] = "rim"
    """"rim": the form "*X;…"; "pattern": the one that the section below describes."""
    pattern: WheelPatternSection | None = None
    baudrate: Literal[1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] = 9600
    parity: Literal["none", "even", "odd"] = "none"
    stop_bits: Literal[1, 2] = 1
    numbers: dict[Written, Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}$")]] = Field(
        default_factory=dict
    )
    """Which pocket the sensor means where it does not write the pocket's own number."""
    last_game: int = Field(default=999, ge=9, le=999_999)
    """The highest number of its games, after which it begins again."""
    agree: int = Field(default=2, ge=1, le=5)
    """How many lines must say a number until it is believed; 1 only where it says each thing once."""
    silence_s: float = Field(default=3.0, ge=1, le=600)
    """After how long without a line it is dead."""
    launch_s: float = Field(default=10.0, ge=2, le=60)
    """How long after the croupier's launch it may take to see the ball."""
    spin_s: float = Field(default=90.0, ge=30, le=600)
    """The longest that a ball runs."""


def wheel_contradictions(section: WheelSection) -> Iterator[str]:
    """Yield what is wrong between the keys of the section."""
    if (section.kind == "pattern") != (section.pattern is not None):
        told = "falta: describe la línea" if section.pattern is None else 'sobra: kind no es "pattern"'
        yield f"[wheel.pattern]: {told}"
    if section.kind == "rim" and section.agree < 2:
        yield "[wheel] agree: este sensor repite cada línea; como mínimo, 2"
    for written in () if section.pattern is None else section.pattern.flags:
        if written.strip(_HEX) or bin(int(written, 16)).count("1") != 1:
            yield f"[wheel.pattern] flags: «{written}» no es el valor de un bit, en hexadecimal"
