"""The table's day: its wheels, their inspection, its float (DR17).

Not responsible for spins.
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class WheelRegistered(Event):
    """A wheel is in the register, with its pockets clockwise and those that are red (RO-15, DR1)."""

    maker: str
    serial: str
    pockets: tuple[str, ...]
    red: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WheelInspected(Event):
    """Wheel and ball were inspected; with findings the wheel is not played on (DR17)."""

    wheel: str
    ball: str
    level: str
    findings: str
    person: str
