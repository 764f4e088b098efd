"""The machine's program on its board, a Raspberry Pi Pico: pins, line, memory and watchdog.

On the board, `main.py` is one line: `import firmware.pico; firmware.pico.run()`. Not responsible for any
decision: that is `extractor`. docs/firmware.md has the wiring.
"""

import os
import time
from binascii import hexlify

from machine import UART, WDT, Pin, unique_id

from .extractor import BACK, DOOR, EXIT, GATE, HOLLOW, MOTOR, MUSHROOM, RACK, TUBE, Extractor

KIND = 1
"""What the machine is: 1 pneumatic, 2 drum."""

LINE = (0, 0, 1)
"""The UART, its TX and its RX."""

LIGHTS = {EXIT: 10, TUBE: 11, RACK: 14, HOLLOW: 15}
"""Sensors that pull their pin down when they see what they are for."""

CHAINS = {DOOR: 12, MUSHROOM: 13}
"""Contacts that are closed to ground while all is well: a broken wire is an open door."""

ACTUATORS = {MOTOR: 16, GATE: 17, BACK: 18}
"""Outputs that are on when high; each has a resistor to ground, for the time in which no program runs."""

WATCHDOG_MS = 500
"""After how long without a turn the board starts anew, with every output off."""

UNKNOWN = 0xFFFFFFFF
"""The order of a board that remembers none: it refuses every draw until the drum has been reloaded."""

_MEMORY, _DRAFT = "order.txt", "order.new"


class Board:
    """What hangs on the pins."""

    def __init__(self) -> None:
        self._actuators = {bit: Pin(pin, Pin.OUT, value=0) for bit, pin in ACTUATORS.items()}
        self._lights = {bit: Pin(pin, Pin.IN, Pin.PULL_UP) for bit, pin in LIGHTS.items()}
        self._chains = {bit: Pin(pin, Pin.IN, Pin.PULL_UP) for bit, pin in CHAINS.items()}

    def sensors(self) -> int:
        """Return the sensors' bits."""
        seen = sum(bit for bit, pin in self._lights.items() if not pin.value())
        return seen + sum(bit for bit, pin in self._chains.items() if pin.value())

    def drive(self, outputs: int) -> None:
        """Switch the actuators."""
        for bit, pin in self._actuators.items():
            pin.value(1 if outputs & bit else 0)


def recall() -> int:
    """Return the order that is remembered without power."""
    try:
        with open(_MEMORY) as file:  # noqa: PTH123 (no pathlib here)
            return int(file.read())
    except (OSError, ValueError):
        return UNKNOWN


def remember(order: int) -> None:
    """Keep an order without power; who loses it meanwhile has the one before."""
    with open(_DRAFT, "w") as file:  # noqa: PTH123
        file.write(str(order))
    os.rename(_DRAFT, _MEMORY)  # noqa: PTH104


class Loop:
    """The program, a turn at a time."""

    def __init__(self) -> None:
        self._board = Board()
        boot = int.from_bytes(os.urandom(4), "big")
        serial = hexlify(unique_id()).decode()[-12:]
        self._kept = recall()
        self._machine = Extractor(boot, KIND, serial, self._kept)
        uart, tx, rx = LINE
        self._line = UART(uart, 115200, tx=Pin(tx), rx=Pin(rx), rxbuf=512, txbuf=512)
        self._watchdog = WDT(timeout=WATCHDOG_MS)
        self._ticks = time.ticks_ms()
        self._now = 0

    def turn(self) -> None:
        """Look, decide, act."""
        ticks = time.ticks_ms()
        # The counter of the chip starts over every twelve days; this one does not.
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        machine = self._machine
        said = machine.turn(self._now, self._board.sensors(), self._line.read() or b"")
        if machine.order == self._kept:
            self._board.drive(machine.outputs)
        else:
            # The flash takes its time: what moves is decided anew afterwards.
            self._board.drive(0)
            remember(machine.order)
            self._kept = machine.order
        if said:
            self._line.write(said)
        self._watchdog.feed()


def run() -> None:
    """Run for ever."""
    loop = Loop()
    while True:
        loop.turn()
        time.sleep_ms(1)
