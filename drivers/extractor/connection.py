"""One connection to the machine, from the greeting to the loss of the line.

Not responsible for opening the port, nor for any permission: it sends one when it is told to.
"""

import contextlib
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from drivers.extractor import wire
from drivers.extractor.event_times import EventTimes
from drivers.extractor.events import (
    BallArrived,
    CommandFailed,
    DrumLoaded,
    ExtractorEvent,
    LinkLost,
    MachineFault,
    describe_refusal,
    overtaken,
)
from drivers.extractor.orders import OrderQueue
from drivers.extractor.port import ExtractorError, SerialPort

_Answer = TypeVar("_Answer", bound=wire.Report)

_NO_ANSWER = "no contesta; revise el cable, la corriente y el puerto en la configuración"
_RESTARTED = "la máquina se reinició; compruebe la mesa y vuelva a conectar"
_ECHO = "el puerto devuelve lo que se le envía; no hay una máquina al otro lado"
_UNANSWERED = "la máquina no contestó a la orden; quizá la cumplió: compruebe la mesa"
_DEAF = "contesta a las preguntas y no a las órdenes; revise su programa y vuelva a conectar"
_SESSION = "contesta a otro controlador; desconecte el otro y vuelva a conectar"

UNANSWERED_ORDERS = 3
"""After so many orders in a row without an answer, or one stop, the line counts as lost: without permission
the machine then stands still by itself (I13)."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long a connection waits, in seconds.

    Attributes:
        answer_s: For the answer to an order, before it is said again.
        resends: How often an order or question is said again.
        handshake_s: As `answer_s`, during the greeting.
        silence_s: For anything at all from the machine, before the line counts as lost.
    """

    answer_s: float = 0.1
    resends: int = 3
    handshake_s: float = 0.25
    silence_s: float = 1.0

    @classmethod
    def of(cls, answer_s: float) -> "Timeouts":
        """The times for a machine that needs so long for an answer; the others never fall below the usual."""
        return cls(answer_s, handshake_s=max(0.25, 2.5 * answer_s), silence_s=max(1.0, 10 * answer_s))


class Connection:
    """An open line, its reader thread, and what is on its way in either direction.

    Args:
        name: The port's path, for messages.
        port: The open port; this connection closes it.
        on_event: Called from the reader thread, without any lock held.
        timeouts: How long to wait.
        clock: Monotonic seconds.
    """

    def __init__(
        self,
        name: str,
        port: SerialPort,
        on_event: Callable[[ExtractorEvent], None],
        timeouts: Timeouts,
        clock: Callable[[], float],
    ) -> None:
        self._name = name
        self._port = port
        self._on_event = on_event
        self._timeouts = timeouts
        self._clock = clock
        self._session = int.from_bytes(os.urandom(4), "big")
        self._seq = self._session & 0xFFFF
        self._greeted = False
        self._early: list[tuple[wire.Message, int]] = []
        self._decoder = wire.Decoder()
        self._changed = threading.Condition()
        self._orders = OrderQueue(timeouts.answer_s, timeouts.resends)
        self._failed: list[CommandFailed] = []
        self._unanswered = 0
        self._older = 0
        self._queried = 0
        self._handed: int | None = None
        self._acknowledged = 0
        self._waiting_since: float | None = None
        self._lost: str | None = None
        self._closing = threading.Event()
        self._event_times = EventTimes(timeouts.answer_s, clock())
        self._reader = threading.Thread(target=self._listen, name=f"extractor {name}")
        self._state: wire.MachineState | None = None

    @property
    def state(self) -> wire.MachineState:
        """How the machine stood when it last said so."""
        if self._state is None:
            raise self.error("todavía no dijo su estado")
        return self._state

    def greet(self) -> wire.Identity:
        """Ask who is there and how it stands, before the reader thread starts.

        Raises:
            ExtractorError: No answer, or the protocol of another version.
        """
        self._port.forget_input()
        identity = self._ask(wire.Identify(self._session), wire.Identity)
        self._greeted = True
        if identity.session != self._session:
            raise self.error(_SESSION)
        if not identity.serial_id.isascii():
            raise self.error("su número de serie no es texto ASCII; corrija el programa de la máquina")
        if identity.protocol != wire.PROTOCOL_VERSION:
            spoken = f"habla la versión {identity.protocol} del protocolo, no la {wire.PROTOCOL_VERSION}"
            raise self.error(f"{spoken}; actualice la máquina o este programa")
        self._state = self._ask(wire.Query(), wire.MachineState)
        self._older = self._state.event
        self._event_times.received(self._clock())
        return identity

    def start(self) -> None:
        """Begin to listen."""
        self._reader.start()

    def close(self) -> None:
        """Stop listening and close the port. No event comes afterwards."""
        self._closing.set()
        if self._reader.is_alive():
            self._reader.join()
        self._port.close()

    def query(self) -> wire.MachineState:
        """Ask how the machine stands and wait for the answer."""
        with self._changed:
            seq = self._next_seq()
            for _ in range(self._timeouts.resends + 1):
                self._require_line()
                self._write(wire.encode(wire.Query(), seq))
                answered = self._changed.wait_for(
                    lambda: self._queried == seq or self._lost is not None, self._timeouts.answer_s
                )
                if answered and self._queried == seq:
                    return self.state
            self._require_line()
            raise self.error(_NO_ANSWER)

    def order(self, order: wire.Order) -> None:
        """Give an order; a stop overtakes and ends those on their way."""
        with self._changed:
            self._require_line()
            if isinstance(order, wire.Stop):
                self._failed += [overtaken(other) for other in self._orders.clear()]
            self._orders.add(order, self._next_seq())
            self._send_due()

    def permit(self) -> bool:
        """Renew the permission; False when nobody listens any more."""
        with self._changed:
            if self._reader.is_alive():
                self._write(wire.encode(wire.Permit(), 0))
            return self._lost is None and self._reader.is_alive()

    def acknowledge(self, event: int) -> None:
        """Let the machine forget an event that this connection has handed on."""
        with self._changed:
            if self._handed is not None and self._acknowledged < event <= self._handed:
                self._acknowledged = event
                self._send_acknowledgement(event)

    def error(self, text: str) -> ExtractorError:
        """An error that names the port."""
        return ExtractorError(f"extractor en {self._name}: {text}")

    def _ask(self, question: wire.Command, answer: type[_Answer]) -> _Answer:
        for _ in range(self._timeouts.resends + 1):
            seq = self._next_seq()
            self._port.write(wire.encode(question, seq))
            until = self._clock() + self._timeouts.handshake_s
            while self._clock() < until:
                found: _Answer | None = None
                for message, number in self._messages(self._port.read()):
                    if isinstance(message, wire.Command):
                        raise self.error(_ECHO)
                    if isinstance(message, answer) and number == seq:
                        found = message
                    elif isinstance(message, wire.Event) and (self._greeted or found):
                        self._early.append((message, number))  # what came before was for somebody else
                if found is not None:
                    return found
        raise self.error(_NO_ANSWER)

    def _messages(self, data: bytes) -> list[tuple[wire.Message, int]]:
        messages = []
        for frame in self._decoder.feed(data):
            with contextlib.suppress(wire.WireError):  # as good as silence: asked again, or the line is lost
                messages.append((wire.parse(frame), frame.seq))
        return messages

    def _next_seq(self) -> int:
        """The next number of a command; 0 is left for those that are not counted."""
        self._seq = self._seq % 0xFFFF + 1
        return self._seq

    def _lose(self, text: str) -> None:
        self._lost = str(self.error(text))

    def _require_line(self) -> None:
        if self._lost is not None:
            raise ExtractorError(self._lost)

    def _write(self, data: bytes, *, answered: bool = True) -> None:
        if self._lost is not None:
            return
        if answered and self._waiting_since is None:
            self._waiting_since = self._clock()
        try:
            self._port.write(data)
        except ExtractorError as error:
            self._lost = str(error)

    def _send_due(self) -> None:
        due = self._orders.due(self._clock())
        if due is not None:
            self._write(wire.encode(*due))

    def _send_acknowledgement(self, event: int) -> None:
        self._write(wire.encode(wire.EventAck(event), 0), answered=False)

    def _listen(self) -> None:
        """The reader thread: until the line is lost, which it then reports once, or closed."""
        for message, seq in self._early:
            self._take(message, seq)
        while self._lost is None and not self._closing.is_set():
            try:
                data = self._port.read()
            except ExtractorError as error:
                with self._changed:
                    self._lost = str(error)
                    self._changed.notify_all()
                break
            messages = self._messages(data)
            if messages:
                self._event_times.received(self._clock())
            for message, seq in messages:
                self._take(message, seq)
            self._keep_time()
        if self._lost is not None and not self._closing.is_set():
            self._on_event(LinkLost(self._lost))

    def _take(self, message: wire.Message, seq: int) -> None:
        with self._changed:
            self._waiting_since = None
            event = self._understand(message, seq)
            self._changed.notify_all()
        if event is not None:
            self._on_event(event)

    def _understand(self, message: wire.Message, seq: int) -> ExtractorEvent | None:
        match message:
            case wire.MachineState():
                self._note_state(message, seq)
            case wire.Ack():
                self._settle(seq)
            case wire.Nak(wire.NakReason.NOT_IDENTIFIED):
                self._lose(_RESTARTED)
            case wire.Nak(reason):
                order = self._settle(seq)
                return CommandFailed(order, reason, describe_refusal(reason)) if order else None
            case wire.Ball() | wire.Fault() | wire.Loaded():
                return self._hand_on(message)
            case wire.Command():
                self._lose(_ECHO)
        return None

    def _settle(self, seq: int) -> wire.Order | None:
        """End the order that an answer belongs to; None for a late answer."""
        order = self._orders.settle(seq)
        if order is not None:
            self._unanswered = 0
        return order

    def _note_state(self, state: wire.MachineState, seq: int) -> None:
        if state.boot != self.state.boot:
            self._lose(_RESTARTED)
        self._state = state
        self._event_times.numbered(state.event, self._older if self._handed is None else self._handed)
        self._queried = seq or self._queried

    def _hand_on(self, event: wire.Event) -> ExtractorEvent | None:
        """Each event once; one that was acknowledged and comes again is only acknowledged again."""
        number = event.event
        if number <= self._acknowledged:
            self._send_acknowledgement(number)
            return None
        if self._handed is not None and number <= self._handed:
            return None
        if self._handed is not None and number != self._handed + 1:
            self._lose(f"faltan sucesos, del {self._handed + 1} al {number - 1}; compruebe la mesa")
            return None
        self._handed = number
        since = self._event_times.since(number)
        match event:
            case wire.Ball(_, order):
                return BallArrived(number, order, number <= self._older, since)
            case wire.Fault(_, code):
                return MachineFault(number, code)
            case wire.Loaded():
                return DrumLoaded(number, again=number <= self._older)

    def _keep_time(self) -> None:
        """Send again what was not answered, give up what was sent often enough, notice a silent machine."""
        with self._changed:
            now = self._clock()
            expired = self._orders.expired(now)
            if expired is not None:
                self._failed.append(CommandFailed(expired, None, _UNANSWERED))
                self._unanswered += 1
                if isinstance(expired, wire.Stop) or self._unanswered >= UNANSWERED_ORDERS:
                    self._lose(_DEAF)
            self._send_due()
            if self._waiting_since is not None and now - self._waiting_since > self._timeouts.silence_s:
                self._lose(_NO_ANSWER)
            failed, self._failed = self._failed, []
        for event in failed:
            self._on_event(event)
