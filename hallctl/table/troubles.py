"""What is wrong in the hall just now, and how the book is kept in line with it.

Not responsible for what a fault stops (``rules``) nor for sensing it: devices and their watchers tell.
"""

from collections.abc import Callable
from typing import Final

from hallctl.rules import commands as cmd
from hallctl.rules.deciding.clock import BEHIND, CLOCK, JUMPED
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.keeper import Keeper

Cause = tuple[str, str]
"""A device, and the code of what is wrong with it."""

LINE_LOST: Final = ("extractor", "EXT-LOST")
DISK_LOW: Final = ("disco", "DISK-LOW")
CLOCK_JUMPED: Final = (CLOCK, JUMPED)
_WRONG_CLOCK: Final = ((CLOCK, "CLOCK-BUILD"), (CLOCK, BEHIND))
NOTICES: Final = frozenset(
    {
        CLOCK_JUMPED,
        *_WRONG_CLOCK,
        ("claves", "CERT-ENDING"),
        ("testigo", "WITNESS-LOST"),
        ("cámara", "CAMERA-UNLOCKED"),
        ("disco", "DISK-PICTURES"),
        ("pantallas", "SCREEN-OFF"),
        ("cámara de mesa", "DESK-CAMERA"),
        ("megafonía", "VOICE-SILENT"),
    }
)
"""What is told and minuted, and does not stop the draw."""


class Troubles:
    """What devices have told, until they say otherwise.

    Args:
        keeper: The book. What was wrong when the controller last ended is wrong until a device says
            otherwise.
        report: Minutes what a device brings, and tells of it.
    """

    def __init__(self, keeper: Keeper, report: Callable[[cmd.Command], msg.Outcome]) -> None:
        self._keeper = keeper
        self._report = report
        self._settings: dict[str, str] = {}
        self._causes: dict[Cause, str] = {
            (fault.device, fault.code): fault.detail for fault in keeper.state.faults if fault.active
        } | {(notice.device, notice.code): notice.detail for notice in keeper.state.notices}

    def heard(self, message: msg.Trouble | msg.Recovered | msg.Settled) -> None:
        """Take note of what a device says of itself."""
        match message:
            case msg.Trouble(device=device, code=code, detail=detail):
                self.begin((device, code), detail)
            case msg.Recovered(device=device, code=code):
                self.end((device, code))
            case msg.Settled(device=device, settings=settings):
                self._settings[device] = settings

    def begin(self, cause: Cause, detail: str) -> None:
        """Take note that something is wrong."""
        self._causes[cause] = detail

    def end(self, cause: Cause) -> None:
        """Take note that it no longer is."""
        self._causes.pop(cause, None)

    def line_missing(self) -> None:
        """Take note that no extractor answers, unless more is known of that already."""
        self._causes.setdefault(LINE_LOST, "el aparato no responde")

    def disk(self, free_mb: int, demanded_mb: int) -> None:
        """Take note of the room for the book (I14)."""
        if free_mb < demanded_mb:
            self.begin(DISK_LOW, f"quedan {free_mb} MB; hacen falta {demanded_mb}")
        else:
            self.end(DISK_LOW)

    def clock(self, wrong: Refusal | None) -> None:
        """Take note of whether anybody can sign under the clock, and why not (I25)."""
        for device, code in _WRONG_CLOCK:
            if wrong is not None and wrong.code == code:
                self.begin((device, code), wrong.sentence)
            else:
                self.end((device, code))

    def pass_over(self, device: str, code: str, detail: str) -> None:
        """Latch a fault whose cause nobody can sense: a person looks at the machine and acknowledges it."""
        self._report(cmd.ReportFault(device, code, detail))
        self._report(cmd.ReportRecovery(device, code))

    def reconcile(self) -> None:
        """Bring the faults, notices and settings of the book in line with what is so now."""
        if self._keeper.state.book is None:
            return
        for device, settings in self._settings.items():
            self._report(cmd.ReportSettings(device, settings))
        for device, code in NOTICES & self._causes.keys():
            self._report(cmd.ReportNotice(device, code, self._causes[device, code]))
        for notice in self._keeper.state.notices:
            if (notice.device, notice.code) not in self._causes:
                self._report(cmd.ReportNoticeOver(notice.device, notice.code))
        active = {(fault.device, fault.code) for fault in self._keeper.state.faults if fault.active}
        for device, code in self._causes.keys() - active - NOTICES:
            self._report(cmd.ReportFault(device, code, self._causes[device, code]))
        for device, code in active - self._causes.keys():
            self._report(cmd.ReportRecovery(device, code))
