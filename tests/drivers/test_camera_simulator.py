"""The camera simulator as a process of its own, and the real camera driver in front of it."""

import os
import queue
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera import simulator as program
from drivers.camera.balls import EMPTY, Image, Ink, scene
from drivers.camera.camera import OPEN_TIMEOUT, Camera, Frame
from drivers.camera.health import CameraFault, FaultCode
from drivers.camera.limits import HealthLimits
from drivers.plant import Plant, load_plant, new_plant, save_plant

BALL_LEVEL = 70  # the middle of the picture is brighter with a ball, darker without


@dataclass
class Simulator:
    process: subprocess.Popen[bytes]
    url: str
    plant_file: Path

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def change(self, change: Callable[[Plant], Plant]) -> None:
        save_plant(self.plant_file, change(load_plant(self.plant_file)))


@contextmanager
def simulated(tmp_path: Path, fps: int = 100) -> Iterator[Simulator]:
    plant_file, port_file = tmp_path / "plant.json", tmp_path / "url"
    save_plant(plant_file, new_plant(1))
    command = [sys.executable, "-m", "drivers.camera.simulator", "--plant", str(plant_file), "--port", "0"]
    command += ["--port-file", str(port_file), "--fps", str(fps), "--with-parent"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        wait_for(port_file.exists)
        yield Simulator(process, port_file.read_text().strip(), plant_file)
        if process.poll() is None:
            process.terminate()
        assert process.wait(5) is not None


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Simulator]:
    with simulated(tmp_path_factory.mktemp("camera")) as simulator:
        yield simulator


@pytest.fixture
def simulator(shared: Simulator) -> Simulator:
    """A simulator without faults before an empty exit."""
    shared.say("clear")
    save_plant(shared.plant_file, new_plant(1))
    return shared


@dataclass
class Watcher:
    frames: "queue.SimpleQueue[Frame]" = field(default_factory=queue.SimpleQueue)
    faults: "queue.SimpleQueue[CameraFault]" = field(default_factory=queue.SimpleQueue)

    def camera(self, source: str | int) -> Camera:
        return Camera(source, self.frames.put, self.faults.put)

    def codes(self, count: int, timeout: float = 5.0) -> list[FaultCode]:
        return [self.faults.get(timeout=timeout).code for _ in range(count)]

    def next_where(self, wanted: Callable[[Frame], bool], timeout: float = 5.0) -> Frame:
        end = time.monotonic() + timeout
        while not wanted(frame := self.frames.get(timeout=max(0.01, end - time.monotonic()))):
            pass
        return frame


def wait_for(condition: Callable[[], bool], timeout: float = 10.0) -> None:
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def shows_ball(frame: Frame) -> bool:
    return float(frame.image[200:280, 280:360].mean()) > BALL_LEVEL


def shows_none(frame: Frame) -> bool:
    return not shows_ball(frame)


def order_one(plant: Plant) -> Plant:
    return plant.take_order(1)


def test_pictures_follow_the_plant_soon_and_in_sequence(simulator: Simulator) -> None:
    watcher = Watcher()
    with watcher.camera(simulator.url) as camera:
        first = watcher.next_where(shows_none)
        latencies = []
        for change, wanted in ((Plant.extract, shows_ball), (order_one, shows_none)) * 2:
            simulator.change(change)
            changed = time.monotonic()
            frame = watcher.next_where(wanted)
            latencies.append(frame.at_monotonic - changed)
        latest = camera.latest()
    print(f"plant to picture: {[round(1e3 * each) for each in latencies]} ms")
    assert max(latencies) < 1.0
    assert first.image.shape == (480, 640, 3)
    assert not first.image.flags.writeable
    assert latest is not None
    assert latest.sequence >= frame.sequence > first.sequence


def test_a_slow_callback_gets_new_pictures_and_no_backlog(simulator: Simulator) -> None:
    arrived: list[tuple[float, bool]] = []

    def slow(frame: Frame) -> None:
        time.sleep(0.15)
        arrived.append((frame.at_monotonic, shows_ball(frame)))

    watcher = Watcher()
    with Camera(simulator.url, slow, watcher.faults.put):
        wait_for(lambda: len(arrived) >= 8)  # 1.2 s: over a hundred pictures were sent meanwhile
        simulator.change(Plant.extract)
        changed = time.monotonic()
        wait_for(lambda: arrived[-1][1])
    assert arrived[-1][0] - changed < 0.9


def test_a_repeated_picture_is_frozen_and_a_covered_lens_is_black(simulator: Simulator) -> None:
    watcher = Watcher()
    with watcher.camera(simulator.url):
        watcher.next_where(lambda _: True)
        for line in ("freeze", "clear", "black", "clear"):
            simulator.say(line)
            code = watcher.codes(1)[0]
            expected = {"freeze": FaultCode.FROZEN, "black": FaultCode.BLACK, "clear": FaultCode.BACK}
            assert code is expected[line]


def test_a_blank_fault_takes_the_print_off_the_ball(simulator: Simulator) -> None:
    watcher = Watcher()
    with watcher.camera(simulator.url):
        simulator.change(Plant.extract)
        printed = watcher.next_where(lambda frame: shows_ball(frame) and darkest(frame) < 90)
        simulator.say("blank")
        blank = watcher.next_where(lambda frame: shows_ball(frame) and darkest(frame) > 100)
    assert darkest(printed) < darkest(blank)


def darkest(frame: Frame) -> int:
    return int(np.percentile(frame.image[180:300, 260:380].max(axis=2), 1))


def test_unplugged_is_lost_once_and_plugged_is_back_once(simulator: Simulator) -> None:
    watcher = Watcher()
    with watcher.camera(simulator.url) as camera:
        watcher.next_where(lambda _: True)
        simulator.say("unplug")
        assert watcher.codes(1) == [FaultCode.LOST]
        time.sleep(0.8)
        before = camera.latest()
        simulator.say("clear")
        assert watcher.codes(1) == [FaultCode.BACK]
        assert before is not None
        assert watcher.next_where(lambda frame: frame.sequence > before.sequence)
    assert watcher.faults.empty()


def test_a_hanging_stream_is_frozen_and_closes_soon(simulator: Simulator) -> None:
    watcher = Watcher()
    with watcher.camera(simulator.url) as camera:
        watcher.next_where(lambda _: True)
        simulator.say("hang")
        said = time.monotonic()
        fault = watcher.faults.get(timeout=5)
        assert fault.code is FaultCode.FROZEN
        # Half a second; how much longer on a busy machine depends on the pace that was seen before.
        assert fault.at_monotonic - said < 3 * HealthLimits().stall
        started = time.monotonic()
        camera.close()
        took = time.monotonic() - started
    print(f"closing while the far end hangs: {took:.2f} s")
    assert took < OPEN_TIMEOUT + 0.5


def test_a_far_end_that_never_answers_is_lost_and_closes_soon() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        watcher = Watcher()
        camera = watcher.camera(f"http://127.0.0.1:{silent.getsockname()[1]}/")
        assert watcher.codes(1) == [FaultCode.LOST]
        started = time.monotonic()
        camera.close()
        assert time.monotonic() - started < OPEN_TIMEOUT + 0.5


def test_several_cameras_watch_at_once(simulator: Simulator) -> None:
    watchers = [Watcher(), Watcher(), Watcher()]
    cameras = [watcher.camera(simulator.url) for watcher in watchers]
    for watcher in watchers:
        assert watcher.next_where(lambda frame: frame.sequence >= 5)
    for camera in cameras:
        camera.close()


def test_a_recording_plays_once_and_its_pictures_never_come_again(tmp_path: Path) -> None:
    for index in range(5):
        cv2.imwrite(
            str(tmp_path / f"ball-{index:03d}.png"), np.full((480, 640, 3), 40 * index + 20, np.uint8)
        )
    watcher = Watcher()
    with watcher.camera(str(tmp_path / "ball-%03d.png")):
        assert watcher.codes(1) == [FaultCode.LOST]
        time.sleep(0.7)
    levels = []
    while not watcher.frames.empty():
        levels.append(int(watcher.frames.get().image[0, 0, 0]))
    assert levels == [20, 60, 100, 140, 180]


def test_no_camera_no_file_and_no_picture_are_lost(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "picture.mp4"
    text.write_text("this is no film")
    for source in (61, str(tmp_path / "nothing.mp4"), str(text), "http://127.0.0.1:9/none"):
        watcher = Watcher()
        with watcher.camera(source):
            fault = watcher.faults.get(timeout=5)
        assert fault.code is FaultCode.LOST
        assert "cable" in fault.message
    assert capfd.readouterr().err == ""


def test_the_simulator_ends_with_its_parent_and_at_a_signal_and_leaves_nothing(tmp_path: Path) -> None:
    with simulated(tmp_path) as simulator:
        assert simulator.process.stdin is not None
        simulator.process.stdin.close()
        assert simulator.process.wait(5) == 0
    for number in (signal.SIGTERM, signal.SIGINT):
        folder = tmp_path / str(int(number))
        folder.mkdir()
        watcher = Watcher()
        with simulated(folder) as simulator, watcher.camera(simulator.url):
            watcher.next_where(lambda _: True)
            simulator.process.send_signal(number)
            assert simulator.process.wait(5) == 0
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("camera")]


def test_a_missing_plant_is_one_clear_line(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "drivers.camera.simulator",
        "--plant",
        str(tmp_path / "none"),
        "--port",
        "0",
    ]
    ended = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1
    assert "none" in ended.stderr


def test_the_simulator_takes_a_quarter_of_a_core_at_25_pictures_a_second(tmp_path: Path) -> None:
    watcher = Watcher()
    with simulated(tmp_path, fps=25) as simulator, watcher.camera(simulator.url):
        simulator.change(Plant.extract)
        watcher.next_where(shows_ball)
        before, started = cpu_seconds(simulator.process.pid), time.monotonic()
        time.sleep(1.5)
        share = (cpu_seconds(simulator.process.pid) - before) / (time.monotonic() - started)
    print(f"simulator at 25 fps: {share:.0%} of a core")
    assert share < 0.25


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_ball_is_drawn_before_it_comes_so_that_the_camera_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also on a machine where that takes seconds; and it looks as if it had been drawn when it came."""
    drawn, allowed = queue.Queue[str](), threading.Event()
    quick = scene

    def slow(ink: Ink, rng: np.random.Generator) -> Image:
        if isinstance(ink, str):
            assert allowed.wait(20.0)
            drawn.put(ink)
        return quick(ink, rng)

    monkeypatch.setattr(program, "scene", slow)
    plant = new_plant(3, 9)
    save_plant(tmp_path / "plant.json", plant)
    lens = program.ExitLens(tmp_path / "plant.json")
    for body in (plant.next_ball(), plant.extract().take_order(1).next_ball()):
        empty = lens.look(frozenset())
        assert np.array_equal(empty, quick(EMPTY, np.random.default_rng([5, 3, plant.draws])))
        allowed.set()
        assert drawn.get(timeout=20.0) == str(body)
        allowed.clear()
        plant = plant.extract()
        save_plant(tmp_path / "plant.json", plant)
        shown = lens.look(frozenset())
        assert np.array_equal(shown, quick(str(body), np.random.default_rng([5, 3, plant.draws])))
        plant = plant.take_order(plant.draws)
        save_plant(tmp_path / "plant.json", plant)
    allowed.set()
