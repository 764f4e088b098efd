"""From the wire to the book: a simulated wheel speaks, the sensor's driver listens, the rules answer."""

import queue
from random import Random
from typing import Any

import pytest

from drivers.lines import LineSplitter
from drivers.wheel.machine import Pace, SimulatedWheel
from drivers.wheel.profiles import RimProfile
from drivers.wheel.sensor import WheelSensor
from drivers.wheel.tracker import Tracker
from hallctl.devices.wheel import WheelLine
from hallctl.games.roulette.game import ROULETTE
from hallctl.games.roulette.rules.commands.spin import EnterNumber, LaunchBall, OpenBets, ReportSilence
from hallctl.games.roulette.rules.events.spin import BetsClosed, NumberEstablished, NumberSensed
from hallctl.games.roulette.rules.kinds import Cause, Dispute, Phase, Source
from hallctl.rules.commands.base import Post
from hallctl.table import messages as msg
from tests.hallctl.games.roulette.table import TableDay


class Wired:
    """A table's day whose sensor is the simulated one; bytes go through the driver, not through a port."""

    def __init__(self, seed: int, noise: float = 0.0) -> None:
        self.day = TableDay.opened()
        self.wheel = SimulatedWheel(seed, pace=Pace(bets=None))
        self.luck, self.noise = Random(seed), noise
        self.splitter, self.tracker = LineSplitter("*"), Tracker(RimProfile())
        self.inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        sensor = WheelSensor("nowhere", RimProfile())
        self.line = WheelLine(sensor, self.inbox, ROULETTE.wheel.meaning, self.running, lambda: "ab" * 32)
        self.now = 0.0
        self.tracker.connected(0.0)
        self.pass_time(3)

    def running(self) -> bool:
        return ROULETTE.wheel.running(self.day.state)

    def pass_time(self, seconds: float) -> None:
        """Let the sensor speak, and the table hear it."""
        for _ in range(round(2 * seconds)):
            self.now += 0.5
            data = self.wheel.pass_time(0.5)
            if data and self.luck.random() < self.noise:
                at = self.luck.randrange(len(data))
                data = (
                    data[:at] + self.luck.choice((b"", b"7", b"1", self.luck.randbytes(2))) + data[at + 1 :]
                )
            for each in self.splitter.feed(data):
                for event in self.tracker.take(each, self.now):
                    self.line.take(event)
            while not self.inbox.empty():
                message = self.inbox.get()
                if isinstance(message, msg.Reported):
                    self.day.do(message.command, Post.CONTROLLER)

    def spin(self) -> None:
        """Let the croupier launch, and wait until the ball lies and the next bets may open."""
        self.day.do(OpenBets())
        assert self.wheel.launch()
        over = len(self.wheel.spun)
        while len(self.wheel.spun) == over or self.wheel.state != 2:
            self.pass_time(0.5)

    def end(self) -> None:
        """Have people end the spin, whatever the sensor said of it."""
        pocket = self.wheel.spun[-1].pocket
        if self.day.spin.phase is Phase.BETS:
            self.day.do(LaunchBall())
        if self.day.spin.phase is not Phase.DISPUTED:
            self.day.ask(EnterNumber(pocket))
        if self.day.spin.phase in (Phase.DISPUTED, Phase.CLOSED):
            if self.day.spin.phase is Phase.CLOSED:
                self.day.do(ReportSilence("sin línea"), Post.CONTROLLER)
            self.day.agreed(pocket)
        self.day.settled()


def test_a_spin_goes_from_the_wire_into_the_book_and_waits_for_the_croupier() -> None:
    wired = Wired(3)
    wired.spin()
    spun, spin = wired.wheel.spun[0], wired.day.spin
    assert (spin.phase, spin.sensed, spin.game, spin.pocket) == (Phase.CLOSED, spun.pocket, spun.game, "")
    closed = next(each for each in wired.day.events if isinstance(each, BetsClosed))
    assert closed.source is Source.SENSOR
    wired.day.do(EnterNumber(spun.pocket))
    assert wired.day.spin.pocket == spun.pocket
    (sensed,) = (each for each in wired.day.events if isinstance(each, NumberSensed))
    assert sensed.line.startswith("*X;5;001;")
    assert sensed.picture == "ab" * 32


@pytest.mark.parametrize(
    ("plan", "dispute", "cause"),
    [
        ({"flags": 1}, Dispute.IRREGULAR, Cause.BALL_OUT),
        ({"flags": 2}, Dispute.IRREGULAR, Cause.SAME_DIRECTION),
        ({"flags": 8}, Dispute.IRREGULAR, Cause.FEW_TURNS),
        ({"late": True}, Dispute.EARLY, Cause.EARLY),
    ],
)
def test_what_may_void_a_spin_stops_the_table_and_voids_nothing(
    plan: dict[str, Any], dispute: Dispute, cause: Cause
) -> None:
    wired = Wired(4)
    wired.wheel.fail_next(**plan)
    wired.spin()
    spin = wired.day.spin
    assert (spin.phase, spin.dispute, spin.cause, spin.void) == (Phase.DISPUTED, dispute, cause, None)


def test_a_number_that_differs_from_the_croupier_s_stops_the_table() -> None:
    wired = Wired(7)
    wired.wheel.fail_next(says="0")
    wired.spin()
    lies = wired.wheel.spun[0].pocket
    assert lies != "0"
    wired.day.do(EnterNumber(lies))
    assert (wired.day.spin.phase, wired.day.spin.dispute) == (Phase.DISPUTED, Dispute.DISAGREE)
    wired.day.agreed(lies)
    assert wired.day.spin.pocket == lies


def test_the_book_of_a_noisy_line_has_no_wrong_number_and_none_twice() -> None:
    wired = Wired(6, noise=0.3)
    sensed = 0
    for _ in range(25):
        wired.spin()
        sensed += bool(wired.day.spin.sensed)
        assert wired.day.spin.sensed in ("", wired.wheel.spun[-1].pocket)
        wired.end()
    assert sensed >= 15
    established = [each.pocket for each in wired.day.events if isinstance(each, NumberEstablished)]
    assert established == [each.pocket for each in wired.wheel.spun]
