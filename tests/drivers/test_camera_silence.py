"""How long a camera may be silent: its own pace and the machine's, in virtual time."""

import threading
from itertools import count

import pytest

from drivers.camera import camera
from drivers.camera.silence import SLICE, Silence
from drivers.camera.source import CameraError


def paced(*gaps: float) -> Silence:
    silence, at = Silence(0.5, 1.5), 0.0
    silence.opened()
    silence.arrived(at)
    for gap in gaps:
        at += gap
        silence.arrived(at)
    return silence


def waits(silence: Silence, seconds: float, turns_every: float = SLICE) -> bool:
    """Wait in vain for so long, the thread getting its turn every so many seconds."""
    silence.ended()
    for _ in range(round(seconds / turns_every)):
        silence.waited(SLICE, turns_every)
    return silence.broken


def test_before_the_pace_is_known_a_camera_may_be_silent_for_longest() -> None:
    assert paced(0.04, 0.04).limit == 1.5


def test_a_steady_camera_is_frozen_soon_and_a_slow_or_uneven_one_later() -> None:
    assert paced(*[0.04] * 20).limit == 0.5
    assert paced(*[0.2] * 20).limit == pytest.approx(0.8)
    assert paced(*[0.04] * 20, 0.3, *[0.04] * 5).limit == pytest.approx(1.2, rel=0.05)
    assert paced(*[0.04] * 20, 5.0, *[0.04] * 20).limit == 1.5


def test_a_bad_moment_is_forgotten_after_some_seconds() -> None:
    assert paced(*[0.04] * 20, 0.3, *[0.04] * 250).limit == 0.5


def test_the_gap_of_a_new_connection_says_nothing_of_the_pace() -> None:
    silence = paced(*[0.04] * 20)
    silence.opened()
    silence.arrived(30.0)
    assert silence.limit == 0.5


def test_silence_is_told_and_a_picture_ends_it() -> None:
    silence = paced(*[0.04] * 20)
    assert not waits(silence, 0.4)
    assert waits(silence, 0.6)
    silence.ended()
    assert not silence.broken


@pytest.mark.invariant("I15")
def test_time_in_which_the_machine_gave_no_turn_is_not_the_cameras() -> None:
    silence = paced(*[0.04] * 20)
    assert not waits(silence, 2.4, turns_every=0.8)
    assert waits(silence, 4.0, turns_every=0.8)  # even so a silent camera is told in the end


@pytest.mark.invariant("I15")
def test_what_a_slow_machine_works_on_each_picture_is_not_the_cameras() -> None:
    silence = paced(*[0.04] * 20)
    for at in range(12):
        silence.arrived(10.0 + 3.0 * at, worked=0.5)
    assert (silence.most, silence.limit) == (4.0, 4.0)
    for at in range(1500):
        silence.arrived(60.0 + 0.04 * at, worked=0.004)
    assert (silence.most, silence.limit) == (1.5, 0.5)


@pytest.mark.parametrize(("works", "patience"), [(True, [1.0, 2.0, 4.0, 8.0, 8.0]), (False, [1.0] * 5)])
def test_a_machine_that_works_while_it_opens_a_camera_in_vain_takes_more_time(
    works: bool, patience: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []
    enough = threading.Event()
    clock = count(step=1.0)

    def open_feed(*arguments: object) -> None:
        asked.append(float(str(arguments[-1])))
        if len(asked) >= len(patience):
            enough.set()
        raise CameraError("no answer")

    monkeypatch.setattr(camera, "open_feed", open_feed)
    monkeypatch.setattr(camera, "RETRIES", (0.0,))
    monkeypatch.setattr("drivers.camera.camera.thread_busy", lambda: next(clock) if works else 0.0)
    with camera.Camera("http://127.0.0.1:9/", lambda _: None, lambda _: None):
        assert enough.wait(10.0)
    assert asked[: len(patience)] == patience


def test_a_camera_that_opens_again_is_given_the_usual_time_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    enough = threading.Event()
    clock = count(step=1.0)

    class Opened:
        settings, interval = None, 0.0

        def read(self) -> None:
            raise CameraError("unplugged")

        def close(self) -> None: ...

    def open_feed(*arguments: object) -> Opened:
        asked.append(float(str(arguments[-1])))
        if len(asked) >= 7:
            enough.set()
        if len(asked) <= 3:
            raise CameraError("no answer")
        return Opened()

    monkeypatch.setattr(camera, "open_feed", open_feed)
    monkeypatch.setattr(camera, "RETRIES", (0.0,))
    monkeypatch.setattr("drivers.camera.camera.thread_busy", lambda: next(clock))
    with camera.Camera("http://127.0.0.1:9/", lambda _: None, lambda _: None):
        assert enough.wait(10.0)
    assert asked[:7] == [1.0, 2.0, 4.0, 8.0, 4.0, 2.0, 1.0]
