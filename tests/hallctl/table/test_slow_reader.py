"""A machine that reads slowly draws slower and asks no more: a game in virtual time, with the real queue."""

from dataclasses import dataclass
from itertools import count
from typing import Any

import numpy as np
import pytest

from drivers.camera.backlog import Backlog
from hallctl.devices.look_pace import LookPace
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall
from hallctl.readings.vote import VotePolicy
from hallctl.rules.commands.running import ContinuePlay
from hallctl.table import messages as msg
from hallctl.table.machine import Limits
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.table.virtual import Sight, VirtualCamera, VirtualHall, write_book
from tests.torture.test_every_fault import Hands

TICK_S, FRAME_S = 0.02, 0.04
SOON, LATE, LAST = (0.02, 0.27), (0.02, 2.5), (2.5, 2.75)
"""When after an order the machine has emptied its exit, and brought a ball: soon, or later."""

QUICK_S = 0.1
OF_EMPTY = 0.1
"""So much of a look at a ball takes one at an empty exit."""


@dataclass(frozen=True)
class Picture:
    """What the camera took, and when; what is in it the reader finds out."""

    at_monotonic: float
    ball: int | None
    sequence: int

    @property
    def image(self):
        """A still picture, another for each ball."""
        return np.broadcast_to(np.uint8(self.ball or 0), (480, 640, 3))


class SlowCamera(VirtualCamera):
    """The camera and its reader as `devices.ball_camera` puts them together, in the hall's own time."""

    def __init__(self, hall, takes_s):
        self._hall, self._takes_s = hall, takes_s
        self._backlog, self._pace = Backlog[Picture](), LookPace()
        self._numbers, self._due = count(1), 0.0
        self._look: tuple[Picture, Any, float] | None = None

    @property
    def look_s(self):
        return self._pace.seconds(self._hall.clock.seconds)

    @property
    def waiting(self):
        return self._backlog.waiting

    def watch(self, serial, ball_set, *, armed):
        if self.serial != serial:
            self._backlog.keep(not armed)
        super().watch(serial, ball_set, armed=armed)

    def stop_watching(self):
        super().stop_watching()
        self._backlog.keep(False)

    def pass_time(self, now):
        if now >= self._due:
            self._backlog.put(Picture(now, self._hall.exit, next(self._numbers)))
            self._due = now + FRAME_S
        if self._look is not None and now >= self._look[2]:
            self._end(now)
        if self._look is None and self.serial is not None:
            self._begin(now)

    def _begin(self, now):
        picture = self._backlog.take()
        if picture is not None:
            takes_s = self._takes_s * (OF_EMPTY if picture.ball is None else 1.0)
            self._look = picture, self.serial, now + takes_s
            self._pace.began(now)

    def _end(self, now):
        assert self._look is not None
        picture, serial, _ = self._look
        self._look = None
        self._pace.ended(now)
        self._hall.inbox.put(
            msg.Seen(serial, Sight(picture.ball), picture.sequence, picture.at_monotonic, None)
        )


class Exit(Hands):
    """The machine, which empties its exit for an order and brings the next ball."""

    def __init__(self, hall, paces):
        super().__init__()
        self._hall, (self._empty_at_s, self._ball_at_s) = hall, paces
        self._balls, self._orders = iter(range(7, 91)), []

    def draw(self, order):
        now = self._hall.clock.seconds
        self._orders.append((now + self._empty_at_s, None, order))
        self._orders.append((now + self._ball_at_s, next(self._balls), order))

    def pass_time(self, now):
        while self._orders and now >= self._orders[0][0]:
            _, self._hall.exit, order = self._orders.pop(0)
            if self._hall.exit is not None:
                self._hall.inbox.put(msg.BallArrived(order, order))


class SlowHall(VirtualHall):
    """A virtual hall whose camera needs so many seconds for a picture of a ball."""

    def __init__(self, path, takes_s, paces):
        self.exit, self.takes_s = None, takes_s
        super().__init__(path, "b2", limits=Limits(vote=VotePolicy(patience=6.0)))
        self.hands = Exit(self, paces)
        self.inbox.put(msg.ExtractorUp(self.hands))
        self.turn()

    def new_camera(self):
        return SlowCamera(self, self.takes_s)

    def pass_time(self, seconds):
        for _ in range(round(seconds / TICK_S)):
            self.clock.seconds += TICK_S
            self.hands.pass_time(self.clock.seconds)
            self.ball_camera.pass_time(self.clock.seconds)
            self.turn()

    def draw(self):
        """Draw and call a ball; return the number that the machine told, None where it asks a person."""
        self.pass_time(3.0)
        self.do(DrawBall())
        before = len(self.state.game.drawn)
        for _ in range(90):
            self.pass_time(1.0)
            if self.state.game.doubt is not None:
                raise AssertionError(
                    (before, self.state.game.doubt, self.clock.seconds, self.ball_camera.look_s)
                )
            if len(self.state.game.drawn) > before:
                self.do(CallBall(self.state.game.drawn[-1]))
                return self.state.game.drawn[-1]
        raise AssertionError(self.state.faults)


@pytest.mark.invariant("I2", "I15")
@pytest.mark.parametrize(
    ("takes_s", "paces"),
    [
        *((takes * QUICK_S, paces) for takes in (1, 15) for paces in (SOON, LATE, LAST)),
        *((60 * QUICK_S, paces) for paces in (SOON, LATE)),
    ],
)
def test_a_slow_machine_tells_every_ball_itself(tmp_path, takes_s, paces):
    """Also where as many pictures came first as wait for it, of an empty exit or of the ball before."""
    night = Night()
    night.open_session().start(60)
    write_book(tmp_path / "libro.sqlite", night.events)
    hall = SlowHall(tmp_path / "libro.sqlite", takes_s, paces)
    if hall.state.suspended:
        hall.do(ContinuePlay())
    began = hall.clock.seconds
    assert [hall.draw() for _ in range(12)] == list(range(7, 19))
    assert not hall.state.faults
    hall.end()
    assert hall.clock.seconds - began >= 12 * 3 * takes_s, "three pictures of each are looked at"
