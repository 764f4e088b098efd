"""A camera that shows its life only in its key frames is not frozen, and one that froze is still found (I15).

The films are H.264 of variable quality, made by `python -m tools.camera_streams --keep fixtures/camera`.
"""

import threading
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from drivers.camera.balls import EMPTY, scene
from drivers.camera.camera import Camera, Frame
from drivers.camera.health import CameraFault, FaultCode, Health
from drivers.camera.limits import HealthLimits
from drivers.camera.pace import FOUND, MOST, PaceMeter
from drivers.camera.proof import Unproven
from drivers.camera.quality import Image
from tests.drivers.test_camera_stillness import coded, noisy, stamped
from tools.camera_streams import KEPT, RATE, alarms, decoded, measured

pytestmark = pytest.mark.invariant("I15")

FILMS = Path(__file__).parents[2] / "fixtures/camera"
VACANT = scene(EMPTY, np.random.default_rng(3))


def paced(pictures: "list[Image]", rate: float) -> PaceMeter:
    meter = PaceMeter()
    for at, picture in enumerate(pictures):
        meter.see(picture, at / rate)
    return meter


@pytest.mark.parametrize(("name", "pace"), [("quieta.mp4", 1.0), ("quieta-2s.mp4", 2.0)])
def test_a_still_exit_through_an_encoder_of_variable_quality_is_no_frozen_one(name: str, pace: float) -> None:
    meter = measured(FILMS / name)
    assert meter.known
    assert meter.shows_freezing
    assert meter.seconds == pytest.approx(pace, abs=0.1)
    assert alarms(FILMS / name, meter.seconds) == []
    assert alarms(FILMS / name, 0.0), "so it was before the pace was measured"


def test_a_source_that_froze_before_its_encoder_is_found_once() -> None:
    _, _, froze = KEPT["detenida.mp4"]
    assert froze is not None
    pace = measured(FILMS / "detenida.mp4").seconds
    (found,) = alarms(FILMS / "detenida.mp4", pace)
    assert froze < found < froze + FOUND * pace


def test_an_encoder_that_sends_the_same_picture_for_ever_is_found_within_four_paces() -> None:
    pictures = [image for _, image in decoded(FILMS / "quieta.mp4")][: 5 * RATE]
    health, told = Health(HealthLimits(pace=1.0)), []
    for at in range(12 * RATE):
        shown = stamped(pictures[min(at, len(pictures) - 1)], at, True)
        fault = health.frame(shown, at / RATE)
        told += [] if fault is None else [(fault.code, at / RATE)]
    ((code, found),) = told
    assert code is FaultCode.FROZEN
    assert 5 < found <= 9


def test_a_camera_that_shows_no_life_for_too_long_cannot_be_told() -> None:
    meter = measured(FILMS / "sin-claves.mp4")
    assert meter.known
    assert not meter.shows_freezing
    assert meter.seconds > MOST


@pytest.mark.parametrize(("rate", "doubled"), [(30.0, 1), (5.0, 1), (50.0, 2)])
def test_a_camera_whose_noise_is_in_each_picture_has_no_pace_to_wait_for(rate: float, doubled: int) -> None:
    small = np.ascontiguousarray(VACANT[::4, ::4])
    meter = paced([coded(noisy(small, at // doubled)) for at in range(40)], rate)
    assert meter.seconds < 1.5 / 25
    assert meter.known == (doubled == 1)


def test_what_a_live_picture_does_not_prove_is_not_trusted() -> None:
    health = Health(HealthLimits(pace=1.0))
    trusted = []
    for at, image in decoded(FILMS / "quieta.mp4"):
        health.frame(image, at)
        trusted.append(health.trusted)
        assert health.provable
    assert [at for at, each in enumerate(trusted) if each] == list(range(0, len(trusted), RATE))


def test_pictures_between_two_that_live_are_handed_out_once_the_second_has_come() -> None:
    """What the camera hands out never goes back, and nothing of it is newer than the newest proof."""
    frames: list[Frame] = []
    over = threading.Event()

    def told(fault: CameraFault) -> None:
        assert fault.code is FaultCode.LOST, fault
        over.set()

    with Camera(str(FILMS / "quieta.mp4"), frames.append, told, limits=HealthLimits(pace=1.0), rate=500.0):
        assert over.wait(60)
    sequences = [frame.sequence for frame in frames]
    assert sequences == sorted(set(sequences))
    keys = list(range(1, 12 * RATE, RATE))
    assert set(keys) <= set(sequences)
    assert sequences[-1] == keys[-1], "what came after the last key frame is not proven"
    assert len(sequences) > 4 * len(keys)


@dataclass(frozen=True)
class Held:
    sequence: int


def test_of_what_waits_for_its_proof_all_changes_are_kept_and_little_of_what_stood_still() -> None:
    unproven = Unproven[Held]()
    for at in range(50):
        unproven.hold(Held(at), changed=at in {3, 4, 20})
    assert [each.sequence for each in unproven.take()] == [3, 4, 20, 46, 47, 48, 49]
    assert unproven.take() == []
