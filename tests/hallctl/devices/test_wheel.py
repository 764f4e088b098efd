"""The line to a wheel's sensor, as the table hears it: steps of the game, notices, and no number in doubt."""

import queue
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drivers.wheel.events import FaultCode, OddCode
from drivers.wheel.machine import Pace, SimulatedWheel
from drivers.wheel.profiles import RimProfile
from drivers.wheel.sensor import WheelSensor
from drivers.wheel.simulator import Simulator
from drivers.wheel.tracker import Trust
from hallctl.cli.doctor.finding import Verdict
from hallctl.cli.doctor.wheel import check_wheel
from hallctl.devices.wheel import _DETAILS, _ODDS, CODES, DEVICE, ODD, REMIND_S, WheelLine
from hallctl.outputs.fault_words import FAULTS
from hallctl.readings.wheel import Fixed, Irregular, Launched, NoMore, NoNumber, Warned
from hallctl.table import messages as msg
from hallctl.table.troubles import NOTICES

PICTURE = "ab" * 32
DOCS = Path(__file__).parents[3] / "docs"


def numbers(news: Any) -> Any:
    return news if isinstance(news, Fixed) else None


def everything(news: Any) -> Any:
    return news


class Hall:
    """A simulated wheel at the far end of a pty, and the line to it, with one clock for both."""

    def __init__(self, folder, seed=5):
        self.now = 100.0
        self.wheel = SimulatedWheel(seed, pace=Pace(bets=2.0))
        self.simulator = Simulator(self.wheel, folder / "wheel", Random(seed))
        self.simulator.plug()
        self.inbox = queue.SimpleQueue()
        self.sensor = WheelSensor(str(folder / "wheel"), RimProfile(), clock=lambda: self.now)
        self.running = False
        self.line = WheelLine(
            self.sensor,
            self.inbox,
            everything,
            lambda: self.running,
            lambda: PICTURE,
            lambda: self.now,
        )

    def pass_time(self, seconds):
        """Let time pass; return what the table hears meanwhile, steps as the news that they are."""
        for _ in range(round(seconds * 2)):
            self.now += 0.5
            self.simulator.step(0.5)
            for event in self.sensor.poll():
                self.line.take(event)
            self.line.look()
        heard = []
        while not self.inbox.empty():
            message = self.inbox.get()
            heard.append(message.command if isinstance(message, msg.Reported) else message)
        return heard

    def spin(self):
        """Let one spin pass, from its bets to the next ones."""
        heard, over = [], len(self.wheel.spun)
        while len(self.wheel.spun) == over or self.wheel.state != 2:
            heard += self.pass_time(0.5)
        return heard


@pytest.fixture
def hall(tmp_path):
    made = Hall(tmp_path)
    yield made
    made.sensor.close()
    made.simulator.unplug()


def kinds(heard):
    return [type(each) for each in heard]


def test_a_spin_is_launch_no_more_bets_and_number_with_its_picture(hall):
    heard = hall.spin()
    assert kinds(heard) == [Launched, NoMore, Fixed]
    spun = hall.wheel.spun[0]
    assert (heard[2].game, heard[2].pocket, heard[2].picture) == (spun.game, spun.pocket, PICTURE)
    assert heard[2].line.startswith("*X;5;001;")


def test_what_the_sensor_warns_of_is_told_before_the_number(hall):
    hall.simulator.obey("flag 3")
    assert [each.irregular for each in hall.spin() if isinstance(each, Warned)] == [
        Irregular.BALL_REMOVED,
        Irregular.SAME_DIRECTION,
    ]


def test_a_number_whose_ball_was_not_seen_is_no_number(hall):
    hall.simulator.obey("blind")
    heard = hall.spin()
    assert NoNumber in kinds(heard)
    assert Fixed not in kinds(heard)


def test_a_late_no_more_bets_is_a_notice_that_ends_with_the_next_game(hall):
    hall.simulator.obey("late")
    heard = hall.spin()
    troubles = [each for each in heard if isinstance(each, msg.Trouble)]
    assert [(each.device, each.code) for each in troubles] == [(DEVICE, ODD)]
    assert "vino antes que" in troubles[0].detail
    assert msg.Recovered(DEVICE, ODD) in [*heard, *hall.spin()]


def test_a_dead_sensor_is_a_notice_and_says_again_that_no_number_comes(hall):
    hall.pass_time(2)
    hall.simulator.obey("mute")
    heard = hall.pass_time(4 * REMIND_S)
    assert [each.code for each in heard if isinstance(each, msg.Trouble)] == ["WHEEL-SILENT"]
    assert 3 <= kinds(heard).count(NoNumber) <= 5
    hall.simulator.obey("clear")
    assert msg.Recovered(DEVICE, "WHEEL-SILENT") in hall.pass_time(2)


def test_a_ball_that_the_croupier_launched_and_the_sensor_does_not_see_is_a_frozen_sensor(tmp_path):
    hall = Hall(tmp_path)
    hall.simulator.obey("blind")
    hall.pass_time(1)
    hall.running = True
    heard = hall.pass_time(12)
    assert [each.code for each in heard if isinstance(each, msg.Trouble)] == ["WHEEL-FROZEN"]
    assert NoNumber in kinds(heard)
    hall.sensor.close()
    hall.simulator.unplug()


def test_a_cut_cable_is_a_notice_with_what_to_check(hall):
    hall.pass_time(2)
    hall.simulator.unplug()
    heard = hall.pass_time(3)
    (trouble,) = (each for each in heard if isinstance(each, msg.Trouble))
    assert trouble.code == "WHEEL-LOST"
    assert "revise el cable" in trouble.detail
    hall.simulator.plug()
    assert msg.Recovered(DEVICE, "WHEEL-LOST") in hall.pass_time(3)


def test_the_thread_listens_and_ends_when_it_is_asked_to(tmp_path):
    wheel = SimulatedWheel(5, pace=Pace(bets=0.5, times=40))
    simulator = Simulator(wheel, tmp_path / "wheel")
    simulator.plug()
    inbox = queue.SimpleQueue()
    sensor = WheelSensor(str(tmp_path / "wheel"), RimProfile(), trust=Trust(apart_s=0.0))
    line = WheelLine(sensor, inbox, numbers)
    line.start()
    give_up = time.monotonic() + 20
    found: Any = None
    while found is None and time.monotonic() < give_up:
        time.sleep(0.01)
        simulator.step(0.01)
        while not inbox.empty():
            message = inbox.get()
            found = message.command if isinstance(message, msg.Reported) else found
    line.stop()
    simulator.unplug()
    assert found is not None
    assert found.pocket in [each.pocket for each in wheel.spun]
    assert not sensor.is_open


def test_every_fault_has_its_code_its_sentence_and_its_place_in_both_pages():
    assert set(CODES) == set(_DETAILS) == set(FaultCode)
    assert set(_ODDS) == set(OddCode)
    for code in (*CODES.values(), ODD):
        assert (DEVICE, code) in NOTICES
        assert code in FAULTS
        for page in ("fault-codes.md", "manual.es.md"):
            assert re.search(f"`{code}`", (DOCS / page).read_text("utf-8"))


@pytest.mark.parametrize(
    ("obeyed", "verdict", "said"),
    [
        ("clear", Verdict.GOOD, "líneas en 4 s"),
        ("mute", Verdict.MISSING, "no dijo nada"),
        ("garble", Verdict.ADVICE, "que no se entiende"),
        ("unplug", Verdict.MISSING, "no existe ese puerto"),
    ],
)
def test_the_doctor_says_whether_the_sensor_speaks(tmp_path, obeyed, verdict, said):
    hall = Hall(tmp_path)
    hall.simulator.obey(obeyed)

    def clock():
        hall.now += 0.25
        hall.simulator.step(0.25)
        return hall.now

    found = check_wheel(hall.sensor, clock)
    assert (found.verdict, said in found.said) == (verdict, True), found
    hall.simulator.unplug()
