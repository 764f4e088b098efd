"""The reader behind the real camera driver in front of the simulator: the number comes by pixels alone."""

import queue
import subprocess
import sys
import time
from pathlib import Path

import pytest

from drivers.camera.camera import Camera, Frame
from drivers.plant import Plant, load_plant, new_plant, save_plant
from drivers.reader.reader import Reader
from drivers.reader.sighting import Sighting


def plant_after(draws: int, **ink: str | None) -> Plant:
    """A plant that has drawn that many balls, with other ink on some."""
    plant = new_plant(11)
    for order in range(1, draws + 1):
        plant = plant.take_order(order).extract()
    for body, text in ink.items():
        plant = plant.with_ink(int(body.removeprefix("ball")), text)
    return plant


def steady(frames: "queue.SimpleQueue[Frame]", since: float, wanted: str) -> list[Sighting]:
    """Three sightings in a row that all are a "ball" or all "empty", of pictures after a time."""
    reader, seen = Reader(), []
    end = time.monotonic() + 8
    while len(seen) < 3:
        assert time.monotonic() < end, f"saw no {wanted}"
        frame = frames.get(timeout=5)
        if frame.at_monotonic < since:
            continue
        sighting = reader.read(frame.image)
        seen = [*seen, sighting] if getattr(sighting, wanted) else []
    return seen


@pytest.mark.invariant("I15")
def test_numbers_come_by_pixels_alone_and_follow_the_print_not_the_ball(tmp_path: Path) -> None:
    plant_file, url = tmp_path / "plant.json", tmp_path / "url"
    save_plant(plant_file, plant_after(0))
    command = [sys.executable, "-m", "drivers.camera.simulator", "--plant", str(plant_file), "--port", "0"]
    command += ["--port-file", str(url), "--fps", "50", "--with-parent"]
    frames: queue.SimpleQueue[Frame] = queue.SimpleQueue()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        while not url.exists():
            assert process.poll() is None
            time.sleep(0.02)
        with Camera(url.read_text().strip(), frames.put, lambda fault: None):
            show = [plant_after(draws) for draws in (1, 2, 3)]
            third = show[-1].exit
            show += [plant_after(3, **{f"ball{third}": text}) for text in ("68", "9", None)]
            for plant in show:
                save_plant(plant_file, new_plant(11))
                assert all(not each.scores for each in steady(frames, time.monotonic(), "empty"))
                save_plant(plant_file, plant)
                body = load_plant(plant_file).exit
                assert body is not None
                printed = plant.ink[body]
                sightings = steady(frames, time.monotonic(), "ball")
                assert [list(each.scores) for each in sightings] == 3 * [[int(printed)] if printed else []]
        process.terminate()
        assert process.wait(5) == 0
