"""What a Pico's `machine` gives, for MicroPython on a computer: pins that a test reads and pulls."""

LEVELS = {}  # pin -> level
LINE = {"in": b"", "out": b""}
FED = []


def unique_id():
    return b"\xe6\x60\x58\x38\x83\x12\x34\x56"


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=IN, pull=None, value=None):
        self.number = number
        if value is not None:
            LEVELS[number] = value
        elif pull == Pin.PULL_UP:
            LEVELS.setdefault(number, 1)

    def value(self, level=None):
        if level is not None:
            LEVELS[self.number] = level
        return LEVELS[self.number]


class UART:
    def __init__(self, number, speed, tx, rx, rxbuf, txbuf):
        assert (speed, tx.number, rx.number) == (115200, 0, 1)

    def read(self):
        data, LINE["in"] = LINE["in"], b""
        return data or None

    def write(self, data):
        LINE["out"] += data


class WDT:
    def __init__(self, timeout):
        self.timeout = timeout

    def feed(self):
        FED.append(self.timeout)
