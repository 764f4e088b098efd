"""The symbols of bingo 30: no two are alike in grey, small, and in any turn (PT-67)."""

import os
from itertools import combinations

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from displays.symbols import picture
from fonts.symbols import SYMBOLS, path, svg, symbol

SIDE = 24
"""How small they still have to be told apart, in pixels with a margin: a letter of this page is as high."""
LEAST = 0.2
"""Of the ink of the smaller, what at least differs."""

Grey = npt.NDArray[np.float64]


def seen(number: int, turn: float) -> Grey:
    """Return a symbol as somebody sees it who sees no colours: small, in grey, turned by so many degrees."""
    paper = pygame.Surface((136, 136))
    paper.fill((255, 255, 255))
    turned = pygame.transform.rotozoom(picture(number, 88, (0, 0, 0)), turn, 1)
    paper.blit(turned, turned.get_rect(center=(68, 68)))
    return pygame.surfarray.array_red(pygame.transform.smoothscale(paper, (SIDE, SIDE))) / 255


@pytest.mark.req("PT-67")
def test_no_two_symbols_are_alike_in_grey_small_and_in_any_turn() -> None:
    numbers = range(1, len(SYMBOLS) + 1)
    upright = {number: seen(number, 0) for number in numbers}
    turned = {number: np.stack([seen(number, turn) for turn in range(0, 360, 10)]) for number in numbers}
    ink = {number: float((1 - grey).sum()) for number, grey in upright.items()}
    for one, other in combinations(numbers, 2):
        differs = np.abs(turned[other] - upright[one]).sum(axis=(1, 2)).min()
        assert differs > LEAST * min(ink[one], ink[other]), f"{symbol(one).es} and {symbol(other).es}"


@pytest.mark.req("PT-67")
def test_there_are_thirty_each_with_a_name_of_its_own_in_three_languages() -> None:
    assert len(SYMBOLS) == 30
    for language in ("es", "pt", "en"):
        assert len({each.name(language) for each in SYMBOLS}) == 30
    for number, each in enumerate(SYMBOLS, 1):
        points = [point for polygon in each.polygons for point in polygon]
        assert max(max(map(abs, point)) for point in points) <= 1.0001
        assert path(number) in svg(number)
    for strange in (0, 31):
        with pytest.raises(ValueError, match="no symbol"):
            symbol(strange)
