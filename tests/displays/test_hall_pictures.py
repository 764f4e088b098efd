"""A hall's logo and sponsors on a wall: what the views name is fetched and compared, and stops nothing."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO

import pygame
import pytest

from displays import show
from displays.hall_pictures import WIDEST, HallPictures
from displays.pane import Pane
from displays.parts import TURN
from displays.sponsors import SPONSOR
from displays.views import KINDS, BetweenView, ClosedView, SaleView, pictures_of
from tests.displays import phases
from tests.displays.golden import SIZES, SPONSOR_AT, hall_pictures
from tests.displays.recording import recording

SIZE = (1280, 720)


def png(size: tuple[int, int], colour: tuple[int, int, int]) -> bytes:
    picture, file = pygame.Surface(size, 0, 32), BytesIO()
    picture.fill(colour)
    pygame.image.save(picture, file, "picture.png")
    return file.getvalue()


def named(data: bytes) -> str:
    return sha256(data).hexdigest()


@contextmanager
def serving(answers: dict[str, bytes]) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = answers.get(self.path.removeprefix("/face/"))
            self.send_response(404 if data is None else 200)
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[pygame.Surface]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    yield pygame.display.set_mode(SIZE)
    pygame.display.quit()


def test_a_wall_shows_a_picture_once_it_has_come_and_draws_nothing_else_for_it(
    window: pygame.Surface,
) -> None:
    logo = png((400, 200), (250, 250, 250))
    view, came = replace(phases.view("closing", "es"), logo=named(logo)), threading.Event()
    with serving({named(logo): logo}) as url:
        pane = Pane(window, lambda camera: pytest.fail(f"{camera}"), HallPictures(url, came.set))
        assert pane.show(view, 0.0, repaint=False)
        assert came.wait(20)
        assert pane.show(view, 0.1, repaint=False), "it is drawn anew with it"
        assert min(pygame.surfarray.array3d(window)[60, 40].tolist()) > 240
        assert not pane.show(view, 0.2, repaint=False)
        pane.close()


def test_what_is_not_the_picture_of_its_name_is_not_shown_and_what_comes_later_is() -> None:
    good, other = png((400, 200), (10, 200, 10)), png((400, 200), (200, 10, 10))
    broken, said, came = b"\x89PNG broken", list[str](), threading.Event()
    answers = {named(good): other, named(broken): broken}
    with serving(answers) as url:
        pictures = HallPictures(url, came.set, retry_s=0.05, log=said.append)
        pictures.want([named(good), named(broken), named(b"nowhere")])
        until(lambda: len(said) >= 3)
        assert not pictures.held
        answers[named(good)] = good
        assert came.wait(20)
        assert set(pictures.held) == {named(good)}
        pictures.stop()
    assert any("not the picture of that name" in each for each in said)


def test_a_huge_picture_is_held_no_larger_than_a_wall() -> None:
    huge, came = png((4000, 1000), (10, 200, 10)), threading.Event()
    with serving({named(huge): huge}) as url:
        pictures = HallPictures(url, came.set)
        pictures.want([named(huge)])
        assert came.wait(20)
        assert pictures.held[named(huge)].get_size() == (WIDEST[0], WIDEST[0] // 4)
        pictures.stop()


def test_sponsors_stand_only_where_nothing_is_drawn_or_checked_or_counted_down() -> None:
    sponsored = {
        kind for kind, view in KINDS.items() if any(each.name == "sponsors" for each in fields(view))
    }
    assert sponsored == {"sale", "between", "closed"}
    named_by = {name for name in phases.NAMES if phases.SPONSOR in pictures_of(phases.view(name, "es"))}
    assert {"sale", "selling", "between", "closed"} <= named_by
    assert named_by.isdisjoint({"closing", "draw", "good", "split", "prizes", "pause", "cctv", "last"})


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["selling", "between", "closed"])
def test_a_sponsor_has_one_turn_of_three_and_what_must_be_read_stays(
    name: str, size: tuple[int, int]
) -> None:
    view = phases.view(name, "es")
    assert isinstance(view, SaleView | BetweenView | ClosedView)
    shown = [turned(view, size, turn * TURN) for turn in range(2 * SPONSOR)]
    assert [sponsored for sponsored, _ in shown] == 2 * [*[False] * (SPONSOR - 1), True]
    must = [line.amount for line in (view.prizes if isinstance(view, SaleView) else view.progressives)]
    assert all(amount in texts for _, texts in shown for amount in must)
    assert show.steps(view, 0.0, 0.0) != show.steps(view, 0.0, TURN), "the wall turns by itself"


def test_of_several_sponsors_each_has_a_turn_and_one_that_did_not_come_has_none() -> None:
    view = phases.view("closed", "es")
    assert isinstance(view, ClosedView)
    view = replace(view, sponsors=tuple(named(bytes([n])) for n in range(3)))
    there = {view.sponsors[n]: colour_of(n) for n in (0, 2)}
    middles = [
        show.draw(view, SIZE, shown=SPONSOR_AT + TURN * SPONSOR * turn, pictures=there).get_at((400, 440))[:3]
        for turn in range(3)
    ]
    assert middles == [(90, 0, 0), (92, 0, 0), (90, 0, 0)]


def colour_of(number: int) -> pygame.Surface:
    picture = pygame.Surface((320, 180), 0, 32)
    picture.fill((90 + number, 0, 0))
    return picture


def turned(
    view: SaleView | BetweenView | ClosedView, size: tuple[int, int], shown: float
) -> tuple[bool, list[str]]:
    """Return whether a sponsor stands on a picture of a view, and what is written on it."""
    with recording() as texts:
        picture = show.draw(view, size, shown=shown, pictures=hall_pictures())
    red = any(abs(r - 230) + abs(g - 60) + abs(b - 30) < 9 for r, g, b in colours_of(picture))
    return red, [text.shown for text in texts]


def colours_of(picture: pygame.Surface) -> set[tuple[int, int, int]]:
    width, height = picture.get_size()
    grid = [(x, y) for x in range(0, width, 16) for y in range(0, height, 16)]
    return {(red, green, blue) for red, green, blue, _ in map(picture.get_at, grid)}


def until(true: object) -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if true():  # type: ignore[operator]
            return
        time.sleep(0.01)
    raise AssertionError("it never was")
