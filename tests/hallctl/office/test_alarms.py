"""Alarms are raised once, told once, end when it ends; a person settles a fork and nothing is deleted."""

import json
import re
import socket
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from hallctl.config.problems import ConfigError
from hallctl.devices.office_view import Showing
from hallctl.minutes.note import Checkpoint, Note
from hallctl.minutes.wire.messages import entries_subject
from hallctl.office import alarms, live
from hallctl.office.config import load_office
from hallctl.office.errors import OfficeError
from hallctl.office.making import Plan, make_office
from hallctl.office.notices import MOST_TRIES, Notices, _post, ways_of
from hallctl.office.settling import settle
from hallctl.office.verification import GAP, Finding
from hallctl.office.watch import look_for_late
from hallctl.office.web.alarms import MEANINGS
from tests.hallctl.office.sent import altered, enrolled, stored
from tests.hallctl.office.test_intake import KEYS, after, book, chain  # noqa: F401


def test_each_alarm_of_the_page_of_codes_has_its_meaning_and_says_each_of_its_causes():
    page = (Path(__file__).parents[3] / "docs/fault-codes.md").read_text("utf-8")
    chapter = page.partition("## The head office\n")[2].partition("\n## ")[0]
    assert {*MEANINGS} == {*re.findall(r"^\* `(OFFICE-[A-Z]+)`", chapter, re.MULTILINE)}
    for code, causes in {
        "OFFICE-CALLS": ("otra bola", "otra sala", "no se lee"),
        "OFFICE-FORK": ("envió", "firmó"),
        "OFFICE-NOTE": ("no se lee", "otro libro", "firma"),
        "OFFICE-UNVERIFIED": ("verificación", "seguir"),
        "OFFICE-JACKPOT": ("no reservó", "no tiene"),
    }.items():
        assert [cause for cause in causes if cause not in MEANINGS[code]] == [], code


def test_an_alarm_lasts_once_and_comes_again_after_its_end(chain):  # noqa: F811
    finding = Finding(GAP, "faltan\nasientos", 1, 7)
    for _ in range(3):
        alarms.raise_alarm(chain.connection, "sala-1", finding)
    alarms.raise_alarm(chain.connection, "sala-9", finding)
    (one,) = alarms.alarms_of(chain.connection)
    assert one.detail == "faltan[U+000A]asientos" and "tomo 1, asiento 7" in one.describe()
    alarms.end_alarms(chain.connection, "sala-1", GAP)
    assert alarms.alarms_of(chain.connection) == []
    alarms.raise_alarm(chain.connection, "sala-1", finding)
    assert [each.ended is None for each in alarms.alarms_of(chain.connection, ended=True)] == [False, True]


def view_of(message):
    view = live.read_view("hall.sala-1.state", message)
    assert view is not None
    return view


def test_a_hall_is_late_while_its_session_is_open(chain, book):  # noqa: F811
    chain.take(book.messages())
    kinds = chain.connection.execute(
        "SELECT kind FROM entries WHERE volume = 3 AND kind IN ('SessionOpened', 'SessionClosed')"
        " ORDER BY number"
    ).fetchall()
    assert kinds[-1] == ("SessionOpened",)
    long_ago, now = datetime(2026, 1, 1, tzinfo=UTC), datetime.now(UTC)
    look_for_late(chain.connection, 15, long_ago)
    assert chain.codes() == []
    for table in ("heads", "halls"):
        column = "received" if table == "heads" else "enrolled"
        chain.connection.execute(f"UPDATE {table} SET {column} = now() - interval '20 minutes'")
    look_for_late(chain.connection, 15, now)
    assert chain.codes() == [], "the office itself was away"
    for begun in (long_ago, long_ago, now):
        look_for_late(chain.connection, 15, begun)
    assert chain.codes() == ["OFFICE-LATE"]
    live.keep_views(chain.connection, [view_of(b'{"entry":1}')], 60)
    look_for_late(chain.connection, 15, long_ago)
    assert chain.codes() == [] and chain.codes(ended=True) == ["OFFICE-LATE"]


def test_a_live_view_tells_of_a_clock_and_is_no_fact(chain):  # noqa: F811
    for message in (b"", b"[]", b'{"a":"\\u0000"}', b'{"b":1,"a":1}'):
        assert live.read_view("hall.sala-1.state", message) is None
    slow = view_of(b'{"sent":"2020-01-01T00:00:00Z"}')
    live.keep_views(chain.connection, [slow], 60)
    assert chain.codes() == ["OFFICE-CLOCK"]
    right = f'{{"sent":"{slow.received.isoformat()}"}}'
    live.keep_views(chain.connection, [view_of(right.encode())], 60)
    assert chain.codes() == []


def test_a_view_that_cannot_be_kept_stops_no_other(chain, book):  # noqa: F811
    enrolled(chain.connection, book, "sala-2")
    assert view_of(b'{"sent":"0001-01-01T00:00:00+14:00"}').sent is None, "before all time in UTC"
    good = view_of(b'{"round":1}')
    live.keep_views(chain.connection, [replace(good, content={"a": "\0"}), replace(good, hall="sala-2")], 60)
    assert chain.connection.execute("SELECT hall FROM live").fetchall() == [("sala-2",)]


def test_a_clock_is_one_alarm_though_views_and_entries_tell_of_it(chain, book):  # noqa: F811
    lines = book.messages(notes=False)
    shown = Showing("sala-1", lambda: {"round": 1}).due(0.0)
    assert shown is not None
    view = live.read_view(*shown)
    assert view is not None and view.sent is not None
    slow = replace(view, sent=view.sent - timedelta(hours=1))
    for at in range(3):
        live.keep_views(chain.connection, [slow], 60)
        chain.take(lines[at : at + 1])
    assert chain.codes(ended=True) == ["OFFICE-CLOCK"] and chain.codes() == ["OFFICE-CLOCK"]
    live.keep_views(chain.connection, [view], 60)
    chain.now = 1_700_000_000.0  # long before the book was written
    chain.take(lines[3:4])
    assert chain.codes() == []


def test_a_way_that_answers_no_http_is_tried_some_times(chain):  # noqa: F811
    def answer():
        with listener.accept()[0] as caller:
            caller.recv(1000)
            caller.sendall(b"nonsense\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=answer)
        thread.start()
        webhooks = [f"http://127.0.0.1:{listener.getsockname()[1]}/", "http://a:b c/"]
        alarms.raise_alarm(chain.connection, "sala-1", Finding(GAP, "x", 1, 7))
        for webhook in webhooks:
            Notices({"webhook": partial(_post, webhook, "Cadena")}).send(chain.connection)
            chain.connection.execute("UPDATE alarm_notices SET next = now()")
        thread.join()
    row = chain.connection.execute("SELECT tries, problem, told FROM alarm_notices").fetchone()
    assert row is not None and row[0] == 2 and row[1].startswith("InvalidURL") and row[2] is None


def test_each_alarm_is_told_once_and_what_fails_is_tried_a_few_times_more(chain):  # noqa: F811
    told, refusing = [], True

    def send(alarm):
        if refusing:
            raise ConnectionRefusedError("no")
        told.append(alarm.code)

    notices = Notices({"mail": send})
    alarms.raise_alarm(chain.connection, "sala-1", Finding(GAP, "x", 1, 7))
    for _ in range(3):
        notices.send(chain.connection)
    row = chain.connection.execute("SELECT tries, problem, next > now() FROM alarm_notices").fetchall()
    assert row == [(1, "ConnectionRefusedError: no", True)]
    for _ in range(2 * MOST_TRIES):
        chain.connection.execute("UPDATE alarm_notices SET next = now()")
        notices.send(chain.connection)
    assert chain.connection.execute("SELECT tries FROM alarm_notices").fetchall() == [(MOST_TRIES,)]
    refusing = False
    alarms.raise_alarm(chain.connection, "sala-1", Finding("OFFICE-FORK", "y", 1, 8))
    for _ in range(2):
        notices.send(chain.connection)
    assert told == ["OFFICE-FORK"]


def test_an_alarm_is_posted_and_mailed(tmp_path, chain):  # noqa: F811
    heard = []

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self):
            heard.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        setting = make_office(tmp_path / "o", Plan("Cadena", "cadena", "postgresql://x@127.0.0.1/x"))
        text = setting.path.read_text()
        text += f'[alerts]\nwebhook = "http://127.0.0.1:{server.server_port}/x"\n'
        text += '[alerts.mail]\nhost = "127.0.0.1"\nport = 1\nsender = "a@b"\nrecipients = ["c@d"]\n'
        setting.path.write_text(text + 'user = "a"\n')
        with pytest.raises(ConfigError, match="van juntos"):
            load_office(setting.path)
        setting.path.write_text(text + 'encryption = "none"\n')
        ways = ways_of(load_office(setting.path))
        alarms.raise_alarm(chain.connection, "sala-1", Finding(GAP, "x", 1, 7))
        Notices(ways).send(chain.connection)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert [(each["hall"], each["code"], each["office"]) for each in heard] == [("sala-1", GAP, "Cadena")]
    told = dict(chain.connection.execute("SELECT way, problem FROM alarm_notices").fetchall())
    assert told == {"webhook": "", "mail": "ConnectionRefusedError: [Errno 111] Connection refused"}


def test_a_fork_that_is_settled_gives_up_nothing_for_good(chain, book):  # noqa: F811
    chain.take(after(book, 2, 200))
    shared = Checkpoint.read(Note.read(chain.have().note).text).size - 1
    lie = altered(book.volumes[1][shared], time="2027-01-01T00:00:00.000Z")
    with pytest.raises(OfficeError, match="ninguna"):
        settle(chain.connection, "sala-1", "x")
    chain.take([(entries_subject("sala-1", 2), lie)])
    assert chain.have().refused
    with pytest.raises(OfficeError, match="no tiene el asiento"):
        settle(chain.connection, "sala-1", "x", 200)
    settle(chain.connection, "sala-1", "la sala volvió de su copia", shared)
    chain.intake.refresh()
    assert (chain.have().number, chain.have().refused) == (shared, "")
    given_up = chain.connection.execute("SELECT number, line FROM superseded ORDER BY number").fetchall()
    assert [bytes(line) for _, line in given_up] == book.volumes[1][shared:200]
    chain.take(after(book, 2, 432)[len(after(book, 2, shared)) - 5 :])
    assert chain.codes() == []
    assert stored(chain.connection) == book.volumes[:2]
    notes = chain.connection.execute("SELECT note FROM notes WHERE volume = 2 AND size > %s", (shared + 1,))
    found = [Note.read(text).cosigned_at(KEYS.verifier) for (text,) in notes]
    assert found and not any(found), "never two histories of a volume"
