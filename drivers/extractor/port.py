"""A serial port that never keeps the writer waiting: the only place that knows pyserial.

Not responsible for what the bytes mean, nor for threads: one reads, another may write.
"""

import select
import termios

import serial

READ_S = 0.02
"""How long one read waits for the first byte, in seconds."""


class ExtractorError(OSError):
    """The extractor cannot be used; the message names the port and what to check."""


class SerialPort:
    """An open tty of 8 data bits, for this program alone.

    Args:
        path: A serial device, or the slave of a pty, or a link to one.
        baudrate: Bits per second; a pty ignores it.
        parity: "N" none, "E" even or "O" odd.
        stop_bits: 1 or 2.

    Raises:
        ExtractorError: The port is missing, forbidden or in use.
    """

    def __init__(self, path: str, baudrate: int, parity: str = "N", stop_bits: int = 1) -> None:
        self._path = path
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
        except (OSError, termios.error) as error:
            raise ExtractorError(f"extractor en {path}: {_advice(error)}") from error

    def read(self) -> bytes:
        """What has arrived; waits up to `READ_S` for a first byte and returns nothing if none comes.

        Raises:
            ExtractorError: The other end is gone.
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
            ExtractorError: The other end is gone.
        """
        try:
            readable, _, _ = select.select([self._serial.fileno()], [], [], seconds)
        except OSError as error:
            raise self._gone(error) from error
        return bool(readable)

    def write(self, data: bytes) -> None:
        """Put a frame on its way without waiting.

        Raises:
            ExtractorError: The other end is gone, or has read nothing for so long that the line is full.
        """
        try:
            # pyserial spins on a full line, and with a time-out it blames the line for a busy computer.
            _, writable, _ = select.select([], [self._serial.fileno()], [], 0)
            taken = self._serial.write(data) if writable else 0
        except OSError as error:
            raise self._gone(error) from error
        if taken != len(data):
            raise ExtractorError(
                f"extractor en {self._path}: la línea está llena, la máquina no lee; reiníciela"
            )

    def forget_input(self) -> None:
        """Throw away what arrived for somebody else.

        Raises:
            ExtractorError: The other end is gone.
        """
        try:
            self._serial.reset_input_buffer()
        except (OSError, termios.error) as error:
            raise self._gone(error) from error

    def close(self) -> None:
        """Let go of the port; once is enough, twice does no harm."""
        self._serial.close()

    def _gone(self, error: Exception) -> ExtractorError:
        return ExtractorError(
            f"extractor en {self._path}: se cortó la línea; revise el cable y la corriente ({error})"
        )


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
