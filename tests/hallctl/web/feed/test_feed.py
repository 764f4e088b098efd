"""The feed: what goes out is signed and numbered, nothing goes back, and a silent hall is silent."""

import itertools
import json
import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.routing import Route

from displays.client import FeedReader
from displays.event_stream import FeedEvent
from displays.seal import read_key
from fonts.symbols import path
from hallctl.minutes.canonical import canonical
from hallctl.outputs.screens.scene import Section
from hallctl.web.feed.rules_page import rules_page
from hallctl.web.feed.signature import HELLO, VIEW, next_start
from tests.hallctl.web.console.hall import Hall, Serving
from tests.hallctl.web.console.test_streams import Listener
from tests.hallctl.web.feed.feeding import KEY, STRANGER, Feeding, verifier_text


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, range(1, 91)) as hall:
        yield hall


def opened(event: FeedEvent) -> Any:
    return json.loads(event.data.partition(b" ")[2])


def until(true: Any, patience: float = 30.0) -> float:
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < patience
        time.sleep(0.01)
    return time.monotonic() - start


@contextmanager
def reading(url: str, **options: Any) -> Iterator[tuple[FeedReader, list[str]]]:
    said: list[str] = []
    reader = FeedReader(url, log=said.append, **options)
    reader.start()
    try:
        yield reader, said
    finally:
        reader.stop()


@pytest.mark.req("AJ-86")
@pytest.mark.invariant("I1")
def test_the_board_shows_a_ball_only_when_it_is_called(hall: Hall) -> None:
    with Serving(hall) as serving, Feeding(hall) as feeding:
        serving.play_until("Vender cartones")
        serving.play("Vender cartones", count=10)
        serving.play("Cerrar venta", "Comienzo de la partida", "Extraer bola")
        hall.wait_for_ball()
        listener = Listener(f"{feeding.url}/views/board")
        view = opened(listener.wait(2)[1])["view"]
        assert (view["hall"], view["simulated"], view["called"]) == ("Bingo Illimani", True, [])
        serving.play("Cantar el 1")
        until(lambda: opened(listener.events[-1])["view"]["called"] == [1])
    listener.join()


def test_every_envelope_is_canonical_signed_and_numbered_upwards_twice_a_second(hall: Hall) -> None:
    with Feeding(hall) as feeding:
        listener = Listener(f"{feeding.url}/views/auto?nonce=ab01")
        time.sleep(1.6)
        events, times = list(listener.events), list(listener.times)
    listener.join()
    purposes = [HELLO] + [VIEW] * (len(events) - 1)
    for event, purpose in zip(events, purposes, strict=True):
        signature, _, text = event.data.partition(b" ")
        KEY.public_key().verify(b64decode(signature, validate=True), purpose + text)
        assert canonical(json.loads(text)) == text
        assert opened(event) | {"version": 1, "boot": "boot-1", "start": 1, "screen": "auto"} == opened(event)
    assert [event.name for event in events] == ["hello"] + ["view"] * (len(events) - 1)
    assert opened(events[0])["nonce"] == "ab01"
    numbers = [opened(event)["sequence"] for event in events]
    assert len(numbers) >= 4
    assert numbers == sorted(set(numbers))
    assert max(b - a for a, b in itertools.pairwise(times)) <= 0.6


@pytest.mark.invariant("I16")
def test_the_feed_only_answers_get_and_holds_no_way_to_a_command(hall: Hall) -> None:
    with Feeding(hall) as feeding, httpx.Client(base_url=feeding.url) as client:
        routes = [route for route in feeding.app.routes if isinstance(route, Route)]
        assert len(routes) == len(feeding.app.routes)
        assert {method for route in routes for method in route.methods or ()} == {"GET"}
        for route in routes:
            path = route.path.replace("{screen}", "board").replace("{name}", "x")
            for method in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"):
                assert client.request(method, path).status_code == 405, (method, path)
        for path in ("/api/commands", "/steps", "/keys", "/panel", "/events", "/api/desk"):
            assert client.get(path).status_code == 404
            assert client.post(path, json={}).status_code == 404
    source = "".join(path.read_text() for path in Path("hallctl/web/feed").glob("*.py"))
    assert "hallctl.web.console.api" not in source
    assert ".ask(" not in source
    assert "Issued" not in source


def test_the_console_no_longer_has_a_feed(hall: Hall) -> None:
    with Serving(hall) as serving:
        assert serving.client.get("/feed/board").status_code == 404


@pytest.mark.parametrize("query", ["nonce=XYZ", "nonce=" + "a" * 65])
def test_what_is_asked_for_badly_is_refused(hall: Hall, query: str) -> None:
    with Feeding(hall) as feeding:
        assert httpx.get(f"{feeding.url}/views/board?{query}").status_code == 422
        assert httpx.get(f"{feeding.url}/views/nothing").status_code == 404


def test_a_screen_with_the_key_shows_the_hall_and_comes_back_to_a_newer_start(hall: Hall) -> None:
    key = read_key(verifier_text(KEY))
    with Feeding(hall) as feeding:
        port = feeding.server.port
        with reading(feeding.url, key=key) as (reader, said):
            until(lambda: reader.showing() is not None)
            feeding.server.stop()
            assert until(lambda: reader.showing() is None, 3) < 2.3
            with Feeding(hall, port, boot="boot-2", start=2):
                until(lambda: reader.showing() is not None)
    assert all("not shown" not in line for line in said), said


@pytest.mark.parametrize("key", [STRANGER, None], ids=["another key", "unsigned"])
def test_a_feed_that_is_not_the_controllers_is_never_shown(hall: Hall, key: Any) -> None:
    with (
        Feeding(hall, key=key) as feeding,
        reading(feeding.url, key=read_key(verifier_text(KEY))) as (reader, said),
    ):
        until(lambda: bool(said))
        time.sleep(0.6)
        assert reader.showing() is None
    assert "not signed by this hall's controller" in said[0]


def test_an_earlier_start_of_the_controller_is_not_shown(hall: Hall) -> None:
    with Feeding(hall, start=7) as feeding:
        port = feeding.server.port
        with reading(feeding.url, key=read_key(verifier_text(KEY))) as (reader, said):
            until(lambda: reader.showing() is not None)
            feeding.server.stop()
            with Feeding(hall, port, boot="boot-0", start=6):
                until(lambda: any("earlier start" in line for line in said))
                time.sleep(2)
                assert reader.showing() is None


def test_a_hung_table_silences_the_walls_until_it_turns_again(hall: Hall) -> None:
    with Feeding(hall) as feeding:
        listener = Listener(f"{feeding.url}/views/board")
        listener.wait(2)
        hall.turning.clear()
        assert listener.ended.wait(30), "the feed went on though nobody decided"
        during = Listener(f"{feeding.url}/views/board")
        assert during.ended.wait(30)
        assert during.events == []
        hall.turning.set()
        time.sleep(1.5)
        after = Listener(f"{feeding.url}/views/board")
        assert opened(after.wait(2)[1])["view"]["hall"] == "Bingo Illimani"
    for each in (listener, during, after):
        each.join()


def test_the_server_stops_promptly_with_viewers_and_leaves_nothing_behind(hall: Hall) -> None:
    before = {thread.name for thread in threading.enumerate()}
    with Feeding(hall) as feeding:
        listeners = [Listener(f"{feeding.url}/views/board") for _ in range(5)]
        for listener in listeners:
            listener.wait(2)
        start = time.monotonic()
        feeding.server.stop()
        assert time.monotonic() - start < 3
    for listener in listeners:
        assert listener.ended.wait(30)
        listener.join()
    until(lambda: {thread.name for thread in threading.enumerate()} <= before)


def test_every_start_has_a_larger_number_also_when_clock_or_file_are_lost(tmp_path: Path) -> None:
    file = tmp_path / "arranques"
    assert next_start(file, lambda: 1000.5) == 1000
    assert next_start(file, lambda: 1000.5) == 1001
    assert next_start(file, lambda: 3.0) == 1002
    file.write_text("rubbish")
    assert next_start(file, lambda: 2000.0) == 2000
    assert [path.name for path in tmp_path.iterdir()] == ["arranques"]


@pytest.mark.req("PT-02")
def test_the_rules_of_the_hall_are_a_page_that_is_always_there_for_whoever_asks(hall: Hall) -> None:
    sections = [Section("Prémios", ("Linha: linha <horizontal>.",))]
    with Feeding(hall, rules=rules_page("Tejo", "pt", sections)) as feeding:
        page = httpx.get(f"{feeding.url}/reglas")
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert "<li>Linha: linha &lt;horizontal&gt;.</li>" in page.text and '<html lang="pt">' in page.text
        assert httpx.get(f"{feeding.url}/pantalla/reglas.css").status_code == 200
        assert 'href="/reglas"' in httpx.get(f"{feeding.url}/pantalla").text


@pytest.mark.req("PT-17")
def test_the_programme_is_a_page_of_what_is_so_now_and_the_symbols_are_pictures(hall: Hall) -> None:
    with Feeding(hall, programme=lambda snapshot: f"<p>{snapshot.sequence}</p>") as feeding:
        page = httpx.get(f"{feeding.url}/programa")
        assert (page.status_code, page.text) == (200, f"<p>{hall.newest().sequence}</p>")
        symbol = httpx.get(f"{feeding.url}/pantalla/simbolo-3.svg")
        assert symbol.headers["content-type"] == "image/svg+xml" and path(3) in symbol.text
        assert httpx.get(f"{feeding.url}/pantalla/simbolo-31.svg").status_code == 404
    with Feeding(hall) as feeding:
        assert httpx.get(f"{feeding.url}/programa").status_code == 404
