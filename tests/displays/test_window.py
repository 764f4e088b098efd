"""A real window process against a real feed over HTTP; SDL's dummy driver stands in for the monitor."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pygame
import pytest

from displays import show
from displays.client import FeedReader
from displays.screens import no_signal
from displays.views import BoardView
from displays.window import draws_in_memory, main
from hallctl.outputs.screens.scene import View
from hallctl.web.feed.signature import Sealer
from tests.displays.golden import SMALL, load
from tests.hallctl.web.feed.feeding import KEY, STRANGER, verifier_text
from tests.sampling import sampled_rows

PATIENCE = 40.0  # seconds, on a machine that others share
VERIFIER = verifier_text(KEY)


SEALER = Sealer(KEY, "boot-1", 1)


def event(view: BoardView) -> View:
    return view.to_json()


class Feed(ThreadingHTTPServer):
    """A tiny feed: it seals what it is told for everyone, and again every 0.2 s."""

    daemon_threads = False

    def __init__(self, port: int) -> None:
        super().__init__(("127.0.0.1", port), FeedHandler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.news = threading.Condition()
        self.content: View | None = None
        self.version = 0
        self.missing = False
        self.broken = False
        self.listeners = 0
        self.ended = False
        self.instead = b""
        self.recording: list[bytes] = []
        self.sent: list[bytes] = []
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    def send(self, content: View) -> None:
        """Send a view to everyone who listens or comes later."""
        with self.news:
            self.content, self.version = content, self.version + 1
            self.news.notify_all()

    def last(self) -> bytes:
        """Return the envelope that was sent last."""
        return self.sent[-1]

    def hang_up(self, recording: Sequence[bytes] = ()) -> None:
        """End every connection; whoever comes next gets this recording, or is served again."""
        with self.news:
            self.recording = list(recording)
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
        if self.server.missing:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        seen = 0
        with suppress(OSError):
            if self.server.broken:
                self.wfile.write(b"what\r\n")
                return
            recording = self.server.recording
            for data in recording:
                self.write(data)
            address = urlsplit(self.path)
            if not recording:
                nonce = parse_qs(address.query)["nonce"][0]
                self.write(SEALER.hello(address.path.rpartition("/")[2], nonce).data)
            while not self.server.ended and self.server.recording is recording:
                with self.server.news:
                    if seen == self.server.version:
                        self.server.news.wait(0.2)
                    seen, content = self.server.version, self.server.content
                if content is not None and not recording:
                    self.write(self.server.instead or SEALER.view("auto", content).data)

    def write(self, data: bytes) -> None:
        self.server.sent.append(data)
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

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
            command = [
                sys.executable,
                "-m",
                "displays.window",
                "--hall",
                url,
                "--key",
                VERIFIER,
                "--size",
                "1280x720",
            ]
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
    return pixels(show.draw(load(name), SMALL))


def show_first(feed: Feed, wall: Window, name: str) -> None:
    """Wait until a wall has come up and shows this."""
    feed.send(event(load(name)))
    until(lambda: feed.listeners > 0, "the window did not connect")
    until(lambda: wall.shows() == on_board(name), "the view did not come")


NO_SIGNAL = pixels(no_signal.draw(SMALL))


def test_a_wall_shows_the_feed_then_no_signal_then_the_feed_again(tmp_path: Path) -> None:
    with serving() as feed, window(feed.url, tmp_path) as wall:
        show_first(feed, wall, "draw-1")
        feed.send(event(load("draw-23")))
        until(lambda: wall.shows() == on_board("draw-23"), "the next view did not come")
        port = feed.server_port
        time.sleep(2.2)
        assert wall.shows() == on_board("draw-23"), "a quiet hall stays on the wall"
        feed.die()
        lost = until(lambda: wall.shows() == NO_SIGNAL, "a dead feed was not noticed")
        assert 1.0 < lost < 2.5
        with serving(port) as again:
            again.send(event(load("claim")))
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
        show_first(feed, wall, "draw-1")
        feed.send(event(load("draw-23")) | {"universe": 9})
        until(lambda: wall.shows() == NO_SIGNAL, "a view out of date stayed on the wall")
        feed.send(event(load("draw-23")))
        until(lambda: wall.shows() == on_board("draw-23"), "a good view did not bring it back")
        assert wall.end() == 0
    assert "a view was not shown: malformed board view" in wall.log.read_text()


def sealed_by(sealer: Sealer) -> bytes:
    return sealer.view("auto", event(load("draw-1"))).data


@pytest.mark.req("AJ-86")
@pytest.mark.parametrize(
    ("wrong", "why"),
    sampled_rows(
        [
            (lambda feed: b"event: view\ndata: what\n\n", "not signed by this hall's controller"),
            (lambda feed: sealed_by(Sealer(None, "boot-1", 1)), "not signed by this hall's controller"),
            (lambda feed: sealed_by(Sealer(STRANGER, "boot-1", 1)), "not signed by this hall's controller"),
            (lambda feed: feed.last(), "older or a replay"),
            (lambda feed: sealed_by(SEALER), "older or a replay"),
            (lambda feed: sealed_by(Sealer(KEY, "boot-0", 0)), "from another start of the controller"),
        ],
        2,
    ),
    ids=["garbage", "unsigned", "of another key", "replayed", "older", "of an older start"],
)
def test_what_may_not_be_believed_is_never_shown_is_logged_and_is_sin_senal(
    tmp_path: Path, wrong: Callable[[Feed], bytes], why: str
) -> None:
    with serving() as feed, window(feed.url, tmp_path) as wall:
        show_first(feed, wall, "draw-1")
        data = wrong(feed)
        feed.send(event(load("draw-23")))
        until(lambda: wall.shows() == on_board("draw-23"), "the next view did not come")
        feed.instead = data
        seen = {on_board("draw-23")}
        until(lambda: seen.add(wall.shows()) or NO_SIGNAL in seen, "it is not SIN SEÑAL")
        assert seen == {on_board("draw-23"), NO_SIGNAL}
        assert f"a view was not shown: it is {why}" in wall.log.read_text()
        feed.instead = b""
        until(lambda: wall.shows() == on_board("draw-23"), "good views did not bring it back")
        assert wall.end() == 0


@pytest.mark.req("AJ-86")
def test_a_recorded_connection_is_not_shown_to_a_wall_that_comes_back(tmp_path: Path) -> None:
    with serving() as feed, window(feed.url, tmp_path) as wall:
        show_first(feed, wall, "draw-1")
        recording = list(feed.sent)
        feed.send(event(load("draw-23")))
        until(lambda: wall.shows() == on_board("draw-23"), "the next view did not come")
        feed.hang_up(recording)
        seen = {on_board("draw-23")}
        until(lambda: seen.add(wall.shows()) or NO_SIGNAL in seen, "it is not SIN SEÑAL")
        until(lambda: "it does not answer this screen: a replay" in wall.log.read_text(), "nothing was said")
        assert seen | {wall.shows()} == {on_board("draw-23"), NO_SIGNAL}
        feed.hang_up()
        until(lambda: wall.shows() == on_board("draw-23"), "the controller did not bring it back")
        assert wall.end() == 0


def test_a_reader_stops_at_once_and_leaves_nothing_behind() -> None:
    with serving() as feed:
        threads = threading.active_count()
        reader = FeedReader(feed.url, key=KEY.public_key())
        reader.start()
        feed.send(event(load("sale")))
        until(lambda: reader.showing() == load("sale"), "the view did not come")
        start = time.monotonic()
        reader.stop()
        assert time.monotonic() - start < 1
        until(lambda: threading.active_count() <= threads, "a thread was left")


def test_an_answer_that_is_no_feed_is_named() -> None:
    said: list[str] = []
    with serving() as feed:
        feed.missing = True
        reader = FeedReader(feed.url, log=said.append)
        reader.start()
        until(lambda: bool(said), "nothing was said")
        reader.stop()
    assert "not a feed: 404" in said[0]


def test_a_broken_stream_is_tried_again() -> None:
    with serving() as feed:
        feed.broken = True
        reader = FeedReader(feed.url, log=lambda message: None)
        reader.start()
        until(lambda: feed.listeners >= 2, "it did not come back")
        reader.stop()


@pytest.mark.parametrize(
    "address", ["https://hall:8001", "hall:8001", "", "http:///", "http://hall:port/", "http://hall/feed"]
)
def test_a_bad_address_is_one_clear_line(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--hall", address])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_bad_key_or_a_monitor_that_is_not_there_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    for options, said in ((["--key", "x+y+z"], "controller's key"), (["--monitor", "7"], "no monitor 7")):
        with pytest.raises(SystemExit) as ended:
            main(["--hall", "http://127.0.0.1:1", *options])
        assert ended.value.code == 2
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
    pygame.display.quit()


def test_only_x11_without_a_gpu_is_drawn_in_memory(tmp_path: Path) -> None:
    gone = tmp_path / "dri"
    assert draws_in_memory({"DISPLAY": ":0"}, gone)
    assert draws_in_memory({"SDL_VIDEODRIVER": "x11", "DISPLAY": ":0"}, gone)
    assert not draws_in_memory({"DISPLAY": ":0"}, tmp_path)
    assert not draws_in_memory({"SDL_VIDEODRIVER": "kmsdrm", "DISPLAY": ":0"}, gone)
    assert not draws_in_memory({"WAYLAND_DISPLAY": "wayland-0"}, gone)
