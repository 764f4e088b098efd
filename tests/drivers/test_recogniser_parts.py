"""The recogniser's parts: geometry, light, matching, the disc of a ball."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from drivers.reader.exit import LearntExit, learnt
from drivers.recogniser import reach
from drivers.recogniser.calibration import Shown, place_of
from drivers.recogniser.disc import fitted_diameter, measured_diameter, placed, refined
from drivers.recogniser.finder import BallFinder, Seen, limited
from drivers.recogniser.learning import BallPicture, Learnt, LearntSet
from drivers.recogniser.matching import Match, Matcher
from drivers.recogniser.reach import best_learnt
from drivers.recogniser.sphere import (
    SIDE,
    Floats,
    Patch,
    frame_at,
    in_picture,
    rotation,
    rotations,
    spread_over_cap,
)
from drivers.recogniser.surface import Bgr, Ink, Shading, learn_shading, usual
from drivers.recogniser.trials import tried
from tests.drivers.drawn_balls import ball, exit_picture

INKS: tuple[Ink, ...] = (0, -1, 1)
NUMBERS = (3, 12, 18, 45, 57, 68, 80, 81)


@pytest.fixture(scope="module")
def known() -> LearntSet:
    ways = ((0.3, 1.0), (-0.35, 4.0))
    return learnt_set(
        [BallPicture(each, pose, ball(str(each), *way)) for each in NUMBERS for pose, way in enumerate(ways)]
    )


def learnt_set(pictures: list[BallPicture]) -> LearntSet:
    return learnt_from(pictures).whole


def learnt_from(pictures: list[BallPicture]) -> Learnt:
    return best_learnt(learn_shading([each.ball for each in pictures]), pictures)


def matched(known: LearntSet, picture: Bgr) -> Match | None:
    return Matcher(known.patterns).match(known.shading.surface(picture))


def test_each_ball_is_known_again_at_another_turn(known: LearntSet) -> None:
    assert {int(each) for each in known.patterns.numbers} == set(NUMBERS)
    for number in NUMBERS:
        match = matched(known, ball(str(number), 0.15, 2.3))
        assert match is not None
        assert (match.number, match.margin > 0.5) == (number, True), match


def test_a_mirrored_ball_fits_worse_than_any_other(known: LearntSet) -> None:
    for number in (12, 45, 57, 68):
        picture = ball(str(number), 0.15, 2.3)
        plain, mirrored = (matched(known, each) for each in (picture, np.ascontiguousarray(picture[:, ::-1])))
        assert plain is not None
        assert mirrored is None or mirrored.likeness < 0.93 < plain.likeness


def test_a_ball_without_a_print_is_like_nothing(known: LearntSet) -> None:
    match = matched(known, ball("12", np.pi, 0.0))  # its print is behind it
    assert match is None or match.likeness < 0.8


def test_so_much_is_compared_as_tells_a_set_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A size that sees one digit of two would take 12, 21 and 11 for one another."""
    texts = {11: "1 1", 12: "1 2", 13: "1 3", 21: "2 1", 22: "2 2", 23: "2 3", 31: "3 1", 32: "3 2"}
    ways = ((0.3, 1.0), (-0.35, 4.0))
    pictures = [
        BallPicture(number, pose, ball(text, *way, seed=number))
        for number, text in texts.items()
        for pose, way in enumerate(ways)
    ]
    few, enough = (float(np.radians(each)) for each in (10, 30))
    for sizes in ((few, enough), (enough, few)):
        monkeypatch.setattr(reach, "_REACHES", sizes)
        assert learnt_set(pictures).patterns.patch.reach == enough


def test_a_disc_of_another_paint_is_no_stroke() -> None:
    """A white disc is most of what differs from a dark ball, and the same on all of them."""
    even = Shading(np.ones((SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.float32))
    beside, digits = np.s_[130:145, 90:102], np.s_[80:112, 60:132]
    plain, strokes = (
        replace(even, ink=each).surface(ball("12", 0.0, 0.0, paint=70)).ink for each in INKS[:2]
    )
    assert float(plain[beside].min()) > 0.3
    assert float(np.abs(strokes[beside]).max()) < 0.1
    assert float(strokes[digits].min()) < -0.3


@pytest.mark.parametrize("way", reach._WAYS)
def test_that_is_compared_which_tells_a_set_apart(way: reach._Way, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = [BallPicture(each, 0, ball(str(each), 0.3, 1.0)) for each in NUMBERS[:2]]
    monkeypatch.setattr(reach, "_told", lambda each, *_: float((each.ink, each.lightest) == way[:2]))
    shading = learnt_set(pictures).shading
    assert (shading.ink, shading.lightest, shading.own_colour) == way


def test_what_is_compared_is_tried_anew_where_the_first_size_tells_hardly_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Light strokes told a few at a size at which nothing else was told; at a larger one all ink told all."""
    pictures = [BallPicture(each, 0, ball(str(each), 0.3, 1.0)) for each in NUMBERS[:2]]
    large = reach._REACHES[-2]

    def told(shading: Shading, _: object, size: float) -> float:
        return (0.9 if shading.ink == 0 else 0.2) if size == large else 0.1 if shading.ink == 1 else 0.0

    monkeypatch.setattr(reach, "_told", told)
    learnt = learnt_set(pictures)
    assert (learnt.shading.ink, learnt.patterns.patch.reach) == (0, large)


def test_pictures_of_one_pose_do_not_witness_for_one_another() -> None:
    """They are nearly the same picture: what is certain would be asked of every other pose in vain."""
    once = [BallPicture(each, 0, ball(str(each), 0.3, 1.0, frame)) for each in NUMBERS for frame in range(2)]
    twice = [BallPicture(each, 1, ball(str(each), -0.35, 4.0)) for each in NUMBERS[:3]]
    trials = tried(learnt_from(once), once)
    assert (trials.own, len(trials.strange) > 0) == ((), True)
    both = [*once, *twice]
    assert {each.number for each in tried(learnt_from(both), both).own} == set(NUMBERS[:3])


def test_white_discs_are_no_lamp() -> None:
    """They lie in the middle of most balls, brighter than their paint, as a lamp's reflection does."""
    ways = ((0.3, 1.0), (-0.35, 4.0), (0.8, 2.0), (-0.9, 5.0))
    pictures = [ball(str(each), *way, seed=each, paint=60 + each) for each in NUMBERS[:5] for way in ways]
    lamp = learn_shading(pictures).lamp
    lit, beside = np.s_[62:72, 120:130], np.s_[100:140, 60:110]
    assert float(lamp[lit].mean()) > 0.05
    assert float(lamp[beside].mean()) < 0.04


def test_what_lies_between_two_streaks_of_light_is_no_stroke() -> None:
    even = Shading(np.ones((SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.float32), ink=-1)
    streaked = ball("12", 0.0, 0.0, paint=120)
    streaked[:, 92:98] = streaked[:, 116:122] = 220
    ink = even.surface(streaked).ink
    assert float(np.abs(ink[130:150, 90:124]).max()) < 0.1
    assert float(ink[80:112, 60:132].min()) < -0.3


def test_light_strokes_are_light_and_dark_ones_none() -> None:
    even = Shading(np.ones((SIDE, SIDE), np.float32), np.zeros((SIDE, SIDE), np.float32), lightest=6.0)
    negative = np.asarray(255 - ball("12", 0.0, 0.0), np.uint8)
    dark, light = (replace(even, ink=each).surface(negative).ink for each in INKS[1:])
    assert float(light[80:112, 60:132].max()) > 0.5
    assert (float(dark.max()), float(light.min())) == (0.0, 0.0)
    assert float(light.mean()) > float(-dark.mean())


def test_a_set_without_prints_is_not_learnt() -> None:
    with pytest.raises(ValueError, match="no patterns"):
        learnt_set([BallPicture(1, 0, ball("1", np.pi, 0.0))])


def test_what_is_usual_is_the_bare_ball_where_most_others_differ() -> None:
    values = np.concatenate([np.full(30, 1.0), np.linspace(2, 4, 60), np.linspace(0, 0.5, 10)])
    some = (values + np.random.default_rng(1).normal(0, 0.01, 100)).astype(np.float32)
    assert np.median(some) > 1.5
    assert usual(some, 0, 0.25) == pytest.approx(1.0, abs=0.03)


@pytest.fixture(scope="module")
def empty() -> LearntExit:
    found = learnt([exit_picture(seed) for seed in range(5)])
    assert isinstance(found, LearntExit)
    return found


@pytest.mark.parametrize("place", [(320, 240, 200), (250, 300, 90), (340, 230, 320), (520, 120, 130)])
def test_a_disc_is_found_of_any_size_anywhere(empty: LearntExit, place: tuple[int, int, int]) -> None:
    pictures = [exit_picture(9 + at, (ball("57", 0.3, at), *place)) for at in range(4)]
    changes = [each for each in map(empty.differs, pictures) if each is not None]
    coarse = measured_diameter(changes)
    assert coarse is not None
    diameter = fitted_diameter(pictures, changes, coarse[2])
    assert diameter == pytest.approx(place[2], abs=3)
    for picture, change in zip(pictures, changes, strict=True):
        disc = placed(picture, change, diameter)
        assert np.hypot(disc.x - place[0], disc.y - place[1]) < 1.5


def with_a_ring(at: int, *, ball_there: bool = True) -> Bgr:
    """A pale exit, and a ball of 240 pixels at (330, 235) with a sharp printed ring, elsewhere each time."""
    picture = np.full((480, 640, 3), 150, np.uint8)
    if ball_there:
        cv2.circle(picture, (330, 235), 120, (188, 188, 188), -1, cv2.LINE_AA)
        ring = int(330 + 45 * np.cos(at * 2.4)), int(235 + 45 * np.sin(at * 2.4))
        cv2.circle(picture, ring, 62, (20, 20, 160), 7, cv2.LINE_AA)
    noise = np.random.default_rng(at).normal(0, 1.5, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def test_a_ball_of_nearly_the_grey_of_its_exit_is_found() -> None:
    """An outline need only be steeper than what is usual about it."""
    rows, columns = np.mgrid[0:480, 0:640]
    level = np.where(np.hypot(columns - 326, rows - 236) < 100, 114.0, 110.0)
    noise = np.random.default_rng(1).normal(0, 1, level.shape)
    picture = np.repeat(np.clip(cv2.GaussianBlur(level, (0, 0), 0.8) + noise, 0, 255)[..., None], 3, axis=2)
    disc = refined(picture.astype(np.uint8), 320, 240, 200)
    assert np.hypot(disc.x - 326, disc.y - 236) < 1.5
    assert disc.shown > 0.4


def test_the_place_of_balls_is_not_that_of_a_ring_that_is_printed_on_them() -> None:
    """The ring is the sharper circle in each picture, but holds little of what the ball changes."""
    pale = learnt([with_a_ring(100 + seed, ball_there=False) for seed in range(5)])
    assert isinstance(pale, LearntExit)
    pictures = [with_a_ring(at) for at in range(6)]
    changes = [each for each in map(pale.differs, pictures) if each is not None]
    ring = measured_diameter(changes)
    assert ring is not None
    assert ring[2] < 150
    place = place_of(pale, [Shown(1, pose, each) for pose, each in enumerate(pictures)])
    assert (place.x, place.y, place.diameter) == pytest.approx((330, 235, 240), abs=2)


def in_a_cup(number: int, pose: int) -> Shown:
    """A ball of 200 pixels in a cup of 280 that mirrors it: the rim is the sharper circle."""
    lies = ball(str(number), 0.3 - 0.5 * pose, number + 2.0 * pose)
    picture = exit_picture(number * 2 + pose, (lies, 320, 240, 200))
    off = np.hypot(*(np.mgrid[0:480, 0:640] - np.array([240, 320])[:, None, None]))
    mirrors = ((off > 102) & (off < 138))[..., None] * np.uint8(60)
    return Shown(number, pose, np.asarray(picture + mirrors, np.uint8))


def test_the_place_of_balls_is_not_that_of_the_rim_of_a_cup_that_mirrors_them(empty: LearntExit) -> None:
    shown = [in_a_cup(number, pose) for number in NUMBERS[:4] for pose in range(2)]
    place = place_of(empty, shown)
    assert (place.x, place.y, place.diameter) == pytest.approx((320, 240, 200), abs=6)


def test_the_place_of_balls_that_lie_anywhere_has_their_size(empty: LearntExit) -> None:
    places = [(250 + 28 * at, 200 + 17 * (at % 3), 160) for at in range(6)]
    pictures = [exit_picture(9 + at, (ball("57", 0.3, at), *each)) for at, each in enumerate(places)]
    place = place_of(empty, [Shown(1, pose, each) for pose, each in enumerate(pictures)])
    assert place.diameter == pytest.approx(160, abs=3)


def over_a_hole(at: int, x: int = 0, y: int = 0) -> Bgr:
    """An exit with the bright rim of a hole of 206 pixels, and a ball of 200 over it where there is one."""
    picture = exit_picture(at)
    cv2.circle(picture, (320, 240), 110, (150, 150, 150), 14, cv2.LINE_AA)
    if x:
        cv2.circle(picture, (x, y), 100, (225, 235, 235), -1, cv2.LINE_AA)
        cv2.putText(picture, str(at), (x - 30, y + 20), cv2.FONT_HERSHEY_DUPLEX, 1.6, (30, 30, 30), 3)
    return picture


def test_balls_that_lie_apart_are_not_placed_on_the_rim_of_the_hole_below_them() -> None:
    """The rim is an edge at the same place in every picture, and nearly as large as a ball."""
    hole = learnt([over_a_hole(seed) for seed in range(50, 55)])
    assert isinstance(hole, LearntExit)
    places = [(320 + round(14 * np.cos(at)), 240 + round(14 * np.sin(at))) for at in range(1, 13)]
    shown = [Shown(at, 0, over_a_hole(at, *each)) for at, each in enumerate(places, 1)]
    place = place_of(hole, shown)
    assert place.diameter == pytest.approx(200, abs=3)
    finder = BallFinder(hole.with_place(place), np.zeros(hole.spread.shape, np.bool_))
    seen = [finder.find(each.picture) for each in shown]
    balls = [each for each in seen if isinstance(each, Seen)]
    assert len(balls) == len(places)
    for each, at in zip(balls, places, strict=True):
        assert np.hypot(each.disc.x - at[0], each.disc.y - at[1]) < 2
    assert limited(finder, balls).roams
    assert not limited(finder, [replace(balls[0], disc=replace(balls[0].disc, x=place.x, y=place.y))]).roams


def test_without_pictures_no_size_is_measured() -> None:
    assert measured_diameter([]) is None


def test_a_frame_is_a_rotation_that_takes_the_axis_to_its_direction() -> None:
    for direction in spread_over_cap(50, 0.2):
        frame: Floats = frame_at(direction)
        assert np.allclose(frame.T @ frame, np.eye(3), atol=1e-5)
        assert np.isclose(np.linalg.det(frame), 1, atol=1e-5)
        assert np.allclose(frame[:, 2], direction, atol=1e-5)


def test_many_rotations_are_as_one_by_one() -> None:
    vectors = np.random.default_rng(1).normal(0, 1, (20, 3)).astype(np.float32)
    assert np.allclose(rotations(vectors), [rotation(each) for each in vectors], atol=1e-5)


def test_the_camera_sees_the_middle_in_the_middle_and_the_patch_within_the_ball() -> None:
    columns, rows = in_picture(np.array([[0, 0, 1]], np.float32))
    assert np.allclose([columns[0], rows[0]], (SIDE - 1) / 2)
    columns, rows = in_picture(Patch(0.5).grid)
    assert max(np.abs(columns - SIDE / 2).max(), np.abs(rows - SIDE / 2).max()) < SIDE / 2
