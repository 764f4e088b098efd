"""The recogniser's parts: geometry, light, matching, the disc of a ball."""

import numpy as np
import pytest

from drivers.reader.exit import LearntExit, learnt
from drivers.recogniser.disc import coarse_centre, fitted_diameter, measured_diameter, refined
from drivers.recogniser.learning import BallPicture, LearntSet, learn_set
from drivers.recogniser.matching import Match, Matcher
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
from drivers.recogniser.surface import Bgr, usual
from drivers.recogniser.trials import tried
from tests.drivers.drawn_balls import ball, exit_picture

NUMBERS = (3, 12, 18, 45, 57, 68, 80, 81)


@pytest.fixture(scope="module")
def known() -> LearntSet:
    ways = ((0.3, 1.0), (-0.35, 4.0))
    return learn_set(
        [BallPicture(each, pose, ball(str(each), *way)) for each in NUMBERS for pose, way in enumerate(ways)]
    )


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


def test_pictures_of_one_pose_do_not_witness_for_one_another() -> None:
    """They are nearly the same picture: what is certain would be asked of every other pose in vain."""
    once = [BallPicture(each, 0, ball(str(each), 0.3, 1.0, frame)) for each in NUMBERS for frame in range(2)]
    twice = [BallPicture(each, 1, ball(str(each), -0.35, 4.0)) for each in NUMBERS[:3]]
    trials = tried(learn_set(once), once)
    assert (trials.own, len(trials.strange) > 0) == ((), True)
    both = [*once, *twice]
    assert {each.number for each in tried(learn_set(both), both).own} == set(NUMBERS[:3])


def test_a_set_without_prints_is_not_learnt() -> None:
    with pytest.raises(ValueError, match="no patterns"):
        learn_set([BallPicture(1, 0, ball("1", np.pi, 0.0))])


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
    diameter = fitted_diameter(pictures[0], *coarse_centre(changes[0], coarse[2]), coarse[2])
    assert diameter == pytest.approx(place[2], abs=3)
    for picture, change in zip(pictures, changes, strict=True):
        disc = refined(picture, *coarse_centre(change, diameter), diameter)
        assert np.hypot(disc.x - place[0], disc.y - place[1]) < 1.5


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
