"""What happened in the wheel, each once, from lines that a sensor repeats, loses and garbles."""

from drivers.garble import Garble, GarbledLineError
from drivers.wheel.events import (
    BallLaunched,
    Fault,
    FaultCode,
    FaultOver,
    GameBegun,
    NoMoreBets,
    NumberFixed,
    NumberUnseen,
    Odd,
    OddCode,
    SpinFlagged,
)
from drivers.wheel.profiles import PatternProfile, RimProfile
from drivers.wheel.readings import Flag, State
from drivers.wheel.tracker import Tracker, Trust


class Table:
    """A tracker, and lines every half second."""

    def __init__(self, **more):
        self.now = 100.0
        self.tracker = Tracker(RimProfile(), **more)
        self.tracker.connected(self.now)

    def line(self, text, times=1, every=0.5):
        found = []
        for _ in range(times):
            self.now += every
            found += self.tracker.take(text, self.now)
        return found

    def says(self, state, game=241, number="32", times=2, flags=0, speed=137):
        return self.line(f"*X;{state};{game:03};{number:>2};{flags:X};{speed:03};0", times)

    def wait(self, seconds):
        found = []
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            found += self.tracker.tick(self.now)
        return found

    def spin(self, game=241, number="17"):
        return [each for state in (1, 2, 3, 4, 5) for each in self.says(state, game, number, 4)]


def kinds(events):
    return [type(each) for each in events]


def numbers(events):
    return [(each.game, each.number) for each in events if isinstance(each, NumberFixed)]


def odds(events):
    return [each.code for each in events if isinstance(each, Odd)]


def test_a_spin_is_told_once_step_by_step_however_often_its_lines_come():
    table = Table()
    found = table.spin(241, "17")
    assert kinds(found) == [GameBegun, BallLaunched, NoMoreBets, NumberFixed]
    fixed = found[-1]
    assert (fixed.game, fixed.number, fixed.closed, fixed.flags) == (241, "17", True, Flag.NONE)
    assert fixed.line == "*X;5;241;17;0;137;0"
    assert table.says(5, 241, "17", 50) == []
    assert numbers(table.spin(242, "8")) == [(242, "8")]


def test_the_number_of_other_states_is_the_last_game_s_and_never_told():
    table = Table()
    found = [each for state in (1, 2, 3, 4) for each in table.says(state, 241, "32", 20)]
    assert not [each for each in found if isinstance(each, NumberFixed | NumberUnseen)]


def test_a_number_is_told_when_two_lines_agree_that_do_not_come_at_once():
    table = Table()
    table.spin(240, "1")
    for state in (2, 3, 4):
        table.says(state)
    assert table.says(5, 241, "17", 1) == []
    assert table.line("*X;5;241;17;0;137;0", 3, every=0.01) == []
    assert numbers(table.says(5, 241, "17", 1)) == [(241, "17")]


def test_a_line_of_noise_is_no_number():
    table = Table()
    for state in (2, 3, 4):
        table.says(state)
    heard = ("17", "18", "17", "17", "11", "17")
    found = [[type(each) for each in table.says(5, 241, number, 1)] for number in heard]
    assert found == [[], [], [], [NumberFixed], [], []]


def test_a_number_by_itself_is_one_that_must_not_differ():
    table = Table()
    for state in (2, 3, 4):
        table.says(state)
    assert table.line("17") == []
    assert table.says(5, 241, "17", 1) == []
    assert numbers(table.says(5, 241, "17", 1)) == [(241, "17")]


def test_numbers_that_differ_are_for_people():
    table = Table()
    for state in (2, 3, 4):
        table.says(state)
    table.line("18")
    found = table.says(5, 241, "17", 4)
    assert odds(found) == [OddCode.NUMBERS_DIFFER]
    assert found[1:] == [NumberUnseen(241, "17", "*X;5;241;17;0;137;0")]
    table.spin(242)
    assert odds(table.line("18")) == [OddCode.NUMBERS_DIFFER]


def test_another_number_of_the_same_game_is_said_so_and_not_told():
    table = Table()
    table.spin(241, "17")
    found = table.says(5, 241, "18", 10)
    assert [(each.code, each.before) for each in found] == [(OddCode.NUMBER_CHANGED, "17")]


def test_no_more_bets_that_come_after_the_number_are_late():
    table = Table()
    for state in (2, 3):
        table.says(state)
    found = table.says(5, 241, "17", 2)
    assert odds(found) == [OddCode.CLOSED_LATE]
    assert [each.closed for each in found if isinstance(each, NumberFixed)] == [False]


def test_a_number_whose_ball_nobody_saw_is_for_people():
    table = Table()
    assert kinds(table.says(5, 241, "17", 6)) == [NumberUnseen]
    table.says(2, 242)
    assert kinds(table.says(5, 242, "18", 4)) == [NumberUnseen]


def test_games_that_were_missed_are_named():
    table = Table()
    table.spin(241)
    found = table.says(2, 244)
    assert [(each.code, each.game, each.before) for each in found if isinstance(each, Odd)] == [
        (OddCode.GAMES_MISSED, 244, "241")
    ]


def test_after_the_last_game_the_count_begins_again():
    table = Table()
    table.spin(999)
    assert odds(table.spin(1, "5")) == []


def test_an_earlier_game_is_believed_late_and_its_number_never():
    table = Table()
    table.spin(241)
    assert table.says(5, 240, "9", 5) == []
    table.says(5, 241, "17", 1)
    found = table.says(5, 240, "9", 12)
    assert odds(found) == [OddCode.GAME_BACK]
    assert numbers(found) == []
    assert numbers(table.spin(241, "3")) == [(241, "3")]


def test_a_game_that_is_played_again_is_for_people():
    table = Table()
    table.spin(241, "17")
    found = table.spin(241, "18")
    assert OddCode.GAME_REPEATED in odds(found)
    assert numbers(found) == []
    assert NumberUnseen(241, "18", "*X;5;241;18;0;137;0") in found
    assert numbers(table.spin(242, "4")) == [(242, "4")]


def test_a_ball_that_is_launched_again_is_told_again():
    table = Table()
    table.says(2)
    table.says(3)
    assert kinds(table.says(2)) == [Odd, GameBegun]
    found = [each for state in (3, 4, 5) for each in table.says(state, 241, "17")]
    assert kinds(found) == [BallLaunched, NoMoreBets, NumberFixed]


def test_a_sensor_that_gives_up_while_the_ball_runs_fixes_nothing():
    table = Table()
    table.says(2)
    table.says(3)
    assert odds(table.says(6)) == [OddCode.GAVE_UP]
    assert numbers(table.says(5, 241, "17", 6)) == []
    table.says(1, 242)
    assert numbers(table.spin(242, "4")) == [(242, "4")]


def test_what_a_sensor_warns_of_is_told_once_and_stands_beside_the_number():
    table = Table()
    table.says(2)
    assert table.says(3, times=1, flags=2)[-1].game == 241
    assert [each for each in table.says(3, times=5, flags=2) if isinstance(each, SpinFlagged)] == [
        SpinFlagged(241, Flag.SAME_DIRECTION, "*X;3;241;32;2;137;0")
    ]
    table.says(4, flags=2)
    assert table.says(5, 241, "17", 2, flags=2)[-1].flags == Flag.SAME_DIRECTION
    assert [each for each in table.spin(242, "4") if isinstance(each, SpinFlagged)] == []


def test_a_sensor_that_is_not_well_says_so_and_the_spin_is_not_flagged():
    table = Table()
    table.says(2)
    assert table.says(3, flags=4, times=4)[1:] == [Fault(FaultCode.SENSOR, "*X;3;241;32;4;137;0")]
    assert table.says(3, times=4) == [FaultOver(FaultCode.SENSOR)]


def test_a_dead_sensor_is_told_once_and_so_is_its_return():
    table = Table()
    table.says(2)
    assert [each.code for each in table.wait(10)] == [FaultCode.SILENT]
    assert table.says(2) == [FaultOver(FaultCode.SILENT)]


def test_a_sensor_that_says_the_same_for_ever_is_frozen():
    table = Table()
    table.says(2)
    table.tracker.launched(table.now)
    found = []
    for _ in range(30):
        found += [*table.says(2, times=1), *table.tracker.tick(table.now)]
    assert [each.code for each in found] == [FaultCode.FROZEN]
    assert FaultOver(FaultCode.FROZEN) in table.says(3)
    found = []
    for _ in range(200):
        found += [*table.says(3, times=1), *table.tracker.tick(table.now)]
    assert [each.code for each in found] == [FaultCode.FROZEN]


def test_lines_that_nobody_understands_are_counted_and_named():
    table = Table()
    found = table.line("*X;9;000", 4)
    found += table.line("*X;5;241;88;0;137;0", 1)
    assert [(each.code, each.detail) for each in found] == [
        (FaultCode.GARBLED, "number: *X;5;241;88;0;137;0")
    ]
    assert table.tracker.health.counts == {Garble.FORM: 4, Garble.NUMBER: 1}
    table.now += 0.5
    assert table.tracker.take(GarbledLineError(Garble.TOO_LONG, "x"), table.now) == []
    assert table.says(2, times=20)[-1] == FaultOver(FaultCode.GARBLED)


def test_a_cable_that_is_out_during_a_spin_loses_nothing_that_was_seen():
    table = Table()
    for state in (2, 3):
        table.says(state)
    assert table.tracker.lost("se cortó la línea") == [Fault(FaultCode.LOST, "se cortó la línea")]
    assert table.tracker.lost("no existe ese puerto") == []
    assert table.wait(60) == []
    assert table.tracker.connected(table.now) == [FaultOver(FaultCode.LOST)]
    assert numbers(table.says(5, 241, "17", 4)) == [(241, "17")]


def test_a_sensor_that_says_each_thing_once_is_believed_at_once():
    pattern = r"(?P<state>[BRW]) (?P<game>\d{1,4}) (?P<number>\d{1,2})"
    profile = PatternProfile(pattern, {"B": State.BETS, "R": State.BALL, "W": State.NUMBER})
    tracker = Tracker(profile, Trust(agree=1))
    found = [each for line in ("B 7 0", "R 7 0", "W 7 12") for each in tracker.take(line, 1.0)]
    assert numbers(found) == [(7, "12")]
