"""A ball that leaves the exit unreported is a doubt and an entry, whatever comes after it (I23)."""

import pytest

from hallctl.games.bingo.rules.commands.draw import DrawBall, SettleBall
from hallctl.minutes.reader import read_entries
from hallctl.rules.commands.running import ContinuePlay
from hallctl.table import messages as msg
from hallctl.table.machine import Limits
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.table.virtual import PICTURE, VirtualHall, write_book
from tests.torture.test_every_fault import Hands

pytestmark = pytest.mark.invariant("I23")

PICTURES_S = 0.04


class SeenHall(VirtualHall):
    """A hall whose camera sees the ball that a test puts at the exit."""

    exit: int | None = None

    def __init__(self, path, boot):
        super().__init__(path, boot, exit_ball=lambda: self.exit)
        self.hands = Hands()


@pytest.fixture
def hall(tmp_path):
    """A hall in the draw, its machine on the line, and a ball ordered."""
    night = Night()
    night.open_session().start(60)
    path = tmp_path / "libro.sqlite"
    write_book(path, night.events)
    hall = SeenHall(path, "b2")
    hall.inbox.put(msg.ExtractorUp(hall.hands))
    hall.turn()
    if hall.state.suspended:
        hall.do(ContinuePlay())
    hall.do(DrawBall())
    yield hall
    hall.end()


def stand(hall, ball, seconds):
    """Let a ball, or none, stand at the exit for a time."""
    hall.exit = ball
    for _ in range(round(seconds / PICTURES_S)):
        hall.tick(PICTURES_S)


def report(hall):
    hall.inbox.put(msg.BallArrived(event=7, serial=hall.state.serial))
    hall.turn()


@pytest.mark.parametrize("stood", [0.24, 0.48, 0.72])
def test_the_ball_before_the_one_reported_makes_a_doubt(hall, stood):
    stand(hall, None, 0.2)
    stand(hall, 17, stood)
    stand(hall, None, 0.5)
    stand(hall, 63, 0.2)
    report(hall)
    stand(hall, 63, 1.5)
    assert hall.state.game.drawn == ()
    assert set(hall.state.game.doubt.candidates) == {17, 63}
    assert hall.state.game.doubt.reason == "a ball left the exit before it was read"
    assert hall.state.game.doubt.picture == PICTURE
    hall.do(SettleBall(17))
    assert hall.state.game.drawn == (17,)


def test_a_ball_that_nobody_ever_reports_is_a_doubt_and_a_fault(hall):
    stand(hall, None, 0.2)
    stand(hall, 17, 0.4)
    stand(hall, None, Limits().ball_s + 1)
    assert hall.state.game.doubt.candidates == (17,)
    assert {fault.code for fault in hall.state.faults} == {"EXT-NO-BALL"}
    minuted = [entry.kind for entry in read_entries(hall.book._path)]
    assert minuted.count("BallDoubted") == 1


def test_a_disk_that_refuses_the_picture_of_a_lost_ball_is_a_fault_of_the_disk(hall):
    hall.album.refuses = True
    stand(hall, None, 0.2)
    stand(hall, 17, 0.4)
    stand(hall, None, Limits().ball_s + 1)
    assert "DISK-PICTURE" in {fault.code for fault in hall.state.faults}


def test_a_reported_ball_is_drawn_by_what_is_seen_from_the_report_on(hall):
    stand(hall, None, 0.2)
    stand(hall, 63, 0.4)
    assert hall.state.game.drawn == ()  # seen, and not reported yet
    report(hall)
    stand(hall, 63, 0.3)
    assert hall.state.game.drawn == (63,)
