"""What is held still in a camera, and what it says it accepted."""

import sys
import types

import cv2
import numpy as np
import pytest

from drivers.camera.csi import CsiFeed
from drivers.camera.settings import CameraSettings, Control, Wanted, lock
from drivers.camera.source import CameraError


class Webcam:
    """A V4L2 camera's properties as OpenCV hands them on: what it lacks is refused and reads 0."""

    def __init__(self, properties: dict[int, float], stubborn: frozenset[int] = frozenset()) -> None:
        self.properties = properties
        self.stubborn = stubborn

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        if propId not in self.properties:
            return False
        if propId not in self.stubborn:
            self.properties[propId] = value
        return True

    def get(self, propId: int) -> float:  # noqa: N803
        return self.properties.get(propId, 0.0)


def webcam(stubborn: frozenset[int] = frozenset()) -> Webcam:
    return Webcam(
        {
            cv2.CAP_PROP_AUTO_EXPOSURE: 3,
            cv2.CAP_PROP_EXPOSURE: 157,
            cv2.CAP_PROP_AUTO_WB: 1,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600,
        },
        stubborn,
    )


def test_the_automatics_are_taken_off_and_what_is_there_is_held() -> None:
    camera = webcam()
    assert lock(camera, Wanted()) == (
        Control("exposure", None, 157, False),
        Control("focus", None, None, None),
        Control("white_balance", None, 4600, False),
    )
    assert camera.properties[cv2.CAP_PROP_AUTO_EXPOSURE] == 1


def test_what_is_wanted_is_set_and_what_the_camera_made_of_it_is_told() -> None:
    stubborn = frozenset({cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_EXPOSURE})
    controls = lock(webcam(stubborn), Wanted(exposure=80, white_balance=5000))
    settings = CameraSettings("V4L2", 640, 480, 30, controls)
    assert settings.loose == ("exposure", "white_balance")
    assert settings.describe() == (
        "V4L2 640×480 a 30/s; exposición 157 sin fijar, se pidió 80; foco no ajustable; "
        "balance de blancos 5000 sin fijar, se pidió 5000"
    )


def test_a_film_has_nothing_to_hold() -> None:
    assert all(control.value is None for control in lock(cv2.VideoCapture(), Wanted()))


def test_a_csi_camera_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        CsiFeed(0, Wanted(), 0.3)


class Picamera2:
    """What of picamera2's interface the driver uses, for want of a Pi."""

    def __init__(self, index: int) -> None:
        self.camera_controls = {"AfMode": (0, 2, 0), "ColourTemperature": (100, 100000, None)}
        if index:
            raise IndexError("list index out of range")
        self.controls: dict[str, object] = {}
        self.asked = 0

    def create_video_configuration(self, main: dict[str, object]) -> dict[str, object]:
        return main

    def configure(self, configuration: dict[str, object]) -> None:
        assert configuration == {"format": "RGB888", "size": (640, 480)}

    def set_controls(self, controls: dict[str, object]) -> None:
        self.controls |= controls

    def start(self) -> None: ...

    def capture_metadata(self) -> dict[str, object]:
        return {"ExposureTime": 9987, "LensPosition": 4.0, "ColourTemperature": 4600, "AeEnable": False}

    def capture_array(self, wait: bool) -> str:
        assert not wait
        return "a picture to come"

    def wait(self, job: str, timeout: float) -> object:
        self.asked += 1
        if self.asked > 1:
            raise TimeoutError
        return np.full((480, 640, 3), 7, np.uint8)

    def stop(self) -> None: ...

    def close(self) -> None: ...


def test_a_csi_camera_is_held_and_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    feed = CsiFeed(0, Wanted(exposure=10000, focus=4.0), 0.3)
    image = feed.read()
    assert image is not None
    assert image.shape == (480, 640, 3)
    assert feed.read() is None
    assert feed.settings.loose == ("exposure",)  # it made 9987 of the 10000
    feed.close()
    with pytest.raises(CameraError, match="csi:1"):
        CsiFeed(1, Wanted(), 0.3)
