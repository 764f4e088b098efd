"""A second ball in the exit is noticed, whole or half hidden, and one ball is not taken for two."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.camera.balls import BLUE, EMPTY, IVORY, RED, STYLES, YELLOW, BallStyle, render
from drivers.reader.locate import find_ball, quartered, thumbnail
from drivers.reader.network import GLANCE, Network, glance
from drivers.reader.reader import Reader
from drivers.reader.sighting import Reason
from tests.sampling import sampled_pairs

Image = npt.NDArray[np.uint8]
NETWORK = Network()
RADIUS = 130


def generator(seed: int) -> np.random.Generator:
    return np.random.default_rng(700_000 + seed)


def with_another(seed: int, right: int, down: int, style: BallStyle, other: BallStyle) -> Image:
    """A ball in the exit and another, that much aside, that lies over it."""
    behind, front = render("42", generator(seed), style), render("17", generator(seed + 50), other)
    shift = np.array([[1, 0, right], [0, 1, down]], np.float32)
    disc = np.zeros((480, 640), np.uint8)
    cv2.circle(disc, (320 + right, 240 + down), RADIUS, 255, -1, cv2.LINE_AA)
    moved, cover = cv2.warpAffine(front, shift, (640, 480)), disc[..., None] / 255
    return np.asarray(behind * (1 - cover) + moved * cover, np.uint8)


def company(picture: Image) -> float:
    return NETWORK.company(quartered(picture))


@pytest.mark.parametrize(
    ("style", "apart"), sampled_pairs([IVORY, RED, BLUE, YELLOW], [0.75, 1.0, 1.5, 1.9], 4)
)
def test_another_ball_is_noticed_all_around_and_however_much_it_hides(
    style: BallStyle, apart: float, full: bool
) -> None:
    for eighth in range(0, 8, 1 if full else 3):
        way = eighth * np.pi / 4
        right, down = round(np.cos(way) * apart * RADIUS), round(np.sin(way) * apart * 0.7 * RADIUS)
        picture = with_another(eighth, right, down, style, style)
        assert company(picture) > 0.9, (right, down)
        assert Reader(NETWORK).read(picture).reason in (Reason.TWO_BALLS, Reason.BALL_CUT_OFF)


@pytest.mark.campaign
def test_another_ball_is_noticed_in_another_colour() -> None:
    for first in STYLES:
        for second in STYLES:
            assert company(with_another(3, 110, -60, first, second)) > 0.9


class Answers:
    """In the place of the network: so sure of the pictures it is asked about, one after the other."""

    def __init__(self, *logits: float) -> None:
        self._logits, self.asked = list(logits), []

    def run(self, _: None, given: dict[str, Image]) -> list[list[list[float]]]:
        self.asked.extend(given["crops"])
        return [[[self._logits.pop(0)] for _ in given["crops"]]]


@pytest.mark.parametrize(
    ("logits", "told"), [((-4.0,), -4.0), ((-3.0, -9.0, 2.0, -9.0), 2.0), ((-3.0, -9.0, -5.0, -9.0), -3.0)]
)
def test_where_there_may_be_another_ball_the_likeliest_mirror_image_counts(
    logits: tuple[float, ...], told: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, answers = Network(), Answers(*logits)
    monkeypatch.setattr(network, "_company", answers)
    quarter = quartered(with_another(3, 110, -60, IVORY, RED))
    assert network.company(quarter) == pytest.approx(1 / (1 + np.exp(-told)))
    assert len({each.tobytes() for each in answers.asked}) == len(logits), "each image once"


def test_one_ball_a_blank_one_and_none_have_no_company() -> None:
    for seed in range(60):
        text = (str(seed + 1), None, EMPTY)[seed % 3]
        assert company(render(text, generator(seed), STYLES[seed % len(STYLES)])) < 0.02


def test_a_ball_aside_of_the_middle_in_a_square_or_a_wide_picture_has_no_company() -> None:
    for seed in range(10):
        aside = np.roll(render("42", generator(seed)), (20, -30), axis=(0, 1))
        assert company(aside) < 0.02
        assert company(np.ascontiguousarray(aside[:, 80:560])) < 0.02
        assert (
            company(cv2.copyMakeBorder(aside, 0, 0, 106, 106, cv2.BORDER_REPLICATE).astype(np.uint8)) < 0.02
        )


@pytest.mark.parametrize("width", [360, 480, 640, 854])
def test_the_network_sees_the_middle_of_a_picture_whatever_its_width(width: int) -> None:
    picture = np.zeros((480, width, 3), np.uint8)
    picture[200:280, width // 2 - 40 : width // 2 + 40] = 200
    seen = glance(quartered(picture))
    assert seen.shape == (*GLANCE, 3)
    bright = np.argwhere(seen[..., 0] > 100)
    assert np.abs(bright.mean(axis=0) - (29.5, 39.5)).max() < 1


class Suspects(Network):
    """The shipped networks, but for one, that always says the same."""

    def __init__(self, company: float) -> None:
        super().__init__()
        self._told = company

    def company(self, _: Image) -> float:
        return self._told


def test_no_number_is_told_where_there_may_be_two_balls() -> None:
    picture = render("42", generator(42))
    assert Reader(Suspects(0.91)).read(picture).reason is Reason.TWO_BALLS
    assert set(Reader(Suspects(0.89)).read(picture).scores) == {42}


def test_no_single_digit_is_told_of_a_ball_that_something_covers() -> None:
    for text, told in (("7", set()), ("42", {42})):
        picture = render(text, generator(42))
        assert set(Reader().read(picture).scores) == {int(text)}
        cv2.line(picture, (640, 400), (425, 330), (25, 25, 28), 110)
        ball = find_ball(thumbnail(quartered(picture)), picture)
        assert ball is not None
        assert 0.8 <= ball.support < 0.85
        assert set(Reader().read(picture).scores) == told


def test_a_ball_is_read_by_three_quarters_of_its_outline_and_cut_off_by_two_thirds() -> None:
    for wide, support, told in ((170, 0.75, {42}), (240, 0.667, set())):
        picture = render("42", generator(42))
        cv2.line(picture, (640, 400), (425, 330), (25, 25, 28), wide)
        ball = find_ball(thumbnail(quartered(picture)), picture)
        assert ball is not None
        assert ball.support == pytest.approx(support, abs=0.02)
        sighting = Reader().read(picture)
        assert set(sighting.scores) == told
        assert (sighting.reason is Reason.BALL_CUT_OFF) == (not told)


@pytest.mark.campaign
def test_a_single_digit_whose_own_prints_break_the_outline_is_told() -> None:
    broken = 0
    for seed in range(1000, 1040):
        number = 1 + seed % 9
        picture = render(str(number), generator(seed), STYLES[2])
        ball = find_ball(thumbnail(quartered(picture)), picture)
        assert ball is not None
        if ball.support < 0.9:
            assert set(Reader().read(picture).scores) == {number}
            broken += 1
    assert broken > 1
