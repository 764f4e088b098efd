"""The table's day: its wheels, their inspection, its float (DR17).

Not responsible for spins.
"""

from dataclasses import dataclass

from hallctl.games.roulette.rules.kinds import Pocket
from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Name, Prose, Short


@dataclass(frozen=True, slots=True)
class RegisterWheel(Command):
    """Put a wheel in the register, its colours looked at number by number (RO-15..19, DR1).

    Attributes:
        pockets: Its numbers clockwise, from any of them.
        red: Those on a red ground.
    """

    maker: Name
    serial: Short
    pockets: tuple[Pocket, ...]
    red: tuple[Pocket, ...]


@dataclass(frozen=True, slots=True)
class InspectWheel(Command):
    """Take note of the inspection of wheel and ball before the table opens, or after a change (DR17).

    Attributes:
        wheel: The serial number of the wheel on the table.
        ball: The ball that is played with.
        level: What the level showed.
        findings: What is amiss; empty where the wheel is fit for play.
    """

    wheel: Short
    ball: Short
    level: Short
    findings: Prose = ""
