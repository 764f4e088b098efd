"""What the machine does: commands, time and sensors go in, motors and reports come out.

Pure: it has no pin, no port and no clock, so it runs on a Pico, on a computer and through an hour in a
moment. It does not know the number of any ball, nor how many there are. Times are whole milliseconds that
never run backwards.
"""

from .frames import Decoder, encode

EXIT, TUBE, DOOR, MUSHROOM, RACK, HOLLOW = 1, 2, 4, 8, 16, 32
"""Sensors, as bits: a ball at the exit, a ball in the tube, the door open, the mushroom button pressed, a
ball in the rack, no ball left in the drum."""

MOTOR, GATE, BACK = 1, 2, 4
"""Actuators, as bits: the blower or the drum turns, the gate from exit to rack is open, the way from rack to
drum is open. None of them is to stand still."""

EMPTY_MS = 120
"""How long the exit stands empty between two balls, so that a camera sees it empty."""

SETTLE_MS = 20
"""How long a ball lies still at the exit before it is reported."""

STUCK_MS = 600
"""A ball that is seen in the tube for longer is stuck."""

CLEAR_MS = 3_000
"""After how long a ball that does not leave the exit is a stall."""

FLIGHT_MS = 7_000
"""After how long with the motor on and no ball at the exit it is a stall."""

RELOAD_MS = 30_000
"""After how long a reload that does not end is a stall."""

EXPIRY_MS = 150
_RESEND_MS = 250
_SILENT_MS = 1_000
_NEVER = -(1 << 60)
_FOR_EVER = 1 << 60

_IDENTIFY, _PERMIT, _QUERY, _DRAW, _RELOAD, _STOP, _RESET, _EVENT_ACK = 1, 2, 3, 4, 5, 6, 7, 8
_LENGTHS = {_IDENTIFY: 4, _PERMIT: 0, _QUERY: 0, _DRAW: 4, _RELOAD: 0, _STOP: 0, _RESET: 0, _EVENT_ACK: 4}
_IDENTITY, _STATE, _BALL, _FAULT, _LOADED, _ACK, _NAK = 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47
_REPORTS = (_IDENTITY, _STATE, _BALL, _FAULT, _LOADED, _ACK, _NAK)
_NONE, _JAM, _PERMISSION_LOST, _DOOR_OPEN, _STALLED, _MUSHROOM_PRESSED = 0, 1, 2, 3, 4, 5
_NOT_IDENTIFIED, _NO_PERMISSION, _LATCHED, _BUSY, _OPEN, _OLD_ORDER, _HOLLOW, _REMAINS, _UNKNOWN = range(
    1, 10
)
_REST, _CLEARING, _EMPTY, _FLIGHT, _LOADING = 0, 1, 2, 3, 4


class Extractor:
    """The state of one machine.

    Args:
        boot: A nonce, another one at each start.
        kind: 1 pneumatic, 2 drum.
        serial: What the plate on the machine says, at most 12 ASCII characters.
        order: The order that was remembered without power, 0 for none.

    Attributes:
        outputs: The actuators that are on.
        order: To be remembered without power, before `outputs` is obeyed.
    """

    FIRMWARE = (1, 0, 0)

    def __init__(self, boot: int, kind: int, serial: str, order: int) -> None:
        self.outputs = 0
        self.order = order
        self._who = bytes((kind, 1)) + bytes(self.FIRMWARE) + (serial.encode() + b"\0" * 12)[:12]
        self._boot = boot.to_bytes(4, "big")
        self._decoder = Decoder()
        self._sent = b""
        self._session: bytes | None = None
        self._answered = (-1, b"")
        self._heard_at = _NEVER
        self._permitted_until = _NEVER
        self._stage = _REST
        self._target = 0
        self._until = 0
        self._since = 0
        self._inputs = 0
        self._tube_since = _NEVER
        self._events: list[tuple[int, int, bytes]] = []
        self._event = 0
        self._resend_at = _NEVER
        self._latched = False
        self._fault = _NONE
        self._pressed = False
        self._woken = False

    def turn(self, now: int, inputs: int, data: bytes) -> bytes:
        """Let time pass, with the sensors as they are, and take what arrived.

        Returns:
            What to put on the line; `order` and then `outputs` are to be obeyed first.
        """
        if not self._woken:
            self._woken = True
            if inputs & TUBE:
                self._stop_for(_JAM)
        self._sense(now, inputs)
        self._move(now)  # a permission that has run out is not renewed but lost
        for version, kind, number, payload in self._decoder.feed(data):
            self._receive(version, kind, number, payload, now)
        self._move(now)
        self._repeat(now)
        said, self._sent = self._sent, b""
        return said

    def wakes_at(self) -> int:
        """Return when `turn` has something to do though nothing arrives and no sensor changes."""
        moments = [self._resend_at] if self._events else []
        if self._inputs & TUBE and not self._latched:
            moments.append(self._tube_since + STUCK_MS)
        if self._stage:
            moments += [self._permitted_until, self._until]
        if self._stage == _FLIGHT and self._inputs & EXIT:
            moments.append(self._since + SETTLE_MS)
        elif self._stage in (_EMPTY, _LOADING) and not self._inputs & (EXIT | self._in_the_way()):
            moments.append(self._since + EMPTY_MS)
        return min(moments) if moments else _FOR_EVER

    def _sense(self, now: int, inputs: int) -> None:
        changed = inputs ^ self._inputs
        self._inputs = inputs
        if changed & TUBE:
            self._tube_since = now
        if changed & (EXIT | self._in_the_way()):
            self._since = now

    def _in_the_way(self) -> int:
        return RACK if self._stage == _LOADING else 0

    def _move(self, now: int) -> None:
        """What time and sensors bring about."""
        pressed = bool(self._inputs & MUSHROOM)
        if pressed and not self._pressed:
            self._stop_for(_MUSHROOM_PRESSED)
        self._pressed = pressed
        if self._inputs & TUBE and not self._latched and now - self._tube_since >= STUCK_MS:
            self._stop_for(_JAM)
        if not self._stage:
            return
        if now >= self._permitted_until:
            self._stop_for(_PERMISSION_LOST)
        elif self._inputs & DOOR:
            self._stop_for(_DOOR_OPEN)
        elif self._stage == _LOADING:
            self._load(now)
        else:
            self._bring(now)
        if self._stage and now >= self._until:
            self._stop_for(_STALLED)

    def _bring(self, now: int) -> None:
        """Clear the exit, let it stand empty, and bring the ball."""
        at_exit = self._inputs & EXIT
        if self._stage == _CLEARING and not at_exit:
            self._stage, self._since = _EMPTY, now
        elif self._stage == _EMPTY and at_exit:
            self._stage = _CLEARING
        elif self._stage == _EMPTY and now - self._since >= EMPTY_MS:
            # Only now the ball at the exit is the new order's: with power lost before, it is the old one's.
            self.order = self._target
            self._begin_stage(_FLIGHT, MOTOR, now + FLIGHT_MS)
        elif self._stage == _FLIGHT and at_exit and now - self._since >= SETTLE_MS:
            self._rest()
            self._report_ball()

    def _load(self, now: int) -> None:
        """Wait until exit and rack are empty."""
        if not self._inputs & (EXIT | RACK) and now - self._since >= EMPTY_MS:
            self.order = 0
            self._rest()
            self._raise_event(_LOADED, b"")

    def _begin_stage(self, stage: int, outputs: int, until: int) -> None:
        self._stage, self.outputs, self._until = stage, outputs, until

    def _rest(self) -> None:
        self._stage, self.outputs = _REST, 0

    def _stop_for(self, fault: int) -> None:
        self._rest()
        self._latched, self._fault = True, fault
        self._raise_event(_FAULT, bytes((fault,)))

    def _receive(self, version: int, kind: int, number: int, payload: bytes, now: int) -> None:
        if kind in _REPORTS:
            return  # its own words, come back
        if (version != 1 and kind != _IDENTIFY) or _LENGTHS.get(kind) != len(payload):
            self._send(_NAK, number, bytes((_UNKNOWN,)))
            return
        self._heard_at = now
        if kind == _IDENTIFY:
            self._begin(payload)
            self._send(_IDENTITY, number, payload + self._boot + self._who)
        elif kind == _QUERY:
            self._send_state(number)
        elif self._session is None:
            self._send(_NAK, number, bytes((_NOT_IDENTIFIED,)))
        elif kind == _PERMIT:
            self._permitted_until = now + EXPIRY_MS
            self._send_state(number)
        elif kind == _EVENT_ACK:
            self._forget(int.from_bytes(payload, "big"))
        else:
            self._answer(kind, number, payload, now)

    def _answer(self, kind: int, number: int, payload: bytes, now: int) -> None:
        """Do an order once, however often it arrives, and give the same answer each time."""
        if self._answered[0] != number:
            reason = self._do(kind, int.from_bytes(payload, "big"), now)
            answer = encode(_NAK, number, bytes((reason,))) if reason else encode(_ACK, number)
            self._answered = (number, answer)
        self._sent += self._answered[1]

    def _do(self, kind: int, order: int, now: int) -> int:
        """Do an order; return the reason why not, 0 when it is taken."""
        if kind == _DRAW:
            return self._draw(order, now)
        if kind == _RELOAD:
            return self._reload(now)
        if kind == _STOP:
            self._rest()
            self._latched = True
            return 0
        if self._inputs & (DOOR | TUBE | MUSHROOM):
            return _REMAINS
        self._latched, self._fault = False, _NONE
        return 0

    def _draw(self, order: int, now: int) -> int:
        if order == 0 or order < self.order:
            return _OLD_ORDER
        if self._stage and self._stage != _LOADING and order == self._target:
            return 0
        if not self._stage and order == self.order and self._inputs & EXIT:
            self._report_ball()
            return 0
        reason = self._hindrance(now)
        if not reason and self._inputs & HOLLOW:
            reason = _HOLLOW
        if not reason:
            self._target = order
            self._begin_stage(_CLEARING, GATE, now + CLEAR_MS)
        return reason

    def _reload(self, now: int) -> int:
        if self._stage == _LOADING:
            return 0
        reason = self._hindrance(now)
        if not reason:
            self._begin_stage(_LOADING, GATE | BACK, now + RELOAD_MS)
            self._since = now
        return reason

    def _hindrance(self, now: int) -> int:
        """Return why nothing may begin to move, 0 when it may."""
        if self._stage:
            return _BUSY
        if self._latched:
            return _LATCHED
        if self._inputs & DOOR:
            return _OPEN
        return _NO_PERMISSION if now >= self._permitted_until else 0

    def _begin(self, session: bytes) -> None:
        """A controller presents itself; a new one starts with a machine that stands still."""
        if session == self._session:
            return
        if self._stage:
            self._stop_for(_PERMISSION_LOST)
        self._session = session
        self._answered = (-1, b"")
        self._permitted_until = self._resend_at = _NEVER

    def _send(self, kind: int, number: int, payload: bytes) -> None:
        self._sent += encode(kind, number, payload)

    def _send_state(self, number: int) -> None:
        flags = self._inputs & (EXIT | TUBE | DOOR)
        flags |= 8 if self._stage else 0
        flags |= 16 if self._latched else 0
        counts = self.order.to_bytes(4, "big") + self._event.to_bytes(4, "big")
        self._send(_STATE, number, self._boot + bytes((flags, self._fault)) + counts)

    def _report_ball(self) -> None:
        """Send which order's ball stands at the exit, unless that is still waiting to be acknowledged."""
        order = self.order.to_bytes(4, "big")
        if any(kind == _BALL and payload == order for kind, _, payload in self._events):
            self._resend_at = _NEVER
        else:
            self._raise_event(_BALL, order)

    def _raise_event(self, kind: int, payload: bytes) -> None:
        self._event += 1
        if not self._events:
            self._resend_at = _NEVER
        self._events.append((kind, self._event, payload))

    def _forget(self, event: int) -> None:
        if self._events and self._events[0][1] == event:
            self._events.pop(0)
            self._resend_at = _NEVER

    def _repeat(self, now: int) -> None:
        """Send the oldest event that is not acknowledged, while somebody listens."""
        if not self._events or now < self._resend_at:
            return
        self._resend_at = now + _RESEND_MS
        if self._session is not None and now - self._heard_at < _SILENT_MS:
            kind, event, payload = self._events[0]
            self._send(kind, event & 0xFFFF, event.to_bytes(4, "big") + payload)
