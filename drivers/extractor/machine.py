"""The far end of the extractor's wire: a machine that moves the balls of a plant.

Bytes and the time go in, bytes come out, and the plant file changes. It owns no port and no clock, so a test
may drive it through an hour in a moment; `simulator.py` puts it behind a pty. It sees bodies, never numbers.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from drivers.extractor import wire
from drivers.plant import Plant, load_plant, save_plant

FIRMWARE = (1, 0, 0)

DRAW_S = 0.7
"""From the order to the ball at the exit, at pace 1."""

RELOAD_S = 0.6
"""From the order to the last ball in the drum, at pace 1."""

EMPTY_S = 0.12
"""How long the exit stands empty between two balls at any pace, so that a camera sees it empty."""

_TUBE_SHARE = 0.2
_RESEND_S = 0.25
_SILENT_S = 1.0
_NEVER = float("-inf")


@dataclass(frozen=True, slots=True)
class _Motion:
    """Something that turns or blows until `ends`, and what it does to the plant then."""

    command: wire.Draw | wire.Reload
    tube_from: float
    ends: float


class Machine:
    """An extractor: the state behind one end of the wire.

    Balls move at the end of a motion and all at once. A motion that is cut short moves none: without air the
    ball in the tube falls back. A ball moves in the plant first and is reported afterwards; a report is said
    again until it is acknowledged, one at a time, so that none overtakes another.

    Args:
        plant: The file of the plant; read again before each movement.
        boot: A nonce, another one at each start.
        kind: Pneumatic or drum; both move alike here.
        pace: How many times faster than the real machine, above 0.
        serial_id: What the plate on the machine says, at most 12 ASCII characters.

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
    ) -> None:
        self._path = plant
        self._plant = load_plant(plant)
        self._boot = boot
        self._kind = kind
        self._pace = pace
        self._serial_id = serial_id
        self._decoder = wire.Decoder()
        self._output = bytearray()
        self._session: int | None = None
        self._answered: tuple[int, bytes] | None = None
        self._heard_at = _NEVER
        self._permitted_until = _NEVER
        self._motion: _Motion | None = None
        self._events: deque[wire.Event] = deque()
        self._event = 0
        self._resend_at = _NEVER
        self._door_open = False
        self._jam_next = False
        self._latched = False
        self._fault = wire.FaultCode.NONE
        if self._plant.tube is not None:
            self._stop_for(wire.FaultCode.JAM)

    @property
    def plant(self) -> Plant:
        """The plant as this machine last saw it."""
        return self._plant

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes from the wire.

        Args:
            data: What arrived, cut anyhow.
            now: Monotonic seconds.
        """
        for frame in self._decoder.feed(data):
            try:
                message = wire.parse(frame)
            except wire.WireError:
                self._say(wire.Nak(wire.NakReason.UNKNOWN), frame.seq)
                continue
            if isinstance(message, wire.Command):
                self._heard_at = now
                self._obey(message, frame.seq, now)
        self.tick(now)

    def tick(self, now: float) -> None:
        """Let time pass: motions end, the permission expires, an event is said again."""
        motion = self._motion
        if motion is not None and motion.ends <= min(now, self._permitted_until):
            self._complete(motion)
        elif motion is not None and self._permitted_until <= now:
            self._stop_for(wire.FaultCode.PERMISSION_LOST)
        if self._events and now >= self._resend_at:
            self._resend_at = now + _RESEND_S
            if self._session is not None and now - self._heard_at < _SILENT_S:
                self._say(self._events[0], self._events[0].event & 0xFFFF)

    def take_output(self) -> bytes:
        """The bytes to put on the wire, once."""
        data = bytes(self._output)
        self._output.clear()
        return data

    def wakes_at(self) -> float:
        """When `tick` has something to do next, in monotonic seconds; infinity when nothing is due."""
        moments = [self._resend_at] if self._events else []
        if self._motion is not None:
            moments.append(min(self._motion.ends, self._permitted_until))
        return min(moments, default=float("inf"))

    def jam_next(self) -> None:
        """The next ball will stick in the tube."""
        self._jam_next = True

    def open_door(self) -> None:
        """Somebody opens the door: what moves stops and latches."""
        self._door_open = True
        if self._motion is not None:
            self._stop_for(wire.FaultCode.DOOR_OPEN)

    def put_right(self) -> None:
        """A person frees the tube and closes the door. The latch stays until a `Reset`."""
        self._jam_next = False
        self._door_open = False
        self._change(lambda plant: plant.clear_tube())

    def _obey(self, command: wire.Command, seq: int, now: float) -> None:
        match command:
            case wire.Identify(session):
                self._begin(session)
                self._say(self._identity(session), seq)
            case wire.Query():
                self._say(self._state(now), seq)
            case _ if self._session is None:
                self._say(wire.Nak(wire.NakReason.NOT_IDENTIFIED), seq)
            case wire.Permit():
                self.tick(now)  # a permission that has run out is not renewed but lost
                self._permitted_until = now + wire.PERMIT_EXPIRY_S
                self._say(self._state(now), seq)
            case wire.EventAck(event):
                self._forget(event)
            case wire.Draw() | wire.Reload() | wire.Stop() | wire.Reset():
                self._answer(command, seq, now)

    def _answer(self, order: wire.Order, seq: int, now: float) -> None:
        """Do an order once, however often it arrives, and give the same answer each time."""
        if self._answered is None or self._answered[0] != seq:
            reason = self._do(order, now)
            reply = wire.Ack() if reason is None else wire.Nak(reason)
            self._answered = seq, wire.encode(reply, seq)
        self._output += self._answered[1]

    def _do(self, order: wire.Order, now: float) -> wire.NakReason | None:
        match order:
            case wire.Draw(number):
                return self._draw(number, now)
            case wire.Reload():
                return self._reload(now)
            case wire.Stop():
                self._motion = None
                self._latched = True
                return None
            case wire.Reset():
                return self._reset()

    def _begin(self, session: int) -> None:
        """A controller presents itself; a new one starts with a machine that stands still."""
        if session == self._session:
            return
        if self._motion is not None:
            self._stop_for(wire.FaultCode.PERMISSION_LOST)
        self._session = session
        self._answered = None
        self._permitted_until = _NEVER
        self._resend_at = _NEVER

    def _forget(self, event: int) -> None:
        if self._events and self._events[0].event == event:
            self._events.popleft()
            self._resend_at = _NEVER

    def _say(self, report: wire.Report, seq: int) -> None:
        self._output += wire.encode(report, seq)

    def _identity(self, session: int) -> wire.Identity:
        return wire.Identity(
            session, self._boot, self._kind, wire.PROTOCOL_VERSION, FIRMWARE, self._serial_id
        )

    def _state(self, now: float) -> wire.MachineState:
        passing = self._motion is not None and self._motion.tube_from <= now
        return wire.MachineState(
            boot=self._boot,
            exit_occupied=self._plant.exit is not None,
            tube_occupied=passing or self._plant.tube is not None,
            door_open=self._door_open,
            moving=self._motion is not None,
            stop_latched=self._latched,
            fault=self._fault,
            order=self._plant.order,
            event=self._event,
        )

    def _draw(self, order: int, now: float) -> wire.NakReason | None:
        self._plant = load_plant(self._path)
        if order == 0 or order < self._plant.order:
            return wire.NakReason.OLD_ORDER
        if order == self._plant.order:
            if self._motion is not None and self._motion.command == wire.Draw(order):
                return None
            if self._motion is None and self._plant.exit is not None:
                self._report_ball(order)
                return None
        reason = self._hindrance(now)
        if reason is None and not self._plant.drum:
            reason = wire.NakReason.DRUM_EMPTY
        if reason is None:
            self._change(lambda plant: plant.take_order(order))
            lasts = max(DRAW_S / self._pace, EMPTY_S)
            self._motion = _Motion(wire.Draw(order), now + lasts * (1 - _TUBE_SHARE), now + lasts)
        return reason

    def _reload(self, now: float) -> wire.NakReason | None:
        if self._motion is not None and self._motion.command == wire.Reload():
            return None
        reason = self._hindrance(now)
        if reason is None:
            ends = now + max(RELOAD_S / self._pace, EMPTY_S)
            self._motion = _Motion(wire.Reload(), float("inf"), ends)
        return reason

    def _hindrance(self, now: float) -> wire.NakReason | None:
        """Why nothing may begin to move."""
        if self._motion is not None:
            return wire.NakReason.BUSY
        if self._latched:
            return wire.NakReason.LATCHED
        if self._door_open:
            return wire.NakReason.DOOR_OPEN
        if self._permitted_until <= now:
            return wire.NakReason.NO_PERMISSION
        return None

    def _reset(self) -> wire.NakReason | None:
        if self._door_open or self._plant.tube is not None:
            return wire.NakReason.CAUSE_REMAINS
        self._latched = False
        self._fault = wire.FaultCode.NONE
        return None

    def _complete(self, motion: _Motion) -> None:
        if isinstance(motion.command, wire.Reload):
            self._change(lambda plant: plant.reload())
            self._motion = None
            self._raise_event(wire.Loaded(0))
        elif self._jam_next:
            self._jam_next = False
            self._change(lambda plant: plant.jam())
            self._stop_for(wire.FaultCode.JAM)
        else:
            self._change(lambda plant: plant.extract())
            self._motion = None
            self._report_ball(motion.command.order)

    def _stop_for(self, fault: wire.FaultCode) -> None:
        self._motion = None
        self._latched = True
        self._fault = fault
        self._raise_event(wire.Fault(0, fault))

    def _report_ball(self, order: int) -> None:
        """Say which order's ball stands at the exit, unless that is still waiting to be acknowledged."""
        waiting = (event for event in self._events if isinstance(event, wire.Ball))
        if any(event.order == order for event in waiting):
            self._resend_at = _NEVER
        else:
            self._raise_event(wire.Ball(0, order))

    def _raise_event(self, event: wire.Event) -> None:
        self._event += 1
        if not self._events:
            self._resend_at = _NEVER
        self._events.append(replace(event, event=self._event))

    def _change(self, movement: Callable[[Plant], Plant]) -> None:
        """Move balls in the file as it is now: somebody may have changed the ink meanwhile."""
        before = load_plant(self._path)
        self._plant = movement(before)
        if self._plant is not before:
            save_plant(self._path, self._plant)
