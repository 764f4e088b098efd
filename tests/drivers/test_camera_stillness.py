"""A picture that stands still is told from a live one, though a clock goes on in it (I15)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.camera.balls import EMPTY, scene
from drivers.camera.health import FaultCode, Health
from drivers.camera.quality import Image
from drivers.camera.stillness import PART, Stillness

STANDING = scene("42", np.random.default_rng(3))
VACANT = scene(EMPTY, np.random.default_rng(3))


def coded(picture: Image, quality: int = 88) -> Image:
    """What is left of a picture that a camera encodes."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def noisy(picture: Image, seed: int, sigma: float = 1.0) -> Image:
    grain = np.random.default_rng(seed).normal(0, sigma, picture.shape)
    return np.asarray(np.clip(np.rint(picture + grain), 0, 255), np.uint8)


def stamped(picture: Image, at: int, hundredths: bool) -> Image:
    """A picture with the date and the time in a corner, 25 of them a second."""
    moment = datetime(2026, 11, 28, 20, 15, 7) + timedelta(seconds=at / 25)
    text = f"{moment:%Y-%m-%d %H:%M:%S}" + (f".{moment.microsecond // 10000:02d}" if hundredths else "")
    shown = picture.copy()
    cv2.rectangle(shown, (8, 8), (470, 44), (0, 0, 0), -1)
    cv2.putText(shown, text, (12, 36), cv2.FONT_HERSHEY_SIMPLEX, 1.0, (255, 255, 255), 2)
    return shown


def codes(pictures: Iterator[Image], count: int) -> list[FaultCode]:
    health = Health()
    told = [health.frame(image, index / 25) for index, image in enumerate(islice(pictures, count))]
    return [fault.code for fault in told if fault is not None]


def forever(make: "object") -> Iterator[Image]:
    at = 0
    while True:
        yield make(at)  # type: ignore[operator]
        at += 1


@pytest.mark.invariant("I15")
@pytest.mark.parametrize("hundredths", [False, True])
def test_a_frozen_picture_with_a_running_clock_is_one_fault(hundredths: bool) -> None:
    frozen = noisy(STANDING, 1)
    assert codes(forever(lambda at: coded(stamped(frozen, at, hundredths))), 60) == [FaultCode.FROZEN]


@pytest.mark.invariant("I15")
def test_a_slow_camera_whose_bridge_doubles_its_pictures_is_live() -> None:
    assert codes(forever(lambda at: coded(noisy(STANDING, at // 6))), 60) == []


@pytest.mark.invariant("I15")
def test_an_encoder_that_repeats_its_last_pictures_in_turn_is_frozen() -> None:
    ring = [coded(noisy(STANDING, seed)) for seed in range(12)]
    assert codes(forever(lambda at: stamped(ring[at % 12], at, True)), 60) == [FaultCode.FROZEN]


@pytest.mark.invariant("I15")
def test_a_frozen_picture_sent_anew_each_second_stays_one_fault_and_is_never_handed_out_as_alive() -> None:
    """A film's key frames encode the same picture otherwise, and in between nothing is sent."""
    frozen = noisy(STANDING, 1)
    health = Health()
    told, trusted = [], 0
    for at in range(75):
        fault = health.frame(coded(stamped(frozen, at, False), 60 + at // 25), at / 25)
        told += [] if fault is None else [fault.code]
        trusted += health.trusted and at > 0
    assert told == [FaultCode.FROZEN]
    assert trusted == 0


@pytest.mark.invariant("I15")
@settings(max_examples=12, deadline=None)
@given(
    sigma=st.sampled_from([0.6, 1.0, 2.5]),
    quality=st.sampled_from([70, 88, 95]),
    dark=st.sampled_from([1.0, 0.3]),
    clock=st.booleans(),
    seed=st.integers(0, 1000),
)
def test_a_live_picture_is_never_frozen_however_quiet_its_scene(
    sigma: float, quality: int, dark: float, clock: bool, seed: int
) -> None:
    stillness, base = Stillness(12), np.asarray(VACANT * dark, np.uint8)
    for at in range(6):
        seen = noisy(base, seed * 100 + at, sigma)
        stillness.see(coded(stamped(seen, at, True) if clock else seen, quality), at / 25)
        assert stillness.lives, stillness.new
        assert at == 0 or stillness.new > 1.5 * PART


def test_a_live_picture_ends_the_fault_once_it_goes_on() -> None:
    frozen = coded(noisy(STANDING, 1))
    stillness = Stillness(8)
    for at in range(8):
        stillness.see(frozen, at / 25)
    assert stillness.frozen
    for seed in range(8, 15):
        stillness.see(coded(noisy(STANDING, seed)), seed / 25)
        assert stillness.frozen
    stillness.see(coded(noisy(STANDING, 15)), 15 / 25)
    assert not stillness.frozen


@pytest.mark.parametrize("size", [(120, 90), (480, 640), (720, 1280), (1080, 1920), (481, 641)])
def test_pictures_of_any_size_have_tiles(size: tuple[int, int]) -> None:
    stillness = Stillness(2)
    grain = np.random.default_rng(5)
    for at in range(4):
        stillness.see(grain.integers(0, 255, (*size, 3), np.uint8), at / 25)
        assert stillness.lives
    stillness.see(np.zeros((*size, 3), np.uint8), 4 / 25)
    stillness.see(np.zeros((*size, 3), np.uint8), 5 / 25)
    assert not stillness.lives
