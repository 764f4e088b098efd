"""The controller's own comings and goings, and the faults of devices.

Not responsible for detecting them.
"""

from dataclasses import dataclass

from hallctl.rules.events.base import Event


@dataclass(frozen=True, slots=True)
class ControllerStarted(Event):
    """The controller started; ``ended`` says how it had ended: "first", "order" or "died" (I19)."""

    boot: str
    program: str
    ended: str
    at: int


@dataclass(frozen=True, slots=True)
class ControllerStopped(Event):
    """The controller ended in order."""


@dataclass(frozen=True, slots=True)
class PlayContinued(Event):
    """The jefe de mesa let play go on after a restart (I4)."""

    at: int


@dataclass(frozen=True, slots=True)
class FaultLatched(Event):
    """A device failed; no ball is drawn until a person acknowledges it (I14)."""

    device: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class NoticeRaised(Event):
    """Something is amiss that does not stop the draw, and that nobody has to acknowledge."""

    device: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class NoticeEnded(Event):
    """It is no longer so."""

    device: str
    code: str


@dataclass(frozen=True, slots=True)
class DeviceSettled(Event):
    """A device works with these settings from here on, as it says itself."""

    device: str
    settings: str


@dataclass(frozen=True, slots=True)
class FaultEnded(Event):
    """The cause of a fault is gone; the fault stays latched."""

    device: str
    code: str


@dataclass(frozen=True, slots=True)
class FaultAcknowledged(Event):
    """A person acknowledged a fault whose cause is gone."""

    device: str
    code: str


@dataclass(frozen=True, slots=True)
class RulesAdopted(Event):
    """Another rule set is in force from here on (AJ-117)."""

    rule_set: str
    rule_set_digest: str
    approval: str
    valid_from: str
    valid_until: str
