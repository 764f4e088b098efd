"""The camera on the exit and its reader: what they do while no order waits for a ball."""

import queue
import time
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.health import FaultCode
from drivers.reader.exit import LearntExit
from drivers.reader.reader import Reader
from hallctl.config.reader import Calibrations, ExitSheet, PatternSheet
from hallctl.devices.ball_camera import BallCamera
from hallctl.table import messages as msg
from tests.drivers.patterned import picture, some_patterns

PATIENCE_S = 20.0


@pytest.mark.campaign
def test_while_no_order_waits_for_its_ball_the_reader_prepares_its_patterns(tmp_path: Path) -> None:
    """So no picture of the first game takes longer than one of the next."""
    for turn in range(24):
        cv2.imwrite(str(tmp_path / f"{turn}.png"), picture(42, turn % 8))
    known = some_patterns(3, 42, 47)
    ball_camera = BallCamera(
        str(tmp_path),
        queue.SimpleQueue(),
        90,
        known=Calibrations(sheets=(PatternSheet("J-01", known.png(), known.reach),)),
    )
    try:
        reader = ball_camera._reader
        assert isinstance(reader, Reader)
        (prepared,) = reader._patterns
        late = time.monotonic() + PATIENCE_S
        while len(prepared._margins) < 3 and time.monotonic() < late:
            time.sleep(0.05)
        assert set(prepared._margins) == {3, 42, 47}
        assert ball_camera.reads == 0
    finally:
        ball_camera.close()


@pytest.mark.invariant("I15")
@pytest.mark.parametrize(("pace", "stops"), [(0.0, True), (1.0, False)])
def test_a_camera_may_stand_still_for_as_long_as_its_calibration_measured(pace: float, stops: bool) -> None:
    look, spread = np.zeros((120, 160, 3), np.float32), np.zeros((120, 160), np.float32)
    sheet = ExitSheet(LearntExit(look, spread).png(), None, datetime(2026, 11, 28, tzinfo=UTC), pace)
    film = Path(__file__).parents[3] / "fixtures/camera/quieta.mp4"
    inbox: queue.SimpleQueue[msg.Message] = queue.SimpleQueue()
    ball_camera = BallCamera(str(film), inbox, 90, known=Calibrations(exit=sheet))
    try:
        late = time.monotonic() + PATIENCE_S
        while ball_camera.frames < 40 and time.monotonic() < late:
            time.sleep(0.05)
    finally:
        ball_camera.close()
    told = [inbox.get() for _ in range(inbox.qsize())]
    faults = [each.code for each in told if isinstance(each, msg.Trouble)]
    assert (FaultCode.FROZEN in faults) == stops
