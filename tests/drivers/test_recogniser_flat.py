"""The networks that read prints, shown drawn balls that are tilted and turned, mirrored, covered."""

import cv2
import numpy as np
import pytest
from onnxruntime import InferenceSession

from drivers.recogniser.flat import ACROSS, FOLDER, FlatReader, Reading
from drivers.recogniser.sphere import SIDE, rotation
from drivers.recogniser.surface import Surface
from drivers.recogniser.trials import mirrored
from tests.drivers.drawn_balls import ball

NUMBERS = ("3", "25", "34", "57", "72", "47")
TILT = 0.25
PLACE = rotation([TILT, 0, 0])


@pytest.fixture(scope="module")
def reader() -> FlatReader:
    return FlatReader()


def surface(text: str, turn: float) -> Surface:
    grey = ball(text, TILT, turn, face=cv2.FONT_HERSHEY_DUPLEX)[..., 0] / np.float32(190)
    return Surface(np.asarray(grey**1.1 - 1, np.float32), np.ones(grey.shape, np.float32))


def read(reader: FlatReader, shown: Surface) -> Reading:
    (reading,) = reader.read(shown, PLACE[None], 0.5, light=False)
    return reading


@pytest.mark.parametrize("turn", [0.0, 1.3, 2.9, 4.4])
def test_prints_are_read_however_they_are_turned(reader: FlatReader, turn: float) -> None:
    readings = {each: read(reader, surface(each, turn)) for each in NUMBERS}
    surely = [text for text, each in readings.items() if each.sure > 0.75]
    assert all(str(readings[text].number) == text for text in surely), readings
    assert len(surely) >= len(NUMBERS) - 1, readings


def test_light_ink_is_read_as_dark_ink(reader: FlatReader) -> None:
    for text in NUMBERS[1:]:
        dark = surface(text, 1.3)
        (light,) = reader.read(Surface(-dark.ink, dark.seen), PLACE[None], 0.5, light=True)
        assert light == read(reader, dark)


def test_several_places_are_read_as_each_by_itself(reader: FlatReader) -> None:
    shown, away = surface("57", 1.3), rotation([TILT + 0.9, 0, 0])
    both = reader.read(shown, np.stack([PLACE, away]), 0.5, light=False)
    assert both[0] == read(reader, shown)
    assert both[1].sure < 0.5, "there is bare paint"


@pytest.mark.parametrize("turn", [0.0, 1.3, 2.9, 4.4])
def test_prints_in_a_mirror_are_not_read(reader: FlatReader, turn: float) -> None:
    """A 3 in a mirror is a 3 upside down."""
    readings = [read(reader, mirrored(surface(each, turn))) for each in NUMBERS if each != "3"]
    assert max(each.sure for each in readings) < 0.5, readings


def test_a_print_of_which_half_is_covered_is_not_read(reader: FlatReader) -> None:
    for text in NUMBERS[1:]:
        whole = surface(text, 0.0)
        ink = whole.ink.copy()
        ink[:, SIDE // 2 :] = 0
        reading = read(reader, Surface(ink, whole.seen))
        assert reading.sure < 0.8 or reading.number < 10, (text, reading)


@pytest.mark.parametrize("name", ["turn", "read"])
def test_opencv_runs_the_networks_as_onnx_runtime_does(name: str) -> None:
    patches = np.random.default_rng(1).normal(0, 0.5, (3, 2, ACROSS, ACROSS)).astype(np.float32)
    network = cv2.dnn.readNetFromONNX(str(FOLDER / f"{name}.onnx"))
    network.setInput(patches)
    session = InferenceSession((FOLDER / f"{name}.onnx").read_bytes())
    assert np.allclose(network.forward(), session.run(None, {"patches": patches})[0], atol=1e-3)


def test_networks_of_a_hall_are_small() -> None:
    assert sum((FOLDER / f"{name}.onnx").stat().st_size for name in ("turn", "read")) < 1_600_000
