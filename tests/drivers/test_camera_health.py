"""When a picture can be trusted: pure values, no camera."""

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.camera.health import FaultCode, Health
from drivers.camera.limits import HealthLimits
from drivers.camera.quality import BLIND, Image, edge_width


def picture(level: int) -> npt.NDArray[np.uint8]:
    """A bright disc, so that there are edges; a black one where the level is nearly none."""
    image = np.full((480, 640, 3), level, np.uint8)
    cv2.circle(image, (320, 240), 120, (level if level < 10 else level + 100,) * 3, -1)
    return image


def test_frozen_needs_that_many_still_frames_and_as_many_live_ones_heal() -> None:
    health = Health(HealthLimits(still=4))
    reports = [health.frame(picture(90), at) for at in range(4)]
    assert [report and report.code for report in reports] == [None, None, None, FaultCode.FROZEN]
    assert health.frame(picture(90), 5) is None
    reports = [health.frame(picture(91 + at), 6 + at) for at in range(4)]
    assert [report and report.code for report in reports] == [None, None, None, FaultCode.BACK]
    assert health.fault is None


def test_a_fault_is_told_once_and_black_is_not_called_frozen() -> None:
    health = Health(HealthLimits(still=3))
    codes = [health.frame(picture(2), at) for at in range(6)]
    assert [report.code for report in codes if report] == [FaultCode.BLACK]


def test_silence_is_told_once_and_losing_the_source_outranks_it() -> None:
    health = Health()
    health.frame(picture(90), 1.0)
    frozen = health.silent(1.51, 0.51)
    assert frozen is not None
    assert frozen.code is FaultCode.FROZEN
    assert health.silent(1.61, 0.61) is None
    lost = health.lost(2.0, "gone")
    assert lost is not None
    assert lost.code is FaultCode.LOST
    assert health.silent(9.0, 7.0) is None
    assert health.lost(9.0, "gone") is None


def test_after_a_loss_the_same_picture_again_counts_as_new() -> None:
    health = Health(HealthLimits(still=2))
    health.frame(picture(90), 1.0)
    health.lost(2.0, "gone")
    back = health.frame(picture(90), 3.0)
    assert back is not None
    assert back.code is FaultCode.BACK


def sharp(shift: int = 0) -> Image:
    """A scene with edges; a shift makes it another picture, as a sensor's noise does."""
    image = np.full((480, 640, 3), 60 + shift % 5, np.uint8)
    cv2.circle(image, (320 + shift, 240), 130, (200, 210, 215), -1, cv2.LINE_AA)
    cv2.putText(image, "42", (250 + shift, 280), cv2.FONT_HERSHEY_SIMPLEX, 4, (20, 20, 20), 12)
    return image


def blurred(sigma: float, shift: int = 0) -> Image:
    return np.asarray(cv2.GaussianBlur(sharp(shift), (0, 0), sigma), np.uint8)


def codes_of(pictures: Iterable[Image], every: float = 0.1) -> list[FaultCode]:
    health = Health()
    told = [health.frame(image, every * index) for index, image in enumerate(pictures)]
    return [fault.code for fault in told if fault is not None]


@pytest.mark.invariant("I15")
def test_a_picture_that_stays_blurred_is_a_fault_and_heals_in_focus() -> None:
    pictures = [blurred(6, shift) for shift in range(15)] + [sharp(shift) for shift in range(15, 20)]
    assert codes_of(pictures) == [FaultCode.BLURRED, FaultCode.BACK]


@pytest.mark.invariant("I15")
def test_a_picture_that_stays_burnt_is_a_fault() -> None:
    pictures = [np.maximum(sharp(shift), np.uint8(250)) for shift in range(15)]
    for shift, image in enumerate(pictures):
        image[:, shift::16] = 249
    assert codes_of(pictures) == [FaultCode.BRIGHT]


def test_neither_a_flash_nor_a_ball_that_rolls_in_is_a_fault() -> None:
    flash = np.full((480, 640, 3), 255, np.uint8)
    pictures = [*map(sharp, range(5)), flash, *map(sharp, range(5, 10))]
    rolling = [*pictures, *(blurred(6, shift) for shift in range(8)), *map(sharp, range(10, 20))]
    assert codes_of(rolling) == []


def test_from_burnt_to_blurred_there_is_no_moment_of_health() -> None:
    burnt_ones = [np.maximum(sharp(shift), np.uint8(250)) for shift in range(15)]
    for shift, image in enumerate(burnt_ones):
        image[:, shift::16] = 249
    pictures = burnt_ones + [blurred(6, shift) for shift in range(20)]
    assert codes_of(pictures) == [FaultCode.BRIGHT, FaultCode.BLURRED]


@pytest.mark.invariant("I15")
def test_only_a_new_picture_without_fault_is_trusted() -> None:
    health = Health()
    trusted = []
    for image in (sharp(0), sharp(0), sharp(1), sharp(1), sharp(1), sharp(2), picture(1), sharp(3)):
        health.frame(image, 0.0)
        trusted.append(health.trusted)
    assert trusted == [True, False, True, False, False, True, False, True]


@pytest.mark.parametrize("shape", [(1, 1, 3), (119, 640, 3), (4001, 4000, 3), (480, 300, 3), (200, 700, 3)])
def test_a_size_that_cannot_show_a_ball_is_a_fault_with_its_numbers(shape: tuple[int, int, int]) -> None:
    fault = Health().frame(np.zeros(shape, np.uint8), 0.0)
    assert fault is not None
    assert fault.code is FaultCode.SIZE
    assert f"{shape[1]}×{shape[0]}" in fault.detail


def test_edge_width_follows_the_blur_and_not_the_light() -> None:
    widths = [edge_width(blurred(sigma)) for sigma in (1, 2, 4, 8)]
    assert widths == sorted(widths)
    darker = (blurred(4).astype(np.float32) * 0.6).astype(np.uint8)
    assert edge_width(darker) == pytest.approx(widths[2], rel=0.1)
    assert edge_width(np.full((480, 640, 3), 90, np.uint8)) == BLIND
