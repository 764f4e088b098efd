"""The camera on the exit and its reader: what they do while no order waits for a ball."""

import queue
import time
from pathlib import Path

import cv2

from hallctl.config.reader import Calibrations, PatternSheet
from hallctl.devices.ball_camera import BallCamera
from tests.drivers.patterned import picture, some_patterns

PATIENCE_S = 20.0


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
        (prepared,) = ball_camera._reader._patterns
        late = time.monotonic() + PATIENCE_S
        while len(prepared._margins) < 3 and time.monotonic() < late:
            time.sleep(0.05)
        assert set(prepared._margins) == {3, 42, 47}
        assert ball_camera.reads == 0
    finally:
        ball_camera.close()
