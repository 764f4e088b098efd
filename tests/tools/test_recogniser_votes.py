"""Many votes on a hall: a ball lies in many ways, and pictures that lie together are parted as a world is."""

import cv2
import numpy as np
import pytest

from drivers.recogniser.recogniser import Recogniser
from drivers.recogniser.recognition import Reason, Recognition
from hallctl.app.calibrating.folder import BallFolder
from tools.reader.fonts import Side
from tools.reader.taking import Image
from tools.recogniser import drawn
from tools.recogniser.drawn import DrawnHall, votes_of, write
from tools.recogniser.judge import parted

_BALLS = 3


class Sure(Recogniser):
    """Takes every ball for one and the same."""

    def __init__(self, number: int) -> None:
        self._number = number

    def look(self, picture: Image) -> Recognition:
        assert picture.shape == (480, 640, 3)
        return Recognition(self._number, Reason.NONE, self._number, 1.0)


@pytest.fixture
def hall(monkeypatch):
    monkeypatch.setattr(drawn, "HIGHEST", _BALLS)
    return DrawnHall.at(3, Side.LEARNT)


def test_a_ball_lies_otherwise_in_each_pose_and_as_before_in_the_pictures_of_one(hall):
    first, other = hall.drawn(2, 0), hall.drawn(2, 1)
    frames = [np.asarray(sorted(stamp.frame[2, 2] for stamp in each.stamps)) for each in (*first, *other)]
    assert all(np.array_equal(frames[0], each) for each in frames[1:5])
    assert not np.array_equal(frames[0], frames[5])
    assert not np.array_equal(first[0].image, first[1].image)
    assert np.array_equal(first[0].image, hall.drawn(2, 0)[0].image), "the same again"


def test_a_hall_is_voted_on_in_every_pose_of_every_ball_and_what_is_false_is_named(hall):
    counts, falses = votes_of(hall, Sure(2), 2, turns=False)
    assert sum(counts.values()) == _BALLS * 2
    assert counts["plain right"] + counts["other right"] == 2
    assert sorted(falses) == [f"FALSE hall 3: {ball}-{pose} as 2" for ball in (1, 3) for pose in (0, 1)]


def test_a_drawn_hall_is_written_as_a_world(hall, tmp_path):
    write(hall, tmp_path / "drawn-3", 2)
    shown, asked = (BallFolder.at(tmp_path / "drawn-3" / name) for name in ("shown", "asked"))
    shown.check_calibrates()
    assert shown.numbers == asked.numbers == tuple(range(1, _BALLS + 1))
    assert {len(each) for each in asked.poses().values()} == {5}
    assert len(asked.poses()) == _BALLS * 2
    learnt, read = (np.asarray(cv2.imread(str(each.empties[0]))) for each in (shown, asked))
    assert not np.array_equal(learnt, read), "no empty exit is read by which it was learnt"


def test_a_folder_of_all_pictures_is_parted_once_and_for_all(tmp_path):
    names = [f"7-{pose}-{frame}.png" for pose in range(5) for frame in range(3)]
    for name in ("empty-0.png", "empty-1.png", *names):
        (tmp_path / name).write_bytes(name.encode())
    for _ in range(2):
        parted(tmp_path, 3)
        shown, asked = (BallFolder.at(tmp_path / name) for name in ("shown", "asked"))
        assert [each.path.name for each in shown.pictures] == ["7-0-0.png", "7-1-0.png", "7-2-0.png"]
        assert len(shown.empties) == 2
        assert [each.path.name for each in asked.pictures] == names[9:]
        assert asked.pictures[0].path.read_bytes() == b"7-3-0.png"
