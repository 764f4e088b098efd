"""Which driver drives the extractor that the configuration names.

Not responsible for keeping it connected (``hallctl.devices.extractor``).
"""

from functools import partial
from typing import Final

from drivers.extractor.driver import Extractor, FaultCode
from drivers.extractor.interface import MakeDriver
from drivers.extractor.wire import MachineKind
from drivers.plc.driver import Line, PlcExtractor, Timeouts
from drivers.plc.layout import Coils, Flags, Hears, Layout, Says, Table
from hallctl.extractors import ExtractorSection, ModbusSection

_FAULTS: Final = {
    "EXT-JAM": FaultCode.JAM,
    "EXT-PERMISSION": FaultCode.PERMISSION_LOST,
    "EXT-DOOR": FaultCode.DOOR_OPEN,
}


def driver_of(section: ExtractorSection) -> MakeDriver:
    """Return what makes the driver of this machine."""
    if section.modbus is None:
        return Extractor
    modbus = section.modbus
    return partial(
        PlcExtractor,
        layout=layout_of(modbus),
        line=Line(modbus.baudrate, modbus.parity[0].upper(), modbus.stop_bits),
        timeouts=Timeouts(modbus.answer_ms / 1000),
    )


def layout_of(modbus: ModbusSection) -> Layout:
    """Return the map of a PLC, whose keys do not contradict each other."""
    flags, coils = modbus.flags, modbus.coils
    return Layout(
        unit=modbus.unit,
        machine=MachineKind[modbus.machine.upper()],
        says=Says(**modbus.says.model_dump(exclude={"flags"})),
        hears=Hears(**modbus.hears.model_dump(exclude={"command"})),
        flags=modbus.says.flags or 0 if flags is None else Flags(**flags.model_dump(exclude={"table"})),
        commands=modbus.hears.command or 0 if coils is None else Coils(**coils.model_dump()),
        says_in=Table(modbus.says_in),
        flags_in=Table.DISCRETE if flags is None else Table(flags.table),
        high_first=modbus.high_first,
        faults={int(number): _FAULTS[code] for number, code in modbus.faults.items()},
    )
