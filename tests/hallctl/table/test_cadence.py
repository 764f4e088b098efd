"""The deciding loop draws at a set pace by itself, and ends it with whatever else happens."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.announcer import BINGO_SPEECH
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.cadence import StartCadence, StopCadence
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.draw import CallBall
from hallctl.games.bingo.rules.endings import Ending
from hallctl.minutes.reader import read_entries
from hallctl.rules.voice import VOICE
from hallctl.table import messages as msg
from tests.hallctl.games.bingo.rules.night import RULES
from tests.hallctl.table.test_machine_reports import Hall, hall_at


def path_of(tmp_path):
    return tmp_path / "libro.sqlite"


@pytest.fixture
def hall(tmp_path):
    hall = hall_at(tmp_path, lambda night: night.open_session().start(60))
    yield hall
    hall.end()


def ordered(tmp_path):
    """The moments, in seconds, and the actors of all orders of the book."""
    orders = (entry for entry in read_entries(path_of(tmp_path)) if entry.kind == "ExtractionOrdered")
    return [(entry.body["at"] / 1000, entry.actor) for entry in orders]


def bring(hall, ball):
    """Have the machine bring the ball that is ordered, and the camera read it."""
    hall.exit = None
    hall.pass_time(0.3)
    hall.exit = ball
    hall.pass_time(0.1)
    hall.report(msg.BallArrived(hall.state.serial, hall.state.serial))
    hall.pass_time(0.6)
    assert hall.state.game.uncalled == ball


@pytest.mark.req("AJ-06", "AJ-08", "AJ-86", "AJ-88")
def test_the_hall_orders_each_ball_at_its_pace_and_waits_for_its_call(hall, tmp_path):
    hall.do(StartCadence(4))
    for ball in (7, 8, 9):
        hall.pass_time(0.1)
        bring(hall, ball)
        if ball == 8:
            hall.pass_time(9)  # the locutor is late: no further ball
        hall.do(CallBall(ball))
        hall.pass_time(3 if ball != 8 else 0.1)
    times, actors = zip(*ordered(tmp_path), strict=True)
    first, second, third, fourth = (round(after - times[0], 1) for after in times)
    assert (first, second) == (0, 4)
    assert third >= 4 + 10  # as soon as the late call was there
    assert fourth - third == pytest.approx(4, abs=0.11)
    assert set(actors) == {"controller:hallctl"}
    assert hall.hands.told.count("draw") == 4


def stopped(hall):
    hall.do(StopCadence())


def claimed(hall):
    hall.do(StopForClaim(Claim.BINGO))


def jammed(hall):
    hall.report(msg.MachineFailed(99, "EXT-JAM", "atasco"))


def cut_off(hall):
    hall.report(msg.ExtractorDown("cable"))


def blind(hall):
    hall.report(msg.Trouble("cámara", "CAMERA-LOST", "sin imagen"))


def full(hall):
    hall.free_mb = 1
    hall.pass_time(1.1)


@pytest.mark.invariant("I9", "I14")
@pytest.mark.parametrize("coming", [False, True], ids=["called", "on its way"])
@pytest.mark.parametrize(
    ("happens", "why"),
    [
        (stopped, Ending.ASKED),
        (claimed, Ending.CLAIM),
        (jammed, Ending.FAULT),
        (cut_off, Ending.FAULT),
        (blind, Ending.FAULT),
        (full, Ending.FAULT),
    ],
)
def test_whatever_happens_ends_it_at_once_also_with_a_ball_on_its_way(hall, tmp_path, happens, why, coming):
    hall.do(StartCadence(3))
    hall.pass_time(0.1)
    if not coming:
        bring(hall, 7)
        hall.do(CallBall(7))
    happens(hall)
    assert hall.state.game.cadences[-1].ended is why
    hall.pass_time(4)
    assert len(ordered(tmp_path)) == 1
    assert (hall.state.game.pending is not None) == coming


@pytest.mark.invariant("I4")
def test_a_controller_that_was_killed_draws_nothing_until_it_is_started_again(hall, tmp_path):
    hall.do(StartCadence(3))
    hall.pass_time(0.1)
    bring(hall, 7)
    hall.do(CallBall(7))
    hall.end()
    again = Hall(path_of(tmp_path), "b3")  # on whose page the jefe has pressed Continuar
    assert again.state.game.cadences[-1].ended is Ending.RESTART
    again.pass_time(4)
    assert len(ordered(tmp_path)) == 1
    again.do(StartCadence(3))
    again.pass_time(0.1)
    assert len(ordered(tmp_path)) == 2
    again.end()


def test_no_ball_is_ordered_while_the_hall_ends(hall, tmp_path):
    hall.table._settled = lambda: False
    hall.do(StartCadence(3))
    hall.pass_time(0.1)
    bring(hall, 7)
    hall.do(CallBall(7))
    hall.report(msg.Quit())
    hall.pass_time(8)
    assert len(ordered(tmp_path)) == 1


def test_a_stop_that_waits_in_the_inbox_comes_before_the_ball_that_is_due(hall, tmp_path):
    hall.do(StartCadence(3))
    hall.pass_time(0.1)
    bring(hall, 7)
    hall.do(CallBall(7))
    hall.clock.seconds += 5  # the loop was held up: a ball is overdue, and somebody has pressed a stop
    hall.inbox.put(msg.Recovered("cámara", "CAMERA-LOST"))
    hall.ask(StopForClaim(Claim.LINE))
    hall.pass_time(5)
    assert len(ordered(tmp_path)) == 1
    assert hall.state.game.pending is None


def test_a_machine_whose_line_is_not_there_yet_is_a_fault_and_not_an_order(hall, tmp_path):
    hall.do(StartCadence(3))
    hall.pass_time(0.1)
    bring(hall, 7)
    hall.do(CallBall(7))
    hall.table._machine._extractor = None  # gone without a word
    hall.pass_time(4)
    assert hall.codes == {"EXT-LOST"}
    assert len(ordered(tmp_path)) == 1
    assert hall.state.game.cadence is None


CALLING = replace(RULES, voice_calls=True)


@pytest.fixture
def spoken_hall(tmp_path):
    """A hall whose voice calls."""
    hall = hall_at(tmp_path, lambda night: night.open_session().start(60), CALLING)
    yield hall
    hall.end()


@pytest.mark.req("AJ-08", "AJ-86")
def test_with_a_voice_that_calls_nobody_presses_anything_for_a_ball(spoken_hall, tmp_path):
    hall = spoken_hall
    hall.do(StartCadence(3))
    presses = [entry.actor for entry in read_entries(path_of(tmp_path))]
    for ball in (7, 8, 9):
        hall.pass_time(0.1)
        bring(hall, ball)
        hall.pass_time(4)
        assert hall.state.game.pending is None  # the voice has not finished: no further ball
        hall.report(msg.Spoken("campana"), msg.Spoken("66"))
        assert hall.state.game.uncalled == ball
        hall.report(msg.Spoken(f"{ball:02}"))
        assert hall.state.game.called == len(hall.state.game.drawn)
    entries = list(read_entries(path_of(tmp_path)))[len(presses) :]
    assert {entry.actor for entry in entries} == {"controller:hallctl"}  # presses a ball: 0
    assert [entry.kind for entry in entries[:3]] == ["BallDrawn", "BallCalled", "ExtractionOrdered"]


def test_a_voice_that_is_not_heard_ends_it_and_the_locutor_calls(spoken_hall):
    hall = spoken_hall
    hall.do(StartCadence(3))
    hall.pass_time(0.1)
    bring(hall, 7)
    hall.report(msg.Trouble(*VOICE, "no hay tarjeta de sonido"))
    assert hall.state.game.cadences[-1].ended is Ending.VOICE
    hall.do(CallBall(7))


def test_after_a_claim_the_voice_calls_the_ball_that_the_claim_overtook_and_not_before(spoken_hall):
    hall = spoken_hall
    hall.do(StartCadence(3))
    hall.pass_time(0.1)
    bring(hall, 7)
    announcer = BINGO_SPEECH.announcer(hall.state)
    hall.do(StopForClaim(Claim.BINGO))
    assert announcer.take(hall.state) == ("bingo",)
    hall.report(msg.Spoken("07"))
    assert hall.state.game.called == 0
    hall.do(VerifyCard(Claim.BINGO, "A-1042", 3))
    announcer.take(hall.state)
    hall.do(ResumeDraw())
    assert announcer.take(hall.state) == ("sigue", "07")
    hall.report(msg.Spoken("07"))
    assert hall.state.game.called == 1


@pytest.mark.req("AJ-08")
def test_where_the_locutor_calls_what_the_voice_says_is_no_call(hall):
    hall.do(StartCadence(3))
    hall.pass_time(0.1)
    bring(hall, 7)
    hall.report(msg.Spoken("07"))
    assert hall.state.game.uncalled == 7
