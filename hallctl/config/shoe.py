"""The shoe's section of the configuration: its line, and the form in which it writes (docs/shoe.md).

Not responsible for talking to it, nor for whether a pattern is quick (``drivers.shoe``).
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from hallctl.config.sections import File, Section

Written = Annotated[str, StringConstraints(pattern=r"^[ -~]{1,16}$")]
"""What a shoe writes for something."""

EventName = Literal["start", "card", "cut", "result", "error", "lock", "unlock"]


class ShoePatternSection(Section):
    """A form of lines that a regular expression describes."""

    line: Annotated[str, StringConstraints(min_length=1, max_length=300)]
    """It fits a whole line; its groups: event, sequence, suit, rank, maybe side, index, result, detail."""
    events: dict[Written, EventName]
    """What the shoe writes for each event."""
    words: dict[Written, Annotated[str, StringConstraints(pattern=r"^[A2-9TJQKSHDCPBNT?]$")]] = Field(
        default_factory=dict
    )
    """What it writes for a rank, suit, side or result where that is not the frames' own letter."""
    last_sequence: int = Field(default=99, ge=9, le=999_999)
    """The highest number of its messages, after which it begins again at 0."""


class ShoeSection(Section):
    """The serial line of a shoe that reads its cards, and how it writes."""

    port: File
    simulated: bool = False
    kind: Literal["frames", "pattern"] = "frames"
    """"frames": ENQ, sequence, data, ETX, sum; "pattern": the lines that the section below describes."""
    pattern: ShoePatternSection | None = None
    baudrate: Literal[1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] = 4800
    parity: Literal["none", "even", "odd"] = "none"
    stop_bits: Literal[1, 2] = 1
    agree: int = Field(default=2, ge=1, le=5)
    """How often a message must be said until it is believed; 1 only where the shoe says each once."""
    silence_s: float = Field(default=3.0, ge=0, le=600)
    """After how long without a message it is dead; 0 where it says each only once."""


def shoe_contradictions(section: ShoeSection) -> Iterator[str]:
    """Yield what is wrong between the keys of the section."""
    if (section.kind == "pattern") != (section.pattern is not None):
        told = "falta: describe la línea" if section.pattern is None else 'sobra: kind no es "pattern"'
        yield f"[shoe.pattern]: {told}"
    if section.kind == "frames" and section.agree < 2:
        yield "[shoe] agree: este distribuidor repite cada mensaje; como mínimo, 2"
