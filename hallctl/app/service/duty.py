"""Everything that watches a hall while it runs, put together: log, service manager, counts, figures.

Not responsible for the hall's parts beyond logging that they start and stop.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol, TextIO

from hallctl.app.service.commentary import SILENCE, Commentary, Silence
from hallctl.app.service.event_log import EventLog
from hallctl.app.service.figures import Figures
from hallctl.app.service.journal import (
    Journal,
    LogLine,
    capture_library_logs,
    log_nothing,
    under_journald,
    wants_json,
    where,
)
from hallctl.app.service.meter import Meter
from hallctl.app.service.notify import Manager
from hallctl.rules.commands.base import Issued
from hallctl.table.messages import Outcome


@dataclass(frozen=True)
class Observation:
    """What watches one run of a hall.

    Attributes:
        log: Writes a line of the log.
        manager: The service manager.
        event_log: Logs what the deciding thread does.
        meter: Counts what it does.
        figures: What a scraper reads.
        commentary: What is said at the terminal.
    """

    log: LogLine
    manager: Manager
    event_log: EventLog
    meter: Meter = field(default_factory=Meter)
    figures: Figures = field(default_factory=Figures)
    commentary: Commentary | Silence = SILENCE

    def decided(self, issued: Issued, outcome: Outcome, seconds: float) -> None:
        """Count and log what the keeper decided; in the deciding thread."""
        self.meter.decided(issued, outcome, seconds)
        self.event_log.decided(issued, outcome, seconds)
        self.commentary.decided(issued, outcome, seconds)


class Part(Protocol):
    """A part of the hall that works beside the deciding loop."""

    def start(self) -> None:
        """Begin to work."""

    def stop(self) -> None:
        """End, and return when it has ended."""


class Parts(ExitStack):
    """The parts of a hall; each is logged when it has started, and stopped in the reverse order."""

    def __init__(self, log: LogLine) -> None:
        super().__init__()
        self._log = log

    def begin(self, part: Part) -> None:
        """Start a part that is stopped in the end."""
        part.start()
        self._log("info", "part-started", part=_name(part), **_port(part))
        self.callback(self._end, part)

    def _end(self, part: Part) -> None:
        part.stop()
        self._log("info", "part-stopped", part=_name(part), **_port(part))


@contextmanager
def on_duty(
    log: Literal["auto", "json", "plain"],
    wall: Callable[[], datetime],
    environment: Mapping[str, str],
    stream: TextIO = sys.stderr,
    commentary: Commentary | Silence = SILENCE,
) -> Iterator[Observation]:
    """Watch a hall inside the block; its end is logged last.

    Args:
        log: How the configuration wants the log.
        wall: The time of day.
        environment: Of the process.
        stream: Where the log goes.
        commentary: What is said at the terminal.
    """
    manager = Manager.of(environment)
    with ExitStack() as parts:
        parts.callback(manager.close)
        line: LogLine = log_nothing
        if wants_json(log, stream, environment):
            journal = Journal(stream, wall, under_journald(stream, environment))
            journal.start()
            parts.callback(journal.stop)
            line = journal.log
            parts.enter_context(capture_library_logs(line))
        commentary.start()
        parts.callback(commentary.stop)
        try:
            yield Observation(line, manager, EventLog(line), commentary=commentary)
        except BaseException as error:
            code = getattr(error, "code", "")
            line("error", "failed", error=type(error).__name__, code=str(code or ""), at=where(error))
            raise
        finally:
            line("info", "ended")


def _name(part: Part) -> str:
    return type(part).__name__


def _port(part: Part) -> dict[str, int]:
    """Return where a part listens, which distinguishes two servers."""
    port = getattr(part, "port", None)
    return {"port": port} if isinstance(port, int) else {}
