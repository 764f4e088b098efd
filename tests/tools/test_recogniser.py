"""The recogniser to come, on balls drawn here: a number on a sphere that is turned, under a lamp."""

import cv2
import numpy as np
import pytest

from tools.recogniser.learning import LearntSet, learn_set
from tools.recogniser.sphere import (
    SIDE,
    Floats,
    Patch,
    frame_at,
    in_picture,
    rotation,
    rotations,
    spread_over_cap,
)
from tools.recogniser.surface import Bgr

NUMBERS = (3, 12, 18, 45, 57, 68, 80, 81)
_STAMP = 120  # pixels of a printed number, wide and high


def drawn(number: int, tilt: float, turn: float) -> Bgr:
    """A white ball whose one print is tilted away from the camera and turned."""
    stamp = np.zeros((_STAMP, _STAMP), np.uint8)
    text, face = str(number), cv2.FONT_HERSHEY_SIMPLEX
    (width, height), _ = cv2.getTextSize(text, face, 2.0, 7)
    cv2.putText(stamp, text, ((_STAMP - width) // 2, (_STAMP + height) // 2), face, 2.0, 255, 7)
    rows, columns = np.mgrid[0:SIDE, 0:SIDE]
    x, y = (columns - (SIDE - 1) / 2) / (SIDE / 2), ((SIDE - 1) / 2 - rows) / (SIDE / 2)
    z = np.sqrt(np.clip(1 - x * x - y * y, 0, 1))
    lies = rotation([tilt, 0, 0]) @ rotation([0, 0, turn])
    own = np.stack([x, y, z], -1) @ lies
    right, down = (
        ((own[..., axis] * sign / 0.55 + 1) / 2 * _STAMP).astype(np.float32)
        for axis, sign in ((0, 1), (1, -1))
    )
    ink = cv2.remap(stamp, right, down, cv2.INTER_LINEAR) / 255 * (own[..., 2] > 0)
    lamp = 60 * np.exp(-((x - 0.3) ** 2 + (y - 0.3) ** 2) / 0.01)
    level = np.where(x * x + y * y < 1, (190 - 170 * ink) * (0.6 + 0.4 * z) + lamp, 20)
    noise = np.random.default_rng([number, int(abs(tilt) * 100)]).normal(0, 2, level.shape)
    return np.repeat(np.clip(level + noise, 0, 255).astype(np.uint8)[..., None], 3, axis=2)


@pytest.fixture(scope="module")
def known() -> LearntSet:
    ways = ((0.3, 1.0), (-0.35, 4.0))
    return learn_set({number: [drawn(number, *each) for each in ways] for number in NUMBERS})


def test_each_ball_is_known_again_at_another_turn(known: LearntSet) -> None:
    recogniser = known.recogniser()
    assert known.missing == ()
    for number in NUMBERS:
        match = recogniser.match(drawn(number, 0.15, 2.3))
        assert match is not None
        assert (match.number, match.margin > 0.5) == (number, True), match


def test_a_mirrored_ball_fits_worse_than_any_other(known: LearntSet) -> None:
    recogniser = known.recogniser()
    for number in (12, 45, 57, 68):
        ball = drawn(number, 0.15, 2.3)
        plain, mirrored = recogniser.match(ball), recogniser.match(np.ascontiguousarray(ball[:, ::-1]))
        assert plain is not None
        assert mirrored is None or mirrored.likeness < 0.93 < plain.likeness


def test_a_ball_without_a_print_is_like_nothing(known: LearntSet) -> None:
    bare = drawn(12, np.pi, 0.0)  # its print is behind it
    match = known.recogniser().match(bare)
    assert match is None or match.likeness < 0.8


def test_a_set_without_prints_is_not_learnt() -> None:
    with pytest.raises(ValueError, match="no patterns"):
        learn_set({1: [drawn(1, np.pi, 0.0)]})


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
