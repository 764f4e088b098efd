"""A whole session of the program: its figures are the book's, the page lists them, its log keeps secrets."""

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import Metric

from drivers.plant import save_plant
from hallctl.app.practice.accounts import PIN
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.people import ConsoleClient, Desk, People, Step
from hallctl.app.practice.session import Reading, Session
from hallctl.app.vault import Places
from hallctl.cli.book.reading import log_ends
from hallctl.games.bingo.files import rule_set
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volume_name
from hallctl.rules.binding import LogEnd
from hallctl.table.clock import SystemClock
from hallctl.web.access.log import SecurityLog
from tests.drivers.extractor_bench import in_this_order
from tests.hallctl.app.service.running import Running, value

PAGE = (Path(__file__).parents[4] / "docs/operations.md").read_text("utf-8")
JEFE, DIRECTOR = "Ana Quispe", "Marta Suárez"
CLAIMANT, DOCUMENT, GRIEVANCE = "Juana Condori Choque", "7654321-LP", "me dieron otro cartón"
WRONG = "una contraseña que no es ninguna"
WRONG_PIN = "999111"


@dataclass
class Night:
    """What is left of a session that was played."""

    figures: dict[str, Metric]
    lines: list[dict[str, Any]]
    log: str
    tokens: list[str]
    kinds: list[str]
    documents: list[str]
    folder: Path


class Listening(ConsoleClient):
    """A console's client that can also say what is wrong."""

    def say(self, path: str, body: dict[str, object], token: str = "") -> None:
        with pytest.raises(urllib.error.HTTPError) as refused:
            self._answer(path, body, token)
        refused.value.close()

    def token_of(self, person: str) -> str:
        self.desk()
        return self._tokens[person]


def complain(client: Listening) -> None:
    """Take a complaint into the book as the jefe does, and be refused a step."""
    body = {"claimant": CLAIMANT, "document": DOCUMENT, "text": GRIEVANCE, "signed": True}
    client.unlock(JEFE)
    desk = client.desk()
    offer = next(each for each in desk["offers"] if each["command"] == "FileComplaint")
    offer = {**offer, "person": JEFE, "post": "jefe", "body": body}
    assert "done" in client.take(JEFE, Step(offer, {}, desk["now"]).request())
    late = {**offer, "command": "OpenSession", "body": {"appointments": [], "day": "2026-11-21"}}
    assert client.take(JEFE, Step(late, {}, desk["now"]).request())["refusal"]["code"] == "SESSION-OPEN"


def mistype(client: Listening) -> None:
    """Type what is wrong wherever something secret is typed, and what is right where it does not belong."""
    token = client.token_of(DIRECTOR)
    client.say("/api/session", {"person": JEFE, "passphrase": WRONG})
    client.say("/api/session", {"person": PASSPHRASE, "passphrase": PASSPHRASE})
    client.say("/api/session", {"person": JEFE, "passphrase": ["x", WRONG]})
    for path, secret in (("/api/proof", WRONG_PIN), ("/api/keys", WRONG)):
        try:
            client._answer(path, {"secret": secret}, token)
        except urllib.error.HTTPError as refused:
            refused.close()


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Night]:
    folder = tmp_path_factory.mktemp("night")
    with Running(folder, "practice.any_more_ms=100", "log.format=json", fps=20) as running:
        running.controller.await_ready()
        card = running.setting.material[0].cards[0]
        rows = card.rows[0] + card.rows[1] + card.rows[2]
        save_plant(running.far_end.plant, in_this_order(rows, seed=3))  # its line and its bingo come first
        setting, book = running.setting, Places(folder).book / volume_name(1)
        client, complained = Listening(running.controller.url, DIRECTOR), list[bool]()

        def look(desk: Desk) -> None:
            if desk["game"] is not None and not complained:
                complained.append(True)
                complain(client)
                mistype(client)

        people = People(setting.material[0], running.far_end.plant, 36, 1, DIRECTOR)
        reading = Reading(book, rule_set("aj-bolivia"), lambda _: None)
        session = Session(people, running.controller, reading, 90, look, lambda *_: None)
        session.play()
        figures = running.figures()
        assert complained
        assert running.end() == 0
        entries = list(read_entries(book))
        documents = [str(entry.body["document"]) for entry in entries if entry.body.get("document")]
        tokens = [*client._tokens.values(), *session._client._tokens.values()]
        kinds = [entry.kind for entry in entries]
        log = running.log.read_text("utf-8")
        yield Night(figures, list(running.lines()), log, tokens, kinds, documents, folder)


@pytest.mark.timeout(300)
def test_the_book_says_where_the_security_log_ended_and_it_did(night: Night) -> None:
    places = Places(night.folder)
    opened, closed = log_ends(places.book)
    assert 0 < opened.entries < closed.entries
    with closing(SecurityLog(places.security, SystemClock().wall)) as log:
        assert log.departs([opened, closed]) is None
        assert log.departs([opened, LogEnd(closed.entries, opened.hash)]) is not None


@pytest.mark.timeout(300)
def test_the_figures_are_those_of_the_book(night: Night) -> None:
    found = night.figures
    assert value(found, "hallctl_balls_total") == night.kinds.count("BallDrawn")
    assert value(found, "hallctl_ball_read_seconds_count") >= 1
    assert 0 < value(found, "hallctl_ball_read_seconds_sum") < 900
    kinds = list(night.kinds)
    while kinds[-1] in {"FolioSealed", "ControllerStopped"}:  # the last folios and the stop came after
        kinds.pop()
    assert len(kinds) <= value(found, "hallctl_book_entries") < len(night.kinds)
    asked = value(found, "hallctl_commands_total", outcome="done")
    assert value(found, "hallctl_commit_seconds_count") >= asked > 20
    assert value(found, "hallctl_refusals_total", code="SESSION-OPEN") == 1
    faults = sum(sample.value for sample in found["hallctl_faults"].samples)
    assert faults == night.kinds.count("FaultLatched")
    assert value(found, "hallctl_camera_frames_total") > value(found, "hallctl_camera_reads_total") > 0
    assert value(found, "hallctl_silence_seconds") < 1
    assert value(found, "hallctl_console_sessions", state="awake") >= 4
    assert value(found, "hallctl_disk_demanded_megabytes") == 500
    assert value(found, "hallctl_disk_free_megabytes") > 500


@pytest.mark.timeout(300)
def test_every_metric_explains_itself_and_the_alerts_of_the_page_ask_for_what_there_is(night: Night) -> None:
    served = {sample.name for family in night.figures.values() for sample in family.samples}
    assert all(family.documentation.endswith(".") for family in night.figures.values())
    served |= {f"{family.name}_total" for family in night.figures.values() if family.type == "counter"}
    served |= {family.name for family in night.figures.values()}
    asked = set(re.findall(r"hallctl_\w+", PAGE.partition("## Metrics")[2]))
    assert asked
    assert asked <= served, asked - served


@pytest.mark.timeout(300)
def test_no_label_of_a_metric_names_anybody_or_anything_that_is_not_public(night: Night) -> None:
    for family in night.figures.values():
        for sample in family.samples:
            for label, said in sample.labels.items():
                assert label in {"le", "code", "outcome", "state", "stream", "version"}
                assert re.fullmatch(r"[A-Z-]+|[a-z]+|[0-9.]+|\+Inf", said), (family.name, said)


@pytest.mark.timeout(300)
def test_no_passphrase_pin_token_document_or_name_is_in_any_line_of_the_log(night: Night) -> None:
    assert len(night.tokens) >= 5
    assert DOCUMENT in night.documents
    typed = [PASSPHRASE, PIN, WRONG, WRONG_PIN, GRIEVANCE, *night.tokens, *night.documents]
    names = " ".join((JEFE, DIRECTOR, "Luis Rojas", "Rosa Mamani", CLAIMANT)).split()
    for secret in typed:
        assert secret.lower() not in night.log.lower(), secret
        assert json.dumps(secret)[1:-1].lower() not in night.log.lower(), secret
    for name in names:
        assert not re.search(rf"\b{name}\b", night.log, re.IGNORECASE), name


@pytest.mark.timeout(300)
def test_the_log_tells_starts_stops_faults_refusals_and_the_door(night: Night) -> None:
    told = [line["what"] for line in night.lines]
    for what in (
        "part-started",
        "device-connected",
        "book-opened",
        "session-opened",
        "refused",
        "door-log-in",
        "door-log-in-failed",
        "game-signed",
        "session-closed",
        "controller-stopped",
        "part-stopped",
        "ended",
    ):
        assert what in told, what
        assert f"`{what}`" in PAGE, what
    assert told.count("part-started") == told.count("part-stopped")
    assert told.count("fault-latched") == night.kinds.count("FaultLatched")
    refused = {"code": "SESSION-OPEN", "command": "OpenSession", "post": "jefe"}
    assert any(refused.items() <= line.items() for line in night.lines if line["what"] == "refused")
    assert {line["level"] for line in night.lines} <= {"info", "notice", "warning", "error"}
