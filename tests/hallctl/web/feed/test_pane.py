"""A wall draws when something changes or moves, and follows the exit's picture only while a view shows it."""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pygame
import pytest

from displays.cctv import Camera, CctvReader
from displays.celebration import LASTS
from displays.layout import BoardLayout, Box, Numbers
from displays.pane import TICK, Pane
from displays.parts import ARRIVAL
from displays.screens import no_signal
from displays.show import draw
from displays.views import BoardView
from tests.displays.golden import load_any as load
from tests.hallctl.web.console.hall import Hall
from tests.hallctl.web.feed.feeding import Feeding
from tests.hallctl.web.feed.test_feed import until

SIZE = (1280, 720)


@pytest.fixture
def surface() -> pygame.Surface:
    return pygame.Surface(SIZE, 0, 32)


def nowhere(camera: Camera) -> CctvReader:
    raise AssertionError(f"no view shows the {camera.name}")


def opened(hall: str) -> Callable[[Camera], CctvReader]:
    return lambda camera: CctvReader(hall, camera=camera, log=lambda message: None)


def same(surface: pygame.Surface, expected: pygame.Surface) -> bool:
    return pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(expected, "RGB")


@pytest.mark.invariant("I1")
def test_a_ball_is_drawn_at_once_moves_and_then_nothing_is_drawn_until_the_next(
    surface: pygame.Surface,
) -> None:
    pane, view = Pane(surface, nowhere), load("draw-23")
    assert pane.show(view, 100.0, repaint=False)
    assert same(surface, draw(view, SIZE, 0.0)), "all of the ball's number is there from the first picture"
    times = [100.0 + TICK * step for step in range(1, 60)]
    drawn = [now for now in times if pane.show(view, now, repaint=False)]
    assert ARRIVAL <= drawn[-1] - 100.0 <= ARRIVAL + 2 * TICK
    assert same(surface, draw(view, SIZE)), "what stands still is what a picture without time shows"
    assert not pane.show(view, 200.0, repaint=False)
    assert pane.show(view, 201.0, repaint=True)
    assert pane.show(load("draw-1"), 202.0, repaint=False)


@pytest.mark.parametrize("late", [0.06, 0.3, 5.0])
def test_a_movement_is_drawn_to_its_end_however_late_the_machine_is(
    surface: pygame.Surface, late: float
) -> None:
    pane, view = Pane(surface, nowhere), load("draw-23")
    pane.show(view, 100.0, repaint=False)
    pane.show(view, 100.0 + ARRIVAL / 4, repaint=False)
    assert not same(surface, draw(view, SIZE)), "it is still on its way"
    assert pane.show(view, 100.0 + ARRIVAL + late, repaint=False)
    assert same(surface, draw(view, SIZE))
    assert not pane.show(view, 200.0, repaint=False)


def test_a_wall_that_was_held_up_while_a_ball_arrived_still_shows_it_at_rest(surface: pygame.Surface) -> None:
    pane, view = Pane(surface, nowhere), load("draw-23")
    pane.show(view, 100.0, repaint=False)
    assert pane.show(view, 100.0 + 3 * ARRIVAL, repaint=False)
    assert same(surface, draw(view, SIZE))
    assert not pane.show(view, 100.0 + 4 * ARRIVAL, repaint=False)


@pytest.mark.parametrize("name", ["check-good", "prizes-few"])
def test_a_celebration_moves_ends_by_itself_and_leaves_what_is_to_be_read(
    surface: pygame.Surface, name: str
) -> None:
    pane, view = Pane(surface, nowhere), load(name)
    pane.show(view, 0.0, repaint=False)
    moments = [TICK * step for step in range(1, 300)]
    drawn = [now for now in moments if pane.show(replace(view, hour="21:36"), now, repaint=False)]
    moving = [now for now in drawn if now < 8]
    assert LASTS <= moving[-1] <= LASTS + 2 * TICK
    assert len(moving) >= LASTS / TICK - 1
    assert same(surface, draw(replace(view, hour="21:36"), SIZE, 15.0))


def test_a_countdown_is_the_hall_s_and_a_long_list_turns_once_a_page(surface: pygame.Surface) -> None:
    times = [LASTS + TICK * step for step in range(1, 401)]
    for name, changes in (("sale-countdown", 3), ("prizes-many", 5), ("check-any-more", 3), ("sale-open", 0)):
        pane, view = Pane(surface, nowhere), load(name)
        pane.show(view, 0.0, repaint=False)
        drawn = [now for now in times if pane.show(view, now, repaint=False)]
        assert len([now for now in drawn if now > LASTS + 2 * TICK]) == changes, name


def test_sin_senal_speaks_the_language_of_the_hall_once_it_is_known(surface: pygame.Surface) -> None:
    pane = Pane(surface, nowhere)
    assert pane.show(None, 0.0, repaint=True)
    assert same(surface, no_signal.draw(SIZE))
    assert not pane.show(None, 1.0, repaint=False)
    pane.show(replace(load("between-games"), language="en"), 2.0, repaint=False)
    assert pane.show(None, 3.0, repaint=False)
    assert not same(surface, no_signal.draw(SIZE)), "now it is English"


@pytest.fixture
def feeding(tmp_path: Path) -> Iterator[Feeding]:
    with Hall(tmp_path) as hall, Feeding(hall) as feeding:
        yield feeding


@contextlib.contextmanager
def filming(feeding: Feeding) -> Iterator[None]:
    """Let exit's and desk's cameras see nothing but blue."""
    done, blue = threading.Event(), np.full((90, 160, 3), (250, 10, 10), np.uint8)
    jpeg = cv2.imencode(".jpg", blue)[1].tobytes()

    def film() -> None:
        while not done.wait(0.04):
            feeding.pictures.publish(jpeg)
            feeding.desk.publish(jpeg)

    thread = threading.Thread(target=film)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@pytest.mark.req("AJ-29", "AJ-30")
def test_the_board_does_not_redraw_all_of_itself_when_only_the_exits_picture_is_new(
    surface: pygame.Surface, feeding: Feeding
) -> None:
    pane = Pane(surface, opened(feeding.url))
    board = load("draw-23")
    assert isinstance(board, BoardView)
    view = replace(board, corner=True)
    corner = BoardLayout.of(SIZE, Numbers(view.universe), len(view.prizes), view.simulated, True).side.corner
    now, drawn = 100.0, []
    with contextlib.closing(pane), filming(feeding):
        assert pane.show(view, now, repaint=False) == (Box(0, 0, *SIZE),)
        assert not np.any(near_blue(surface)), "there is no picture yet, and it says so"
        now += 2 * ARRIVAL
        pane.show(view, now, repaint=False)
        until(lambda: (drawn.append(pane.show(view, now, False)), np.any(near_blue(surface)))[1])
        before = pygame.surfarray.array3d(surface)
        until(lambda: drawn.append(pane.show(view, now, False)) or len(list(filter(None, drawn))) > 3)
        assert all(corner in boxes and Box(0, 0, *SIZE) not in boxes for boxes in drawn if boxes)
        assert (pygame.surfarray.array3d(surface) == before).all(), "the rest of the board stands"
        until(lambda: (pane.show(board, now, False), feeding.pictures.viewers == 0)[1])
        assert not np.any(near_blue(surface))


@pytest.mark.req("AJ-29")
def test_the_exits_picture_is_on_the_wall_while_a_view_shows_it_and_followed_no_longer(
    surface: pygame.Surface, feeding: Feeding
) -> None:
    pane, view = Pane(surface, opened(feeding.url)), load("cctv-draw")
    with contextlib.closing(pane), filming(feeding):
        pane.show(view, 0.0, repaint=True)
        assert not np.any(near_blue(surface)), "there is no picture yet, and it says so"
        until(lambda: pane.show(view, time.monotonic(), False) and np.mean(near_blue(surface)) > 0.2)
        pane.show(load("draw-23"), 1.0, repaint=False)
        until(lambda: feeding.pictures.viewers == 0)
        assert not np.any(near_blue(surface))
    until(lambda: not followers())


@pytest.mark.req("AJ-30", "AJ-95")
def test_the_original_of_a_card_is_followed_from_the_desk_while_it_is_checked(
    surface: pygame.Surface, feeding: Feeding
) -> None:
    pane, draw_, check = Pane(surface, opened(feeding.url)), load("cctv-draw"), load("check-original")
    drawn: list[tuple[Box, ...]] = []
    with contextlib.closing(pane), filming(feeding):
        pane.show(draw_, 0.0, repaint=True)
        until(lambda: feeding.pictures.viewers == 1)
        pane.show(check, 1.0, repaint=False)
        until(lambda: (feeding.pictures.viewers, feeding.desk.viewers) == (0, 1))
        pane.show(check, 1.0 + 2 * ARRIVAL, repaint=False)
        until(lambda: (drawn.append(pane.show(check, 3.0, False)), np.any(near_blue(surface)))[1])
        del drawn[:]
        until(lambda: drawn.append(pane.show(check, 3.0, False)) or len(list(filter(None, drawn))) > 3)
        assert len({boxes for boxes in drawn if boxes}) == 1
        ((box,),) = {boxes for boxes in drawn if boxes}
        assert box.w * box.h < 0.3 * SIZE[0] * SIZE[1], "only the picture is drawn again"
        pane.show(draw_, 4.0, repaint=False)
        until(lambda: (feeding.pictures.viewers, feeding.desk.viewers) == (1, 0))
    until(lambda: not followers())


def test_sin_senal_does_not_wait_for_the_picture_of_a_hall_that_no_longer_answers(
    surface: pygame.Surface,
) -> None:
    with contextlib.ExitStack() as sockets:
        deaf = sockets.enter_context(socket.socket())
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        for _ in range(3):  # the queue is full: whoever comes now gets no answer at all
            waiting = sockets.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(deaf.getsockname())
        hall = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        pane = Pane(surface, opened(hall))
        pane.show(load("cctv-draw"), 0.0, repaint=True)
        time.sleep(0.3)
        assert followers(), "it waits for a connection"
        start = time.monotonic()
        assert pane.show(None, 1.0, repaint=False)
        assert time.monotonic() - start < 1.0
        until(lambda: not followers())


def followers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "cctv-feed"]


def near_blue(surface: pygame.Surface) -> np.ndarray:
    pixels = pygame.surfarray.array3d(surface).astype(int)
    return np.abs(pixels - (10, 10, 250)).max(axis=2) < 12
