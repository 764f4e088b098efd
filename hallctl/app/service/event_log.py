"""What of the hall's life is logged: starts and stops, faults, refusals, devices, log-ins.

Not responsible for how it is written (``journal``). Every field is chosen here, one by one: kinds, codes,
devices and numbers. What a person typed, who it was and what they may keep to themselves is never among them:
names, documents, passphrases, PINs and tokens have no way into a line.
"""

import re
from collections.abc import Mapping
from typing import Final

from hallctl.app.service.journal import Level, LogLine
from hallctl.games.bingo.rules.events.claims import GameFinished
from hallctl.games.bingo.rules.events.closing import GameSigned, GameVoided
from hallctl.games.bingo.rules.events.draw import BallDoubted
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.rules.commands.base import Issued, Post
from hallctl.rules.events.base import Event
from hallctl.rules.events.printing import (
    PendingPrintConfirmed,
    PendingPrintOrdered,
    PrintingResumed,
    PrintingSuspended,
)
from hallctl.rules.events.running import (
    ControllerStarted,
    ControllerStopped,
    FaultAcknowledged,
    FaultEnded,
    FaultLatched,
    NoticeEnded,
    NoticeRaised,
    PlayContinued,
)
from hallctl.rules.events.session import SessionClosed, SessionOpened
from hallctl.rules.events.volumes import BookClosed, BookOpened, MediumRepaired
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg

_DOOR: Final[Mapping[str, Level]] = {
    "log-in-failed": "warning",
    "log-in-delayed": "warning",
    "wake-failed": "warning",
    "proof-failed": "warning",
    "key-failed": "warning",
    "refused": "warning",
}
"""How grave what the security log writes is; everything else is for information."""

_CODE: Final = re.compile(r"(?:ACC|KEY)-[A-Z-]{2,30}")


class EventLog:
    """Logs what becomes durable, what is refused and what devices report."""

    def __init__(self, log: LogLine) -> None:
        self._log = log
        self._line_up: bool | None = None
        self._troubles: dict[tuple[str, str], str] = {}

    def decided(self, issued: Issued, outcome: msg.Outcome, _: float) -> None:
        """Log what a command led to, where that is worth a line; in the deciding thread."""
        if isinstance(outcome, Refusal):
            if issued.actor.post is not Post.CONTROLLER:
                command, post = type(issued.command).__name__, issued.actor.post.value
                self._log("notice", "refused", code=outcome.code, command=command, post=post)
            return
        for event in outcome.events:
            self._log_event(event, outcome.entries[1] if outcome.entries else 0)

    def heard(self, message: msg.Message) -> None:
        """Log what a device reports, once until it changes; in the deciding thread."""
        match message:
            case msg.ExtractorUp():
                if self._line_up is not True:
                    self._line_up = True
                    self._log("info", "device-connected", device="extractor")
            case msg.ExtractorDown(reason=reason):
                if self._line_up is not False:
                    self._line_up = False
                    self._log("warning", "device-lost", device="extractor", detail=reason)
            case msg.Trouble(device=device, code=code, detail=detail):
                if self._troubles.get((device, code)) != detail:
                    self._troubles[device, code] = detail
                    self._log("warning", "device-trouble", device=device, code=code, detail=detail)
            case msg.Recovered(device=device, code=code):
                if self._troubles.pop((device, code), None) is not None:
                    self._log("info", "device-recovered", device=device, code=code)

    def log_security(self, kind: str, detail: str) -> None:
        """Log what was written into the security log: the kind, and a code where there is one."""
        code = _CODE.match(detail)
        fields = {} if code is None else {"code": code[0]}
        self._log(_DOOR.get(kind, "info"), f"door-{kind}", **fields)

    def _log_event(self, event: Event, entry: int) -> None:
        match event:
            case ControllerStarted(ended=ended):
                level: Level = "warning" if ended == "died" else "info"
                self._log(level, "controller-started", ended_before=ended, entry=entry)
            case ControllerStopped():
                self._log("info", "controller-stopped", entry=entry)
            case FaultLatched(device=device, code=code, detail=detail):
                self._log("error", "fault-latched", device=device, code=code, detail=detail, entry=entry)
            case FaultEnded(device=device, code=code):
                self._log("notice", "fault-ended", device=device, code=code, entry=entry)
            case FaultAcknowledged(device=device, code=code):
                self._log("notice", "fault-acknowledged", device=device, code=code, entry=entry)
            case NoticeRaised(device=device, code=code, detail=detail):
                self._log("warning", "notice-raised", device=device, code=code, detail=detail, entry=entry)
            case NoticeEnded(device=device, code=code):
                self._log("info", "notice-ended", device=device, code=code, entry=entry)
            case PlayContinued():
                self._log("info", "play-continued", entry=entry)
            case BallDoubted():
                self._log("notice", "ball-doubted", entry=entry)
            case _:
                # Every other step of the night: the book has its content, the log only its kind.
                if type(event) in _MILESTONES:
                    self._log("info", _MILESTONES[type(event)], entry=entry)


_MILESTONES: Final[Mapping[type[Event], str]] = {
    BookOpened: "book-opened",
    BookClosed: "book-closed",
    MediumRepaired: "medium-repaired",
    PendingPrintOrdered: "print-ordered",
    PendingPrintConfirmed: "print-confirmed",
    PrintingSuspended: "printing-suspended",
    PrintingResumed: "printing-resumed",
    SessionOpened: "session-opened",
    SessionClosed: "session-closed",
    GameAnnounced: "game-announced",
    GameFinished: "game-finished",
    GameVoided: "game-voided",
    GameSigned: "game-signed",
}
