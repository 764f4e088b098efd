"""The desk sees every wall: on, late or off (AJ-31); one that is off while a game is open is a notice."""

import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from displays.client import FeedReader, Reporter
from displays.seal import read_key
from hallctl.web.feed.health import MOST_OTHERS, Health
from hallctl.web.feed.watch import WallWatch
from hallctl.web.ports import ScreenHealth
from tests.hallctl.web.console.hall import Hall, Serving
from tests.hallctl.web.feed.feeding import KEY, Feeding, verifier_text
from tests.hallctl.web.feed.test_feed import until


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, range(1, 91)) as hall:
        yield hall


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.req("AJ-31")
def test_a_screen_is_on_while_it_reports_what_was_sent_to_it_just_now() -> None:
    clock = Clock()
    health = Health(clock=clock)
    assert health.of("A").state == "off"
    health.opened("A")
    health.written("A", 7)
    assert health.of("A").state == "late", "it never said what it shows"
    clock.now += 1
    assert health.alive("A", 7, 12)
    assert health.of("A") == ScreenHealth("A", "on", 12)
    clock.now += 3.1
    assert health.of("A").state == "late", "it reports no more"
    assert health.alive("A", 7, 12)
    assert health.of("A").state == "late", "what it shows is old"
    clock.now += 1
    health.written("A", 9)
    assert health.alive("A", 99, 5)
    assert health.of("A").state == "late", "nobody sent that"
    clock.now += 1
    assert health.alive("A", 9, 5)
    assert health.of("A").state == "on"
    health.closed("A")
    assert health.of("A").state == "off"


def test_reports_are_taken_of_known_screens_and_not_too_often() -> None:
    clock = Clock()
    health = Health(clock=clock)
    assert not health.alive("stranger", 1, 1)
    health.opened("A")
    assert health.alive("A", 1, 1)
    assert not health.alive("A", 1, 1)


@pytest.mark.invariant("I28")
def test_names_without_end_fill_no_memory_and_take_no_place_of_a_wall() -> None:
    health = Health(["Pared 1"])
    for number in range(2 * MOST_OTHERS):
        health.opened(f"S{number}")
    assert health.of(f"S{2 * MOST_OTHERS - 1}").state == "off"
    health.opened("Pared 1")
    assert health.of("Pared 1").state != "off"
    health.closed("S0")
    health.opened("another")
    assert health.of("another").state != "off", "who has gone leaves the place"


@pytest.mark.req("AJ-31")
def test_a_real_screen_is_seen_to_be_on_and_then_off(hall: Hall) -> None:
    with Feeding(hall) as feeding:
        reader = FeedReader(feeding.url, key=read_key(verifier_text(KEY)), name="Pared 1")
        reporter = Reporter(feeding.url, "Pared 1", lambda: reader.glass)
        reader.start()
        reporter.start()
        deadline = time.monotonic() + 6
        while feeding.health.of("Pared 1").state != "on" and time.monotonic() < deadline:
            reader.showing()
            reader.drawn()
            time.sleep(0.05)
        found = feeding.health.of("Pared 1")
        assert found.state == "on"
        assert found.shown_ms is not None
        assert found.shown_ms < 500
        reporter.stop()
        reader.stop()
        until(lambda: feeding.health.of("Pared 1").state == "off")


@pytest.mark.parametrize("query", ["", "?sequence=1", "?sequence=x&shown_ms=1", "?sequence=-1&shown_ms=1"])
def test_a_report_that_says_nothing_is_refused(hall: Hall, query: str) -> None:
    with Feeding(hall) as feeding:
        assert httpx.get(f"{feeding.url}/alive/A{query}").status_code == 422
        assert httpx.get(f"{feeding.url}/alive/A?sequence=1&shown_ms=1").status_code == 429
        assert httpx.get(f"{feeding.url}/views/board?name={'x' * 41}").status_code == 422


@pytest.mark.req("AJ-31")
def test_the_desk_shows_every_wall(hall: Hall) -> None:
    hall.walls = (ScreenHealth("Pared 1", "on", 12), ScreenHealth("Pared <2>", "off", None))
    with Serving(hall) as serving:
        page = serving.client.get("/").text
        assert "<b>Pared 1</b> encendida" in page
        assert '<li class="off"><b>Pared &lt;2&gt;</b> apagada' in page
        assert serving.desk()["screens"] == [
            {"name": "Pared 1", "state": "on", "shown_ms": 12},
            {"name": "Pared <2>", "state": "off", "shown_ms": None},
        ]


@pytest.mark.req("AJ-31")
def test_a_wall_that_is_off_while_a_game_is_open_is_a_notice_that_does_not_stop_play(hall: Hall) -> None:
    health = Health()
    watch = WallWatch(["Pared 1"], health, hall.bulletin, hall.inbox, patience_s=0.2)
    with Serving(hall) as serving:
        watch.start()
        serving.play_until("Anunciar serie A 1042 y precio")
        time.sleep(0.8)
        assert serving.desk()["notices"] == [], "no game was open"
        serving.play("Anunciar serie A 1042 y precio")
        until(lambda: serving.desk()["notices"])
        (notice,) = serving.desk()["notices"]
        assert (notice["device"], notice["code"]) == ("pantallas", "SCREEN-OFF")
        assert notice["detail"] == "apagadas: Pared 1"
        assert serving.desk()["faults"] == []
        serving.play("Vender cartones", count=10)
        health.opened("Pared 1")
        until(lambda: not serving.desk()["notices"])
        watch.stop()
