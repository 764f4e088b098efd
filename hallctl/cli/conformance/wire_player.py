"""The controller that tries a machine on the wire: says what is right or wrong, and times what comes.

Not responsible for what is tried (``wire_cases``), nor for right frames (``drivers.extractor.wire``).
"""

from collections.abc import Callable
from typing import Final

from drivers.extractor import wire
from hallctl.cli.conformance import wire_rules as rules
from hallctl.cli.conformance.line import Line
from hallctl.cli.conformance.player import Limits, Player, ReceivedMessage
from hallctl.cli.conformance.trial import Broken, End

PATIENCE_S: Final = 1.0
"""How long a late answer is waited for, so that it can be told from none."""


class WirePlayer(Player):
    """One controller on one line.

    Args:
        line: To the machine.
        limits: How long it may take.
        nonce: Makes sessions, of 32 bits.
    """

    rules = rules.MOTION
    rarely_s = 0.13

    def __init__(self, line: Line, limits: Limits, nonce: Callable[[], int]) -> None:
        super().__init__(limits)
        self.session = 0
        self._line = line
        self._nonce = nonce
        self._seq = 0
        self._decoder = wire.Decoder()
        self._boot: int | None = None
        self._older = 0
        self._acknowledged = 0
        self._acknowledged_at = float("-inf")
        self._last = 0
        self._said: dict[int, bytes] = {}

    def now(self) -> float:
        """Return seconds of the line's clock."""
        return self._line.now()

    def stolen(self) -> float:
        """Return for how many seconds this program was kept from running."""
        return self._line.stolen()

    def means(self, fault: int, code: wire.FaultCode) -> bool:
        """Return whether a fault's number says this to the hall."""
        return fault == code

    # What it says.

    def send(self, data: bytes) -> None:
        """Put bytes on the line as they are."""
        self._line.send(data)

    def next_seq(self) -> int:
        """Return the next number of a command."""
        self._seq = self._seq % 0xFFFF + 1
        return self._seq

    def count_from(self, seq: int) -> None:
        """Go on counting commands after this number."""
        self._seq = seq

    def acknowledge(self, event: int) -> None:
        """Say that an event is durable."""
        self.send(wire.encode(wire.EventAck(event), 0))
        self._acknowledged = max(self._acknowledged, event)
        self._acknowledged_at = self.now()

    def permit(self) -> None:
        """Say Permit, once."""
        self.permitted_at = self.now()
        self.send(wire.encode(wire.Permit(), 0))

    # What it hears.

    def listen(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Listen, and keep the permission up where that is wanted.

        Args:
            seconds: For how long at most.
            until: Looked at after each piece that arrives; ends it.

        Returns:
            Whether ``until`` ended it.
        """
        end = self.now() + seconds
        while not until():
            now = self.now()
            if self.permitting and now >= self.permitted_at + wire.PERMIT_PERIOD_S:
                self.permit()
            if now >= end:
                return False
            next_permit = self.permitted_at + wire.PERMIT_PERIOD_S if self.permitting else end
            self._receive(self._line.read(min(end, next_permit)))
            self.note_delay()
        return True

    def ask(self, command: wire.Command, seq: int | None = None, data: bytes | None = None) -> wire.Report:
        """Say a command and return its answer.

        Args:
            command: What.
            seq: Its number; the next one if nothing is said.
            data: The bytes, where they are not what the codec makes of it.

        Raises:
            Broken: No answer, a late one, or one under another number.
        """
        number = self.next_seq() if seq is None else seq
        began = len(self.log)
        stolen, sent_at = self.stolen(), self.now()
        self.send(wire.encode(command, number) if data is None else data)
        found: list[ReceivedMessage] = []

        def answered() -> bool:
            found[:] = [each for each in self.log[began:] if _answers(each, number)][:1]
            return bool(found)

        if not self.listen(2 * self.limits.answer_s, answered):
            found[:] = self._misnumbered(command, number, began)
        if not found and not self.listen(PATIENCE_S, answered):
            raise Broken(rules.ANSWERS, f"no contestó a {type(command).__name__}")
        took = found[0].at - sent_at - (found[0].stolen - stolen)
        self.figures.answers_s.append(took)
        if took > self.limits.answer_s:
            self.complain(rules.ANSWERS, f"a {type(command).__name__} contestó en {took * 1000:.0f} ms")
        answer = found[0].message
        assert isinstance(answer, wire.Report)
        return answer

    def _misnumbered(self, command: wire.Command, number: int, began: int) -> list[ReceivedMessage]:
        """Return what can only be the answer, though it has another number."""
        name = type(command).__name__
        kinds = {wire.Identify: wire.Identity, wire.Query: wire.MachineState}.get(
            type(command), (wire.Ack, wire.Nak)
        )
        others = [each for each in self.log[began:] if isinstance(each.message, kinds)]
        if not others or (isinstance(command, wire.Query) and self.permitting):
            return []
        self.complain(rules.ANSWER_NUMBER, f"contestó a {name} {number} con el número {others[0].seq}")
        return others[:1]

    def order(self, command: wire.Order, seq: int | None = None) -> int:
        """Give a command and return 0 for Ack, or the reason of the Nak."""
        answer = self.ask(command, seq)
        match answer:
            case wire.Ack():
                return 0
            case wire.Nak(reason):
                return reason
            case _:
                seen = f"a {type(command).__name__} contestó {type(answer).__name__}"
                raise Broken(rules.ANSWERS, seen)

    def state(self) -> wire.MachineState:
        """Ask how it stands."""
        answer = self.ask(wire.Query())
        if not isinstance(answer, wire.MachineState):
            raise Broken(rules.ANSWERS, f"a Query contestó {type(answer).__name__}")
        return answer

    def identify(self, session: int | None = None) -> wire.Identity:
        """Begin a session; the same one where it is named."""
        self.session = self._nonce() if session is None else session
        answer = self.ask(wire.Identify(self.session))
        if not isinstance(answer, wire.Identity):
            raise Broken(rules.ANSWERS, f"a Identify contestó {type(answer).__name__}")
        return answer

    def resume(self) -> None:
        """Begin a session of its own."""
        self.identify()

    def started_anew(self) -> None:
        """Expect a machine that was without power: another boot nonce, and events from 1."""
        self._boot = None
        self._older = self._acknowledged = self._last = 0
        self._said.clear()

    def since(self, at: float) -> list[ReceivedMessage]:
        """Return what was heard since a moment."""
        return [each for each in self.log if each.at >= at]

    # What every message has to keep.

    def _receive(self, data: bytes) -> None:
        dropped = self._decoder.dropped
        for frame in self._decoder.feed(data):
            try:
                message = wire.parse(frame)
            except wire.WireError as error:
                rule = rules.IDENTITY if frame.kind == wire.Identity.KIND else rules.LENGTHS
                self.complain(rule, f"una trama de clase {frame.kind:02x} no es lo que dice: {error}")
                continue
            if isinstance(message, wire.Command):
                raise End("el puerto devuelve lo que se le envía: no hay una máquina al otro lado")
            self.log.append(ReceivedMessage(self.now(), self.stolen(), message, frame.seq))
            self._audit(message, frame.seq)
        self.figures.noise += self._decoder.dropped - dropped

    def _audit(self, message: wire.Message, seq: int) -> None:
        match message:
            case wire.MachineState():
                if self._boot is None:
                    self._boot, self._older = message.boot, message.event
                elif message.boot != self._boot:
                    self.complain(rules.SAME_BOOT, f"boot {self._boot:08X}, y ahora {message.boot:08X}")
            case wire.Ball() | wire.Fault() | wire.Loaded():
                self._audit_event(message, seq)

    def _audit_event(self, event: wire.Event, seq: int) -> None:
        number, data = event.event, wire.encode(event, seq)
        if self._boot is None:
            self._older = max(self._older, number)  # it waits from before
        known = self._said.setdefault(number, data)
        new = number > max(self._older, self._last)
        if new:
            before, self._last = max(self._older, self._last), number
            self.events.append(event)
        if self.acknowledging or self._acknowledged_long_ago(number):
            self.acknowledge(number)
        if seq != number & 0xFFFF:
            self.complain(rules.EVENT_NUMBER, f"el suceso {number} llegó con el número {seq}")
        if data != known:
            self.complain(rules.EVENT_NUMBER, f"el suceso {number} cambió al repetirse: {event}")
        if new and number != before + 1:
            self.complain(rules.COUNTED, f"tras el suceso {before} dijo el {number}")
        if new and before > max(self._acknowledged, self._older):
            self.complain(
                rules.ONE_AT_A_TIME, f"dijo el suceso {number} sin que el {before} estuviera confirmado"
            )

    def _acknowledged_long_ago(self, event: int) -> bool:
        waited = self.now() - self._acknowledged_at
        return event <= self._acknowledged and waited > self.limits.answer_s


def _answers(heard: ReceivedMessage, number: int) -> bool:
    return heard.seq == number and isinstance(
        heard.message, wire.Ack | wire.Nak | wire.Identity | wire.MachineState
    )


def _is_state(heard: ReceivedMessage) -> bool:
    return isinstance(heard.message, wire.MachineState | wire.Nak)
