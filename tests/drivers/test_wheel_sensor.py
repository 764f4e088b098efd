"""A wheel's sensor on a real pty: one of this file, written from the description alone, and our simulator."""

import contextlib
import subprocess
import sys
import time

import pytest

from drivers.wheel.events import Fault, FaultCode, FaultOver, NumberFixed, SpinFlagged
from drivers.wheel.machine import DOUBLE_ZERO, Pace, SimulatedWheel
from drivers.wheel.profiles import Numbers, RimProfile
from drivers.wheel.readings import Flag
from drivers.wheel.sensor import WheelError, WheelSensor
from drivers.wheel.simulator import Simulator
from drivers.wheel.tracker import Trust
from tests.drivers.cable import Cable

PATIENCE_S = 20.0
SPIN = [(1, "05"), (1, "05"), (2, "05"), (3, "05"), (3, "05"), (4, "05"), (5, "23"), (5, "23"), (1, "23")]


@pytest.fixture
def cable(tmp_path):
    made = Cable(tmp_path)
    yield made
    if made.ends is not None:
        made.unplug()


@contextlib.contextmanager
def opened(link, profile=RimProfile(), **more):
    """A sensor whose port is open, with a clock that the test moves."""
    clock = [100.0]
    sensor = WheelSensor(str(link), profile, clock=lambda: clock[0], **more)
    try:
        assert sensor.poll() == []
        yield sensor, clock
    finally:
        sensor.close()


def polled(sensor, until):
    """Poll until an event is there; return all until then."""
    found, give_up = [], time.monotonic() + PATIENCE_S
    while not any(until(each) for each in found):
        assert time.monotonic() < give_up, f"only {found}"
        found += sensor.poll()
    return found


def is_number(event):
    return isinstance(event, NumberFixed)


def heard(sensor, clock, cable, game=7):
    """Say the lines of a spin half a second apart, and return what is told of them."""
    found = []
    cable.say(b"\r\n")
    for state, number in SPIN:
        clock[0] += 0.5
        cable.say(f"*X;{state};{game:03};{number};0;088;1\r\n".encode())
        for _ in range(3):
            found += sensor.poll()
    return found


def test_a_sensor_written_from_the_description_is_understood(cable):
    with opened(cable.link) as (sensor, clock):
        found = heard(sensor, clock, cable)
    assert [each.number for each in found if is_number(each)] == ["23"]


def test_a_cable_out_in_mid_spin_is_told_and_the_spin_goes_on(cable):
    with opened(cable.link) as (sensor, clock):
        cable.say(b"\r\n")
        for state in (2, 2, 3, 3, 4):
            clock[0] += 0.5
            cable.say(b"*X;%d;007;05;0;088;1\r\n" % state)
            for _ in range(3):
                sensor.poll()
        cable.unplug()
        lost = polled(sensor, lambda each: isinstance(each, Fault))
        assert lost[-1].code is FaultCode.LOST
        clock[0] += 1
        assert sensor.poll() == []
        cable.plug()
        clock[0] += 1
        assert sensor.poll() == [FaultOver(FaultCode.LOST)]
        cable.say(b"7;23;0;088;1\r\n")  # the rest of a line
        for _ in range(2):
            clock[0] += 0.5
            cable.say(b"*X;5;007;23;0;088;1\r\n")
            found = [each for _ in range(3) for each in sensor.poll()]
        assert [each.number for each in found] == ["23"]


def test_a_port_that_is_not_there_is_told_once_with_what_to_check(tmp_path):
    clock = [1.0]
    sensor = WheelSensor(str(tmp_path / "none"), RimProfile(), clock=lambda: clock[0])
    (fault,) = sensor.poll()
    assert fault.code is FaultCode.LOST
    assert fault.detail.startswith("sensor de la ruleta en ")
    assert "conecte el cable" in fault.detail
    clock[0] += 5
    assert sensor.poll() == []
    assert not sensor.is_open
    assert issubclass(WheelError, OSError)


def test_a_person_s_launch_that_the_sensor_never_sees_is_a_frozen_sensor(cable):
    with opened(cable.link) as (sensor, clock):
        cable.say(b"\r\n")
        found = []
        sensor.launched()
        for _ in range(30):
            clock[0] += 0.5
            cable.say(b"*X;2;007;05;0;088;1\r\n")
            for _ in range(2):
                found += sensor.poll()
    assert [each.code for each in found if isinstance(each, Fault)] == [FaultCode.FROZEN]


def test_the_simulator_on_a_pty_is_understood_with_all_that_may_go_wrong(tmp_path):
    wheel = SimulatedWheel(11, DOUBLE_ZERO, Pace(bets=2.0))
    simulator = Simulator(wheel, tmp_path / "wheel")
    simulator.plug()
    found = []
    try:
        with opened(tmp_path / "wheel", RimProfile(Numbers(38))) as (sensor, clock):
            for told in ("", "flag 1", "stray 00", "blind", "late", "freeze", ""):
                if told:
                    assert simulator.obey(told) == f"hecho: {told}"
                over = len(wheel.spun)
                while len(wheel.spun) == over or wheel.state != 2:
                    clock[0] += 0.5
                    simulator.step(0.5)
                    found += sensor.poll()
    finally:
        simulator.unplug()
    numbers = {each.game: each.number for each in found if is_number(each)}
    spun = {each.game: each for each in wheel.spun}
    assert numbers == {game: spun[game].said for game in (1, 2, 3, 5, 7)}
    assert spun[3].said == "00" != spun[3].pocket
    assert [each.flags for each in found if isinstance(each, SpinFlagged)] == [Flag.BALL_REMOVED]
    assert [each.closed for each in found if is_number(each)] == [True, True, True, False, True]


def test_a_second_line_that_garbles_tells_no_wrong_number(tmp_path):
    wheel = SimulatedWheel(12, pace=Pace(bets=2.0))
    simulator = Simulator(wheel, tmp_path / "wheel")
    simulator.plug()
    simulator.obey("garble")
    found = []
    try:
        with opened(tmp_path / "wheel", trust=Trust()) as (sensor, clock):
            while len(wheel.spun) < 10:
                clock[0] += 0.5
                simulator.step(0.5)
                found += sensor.poll()
    finally:
        simulator.unplug()
    spun = {each.game: each.pocket for each in wheel.spun}
    told = [(each.game, each.number) for each in found if is_number(each)]
    assert told
    assert all(spun[game] == number for game, number in told)


def test_the_simulator_is_a_program_that_ends_with_its_parent(tmp_path):
    link = tmp_path / "wheel"
    command = [sys.executable, "-m", "drivers.wheel.simulator", "--link", str(link)]
    program = subprocess.Popen(
        [*command, "--pace", "40", "--by-hand", "--with-parent"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with program:
        assert program.stdout.readline() == f"listo: {link}\n"
        sensor = WheelSensor(str(link), RimProfile(), trust=Trust(apart_s=0.0))
        polled_first = sensor.poll()
        program.stdin.write("nonsense\nspin\n")
        program.stdin.flush()
        assert program.stdout.readline().startswith("no conozco «nonsense»")
        assert program.stdout.readline() == "hecho: spin\n"
        fixed = [*polled_first, *polled(sensor, is_number)][-1]
        assert program.stdout.readline() == f"jugada {fixed.game}: {fixed.number}\n"
        sensor.close()
        program.stdin.close()
        assert program.wait(PATIENCE_S) == 0
    assert not link.exists()
