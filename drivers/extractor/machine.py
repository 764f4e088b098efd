"""The far end of the extractor's wire: the machine's own program, with a plant in the place of its pins.

Bytes and the time go in, bytes come out, and the plant file changes. It owns no port and no clock, so a test
may drive it through an hour in a moment; `simulator.py` puts it behind a pty. It decides nothing: that is
`firmware`, which sees sensors and never a number.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from drivers.extractor import wire
from drivers.extractor.firmware import extractor as firmware
from drivers.plant import Plant, load_plant, save_plant

ROLL_MS = 20
"""From the opened gate to the ball in the rack, at pace 1."""

FLIGHT_MS = 530
"""From the motor's start to the ball at the exit, at pace 1."""

RELOAD_MS = 400
"""From the opened way back to the last ball in the drum, at pace 1."""

_TUBE_SHARE = 0.2
_NEVER = float("inf")


class Program(Protocol):
    """The machine's program, wherever it runs.

    Attributes:
        outputs: The actuators that are on.
        order: What it has to remember without power.
    """

    outputs: int
    order: int

    def turn(self, now: int, inputs: int, data: bytes) -> bytes:
        """Take time, sensors and bytes; return bytes."""

    def wakes_at(self) -> int:
        """Return when it has something to do by itself, in milliseconds."""


Load = Callable[[int, int, str, int], Program]
"""Starts the program: boot nonce, kind, serial id, and the order that it remembered."""


class Body:
    """What the actuators do to the balls of a plant, and what the sensors say of it.

    Balls move at the end of a motion and all at once. A motion that is cut short moves none: without air the
    ball in the tube falls back.

    Args:
        path: The file of the plant; read again before each movement.
        pace: How many times faster than the real machine, above 0.
    """

    def __init__(self, path: Path, pace: float) -> None:
        self._path = path
        self.plant = load_plant(path)
        self.door_open = False
        self.mushroom = False
        self.jam_next = False
        self.no_air = False
        self._pace = pace
        self._on = 0
        self._since = {bit: 0.0 for bit in (firmware.MOTOR, firmware.GATE, firmware.BACK)}

    def drive(self, outputs: int, now: float) -> None:
        """Switch the actuators, at a time in milliseconds."""
        for bit in self._since:
            if (outputs ^ self._on) & bit:
                self._since[bit] = now
        self._on = outputs

    def remember(self, order: int) -> None:
        """Keep an order beyond the power."""
        if order != self.plant.order:
            self.change(lambda plant: replace(plant, order=order))

    def next_change(self, now: float) -> float:
        """Return when the next ball moves or is seen, in milliseconds; infinity while none does."""
        return min((moment for moment, _ in self._moves() if moment > now), default=_NEVER)

    def advance(self, now: float) -> None:
        """Move the balls whose time has come."""
        for moment, move in self._moves():
            if moment <= now and move is not None:
                move()

    def sensors(self, now: float) -> int:
        """Return the sensors' bits at a time in milliseconds."""
        plant = self.plant
        bits = (
            (firmware.EXIT, plant.exit is not None),
            (firmware.TUBE, plant.tube is not None or self._tube_from() <= now),
            (firmware.DOOR, self.door_open),
            (firmware.MUSHROOM, self.mushroom),
            (firmware.RACK, bool(plant.rack)),
            (firmware.HOLLOW, not plant.drum),
        )
        return sum(bit for bit, seen in bits if seen)

    def change(self, movement: Callable[[Plant], Plant]) -> None:
        """Move balls in the file as it is now: somebody may have changed the ink meanwhile."""
        before = load_plant(self._path)
        self.plant = movement(before)
        if self.plant != before:
            save_plant(self._path, self.plant)

    def _moves(self) -> list[tuple[float, Callable[[], None] | None]]:
        """What is under way, with its time; nothing happens where a ball only passes a sensor."""
        plant = self.plant
        moves: list[tuple[float, Callable[[], None] | None]] = []
        if self._on & firmware.GATE and plant.exit is not None:
            moves.append((self._since[firmware.GATE] + ROLL_MS / self._pace, self._roll))
        if self._on & firmware.BACK and (plant.rack or plant.exit is not None):
            moves.append((self._since[firmware.BACK] + RELOAD_MS / self._pace, self._return))
        tube = self._tube_from()
        if tube < _NEVER:
            moves.append((tube, self._jam if self.jam_next else None))
            moves.append((self._since[firmware.MOTOR] + FLIGHT_MS / self._pace, self._arrive))
        return moves

    def _tube_from(self) -> float:
        """When the ball that flies is in the tube."""
        plant = self.plant
        blows = self._on & firmware.MOTOR and not self.mushroom and not self.no_air
        if not blows or plant.exit is not None or plant.tube is not None or not plant.drum:
            return _NEVER
        return self._since[firmware.MOTOR] + FLIGHT_MS / self._pace * (1 - _TUBE_SHARE)

    def _roll(self) -> None:
        self.change(lambda plant: plant.take_order(plant.order))

    def _return(self) -> None:
        self.change(lambda plant: replace(plant.reload(), order=plant.order))

    def _jam(self) -> None:
        self.jam_next = False
        self.change(lambda plant: plant.jam())

    def _arrive(self) -> None:
        if self.plant.tube is None:
            self.change(lambda plant: plant.extract())


class Machine:
    """An extractor: its program and its body, behind one end of the wire.

    Args:
        plant: The file of the plant.
        boot: A nonce, another one at each start.
        kind: Pneumatic or drum; both move alike here.
        pace: How many times faster than the real machine, above 0.
        serial_id: What the plate on the machine says, at most 12 ASCII characters.
        load: Starts the program; in this very process if nothing else is said.

    Raises:
        PlantError: The plant is damaged.
        FileNotFoundError: There is no plant.
    """

    def __init__(
        self,
        plant: Path,
        *,
        boot: int,
        kind: wire.MachineKind = wire.MachineKind.PNEUMATIC,
        pace: float = 1.0,
        serial_id: str = "SIMULACRO",
        load: Load = firmware.Extractor,
    ) -> None:
        self._body = Body(plant, pace)
        self._program = load(boot, int(kind), serial_id, self._body.plant.order)
        self._output = bytearray()
        self._now = 0
        self._turn(self._now, b"")

    @property
    def body(self) -> Body:
        """What its program drives."""
        return self._body

    @property
    def plant(self) -> Plant:
        """The plant as this machine last saw it."""
        return self._body.plant

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the wire.

        Args:
            data: What arrived, cut anyhow.
            now: Monotonic seconds.
        """
        self.tick(now)
        self._turn(self._now, data)

    def tick(self, now: float) -> None:
        """Let time pass, moment by moment: what happens first is seen first."""
        end = round(now * 1000)
        while (moment := self._next()) <= end:
            self._turn(moment, b"")
        self._turn(end, b"")

    def take_output(self) -> bytes:
        """The bytes to put on the wire, once."""
        data = bytes(self._output)
        self._output.clear()
        return data

    def wakes_at(self) -> float:
        """When `tick` has something to do next, in monotonic seconds; infinity when nothing is due."""
        moment = min(self._program.wakes_at(), self._body.next_change(self._now))
        return moment / 1000 if moment < 1 << 60 else _NEVER

    def jam_next(self) -> None:
        """The next ball will stick in the tube."""
        self._body.jam_next = True

    def no_air(self) -> None:
        """The motor turns, and no ball comes."""
        self._body.no_air = True

    def open_door(self) -> None:
        """Somebody opens the door: what moves stops and latches."""
        self._body.door_open = True
        self._turn(self._now, b"")

    def press_mushroom(self) -> None:
        """Somebody presses the mushroom button, which takes the motor's current away by itself."""
        self._body.mushroom = True
        self._turn(self._now, b"")

    def put_right(self) -> None:
        """A person frees the tube, closes the door, lets the button go. The latch stays until a `Reset`."""
        body = self._body
        body.jam_next = body.door_open = body.mushroom = body.no_air = False
        body.change(lambda plant: plant.clear_tube())
        self._turn(self._now, b"")

    def _next(self) -> int:
        """The next moment in which something happens, in whole milliseconds and after the last one."""
        moment = min(self._program.wakes_at(), self._body.next_change(self._now))
        return max(self._now + 1, -int(-moment // 1)) if moment < 1 << 60 else 1 << 60

    def _turn(self, now: int, data: bytes) -> None:
        self._now = now
        self._body.advance(now)
        self._output += self._program.turn(now, self._body.sensors(now), data)
        self._body.remember(self._program.order)
        self._body.drive(self._program.outputs, now)
