"""Where nothing can be told of a print: under lights and fingers, and nowhere else."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.camera.balls import IVORY, RED, BallStyle, render
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.prints import SIDE, Print, find_prints, grid
from drivers.reader.seen import Seen, seen_at
from drivers.reader.view import View

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)

Image = npt.NDArray[np.uint8]
REACH = 0.32
WIDEST = 11.0  # pixels of these digits' thickest strokes
OFF = grid()[1]
WITHIN = OFF < 0.4  # of what is seen: where the digits are


def ball(style: BallStyle = IVORY) -> tuple[Image, View, Print]:
    image = render("42", np.random.default_rng(7), style)
    circle = find_ball(thumbnail(quartered(image)), image)
    assert circle is not None
    view = View(image, circle)
    return image, view, next(find_prints(view))


def middle_of(view: View, shown: Print) -> tuple[int, int]:
    x, y = np.array([view.ball.x, view.ball.y]) + view.ball.radius * shown.towards[:2]
    return int(x), int(y)


def seen_on(image: Image, view: View, shown: Print, widest: float | None = None) -> Seen:
    return seen_at(View(image, view.ball), shown, REACH, widest)


def test_all_of_a_plain_print_is_known_and_its_ink_too() -> None:
    for style in (IVORY, RED):
        image, view, shown = ball(style)
        for widest in (None, WIDEST):
            seen = seen_on(image, view, shown, widest)
            assert seen.known[WITHIN].mean() > 0.97
            assert seen.ink.shape == seen.known.shape == (SIDE, SIDE)


def test_paint_that_is_shaded_from_one_side_is_no_light() -> None:
    image, view, shown = ball()
    x, _ = middle_of(view, shown)
    shade = np.clip(0.75 + (np.arange(image.shape[1]) - x) / 400, 0.4, 1.05)[:, None]
    seen = seen_on(np.clip(image * shade, 0, 252).astype(np.uint8), view, shown)
    assert seen.known[WITHIN].mean() > 0.95


def test_paint_around_a_small_print_that_is_shaded_from_one_side_is_no_light() -> None:
    for style in (IVORY, RED):
        image, view, shown = ball(style)
        x, _ = middle_of(view, shown)
        shade = np.clip(0.6 + (np.arange(image.shape[1]) - x) / 125, 0.1, 1.05)[:, None]
        small = replace(shown, radius=0.4 * shown.radius)
        seen = seen_on(np.clip(image * shade, 0, 252).astype(np.uint8), view, small)
        assert seen.known[WITHIN].mean() > 0.97


def test_paint_beside_a_light_is_no_darker_for_it() -> None:
    for style in (IVORY, RED):
        image, view, shown = ball(style)
        dim = np.asarray(image * 0.6, np.uint8)
        x, y = middle_of(view, shown)
        reach = int(shown.radius * view.ball.radius)
        lit = cv2.circle(dim.copy(), (x + reach, y), reach // 3, (255, 255, 255), cv2.FILLED, cv2.LINE_AA)
        soft = (np.asarray(cv2.GaussianBlur(each, (0, 0), 2.0), np.uint8) for each in (dim, lit))
        plain, beside = (seen_on(each, view, shown) for each in soft)
        known = WITHIN & (beside.known > 0)
        assert known[WITHIN].mean() > 0.7
        assert np.abs(beside.ink - plain.ink)[known].mean() < 0.02


def test_nothing_is_known_under_a_light_nor_where_all_is_saturated() -> None:
    image, view, shown = ball()
    lit = image.copy()
    cv2.circle(lit, middle_of(view, shown), 8, (255, 255, 255), -1)
    seen = seen_on(lit, view, shown)
    assert not seen.known[SIDE // 2 - 5 : SIDE // 2 + 5, SIDE // 2 - 5 : SIDE // 2 + 5].any()
    assert seen.known[OFF > 0.6].mean() > 0.95
    assert not seen_on(np.full_like(image, 255), view, shown).known.any()


def test_paint_that_is_nearly_saturated_is_no_light_for_its_noise_and_a_light_on_it_is_one() -> None:
    image, view, shown = ball()
    paint = np.quantile(image.min(axis=2)[view.grey > 150], 0.6)
    noise = np.random.default_rng(5).normal(0, 3, image.shape[:2])[..., None]
    bright = np.clip(image.min(axis=2, keepdims=True) * (240 / paint) + noise, 0, 255)
    bright = np.repeat(bright, 3, axis=2).astype(np.uint8)
    assert seen_on(bright, view, shown).known[WITHIN].mean() > 0.95
    cv2.circle(bright, middle_of(view, shown), 8, (255, 255, 255), -1)
    lit = seen_on(bright, view, shown)
    assert not lit.known[SIDE // 2 - 4 : SIDE // 2 + 4, SIDE // 2 - 4 : SIDE // 2 + 4].any()
    assert lit.known[WITHIN].mean() > 0.7


def test_a_finger_is_told_from_ink_by_how_thick_it_is_and_hides_nothing_beside_it() -> None:
    image, view, shown = ball()
    x, y = middle_of(view, shown)
    aside = int(shown.radius * view.ball.radius)
    covered = image.copy()
    cv2.line(covered, (x + aside + 8, y), (x + aside + 300, y), (40, 60, 90), 30)
    as_ink, as_finger = seen_on(covered, view, shown), seen_on(covered, view, shown, WIDEST)
    right = np.s_[SIDE // 2 - 4 : SIDE // 2 + 4, SIDE - 6 :]
    assert as_ink.known[right].all()
    assert not as_finger.known[right].any()
    assert as_finger.known[:, : SIDE // 2].mean() > 0.97
    assert as_finger.known[:, : SIDE // 2].sum() == as_ink.known[:, : SIDE // 2].sum()


def test_a_bright_rim_across_a_print_hides_what_it_covers_and_darkens_no_paint_beside_it() -> None:
    """As wide as a fifth of the digits: where most of the paint is dimmer, it is no paint itself."""
    image, view, shown = ball()
    x, y = middle_of(view, shown)
    dim = (image * 0.5).astype(np.uint8)
    rim = dim.copy()
    cv2.circle(rim, (x - 190, y), 190, (180, 180, 180), 8, cv2.LINE_AA)
    plain, crossed = seen_on(dim, view, shown, WIDEST), seen_on(rim, view, shown, WIDEST)
    across = np.s_[SIDE // 2 - 10 : SIDE // 2 + 10, SIDE // 2 - 1 : SIDE // 2 + 1]
    assert not crossed.known[across].any()
    both = (crossed.known > 0) & (plain.known > 0) & WITHIN
    assert both[WITHIN].mean() > 0.6
    assert np.abs(crossed.ink - plain.ink)[both].mean() < 0.02


def test_paint_beside_the_edge_of_a_plexiglass_is_no_darker_for_being_shaded() -> None:
    """The edge is as bright as the paint where that is in the light, and much brighter in the shade."""
    image, view, shown = ball()
    x, y = middle_of(view, shown)
    shade = np.clip(0.5 + (np.arange(image.shape[1]) - x) / 100, 0.15, 1)[:, None]
    dim = (image * shade).astype(np.uint8)
    rim = dim.copy()
    large = int(2 * view.ball.radius)
    cv2.circle(rim, (x - 20 - large, y), large, (190, 190, 190), 6, cv2.LINE_AA)
    plain, crossed = seen_on(dim, view, shown, WIDEST), seen_on(rim, view, shown, WIDEST)
    both = (crossed.known > 0) & (plain.known > 0) & WITHIN
    assert both[WITHIN].mean() > 0.5
    assert np.abs(crossed.ink - plain.ink)[both].mean() < 0.03


def test_a_print_so_blurred_that_ink_and_paint_run_together_is_all_known() -> None:
    image, view, shown = ball()
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), 4.5), np.uint8)
    for widest in (None, WIDEST):
        assert seen_on(blurred, view, shown, widest).known[WITHIN].mean() > 0.97
