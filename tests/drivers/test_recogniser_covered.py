"""What stands over or beside a ball: another is known by its size, what hides a part by its colour."""

import cv2
import numpy as np
import pytest

from drivers.recogniser.covered import Bools, hidden_of, holds_another
from drivers.recogniser.disc import CELL, Disc, distances
from drivers.recogniser.sphere import SIDE

SHAPE = (120, 160)
BALL = Disc(320.0, 240.0, 100.0, 1.0)
PLAIN, FINGER = (60, 160, 90), (140, 165, 215)


def holds(changed: Bools, least: float = 0.08) -> bool:
    beside = distances(BALL, SHAPE) > 1.15 * BALL.radius
    return holds_another(BALL, changed, beside, least, 0.8)


def disc_at(turn: float, far: float, radius: float = BALL.radius) -> Bools:
    x, y = BALL.x + far * BALL.radius * np.cos(turn), BALL.y + far * BALL.radius * np.sin(turn)
    return np.asarray(distances(Disc(x, y, radius, 1.0), SHAPE) < radius, np.bool_)


@pytest.mark.parametrize("far", [0.7, 1.2, 1.7, 2.0])
@pytest.mark.parametrize("turn", np.arange(8) * np.pi / 4 + 0.2)
def test_another_ball_is_seen_beside_before_and_behind_and_where_it_leaves_the_picture(
    far: float, turn: float
) -> None:
    own = disc_at(0, 0)
    assert holds(own | disc_at(turn, far))
    assert holds(own | disc_at(turn, far, 0.92 * BALL.radius))
    assert not holds(own)


@pytest.mark.parametrize("turn", np.arange(8) * np.pi / 4 + 0.2)
def test_fingers_and_edges_over_a_ball_are_no_ball(turn: float) -> None:
    for wide, count in ((0.3, 1), (0.45, 1), (0.3, 2)):
        cells = disc_at(0, 0).astype(np.uint8)
        for each in range(count):
            way = np.array([np.cos(turn + each * 1.5), np.sin(turn + each * 1.5)])
            (x0, y0), (x1, y1) = (
                np.rint(([BALL.x, BALL.y] + way * BALL.radius * far) / CELL).astype(int).tolist()
                for far in (0.5, 4.0)
            )
            cv2.line(cells, (x0, y0), (x1, y1), 1, round(wide * BALL.radius / CELL))
        assert not holds(cells > 0), (wide, count)


def test_less_than_counts_as_a_ball_is_none() -> None:
    assert not holds(disc_at(0, 0) | disc_at(0.3, 1.5), least=2.0)


def test_what_comes_in_over_the_outline_is_hidden_and_no_more() -> None:
    lines = np.full((480, 640, 3), 25, np.uint8)
    cv2.circle(lines, (320, 240), 100, PLAIN, -1)
    cv2.circle(lines, (320, 240), 20, FINGER, -1)  # of the same colour, but on the ball
    cv2.line(lines, (385, 240), (640, 240), FINGER, 30)
    scale = SIDE / 200
    move = np.array([[scale, 0, SIDE / 2 - 0.5 - scale * 320], [0, scale, SIDE / 2 - 0.5 - scale * 240]])
    ball = np.asarray(cv2.warpAffine(lines, move, (SIDE, SIDE)), np.uint8)
    beside = np.zeros(SHAPE, np.bool_)
    beside[240 // CELL - 3 : 240 // CELL + 4, 430 // CELL :] = True
    hidden = hidden_of(ball, lines, BALL, beside)
    assert hidden[SIDE // 2, -30:-2].all()
    assert not hidden[:, : SIDE // 2 + 40].any()
    assert not hidden_of(ball, lines, BALL, np.zeros(SHAPE, np.bool_)).any()
