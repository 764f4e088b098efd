"""What a wall costs, in small: the figures themselves are of ``tests.displays.speed`` and ``.hour``."""

import time
from collections.abc import Iterator
from statistics import median

import pygame
import pytest

from displays import show
from displays.window import open_window
from tests.displays.golden import FULL, load_any
from tests.displays.hour import growth, memory
from tests.displays.recording import recording
from tests.displays.speed import board_of, drawing


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    open_window(FULL, True)
    yield
    pygame.display.quit()


@pytest.mark.usefixtures("window")
def test_a_whole_board_costs_no_more_than_8_ms_of_a_1080p_screen_and_what_moves_2_5() -> None:
    whole, step = drawing(time.thread_time, rounds=2)
    assert median(whole) <= 8
    assert median(step) <= 2.5


@pytest.mark.usefixtures("window")
def test_a_number_that_did_not_change_is_not_drawn_anew() -> None:
    surface, view = pygame.display.get_surface(), board_of(90)
    assert surface is not None
    show.paint(surface, view, show.Moment())
    with recording() as texts:
        show.paint(surface, view, show.Moment())
    numbers = [text for text in texts if text.asked.isdigit() and int(text.asked) <= 90]
    assert len(numbers) < 12, "the newest, the last five and the counters"


@pytest.mark.usefixtures("window")
def test_a_frame_of_a_celebration_costs_no_more_than_16_ms_of_a_1080p_screen() -> None:
    view, surface = load_any("check-good"), pygame.display.get_surface()
    assert surface is not None
    surface.blit(show.draw(view, FULL, 0.0), (0, 0))
    times = []
    for frame in range(60):
        began = time.thread_time()
        show.redraw(surface, view, frame / 10)
        times.append((time.thread_time() - began) * 1000)
    assert median(times) <= 16


@pytest.mark.timeout(600)
def test_the_memory_of_a_wall_is_small_and_does_not_grow_with_play(full: bool) -> None:
    """In `make test` for some minutes: a leaked picture would be seen, and a leaked view would not."""
    found = memory(3600, fps=2, every=7) if full else memory(360, fps=2, every=7)
    assert max(held for _, held in found) < 150
    # A leaked picture of the exit a second would be 10 GB an hour, a leaked view some 30 MB.
    assert growth(found) < (20 if full else 500)
