"""The camera above a wheel: only a picture of now is kept, once for each spin that lacks one."""

import queue
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drivers.camera.gallery import Gallery, GalleryError
from drivers.camera.health import CameraFault, FaultCode
from hallctl.devices import table_camera
from hallctl.devices.table_camera import DEVICE, LOST, PictureKeeper, TableCamera
from hallctl.outputs.fault_words import FAULTS
from hallctl.table import messages as msg
from hallctl.table.snapshot import Snapshot
from hallctl.table.troubles import NOTICES


@dataclass
class Frame:
    image: Any
    at_monotonic: float


class FakeCamera:
    """Stands in for the camera's thread."""

    def __init__(self, _source, _on_frame, on_fault, **_):
        self.frame, self.on_fault = None, on_fault

    def latest(self):
        return self.frame

    def close(self): ...


def waiting(inbox):
    found = []
    while not inbox.empty():
        found.append(inbox.get())
    return found


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> TableCamera:
    monkeypatch.setattr(table_camera, "Camera", FakeCamera)
    return TableCamera("http://127.0.0.1:1/", Gallery(tmp_path), queue.SimpleQueue(), clock=lambda: 100.0)


def test_a_picture_is_kept_by_its_digest_and_an_old_one_is_none(camera: Any, tmp_path: Path) -> None:
    assert camera.keep() == "", "there is none yet"
    camera._camera.frame = Frame(np.full((480, 640, 3), 90, np.uint8), 99.5)
    digest = camera.keep()
    assert (tmp_path / f"{digest}.jpg").is_file()
    camera._camera.frame.at_monotonic = 98.9
    assert (camera.latest(), camera.keep()) == (None, ""), "of a camera that was lost since"


def test_a_camera_without_a_picture_is_a_notice_and_a_blurred_one_is_not(camera: Any) -> None:
    camera._on_fault(CameraFault(FaultCode.BLURRED, 1.0, "borrosa"))
    camera._on_fault(CameraFault(FaultCode.LOST, 1.0, "se cortó"))
    camera._on_fault(CameraFault(FaultCode.BACK, 1.0, ""))
    trouble, recovered = waiting(camera._inbox)
    assert (trouble.device, trouble.code) == (recovered.device, recovered.code) == (DEVICE, LOST)
    assert (DEVICE, LOST) in NOTICES
    assert LOST in FAULTS


def test_a_full_disk_is_said_and_the_spin_goes_on(camera: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    camera._camera.frame = Frame(np.zeros((480, 640, 3), np.uint8), 100.0)

    def full(_):
        raise GalleryError("no queda sitio")

    monkeypatch.setattr(camera._gallery, "keep", full)
    assert camera.keep() == ""
    assert [each.code for each in waiting(camera._inbox)] == ["DISK-PICTURE", "DISK-PICTURE"]


def test_a_spin_that_lacks_a_picture_gets_one_as_soon_as_there_is_one() -> None:
    inbox: Any = queue.SimpleQueue()
    state: Any = {"lacks": True}
    pictures = iter(["", "ab" * 32, "cd" * 32])
    keeper = PictureKeeper(
        lambda: Snapshot(7, 7, state),
        lambda each: (lambda digest: digest) if each["lacks"] else None,  # type: ignore[arg-type, return-value]
        lambda: next(pictures),
        inbox,
    )
    for _ in range(3):
        keeper.look()
    assert waiting(inbox) == [msg.Reported("ab" * 32)], "tried again without one, once with one"  # type: ignore[arg-type]
    state["lacks"] = False
    keeper.look()
    assert waiting(inbox) == []
