"""The controller's own comings and goings, and the faults of devices.

Not responsible for detecting them.
"""

from dataclasses import dataclass

from hallctl.rules.commands.base import Command
from hallctl.rules.fields import Prose, Short


@dataclass(frozen=True, slots=True)
class StartController(Command):
    """Say that the controller started, and how it had ended (I19)."""

    boot: Short
    program: str
    ended: Prose


@dataclass(frozen=True, slots=True)
class StopController(Command):
    """Say that the controller ends in order."""


@dataclass(frozen=True, slots=True)
class ContinuePlay(Command):
    """Go on after a restart: nothing draws by itself (I4)."""


@dataclass(frozen=True, slots=True)
class ReportFault(Command):
    """Report a fault of a device, which latches (I14)."""

    device: Short
    code: Short
    detail: Prose


@dataclass(frozen=True, slots=True)
class ReportNotice(Command):
    """Take note of something amiss that does not stop the draw."""

    device: Short
    code: Short
    detail: Prose


@dataclass(frozen=True, slots=True)
class ReportNoticeOver(Command):
    """Take note that it is no longer so."""

    device: Short
    code: Short


@dataclass(frozen=True, slots=True)
class ReportSettings(Command):
    """Take note of the settings that a device took up."""

    device: Short
    settings: Prose


@dataclass(frozen=True, slots=True)
class ReportRecovery(Command):
    """Report that the cause of a fault is gone; the fault stays latched."""

    device: Short
    code: Short


@dataclass(frozen=True, slots=True)
class AcknowledgeFault(Command):
    """Acknowledge a fault whose cause is gone (I14)."""

    device: Short
    code: Short


@dataclass(frozen=True, slots=True)
class AdoptRules(Command):
    """Adopt the rule set of the configuration where it is another than the book's (AJ-117)."""
