"""What the extractor's tests stand on: far ends on real ptys, and somebody who owns a driver."""

import contextlib
import os
import pty
import queue
import select
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from drivers.extractor import wire
from drivers.extractor.driver import (
    BallArrived,
    DrumLoaded,
    Extractor,
    ExtractorEvent,
    Timeouts,
)
from drivers.extractor.machine import Machine
from drivers.extractor.simulator import Simulator
from drivers.plant import Plant, load_plant, new_plant, save_plant

Result = TypeVar("Result")
Event = TypeVar("Event", bound=ExtractorEvent)

PATIENCE_S = 30.0
QUICK = Timeouts(answer_s=0.05, resends=3, handshake_s=0.1, silence_s=0.6)


def expected_balls(seed: int, count: int, balls: int = 90) -> list[int]:
    """The bodies that a plant of this seed brings out, in order."""
    plant = new_plant(seed, balls)
    out: list[int] = []
    for order in range(1, count + 1):
        plant = plant.take_order(order).extract()
        assert plant.exit is not None
        out.append(plant.exit)
    return out


def in_this_order(numbers: tuple[int, ...], seed: int = 1) -> Plant:
    """A plant whose machine brings out these numbers first."""
    plant, bodies = new_plant(seed), list[int]()
    drawn = plant
    for order in range(1, len(numbers) + 1):
        drawn = drawn.take_order(order).extract()
        assert drawn.exit is not None
        bodies.append(drawn.exit)
    others = iter(sorted(set(plant.ink) - set(numbers)))
    first = dict(zip(bodies, numbers, strict=True))
    return replace(plant, ink={body: str(first.get(body) or next(others)) for body in plant.ink})


def brought_out(plant: Plant) -> list[int]:
    """The bodies outside the drum, in the order in which they came."""
    return [*plant.rack, *([] if plant.exit is None else [plant.exit])]


class Bench:
    """A simulator on a pty whose time goes on only when the test says so, and a driver at the other end."""

    def __init__(self, folder: Path, *, seed: int = 7, balls: int = 90, pace: float = 1.0) -> None:
        self.path = folder / "plant.json"
        self.link = folder / "extractor"
        self.now = 100.0
        self.pace = pace
        save_plant(self.path, new_plant(seed, balls))
        self.events: queue.SimpleQueue[ExtractorEvent] = queue.SimpleQueue()
        self.driver = Extractor(str(self.link), self.events.put, timeouts=QUICK)
        self.boot = 0
        self.power_on()

    def power_on(self) -> None:
        self.boot += 1
        self.machine = Machine(self.path, boot=self.boot, pace=self.pace)
        self.simulator = Simulator(self.machine, self.link, clock=lambda: self.now)
        self.simulator.plug()

    @property
    def plant(self) -> Plant:
        return load_plant(self.path)

    def calling(self, function: Callable[[], Result]) -> Result:
        """What a call that waits for the machine returns."""
        with ThreadPoolExecutor(1) as aside:
            future = aside.submit(function)
            while not future.done():
                self.simulator.step(0.002)
            return future.result()

    def pass_time(self, seconds: float, *, permitted: bool = True) -> None:
        for _ in range(round(seconds / 0.02)):
            if permitted and self.driver.permit():
                self.simulator.step(0.2)
            self.now += 0.02
            self.simulator.step(0)

    def event(self) -> ExtractorEvent:
        """The next event, without any time going by for the machine."""
        give_up = time.monotonic() + PATIENCE_S
        while time.monotonic() < give_up:
            self.simulator.step(0.002)
            with contextlib.suppress(queue.Empty):
                return self.events.get_nowait()
        raise AssertionError("no event came")

    def all_events(self) -> Iterator[ExtractorEvent]:
        """What has come so far."""
        with contextlib.suppress(queue.Empty):
            while True:
                yield self.events.get_nowait()

    def heard(self) -> wire.MachineState:
        return self.calling(self.driver.query)

    def reaches_machine(self) -> None:
        """Let the machine hear what the driver has just said."""
        self.simulator.step(0.5)

    def draw(self, order: int) -> None:
        """Order a ball, see it come, and acknowledge it."""
        self.pass_time(0.02)
        self.driver.draw(order)
        self.reaches_machine()
        self.pass_time(0.8 / min(self.pace, 4))
        event = self.event()
        assert isinstance(event, BallArrived) and event.order == order, event
        self.driver.acknowledge(event.event)
        self.reaches_machine()

    def reload(self) -> None:
        self.pass_time(0.02)
        self.driver.reload()
        self.reaches_machine()
        self.pass_time(0.7)
        event = self.event()
        assert isinstance(event, DrumLoaded), event
        self.driver.acknowledge(event.event)
        self.reaches_machine()

    def close(self) -> None:
        self.driver.close()
        self.simulator.unplug()


class Simulators:
    """A pty at whose other end the test itself decides what is answered; hears every whole message."""

    def __init__(self) -> None:
        self.master, self.slave = pty.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)
        self.heard: list[tuple[wire.Message, int]] = []
        self.answer: Callable[[wire.Message, int], bytes] = self.politely
        self.protocol = 1
        self.state = wire.MachineState(77, False, False, False, False, False, 0, 0, 0)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="far end")
        self._thread.start()

    def politely(self, message: wire.Message, seq: int) -> bytes:
        match message:
            case wire.Identify(session):
                who = wire.Identity(session, 77, 1, self.protocol, (1, 2, 3), "ENSAYO")
                return wire.encode(who, seq, version=self.protocol)
            case wire.Query() | wire.Permit():
                return wire.encode(self.state, seq)
            case wire.EventAck():
                return b""
            case _:
                return wire.encode(wire.Ack(), seq)

    def send(self, report: wire.Report, seq: int = 0) -> None:
        os.write(self.master, wire.encode(report, seq))

    def said(self, kind: type[wire.Message]) -> list[tuple[wire.Message, int]]:
        return [(message, seq) for message, seq in self.heard if isinstance(message, kind)]

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        os.close(self.master)
        os.close(self.slave)

    def _run(self) -> None:
        decoder = wire.Decoder()
        while not self._ended.is_set():
            if not select.select([self.master], [], [], 0.01)[0]:
                continue
            for frame in decoder.feed(os.read(self.master, 4096)):
                message = wire.parse(frame)
                self.heard.append((message, frame.seq))
                os.write(self.master, self.answer(message, frame.seq))


class Program:
    """The simulator as a program of its own, in real time."""

    def __init__(self, folder: Path, *options: str, seed: int = 7) -> None:
        self.path = folder / "plant.json"
        self.link = folder / "extractor"
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "drivers.extractor.simulator",
                "--with-parent",
                *self._options(seed),
                *options,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def _options(self, seed: int) -> list[str]:
        return [f"--plant={self.path}", f"--link={self.link}", f"--seed={seed}"]

    def ready(self) -> "Program":
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line == f"listo: {self.link}\n", line + self.end()
        return self

    def type(self, line: str) -> str:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        return self.process.stdout.readline().strip()

    def end(self) -> str:
        """Let go of the life line, after which it ends by itself; returns what it complained about."""
        return self.process.communicate(timeout=PATIENCE_S)[1]


@contextlib.contextmanager
def program(folder: Path, *options: str, seed: int = 7) -> Iterator[Program]:
    running = Program(folder, *options, seed=seed).ready()
    try:
        yield running
    finally:
        running.end()


def permit_next(driver: Extractor, events: "queue.SimpleQueue[ExtractorEvent]") -> ExtractorEvent:
    """Be a deciding loop in real time: renew the permission until the next event comes."""
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up:
        driver.permit()
        with contextlib.suppress(queue.Empty):
            return events.get(timeout=0.02)
    raise AssertionError("no event came")


def permit_until(driver: Extractor, events: "queue.SimpleQueue[ExtractorEvent]", kind: type[Event]) -> Event:
    """As `permit_next`, until an event of this kind comes."""
    while True:
        event = permit_next(driver, events)
        if isinstance(event, kind):
            return event
