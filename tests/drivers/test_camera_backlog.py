"""What waits for a slow reader: the newest picture, after an order the first ones too, and no more."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drivers.camera.backlog import EVERY, MOST, Backlog

FRAME_S = 0.04


@dataclass(frozen=True)
class Picture:
    at_monotonic: float
    image = np.zeros((480, 640, 3), np.uint8)


class LargePicture(Picture):
    image = np.broadcast_to(np.zeros(3, np.uint8), (1080, 1920, 3))


def times(backlog, frames, kind=Picture):
    for frame in range(frames):
        backlog.put(kind(frame * FRAME_S))
    found = []
    while (picture := backlog.take()) is not None:
        found.append(round(picture.at_monotonic, 2))
    return found


def test_the_newest_picture_alone_waits_until_others_are_kept():
    assert times(Backlog(), 1000) == [39.96]


def test_the_first_pictures_after_an_order_wait_and_the_newest():
    backlog = Backlog()
    backlog.put(Picture(-1.0))
    backlog.keep(True)
    found = times(backlog, 1000)
    assert len(found) == MOST
    assert found[0] < EVERY
    assert found[-1] == 39.96
    gaps = [later - earlier for earlier, later in pairwise(found[:-1])]
    assert max(gaps) < 0.12 + 1e-6, "an exit that is empty for as long as that is in one of them"
    assert len(times(backlog, 1000, LargePicture)) < 8, "large ones take no more memory"


def test_once_they_are_kept_no_more_the_newest_is_left():
    backlog = Backlog()
    backlog.keep(True)
    for frame in range(20):
        backlog.put(Picture(frame * FRAME_S))
    backlog.keep(False)
    newest = backlog.take()
    assert newest is not None
    assert newest.at_monotonic == 19 * FRAME_S
    assert not backlog.waits
