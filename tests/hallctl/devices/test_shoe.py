"""The line to a shoe, as the table hears it: cards, the white card, results, doubts and notices."""

import queue
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drivers.shoe.events import FaultCode, Odd, OddCode
from drivers.shoe.machine import SimulatedShoe
from drivers.shoe.profiles import FrameProfile
from drivers.shoe.reader import ShoeReader
from drivers.shoe.readings import Kind, Message
from drivers.shoe.simulator import Simulator
from drivers.shoe.tracker import Tracker, Trust
from hallctl.cli.doctor.finding import Verdict
from hallctl.cli.doctor.shoe import check_shoe
from hallctl.devices.shoe import _DETAILS, _ODDS, CODES, DEVICE, ODD, ShoeLine
from hallctl.outputs.fault_words import FAULTS
from hallctl.readings.shoe import Doubt, Drawn, Hand, White, Won
from hallctl.table import messages as msg
from hallctl.table.troubles import NOTICES

DOCS = Path(__file__).parents[3] / "docs"


def everything(news: Any) -> Any:
    return news


class Hall:
    """A simulated shoe at the far end of a pty, and the line to it, with one clock for both."""

    def __init__(self, folder, seed=5, behind=12):
        self.now = 100.0
        self.shoe = SimulatedShoe(seed, behind=behind)
        self.simulator = Simulator(self.shoe, folder / "shoe", Random(seed))
        self.simulator.plug()
        self.inbox = queue.SimpleQueue()
        profile = FrameProfile()
        self.reader = ShoeReader(str(folder / "shoe"), profile, Tracker(profile), clock=lambda: self.now)
        self.line = ShoeLine(self.reader, self.inbox, everything)

    def pass_time(self, seconds):
        """Let time pass; return what the table hears meanwhile, steps as the news that they are."""
        for _ in range(round(seconds * 4)):
            self.now += 0.25
            self.simulator.step(0.25)
            for event in self.reader.poll():
                self.line.take(event)
        heard = []
        while not self.inbox.empty():
            message = self.inbox.get()
            heard.append(message.command if isinstance(message, msg.Reported) else message)
        return heard

    def hears(self, typed):
        """Type something to the shoe, and hear it out."""
        self.simulator.obey(typed)
        heard = self.pass_time(1.0)
        while self.shoe.talking:
            heard += self.pass_time(1.0)
        return heard


@pytest.fixture
def hall(tmp_path):
    made = Hall(tmp_path)
    yield made
    made.reader.close()
    made.simulator.unplug()


def test_a_round_is_its_cards_and_its_result(hall):
    heard = hall.hears("deal")
    dealt = hall.shoe.rounds[0]
    assert [each.card for each in heard if isinstance(each, Drawn)] == dealt.drawn
    assert [each.hand for each in heard[:4]] == [Hand.PLAYER, Hand.BANKER] * 2
    assert isinstance(heard[-1], Won)
    assert [each.sequence for each in heard] == sorted({each.sequence for each in heard})


def test_burnt_cards_have_no_hand_and_the_white_card_is_told(tmp_path):
    hall = Hall(tmp_path, behind=8 * 52 - 2)
    white = hall.hears("burn 3")
    assert [type(each) for each in white] == [Drawn, Drawn, White, Drawn]
    assert {each.hand for each in white if isinstance(each, Drawn)} == {Hand.UNSAID}
    hall.reader.close()
    hall.simulator.unplug()


def test_what_the_shoe_complains_of_is_a_notice_and_a_doubt(hall):
    hall.simulator.obey("error 07")
    heard = hall.hears("deal")
    assert [each.code for each in heard if isinstance(each, msg.Trouble)] == ["SHOE-ERROR"]
    (doubt,) = (each for each in heard if isinstance(each, Doubt))
    assert doubt.detail == "el distribuidor avisa de un fallo suyo: 07"
    assert msg.Recovered(DEVICE, "SHOE-ERROR") in heard
    locked = hall.hears("lock")
    assert [type(each) for each in locked] == [Doubt, msg.Trouble] or [type(each) for each in locked] == [
        msg.Trouble,
        Doubt,
    ]
    assert hall.hears("unlock") == [msg.Recovered(DEVICE, "SHOE-LOCKED")]


def test_a_card_that_was_not_read_has_no_code(hall):
    hall.simulator.obey("unread")
    assert hall.hears("deal")[0].card == ""


def test_what_was_missed_while_the_cable_was_out_is_a_doubt_until_the_next_round(hall):
    hall.hears("deal")
    hall.simulator.unplug()
    heard = hall.hears("deal")
    assert [each.code for each in heard if isinstance(each, msg.Trouble)] == ["SHOE-LOST"]
    hall.simulator.plug()
    heard = hall.pass_time(2)
    assert heard[0] == msg.Recovered(DEVICE, "SHOE-LOST")
    assert [each.code for each in heard if isinstance(each, msg.Trouble)] == [ODD]
    assert "falta alguno" in next(each.detail for each in heard if isinstance(each, Doubt))
    assert msg.Recovered(DEVICE, ODD) in hall.hears("deal")


def test_a_dead_shoe_is_a_notice(hall):
    hall.pass_time(2)
    hall.simulator.obey("mute")
    assert [each.code for each in hall.pass_time(5)] == ["SHOE-SILENT"]
    hall.simulator.obey("clear")
    assert msg.Recovered(DEVICE, "SHOE-SILENT") in hall.pass_time(2)


def test_a_card_out_of_its_hand_s_order_is_told_once(hall):
    hall.line.take(Odd(OddCode.INDEX, Message(3, Kind.CARD, "03CP2SA"), 3))
    (notice,) = hall.pass_time(0)
    assert notice == msg.Trouble(DEVICE, ODD, "la carta no es la siguiente de su mano: «03CP2SA»")


def test_the_thread_listens_and_ends_when_it_is_asked_to(tmp_path):
    shoe = SimulatedShoe(5, pace=40)
    simulator = Simulator(shoe, tmp_path / "shoe")
    simulator.plug()
    inbox = queue.SimpleQueue()
    profile = FrameProfile()
    reader = ShoeReader(str(tmp_path / "shoe"), profile, Tracker(profile, Trust(apart_s=0.0)))
    line = ShoeLine(reader, inbox, everything)
    shoe.deal()
    line.start()
    give_up = time.monotonic() + 20
    found: Any = None
    while not isinstance(found, Won) and time.monotonic() < give_up:
        time.sleep(0.01)
        simulator.step(0.01)
        while not inbox.empty():
            message = inbox.get()
            found = message.command if isinstance(message, msg.Reported) else found
    line.stop()
    simulator.unplug()
    assert isinstance(found, Won)
    assert not reader.is_open


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
        ("clear", Verdict.GOOD, "mensajes en 4 s"),
        ("mute", Verdict.MISSING, "no dijo nada"),
        ("garble", Verdict.ADVICE, "que no se entiende"),
        ("unplug", Verdict.MISSING, "no existe ese puerto"),
    ],
)
def test_the_doctor_says_whether_the_shoe_speaks(tmp_path, obeyed, verdict, said):
    hall = Hall(tmp_path)
    hall.simulator.obey(obeyed)

    def clock():
        hall.now += 0.125
        hall.simulator.step(0.125)
        return hall.now

    found = check_shoe(hall.reader, clock)
    assert (found.verdict, said in found.said) == (verdict, True), found
    hall.simulator.unplug()
