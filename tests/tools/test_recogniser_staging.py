"""Pictures that nobody rendered: a ball put elsewhere, turned, in a mirror; and things that are no balls."""

import cv2
import numpy as np

from drivers.recogniser.disc import Disc
from tests.drivers.drawn_balls import ball, exit_picture
from tools.recogniser.staging import changed, put, things

HERE, THERE = Disc(300, 220, 90, 1.0), Disc(330, 250, 90, 1.0)
SHOWN = exit_picture(1, (ball("42", 0.2, 0.5), HERE.x, HERE.y, 2 * HERE.radius))
EMPTY = exit_picture(2)


def apart(one, other, disc):
    """The mean difference within a disc, and outside it."""
    rows, columns = np.ogrid[: one.shape[0], : one.shape[1]]
    inside = np.hypot(columns - disc.x, rows - disc.y) < disc.radius - 3
    outside = np.hypot(columns - disc.x, rows - disc.y) > disc.radius + 3
    off = np.abs(one.astype(float) - other).mean(axis=2)
    return off[inside].mean(), off[outside].mean()


def test_a_ball_is_put_where_it_should_lie_and_nothing_else_changes():
    moved = put(EMPTY, SHOWN, HERE, THERE)
    back = put(SHOWN, moved, THERE, HERE)
    assert apart(moved, EMPTY, THERE)[1] == 0
    assert apart(moved, EMPTY, THERE)[0] > 20
    assert apart(back, SHOWN, HERE)[0] < 1


def test_a_ball_in_a_mirror_is_its_picture_flipped():
    mirrored = put(SHOWN, SHOWN, HERE, HERE, flip=-1)
    flipped = cv2.warpAffine(SHOWN, np.array([[-1.0, 0, 2 * HERE.x], [0, 1, 0]]), (640, 480))
    assert apart(mirrored, flipped, HERE)[0] < 0.5
    assert apart(mirrored, SHOWN, HERE)[0] > 5


def test_a_turn_turns_about_the_middle_of_the_ball():
    turned = put(SHOWN, SHOWN, HERE, HERE, turn=np.pi)
    assert apart(put(turned, turned, HERE, HERE, turn=np.pi), SHOWN, HERE)[0] < 1
    assert apart(turned, SHOWN, HERE)[0] > 5


def test_pictures_of_a_changed_vote_differ_from_each_other():
    one, other = changed([SHOWN] * 2, [HERE] * 2, np.random.default_rng(1))
    assert apart(one, other, HERE)[0] > 0.5
    assert one.shape == SHOWN.shape


def test_every_thing_covers_the_place_of_the_ball():
    for name, picture in things(EMPTY, HERE, np.random.default_rng(1)).items():
        assert picture.shape == EMPTY.shape, name
        assert apart(picture, EMPTY, Disc(HERE.x, HERE.y, 30, 1.0))[0] > 10, name
