"""The exit's camera on a machine that reads slowly: what is told of late pictures, in virtual time."""

from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from drivers.camera.backlog import Backlog
from drivers.camera.camera import Frame
from drivers.reader.sighting import Reason, Sighting
from hallctl.devices import ball_camera
from hallctl.devices.ball_camera import BallCamera
from hallctl.readings.vote import VotePolicy
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from hallctl.table import messages as msg
from hallctl.table.watch import BallWatch

TICK_S, FRAME_S, GAP_S, MOST_S = 0.01, 0.04, 0.3, 90.0
EMPTY, HAND = 0, 255
FORMER, REPORTED, UNREPORTED = 7, 12, 34

Script = Sequence[tuple[float, int]]
"""What is at the exit, each until so many seconds after the order."""


class Exit:
    """A camera with its queue and reader, the hall that listens to it, and their clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, script: Script, look_s: float) -> None:
        self._script, self._look_s = script, look_s
        self._waiting = Backlog[Frame]()
        self._inbox: SimpleQueue[Any] = SimpleQueue()
        self._now, self._due, self._sequence = 0.0, 0.0, 0
        self._show: Callable[[Frame], None]
        self._watch: BallWatch | None = None
        self._arrives_at: float | None = None
        self.told: ReportBall | ReportDoubt | None = None
        monkeypatch.setattr(ball_camera, "time", SimpleNamespace(monotonic=lambda: self._now))
        monkeypatch.setattr(ball_camera, "Reader", lambda **_: self)
        monkeypatch.setattr(ball_camera, "Camera", self._opened)
        self._camera = BallCamera(0, self._inbox, 90)

    def _opened(self, _source: int, on_frame: Callable[[Frame], None], *_: object, **__: object) -> Any:
        self._show = on_frame
        return self._waiting

    def read(self, image: Any, *, ask_mirror: bool = True) -> Sighting:
        """Look at a picture for as long as this machine takes; meanwhile others come."""
        del ask_mirror
        for _ in range(round(self._look_s / TICK_S)):
            self._tick()
        shown = int(image[0, 0, 0])
        if shown == HAND:
            return Sighting(False, False, MappingProxyType({}), Reason.MOVING)
        if shown == EMPTY:
            return Sighting(False, True, MappingProxyType({}), Reason.NONE)
        return Sighting(True, False, MappingProxyType({shown: 0.9999}), Reason.NONE)

    def order(self, *, arrives_at: float | None = None) -> float:
        """Order a ball, in a person's hand where no sensor reports it; return when it was told."""
        by_hand = arrives_at is None
        self._arrives_at = arrives_at
        self._watch = BallWatch(
            5, frozenset({FORMER}), by_hand, self._now, VotePolicy(patience=6.0), by_hand=by_hand
        )
        self._camera.watch(5, "J-01", armed=by_hand)
        while self.told is None and self._now < MOST_S:
            frame = self._waiting.take()
            if frame is None:
                self._tick()
            else:
                self._show(frame)
        return self._now

    def _tick(self) -> None:
        self._now += TICK_S
        if self._now >= self._due:
            self._sequence, self._due = self._sequence + 1, self._now + FRAME_S
            shown = next(each for until, each in self._script if self._now < until)
            self._waiting.put(Frame(self._sequence, self._now, np.full((480, 640, 3), shown, np.uint8)))
        self._listen()

    def _listen(self) -> None:
        assert self._watch is not None
        for message in self._messages():
            if isinstance(message, msg.Seen):
                self._watch.see(message)
        if self._arrives_at is not None and self._now >= self._arrives_at:
            self._arrives_at = None
            self._watch.arrived(msg.BallArrived(1, 5), self._now, self._camera.waiting)
        if self.told is None:
            gallery = SimpleNamespace(keep=lambda _: "picture")
            self.told = self._watch.finding(self._now, gallery, None, self._camera.look_s)

    def _messages(self) -> Iterator[Any]:
        while not self._inbox.empty():
            yield self._inbox.get()


@pytest.mark.invariant("I2", "I23")
@pytest.mark.parametrize("former_s", [0.2, 0.5, 1.0, 1.6])
@pytest.mark.parametrize("stands_s", [0.4, 0.8, 1.2])
@pytest.mark.parametrize("look_s", [0.12, 0.2, 0.3, 0.5])
def test_a_ball_that_nobody_reported_is_never_told(
    look_s: float, stands_s: float, former_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ball that was reported rolls off, and another comes."""
    comes = former_s + GAP_S
    leaves = comes + stands_s
    script = [(former_s, FORMER), (comes, EMPTY), (leaves, REPORTED), (leaves + GAP_S, EMPTY)]
    hall = Exit(monkeypatch, [*script, (float("inf"), UNREPORTED)], look_s)
    hall.order(arrives_at=comes + 0.02)
    assert hall.told is not None
    assert not isinstance(hall.told, ReportBall) or hall.told.ball == REPORTED


@pytest.mark.invariant("I2", "I15")
@pytest.mark.parametrize(("look_s", "former_s"), [(1.5, 0.1), (0.3, 0.8)])
def test_a_slow_reader_sees_an_exit_that_was_empty_while_it_looked(
    look_s: float, former_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    comes = former_s + 0.2
    hall = Exit(monkeypatch, [(former_s, FORMER), (comes, EMPTY), (float("inf"), REPORTED)], look_s)
    hall.order(arrives_at=comes + 0.02)
    assert isinstance(hall.told, ReportBall), hall.told


def test_a_ball_in_hand_is_read_at_once_and_no_picture_from_before_it_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look_s, there_s = 0.2, 1.0
    hall = Exit(monkeypatch, [(there_s, HAND), (float("inf"), REPORTED)], look_s)
    told_at = hall.order()
    assert isinstance(hall.told, ReportBall), hall.told
    assert told_at < there_s + 6 * look_s, "the look that goes on, and three at the ball"
