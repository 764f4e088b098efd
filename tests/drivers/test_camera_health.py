"""When a picture can be trusted: pure values, no camera."""

import numpy as np
import numpy.typing as npt

from drivers.camera.health import FaultCode, Health, HealthLimits


def picture(level: int) -> npt.NDArray[np.uint8]:
    return np.full((48, 64, 3), level, np.uint8)


def test_frozen_needs_that_many_identical_frames_and_one_new_frame_heals() -> None:
    health = Health(HealthLimits(identical=4))
    reports = [health.frame(picture(90), at) for at in range(4)]
    assert [report and report.code for report in reports] == [None, None, None, FaultCode.FROZEN]
    assert health.frame(picture(90), 5) is None
    back = health.frame(picture(91), 6)
    assert back is not None
    assert back.code is FaultCode.BACK
    assert health.fault is None


def test_a_fault_is_told_once_and_black_is_not_called_frozen() -> None:
    health = Health(HealthLimits(identical=3))
    codes = [health.frame(picture(2), at) for at in range(6)]
    assert [report.code for report in codes if report] == [FaultCode.BLACK]


def test_silence_counts_from_the_last_frame_and_losing_the_source_outranks_it() -> None:
    health = Health(HealthLimits(silence=0.3))
    health.frame(picture(90), 1.0)
    assert health.silent(1.29, 1.0) is None
    frozen = health.silent(1.31, 1.0)
    assert frozen is not None
    assert frozen.code is FaultCode.FROZEN
    lost = health.lost(2.0, "gone")
    assert lost is not None
    assert lost.code is FaultCode.LOST
    assert health.silent(9.0, 1.0) is None
    assert health.lost(9.0, "gone") is None


def test_after_a_loss_the_same_picture_again_counts_as_new() -> None:
    health = Health(HealthLimits(identical=2))
    health.frame(picture(90), 1.0)
    health.lost(2.0, "gone")
    back = health.frame(picture(90), 3.0)
    assert back is not None
    assert back.code is FaultCode.BACK
