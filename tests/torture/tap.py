"""A listener in the extractor's cable: passes every byte on, and knows when each end said what."""

import contextlib
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path

from drivers.extractor import wire

PATIENCE_S = 30.0
_POLL_S = 0.5


def stolen(process: int, thread: int | None = None) -> float:
    """For how many seconds the computer let a thread, or a program's threads, wait although ready to run."""
    total = 0
    for task in (Path("/proc") / str(process) / "task").iterdir():
        if thread is None or task.name == str(thread):
            with contextlib.suppress(OSError):  # it has ended
                total += int((task / "schedstat").read_text("ascii").split()[1])
    return total / 1e9


def family(process: int) -> set[int]:
    """A program, and what it began: the machine's firmware is interpreted in a process of its own."""
    found = {process}
    with contextlib.suppress(OSError):  # it has ended
        for task in (Path("/proc") / str(process) / "task").iterdir():
            for child in (task / "children").read_text("ascii").split():
                found |= family(int(child))
    return found


class Tap:
    """Lies between a controller, at a pseudo-terminal of its own, and a simulator; it can be pulled out.

    Everything is stamped when it is passed on, in monotonic seconds.

    Args:
        far: The simulator's terminal.
        near: The name that the controller opens.
        program: The simulator's process.

    Attributes:
        state: How the machine stood when it last said so.
        permits: How often the permission was renewed.
        renewer: The controller's process, where it is to be looked at.
        gaps: While something moved: the seconds between one renewal and the next, and how many of them the
            computer had stolen from controller and tap.
        balls: When the ball of each order arrived.
        stops: The code of each fault that the machine said, the moment, and the seconds that the computer
            had stolen from simulator and tap by then.
    """

    def __init__(self, far: Path, near: Path, program: int) -> None:
        self._near = near
        self._programs = family(program)
        self._far = os.open(far.resolve(), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._pair: tuple[int, int] | None = None
        self._wake = os.pipe()
        self._ended = False
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._said = wire.Decoder(), wire.Decoder()
        self._renewed = 0.0, 0.0
        self._heard: set[int] = set()
        self.state: wire.MachineState | None = None
        self.permits = 0
        self.renewer: int | None = None
        self.gaps: list[tuple[float, float]] = []
        self.balls: dict[int, float] = {}
        self.stops: list[tuple[int, float, float]] = []
        self._thread = threading.Thread(target=self._run, name="tap")

    def __enter__(self) -> "Tap":
        self.plug()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        os.write(self._wake[1], b".")
        self._thread.join()
        self.unplug()
        for descriptor in (self._far, *self._wake):
            os.close(descriptor)

    def plug(self) -> None:
        """Put the cable in: a new terminal under the same name."""
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._near.unlink(missing_ok=True)
        self._near.symlink_to(os.ttyname(slave))
        with self._lock:
            self._pair = master, slave
        os.write(self._wake[1], b".")

    def unplug(self) -> None:
        """Pull the cable out of the controller; the machine stays where it can be listened to."""
        with self._lock:
            pair, self._pair = self._pair, None
            if pair is not None:
                self._near.unlink(missing_ok=True)
                os.close(pair[0])
                os.close(pair[1])
        os.write(self._wake[1], b".")

    def until(self, truth: Callable[["Tap"], bool]) -> None:
        """Wait until something is so; looks again now and then, for what is not said on the line."""
        give_up = time.monotonic() + PATIENCE_S
        with self._changed:
            while not self._changed.wait_for(lambda: truth(self), _POLL_S):
                assert time.monotonic() < give_up, (self.state, self.stops)

    def stolen(self) -> float:
        """For how many seconds the computer has kept simulator, its firmware and tap from running."""
        return sum(map(stolen, self._programs)) + self._own_stolen()

    def _own_stolen(self) -> float:
        return stolen(os.getpid(), self._thread.native_id)

    def _run(self) -> None:
        while not self._ended:
            near = [] if self._pair is None else [self._pair[0]]
            with contextlib.suppress(OSError, ValueError):  # the cable was pulled meanwhile
                ready, _, _ = select.select([self._far, self._wake[0], *near], [], [])
                if self._wake[0] in ready:
                    os.read(self._wake[0], 64)
                with self._changed:
                    self._pass_on(ready)
                    self._changed.notify_all()

    def _pass_on(self, ready: list[int]) -> None:
        now = time.monotonic()
        if self._pair is not None and self._pair[0] in ready:
            data = os.read(self._pair[0], 4096)
            os.write(self._far, data)
            for frame in self._said[0].feed(data):
                self._note_command(wire.parse(frame), now)
        if self._far in ready:
            data = os.read(self._far, 4096)
            for frame in self._said[1].feed(data):
                self._note_report(wire.parse(frame), now)
            if self._pair is not None:
                os.write(self._pair[0], data)

    def _note_command(self, command: wire.Message, now: float) -> None:
        if isinstance(command, wire.Permit):
            self.permits += 1
            starved = 0.0 if self.renewer is None else stolen(self.renewer) + self._own_stolen()
            if self.state is not None and self.state.moving:
                self.gaps.append((now - self._renewed[0], starved - self._renewed[1]))
            self._renewed = now, starved

    def _note_report(self, report: wire.Message, now: float) -> None:
        match report:
            case wire.MachineState():
                self.state = report
            case wire.Ball(_, order):
                self.balls.setdefault(order, now)
            case wire.Fault(event, code) if event not in self._heard:
                self._heard.add(event)
                self.stops.append((code, now, self.stolen()))
