"""What a baccarat table reads of a configuration: its rule set, and its shoes.

Not responsible for the other sections of the file.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter, ValidationError

from hallctl.config.game_files import GameFiles
from hallctl.config.problems import problem_text
from hallctl.config.sections import Section, Text
from hallctl.games.baccarat.rules.commands.table import RegisterShoe
from hallctl.games.baccarat.rules.ruleset import RuleSet
from hallctl.games.baccarat.rules.state import Device
from hallctl.games.baccarat.rules.tables import BACCARAT_RULES
from hallctl.rules.commands.base import Command

SHOES: Final = "shoes"
"""The section of the file that this game alone has."""

_HIGHEST: Final = 9
"""The most points of a hand (BA-19)."""


class ShoeSection(Section):
    """A shoe of the house with its white cards (BA-04, 05)."""

    maker: Text
    serial: Text
    automatic: bool = False
    cut_cards: Annotated[int, Field(ge=0, le=20)] = 1


_SECTIONS: Final = TypeAdapter(Annotated[list[ShoeSection], Field(min_length=1)])


def _shoes(
    path: Path, values: Mapping[str, Any], rules: RuleSet | None, problems: list[str]
) -> tuple[Device, ...]:
    """Return the shoes of the file; what is wrong with one is told with the rest of the file."""
    if SHOES not in values:
        problems.append(f"{path}: {SHOES}: falta")
        return ()
    try:
        sections = _SECTIONS.validate_python(values[SHOES])
    except ValidationError as error:
        items = [{**item, "loc": (SHOES, *item["loc"])} for item in error.errors()]
        problems += [problem_text(path, item) for item in items]
        return ()
    devices = [Device(each.maker, each.serial, each.automatic, each.cut_cards) for each in sections]
    for index, device in enumerate(devices, 1):
        if rules is not None and device.automatic is not (rules.dealing == "automatic"):
            problems.append(f"{path}: [{SHOES}.{index}] automatic: las reglas piden otra clase (BA-05)")
        if not device.automatic and device.cut_cards < 1:
            problems.append(f"{path}: [{SHOES}.{index}] cut_cards: una carta de corte o más (BA-04)")
    return tuple(devices)


def _registers(_: Mapping[str, Any], devices: tuple[Device, ...]) -> tuple[Command, ...]:
    """Return the steps that put the shoes in the register."""
    return tuple(RegisterShoe(each.maker, each.serial, each.automatic, each.cut_cards) for each in devices)


BACCARAT_FILES: Final = GameFiles(
    rules=RuleSet,
    highest=lambda _: _HIGHEST,
    prizes=lambda _: 0,
    material=_shoes,
    own=(SHOES,),
    registers=_registers,
    posts=BACCARAT_RULES.mandatory,
)
"""What a baccarat table reads of a configuration."""
