"""What waits for a slow reader: the newest picture, after an order the first ones too, and no more."""

import threading
import time
from dataclasses import dataclass
from itertools import count, pairwise

import numpy as np
import pytest

from drivers.camera import camera
from drivers.camera.backlog import EVERY, MOST, Backlog
from drivers.camera.health import FaultCode
from drivers.camera.source import CameraError

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


@dataclass(frozen=True)
class Shown:
    at_monotonic: float
    image: np.ndarray


def test_what_stood_there_for_a_moment_waits_however_late_it_came():
    """A ball lies there for six seconds, the exit is empty for an eighth, another lies there for six."""
    backlog, grain = Backlog(), np.random.default_rng(1)
    backlog.keep(True)
    for frame in range(300):
        at = frame * FRAME_S
        level = 90 if at < 6.0 else 20 if at < 6.125 else 80
        noise = grain.integers(-5, 6, (480, 640, 3))
        backlog.put(Shown(at, (level + noise).astype(np.uint8)))
    levels = []
    while (picture := backlog.take()) is not None:
        levels.append(10 * round(float(picture.image.mean()) / 10))
    assert len(levels) == MOST
    assert sorted(levels, key=[90, 20, 80].index) == levels
    assert set(levels) == {90, 20, 80}


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


class FeedThatEnds:
    """So many pictures as fast as they are taken, then none for ever."""

    interval, settings = 0.0, None

    def __init__(self):
        self._rng = np.random.default_rng(1)
        self.left, self.go_on, self.ended = MOST, threading.Event(), threading.Event()

    def read(self):
        if not self.left:
            self.go_on.wait(20.0)
            raise CameraError("unplugged")
        self.left -= 1
        return self._rng.integers(60, 200, (480, 640, 3), dtype=np.uint8)

    def close(self):
        self.ended.set()


@pytest.mark.invariant("I15")
def test_a_camera_that_is_lost_is_told_before_all_that_a_slow_reader_has_before_it(monkeypatch):
    feed, feeds, handed, told = FeedThatEnds(), count(), [], threading.Event()

    def open_feed(*_):
        if next(feeds):
            raise CameraError("unplugged")
        kept.wait(20.0)
        return feed

    def on_frame(frame):
        handed.append(frame.sequence)
        if len(handed) == 3:
            feed.go_on.set()
            feed.ended.wait(20.0)
        time.sleep(0.05)

    def on_fault(fault):
        if fault.code is FaultCode.LOST:
            told.set()

    kept = threading.Event()
    monkeypatch.setattr(camera, "open_feed", open_feed)
    with camera.Camera(0, on_frame, on_fault, clock=count(step=1.0).__next__) as lost:
        lost.keep(True)
        kept.set()
        assert told.wait(20.0)
    assert handed[:3] == [1, 2, 3]
    assert len(handed) <= 5, handed
