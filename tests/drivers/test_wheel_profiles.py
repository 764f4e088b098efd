"""What a line of a wheel's sensor says, in the forms that a configuration may name."""

import re
import time

import pytest

from drivers.garble import Garble, GarbledLineError
from drivers.lines import LineSplitter
from drivers.patterns import LONGEST_LINE, PatternError, compiled
from drivers.wheel.profiles import Numbers, PatternProfile, RimProfile
from drivers.wheel.readings import BareNumber, Direction, Flag, Reading, State

STATES = {"P": State.BETS, "R": State.BALL, "N": State.CLOSED, "W": State.NUMBER}
PATTERN = r"(?P<state>[PRNW])#(?P<game>\d{1,5}) (?P<number>\d\d?|--)(?: F(?P<flags>[0-9a-f]{1,2}))?"


def garble(profile, line):
    with pytest.raises(GarbledLineError) as caught:
        profile.read(line)
    return caught.value.garble


def test_a_line_of_the_rim_says_state_game_number_flags_speed_and_direction():
    line = "*X;5;241;32;9;137;1"
    said = RimProfile().read(line)
    flags = Flag.BALL_REMOVED | Flag.LAUNCH
    assert said == Reading(State.NUMBER, 241, "32", flags, 137, Direction.ANTICLOCKWISE, line)


def test_only_the_state_that_fixes_the_number_has_one():
    for state in (1, 2, 3, 4, 6):
        assert RimProfile().read(f"*X;{state};241;32;0;137;0").number is None
    assert RimProfile().read("*X;2;001;  ;0;137;0").number is None


@pytest.mark.parametrize(
    ("written", "pocket"), [("17", "17"), (" 7", "7"), ("7 ", "7"), ("07", "7"), (" 0", "0")]
)
def test_a_number_of_two_characters_by_itself_is_one(written, pocket):
    assert RimProfile().read(written) == BareNumber(pocket, written)
    assert RimProfile().read(f"*X;5;241;{written};0;137;0").number == pocket


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("*X;5;241;37;0;137;0", Garble.NUMBER),
        ("*X;5;241;00;0;137;0", Garble.NUMBER),
        ("*X;7;241;17;0;137;0", Garble.FORM),
        ("*X;5;24;17;0;137;0", Garble.FORM),
        ("*X;5;241;17;0;137", Garble.FORM),
        ("*X;5;241;17;0;137;0 ", Garble.FORM),
        ("*X;5;241;17;G;137;0", Garble.FORM),
        ("99", Garble.NUMBER),
        ("7", Garble.FORM),
        ("", Garble.FORM),
        ("X;5;241;17;0;137;0", Garble.FORM),
        ("*X;5;２41;17;0;137;0", Garble.FORM),
    ],
)
def test_what_is_not_of_the_form_says_nothing(line, why):
    assert garble(RimProfile(), line) is why


def test_two_zeros_are_what_the_configuration_says_and_never_guessed():
    line = "*X;5;241;00;0;137;0"
    assert RimProfile(Numbers(38)).read(line).number == "00"
    assert RimProfile(Numbers(37, {"00": "0"})).read(line).number == "0"
    assert RimProfile(Numbers(38, {"37": "00"})).read("*X;5;241;37;0;137;0").number == "00"


def test_a_pattern_reads_another_form():
    profile = PatternProfile(PATTERN, STATES, flags={0x10: Flag.BALL_REMOVED, 0x02: Flag.SENSOR})
    said = profile.read("W#12 8 F12")
    assert said == Reading(State.NUMBER, 12, "8", Flag.BALL_REMOVED | Flag.SENSOR, None, None, "W#12 8 F12")
    assert profile.read("P#12 --").number is None
    assert garble(profile, "W#12 --") is Garble.NUMBER
    assert garble(profile, "W#12 40") is Garble.NUMBER
    assert garble(profile, "W#12 8 F12 ") is Garble.FORM


def test_a_state_that_is_not_named_is_not_guessed():
    profile = PatternProfile(PATTERN, {"W": State.NUMBER})
    assert garble(profile, "P#12 --") is Garble.STATE


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        (r"(?P<state>.)(?P<number>\d\d)", "falta el grupo con nombre: game"),
        (r"\d+", "falta el grupo con nombre: state, game, number"),
        (PATTERN + r"(?P<colour>[rb])", "grupo desconocido: colour"),
        (r"(?P<state>", "no es una expresión regular"),
        (r"(?P<state>.)(?P<game>(a+)+)(?P<number>\d\d)", "10000 maneras"),
        (r"(?P<state>.)(?P<game>(a|a)*)(?P<number>\d\d)", "10000 maneras"),
        (r"(?P<state>.*)(?P<game>.*)(?P<number>.*)", "10000 maneras"),
        (r"(?P<state>.)(?P<game>\d+)(?P<number>(?:(?:\d{1,9}){1,9}){1,9})", "10000 maneras"),
        (r"(?P<state>.)(?P<game>\d)(?P<number>\d)(?P=game)", "no se admite"),
        (r"(?P<state>.)(?P<game>\d)(?=x)(?P<number>\d)", "no se admite"),
        (r"(?P<state>.)(?P<game>\d)(?P<number>\d)" + "x" * 300, "como máximo, 300"),
        (r"(?P<state>.)(?P<game>\d)(?P<number>\d{99999999999999999999})", "no es una expresión regular"),
    ],
)
def test_a_pattern_without_groups_or_end_is_refused_with_the_reason(pattern, why):
    with pytest.raises(PatternError, match=re.escape(why)):
        PatternProfile(pattern, STATES)


def test_a_pattern_in_which_no_state_fixes_a_number_is_refused():
    with pytest.raises(PatternError, match="ningún estado"):
        PatternProfile(PATTERN, {"P": State.BETS})


@pytest.mark.parametrize(
    "pattern", [r".*;.*x", r"\d+ +x", r"(?:a{0,3}b{0,3}){2}c", r"(a|b|aa)(a|b|aa)(a|b){2}"]
)
def test_a_pattern_that_is_taken_is_quick_on_the_worst_line(pattern):
    made = compiled(pattern)
    began = time.process_time()
    for letter in "a;1 b":
        assert made.fullmatch(letter * LONGEST_LINE) is None
    assert time.process_time() - began < 0.5


def test_bytes_become_lines_and_half_of_the_first_is_thrown_away():
    lines = LineSplitter("*")
    assert lines.feed(b"1;17;0;137;0\r\n*X;2;241;") == []
    assert lines.feed(b"17;0;137;0\r") == ["*X;2;241;17;0;137;0"]
    assert lines.feed(b"\n32*X;5;242;32;0;137;0\n") == ["32", "*X;5;242;32;0;137;0"]


def test_bytes_that_are_no_line_are_named():
    lines = LineSplitter()
    found = lines.feed(b"\n\xff\xfe17\nab\0c\n" + b"9" * 5000 + b"\n17\n")
    assert [each if isinstance(each, str) else each.garble for each in found] == [
        Garble.NOT_TEXT, Garble.NOT_TEXT, Garble.TOO_LONG, "17",
    ]  # fmt: skip
    assert len(found[2].line) <= LONGEST_LINE


def test_a_line_that_never_ends_takes_no_room():
    lines = LineSplitter()
    for _ in range(1000):
        assert lines.feed(b"x" * 1000) == []
    assert len(lines._held) <= LONGEST_LINE + 1
