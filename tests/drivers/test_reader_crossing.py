"""The edge of a plexiglass across a ball: it is seen where it runs, and nothing else is taken for one."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.camera.balls import IVORY, RED, BallStyle, render
from drivers.reader.crossing import crossed
from drivers.reader.limb import Circle
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.view import View
from tools.reader.fonts import BUILT_IN, Side
from tools.reader.looks import Look
from tools.reader.maker import Picture, made
from tools.reader.taking import some_conditions

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)

Image = npt.NDArray[np.uint8]


def ball(style: BallStyle = IVORY) -> tuple[Image, Circle]:
    image = render("42", np.random.default_rng(7), style)
    circle = find_ball(thumbnail(quartered(image)), image)
    assert circle is not None
    return image, circle


def on_the_ball(where: Image, circle: Circle) -> Image:
    disc = np.zeros(where.shape, np.uint8)
    cv2.circle(disc, (round(circle.x), round(circle.y)), int(circle.radius), 255, -1)
    return np.asarray(cv2.bitwise_and(where, disc), np.uint8)


@pytest.mark.parametrize("style", [IVORY, RED])
@pytest.mark.parametrize("way", [0.3, 1.9, 3.5, 5.1])
@pytest.mark.parametrize("large", [1.5, 2.0, 5.0])
def test_an_edge_as_bright_as_the_paint_is_seen_all_across_the_ball_and_not_beside_itself(
    style: BallStyle, way: float, large: float
) -> None:
    image, circle = ball(style)
    away = (large + 0.6) * circle.radius
    middle = int(circle.x + away * np.cos(way)), int(circle.y + away * np.sin(way))
    drawn = np.zeros(image.shape[:2], np.uint8)
    cv2.circle(drawn, middle, int(large * circle.radius), 255, 3)
    paint = image[on_the_ball(np.full_like(drawn, 255), circle) > 0].max(axis=1)
    image[drawn > 0] = np.quantile(paint, 0.8)
    where = crossed(image, circle)
    assert where is not None
    there, hidden = on_the_ball(drawn, circle) > 0, on_the_ball(where, circle) > 0
    assert there.sum() > 100
    assert hidden[there].mean() > 0.98
    assert hidden.sum() < 2.5 * there.sum()


@pytest.mark.parametrize("moves", [False, True])
def test_a_ball_moves_by_its_own_strokes_and_not_by_the_edge_that_crosses_it(moves: bool) -> None:
    """The edge is a streak too, and plainer than a pale print."""
    image, circle = ball()
    pale = np.asarray(0.15 * image + 0.85 * cv2.GaussianBlur(image, (0, 0), 25), np.uint8)
    if moves:
        pale = np.asarray(cv2.blur(image, (1, 31)), np.uint8)
    middle = int(circle.x + 5.4 * circle.radius), int(circle.y)
    cv2.circle(pale, middle, int(5 * circle.radius), (255, 255, 255), 3, cv2.LINE_AA)
    view = View(pale, circle)
    assert view.crossed is not None
    assert view.moves is moves


def shown(seed: int, *, rim: bool) -> Picture:
    rng = np.random.default_rng([seed, 2611])
    look = Look(
        BUILT_IN[0], "one", "line", False, 1.0, 0, 0.1, 0.35, (240, 240, 240), (30, 30, 30), None, False,
        0.15, 0.1, 0.5,
    )  # fmt: skip
    taken = replace(some_conditions(rng), rim=rim, motion=0.0, noise=2.0, light=1.0)
    return made("ball", "68", look, taken, rng, Side.CHECKED)


def test_the_edges_of_drawn_pictures_are_seen_and_no_ring_finger_or_shadow_is_taken_for_one() -> None:
    found = {True: 0, False: 0}
    for rim in found:
        for seed in range(30):
            picture = shown(seed, rim=rim)
            found[rim] += crossed(picture.image, Circle(*picture.place, 1.0)) is not None
    print(f"an edge is seen in {found[True]} of 30 pictures with one, and in {found[False]} of 30 without")
    assert found[True] >= 28
    assert found[False] == 0


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_even_picture_holds_no_edge(level: int) -> None:
    assert crossed(np.full((480, 640, 3), level, np.uint8), Circle(320.0, 240.0, 120.0, 1.0)) is None


def test_a_ball_at_the_border_of_the_picture_is_looked_at_as_far_as_it_goes() -> None:
    image, _ = ball()
    assert crossed(image, Circle(2.0, 3.0, 120.0, 1.0)) is None
