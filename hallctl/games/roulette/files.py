"""What a roulette table reads of a configuration: its rule set, and its wheels.

Not responsible for what a wheel may be (``rules.wheel``), nor for the other sections of the file.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from hallctl.config.game_files import GameFiles
from hallctl.config.problems import problem_text
from hallctl.config.sections import Section, Text
from hallctl.games.roulette.rules.commands.table import RegisterWheel
from hallctl.games.roulette.rules.ruleset import RuleSet
from hallctl.games.roulette.rules.tables import ROULETTE_RULES
from hallctl.games.roulette.rules.wheel import DOUBLE_ZERO_ORDER, SINGLE_ZERO_ORDER, USUAL_RED, Wheel
from hallctl.rules.commands.base import Command

_ORDERS: Final = {37: SINGLE_ZERO_ORDER, 38: DOUBLE_ZERO_ORDER}

WHEELS: Final = "wheels"
"""The section of the file that this game alone has."""


class WheelSection(Section):
    """A wheel of the house (RO-15): who made it, and what its metal shows (DR1)."""

    maker: Text
    serial: Text
    pockets: Literal[37, 38] = 37
    red: list[Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}$")]] = Field(
        default_factory=lambda: [*USUAL_RED]
    )
    """The numbers on a red ground, looked at one by one on the wheel itself."""


_SECTIONS: Final = TypeAdapter(Annotated[list[WheelSection], Field(min_length=1)])


def _wheels(
    path: Path, values: Mapping[str, Any], _: RuleSet | None, problems: list[str]
) -> tuple[Wheel, ...]:
    """Return the wheels of the file; what is wrong with one is told with the rest of the file."""
    if WHEELS not in values:
        problems.append(f"{path}: {WHEELS}: falta")
        return ()
    try:
        sections = _SECTIONS.validate_python(values[WHEELS])
    except ValidationError as error:
        items = [{**item, "loc": (WHEELS, *item["loc"])} for item in error.errors()]
        problems += [problem_text(path, item) for item in items]
        return ()
    wheels = [Wheel(each.maker, each.serial, _ORDERS[each.pockets], tuple(each.red)) for each in sections]
    for index, wheel in enumerate(wheels, 1):
        problems += [f"{path}: [{WHEELS}.{index}]: {fault}" for fault in wheel.faults()]
    return tuple(wheels)


def _registers(_: Mapping[str, Any], wheels: tuple[Wheel, ...]) -> tuple[Command, ...]:
    """Return the steps that put the wheels in the register."""
    return tuple(RegisterWheel(each.maker, each.serial, each.pockets, each.red) for each in wheels)


ROULETTE_FILES: Final = GameFiles(
    rules=RuleSet,
    highest=lambda rules: len(_ORDERS[rules.pockets]) - 1,
    prizes=lambda _: 0,
    material=_wheels,
    own=(WHEELS,),
    registers=_registers,
    posts=ROULETTE_RULES.mandatory,
)
"""What a roulette table reads of a configuration."""
