"""A real window process against a real feed over HTTP; SDL's dummy driver stands in for the monitor."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pygame
import pytest

from displays.client import FeedReader
from displays.screens import board, no_signal
from displays.views import BoardView
from displays.window import main
from tests.displays.golden import SMALL, load

PATIENCE = 15.0


def event(view: BoardView, number: int) -> bytes:
    return f"event: board\nid: {number}\ndata: {json.dumps(view.to_json())}\n\n".encode()


class Feed(ThreadingHTTPServer):
    """A tiny feed: it sends what it is told to everyone, and a keep-alive line every 0.2 s."""

    daemon_threads = False

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), FeedHandler)
        self.url = f"http://127.0.0.1:{self.server_port}/feed"
        self.news = threading.Condition()
        self.content = b""
        self.version = 0
        self.listeners = 0
        self.ended = False
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    def send(self, content: bytes) -> None:
        """Send bytes to everyone who listens or comes later."""
        with self.news:
            self.content, self.version = content, self.version + 1
            self.news.notify_all()

    def die(self) -> None:
        """Hang up on everyone and answer nobody."""
        if self.ended:
            return
        with self.news:
            self.ended = True
            self.news.notify_all()
        self.shutdown()
        self.server_close()
        self.thread.join()


class FeedHandler(BaseHTTPRequestHandler):
    server: Feed
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.close_connection = True
        self.server.listeners += 1
        if self.path == "/elsewhere":
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        seen = 0
        with suppress(OSError):
            if self.path == "/broken":
                self.wfile.write(b"what\r\n")
                return
            while not self.server.ended:
                seen, content = self._next(seen)
                self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")

    def _next(self, seen: int) -> tuple[int, bytes]:
        with self.server.news:
            if seen == self.server.version:
                self.server.news.wait(0.2)
            fresh = seen != self.server.version
            return self.server.version, self.server.content if fresh else b": alive\n\n"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what matters is looked at."""


@contextmanager
def serving(port: int = 0) -> Iterator[Feed]:
    feed = Feed(port)
    try:
        yield feed
    finally:
        feed.die()


class Window:
    """A window process, and what it shows."""

    def __init__(self, url: str, folder: Path) -> None:
        self.picture = folder / "window.png"
        self.log = folder / "window.log"
        with self.log.open("wb") as log:
            command = [sys.executable, "-m", "displays.window", "--feed", url, "--size", "1280x720"]
            self.process = subprocess.Popen(
                [*command, "--snapshot", self.picture],
                env=os.environ | {"SDL_VIDEODRIVER": "dummy"},
                stderr=log,
            )

    def shows(self) -> bytes:
        """Return the pixels in the window now."""
        self.picture.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        until(self.picture.exists, "no snapshot came")
        return pixels(pygame.image.load(self.picture))

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


def pixels(surface: pygame.Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


def until(true: Callable[[], bool], message: str, patience: float = PATIENCE) -> float:
    """Wait until something is true and return how many seconds it took."""
    start = time.monotonic()
    while not true():
        assert time.monotonic() - start < patience, message
        time.sleep(0.02)
    return time.monotonic() - start


@contextmanager
def window(url: str, folder: Path) -> Iterator[Window]:
    opened = Window(url, folder)
    try:
        yield opened
    finally:
        if opened.process.poll() is None:
            opened.process.kill()
            opened.process.wait()


def on_board(name: str) -> bytes:
    return pixels(board.draw(load(name), SMALL))


NO_SIGNAL = pixels(no_signal.draw(SMALL))


def test_a_wall_shows_the_feed_then_no_signal_then_the_feed_again(tmp_path: Path) -> None:
    with serving() as feed, window(feed.url, tmp_path) as wall:
        feed.send(event(load("draw-1"), 1))
        until(lambda: feed.listeners > 0, "the window did not connect")
        until(lambda: wall.shows() == on_board("draw-1"), "the view did not come")
        feed.send(event(load("draw-23"), 2))
        until(lambda: wall.shows() == on_board("draw-23"), "the next view did not come")
        port = feed.server_port
        time.sleep(2.2)
        assert wall.shows() == on_board("draw-23"), "keep-alive lines alone keep a view on the wall"
        feed.die()
        lost = until(lambda: wall.shows() == NO_SIGNAL, "a dead feed was not noticed")
        assert 1.0 < lost < 2.5
        with serving(port) as again:
            again.send(event(load("claim"), 3))
            until(lambda: wall.shows() == on_board("claim"), "the window did not come back")
            assert wall.end() == 0
    assert "Traceback" not in wall.log.read_text()


def test_a_wall_that_finds_no_feed_says_so_and_waits(tmp_path: Path) -> None:
    with serving() as feed:
        url = feed.url
    with window(url, tmp_path) as wall:
        until(lambda: "trying again" in wall.log.read_text(), "nothing was logged")
        assert wall.shows() == NO_SIGNAL
        assert wall.end(signal.SIGINT) == 0


def test_views_that_cannot_be_read_are_never_shown(tmp_path: Path) -> None:
    with serving() as feed, window(feed.url, tmp_path) as wall:
        feed.send(event(load("draw-1"), 1))
        until(lambda: feed.listeners > 0, "the window did not connect")
        until(lambda: wall.shows() == on_board("draw-1"), "the view did not come")
        feed.send(event(load("draw-23"), 2).replace(b'"universe": 90', b'"universe": 9'))
        until(lambda: wall.shows() == NO_SIGNAL, "a view out of date stayed on the wall")
        feed.send(event(load("draw-23"), 3))
        until(lambda: wall.shows() == on_board("draw-23"), "a good view did not bring it back")
        assert wall.end() == 0
    assert "a view was not shown: malformed board view" in wall.log.read_text()


def test_a_reader_stops_at_once_and_leaves_nothing_behind() -> None:
    with serving() as feed:
        threads = threading.active_count()
        reader = FeedReader(feed.url)
        reader.start()
        feed.send(event(load("sale"), 1))
        until(lambda: reader.showing() == load("sale"), "the view did not come")
        start = time.monotonic()
        reader.stop()
        assert time.monotonic() - start < 1
        until(lambda: threading.active_count() <= threads, "a thread was left")


def test_an_answer_that_is_no_feed_is_named() -> None:
    said: list[str] = []
    with serving() as feed:
        reader = FeedReader(feed.url.replace("/feed", "/elsewhere"), log=said.append)
        reader.start()
        until(lambda: bool(said), "nothing was said")
        reader.stop()
    assert "not a feed: 404" in said[0]


def test_a_broken_stream_is_tried_again() -> None:
    with serving() as feed:
        reader = FeedReader(feed.url.replace("/feed", "/broken"), log=lambda message: None)
        reader.start()
        until(lambda: feed.listeners >= 2, "it did not come back")
        reader.stop()


@pytest.mark.parametrize(
    "address", ["https://hall/feed", "hall:8000", "", "http:///feed", "http://hall:port/"]
)
def test_a_bad_address_is_one_clear_line(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--feed", address])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
