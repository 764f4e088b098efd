"""The Tómbola 3000, an extractor that speaks lines of ASCII.

Each line ends with a star and the exclusive or of its bytes.

To the machine:

* ``HELLO``: a controller begins, and counts its ``n`` from 1
* ``GO``: move for another 150 ms
* ``DRAW n order``, ``LOAD n``, ``STOP n``, ``RESET n``; the same ``n`` again is only answered again
* ``ACK event``

From the machine:

* ``HELLO serial``, after a HELLO, then ``STATE``
* ``STATE boot exit tube door moving latched fault order event``, after a GO
* ``DID n reason``, 0 for taken
* ``BALL event order``, ``LOADED event``, ``FAULT event code``: four times a second until ``ACK``

Its refusals and faults happen to be numbered as on the wire (docs/extractor-wire.md).
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import reduce
from itertools import count
from operator import xor

from drivers.extractor import wire
from drivers.extractor.events import (
    BallArrived,
    CommandFailed,
    DrumLoaded,
    ExtractorEvent,
    LinkLost,
    MachineFault,
    describe_refusal,
)
from drivers.extractor.orders import OrderQueue
from drivers.extractor.port import ExtractorError, SerialPort
from drivers.extractor.wire import Identity, MachineKind, MachineState

ANSWER_S, RESENDS, SILENCE_S = 0.25, 3, 1.0
SAID = {wire.Draw: "DRAW", wire.Reload: "LOAD", wire.Stop: "STOP", wire.Reset: "RESET"}


def sealed(text: str) -> bytes:
    """A line with its check."""
    return f"{text}*{reduce(xor, text.encode(), 0):02X}\n".encode()


def words_of(line: bytes) -> list[str]:
    """The words of a line that arrived whole; none of one that did not."""
    text = line.decode("ascii", "replace").rpartition("*")[0]
    return text.split() if sealed(text) == line + b"\n" else []


class Tombola:
    """One Tómbola 3000 on one port."""

    def __init__(self, port: str, on_event: Callable[[ExtractorEvent], None]) -> None:
        self._path = port
        self._on_event = on_event
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"tombola {port}")
        self._orders = OrderQueue(ANSWER_S, RESENDS)
        self._numbers = count(1)
        self._failed: list[CommandFailed] = []
        self._rest = b""
        self._serial = ""
        self._state: MachineState | None = None
        self._handed: int | None = None
        self._acknowledged = 0
        self._heard_at = 0.0
        self._lost: str | None = None

    # Called from the deciding loop.

    def open(self) -> Identity:
        with ExitStack() as undo:
            self._port = SerialPort(self._path, 9600)
            undo.callback(self._port.close)
            self._port.forget_input()
            self._greet()
            if self.state.tube_occupied:
                raise self._error("hay una bola en el tubo; retírela y devuélvala al bombo")
            self._heard_at = time.monotonic()
            self._thread.start()
            undo.pop_all()
        return Identity(0, self.state.boot, MachineKind.DRUM, 1, (1, 0, 0), self._serial)

    @property
    def state(self) -> MachineState:
        if self._state is None:
            raise self._error("no está abierto; ábralo antes")
        return self._state

    def draw(self, order: int) -> None:
        self._order(wire.Draw(order))

    def reload(self) -> None:
        self._order(wire.Reload())

    def stop(self) -> None:
        self._order(wire.Stop())

    def reset(self) -> None:
        self._order(wire.Reset())

    def permit(self) -> bool:
        with self._lock:
            if self._lost is None and self._thread.is_alive():
                self._say("GO")
            return self._lost is None and self._thread.is_alive()

    def acknowledge(self, event: int) -> None:
        with self._lock:
            if self._handed is not None and self._acknowledged < event <= self._handed:
                self._acknowledged = event
                self._say(f"ACK {event}")

    def close(self) -> None:
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._state is not None:
            self._port.close()

    def _order(self, order: wire.Order) -> None:
        with self._lock:
            if self._lost is not None or not self._thread.is_alive():
                raise ExtractorError(self._lost or str(self._error("no está abierto")))
            if isinstance(order, wire.Stop):
                overtaken = "una parada se adelantó a la orden; compruebe la mesa"
                self._failed += [CommandFailed(other, None, overtaken) for other in self._orders.clear()]
            self._orders.add(order, next(self._numbers))
            self._say_due()

    # Called with the lock held, or before the thread starts.

    def _say(self, text: str) -> None:
        try:
            self._port.write(sealed(text))
        except ExtractorError as error:
            self._lost = str(error)

    def _say_due(self) -> None:
        due = self._orders.due(time.monotonic())
        if due is not None:
            order, number = due
            asked = f" {order.order}" if isinstance(order, wire.Draw) else ""
            self._say(f"{SAID[type(order)]} {number}{asked}")

    def _error(self, text: str) -> ExtractorError:
        return ExtractorError(f"extractor en {self._path}: {text}")

    # The thread, but for the greeting: it reads, says again, and tells; it never says GO.

    def _greet(self) -> None:
        for _ in range(RESENDS + 1):
            self._say("HELLO")
            until = time.monotonic() + ANSWER_S
            while time.monotonic() < until:
                for words in self._read():
                    if words[0] in {"HELLO", "STATE"}:
                        self._understand(words)
                if self._serial and self._state is not None:
                    return
        raise self._error("no contesta; revise el cable y la corriente")

    def _run(self) -> None:
        while self._lost is None and not self._closing.is_set():
            try:
                for words in self._read():
                    self._heard_at = time.monotonic()
                    with self._lock:
                        event = self._understand(words)
                    if event is not None:
                        self._on_event(event)
            except ExtractorError as error:
                self._lost = str(error)
            for failed in self._keep_time():
                self._on_event(failed)
        if self._lost is not None and not self._closing.is_set():
            self._on_event(LinkLost(self._lost))

    def _read(self) -> Iterator[list[str]]:
        *lines, self._rest = (self._rest + self._port.read()).split(b"\n")
        return filter(None, map(words_of, lines))

    def _keep_time(self) -> list[CommandFailed]:
        with self._lock:
            now = time.monotonic()
            expired = self._orders.expired(now)
            if expired is not None:
                self._failed.append(CommandFailed(expired, None, "la máquina no contestó; compruebe la mesa"))
            self._say_due()
            if self._lost is None and now - self._heard_at > SILENCE_S:
                self._lost = str(self._error("no contesta; revise el cable y la corriente"))
            failed, self._failed = self._failed, []
            return failed

    def _understand(self, words: list[str]) -> ExtractorEvent | None:
        match words[0], *words[1:]:
            case "HELLO", serial:
                self._serial = serial
            case "STATE", boot, *truths, fault, order, event if len(truths) == 5:
                exit_, tube, door, moving, latched = (truth == "1" for truth in truths)
                stood = exit_, tube, door, moving, latched
                state = MachineState(int(boot), *stood, int(fault), int(order), int(event))
                if self._state is not None and state.boot != self._state.boot:
                    self._lost = str(self._error("la máquina se reinició; compruebe la mesa"))
                self._state = state
            case "DID", number, reason:
                taken = self._orders.settle(int(number))
                if taken is not None and reason != "0":
                    return CommandFailed(taken, int(reason), describe_refusal(int(reason)))
            case "BALL" | "LOADED" | "FAULT", event, *detail:
                return self._hand_on(words[0], int(event), *map(int, detail))
        return None

    def _hand_on(self, what: str, event: int, detail: int = 0) -> ExtractorEvent | None:
        """Each event once; one that was acknowledged and comes again is only acknowledged again."""
        if event <= self._acknowledged:
            self._say(f"ACK {event}")
        if self._handed is not None and event <= self._handed:
            return None
        if self._handed is not None and event != self._handed + 1:
            self._lost = str(self._error(f"falta el suceso {self._handed + 1}; compruebe la mesa"))
            return None
        self._handed = event
        match what:
            case "BALL":
                return BallArrived(event, detail)
            case "LOADED":
                return DrumLoaded(event)
            case _:
                return MachineFault(event, detail)
