"""A hall whose balls fit only in a mirror stops; one that is as it should be never does."""

import queue
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.reader.samples import patterns_of
from drivers.reader.sighting import PrintSeen, Reason, Sighting, unread
from hallctl.config.reader import Calibrations, PatternSheet
from hallctl.devices.ball_camera import DEVICE, MIRRORED, BallCamera
from hallctl.devices.mirror import BALLS, PICTURES, MirrorWatch
from hallctl.i18n.words import doubt
from hallctl.table import messages as msg
from tests.drivers.patterned import picture, samples

PATIENCE_S = 60.0
PRINTS = (PrintSeen(320.0, 240.0, 60.0, 41, 0.4, "bar"),)
MIRROR = unread(Reason.MIRRORED, ball=True, prints=PRINTS)
UNSURE = unread(Reason.UNCLEAR_DIGIT, ball=True, prints=PRINTS)
EMPTY = unread(Reason.EMPTY_EXIT, empty=True)
SURE = Sighting(True, False, {14: 0.9999}, Reason.NONE, PRINTS)


def told(*seen: tuple[int, Sighting]) -> list[int]:
    watch = MirrorWatch()
    return [at for at, (serial, sighting) in enumerate(seen) if watch.see(serial, sighting)]


def test_the_second_ball_in_a_row_tells_and_no_third_again() -> None:
    assert told((1, EMPTY), (1, MIRROR), (1, MIRROR), (2, UNSURE), (2, MIRROR), (2, MIRROR), (3, MIRROR)) == [
        4
    ]


def test_one_ball_tells_nothing_and_one_that_is_read_begins_the_count_anew() -> None:
    assert told(*[(1, MIRROR)] * 50) == []
    assert told((1, MIRROR), (2, SURE), (3, MIRROR), (4, SURE), (5, MIRROR)) == []
    assert told((1, MIRROR), (2, MIRROR), (3, SURE), (4, MIRROR), (5, MIRROR)) == [1, 4]


@given(st.lists(st.lists(st.sampled_from([MIRROR, UNSURE, EMPTY, SURE]), max_size=6), max_size=12))
def test_it_is_told_only_of_balls_between_which_none_was_read(balls: list[list[Sighting]]) -> None:
    watch, mirrored = MirrorWatch(), set[int]()
    for serial, seen in enumerate(balls):
        for sighting in seen:
            if sighting is SURE:
                mirrored.clear()
            known = serial in mirrored
            if sighting is MIRROR:
                mirrored.add(serial)
            assert watch.see(serial, sighting) == (
                sighting is MIRROR and not known and len(mirrored) == BALLS
            )


def test_a_hall_that_reads_its_balls_asks_for_a_mirror_at_most_twice_a_ball() -> None:
    watch = MirrorWatch()
    watch.see(1, SURE)
    asked = 0
    for _ in range(30):
        asked += watch.asks(2)
        watch.see(2, UNSURE)
    assert asked == PICTURES
    assert watch.asks(3)
    watch.see(3, MIRROR)
    assert all(watch.asks(3) for _ in range(5) if not watch.see(3, UNSURE))


@pytest.mark.invariant("I15")
def test_a_camera_that_mirrors_is_a_fault_within_two_balls_and_gives_no_number(tmp_path: Path) -> None:
    """Real pictures through camera, reader and their worker."""
    for at in range(24):
        image = cv2.flip(picture((25, 14)[at % 2], 50 + at % 6), 1)
        image[:4] = np.random.default_rng(at).integers(0, 255, image[:4].shape)
        cv2.imwrite(str(tmp_path / f"{at:02}.png"), image)
    known = patterns_of({number: samples(number) for number in (14, 25)})
    assert known is not None
    sheet = PatternSheet("J-01", known.png(), known.reach)
    inbox: queue.SimpleQueue[msg.Message] = queue.SimpleQueue()
    ball_camera = BallCamera(str(tmp_path), inbox, 90, known=Calibrations(sheets=(sheet,)))
    heard: list[msg.Message] = []
    late = time.monotonic() + PATIENCE_S
    try:
        for serial in (1, 2):
            ball_camera.watch(serial, "J-01", armed=False)
            while not any(isinstance(each, msg.Seen) and each.serial == serial for each in heard):
                heard.append(inbox.get(timeout=max(0.01, late - time.monotonic())))
    finally:
        ball_camera.close()
    seen = [each for each in heard if isinstance(each, msg.Seen)]
    assert {each.sighting.reason for each in seen} == {Reason.MIRRORED}
    assert msg.Recovered(DEVICE, MIRRORED) in heard
    (fault,) = (each for each in heard if isinstance(each, msg.Trouble) and each.code == MIRRORED)
    assert fault.device == DEVICE
    assert "espejo" in fault.detail
    assert "espejo" in doubt(str(Reason.MIRRORED))
