"""The configuration of a PLC: the registers and the bits of its Modbus map, and its line (docs/plc.md).

Not responsible for talking to it (``drivers.plc``), nor for reading the file.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import Field

from hallctl.config.sections import Section

Address = Annotated[int, Field(ge=0, le=65_535)]
"""As it travels, from 0: what many manuals call 40001 is 0."""

First = Annotated[int, Field(ge=0, le=65_534)]
"""The first of two registers."""

FaultName = Literal["EXT-JAM", "EXT-PERMISSION", "EXT-DOOR", "EXT-STALLED", "EXT-STOP"]
"""What a machine's own fault may mean to the hall (docs/fault-codes.md)."""

WORDS_AT_ONCE: Final = 125
BITS_AT_ONCE: Final = 2000
LAST_FAULT: Final = 65_535


class StatusWordsSection(Section):
    """Where the PLC's words stand."""

    version: Address
    program: Address
    boot: Address
    event: Address
    kind: Address
    order: First
    done: Address
    answer: Address
    acknowledged: Address
    fault: Address
    flags: Address | None = None
    """A register with the five truths as bits 0 to 4, where there is no section for them."""


class CommandWordsSection(Section):
    """Where the hall's words stand: holding registers."""

    heartbeat: Address
    acknowledge: Address
    order: First
    number: Address
    command: Address | None = None
    """A register for the command, where there are no coils."""


class FlagsSection(Section):
    """Where the PLC's truths stand, one bit each."""

    table: Literal["discrete", "coil"] = "discrete"
    exit: Address
    tube: Address
    door: Address
    moving: Address
    latched: Address


class CoilsSection(Section):
    """Where the hall says a command: one coil each."""

    draw: Address
    reload: Address
    stop: Address
    reset: Address


class ModbusSection(Section):
    """A PLC on a Modbus RTU line and its map."""

    unit: int = Field(ge=1, le=247)
    machine: Literal["pneumatic", "drum"] = "pneumatic"
    baudrate: Literal[9600, 19_200, 38_400, 57_600, 115_200] = 19_200
    parity: Literal["none", "even", "odd"] = "even"
    stop_bits: Literal[1, 2] = 1
    answer_ms: int = Field(default=100, ge=20, le=5000)
    """How long one answer may take; ten times as long without any is a lost line."""
    says_in: Literal["holding", "input"] = "holding"
    high_first: bool = True
    """Whether the first of two registers holds the high half."""
    says: StatusWordsSection
    hears: CommandWordsSection
    flags: FlagsSection | None = None
    coils: CoilsSection | None = None
    faults: dict[str, FaultName] = Field(default_factory=dict)
    """What the PLC's own fault numbers mean; any other is EXT-UNKNOWN."""


def modbus_contradictions(modbus: ModbusSection) -> Iterator[str]:
    """Yield what is wrong between the registers and the bits."""
    if (modbus.says.flags is None) == (modbus.flags is None):
        yield "flags: o el registro says.flags o la sección [extractor.modbus.flags], uno de los dos"
    if (modbus.hears.command is None) == (modbus.coils is None):
        yield "coils: o el registro hears.command o la sección [extractor.modbus.coils], uno de los dos"
    for number in modbus.faults:
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= LAST_FAULT):
            yield f"faults: «{number}» no es un número de fallo (1 a {LAST_FAULT})"
    taken = defaultdict(list)
    for table, address, name in _places(modbus):
        taken[table, address].append(name)
    for (table, address), names in sorted(taken.items()):
        if len(names) > 1:
            yield f"{names[1]}: la dirección {address} de «{table}» ya es de {names[0]}"
    yield from _too_wide(
        "says", [at for _, at, name in _places(modbus) if name.startswith("says.")], WORDS_AT_ONCE
    )
    yield from _too_wide(
        "flags", [at for _, at, name in _places(modbus) if name.startswith("flags.")], BITS_AT_ONCE
    )


def _places(modbus: ModbusSection) -> Iterator[tuple[str, int, str]]:
    """Yield the table, the address and the name of each register and bit."""
    sections = (
        ("says", modbus.says_in, modbus.says),
        ("hears", "holding", modbus.hears),
        ("flags", modbus.flags.table if modbus.flags is not None else "", modbus.flags),
        ("coils", "coil", modbus.coils),
    )
    for name, table, section in sections:
        values = section.model_dump(exclude={"table"}, exclude_none=True) if section is not None else {}
        for key, address in values.items():
            yield table, address, f"{name}.{key}"
            if key == "order":
                yield table, address + 1, f"{name}.{key}"


def _too_wide(name: str, addresses: list[int], limit: int) -> Iterator[str]:
    if addresses and max(addresses) - min(addresses) >= limit:
        first, last = min(addresses), max(addresses)
        yield f"{name}: de {first} a {last} son {last - first + 1}; Modbus lee como máximo {limit} de una vez"
