"""The extractor's section of the configuration: its line, and what it speaks.

Not responsible for talking to it, nor for reading the file, nor for a PLC's registers (``plc``).
"""

from collections.abc import Iterator
from typing import Final, Literal

from pydantic import Field

from hallctl.config.plc import ModbusSection, modbus_contradictions
from hallctl.config.sections import File, Section

TRIES: Final = 4
"""How often an order is given until it counts as not answered."""


class ExtractorSection(Section):
    """The serial line to the extractor, and what it speaks."""

    port: File
    simulated: bool = False
    kind: Literal["wire", "modbus"] = "wire"
    """"wire": docs/extractor-wire.md; "modbus": a PLC, docs/plc.md."""
    modbus: ModbusSection | None = None
    ball_s: float = Field(default=15.0, gt=0, le=120)
    """How long a ball may take from its order to the exit."""
    reload_s: float = Field(default=45.0, gt=0, le=600)
    """How long the balls may take back into the drum."""
    answer_ms: int = Field(default=100, ge=20, le=2000)
    """How long one answer on the wire may take; a PLC has its own in its section."""


def extractor_contradictions(section: ExtractorSection) -> Iterator[str]:
    """Yield what is wrong between the keys of the section."""
    modbus = section.modbus
    if (section.kind == "modbus") != (modbus is not None):
        told = "falta: describe el autómata" if modbus is None else 'sobra: kind no es "modbus"'
        yield f"[extractor.modbus]: {told}"
    if modbus is not None:
        yield from (f"[extractor.modbus] {problem}" for problem in modbus_contradictions(modbus))
    answer_s = (section.answer_ms if modbus is None else 3 * modbus.answer_ms) / 1000
    least = TRIES * answer_s
    if section.ball_s <= least:
        yield f"[extractor] ball_s: más de {least:g} s, lo que tarda en darse por no contestada una orden"
    if section.reload_s <= section.ball_s:
        yield "[extractor] reload_s: más que ball_s; todas las bolas tardan más que una"
