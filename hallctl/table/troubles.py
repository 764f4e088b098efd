"""What is wrong in the hall just now, and how the book is kept in line with it.

Not responsible for what a fault stops (``rules``) nor for sensing it: devices and their watchers report.
"""

from collections.abc import Callable
from typing import Final

from hallctl.minutes.schema import FORMAT
from hallctl.rules.commands.base import Command
from hallctl.rules.commands.running import (
    ReportFault,
    ReportNotice,
    ReportNoticeOver,
    ReportRecovery,
    ReportSettings,
)
from hallctl.rules.deciding.clock import BEHIND, CLOCK, JUMPED
from hallctl.rules.folding.volumes import MEDIUM
from hallctl.rules.folios import PENDING, QUEUE
from hallctl.rules.refusals import Refusal
from hallctl.rules.voice import VOICE
from hallctl.table import messages as msg
from hallctl.table.damping import Damper
from hallctl.table.keeper import Keeper
from hallctl.table.ports import ExtractorPort

Cause = tuple[str, str]
"""A device, and the code of what is wrong with it."""

LINE_LOST: Final = ("extractor", "EXT-LOST")
DISK_LOW: Final = ("disco", "DISK-LOW")
CERTIFICATE_ENDING: Final = ("claves", "CERT-ENDING")
CLOCK_JUMPED: Final = (CLOCK, JUMPED)
_WRONG_CLOCK: Final = ((CLOCK, "CLOCK-BUILD"), (CLOCK, BEHIND))
OLD_FORM: Final = ("libro", "BOOK-FORMAT")
SECOND_LOW: Final = (MEDIUM, "SECOND-LOW")
SECOND_LOST: Final = (MEDIUM, "SECOND-LOST")
"""A notice that the entries about the second medium begin and end themselves."""

WHEEL: Final = tuple(
    ("ruleta", f"WHEEL-{what}") for what in ("LOST", "SILENT", "FROZEN", "GARBLED", "SENSOR", "ODD")
)
"""A wheel's sensor is one of two witnesses: without it people say the number (DR11)."""

SHOE: Final = tuple(
    ("distribuidor", f"SHOE-{what}") for what in ("LOST", "SILENT", "GARBLED", "ERROR", "LOCKED", "ODD")
)
"""A shoe is one of two witnesses: without it the croupier says the cards (DB14)."""

OFFICE: Final = tuple(("oficina", f"OFFICE-{what}") for what in ("LOST", "AHEAD", "REFUSED"))
"""What the head office says or does not say stops no hall; the Director reads it."""

CALLS: Final = ("otras salas", "CALLS-LOST")
"""Without the line between halls a game that another hall draws ends by its rules."""

NOTICES: Final = frozenset(
    {
        CLOCK_JUMPED,
        *_WRONG_CLOCK,
        CERTIFICATE_ENDING,
        ("testigo", "WITNESS-LOST"),
        ("testigo", "WITNESS-UNASKED"),
        ("testigo", "WITNESS-UNPROVED"),
        *OFFICE,
        CALLS,
        ("cámara", "CAMERA-UNLOCKED"),
        ("disco", "DISK-PICTURES"),
        ("pantallas", "SCREEN-OFF"),
        ("pantallas", "FACE-BROKEN"),
        ("cámara de mesa", "DESK-CAMERA"),
        ("cámara de la ruleta", "WHEEL-CAMERA"),
        *WHEEL,
        *SHOE,
        VOICE,
        OLD_FORM,
        SECOND_LOW,
        QUEUE,
        PENDING,
    }
)
"""What is reported and minuted, and does not stop the draw."""

_NEWS: Final = frozenset({QUEUE, PENDING, *OFFICE[1:], ("ruleta", "WHEEL-ODD"), ("distribuidor", "SHOE-ODD")})
"""Notices of which another detail is minuted too: it names other folios, or asks for another remedy."""

SHOWN: Final = (("extractor", "EXT-JAM"), ("extractor", "EXT-DOOR"))
"""Faults of the machine whose cause it goes on showing: they cannot be acknowledged before it is gone."""

SETTLE_S: Final = 0.5
"""Seconds after such a fault before the machine's state is believed to be newer than it."""


class Troubles:
    """What devices have reported, until they report otherwise.

    Args:
        keeper: The book. What was wrong when the controller last ended is wrong until a device
            reports otherwise.
        report: Minutes what a device brings, and publishes it.
        now: Monotonic seconds.
    """

    def __init__(
        self,
        keeper: Keeper,
        report: Callable[[Command], msg.Outcome],
        now: Callable[[], float],
    ) -> None:
        self._keeper = keeper
        self._report = report
        self._now = now
        self._damper = Damper()
        self._settings: dict[str, str] = {}
        self._ending: dict[Cause, float] = {}
        self._causes: dict[Cause, str] = {
            (fault.device, fault.code): fault.detail for fault in keeper.state.faults if fault.active
        } | {(notice.device, notice.code): notice.detail for notice in keeper.state.notices}
        self._causes.pop(SECOND_LOST, None)
        self._shown_since = {cause: now() for cause in SHOWN if cause in self._causes}

    def heard(self, message: msg.Trouble | msg.Recovered | msg.Settled) -> None:
        """Take note of what a device reports about itself."""
        match message:
            case msg.Trouble(device=device, code=code, detail=detail):
                self.begin((device, code), detail)
            case msg.Recovered(device=device, code=code):
                self.end((device, code))
            case msg.Settled(device=device, settings=settings):
                self._settings[device] = settings

    def begin(self, cause: Cause, detail: str) -> None:
        """Take note that something is wrong."""
        if cause not in self._causes:
            self._damper.began(cause, self._now())
        self._causes[cause] = detail
        self._ending.pop(cause, None)

    def end(self, cause: Cause) -> None:
        """Take note that it no longer is; of what comes and goes all the time, once it has stayed away."""
        if cause in self._causes:
            self._ending.setdefault(cause, self._now() + self._damper.calm_s(cause, self._now()))

    def machine_failed(self, code: str, detail: str) -> None:
        """Latch a fault of the extractor; one that the machine goes on showing lasts as long as that."""
        cause = ("extractor", code)
        if cause not in SHOWN:
            self.latch_unsensed(*cause, detail)
            return
        self.begin(cause, detail)
        self._shown_since[cause] = self._now()
        self.reconcile()

    def machine_gone(self) -> None:
        """Forget what the machine showed: nobody can see it while the line is lost."""
        for cause in SHOWN:
            self._shown_since.pop(cause, None)
            self.end(cause)

    def end_settled(self, extractor: ExtractorPort | None) -> None:
        """End the faults whose cause the machine no longer shows."""
        for cause, since in tuple(self._shown_since.items()):
            settled = self._now() - since >= SETTLE_S
            if settled and not (extractor is not None and extractor.shows(cause[1])):
                del self._shown_since[cause]
                self.end(cause)

    def line_missing(self) -> None:
        """Take note that no extractor answers, unless more is known of that already."""
        self._causes.setdefault(LINE_LOST, "el aparato no responde")

    def disk(self, free_mb: int, demanded_mb: int) -> None:
        """Take note of the room for the book (I14)."""
        if free_mb < demanded_mb:
            self.begin(DISK_LOW, f"quedan {free_mb} MB; hacen falta {demanded_mb}")
        else:
            self.end(DISK_LOW)

    def second_disk(self, free_mb: int | None, demanded_mb: int) -> None:
        """Take note of the room for the second medium; None where there is none, or it does not answer."""
        if free_mb is not None and free_mb < demanded_mb:
            self.begin(SECOND_LOW, f"quedan {free_mb} MB; conviene que haya {demanded_mb}")
        elif free_mb is not None:
            self.end(SECOND_LOW)

    def clock(self, wrong: Refusal | None) -> None:
        """Take note of whether anybody can sign under the clock, and why not (I25)."""
        for device, code in _WRONG_CLOCK:
            if wrong is not None and wrong.code == code:
                self.begin((device, code), wrong.sentence)
            else:
                self.end((device, code))

    def form(self, form: int) -> None:
        """Take note of the format of the open volume: an older one is kept to until it is closed."""
        if form < FORMAT:
            self.begin(OLD_FORM, f"este tomo sigue en el formato {form}; el siguiente será del {FORMAT}")
        else:
            self.end(OLD_FORM)

    def latch_unsensed(self, device: str, code: str, detail: str) -> None:
        """Latch a fault whose cause nobody can sense: a person looks at the machine and acknowledges it.

        One that waits for that already is not minuted again, however often it comes.
        """
        if any((fault.device, fault.code) == (device, code) for fault in self._keeper.state.faults):
            return
        self._report(ReportFault(device, code, detail))
        self._report(ReportRecovery(device, code))

    def reconcile(self) -> None:
        """Bring the faults, notices and settings of the book in line with what is so now."""
        self._end_due()
        if self._keeper.state.book is None:
            return
        minuted = {each.device: each.settings for each in self._keeper.state.settings}
        for device, settings in self._settings.items():
            if minuted.get(device) != settings and self._damper.allows(device, settings, self._now()):
                self._report(ReportSettings(device, settings))
        raised = {(each.device, each.code): each.detail for each in self._keeper.state.notices}
        for device, code in NOTICES & self._causes.keys():
            detail = self._causes[device, code]
            if (device, code) not in raised or (
                (device, code) in _NEWS
                and raised[device, code] != detail
                and self._damper.allows(f"{device} {code}", detail, self._now())
            ):
                self._report(ReportNotice(device, code, detail))
        for notice in self._keeper.state.notices:
            cause = (notice.device, notice.code)
            if cause not in self._causes and cause != SECOND_LOST:
                self._report(ReportNoticeOver(notice.device, notice.code))
        active = {(each.device, each.code): each.detail for each in self._keeper.state.faults if each.active}
        for device, code in self._causes.keys() - NOTICES:
            detail = self._causes[device, code]
            known = active.get((device, code))
            if known is None or (
                known != detail and self._damper.allows(f"{device} {code}", detail, self._now())
            ):
                self._report(ReportFault(device, code, detail))
        for device, code in active.keys() - self._causes.keys():
            self._report(ReportRecovery(device, code))

    def _end_due(self) -> None:
        """Forget what has stayed away for long enough."""
        now = self._now()
        for cause in [cause for cause, at in self._ending.items() if at <= now]:
            del self._ending[cause]
            del self._causes[cause]
