"""The reader on balls of faces and layouts it never learnt: a small set kept in `fixtures/balls`, and speed.

`make bench-reader` measures many thousands.
"""

import json
import time
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from drivers.camera.balls import STYLES, render
from drivers.reader.reader import Reader

FOLDER = Path(__file__).parents[2] / "fixtures" / "balls"
TRUTH = json.loads((FOLDER / "truth.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def picture(name: str) -> npt.NDArray[np.uint8]:
    image = cv2.imread(str(FOLDER / name), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


@pytest.mark.parametrize("name", sorted(TRUTH))
def test_no_held_out_ball_is_read_falsely(reader: Reader, name: str) -> None:
    told = set(reader.read(picture(name)).scores)
    truth = TRUTH[name]["number"]
    assert told <= ({truth} if truth is not None else set())


def test_three_in_four_legible_held_out_balls_are_read_at_least(reader: Reader) -> None:
    legible = [name for name, truth in TRUTH.items() if truth["legible"]]
    refused = [name for name in legible if not reader.read(picture(name)).scores]
    print(f"refused {refused} of {len(legible)}")
    assert len(legible) >= 12
    assert len(refused) <= len(legible) // 4


def yardstick() -> float:
    """CPU seconds that this machine, as busy as it is now, takes for four small filters of a known size."""
    picture, row = np.ones((480, 640), np.float32), np.full(15, 1 / 15, np.float32)
    started = time.thread_time()
    for _ in range(4):
        cv2.sepFilter2D(picture, -1, row, row)
    return time.thread_time() - started


def test_a_frame_takes_no_more_of_one_thread_than_forty_small_filters(reader: Reader) -> None:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        times, sticks = [], []
        for seed in range(30):
            image = render(str(1 + seed), np.random.default_rng(seed), STYLES[seed % len(STYLES)])
            sticks.append(yardstick())
            started = time.thread_time()
            reader.read(image)
            times.append(time.thread_time() - started)
    finally:
        cv2.setNumThreads(threads)
    told = float(np.median(times) / np.median(sticks))
    print(f"median {np.median(times) * 1e3:.1f} ms, {told:.1f} yardsticks")
    # 5.6 to 6.0 on a quiet machine and a crowded one alike, where milliseconds differ threefold:
    # `make bench-reader` tells those.
    assert told < 10
