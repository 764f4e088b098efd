"""What moves is drawn alone, and the picture is the same as if all of it had been drawn anew."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from displays import show
from displays.parts import ARRIVAL
from displays.views import BoardView, View
from tests.displays.golden import EVERY, FULL, SMALL, UPRIGHT, exit_picture, load_any
from tests.sampling import sampled_pairs

KINDS = ("board", "cctv", "sale", "check")


def views(name: str) -> list[View]:
    view = load_any(name)
    return [view, replace(view, corner=not view.corner)] if isinstance(view, BoardView) else [view]


@pytest.mark.parametrize(
    ("name", "size"),
    sampled_pairs([name for name in EVERY if load_any(name).KIND in KINDS], [FULL, SMALL, UPRIGHT], 3),
    ids=str,
)
def test_a_view_redrawn_at_another_moment_is_what_it_would_be_drawn_anew(
    name: str, size: tuple[int, int]
) -> None:
    first = exit_picture()
    second = pygame.transform.scale(pygame.transform.flip(first, True, True), (640, 360))
    for view in views(name):
        surface = show.draw(view, size, 0.0, first)
        for moment, frame in ((ARRIVAL / 4, first), (ARRIVAL / 4, second), (2 * ARRIVAL, None)):
            before = pygame.surfarray.array2d(surface)
            places = show.redraw(surface, view, moment, frame)
            after = pygame.surfarray.array2d(surface)
            assert np.array_equal(after, pygame.surfarray.array2d(show.draw(view, size, moment, frame)))
            for place in places:
                x, y, w, h = pygame.Rect(place)
                before[x : x + w, y : y + h] = after[x : x + w, y : y + h]
            assert np.array_equal(before, after), "something was drawn where nobody was told"
