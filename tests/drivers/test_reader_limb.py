"""The outline of a ball is found whatever stands behind it, and what looks like one is not taken for it."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.reader import limb
from drivers.reader.limb import Circle
from drivers.reader.locate import find_ball, quartered, thumbnail
from tests.drivers.patterned import picture as one_of

BALLS = Path(__file__).parents[2] / "fixtures" / "balls"
Image = npt.NDArray[np.uint8]
X, Y, RADIUS = 322.0, 236.0, 124.0


def scene(left: tuple[int, ...], right: tuple[int, ...]) -> Image:
    picture = np.zeros((480, 640, 3), np.uint8)
    picture[:, :320], picture[:, 320:] = left, right
    return picture


def with_ball(picture: Image, paint: tuple[int, ...]) -> Image:
    cv2.circle(picture, (round(X), round(Y)), round(RADIUS), paint, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)


def found(picture: Image) -> Circle:
    ball = find_ball(thumbnail(quartered(picture)), picture)
    assert ball is not None
    return ball


def is_on_the_ball(x: float, y: float, radius: float) -> bool:
    return bool(np.hypot(x - X, y - Y) < 1.5 and abs(radius - RADIUS) < 1.5)


def test_a_ball_that_is_darker_than_what_stands_on_one_side_of_it_shows_its_whole_outline() -> None:
    ball = found(with_ball(scene((195, 195, 195), (40, 40, 40)), (150, 150, 150)))
    assert is_on_the_ball(ball.x, ball.y, ball.radius)
    assert ball.support > 0.95


def test_a_ball_as_bright_as_what_stands_beside_it_is_outlined_by_its_colour() -> None:
    ball = found(with_ball(scene((150, 150, 60), (40, 40, 40)), (60, 150, 150)))
    assert is_on_the_ball(ball.x, ball.y, ball.radius)
    assert ball.support > 0.95


def test_of_a_ball_and_the_rings_of_its_exit_the_ball_is_taken() -> None:
    picture = scene((60, 60, 60), (60, 60, 60))
    cv2.circle(picture, (318, 240), 152, (175, 175, 175), -1, cv2.LINE_AA)
    cv2.circle(picture, (318, 240), 140, (20, 20, 20), -1, cv2.LINE_AA)
    ball = found(with_ball(picture, (150, 150, 150)))
    assert is_on_the_ball(ball.x, ball.y, ball.radius)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("71003071-ring.jpg", (319.5, 248.5, 126.5)),
        ("95001162-ring.jpg", (326.5, 243.5, 140.0)),
        ("6028-20-ring.jpg", (330.1, 253.4, 146.4)),
        ("5035-29-ring.jpg", (324.2, 244.4, 129.1)),
        ("23026-18-ring.jpg", (319.6, 254.2, 134.4)),
    ],
)
def test_a_ball_is_found_in_a_ring_that_shows_more_of_an_outline(
    name: str, place: tuple[float, float, float]
) -> None:
    picture = cv2.imread(str(BALLS / name))
    assert picture is not None
    ball = found(np.asarray(picture, np.uint8))
    assert np.abs(np.array(place) - (ball.x, ball.y, ball.radius)).max() < 2


@pytest.mark.parametrize("off", [(-15, 9, -20), (12, -12, -34), (6, 3, 14), (-24, 8, -34)])
def test_the_circle_it_begins_from_may_be_far_off(off: tuple[int, int, int]) -> None:
    picture = with_ball(scene((30, 30, 30), (80, 80, 80)), (180, 170, 90))
    fit = limb.fitted(picture, X + off[0], Y + off[1], RADIUS + off[2])
    assert fit is not None
    assert is_on_the_ball(fit.x, fit.y, fit.radius)


@pytest.mark.parametrize("seed", range(5))
def test_noise_makes_no_outline_of_its_own(seed: int) -> None:
    clean = with_ball(scene((95, 95, 95), (95, 95, 95)), (200, 185, 210))
    grain = np.random.default_rng(seed).normal(0, 14, clean.shape)
    fit = limb.fitted(np.clip(clean + grain, 0, 255).astype(np.uint8), X + 8, Y - 10, RADIUS - 16)
    assert fit is not None
    assert is_on_the_ball(fit.x, fit.y, fit.radius)


@pytest.mark.parametrize("number", [43, 61, 86, 87])
def test_what_noise_alone_outlines_is_no_ball_where_another_circle_is_clearer(number: int) -> None:
    """Twenty pixels within the ball each ray has some edge; none is steeper than noise is anywhere."""
    clean = one_of(number, 7)
    ball, grain = found(clean), np.random.default_rng(number).normal(0, 30, clean.shape)
    noisy = found(np.clip(clean + grain, 0, 255).astype(np.uint8))
    assert np.hypot(noisy.x - ball.x, noisy.y - ball.y) < 1
    assert abs(noisy.radius - ball.radius) < 1
    assert noisy.clear > 0.85


def test_the_exit_between_a_ring_and_the_ball_is_no_part_of_the_ball() -> None:
    picture = scene((60, 60, 60), (60, 60, 60))
    cv2.circle(picture, (round(X) - 14, round(Y) - 7), 152, (150, 150, 150), -1, cv2.LINE_AA)
    cv2.circle(picture, (round(X) - 14, round(Y) - 7), 137, (20, 20, 20), -1, cv2.LINE_AA)
    fit = limb.fitted(with_ball(picture, (150, 150, 150)), X - 7, Y - 3, 132)
    assert fit is not None
    assert is_on_the_ball(fit.x, fit.y, fit.radius)


def test_a_ring_is_no_ball_though_all_of_it_is_seen() -> None:
    picture = scene((30, 30, 30), (30, 30, 30))
    cv2.circle(picture, (round(X), round(Y)), round(RADIUS) + 14, (150, 150, 150), -1, cv2.LINE_AA)
    cv2.circle(picture, (round(X), round(Y)), round(RADIUS), (20, 20, 20), -1, cv2.LINE_AA)
    cv2.circle(picture, (round(X), round(Y)), 60, (160, 160, 160), -1, cv2.LINE_AA)
    fit = limb.fitted(picture, X, Y, RADIUS)
    assert fit is not None
    assert fit.support < 0.3


def test_light_discs_on_a_ball_are_not_taken_for_a_smaller_one() -> None:
    picture = with_ball(scene((81, 81, 81), (81, 81, 81)), (94, 94, 94))
    for turn in (3.53, 5.62, 7.72):
        x, y = X + 10 + 73 * np.cos(turn), Y - 10 + 73 * np.sin(turn)
        cv2.circle(picture, (round(x), round(y)), 35, (235, 235, 235), -1, cv2.LINE_AA)
    ball = found(picture)
    assert is_on_the_ball(ball.x, ball.y, ball.radius)


def test_what_covers_the_outline_counts_as_unseen() -> None:
    picture = with_ball(scene((40, 40, 40), (40, 40, 40)), (190, 190, 190))
    cv2.rectangle(picture, (322, 236), (640, 480), (190, 190, 190), -1)
    ball = found(picture)
    assert is_on_the_ball(ball.x, ball.y, ball.radius)
    assert 0.65 < ball.support < 0.85


def test_where_nothing_is_there_is_no_circle() -> None:
    assert limb.fitted(scene((90, 90, 90), (90, 90, 90)), X, Y, RADIUS) is None


def test_the_shade_of_a_ball_towards_its_limb_is_no_exit_that_one_looks_into() -> None:
    picture = with_ball(scene((12, 12, 12), (12, 12, 12)), (90, 130, 60))
    cv2.circle(picture, (round(X), round(Y)), 64, (220, 220, 220), -1, cv2.LINE_AA)
    rows, columns = np.mgrid[0:480, 0:640]
    off = np.hypot(columns - X, rows - Y)[..., None] / RADIUS
    shade = 0.55 + 0.45 * np.sqrt(np.clip(1 - off**2, 0, 1))
    ball = found(np.asarray(np.where(off < 1, picture * shade, picture), np.uint8))
    assert is_on_the_ball(ball.x, ball.y, ball.radius)
    assert ball.support > 0.95
