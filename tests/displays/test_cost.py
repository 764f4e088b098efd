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
from tests.displays.speed import drawing


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    open_window(FULL, True)
    yield
    pygame.display.quit()


@pytest.mark.usefixtures("window")
def test_a_number_its_ball_and_the_exit_cost_a_part_of_a_whole_redraw() -> None:
    whole, step = drawing(time.thread_time)
    assert median(step) < median(whole) / 2


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
    found = memory(3600 if full else 1800, fps=2, every=7)  # every page has been there by half of it
    assert max(held for _, held in found) < 150
    # A leaked picture of the exit a second would be 10 GB an hour, a leaked view some 30 MB.
    assert growth(found) < 20
