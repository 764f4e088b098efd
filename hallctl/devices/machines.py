"""Which driver drives the extractor that the configuration names.

Not responsible for keeping it connected (``hallctl.devices.extractor``).
"""

from functools import partial
from typing import TYPE_CHECKING

from drivers.extractor.connection import Timeouts as WireTimeouts
from drivers.extractor.driver import Extractor
from drivers.extractor.interface import MakeDriver
from drivers.extractor.wire import MachineKind
from drivers.plc.layout import Coils, CommandWords, Flags, Layout, StatusWords, Table
from hallctl.config.extractor import ExtractorSection
from hallctl.config.plc import ModbusSection
from hallctl.devices.extractor import fault_named

if TYPE_CHECKING:
    from drivers.plc.driver import Line


def driver_of(section: ExtractorSection) -> MakeDriver:
    """Return what makes the driver of this machine."""
    if section.modbus is None:
        return partial(Extractor, timeouts=WireTimeouts.of(section.answer_ms / 1000))
    from drivers.plc.driver import PlcExtractor, Timeouts

    modbus = section.modbus
    return partial(
        PlcExtractor,
        layout=layout_of(modbus),
        line=line_of(modbus),
        timeouts=Timeouts(modbus.answer_ms / 1000),
    )


def line_of(modbus: ModbusSection) -> "Line":
    """Return how a PLC's line is set."""
    from drivers.plc.driver import Line

    return Line(modbus.baudrate, modbus.parity[0].upper(), modbus.stop_bits)


def layout_of(modbus: ModbusSection) -> Layout:
    """Return the map of a PLC, whose keys do not contradict each other."""
    flags, coils = modbus.flags, modbus.coils
    return Layout(
        unit=modbus.unit,
        machine=MachineKind[modbus.machine.upper()],
        says=StatusWords(**modbus.says.model_dump(exclude={"flags"})),
        hears=CommandWords(**modbus.hears.model_dump(exclude={"command"})),
        flags=modbus.says.flags or 0 if flags is None else Flags(**flags.model_dump(exclude={"table"})),
        commands=modbus.hears.command or 0 if coils is None else Coils(**coils.model_dump()),
        says_in=Table(modbus.says_in),
        flags_in=Table.DISCRETE if flags is None else Table(flags.table),
        high_first=modbus.high_first,
        faults={int(number): fault_named(code) for number, code in modbus.faults.items()},
    )
