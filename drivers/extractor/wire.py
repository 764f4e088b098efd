"""The extractor's line protocol: bytes to messages and back, for both ends of the wire.

Pure: no port, no thread and no clock, so it resends nothing and waits for nothing. `docs/extractor-wire.md`
is the same protocol for whoever builds a machine, byte by byte.

A frame is `00 | COBS(version, kind, seq, payload) | check | 00`. The zero byte stands nowhere else, so
whatever garbage went before, the next zero is where a frame may begin: no length to mistrust, no marker to
look for inside the data. The CRC is taken over the *stuffed* bytes and travels in three bytes that are
never zero: what is checked is exactly what travelled. Taken over the plain bytes, as COBS users mostly do,
one flipped bit in a stuffing byte moves a zero and becomes several errors, beyond what the CRC promises to
see. And as a message has the one length of its kind, a false zero in the middle of a frame leaves two
pieces and no message.
"""

import struct
from binascii import crc_hqx
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import ClassVar, Self

PROTOCOL_VERSION = 1

PERMIT_PERIOD_S = 0.05
"""How often the controller renews the machine's permission to move."""

PERMIT_EXPIRY_S = 0.15
"""How long the machine may move after the last renewal."""

_DELIMITER = b"\x00"
_HEADER = struct.Struct(">BBH")
_CHECK_BYTES = 3
_CHECK_FIXED_BITS = 0x80
_LONGEST = 64


class WireError(ValueError):
    """Bytes that are no message, or a message that no frame can carry."""


class MachineKind(IntEnum):
    """How the machine brings out a ball (AJ-22)."""

    PNEUMATIC = 1
    DRUM = 2


class FaultCode(IntEnum):
    """Why the machine stopped by itself."""

    NONE = 0
    JAM = 1
    PERMISSION_LOST = 2
    DOOR_OPEN = 3
    STALLED = 4
    MUSHROOM = 5


class NakReason(IntEnum):
    """Why the machine does not do what it was told."""

    NOT_IDENTIFIED = 1
    NO_PERMISSION = 2
    LATCHED = 3
    BUSY = 4
    DOOR_OPEN = 5
    OLD_ORDER = 6
    DRUM_EMPTY = 7
    CAUSE_REMAINS = 8
    UNKNOWN = 9


class Message:
    """What both ends say: a kind and a row of whole numbers, unless a subclass lays it out otherwise."""

    __slots__ = ()
    KIND: ClassVar[int]
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">")

    def payload(self) -> bytes:
        """The payload bytes of this message."""
        return self.LAYOUT.pack(*(getattr(self, field.name) for field in fields(self)))  # type: ignore[arg-type]

    @classmethod
    def from_payload(cls, payload: bytes) -> Self:
        """The message with this payload."""
        return cls(*cls.LAYOUT.unpack(payload))


class Command(Message):
    """A message from the controller to the machine."""

    __slots__ = ()


class Report(Message):
    """A message from the machine to the controller."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Identify(Command):
    """Who are you? Begins a session: takes any permission away, and what moves stops and latches."""

    KIND: ClassVar[int] = 0x01
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">I")
    session: int


@dataclass(frozen=True, slots=True)
class Permit(Command):
    """You may move for the next 150 ms. Answered by a `MachineState`."""

    KIND: ClassVar[int] = 0x02


@dataclass(frozen=True, slots=True)
class Query(Command):
    """How do you stand? Answered by a `MachineState`."""

    KIND: ClassVar[int] = 0x03


@dataclass(frozen=True, slots=True)
class Draw(Command):
    """Bring out the ball of this order; the order that was taken last is only reported again, or finished."""

    KIND: ClassVar[int] = 0x04
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">I")
    order: int


@dataclass(frozen=True, slots=True)
class Reload(Command):
    """Take every ball, from exit and rack, back into the drum; any order from 1 may follow."""

    KIND: ClassVar[int] = 0x05


@dataclass(frozen=True, slots=True)
class Stop(Command):
    """Stand still at once and latch."""

    KIND: ClassVar[int] = 0x06


@dataclass(frozen=True, slots=True)
class Reset(Command):
    """A person has seen it: undo the latch. Moves nothing."""

    KIND: ClassVar[int] = 0x07


@dataclass(frozen=True, slots=True)
class EventAck(Command):
    """The event is safely kept: forget it. Not answered."""

    KIND: ClassVar[int] = 0x08
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">I")
    event: int


@dataclass(frozen=True, slots=True)
class Identity(Report):
    """Who the machine is.

    Attributes:
        session: The session of the `Identify` that this answers.
        boot: A nonce that changes whenever the machine starts.
        kind: A `MachineKind`; another number is a kind this program does not know.
        protocol: The version of this protocol that the machine speaks.
        firmware: Major, minor and patch.
        serial_id: At most 12 printable ASCII characters.
    """

    KIND: ClassVar[int] = 0x41
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">IIBB3B12s")
    session: int
    boot: int
    kind: int
    protocol: int
    firmware: tuple[int, int, int]
    serial_id: str

    def payload(self) -> bytes:
        """The payload bytes, the serial id filled up with zeros."""
        name = self.serial_id.encode("ascii")
        if len(name) > 12 or not self.serial_id.isprintable():
            raise WireError(f"serial id {self.serial_id!r} is not 12 printable characters or fewer")
        return self.LAYOUT.pack(self.session, self.boot, self.kind, self.protocol, *self.firmware, name)

    @classmethod
    def from_payload(cls, payload: bytes) -> Self:
        """The message with this payload."""
        session, boot, kind, protocol, major, minor, patch, name = cls.LAYOUT.unpack(payload)
        # Bytes beyond ASCII are kept as they are: the owner of the line refuses such a machine by name.
        serial_id = name.rstrip(b"\x00").decode("latin-1")
        if serial_id.isascii() and not serial_id.isprintable():
            raise WireError("the serial id is not printable")
        return cls(session, boot, kind, protocol, (major, minor, patch), serial_id)


@dataclass(frozen=True, slots=True)
class MachineState(Report):
    """How the machine stands.

    Attributes:
        boot: The machine's boot nonce: another one than at the beginning means that it started anew.
        exit_occupied: A ball stands at the exit.
        tube_occupied: A ball is between drum and exit: passing while `moving`, stuck otherwise.
        door_open: The door of the machine is open.
        moving: Something turns or blows.
        stop_latched: It stands until a `Reset`.
        fault: The `FaultCode` of the latched fault, 0 without one.
        order: The order that exit and tube are now for, 0 after a reload. Its ball is out if `exit_occupied`;
            otherwise it is still to come (`moving`), was interrupted (and the same order again finishes it)
            or went to the rack.
        event: The number of the last event since the machine started, 0 before the first.
    """

    KIND: ClassVar[int] = 0x42
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">IBBII")
    boot: int
    exit_occupied: bool
    tube_occupied: bool
    door_open: bool
    moving: bool
    stop_latched: bool
    fault: int
    order: int
    event: int

    def payload(self) -> bytes:
        """The payload bytes, the five truths as bits 0 to 4 of one byte."""
        truths = (self.exit_occupied, self.tube_occupied, self.door_open, self.moving, self.stop_latched)
        flags = sum(truth << bit for bit, truth in enumerate(truths))
        return self.LAYOUT.pack(self.boot, flags, self.fault, self.order, self.event)

    @classmethod
    def from_payload(cls, payload: bytes) -> Self:
        """The message with this payload; bits that have no meaning yet are not looked at."""
        boot, flags, fault, order, event = cls.LAYOUT.unpack(payload)
        exit_, tube, door, moving, latched = (bool(flags >> bit & 1) for bit in range(5))
        return cls(boot, exit_, tube, door, moving, latched, fault, order, event)


@dataclass(frozen=True, slots=True)
class Ball(Report):
    """Event: the ball of this order stands at the exit. Which ball it is, only a camera can tell."""

    KIND: ClassVar[int] = 0x43
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">II")
    event: int
    order: int


@dataclass(frozen=True, slots=True)
class Fault(Report):
    """Event: the machine stopped by itself, with this `FaultCode`, and latched."""

    KIND: ClassVar[int] = 0x44
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">IB")
    event: int
    code: int


@dataclass(frozen=True, slots=True)
class Loaded(Report):
    """Event: every ball is back in the drum."""

    KIND: ClassVar[int] = 0x45
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">I")
    event: int


@dataclass(frozen=True, slots=True)
class Ack(Report):
    """The command of this sequence number is taken."""

    KIND: ClassVar[int] = 0x46


@dataclass(frozen=True, slots=True)
class Nak(Report):
    """The command of this sequence number is refused, for a `NakReason`, and changed nothing."""

    KIND: ClassVar[int] = 0x47
    LAYOUT: ClassVar[struct.Struct] = struct.Struct(">B")
    reason: int


Order = Draw | Reload | Stop | Reset
"""A command that the machine obeys once and answers with `Ack` or `Nak`, so that it may be said again."""

Event = Ball | Fault | Loaded
"""A report that the machine numbers, and says again until it is acknowledged."""

COMMANDS: tuple[type[Command], ...] = (Identify, Permit, Query, Draw, Reload, Stop, Reset, EventAck)
REPORTS: tuple[type[Report], ...] = (Identity, MachineState, Ball, Fault, Loaded, Ack, Nak)
_BY_KIND: dict[int, type[Message]] = {message.KIND: message for message in (*COMMANDS, *REPORTS)}


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame that arrived whole; whether its payload is a message is for `parse` to say.

    Attributes:
        seq: In a command, the controller's counter; in an answer, the number of the command it answers; in an
            event, the low 16 bits of the event's number.
    """

    version: int
    kind: int
    seq: int
    payload: bytes


def encode(message: Message, seq: int, version: int = PROTOCOL_VERSION) -> bytes:
    """The bytes of one frame, both delimiters included.

    Raises:
        WireError: A number of the message does not fit its place.
    """
    try:
        body = _HEADER.pack(version, message.KIND, seq) + message.payload()
    except (struct.error, UnicodeEncodeError) as error:
        raise WireError(f"{message} with number {seq} does not fit a frame: {error}") from error
    stuffed = _stuff(body)
    return _DELIMITER + stuffed + _check(stuffed) + _DELIMITER


def parse(frame: Frame) -> Message:
    """The message in a frame.

    Only `Identify` and `Identity` are read in a foreign version: their layout is the same in every version.

    Raises:
        WireError: Another version, an unknown kind, or not the length of its kind.
    """
    found = _BY_KIND.get(frame.kind)
    if found is None:
        raise WireError(f"unknown kind {frame.kind:#04x}")
    if frame.version != PROTOCOL_VERSION and found not in (Identify, Identity):
        raise WireError(f"{found.__name__} of protocol version {frame.version}, not {PROTOCOL_VERSION}")
    try:
        return found.from_payload(frame.payload)
    except (struct.error, UnicodeDecodeError) as error:
        raise WireError(f"not a {found.__name__}: {error}") from error


class Decoder:
    """Finds the frames in a stream of bytes, however they are cut, and counts what was none.

    Attributes:
        dropped: Bytes, delimiters aside, that belonged to no good frame.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._piece = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that these bytes complete, in order. Never fails, keeps one frame at most."""
        *ended, rest = data.split(_DELIMITER)
        frames = []
        for tail in ended:
            self._keep(tail)
            frame = _unwrap(bytes(self._piece))
            if frame is None:
                self.dropped += len(self._piece)
            else:
                frames.append(frame)
            self._piece.clear()
        self._keep(rest)
        return frames

    def _keep(self, tail: bytes) -> None:
        """Add to the piece being read; one byte too many is enough to know that it is no frame."""
        room = _LONGEST + 1 - len(self._piece)
        self._piece += tail[:room]
        self.dropped += max(0, len(tail) - room)


def _unwrap(piece: bytes) -> Frame | None:
    stuffed, check = piece[:-_CHECK_BYTES], piece[-_CHECK_BYTES:]
    if not stuffed or len(piece) > _LONGEST or check != _check(stuffed):
        return None
    body = _unstuff(stuffed)
    if body is None or len(body) < _HEADER.size:
        return None
    version, kind, seq = _HEADER.unpack_from(body)
    return Frame(version, kind, seq, body[_HEADER.size :])


def _check(stuffed: bytes) -> bytes:
    """CRC-16/CCITT-FALSE in three bytes of 4, 6 and 6 bits, the top bit set so that none is zero."""
    crc = crc_hqx(stuffed, 0xFFFF)
    return bytes(_CHECK_FIXED_BITS | part for part in (crc >> 12, crc >> 6 & 0x3F, crc & 0x3F))


def _stuff(body: bytes) -> bytes:
    """COBS for fewer than 254 bytes: each zero, and the end, becomes the distance from the one before."""
    return b"".join(bytes((len(run) + 1,)) + run for run in body.split(_DELIMITER))


def _unstuff(stuffed: bytes) -> bytes | None:
    runs = []
    at = 0
    while at < len(stuffed):
        distance = stuffed[at]
        if at + distance > len(stuffed):
            return None
        runs.append(stuffed[at + 1 : at + distance])
        at += distance
    return _DELIMITER.join(runs)
