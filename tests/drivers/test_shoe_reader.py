"""A shoe on a real pty: one of this file, written from the description alone, and our simulator."""

import subprocess
import sys
import time

import pytest

from drivers.shoe.events import Fault, FaultCode, FaultOver, Odd, OddCode, Told
from drivers.shoe.frames import framed
from drivers.shoe.machine import SimulatedShoe
from drivers.shoe.profiles import FrameProfile
from drivers.shoe.reader import ShoeError, ShoeReader
from drivers.shoe.readings import Kind
from drivers.shoe.simulator import Simulator
from drivers.shoe.tracker import Tracker, Trust
from tests.drivers.cable import Cable

PATIENCE_S = 20.0


@pytest.fixture
def cable(tmp_path):
    made = Cable(tmp_path)
    yield made
    if made.ends is not None:
        made.unplug()


class Listener:
    """A reader with a clock that the test moves."""

    def __init__(self, link, trust=Trust()):
        self.now = 100.0
        profile = FrameProfile()
        self.reader = ShoeReader(str(link), profile, Tracker(profile, trust), clock=lambda: self.now)
        self.begun = self.reader.poll()

    def hears(self, cable, *frames, times=2):
        found = []
        for data in frames:
            for _ in range(times):
                self.now += 0.25
                cable.say(data)
                found += self.reader.poll()
        return found

    def polls(self, until):
        found, give_up = [], time.monotonic() + PATIENCE_S
        while not any(until(each) for each in found):
            assert time.monotonic() < give_up, f"only {found}"
            self.now += 0.25
            found += self.reader.poll()
        return found


def test_a_cable_out_in_mid_round_is_told_and_so_is_what_was_missed(cable):
    listener = Listener(cable.link)
    found = listener.hears(cable, b"\x0541S\x0355", b"\x0542CP1SA\x0335", times=2)
    assert [each.message.line for each in found if isinstance(each, Told)][:1] == ["41S"]
    cable.unplug()
    lost = listener.polls(lambda each: isinstance(each, Fault))
    assert lost[-1].code is FaultCode.LOST
    cable.plug()
    assert listener.polls(lambda each: isinstance(each, FaultOver)) == [FaultOver(FaultCode.LOST)]
    found = listener.hears(cable, b"S\x0355", framed(b"45W"), times=3)
    assert [each.code if isinstance(each, Odd) else each.message.kind for each in found] == [
        *(OddCode.MISSED, Kind.CUT),
    ]
    listener.reader.close()


def test_a_port_that_is_not_there_is_told_once_with_what_to_check(tmp_path):
    listener = Listener(tmp_path / "none")
    (fault,) = listener.begun
    assert fault.code is FaultCode.LOST
    assert fault.detail.startswith("lector del distribuidor en ")
    listener.now += 5
    assert listener.reader.poll() == []
    assert not listener.reader.is_open
    assert issubclass(ShoeError, OSError)


def test_the_simulator_on_a_pty_is_understood_with_all_that_may_go_wrong(tmp_path):
    simulator = Simulator(SimulatedShoe(11), tmp_path / "shoe")
    simulator.plug()
    found, truth = [], []
    try:
        listener = Listener(tmp_path / "shoe")
        for typed in (
            "burn 8",
            "deal",
            "result T",
            "deal",
            "side",
            "error 07",
            "deal",
            "extra",
            "unread",
            "deal",
        ):
            truth.append(simulator.obey(typed))
            while simulator._shoe.talking:
                listener.now += 0.25
                simulator.step(0.25)
                found += listener.reader.poll()
        listener.reader.close()
    finally:
        simulator.unplug()
    told = [each.message for each in found if isinstance(each, Told)]
    assert sum(each.kind is Kind.RESULT for each in told) == 4
    rounds = [[]]
    for each in told:
        if each.kind is Kind.START:
            rounds.append([])
        rounds[-1].append(each)
    for at, line in ((1, truth[1]), (2, truth[3])):
        cards = sorted(line.split(": ")[1].replace("| ", "").split())
        assert sorted(each.card for each in rounds[at] if each.kind is Kind.CARD) == cards
    assert rounds[2][-1].winner == "tie"
    assert [each.detail for each in found if isinstance(each, Fault)] == ["07"]
    assert any(each.card == "" for each in rounds[4] if each.kind is Kind.CARD)
    assert [each.code for each in found if isinstance(each, Odd)] == []


def test_the_simulator_is_a_program_that_ends_with_its_parent(tmp_path):
    link = tmp_path / "shoe"
    command = [sys.executable, "-m", "drivers.shoe.simulator", "--link", str(link)]
    program = subprocess.Popen(
        [*command, "--pace", "40", "--with-parent"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with program:
        assert program.stdout.readline() == f"listo: {link}\n"
        listener = Listener(link, Trust(apart_s=0.0))
        program.stdin.write("nonsense\nload\nclear\ndeal\n")
        program.stdin.flush()
        assert program.stdout.readline().startswith("no conozco «nonsense»")
        assert [program.stdout.readline() for _ in range(2)] == ["hecho: load\n", "hecho: clear\n"]
        dealt = program.stdout.readline().split(": ")[1].replace("| ", "").split()
        found = listener.polls(lambda each: isinstance(each, Told) and each.message.kind is Kind.RESULT)
        told = [each.message.card for each in found if isinstance(each, Told) and each.message.card]
        assert sorted(told) == sorted(dealt)
        listener.reader.close()
        program.stdin.close()
        assert program.wait(PATIENCE_S) == 0
    assert not link.exists()
