import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame
import pytest

from displays import show, theme
from displays.layout import BoardLayout, Box
from displays.screens import board
from displays.views import BoardView, PrizeLine
from tests.displays.golden import FULL, SMALL, VIEWS, load
from tests.displays.recording import recording
from tests.sampling import sampled, sampled_pairs

NOCHE = theme.THEMES[theme.USUAL]

Pixels = npt.NDArray[np.uint8]


def draw(view: BoardView, size: tuple[int, int] = FULL) -> Pixels:
    return pygame.surfarray.array3d(show.draw(view, size))


def part(pixels: Pixels, box: Box) -> Pixels:
    return pixels[box.x : box.right, box.y : box.bottom]


def layout_of(view: BoardView, size: tuple[int, int] = FULL) -> BoardLayout:
    return board.layout_of(view, size)


def share(pixels: Pixels, colour: theme.Colour) -> float:
    """Return how much of a picture has exactly this colour."""
    return float(np.all(pixels == np.array(colour, np.uint8), axis=2).mean())


def sequence(seed: int, balls: int, universe: int = 90) -> tuple[int, ...]:
    return tuple(random.Random(seed).sample(range(1, universe + 1), balls))


@pytest.mark.req("AJ-32", "AJ-86", "PT-13", "PT-28")
@pytest.mark.parametrize("simulated", [False, True])
@pytest.mark.parametrize("size", [FULL, SMALL])
@pytest.mark.parametrize(("seed", "balls"), [(0, 0), (1, 1), (2, 2), (3, 23), (4, 45), (5, 89), (6, 90)])
def test_exactly_the_called_numbers_are_lit(
    seed: int, balls: int, size: tuple[int, int], simulated: bool
) -> None:
    view = replace(load("draw-23"), called=sequence(seed, balls), simulated=simulated)
    drawn, blank = draw(view, size), draw(replace(view, called=()), size)
    for number, cell in enumerate(layout_of(view, size).cells, start=1):
        shown = part(drawn, cell)
        if number not in view.called:
            assert (shown == part(blank, cell)).all(), f"{number} is not called, yet it changed"
            assert share(shown, NOCHE.lit) == 0
        elif number == view.called[-1]:
            assert share(shown, theme.NEWEST) > 0.35, f"{number} is the newest"
        else:
            assert share(shown, NOCHE.lit) > 0.35, f"{number} is called"
            assert share(shown, theme.NEWEST) == 0, f"{number} is not the newest"


@pytest.mark.req("PT-13")
@pytest.mark.parametrize("universe", [30, 75, 80, 90])
def test_every_variant_shows_all_of_its_numbers(universe: int) -> None:
    view = replace(load("draw-0"), universe=universe)
    drawn = draw(view)
    cells = layout_of(view).cells
    assert len(cells) == universe
    for cell in cells:
        assert share(part(drawn, cell), NOCHE.uncalled) > 0.02


def _other_ball(view: BoardView) -> BoardView:
    return replace(view, called=(*view.called[:-1], next(n for n in range(1, 91) if n not in view.called)))


def _other_amount(view: BoardView) -> BoardView:
    return replace(view, prizes=(replace(view.prizes[0], amount="Bs 9,99"), *view.prizes[1:]))


FIELDS: dict[str, tuple[Callable[[BoardView], BoardView], Callable[[BoardLayout], Box]]] = {
    "sold": (lambda v: replace(v, cards_sold=777), lambda layout: layout.strip.sold),
    "price": (lambda v: replace(v, price="Bs 7,77"), lambda layout: layout.strip.price),
    "prizes": (_other_amount, lambda layout: layout.strip.prizes),
    "game": (lambda v: replace(v, game=77), lambda layout: layout.page.identity),
    "hall": (lambda v: replace(v, hall="Otra"), lambda layout: layout.page.identity),
    "headline": (lambda v: replace(v, headline="OTRA COSA"), lambda layout: layout.page.headline),
    "notice": (lambda v: replace(v, notice="Otra nota"), lambda layout: layout.page.headline),
}


@pytest.mark.req("AJ-34", "AJ-35", "AJ-36", "AJ-37", "PT-09")
@pytest.mark.parametrize(
    ("name", "field"), sampled_pairs([name for name in VIEWS if load(name).prizes], FIELDS, 5)
)
def test_every_field_is_drawn_in_its_place_in_every_phase(name: str, field: str) -> None:
    change, place = FIELDS[field]
    view = load(name)
    before, after = draw(view, SMALL), draw(change(view), SMALL)
    different = (before != after).any(axis=2)
    box = place(layout_of(view, SMALL))
    assert different[box.x : box.right, box.y : box.bottom].any(), "it is not drawn"
    different[box.x : box.right, box.y : box.bottom] = False
    assert not different.any(), "it is drawn elsewhere too"


@pytest.mark.req("AJ-33", "AJ-37")
@pytest.mark.parametrize("name", sampled([name for name in VIEWS if 0 < len(load(name).called) < 90], 3))
def test_the_ball_being_called_is_always_drawn(name: str) -> None:
    view = load(name)
    before, after = draw(view), draw(_other_ball(view))
    ball = layout_of(view).side.ball
    assert share(part(before, ball), theme.BALL) > 0.25
    assert (part(before, ball) != part(after, ball)).any()


@pytest.mark.req("PT-15")
def test_what_is_drawn_and_what_is_left_of_the_variant_is_counted() -> None:
    view = replace(load("draw-0"), universe=75, called=tuple(range(1, 24)))
    side = layout_of(view).side
    with recording() as texts:
        draw(view)
    for box, count in ((side.drawn, "23"), (side.left, "52")):
        found = [
            text.asked
            for text in texts
            if box.x <= text.place.x < box.right and box.y <= text.place.y < box.bottom
        ]
        assert count in found


@pytest.mark.req("PT-14")
def test_the_last_five_stand_newest_first_and_move_down() -> None:
    view = replace(load("draw-23"), called=(11, 22, 33, 44, 55, 66))
    earlier = replace(view, called=view.called[:-1])
    places = layout_of(view).side.latest
    now, before = draw(view), draw(earlier)
    assert share(part(now, places[0]), theme.NEWEST) > 0.4
    for place in places[1:]:
        assert share(part(now, place), NOCHE.lit) > 0.4
    for index in (1, 2, 3):  # a ball keeps its number and its place in the extraction while it moves down
        one, other = part(before, places[index]), part(now, places[index + 1])
        height = min(one.shape[1], other.shape[1])
        assert np.abs(one[:, :height].astype(int) - other[:, :height]).mean() < 8


@pytest.mark.parametrize("name", sampled(VIEWS, 4))
def test_a_simulation_says_so_on_every_side(name: str) -> None:
    practice, real = (replace(load(name), simulated=flag) for flag in (True, False))
    drawn, earnest = draw(practice), draw(real)
    layout = layout_of(practice)
    assert layout.page.simulation is not None
    assert share(part(drawn, layout.page.simulation), theme.SIMULATED) > 0.5
    width, height, frame = *FULL, layout.page.frame
    for edge in (
        Box(0, 0, frame, height),
        Box(width - frame, 0, frame, height),
        Box(0, height - frame, width, frame),
    ):
        assert share(part(drawn, edge), theme.SIMULATED) > 0.3
    assert share(earnest, theme.SIMULATED) == 0


def test_drawing_twice_gives_the_same_picture_and_a_new_one() -> None:
    view = load("claim")
    first = show.draw(view, FULL)
    kept = pygame.surfarray.array3d(first)
    first.fill((1, 2, 3))
    assert (draw(view) == kept).all()


EXTREMES: dict[str, dict[str, Any]] = {
    "long": {"headline": "¡" + "LARGO " * 60 + "!", "hall": "Sala " * 80, "notice": "aviso " * 200},
    "empty": {"headline": "", "hall": "", "notice": "", "price": "", "prizes": ()},
    "unprintable": {"headline": "a\n\x00\ud800b", "notice": "\t\n"},
    "huge": {"cards_sold": 10**15, "game": 10**12, "price": "Bs 1.000.000.000.000,00"},
    "wide": {"prizes": tuple(PrizeLine("POZO " * 20, "Bs 1.000" * 20, "nota " * 30) for _ in range(6))},
}


@pytest.mark.parametrize("extreme", sampled(EXTREMES, 2))
def test_extremes_stay_inside_their_places(extreme: str) -> None:
    view = load("draw-23")
    drawn = draw(replace(view, **EXTREMES[extreme]), SMALL)
    expected = draw(view, SMALL)
    layout = layout_of(view, SMALL)
    for box in (*layout.cells, layout.side.ball, *layout.side.latest):
        assert (part(drawn, box) == part(expected, box)).all()


@pytest.mark.req("PT-11")
@pytest.mark.parametrize("size", [FULL, SMALL])
def test_what_the_cards_sold_come_to_stands_beside_their_number(size: tuple[int, int]) -> None:
    view = load("draw-23")
    told = replace(view, cards_sold=777, collected="€ 1.554,00")
    place = layout_of(view, size).strip.sold
    few, much = part(draw(replace(view, cards_sold=777), size), place), part(draw(told, size), place)
    assert (few != much).any()
    with recording() as written:
        draw(told, size)
    assert "777 / € 1.554,00" in {each.shown for each in written}


@pytest.mark.req("PT-67")
@pytest.mark.parametrize("size", [FULL, SMALL])
def test_where_symbols_stand_for_numbers_no_number_of_a_ball_is_written(size: tuple[int, int]) -> None:
    view = replace(load("draw-23"), universe=30, called=(7, 30, 3), symbols=True, card_numbers=9)
    with recording() as written:
        drawn = draw(view, size)
    numbers = {str(number) for number in range(1, 31)} - {"3", "27"}  # drawn and left are counted
    assert not numbers & {each.shown for each in written}
    plain = draw(replace(view, symbols=False), size)
    layout = layout_of(view, size)
    for box in (*layout.cells, layout.side.ball, *layout.side.latest[:3]):
        assert (part(drawn, box) != part(plain, box)).any()
