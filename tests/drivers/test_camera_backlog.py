"""What waits for a slow reader: the newest picture, after an order the first ones too, and no more."""

import queue
import threading
import time
from dataclasses import dataclass
from itertools import count, pairwise

import cv2
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
    assert not backlog.waiting


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


def pictures(shape, many):
    rng = np.random.default_rng(1)
    return [rng.integers(60, 200, (*shape, 3), dtype=np.uint8) for _ in range(many)]


def quiet():
    """A camera that is silent."""


def broken():
    raise cv2.error("a decoder's own error")


class FeedOf:
    """So many pictures of a size as fast as they are taken, and then what is done."""

    interval, settings = 0.0, None

    def __init__(self, shape, many, then=quiet, end=quiet):
        self._pictures, self._then, self.close = iter(pictures(shape, many)), then, end

    def read(self):
        picture = next(self._pictures, None)
        return self._then() if picture is None else picture


@pytest.mark.invariant("I21")
def test_a_camera_that_comes_back_with_another_size_is_followed_though_pictures_wait(monkeypatch):
    sent, handed, told = threading.Event(), [], threading.Event()

    def all_sent():
        sent.set()
        done.wait(20.0)
        raise CameraError("over")

    feeds = iter([FeedOf((480, 640), MOST + 4), FeedOf((600, 800), MOST, all_sent)])

    def open_feed(*_):
        kept.wait(20.0)
        return next(feeds)

    def on_frame(frame):
        sent.wait(20.0)
        handed.append(frame.image.shape[0])
        if frame.sequence == 2 * MOST + 4:
            told.set()

    kept, done = threading.Event(), threading.Event()
    monkeypatch.setattr(camera, "open_feed", open_feed)
    with camera.Camera(0, on_frame, lambda _: None, clock=count(step=1.0).__next__) as other:
        other.keep(True)
        kept.set()
        try:
            assert told.wait(20.0), handed
        finally:
            done.set()
    assert handed == sorted(handed)
    assert set(handed) == {480, 600}
    assert len(handed) <= MOST + 1


@pytest.mark.invariant("I21")
@pytest.mark.parametrize("at", ["open", "read", "close"])
def test_an_error_that_nobody_thought_of_is_a_loss_and_the_camera_is_opened_again(monkeypatch, at):
    faults, back = queue.SimpleQueue(), threading.Event()
    end = {at: broken}
    first = FeedOf((480, 640), 2, end.get("read", quiet), end.get("close", quiet))
    feeds = iter([broken if at == "open" else lambda: first])

    def open_feed(*_):
        return next(feeds, lambda: FeedOf((480, 640), 400))()

    monkeypatch.setattr(camera, "open_feed", open_feed)

    def on_fault(fault):
        faults.put(fault)
        if fault.code is FaultCode.BACK:
            back.set()

    with camera.Camera("rtsp://ana:secreta@10.0.0.7/", lambda _: None, on_fault):
        assert back.wait(20.0)
    fault = faults.get_nowait()
    assert fault.code is FaultCode.LOST
    assert "decoder" in fault.detail
    assert "secreta" not in fault.detail
