"""What the extractor is told after an event is durable."""

import pytest

from hallctl.games.bingo.machine import orders
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import DrawBall
from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.outputs.machine import Draw, Halt, Reload, Reset
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ContinuePlay,
    ReportFault,
    ReportRecovery,
    StartController,
)
from tests.hallctl.games.bingo.rules.night import Night


def told(night, *commands):
    return [order for event in night.do(*commands) for order in orders(event, night.state)]


def test_an_ordered_ball_is_drawn_by_its_serial():
    night = Night().open_session().start()
    night.draw(7)
    night.wait(10_000)
    assert told(night, DrawBall()) == [Draw(2)]


def test_the_drum_is_filled_when_a_game_is_announced():
    night = Night().open_session()
    assert told(night, AnnounceGame("A-1042")) == [Reset(), Reload()]


@pytest.mark.invariant("I13", "I14")
def test_a_fault_halts_and_its_acknowledgement_takes_up_the_open_order_again():
    night = Night().open_session().start()
    serial = night.order()
    assert told(night, ReportFault("cámara", "CAMERA-BLACK", "")) == [Halt()]
    assert told(night, ReportFault("disco", "DISK-LOW", "")) == [Halt()]
    night.do(ReportRecovery("cámara", "CAMERA-BLACK"), ReportRecovery("disco", "DISK-LOW"))
    assert told(night, AcknowledgeFault("cámara", "CAMERA-BLACK")) == []
    assert told(night, AcknowledgeFault("disco", "DISK-LOW")) == [Reset(), Draw(serial)]


@pytest.mark.invariant("I4")
def test_nothing_moves_after_a_restart_before_continue():
    night = Night().open_session().start()
    serial = night.order()
    assert told(night, StartController("b2", "test", "died")) == []
    assert told(night, ContinuePlay()) == [Reset(), Draw(serial)]


def test_a_void_game_stops_the_machine():
    night = Night().open_session().start()
    night.order()
    assert told(night, ProposeVoid("x"), ApproveVoid()) == [Halt()]
