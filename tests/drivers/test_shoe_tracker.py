"""What a shoe's messages say, in the forms that a configuration may name, and what of them is new."""

import re

import pytest

from drivers.garble import Garble, GarbledLineError
from drivers.lines import LineSplitter
from drivers.patterns import PatternError
from drivers.shoe.events import Fault, FaultCode, FaultOver, Odd, OddCode, Told
from drivers.shoe.frames import FrameSplitter, framed
from drivers.shoe.health import Limits
from drivers.shoe.profiles import FrameProfile, PatternProfile
from drivers.shoe.readings import Kind, Message, Side, Winner
from drivers.shoe.tracker import Tracker, Trust

EVENTS = {"CARD": Kind.CARD, "START": Kind.START, "RES": Kind.RESULT, "CUT": Kind.CUT, "ERR": Kind.ERROR}
PATTERN = (
    r"(?P<sequence>\d{1,3}),(?P<event>[A-Z]{3,5})(?:,(?P<side>[A-Z]{1,6}))?(?:,(?P<rank>[0-9A-Z?]{1,2}))?"
    r"(?:,(?P<suit>[a-z?]))?"
)


def said(line):
    return FrameProfile().read(line)


def garble(profile, line):
    with pytest.raises(GarbledLineError) as caught:
        profile.read(line)
    return caught.value.garble


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("00S", Message(0, Kind.START, "00S")),
        ("07CP1SA", Message(7, Kind.CARD, "07CP1SA", Side.PLAYER, 1, "AS")),
        ("99CB3HT", Message(99, Kind.CARD, "99CB3HT", Side.BANKER, 3, "TH")),
        ("12CN0D9", Message(12, Kind.CARD, "12CN0D9", Side.NONE, 0, "9D")),
        ("12CP1??", Message(12, Kind.CARD, "12CP1??", Side.PLAYER, 1, "")),
        ("13W", Message(13, Kind.CUT, "13W")),
        ("14RT", Message(14, Kind.RESULT, "14RT", winner=Winner.TIE)),
        ("15E07", Message(15, Kind.ERROR, "15E07", detail="07")),
        ("16L1", Message(16, Kind.LOCK, "16L1")),
        ("17L0", Message(17, Kind.UNLOCK, "17L0")),
    ],
)
def test_a_frame_says_its_event_with_what_belongs_to_it(line, message):
    assert said(line) == message


@pytest.mark.parametrize("line", ["", "7S", "00X", "00CP1AS", "00CQ1SA", "00CP1S1", "00RX", "00E7", "００S"])
def test_what_is_no_frame_says_nothing(line):
    assert garble(FrameProfile(), line) is Garble.FORM


def test_bytes_become_frames_and_a_sum_that_differs_is_none():
    frames = FrameSplitter()
    good = framed(b"07CP1SA")
    assert good == b"\x0507CP1SA\x0334"
    assert frames.feed(b"1SA\x03" + good[:5]) == []
    assert frames.feed(good[5:] + good) == ["07CP1SA", "07CP1SA"]
    spoiled = [
        good.replace(b"A", b"K"),
        good[:4] + good,
        good[:-1] + b"g",
        framed(b"\xff7S"),
        b"\x05" + b"9" * 99,
    ]
    found = [each for data in spoiled for each in frames.feed(data)]
    assert [each if isinstance(each, str) else each.garble for each in found] == [
        *(Garble.SUM, Garble.FORM, "07CP1SA", Garble.SUM, Garble.NOT_TEXT, Garble.TOO_LONG),
    ]
    frames.feed(good[:3])
    frames.forget()
    assert frames.feed(good[3:]) == []


def test_a_pattern_reads_another_form():
    profile = PatternProfile(
        PATTERN, EVENTS, {"BANCA": "B", "PUNTO": "P", "10": "T", "s": "S", "h": "H"}, 999
    )
    card = profile.read("812,CARD,BANCA,10,s")
    assert card == Message(812, Kind.CARD, "812,CARD,BANCA,10,s", Side.BANKER, 0, "TS")
    assert profile.read("813,CARD,PUNTO,?,?").card == ""
    assert profile.read("814,CARD").card == ""
    assert garble(profile, "816,CARD,BANCA,11,s") is Garble.CARD
    assert garble(profile, "816,CARD,NADIE,9,s") is Garble.CARD
    assert garble(profile, "816,XYZ") is Garble.STATE
    assert garble(profile, "816 CARD") is Garble.FORM
    assert garble(PatternProfile(PATTERN, EVENTS), "816,CUT") is Garble.FORM, "its numbers end at 99"
    assert garble(profile, "816,RES,BANCA") is Garble.FORM, "it names no result"
    assert isinstance(profile.splitter(), LineSplitter)


@pytest.mark.parametrize(
    ("pattern", "events", "why"),
    [
        (r"(?P<event>.)", EVENTS, "falta el grupo con nombre: sequence"),
        (PATTERN + "(?P<colour>.)", EVENTS, "grupo desconocido: colour"),
        (PATTERN, {"RES": Kind.RESULT}, "ningún suceso es «card»"),
        (r"(?P<event>.)(?P<sequence>\d)(?P<rank>.)", EVENTS, "suit y rank"),
        (r"(?P<event>.*)(?P<sequence>.*)(?P<rank>.*)", EVENTS, "10000 maneras"),
    ],
)
def test_a_pattern_that_cannot_tell_a_card_is_refused_with_the_reason(pattern, events, why):
    with pytest.raises(PatternError, match=re.escape(why)):
        PatternProfile(pattern, events)


class Shoe:
    """A tracker and the time of a test."""

    def __init__(self, last=None, **limits):
        self.now = 0.0
        self.tracker = Tracker(FrameProfile(), limits=Limits(**limits), last=last)
        assert self.tracker.connected(self.now) == []

    def hear(self, *lines, times=2):
        found = []
        for line in lines:
            for _ in range(times):
                self.now += 0.25
                found += self.tracker.take(line, self.now)
        return found


def lines(events):
    return [(each.message.line if isinstance(each, Told) else each.code) for each in events]


def test_a_message_is_told_once_however_often_it_is_repeated():
    shoe = Shoe()
    assert lines(shoe.hear("98S", "99CP1SA", "00CB1S2", times=9)) == ["98S", "99CP1SA", "00CB1S2"]


def test_a_message_that_comes_once_or_twice_at_once_is_not_believed():
    shoe = Shoe()
    assert shoe.hear("00S") and shoe.hear("01CP1SA", times=1) == []
    assert shoe.tracker.take("01CP1SA", shoe.now + 0.01) == []
    assert lines(shoe.hear("01CP1SK", times=3)) == ["01CP1SK"]


def test_of_two_messages_of_one_number_the_one_that_is_said_oftener_is_told():
    shoe = Shoe()
    assert shoe.hear("00S") and shoe.hear("01CP1SA", "01CP1SK", "01CP1SA", "01CP1SK", times=1) == []
    assert lines(shoe.hear("01CP1SK", times=2)) == ["01CP1SK"]


def test_a_number_that_is_left_out_is_told_before_what_follows():
    shoe = Shoe()
    found = shoe.hear("10S", "11CP1SA", "13CP2S2", times=3)
    assert lines(found) == ["10S", "11CP1SA", OddCode.MISSED, "13CP2S2"]
    assert found[2] == Odd(OddCode.MISSED, said("13CP2S2"), 13, "11")


def test_what_the_book_has_is_not_told_again_and_what_it_missed_is():
    assert Shoe(last=7).hear("07CP1SA") == []
    assert lines(Shoe(last=7).hear("08CB1S2")) == ["08CB1S2"]
    assert lines(Shoe(last=7).hear("10CB1S2", times=3)) == [OddCode.MISSED, "10CB1S2"]
    assert lines(Shoe(last=7).hear("09CP1S2", times=3)) == ["09CP1S2"], "the start before it is in no book"


def test_the_number_of_a_message_never_begins_again():
    shoe = Shoe(last=198)
    found = shoe.hear("99S", "00CP1SA", *["50L0"] * 2)
    assert [each.number for each in found] == [199, 200, 250, 250]
    assert [each.number for each in shoe.hear("03S", times=6)] == [303, 303]


def test_earlier_numbers_are_noise_unless_nothing_else_comes():
    shoe = Shoe(last=40)
    assert shoe.hear("20S", times=3) == []
    assert lines(shoe.hear("41S")) == ["41S"]
    assert lines(shoe.hear("00L0", "01S", "02CP1SA", times=3)) == [OddCode.BACK, "01S", "02CP1SA"]


def test_another_message_of_a_number_that_was_told_is_said_once_and_not_believed():
    shoe = Shoe()
    shoe.hear("00S", "01CP1SA")
    assert lines(shoe.hear("01CP1SK", times=12)) == [OddCode.CHANGED]
    assert lines(shoe.hear("02CB1S2")) == ["02CB1S2"]


def test_a_card_that_is_not_the_next_of_its_side_is_told_as_one_not_read():
    shoe = Shoe()
    found = shoe.hear("00S", "01CP1SA", "02CB1S2", "03CB1S3")
    assert lines(found) == ["00S", "01CP1SA", "02CB1S2", OddCode.INDEX, "03CB1S3"]
    assert found[-1].message.card == ""
    assert lines(shoe.hear("04CN0S9", "05S", "06CP1S9")) == ["04CN0S9", "05S", "06CP1S9"], (
        "burnt cards have none"
    )


def test_faults_are_told_when_they_begin_and_when_they_are_over():
    shoe = Shoe(silence_s=3)
    found = shoe.hear("00S", "01E07", "02L1", "03L0")
    assert found[2:] == [
        *(
            Fault(FaultCode.ERROR, "07"),
            Told(said("02L1"), 2),
            Fault(FaultCode.LOCKED, "02L1"),
            Told(said("03L0"), 3),
        ),
        *(FaultOver(FaultCode.ERROR), FaultOver(FaultCode.LOCKED)),
    ]
    assert shoe.tracker.tick(shoe.now + 3.5) == [Fault(FaultCode.SILENT, "4 s")]
    assert shoe.hear("03L0", times=1) == [FaultOver(FaultCode.SILENT)]
    wrong = GarbledLineError(Garble.SUM, "0?S")
    assert shoe.hear(*[wrong] * 6, times=1) == [Fault(FaultCode.GARBLED, "sum: 0?S")]
    assert shoe.hear("03L0", times=20) == [FaultOver(FaultCode.GARBLED)]
    assert shoe.tracker.lost("cable") == [Fault(FaultCode.LOST, "cable")]
    assert shoe.tracker.tick(shoe.now + 99) == []
    assert shoe.tracker.connected(shoe.now) == [FaultOver(FaultCode.LOST)]
    assert Shoe(silence_s=0).tracker.tick(99.0) == []


def test_a_shoe_that_says_each_once_is_heard_after_a_gap_too():
    tracker = Tracker(FrameProfile(), Trust(agree=1))
    tracker.connected(0.0)
    found = [each for at, line in enumerate(("00S", "02CB1SA", "03CP2SA")) for each in tracker.take(line, at)]
    assert lines(found) == ["00S", OddCode.MISSED, "02CB1SA", "03CP2SA"]
