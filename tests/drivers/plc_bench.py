"""A PLC to test against: pymodbus's own server on a pty, with the program of a machine behind it.

The program is what docs/plc.md asks of whoever writes one. The line between server and driver is a relay of
two ptys, where a test may spoil, swallow or cut what passes.
"""

import asyncio
import contextlib
import os
import pty
import queue
import threading
import time
import tty
from collections.abc import Callable, Iterator
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any, TypeVar

from pymodbus.server import ModbusSerialServer
from pymodbus.simulator import DataType, SimData, SimDevice

from drivers.extractor.events import ExtractorEvent
from drivers.extractor.wire import FaultCode
from drivers.plant import Plant, load_plant, save_plant
from drivers.plc.driver import PlcExtractor
from drivers.plc.layout import Flags, Layout, Table, number_after

Event = TypeVar("Event")

PATIENCE_S = 20.0
SCAN_S = 0.005
DRAW, RELOAD, STOP, RESET = 1, 2, 3, 4
BALL, FAULT, LOADED = 1, 2, 3
NO_PERMISSION, LATCHED, BUSY, DOOR_OPEN, OLD_ORDER, DRUM_EMPTY, CAUSE_REMAINS, UNKNOWN = (
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
)


class Program:
    """What runs in the PLC: one `scan` after the other, over the balls of a plant."""

    def __init__(self, plant: Path, faults: dict[str, int], expiry_s: float, boot: int = 1) -> None:
        self.path = plant
        self.faults = faults
        self.expiry_s = expiry_s
        self.draw_s = 0.15
        self.jam_next = False
        self.turning = False
        self.door = False
        self.beats = 0
        self.stood_still_after: float | None = None
        self._beat: int | None = None
        self._permitted_until = float("-inf")
        self._beat_at = float("-inf")
        self._motion: tuple[int, float] | None = None
        self._latched = False
        self.says = dict.fromkeys(("event", "kind", "done", "answer", "acknowledged", "fault"), 0)
        self.says |= {"version": 1, "program": 0x0104, "boot": boot}

    @property
    def plant(self) -> Plant:
        return load_plant(self.path)

    @property
    def state(self) -> dict[str, int]:
        plant = self.plant
        moving = self._motion is not None
        return {
            "order": plant.order,
            "exit": plant.exit is not None,
            "tube": plant.tube is not None
            or (moving and self._motion is not None and self._motion[0] == DRAW),
            "door": self.door,
            "moving": moving,
            "latched": self._latched,
        }

    def permitted(self, now: float) -> bool:
        return now < self._permitted_until

    def scan(self, hears: dict[str, int], now: float) -> dict[str, int]:
        """One turn: what the hall wrote goes in, what the PLC says comes out."""
        if self._beat is None:
            self.says["done"] = hears["number"]  # what was said to the program before this one
        if hears["heartbeat"] != self._beat:
            if self._beat is not None:
                self.beats += 1
                if self._permitted_until > now or self._motion is None:
                    self._permitted_until, self._beat_at = now + self.expiry_s, now
            self._beat = hears["heartbeat"]
        self.says["acknowledged"] = hears["acknowledge"]
        if self._motion is not None:
            self._move(now)
        if hears["number"] != self.says["done"]:
            self.says["answer"] = self._do(hears["command"], hears["order"], now)
            self.says["done"] = hears["number"]
        return self.says | self.state

    def put_right(self) -> None:
        self.door = self.jam_next = False
        save_plant(self.path, self.plant.clear_tube())

    def _move(self, now: float) -> None:
        what, ends = self._motion or (0, 0.0)
        if self.door:
            self._stop_for("EXT-DOOR")
        elif now >= self._permitted_until:
            self.stood_still_after = now - self._beat_at
            self._stop_for("EXT-PERMISSION")
        elif now >= ends and what == RELOAD:
            save_plant(self.path, self.plant.reload())
            self._motion = None
            self._raise(LOADED)
        elif now >= ends and self.jam_next:
            self.jam_next = False
            save_plant(self.path, self.plant.jam())
            self._stop_for("EXT-JAM")
        elif now >= ends:
            save_plant(self.path, self.plant.extract())
            self._motion = None
            self._raise(BALL)

    def _stop_for(self, code: str) -> None:
        self._motion = None
        self._latched = True
        self.says["fault"] = self.faults.get(code, 999)
        self._raise(FAULT)

    def _raise(self, kind: int) -> None:
        self.says["kind"] = kind
        self.says["event"] = number_after(self.says["event"])

    def _do(self, command: int, order: int, now: float) -> int:
        if command == STOP:
            self._motion, self._latched = None, True
            return 0
        if command == RESET:
            if self.door or self.plant.tube is not None:
                return CAUSE_REMAINS
            self._latched, self.says["fault"] = False, 0
            return 0
        if command not in {DRAW, RELOAD}:
            return UNKNOWN
        if command == RELOAD and self._motion is not None and self._motion[0] == RELOAD:
            return 0
        return self._draw(order, now) if command == DRAW else self._hindrance(now) or self._begin(RELOAD, now)

    def _draw(self, order: int, now: float) -> int:
        plant = self.plant
        if order == 0 or order < plant.order:
            return OLD_ORDER
        if order == plant.order and (self._motion is not None or plant.exit is not None):
            waits = self.says["event"] not in (0, self.says["acknowledged"])
            if self._motion is None and not waits:
                self._raise(BALL)
            return 0
        hindrance = self._hindrance(now) or (0 if plant.drum else DRUM_EMPTY)
        if not hindrance:
            save_plant(self.path, plant.take_order(order))
            self._begin(DRAW, now)
        return hindrance

    def _hindrance(self, now: float) -> int:
        waits = self.says["event"] not in (0, self.says["acknowledged"])
        if self._motion is not None or waits or self.turning:
            return BUSY
        if self._latched:
            return LATCHED
        if self.door:
            return DOOR_OPEN
        return NO_PERMISSION if now >= self._permitted_until else 0

    def _begin(self, what: int, now: float) -> int:
        self._motion = what, now + self.draw_s
        return 0


class Plc:
    """The server, its scan and the relay, in one event loop in a thread of its own."""

    def __init__(self, layout: Layout, plant: Path, link: Path, expiry_s: float = 5.0) -> None:
        self.layout = layout
        self.link = link
        self.faults = {_NAMES[code]: number for number, code in layout.faults.items() if code in _NAMES}
        self.program = Program(plant, self.faults, expiry_s)
        self.heard: list[bytes] = []
        self.spoil: Callable[[bytes], bytes] = bytes
        self.frozen = False
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name="plc of the test")

    def __enter__(self) -> "Plc":
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self.do(self._over.set)
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()

    def do(self, what: Callable[[], Any]) -> Any:
        """Have something done in the PLC's own thread, and one scan after it."""

        async def done() -> Any:
            result = what()
            await self._scan()
            return result

        return asyncio.run_coroutine_threadsafe(done(), self._loop).result(PATIENCE_S)

    def restart(self) -> None:
        """The PLC's power goes and comes back: only its last order outlives that."""

        def again() -> None:
            old = self.program
            self.program = Program(old.path, self.faults, old.expiry_s, old.says["boot"] + 1)

        self.do(again)

    def unplug(self) -> None:
        self.do(self._unplug)

    def plug(self) -> None:
        self.do(self._plug)

    def said(self, function: int) -> list[bytes]:
        """The questions with this function that passed the relay."""
        return [frame for frame in self.heard if frame[1] == function]

    async def _serve(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self._far, far_slave = _pty()
        self._near: tuple[int, int] | None = None
        self._server = ModbusSerialServer(_device(self.layout), port=os.ttyname(far_slave))
        await self._server.serve_forever(background=True)
        self._loop.add_reader(self._far, self._answered)
        self._plug()
        self._ready.set()
        while not self._over.is_set():
            if not self.frozen:
                await self._scan()
            await asyncio.sleep(SCAN_S)
        self._loop.remove_reader(self._far)
        self._unplug()
        await self._server.shutdown()
        os.close(self._far)
        os.close(far_slave)

    async def _scan(self) -> None:
        said = self.program.scan(await self._read(), time.monotonic())
        await self._write(said)

    async def _read(self) -> dict[str, int]:
        layout, at = self.layout, self.layout.hears
        words = {field.name: await self._word(getattr(at, field.name)) for field in fields(at)}
        first, second = words["order"], await self._word(at.order + 1)
        words["order"] = first << 16 | second if layout.high_first else second << 16 | first
        if isinstance(layout.commands, int):
            return words | {"command": await self._word(layout.commands)}
        coils = [
            (await self._server.async_getValues(layout.unit, 1, each))[0] for each in astuple(layout.commands)
        ]
        return words | {"command": coils.index(True) + 1 if True in coils else 0}

    async def _word(self, address: int) -> int:
        return (await self._server.async_getValues(self.layout.unit, 3, address))[0]

    async def _write(self, said: dict[str, int]) -> None:
        layout, write = self.layout, self._server.async_setValues
        function = 16 if layout.says_in is Table.HOLDING else 4
        halves = said["order"] >> 16, said["order"] & 0xFFFF
        values = {getattr(layout.says, field.name): [said[field.name]] for field in fields(layout.says)}
        values[layout.says.order] = list(halves if layout.high_first else halves[::-1])
        truths = [bool(said[field.name]) for field in fields(Flags)]
        if isinstance(layout.flags, int):
            values[layout.flags] = [sum(truth << bit for bit, truth in enumerate(truths))]
        else:
            bits = 2 if layout.flags_in is Table.DISCRETE else 15
            for address, truth in zip(astuple(layout.flags), truths, strict=True):
                await write(layout.unit, bits, address, [truth])
        for address, words in values.items():
            await write(layout.unit, function, address, words)

    def _plug(self) -> None:
        self._near = _pty()
        draft = self.link.with_name(f".{self.link.name}.tmp")
        draft.symlink_to(os.ttyname(self._near[1]))
        draft.replace(self.link)
        self._loop.add_reader(self._near[0], self._asked)

    def _unplug(self) -> None:
        if self._near is not None:
            self._loop.remove_reader(self._near[0])
            for end in self._near:
                os.close(end)
            self._near = None
            self.link.unlink()

    def _asked(self) -> None:
        if self._near is not None:
            question = os.read(self._near[0], 4096)
            self.heard.append(question)
            os.write(self._far, question)

    def _answered(self) -> None:
        answer = self.spoil(os.read(self._far, 4096))
        if self._near is not None and answer:
            os.write(self._near[0], answer)


_NAMES = {
    FaultCode.JAM: "EXT-JAM",
    FaultCode.PERMISSION_LOST: "EXT-PERMISSION",
    FaultCode.DOOR_OPEN: "EXT-DOOR",
}


def _pty() -> tuple[int, int]:
    master, slave = pty.openpty()
    tty.setraw(slave)
    return master, slave


def _device(layout: Layout) -> SimDevice:
    """Just the registers and bits of the map, each in its table: a driver that asks for others is refused."""
    words = {table: set() for table in Table}  # type: dict[Table, set[int]]
    words[layout.says_in] |= {*astuple(layout.says), layout.says.order + 1}
    words[Table.HOLDING] |= {*astuple(layout.hears), layout.hears.order + 1}
    bits = {Table.COIL: {0}, Table.DISCRETE: {0}}
    if isinstance(layout.flags, Flags):
        bits[layout.flags_in] |= set(astuple(layout.flags))
    else:
        words[layout.says_in].add(layout.flags)
    if isinstance(layout.commands, int):
        words[Table.HOLDING].add(layout.commands)
    else:
        bits[Table.COIL] |= set(astuple(layout.commands))
    span = range(min(words[layout.says_in]), max(words[layout.says_in]) + 1)
    if layout.says_in is Table.INPUT:
        words[Table.INPUT] |= set(span)  # a PLC's gaps are read as zeros
    return SimDevice(
        layout.unit,
        simdata=(
            [SimData(0, values=[False] * (max(bits[Table.COIL]) + 1), datatype=DataType.BITS)],
            [SimData(0, values=[False] * (max(bits[Table.DISCRETE]) + 1), datatype=DataType.BITS)],
            [SimData(at, datatype=DataType.REGISTERS) for at in sorted(words[Table.HOLDING])],
            [SimData(at, datatype=DataType.REGISTERS) for at in sorted(words[Table.INPUT] or {0})],
        ),
    )


class Owner:
    """A deciding loop in small: a driver, its events, and the permission while it waits for one."""

    def __init__(self, driver: Callable[[Callable[[ExtractorEvent], None]], PlcExtractor]) -> None:
        self.events: queue.SimpleQueue[ExtractorEvent] = queue.SimpleQueue()
        self.driver = driver(self.events.put)

    def next(self, kind: type[Event]) -> Event:
        """The next event, which is of this kind."""
        give_up = time.monotonic() + PATIENCE_S
        while time.monotonic() < give_up:
            self.driver.permit()
            with contextlib.suppress(queue.Empty):
                event = self.events.get(timeout=0.02)
                assert isinstance(event, kind), event
                return event
        raise AssertionError(f"no {kind.__name__} came")

    def until(self, truth: Callable[[], object]) -> None:
        """Go on permitting until something is so."""
        give_up = time.monotonic() + PATIENCE_S
        while not truth():
            assert time.monotonic() < give_up
            self.driver.permit()
            time.sleep(0.02)


@contextlib.contextmanager
def opened(owner: Owner) -> Iterator[Owner]:
    owner.driver.open()
    try:
        yield owner
    finally:
        owner.driver.close()
