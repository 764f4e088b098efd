"""A serial port that never keeps the writer waiting: the only place that knows pyserial.

Not responsible for what the bytes mean, nor for threads: one reads, another may write.
"""

import select
import termios

import serial

READ_S = 0.02
"""How long one read waits for the first byte, in seconds."""


class PortError(OSError):
    """A device on a serial port cannot be used; the message names the port and what to check."""


class ExtractorError(PortError):
    """The extractor cannot be used."""


class SerialPort:
    """An open tty of 8 data bits, for this program alone.

    Args:
        path: A serial device, or the slave of a pty, or a link to one.
        baudrate: Bits per second; a pty ignores it.
        parity: "N" none, "E" even or "O" odd.
        stop_bits: 1 or 2.
        device: What hangs there, as messages call it.
        error: What is raised, a `PortError` of its own for each device.

    Raises:
        PortError: The port is missing, forbidden or in use.
    """

    def __init__(
        self,
        path: str,
        baudrate: int,
        parity: str = "N",
        stop_bits: int = 1,
        device: str = "extractor",
        error: type[PortError] = ExtractorError,
    ) -> None:
        self._name, self._error = f"{device} en {path}", error
        try:
            self._serial = serial.Serial(
                path,
                baudrate,
                parity=parity,
                stopbits=stop_bits,
                timeout=READ_S,
                write_timeout=0,
                exclusive=True,
            )
        except (OSError, termios.error) as failure:
            raise error(f"{self._name}: {_advice(failure)}") from failure

    def read(self) -> bytes:
        """What has arrived; waits up to `READ_S` for a first byte and returns nothing if none comes.

        Raises:
            PortError: The other end is gone.
        """
        try:
            first: bytes = self._serial.read(1)
            rest: bytes = self._serial.read(self._serial.in_waiting) if first else b""
        except OSError as error:
            raise self._gone(error) from error
        return first + rest

    def wait(self, seconds: float) -> bool:
        """Return whether something can be read, as soon as it can; False when the time is over.

        Raises:
            PortError: The other end is gone.
        """
        try:
            readable, _, _ = select.select([self._serial.fileno()], [], [], seconds)
        except OSError as error:
            raise self._gone(error) from error
        return bool(readable)

    def write(self, data: bytes) -> None:
        """Put a frame on its way without waiting.

        Raises:
            PortError: The other end is gone, or has read nothing for so long that the line is full.
        """
        try:
            # pyserial spins on a full line, and with a time-out it blames the line for a busy computer.
            _, writable, _ = select.select([], [self._serial.fileno()], [], 0)
            taken = self._serial.write(data) if writable else 0
        except OSError as error:
            raise self._gone(error) from error
        if taken != len(data):
            raise self._error(f"{self._name}: la línea está llena, la máquina no lee; reiníciela")

    def forget_input(self) -> None:
        """Throw away what arrived for somebody else.

        Raises:
            PortError: The other end is gone.
        """
        try:
            self._serial.reset_input_buffer()
        except (OSError, termios.error) as error:
            raise self._gone(error) from error

    def close(self) -> None:
        """Let go of the port; once is enough, twice does no harm."""
        self._serial.close()

    def _gone(self, error: Exception) -> PortError:
        return self._error(f"{self._name}: se cortó la línea; revise el cable y la corriente ({error})")


def _advice(error: Exception) -> str:
    match error:
        case FileNotFoundError() | OSError(errno=2):
            return "no existe ese puerto; conecte el cable o corrija el puerto en la configuración"
        case OSError(errno=13):
            return "sin permiso para abrirlo; añada el usuario al grupo «dialout»"
        case OSError(errno=11):
            return "lo usa otro programa; ciérrelo"
        case _:
            return f"no se puede abrir; revise que sea un puerto serie con la máquina conectada ({error})"
