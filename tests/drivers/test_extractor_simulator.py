"""The simulator as a program of its own, in real time: whoever dies, the balls lie where they lay."""

import os
import queue
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from drivers.extractor.driver import (
    BallArrived,
    CommandFailed,
    Extractor,
    ExtractorError,
    ExtractorEvent,
    FaultCode,
    LinkLost,
    MachineFault,
)
from drivers.plant import load_plant, new_plant, save_plant
from tests.drivers.extractor_bench import (
    QUICK,
    Program,
    brought_out,
    expected_balls,
    permit_next,
    permit_until,
    program,
)

OWNER = """
import sys, time
from drivers.extractor.driver import Extractor
extractor = Extractor(sys.argv[1], print)
extractor.open()
while not extractor.state.moving:  # a loaded computer may cause a stop
    extractor.reset()
    extractor.permit()
    extractor.draw(1)
    until = time.monotonic() + 0.3
    while time.monotonic() < until:
        extractor.permit()
        time.sleep(0.02)
print("moving", flush=True)
while True:
    extractor.permit()
    time.sleep(0.02)
"""


class Owner:
    """The driver of this process at a program's link."""

    def __init__(self, link: Path) -> None:
        self.events: queue.SimpleQueue[ExtractorEvent] = queue.SimpleQueue()
        self.driver = Extractor(str(link), self.events.put, timeouts=QUICK)

    def __enter__(self) -> "Owner":
        self.driver.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.close()

    def draw(self, order: int) -> BallArrived:
        """Draw as an owner does who acknowledges and resets what a loaded computer may cause."""
        self.driver.permit()
        self.driver.draw(order)
        while True:
            event = permit_next(self.driver, self.events)
            match event:
                case BallArrived(number, drawn) if drawn == order:
                    self.driver.acknowledge(number)
                    return event
                case MachineFault(number):
                    self.driver.acknowledge(number)
                    self.driver.reset()
                    self.driver.draw(order)
                case CommandFailed():
                    self.driver.draw(order)
                case LinkLost():
                    raise AssertionError(event.reason)


def test_it_plays_at_its_pace_and_creates_the_plant_from_the_seed(tmp_path: Path) -> None:
    with (
        program(tmp_path, "--pace", "100", "--kind", "drum", seed=3) as running,
        Owner(running.link) as owner,
    ):
        for order in range(1, 6):
            owner.draw(order)
        assert owner.driver.query().exit_occupied
        plant = load_plant(running.path)
    assert plant.seed == 3 and brought_out(plant) == expected_balls(3, 5)


@pytest.mark.invariant("I3")
def test_the_owner_killed_in_mid_draw_and_the_next_one_finishes_it(tmp_path: Path) -> None:
    with program(tmp_path) as running:
        command = [sys.executable, "-c", OWNER, str(running.link)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as killed:
            assert killed.stdout is not None
            while killed.stdout.readline() != "moving\n":
                assert killed.poll() is None
            killed.kill()
        time.sleep(0.2)
        with Owner(running.link) as owner:
            state = owner.driver.state
            assert (state.stop_latched, state.moving, state.order) == (True, False, 1)
            assert state.fault == FaultCode.PERMISSION_LOST
            fault = permit_until(owner.driver, owner.events, MachineFault)
            owner.driver.acknowledge(fault.event)
            assert load_plant(running.path).draws == 0
            owner.driver.reset()
            owner.draw(1)
        assert brought_out(load_plant(running.path)) == expected_balls(7, 1)


@pytest.mark.invariant("I13")
def test_it_stands_still_200_ms_after_the_last_permission(tmp_path: Path) -> None:
    with program(tmp_path, "--pace", "0.5") as running, Owner(running.link) as owner:
        while not owner.driver.state.moving:  # a loaded computer may cause a stop
            owner.driver.reset()
            owner.driver.permit()
            owner.driver.draw(1)
            for _ in range(10):
                owner.driver.permit()
                time.sleep(0.02)
        assert owner.driver.query().moving
        time.sleep(0.2)
        state = owner.driver.query()
        assert state.stop_latched and not state.moving


@pytest.mark.invariant("I3")
def test_the_machine_killed_and_started_again_goes_on_with_the_same_balls(tmp_path: Path) -> None:
    with program(tmp_path, "--pace", "100") as first, Owner(first.link) as owner:
        owner.draw(1)
        owner.draw(2)
        first.process.kill()
        lost = permit_until(owner.driver, owner.events, LinkLost)
        assert str(first.link) in lost.reason
    assert first.link.is_symlink(), "nobody could remove it"
    with program(tmp_path, "--pace", "100", seed=99) as second, Owner(second.link) as owner:
        assert (owner.driver.state.order, owner.driver.state.exit_occupied) == (2, True)
        before = load_plant(second.path)
        owner.draw(2)
        assert load_plant(second.path) == before
        owner.draw(3)
        assert brought_out(load_plant(second.path)) == expected_balls(7, 3)


def test_typed_faults_come_and_go(tmp_path: Path) -> None:
    with program(tmp_path, "--pace", "100") as running:
        with Owner(running.link) as owner:
            assert running.type("jam") == "hecho: jam"
            owner.driver.permit()
            owner.driver.draw(1)
            fault = permit_until(owner.driver, owner.events, MachineFault)
            assert fault.code == FaultCode.JAM
            running.type("clear")
            owner.driver.acknowledge(fault.event)
            owner.driver.reset()
            owner.draw(1)
            assert running.type("mute") == "hecho: mute"
            assert "no contesta" in permit_until(owner.driver, owner.events, LinkLost).reason
        with pytest.raises(ExtractorError, match="no contesta"):
            owner.driver.open()
        running.type("clear")
        with Owner(running.link) as owner:
            assert running.type("unplug") == "hecho: unplug"
            permit_until(owner.driver, owner.events, LinkLost)
            assert not running.link.is_symlink() and owner.events.empty()
        assert running.type("plug") == "hecho: plug"
        with Owner(running.link) as owner:
            owner.draw(2)
        assert "no conozco «dance»" in running.type("dance")
    assert brought_out(load_plant(running.path)) == expected_balls(7, 2)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    with program(tmp_path) as running:
        os.kill(running.process.pid, number)
        assert running.process.wait(5) == 0
        assert not running.link.is_symlink()
        assert running.end() == ""


def test_it_dies_with_its_launcher(tmp_path: Path) -> None:
    with program(tmp_path) as running:
        assert running.process.stdin is not None
        running.process.stdin.close()
        assert running.process.wait(5) == 0
        assert not running.link.is_symlink()
        running.process.stdin = None


def test_no_two_machines_move_the_same_balls(tmp_path: Path) -> None:
    with program(tmp_path) as running:
        second = Program(tmp_path)
        complaint = second.end()
        assert second.process.returncode == 1
        assert f"otro simulador ya mueve las bolas de {running.path}" in complaint
        assert running.link.is_symlink(), "the first one's port is untouched"


def test_a_damaged_plant_and_a_taken_name_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "plant.json").write_text("{", encoding="utf-8")
    damaged = Program(tmp_path)
    complaint = damaged.end()
    assert damaged.process.returncode == 1
    assert complaint.startswith("simulador del extractor: ") and complaint.count("\n") == 1
    save_plant(tmp_path / "plant.json", new_plant(1))
    (tmp_path / "extractor").write_text("mine", encoding="utf-8")
    taken = Program(tmp_path)
    assert "no es un enlace" in taken.end() and taken.process.returncode == 1
    assert (tmp_path / "extractor").read_text(encoding="utf-8") == "mine"


def test_it_needs_only_the_standard_library_the_wire_and_the_plant() -> None:
    script = (
        "import sys, drivers.extractor.simulator\n"
        "print(*sorted(name for name in sys.modules if name.startswith('drivers')))"
    )
    without_packages = [sys.executable, "-S", "-E", "-c", script]
    root = Path(__file__).parents[2]
    said = subprocess.run(without_packages, capture_output=True, text=True, check=True, cwd=root).stdout
    program = ("firmware", "firmware.extractor", "firmware.frames", "interpreter")
    parts = sorted(f"extractor.{part}" for part in (*program, "machine", "simulator", "wire"))
    assert said.split() == [
        "drivers",
        "drivers.extractor",
        *(f"drivers.{part}" for part in parts),
        "drivers.offered_port",
        "drivers.plant",
    ]
