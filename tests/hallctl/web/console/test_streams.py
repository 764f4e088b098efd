"""What stays open: it brings each change at once, says that it lives, and ends when it should."""

import itertools
import json
import socket
import threading
import time

import httpx
import pytest

from displays.event_stream import FeedEvent, FeedParser
from hallctl.web.console.app import make_app
from hallctl.web.server import ConsoleError, ConsoleServer
from tests.hallctl.web.console.hall import JEFE, Hall, Serving


class Listener:
    """Listens to a stream with the parser of the screens."""

    def __init__(self, url: str, headers: dict[str, str] | None = None) -> None:
        self._headers = headers
        self.events: list[FeedEvent] = []
        self.times: list[float] = []
        self.ended = threading.Event()
        self.changed = threading.Condition()
        self._url = url
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        parser = FeedParser()
        with (
            httpx.Client(timeout=10) as client,
            client.stream("GET", self._url, headers=self._headers) as stream,
        ):
            for chunk in stream.iter_raw():
                heard = parser.feed(chunk)
                with self.changed:
                    self.times.append(time.monotonic())
                    self.events += heard.events
                    self.changed.notify_all()
        self.ended.set()

    def wait(self, count: int) -> list[FeedEvent]:
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.events) >= count, 5), self.events
            return list(self.events)

    def until(self, number: str) -> FeedEvent:
        with self.changed:
            assert self.changed.wait_for(lambda: self.events and self.events[-1].id == number, 5), self.events
            return self.events[-1]

    def join(self) -> None:
        self._thread.join(5)
        assert not self._thread.is_alive()


def test_the_page_hears_of_every_change_at_once(hall: Hall) -> None:
    with Serving(hall) as serving:
        listener = Listener(f"{serving.url}/events", serving.bearer(JEFE))
        first = listener.wait(1)[0]
        assert (first.name, first.id) == ("changed", str(serving.desk()["sequence"]))
        before = time.monotonic()
        serving.play("Diligencia de apertura")
        last = listener.wait(2)[-1]
        assert time.monotonic() - before < 0.9  # sooner than the next heartbeat
        assert int(last.id) > int(first.id)
    listener.join()


def test_a_program_hears_where_the_hall_stands_and_a_stranger_nothing(hall: Hall) -> None:
    with Serving(hall) as serving:
        url = f"{serving.url}/api/events"
        assert serving.plain.get("/api/events").json()["refusal"]["code"] == "ACC-NONE"
        listener = Listener(url, serving.bearer(JEFE))
        listener.wait(1)
        serving.play("Diligencia de apertura")
        desk = serving.desk()
        last = listener.until(str(desk["sequence"]))
        said = json.loads(last.data)
        assert last.name == "changed"
        assert abs(desk["now"] - said.pop("now")) < 60_000, "asked and said at once: either may be first"
        assert said == {name: desk[name] for name in ("sequence", "entry", "phase", "halted")}
        assert said["phase"] == "hall"
    listener.join()


def test_a_stream_ends_with_its_session(hall: Hall) -> None:
    with Serving(hall) as serving:
        headers = serving.bearer(JEFE)
        listener = Listener(f"{serving.url}/api/events", headers)
        listener.wait(1)
        assert serving.plain.post("/api/log-out", json={}, headers=headers).status_code == 200
        serving.play("Diligencia de apertura")
        assert listener.ended.wait(5)
        assert len(listener.events) == 1
    listener.join()


def test_a_quiet_stream_says_that_it_lives(hall: Hall) -> None:
    with Serving(hall) as serving:
        listener = Listener(f"{serving.url}/events", serving.bearer(JEFE))
        listener.wait(1)
        time.sleep(2.2)
        with listener.changed:
            times = [*listener.times, time.monotonic()]
    listener.join()
    assert len(times) >= 2
    assert max(b - a for a, b in itertools.pairwise(times)) < 1.7


def test_a_hung_table_ends_the_pages_news_until_it_turns_again(hall: Hall) -> None:
    with Serving(hall) as serving:
        listener = Listener(f"{serving.url}/events", serving.bearer(JEFE))
        listener.wait(1)
        hall.turning.clear()
        assert listener.ended.wait(4), "the feed went on though nobody decided"
        during = Listener(f"{serving.url}/events", serving.bearer(JEFE))
        assert during.ended.wait(2)
        assert during.events == []
        hall.turning.set()
        time.sleep(1.5)
        after = Listener(f"{serving.url}/events", serving.bearer(JEFE))
        assert after.wait(1)[0].name == "changed"
    for each in (listener, during, after):
        each.join()


def test_the_server_stops_promptly_with_streams_open_and_leaves_nothing_behind(hall: Hall) -> None:
    before = {thread.name for thread in threading.enumerate()}
    with Serving(hall) as serving:
        listeners = [Listener(f"{serving.url}{path}", serving.bearer(JEFE)) for path in ("/events",) * 10]
        for listener in listeners:
            listener.wait(1)
        start = time.monotonic()
        serving.server.stop()
        assert time.monotonic() - start < 3
        for listener in listeners:
            assert listener.ended.wait(1)
            listener.join()
    deadline = time.monotonic() + 2
    while {thread.name for thread in threading.enumerate()} - before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert {thread.name for thread in threading.enumerate()} <= before
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", serving.server.port)) != 0


def test_a_step_under_way_does_not_hold_up_the_streams_nor_the_stop(hall: Hall) -> None:
    release = threading.Event()
    hall.ask = lambda issued: release.wait(20)  # type: ignore[assignment, method-assign, misc]
    with Serving(hall) as serving:
        offer = serving.desk()["offers"][0]
        asking = threading.Thread(target=ask_in_vain, args=(serving, offer))
        asking.start()
        start = time.monotonic()
        listener = Listener(f"{serving.url}/events", serving.bearer(JEFE))
        listener.wait(1)
        assert time.monotonic() - start < 3
        serving.server.stop()
        assert time.monotonic() - start < 4
        listener.join()
        release.set()
        asking.join(5)


def ask_in_vain(serving: Serving, offer: dict[str, object]) -> None:
    with pytest.raises(httpx.HTTPError):
        raise_for_answer(serving.take(offer, "r"))


def raise_for_answer(answer: httpx.Response) -> None:
    answer.raise_for_status()


def test_a_taken_port_is_one_clear_sentence(hall: Hall) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConsoleError, match=rf"puerto {port}.*\[console\] port"):
            ConsoleServer(make_app(hall, hall.auth), port).start()


def test_only_this_machine_can_connect(hall: Hall) -> None:
    with Serving(hall) as serving, socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.2", serving.server.port)) != 0
