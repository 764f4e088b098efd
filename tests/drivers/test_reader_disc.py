"""Which way the ring on the edge of a disc opens is measured, wherever on the disc the digits stand."""

from math import sin

import cv2
import numpy as np
import pytest

from drivers.reader.disc import ring_on_disc
from drivers.reader.light import Grey
from drivers.reader.limb import Circle
from drivers.reader.prints import Print, find_prints
from drivers.reader.reader import Reader
from drivers.reader.ring import Ring, ring_around
from drivers.reader.view import View
from tests.drivers.test_reader_ring import opens_at

pytestmark = pytest.mark.campaign  # its rules stand still until the recogniser replaces them (decision 70)

X, Y = 320, 240
BALL, PAINT, INK = (150, 60, 30), (225, 230, 230), (60, 30, 20)
FINGER = (120, 160, 200)


def disc(opens: float, wide: float, *, aside: int = 0, ink: tuple[int, int, int] = INK) -> Grey:
    """A blue ball with a white disc, a 6 so many pixels beside its middle, and a ring on the disc's edge."""
    picture = np.full((480, 640, 3), 40, np.uint8)
    cv2.circle(picture, (X, Y), 130, BALL, -1, cv2.LINE_AA)
    cv2.circle(picture, (X, Y), 46, PAINT, -1, cv2.LINE_AA)
    cv2.ellipse(picture, (X, Y), (46, 46), opens, wide / 2, 360 - wide / 2, ink, 4, cv2.LINE_AA)
    place = (X - 19 + aside, Y + 21)
    cv2.putText(picture, "6", place, cv2.FONT_HERSHEY_SIMPLEX, 1.9, INK, 5, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8)


def seen(picture: Grey) -> View:
    return View(picture, Circle(X, Y, 130, 1.0))


def found(picture: Grey) -> Ring | None:
    view = seen(picture)
    return ring_on_disc(view, nearest(view))


def nearest(view: View) -> Print:
    """The print of the disc, its digits alone or with its ring."""
    return next(each for each in find_prints(view) if each.radius < 0.5)


@pytest.mark.parametrize("aside", [-12, 0, 10])
@pytest.mark.parametrize("wide", [60, 100, 160])
@pytest.mark.parametrize("opens", [0, 90, 163, 200, 275, 358])
def test_a_ring_tells_where_it_opens_wherever_its_digits_stand(opens: float, wide: float, aside: int) -> None:
    ring = opens_at(found(disc(opens, wide, aside=aside)), opens, wide)
    assert sin(ring.radius) * 130 == pytest.approx(44, abs=4)


@pytest.mark.parametrize("falls", [(1.0, 0.4), (0.4, 1.0)])
def test_a_disc_is_one_though_light_falls_on_it_from_one_side(falls: tuple[float, float]) -> None:
    light = np.interp(np.arange(640), (X - 60, X + 60), falls)[None, :, None]
    opens_at(found((disc(90, 100) * light).astype(np.uint8)), 90, 100)


def test_it_is_where_the_other_measure_sees_no_ring() -> None:
    view = seen(disc(163, 100, aside=10))
    assert ring_around(view, nearest(view)) is None
    assert ring_on_disc(view, nearest(view)) is not None


@pytest.mark.parametrize("wide", [0, 30])
def test_a_closed_ring_and_one_that_a_light_may_have_opened_say_nothing(wide: float) -> None:
    assert found(disc(90, wide)) is None


def test_a_disc_without_a_ring_says_nothing() -> None:
    assert found(disc(90, 360)) is None


def test_a_ball_without_a_disc_says_nothing() -> None:
    picture = disc(90, 100)
    picture[(picture.min(axis=2) > 190)] = BALL
    view = seen(picture)
    assert all(ring_on_disc(view, each) is None for each in find_prints(view))


@pytest.mark.parametrize("level", [(255, 255, 255), (252, 248, 246)])
def test_a_light_that_lies_where_the_ring_would_be_may_hide_the_rest_of_it(
    level: tuple[int, int, int],
) -> None:
    picture = disc(90, 0)
    cv2.ellipse(picture, (X, Y + 46), (30, 9), 0, 0, 360, level, -1, cv2.LINE_AA)
    assert found(picture) is None


def test_a_light_on_the_ring_alone_may_hide_the_rest_of_it() -> None:
    picture = disc(90, 0)
    cv2.ellipse(picture, (X, Y), (46, 46), 90, -45, 45, (255, 255, 255), 6, cv2.LINE_AA)
    assert found(picture) is None


def test_a_ring_much_paler_than_its_digits_or_on_half_of_its_way_says_nothing() -> None:
    assert found(disc(90, 100, ink=(118, 50, 26))) is None
    picture = disc(90, 100)
    cv2.ellipse(picture, (X, Y), (46, 46), 90, 50, 190, BALL, 5, cv2.LINE_AA)
    cv2.ellipse(picture, (X, Y), (46, 46), 90, 50, 190, (95, 42, 25), 4, cv2.LINE_AA)
    assert found(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)) is None


def test_what_lies_over_the_edge_may_hide_the_rest_of_a_ring() -> None:
    picture = disc(90, 0)
    cv2.circle(picture, (X, Y + 100), 66, FINGER, -1, cv2.LINE_AA)
    assert found(picture) is None


@pytest.mark.parametrize("width", [5, 6])
def test_the_pale_rim_of_a_plexiglass_that_touches_a_disc_may_hide_the_rest_of_its_ring(width: int) -> None:
    picture = np.full((480, 640, 3), 40, np.uint8)
    cv2.circle(picture, (X, Y), 130, BALL, -1, cv2.LINE_AA)
    cv2.circle(picture, (X, Y), 30, PAINT, -1, cv2.LINE_AA)
    cv2.circle(picture, (X, Y), 30, INK, 2, cv2.LINE_AA)
    cv2.putText(picture, "6", (X - 9, Y + 10), cv2.FONT_HERSHEY_SIMPLEX, 0.9, INK, 3, cv2.LINE_AA)
    cv2.ellipse(picture, (X - 179, Y), (150, 150), 0, -60, 60, PAINT, width, cv2.LINE_AA)
    assert found(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8)) is None


def test_a_ring_that_only_fades_has_no_gap() -> None:
    paler = tuple((each + other) // 2 for each, other in zip(INK, PAINT, strict=True))
    picture = disc(90, 0)
    cv2.ellipse(picture, (X, Y), (46, 46), 90, -50, 50, paler, 4, cv2.LINE_AA)
    assert found(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8)) is None


@pytest.mark.parametrize(
    ("opens", "ink", "says"),
    [(180, (17, 8, 8), True), (90, (17, 8, 8), True), (0, (17, 8, 8), False), (180, (30, 14, 14), False)],
)
def test_a_ring_that_nearly_fades_away_may_be_closed_and_sooner_towards_the_limb(
    opens: float, ink: tuple[int, int, int], says: bool
) -> None:
    picture = disc(opens, 90)
    faint = np.zeros_like(picture)
    cv2.ellipse(faint, (X, Y), (46, 46), opens, -50, 50, ink, 4, cv2.LINE_AA)
    view = View(cv2.subtract(picture, cv2.GaussianBlur(faint, (0, 0), 1.2)), Circle(X - 45, Y, 130, 1.0))
    assert (ring_on_disc(view, nearest(view)) is not None) is says


def test_a_6_on_a_disc_whose_ring_opens_far_is_told_from_a_9() -> None:
    reader = Reader()
    told = [set(reader.read(turned(angle)).scores) for angle in range(0, 360, 30)]
    assert all(each <= {6} for each in told)
    assert sum(map(bool, told)) >= len(told) / 2


def turned(angle: float) -> Grey:
    matrix = cv2.getRotationMatrix2D((X, Y), angle, 1.0)
    return np.asarray(cv2.warpAffine(disc(90, 150), matrix, (640, 480), borderValue=(40, 40, 40)), np.uint8)
