"""The log: one JSON line an event, for journald; nothing at a terminal, and nobody waits for its reader."""

import io
import json
import logging
import os
import pty
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TextIO

import pytest

from hallctl.app.service.duty import Parts, on_duty
from hallctl.app.service.event_log import EventLog
from hallctl.app.service.journal import MOST_WAITING, Journal, capture_library_logs, wants_json
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.commands.incidents import FileComplaint
from hallctl.rules.commands.running import ContinuePlay
from hallctl.rules.events.running import FaultAcknowledged, FaultEnded, FaultLatched
from hallctl.rules.refusals import refuse
from hallctl.table import messages as msg
from hallctl.web.access.words import AccessError


def wall() -> datetime:
    return datetime(2026, 11, 21, 21, 4, 37, 250_000, UTC)


class Told:
    """A log that is kept."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, dict[str, Any]]] = []

    def __call__(self, level: str, what: str, **fields: Any) -> None:
        self.lines.append((level, what, fields))


@contextmanager
def pipe() -> Iterator[tuple[TextIO, TextIO]]:
    reading, writing = os.pipe()
    with os.fdopen(reading) as reader, os.fdopen(writing, "w") as writer:
        yield reader, writer


def name_of(stream: TextIO) -> str:
    found = os.fstat(stream.fileno())
    return f"{found.st_dev}:{found.st_ino}"


def test_a_line_is_one_object_with_time_level_what_and_fields() -> None:
    stream = io.StringIO()
    journal = Journal(stream, wall)
    journal.start()
    journal.log("notice", "fault-ended", device="cámara", code="CAMERA-LOST", detail="one\ntwo \udc80")
    journal.stop()
    assert stream.getvalue().endswith("\n")
    (line,) = stream.getvalue().splitlines()
    assert json.loads(line) == {
        "time": "2026-11-21T21:04:37.250+00:00",
        "level": "notice",
        "what": "fault-ended",
        "device": "cámara",
        "code": "CAMERA-LOST",
        "detail": "one\ntwo ?",
    }


def test_under_journald_each_line_begins_with_its_priority() -> None:
    stream = io.StringIO()
    journal = Journal(stream, wall, priorities=True)
    journal.start()
    for level in ("error", "warning", "notice", "info"):
        journal.log(level, "x")
    journal.stop()
    assert [line[:4] for line in stream.getvalue().splitlines()] == ["<3>{", "<4>{", "<5>{", "<6>{"]


def test_json_is_for_journald_or_for_who_asks_and_never_for_a_terminal() -> None:
    with pipe() as (_, stream):
        journald = {"JOURNAL_STREAM": name_of(stream)}
        assert wants_json("auto", stream, journald)
        assert not wants_json("auto", stream, {})
        assert not wants_json("auto", stream, {"JOURNAL_STREAM": "8:1"}), "of another stream"
        assert wants_json("json", stream, {})
        assert not wants_json("plain", stream, journald)
    controller, terminal = pty.openpty()
    with os.fdopen(controller), os.fdopen(terminal, "w") as stream:
        assert not wants_json("json", stream, {"JOURNAL_STREAM": name_of(stream)})


def test_a_reader_that_does_not_read_holds_up_nobody_and_hears_later_how_much_it_missed() -> None:
    with pipe() as (reader, writer):
        journal = Journal(writer, wall)
        journal.start()
        began = time.monotonic()
        for number in range(MOST_WAITING + 5000):
            journal.log("info", "x", number=number)
        assert time.monotonic() - began < 5
        got: list[dict[str, Any]] = []
        thread = threading.Thread(target=lambda: got.extend(json.loads(line) for line in reader))
        thread.start()
        deadline = time.monotonic() + 10
        while len(got) < MOST_WAITING and time.monotonic() < deadline:
            time.sleep(0.02)
        journal.log("info", "again")
        journal.stop()
        writer.close()
        thread.join()
    lost = [line["lines"] for line in got if line["what"] == "lines-lost"]
    told = sum(line["what"] == "x" for line in got)
    assert lost and sum(lost) + told == MOST_WAITING + 5000
    assert got[-1]["what"] == "again"


def test_a_reader_that_went_away_ends_the_writing_and_not_the_hall() -> None:
    with pipe() as (reader, writer):
        journal = Journal(writer, wall)
        journal.start()
        reader.close()
        for _ in range(3):
            journal.log("info", "x")
            time.sleep(0.05)
        journal.stop()
        with pytest.raises(BrokenPipeError):
            writer.close()


def test_what_a_library_logs_is_told_without_what_it_quotes() -> None:
    told = Told()
    with capture_library_logs(told):
        try:
            raise ValueError("a passphrase")
        except ValueError:
            logging.getLogger("uvicorn.error").exception("Exception in %s", "a passphrase")
        logging.getLogger("uvicorn.error").info("not worth a line")
    logging.getLogger("hallctl.tests").debug("outside")
    ((level, what, fields),) = told.lines
    assert (level, what) == ("error", "library")
    assert fields["logger"] == "uvicorn.error"
    assert fields["error"] == "ValueError"
    assert fields["at"].startswith(f"{__file__}:")
    assert "passphrase" not in json.dumps(fields)


def test_a_refusal_is_told_by_code_step_and_post_and_not_by_who_it_was() -> None:
    told = Told()
    person = Actor("Ana Quispe", Post.JEFE)
    complaint = FileComplaint("Juan Mamani", "4812345 LP", "no me pagaron")
    EventLog(told).decided(Issued(complaint, person, "r1"), refuse("SESSION-NONE"), 0.01)
    fields = {"code": "SESSION-NONE", "command": "FileComplaint", "post": "jefe"}
    assert told.lines == [("notice", "refused", fields)]


def test_faults_are_told_as_they_latch_end_and_are_acknowledged() -> None:
    told, jefe = Told(), Issued(ContinuePlay(), Actor("Ana Quispe", Post.JEFE), "r1")
    event_log = EventLog(told)
    for number, event in enumerate(
        (
            FaultLatched("extractor", "EXT-JAM", "atasco"),
            FaultEnded("extractor", "EXT-JAM"),
            FaultAcknowledged("extractor", "EXT-JAM"),
        ),
        1,
    ):
        event_log.decided(jefe, msg.Done((number, number), (event,)), 0.01)
    assert [(level, what) for level, what, _ in told.lines] == [
        ("error", "fault-latched"),
        ("notice", "fault-ended"),
        ("notice", "fault-acknowledged"),
    ]
    assert told.lines[0][2] == {"device": "extractor", "code": "EXT-JAM", "detail": "atasco", "entry": 1}


def test_what_a_device_says_again_and_again_is_told_once() -> None:
    told = Told()
    event_log = EventLog(told)
    trouble = msg.Trouble("cámara", "CAMERA-LOST", "sin imagen")
    back = msg.Recovered("cámara", "CAMERA-LOST")
    for message in (back, trouble, trouble, back, back, msg.ExtractorDown("no"), msg.ExtractorDown("no")):
        event_log.heard(message)
    assert [what for _, what, _ in told.lines] == ["device-trouble", "device-recovered", "device-lost"]


@pytest.mark.parametrize(
    ("kind", "detail", "level", "fields"),
    [
        ("log-in", "", "info", {}),
        ("log-in-failed", "", "warning", {}),
        ("refused", "ACC-PAGE GET /personas", "warning", {"code": "ACC-PAGE"}),
        ("key-failed", "KEY-PASSPHRASE", "warning", {"code": "KEY-PASSPHRASE"}),
        ("proof-failed", "PIN, 2", "warning", {}),
        ("added", "ANA-QUISPE: jefe", "info", {}),
    ],
)
def test_of_the_door_the_kind_and_a_code_are_told_and_nobody_s_name(
    kind: str, detail: str, level: str, fields: dict[str, str]
) -> None:
    told = Told()
    EventLog(told).log_security(kind, detail)
    assert told.lines == [(level, f"door-{kind}", fields)]


class Thing:
    """A part that works."""

    port = 8000

    def start(self) -> None: ...
    def stop(self) -> None: ...


def test_parts_are_told_when_they_have_started_and_when_they_have_stopped_the_last_one_first() -> None:
    told = Told()
    with Parts(told) as parts:
        parts.begin(Thing())
    assert told.lines == [
        ("info", "part-started", {"part": "Thing", "port": 8000}),
        ("info", "part-stopped", {"part": "Thing", "port": 8000}),
    ]


def test_how_a_hall_fails_is_told_by_kind_code_and_place_and_the_error_goes_on() -> None:
    with pipe() as (reader, writer):
        with pytest.raises(AccessError), on_duty("json", wall, {}, writer) as duty:
            duty.log("info", "x")
            raise AccessError("ACC-FILE", "/secret")
        writer.close()
        lines = [json.loads(line) for line in reader]
    assert [line["what"] for line in lines] == ["x", "failed", "ended"]
    assert (lines[1]["error"], lines[1]["code"]) == ("AccessError", "ACC-FILE")
    assert "/secret" not in json.dumps(lines)
    assert not any(type(each).__module__.startswith("hallctl") for each in logging.getLogger().handlers)
