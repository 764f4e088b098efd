"""The program's log: one JSON object a line on standard error, for journald and whoever reads it there.

Not responsible for what is logged (``event_log``), nor for the book, which is the record of the hall; nor for
the sentences that commands print for people. At a terminal nothing is written here: there a person reads.
"""

import json
import logging
import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from traceback import extract_tb
from typing import Final, Literal, TextIO

from hallctl.i18n.plain import escaped
from hallctl.minutes.threads import HallThread

Level = Literal["info", "notice", "warning", "error"]
Field = str | int | float | bool
LogLine = Callable[..., None]
"""Called with level, what, and fields by their names; never waits and never fails."""

MOST_WAITING: Final = 10_000
"""So many lines wait at most for a reader that does not read; those beyond are counted and lost."""

SAME_LINES: Final = 10
"""So often in a minute a library may log the same; the rest is counted for the next line."""

MINUTE_S: Final = 60.0
END_S: Final = 2.0
_PRIORITIES: Final[Mapping[Level, int]] = {"error": 3, "warning": 4, "notice": 5, "info": 6}
_LEVELS: Final[tuple[tuple[int, Level], ...]] = (
    (logging.ERROR, "error"),
    (logging.WARNING, "warning"),
    (logging.NOTSET, "info"),
)


def wants_json(
    chosen: Literal["auto", "json", "plain"], stream: TextIO, environment: Mapping[str, str]
) -> bool:
    """Return whether the log is written: never at a terminal; under journald, or where it was chosen.

    Args:
        chosen: The choice of the configuration.
        stream: Where it would go.
        environment: Of the process.
    """
    if chosen == "plain" or stream.isatty():
        return False
    return chosen == "json" or under_journald(stream, environment)


def under_journald(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Return whether a stream is the one that systemd connected to journald."""
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM", "") == f"{found.st_dev}:{found.st_ino}"


def log_nothing(level: Level, what: str, **fields: Field) -> None:
    """Write nothing: the log where none is wanted."""


class LineWriter:
    """Writes lines in a thread of its own: a reader that does not read holds nobody up."""

    def __init__(self, stream: TextIO, name: str) -> None:
        """Prepare; nothing is written yet.

        Args:
            stream: Where the lines go.
            name: Of the thread.
        """
        self._stream = stream
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread = HallThread(self._run, name, self._stopping.is_set)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def stop(self) -> None:
        """Write what waits, within two seconds."""
        self._stopping.set()
        self._lines.put(None)
        self._thread.join(END_S)

    def put(self, line: str) -> bool:
        """Have a line written, from any thread; return whether there was room for it."""
        if self._lines.qsize() >= MOST_WAITING:
            return False
        self._lines.put(line)
        return True

    def _run(self) -> None:
        read = True
        while (line := self._lines.get()) is not None:
            try:
                if read:
                    self._stream.write(line)
                    self._stream.flush()
            except (OSError, ValueError):
                read = False  # nobody reads any more, and what comes is not kept for ever


class Journal:
    """Writes the lines of the log."""

    def __init__(self, stream: TextIO, wall: Callable[[], datetime], priorities: bool = False) -> None:
        """Prepare; nothing is written yet.

        Args:
            stream: Where the lines go.
            wall: The time of day, a label.
            priorities: Whether each line begins with its ``<priority>``, which journald takes off.
        """
        self._wall = wall
        self._priorities = priorities
        self._writer = LineWriter(stream, "log-writer")
        self._lost = 0
        self.start, self.stop = self._writer.start, self._writer.stop

    def log(self, level: Level, what: str, **fields: Field) -> None:
        """Have a line written; from any thread."""
        if self._lost and self._writer.put(self._line("warning", "lines-lost", {"lines": self._lost})):
            self._lost = 0
        if not self._writer.put(self._line(level, what, fields)):
            self._lost += 1

    def _line(self, level: Level, what: str, fields: Mapping[str, Field]) -> str:
        time = self._wall().isoformat(timespec="milliseconds")
        text = json.dumps({"time": time, "level": level, "what": what, **fields}, ensure_ascii=False)
        # A lone surrogate, as a strange file name has, is no UTF-8.
        plain = escaped(text.encode("utf-8", "replace").decode("utf-8"))
        return f"<{_PRIORITIES[level]}>{plain}\n" if self._priorities else f"{plain}\n"


@contextmanager
def capture_library_logs(log: LogLine) -> Iterator[None]:
    """Write what libraries log, from a warning up, as lines of this log inside the block."""
    handler = _Handler(log)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


class _Handler(logging.Handler):
    """Logs who logged what, and where an error came from; not its words, which may quote typed text."""

    def __init__(self, log: LogLine) -> None:
        super().__init__(logging.WARNING)
        self._log = log
        self._lately: dict[tuple[str, str], list[float]] = {}
        self._dropped: dict[tuple[str, str], int] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Log a record, unless the same came too often lately."""
        same = (record.name, str(record.msg)[:200])
        if not self._admit(same, record.created):
            self._dropped[same] = self._dropped.get(same, 0) + 1
            return
        level = next(name for least, name in _LEVELS if record.levelno >= least)
        fields: dict[str, Field] = {"logger": record.name, "message": str(record.msg)}
        if dropped := self._dropped.pop(same, 0):
            fields["dropped"] = dropped
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            fields["error"] = type(error).__name__
            fields["at"] = where(error)
        self._log(level, "library", **fields)

    def _admit(self, same: tuple[str, str], now: float) -> bool:
        """Return whether a line may be written: strangers make a library log at will (I28)."""
        if len(self._lately) > MOST_WAITING:
            self._lately.clear()
        times = [each for each in self._lately.get(same, ()) if 0 <= now - each < MINUTE_S]
        admitted = len(times) < SAME_LINES
        self._lately[same] = [*times, now] if admitted else times
        return admitted


def where(error: BaseException) -> str:
    """Return the places an error came through, the innermost last, without its message."""
    return " > ".join(f"{each.filename}:{each.lineno}" for each in extract_tb(error.__traceback__))
