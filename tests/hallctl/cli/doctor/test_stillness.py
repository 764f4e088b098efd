"""Who installs a camera is told whether its stillness can be told from a frozen one, and what to set."""

import numpy as np

from drivers.camera.pace import PaceMeter
from hallctl.cli.doctor.finding import Verdict
from hallctl.cli.doctor.stillness import look_at_pace


def lived(every: int, seconds: float = 8.0, rate: float = 25.0) -> PaceMeter:
    """What is measured of a camera that shows something new in each so many pictures."""
    meter = PaceMeter()
    for at in range(round(seconds * rate)):
        grain = np.random.default_rng(at // every)
        meter.see(grain.integers(0, 255, (120, 160, 3), np.uint8), at / rate)
        if meter.known:
            break
    return meter


def test_a_camera_that_lives_in_each_picture_is_well() -> None:
    assert look_at_pace("cámara", lived(1), None).verdict is Verdict.GOOD


def test_a_camera_that_lives_in_its_key_frames_alone_is_told_when_a_frozen_one_would_be_found() -> None:
    found = look_at_pace("cámara", lived(25), 1.0)
    assert found.verdict is Verdict.ADVICE
    assert found.said == "quieta, su imagen solo cambia cada 1,0 s: una detenida puede tardar 12 s en notarse"
    assert "MJPEG" in found.remedy
    assert "CBR" in found.remedy


def test_a_camera_that_lives_less_often_than_when_it_was_calibrated_is_to_be_calibrated_again() -> None:
    found = look_at_pace("cámara", lived(50), 0.0)
    assert found.verdict is Verdict.MISSING
    assert "calibre de nuevo" in found.remedy


def test_a_camera_that_cannot_be_told_from_a_frozen_one_is_no_camera_for_a_hall() -> None:
    found = look_at_pace("cámara", lived(100), 4.0)
    assert found.verdict is Verdict.MISSING
    assert "no se distingue de una detenida (CAMERA-FROZEN)" in found.said
