"""A sponsor's clip on a wall: it plays between games alone, in its pace, and costs what moves may cost."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

import pygame
import pytest

from displays import show
from displays.clips import Clip, is_clip
from displays.hall_pictures import HallPictures
from displays.pane import Pane
from displays.parts import TURN
from displays.sponsors import SPONSOR
from displays.views import BetweenView, ClosedView, View
from displays.window import open_window
from tests.displays import phases
from tests.displays.films import film
from tests.displays.golden import FULL
from tests.displays.test_hall_pictures import named, serving, until

FILM = film()
TURN_AT = (SPONSOR - 1) * TURN


@pytest.fixture(autouse=True)
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[pygame.Surface]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield open_window(FULL, True)
    pygame.display.quit()


def sponsored(name: str) -> View:
    return replace(phases.view(name, "es"), sponsors=(named(FILM),))  # type: ignore[arg-type]


@pytest.fixture
def pane(window: pygame.Surface) -> Iterator[Pane]:
    """A wall to which the clip has come."""
    came = threading.Event()
    with serving({named(FILM): FILM}) as url:
        pictures = HallPictures(url, came.set)
        pane = Pane(window, lambda camera: pytest.fail(f"{camera}"), pictures)
        pane.show(sponsored("between"), 0.0, repaint=False)
        assert came.wait(20)
        yield pane
        pane.close()


@pytest.mark.parametrize("name", ["between", "closed"])
def test_a_clip_plays_in_its_turn_and_draws_its_place_alone(pane: Pane, name: str) -> None:
    view = sponsored(name)
    pane.show(None, 9.0, repaint=False)
    pane.show(view, 10.0, repaint=False)
    pane.show(view, 10.0 + TURN_AT, repaint=False)
    areas = set[int]()

    def again() -> bool:
        areas.update(box.w * box.h for box in pane.show(view, 10.1 + TURN_AT, repaint=False))
        return len(areas) > 0

    until(again)
    assert max(areas) < FULL[0] * FULL[1] / 2
    pane.show(view, 10.0 + TURN_AT + TURN, repaint=False)
    assert not pane.show(view, 10.1 + TURN_AT + TURN, repaint=False), "its turn is over"


def test_no_clip_plays_while_cards_are_sold_or_anything_is_drawn_or_checked() -> None:
    places = {
        name: show.place_of_clip(pygame.Surface(FULL), phases.view(name, "es")) for name in phases.NAMES
    }
    kinds = {type(phases.view(name, "es")) for name, place in places.items() if place is not None}
    assert kinds == {BetweenView, ClosedView}


def test_a_frame_of_a_clip_costs_the_wall_no_more_than_what_moves() -> None:
    view, surface = sponsored("between"), pygame.Surface(FULL, 0, 32)
    place = show.place_of_clip(surface, view)
    assert place is not None
    clip, times = Clip(film(size=(1920, 1080), frames=4)), []
    clip.start(place)
    until(lambda: clip.newest() is not None)
    frame = clip.newest()
    assert frame is not None
    assert place[0] in frame.get_size() or place[1] in frame.get_size()
    for _ in range(40):
        began = time.thread_time()
        show.redraw_clip(surface, view, frame)
        times.append((time.thread_time() - began) * 1000)
    assert median(times) <= 2.5
    clip.stop()


def test_a_clip_keeps_its_pace_and_stays_at_its_last_frame() -> None:
    clip, seen = Clip(FILM), list[object]()
    began = time.monotonic()
    clip.start((320, 180))
    while time.monotonic() - began < 1.5:
        if not seen or seen[-1] is not clip.newest():
            seen.append(clip.newest())
        time.sleep(0.01)
    assert 5 < len(seen) <= 21
    assert clip.newest() is not None
    clip.stop()


def test_what_is_no_film_is_none() -> None:
    assert is_clip(FILM) and not is_clip(b"\x89PNG\r\n")
    with pytest.raises(ValueError, match="no film"):
        Clip(FILM[:40])
