"""A Modbus RTU line to one device: one question, one answer. The only place that knows pymodbus.

Not responsible for what the registers mean, nor for asking again.
"""

import logging
import time
from dataclasses import dataclass
from typing import Final

from pymodbus.client.base import ModbusBaseSyncClient
from pymodbus.exceptions import ModbusException
from pymodbus.framer import FramerType
from pymodbus.pdu import ModbusPDU
from pymodbus.pdu.bit_message import ReadCoilsRequest, ReadDiscreteInputsRequest, WriteMultipleCoilsRequest
from pymodbus.pdu.register_message import (
    ReadHoldingRegistersRequest,
    ReadInputRegistersRequest,
    WriteMultipleRegistersRequest,
)
from pymodbus.transport import CommParams, CommType

from drivers.extractor.port import ExtractorError, SerialPort
from drivers.plc.layout import Read, Table, Write

_BUSY: Final = frozenset({5, 6, 10, 11})
"""Answers of a device or a gateway that can do nothing now: as good as silence."""

_REASONS: Final = {
    1: "no conoce esa función",
    2: "no tiene esas direcciones",
    3: "no acepta esos valores",
    4: "no pudo hacerlo",
}
_READS: Final[dict[Table, type[ModbusPDU]]] = {
    Table.COIL: ReadCoilsRequest,
    Table.DISCRETE: ReadDiscreteInputsRequest,
    Table.INPUT: ReadInputRegistersRequest,
    Table.HOLDING: ReadHoldingRegistersRequest,
}
_QUIET_BITS: Final = 38.5
"""Three and a half characters: how long a line is quiet between two messages."""

_QUIET_S: Final = 0.00175
"""As much, on a line of more than 19200 bit/s."""

# What no handler takes goes to standard error, where the hall's own log is.
logging.getLogger("pymodbus").addHandler(logging.NullHandler())


class NoAnswer(Exception):  # noqa: N818 (nothing is wrong yet)
    """Nothing came back, or nothing whole: it may be asked again."""


@dataclass(frozen=True, slots=True)
class Line:
    """How a line is set.

    Attributes:
        baudrate: Bits per second.
        parity: "N" none, "E" even or "O" odd.
        stop_bits: 1 or 2.
    """

    baudrate: int = 19200
    parity: str = "E"
    stop_bits: int = 1


class Bus:
    """An open line; asks one thing at a time, from one thread.

    Args:
        path: Of the tty.
        line: Its settings.
        unit: The device's address on it.
        answer_s: How long to wait for an answer.

    Raises:
        ExtractorError: The port is missing, forbidden or in use.
    """

    def __init__(self, path: str, line: Line, unit: int, answer_s: float) -> None:
        self._path = path
        self._unit = unit
        self._client = _Client(path, line, answer_s)

    def read(self, wanted: Read) -> list[int]:
        """What stands there.

        Raises:
            NoAnswer: It may be asked again.
            ExtractorError: The line is gone, or the device refuses.
        """
        answer = self._ask(
            _READS[wanted.table](address=wanted.address, count=wanted.count, dev_id=self._unit),
            f"leer {wanted.count} en {wanted.address} ({wanted.table.value})",
        )
        values = [int(value) for value in (*answer.registers, *answer.bits)]
        bits = wanted.table in {Table.COIL, Table.DISCRETE}
        if len(values) != (-(-wanted.count // 8) * 8 if bits else wanted.count):
            raise NoAnswer  # of another question
        return values[: wanted.count]

    def write(self, wanted: Write) -> None:
        """Put values there.

        Raises:
            NoAnswer: They may have arrived or not.
            ExtractorError: The line is gone, or the device refuses.
        """
        said: ModbusPDU
        if wanted.table is Table.COIL:
            bits = [bool(value) for value in wanted.values]
            said = WriteMultipleCoilsRequest(address=wanted.address, bits=bits, dev_id=self._unit)
        else:
            registers = list(wanted.values)
            said = WriteMultipleRegistersRequest(
                address=wanted.address, registers=registers, dev_id=self._unit
            )
        count = len(wanted.values)
        answer = self._ask(said, f"escribir {count} en {wanted.address} ({wanted.table.value})")
        if (answer.address, answer.count) != (wanted.address, count):
            raise NoAnswer

    def close(self) -> None:
        """Let go of the port."""
        self._client.close()

    def _ask(self, request: ModbusPDU, what: str) -> ModbusPDU:
        try:
            answer = self._client.execute(False, request)
        except ModbusException as error:
            self._client.listen_out()
            raise NoAnswer from error
        if answer.function_code == request.function_code:
            return answer
        if answer.function_code != request.function_code | 0x80 or answer.exception_code in _BUSY:
            self._client.listen_out()
            raise NoAnswer
        reason = _REASONS.get(answer.exception_code, "no dice por qué")
        raise ExtractorError(
            f"extractor en {self._path}: el autómata no deja {what}: {reason}; corrija [extractor.modbus]"
        )


class _Client(ModbusBaseSyncClient):
    """pymodbus's client on the serial port that the hall's other extractors have.

    Its own port opens anew in silence after a cable was out, says nothing of why it does not open, and waits
    by the wall clock.
    """

    def __init__(self, path: str, line: Line, answer_s: float) -> None:
        parameters = CommParams(comm_type=CommType.SERIAL, host=path, timeout_connect=answer_s)
        super().__init__(FramerType.RTU, 0, parameters, None, None, None)
        self._port = SerialPort(path, line.baudrate, line.parity, line.stop_bits)
        self._answer_s = answer_s
        self._quiet_s = max(_QUIET_BITS / line.baudrate, _QUIET_S)
        self._free_at = 0.0
        self._give_up_at = 0.0

    def connect(self) -> bool:
        """It is open as long as this client is."""
        return True

    def send(self, request: bytes, addr: tuple[str, int] | None = None) -> int:  # noqa: ARG002
        """Put a question on the line, once it has been quiet for as long as the standard asks."""
        time.sleep(max(0.0, self._free_at - time.monotonic()))
        self._port.forget_input()
        self._port.write(request)
        self._give_up_at = time.monotonic() + self._answer_s
        return len(request)

    def recv(self, size: int | None) -> bytes:  # noqa: ARG002
        """The next piece of the answer; nothing when the time is over."""
        while True:
            data = self._port.read()
            now = time.monotonic()
            if data:
                self._free_at = now + self._quiet_s
            if data or now >= self._give_up_at:
                return data

    def listen_out(self) -> None:
        """Let an answer that comes late pass by: nothing says which question it belongs to."""
        until = time.monotonic() + self._answer_s
        while self._port.read() and time.monotonic() < until:
            pass

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()
