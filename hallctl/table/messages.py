"""What arrives in the inbox: immutable, from any thread.

Not responsible for what is done about it.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from hallctl.minutes.note import Note
from hallctl.minutes.threads import ThreadDiedError
from hallctl.readings.vote import Sighting, VotePolicy
from hallctl.rules.commands.base import Command, Issued
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import Calibrated as CalibratedSet
from hallctl.rules.state import State
from hallctl.table.ports import ExtractorPort
from hallctl.table.press import Press


@dataclass(frozen=True, slots=True)
class Done:
    """A command took effect.

    Attributes:
        entries: The numbers of its first and last entry, None where nothing had to change.
        events: Its events; empty when the same request is answered again.
        state: What they led to; None where there are none.
    """

    entries: tuple[int, int] | None
    events: tuple[Event, ...] = ()
    state: State | None = None


Outcome = Done | Refusal


@dataclass(frozen=True, slots=True)
class Asked:
    """A command, with the slot its outcome goes into.

    Attributes:
        press: What the step was taken on; None where the controller asks by itself.
    """

    issued: Issued
    reply: "Future[Outcome]"
    press: Press | None = None


@dataclass(frozen=True, slots=True)
class Cosigned:
    """The witness cosigned a checkpoint."""

    note: Note


@dataclass(frozen=True, slots=True)
class Reported:
    """A device reports a step of the game; what is not its moment leads to nothing."""

    command: Command


@dataclass(frozen=True, slots=True)
class ExtractorUp:
    """The extractor answered on its line and named itself."""

    extractor: ExtractorPort


@dataclass(frozen=True, slots=True)
class ExtractorDown:
    """There is no extractor on its line."""

    reason: str


@dataclass(frozen=True, slots=True)
class BallArrived:
    """The extractor reports a ball at the exit for this order.

    Attributes:
        identified: What the machine itself read on the ball (bar code, tag), None where it reads nothing.
        again: Whether the event is older than this connection: the machine may repeat what is minuted.
        since: From when on it may have stood there, monotonic seconds; None where that is not known.
    """

    event: int
    serial: int
    identified: int | None = None
    again: bool = False
    since: float | None = None


@dataclass(frozen=True, slots=True)
class DrumLoaded:
    """The extractor reports that every ball is back in the drum.

    Attributes:
        again: Whether the event is older than this connection.
    """

    event: int
    again: bool = False


@dataclass(frozen=True, slots=True)
class MachineFailed:
    """The extractor stopped by itself and latched."""

    event: int
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class OrderFailed:
    """The extractor did not take an order.

    Attributes:
        order: "draw", "reload", "stop" or "reset".
        busy: Whether it only was not ready yet.
    """

    order: str
    reason: str
    busy: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """The camera's picture of the exit, read.

    Attributes:
        serial: The order that the camera was watching for.
        at: When the picture was taken, in monotonic seconds.
        image: The picture, height x width x 3, BGR; nobody changes it.
    """

    serial: int
    sighting: Sighting
    sequence: int
    at: float
    image: Any


@dataclass(frozen=True, slots=True)
class Trouble:
    """A device that is not the extractor failed."""

    device: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Recovered:
    """The cause of a device's trouble is gone."""

    device: str
    code: str


@dataclass(frozen=True, slots=True)
class Spoken:
    """The hall's voice has said something to its end: the key of what."""

    key: str


@dataclass(frozen=True, slots=True)
class Settled:
    """A device took up its settings."""

    device: str
    settings: str


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A ball set was calibrated: from the next game on the camera reads by all that is known now.

    Attributes:
        sets: The ball sets that the camera knows; None where it need know none.
        vote: How much it takes to believe the camera.
        minuted: What the book says of each calibration, as of a device: its name, and which it is.
        take: Has the camera read by it; it waits for nothing.
    """

    sets: Mapping[str, CalibratedSet] | None
    vote: VotePolicy
    minuted: tuple[tuple[str, str], ...]
    take: Callable[[], None]


@dataclass(frozen=True, slots=True)
class ThreadDied:
    """A thread of the hall died: the hall ends, and is started again."""

    error: ThreadDiedError


@dataclass(frozen=True, slots=True)
class Quit:
    """End in order."""


Message = (
    Asked
    | Calibrated
    | Cosigned
    | Reported
    | ExtractorUp
    | ExtractorDown
    | BallArrived
    | DrumLoaded
    | MachineFailed
    | OrderFailed
    | Seen
    | Trouble
    | Recovered
    | Settled
    | Spoken
    | ThreadDied
    | Quit
)
