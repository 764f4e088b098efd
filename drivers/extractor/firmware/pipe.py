"""The machine's program with a computer in the place of its pins: what a simulator starts.

    micropython -m firmware.pipe BOOT KIND SERIAL ORDER

Each line that comes in is a turn, "MILLISECONDS SENSORS BYTES-IN-HEX", and is answered by a line
"ACTUATORS ORDER WAKES BYTES-IN-HEX". Time is what the line says, so that a computer that does not let the
program run is no dead controller. Not responsible for any ball: the simulator has the plant.
"""

import sys
from binascii import hexlify, unhexlify

from .extractor import Extractor


def main() -> None:
    """Answer turn after turn until the input ends."""
    boot, kind, serial, order = sys.argv[-4:]
    machine = Extractor(int(boot), int(kind), serial, int(order))
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        now, inputs, data = line[:-1].split(" ")
        said = machine.turn(int(now), int(inputs), unhexlify(data))
        answer = (machine.outputs, machine.order, machine.wakes_at(), hexlify(said).decode())
        print(*answer)


if __name__ == "__main__":
    main()
