"""10,000 extractions through table, vote, rules and book: no ball counts but the one that was reported (I23).

Exits of any make, balls that are swapped, leave, come unordered, are covered or cannot be read, a machine
that reports early, late or never, pictures that are late, and faults that stop the draw in the middle.
"""

import tempfile
from collections import Counter
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from random import Random

import pytest

from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, SettleBall
from hallctl.rules.commands.running import AcknowledgeFault, ContinuePlay
from hallctl.table import messages as msg
from hallctl.table.machine import Limits
from tests.hallctl.games.bingo.rules.night import Night
from tests.hallctl.table.virtual import VirtualHall, write_book
from tests.torture.extractions import FRAME_S, Views, an_extraction
from tests.torture.test_every_fault import Hands

ORDERS = 40  # of a hall, before another begins
DATED_S = 0.1  # how much earlier than it was an event is dated at most
FAULT = ("cámara", "CAMERA-FROZEN")


@cache
def happened():
    night = Night()
    night.open_session().start(60)
    return tuple(night.events)


class Hall(VirtualHall):
    """A hall in the draw, its machine on the line; the test brings pictures and reports."""

    def __init__(self, path):
        write_book(path, happened())
        super().__init__(path, "b2")
        self.hands = Hands()
        self.event = 0
        self.put(msg.ExtractorUp(self.hands))
        if self.state.suspended:
            self.do(ContinuePlay())

    def put(self, *messages):
        for message in messages:
            self.inbox.put(message)
        self.turn()

    def look(self):
        """Pictures come from the test alone."""

    def report(self, since=None):
        self.event += 1
        self.put(msg.BallArrived(self.event, self.state.serial, since=since))

    @property
    def decided(self):
        game = self.state.game
        return game.pending is None or game.doubt is not None


class Trial:
    """One extraction in a hall: what its pictures showed, and what was decided."""

    def __init__(self, hall, views, extraction, rng):
        self.hall, self.views, self.extraction, self.rng = hall, views, extraction, rng
        self.armed, self.read = False, set()
        self._events = []
        self._sequence = hall.sequence

    def run(self):
        """Play it to its end; return the ball that the book took without doubt, or None."""
        hall = self.hall
        hall.tick(3.0)  # the pace that the rules demand
        before, hall.hands.exit = len(hall.state.game.drawn), None
        hall.do(DrawBall())
        self._began = hall.clock.seconds
        self._plan()
        while self._events and not hall.decided:
            moment, _, what, seen = heappop(self._events)
            hall.clock.seconds = max(hall.clock.seconds, self._began + moment)
            what(seen)
        hall.sequence = self._sequence
        drawn = hall.state.game.drawn
        return drawn[-1] if len(drawn) > before else None

    def _plan(self):
        """Everything that comes, in the order in which the hall takes it."""
        plan, moment, shown, taken = self.extraction, self.rng.uniform(0, FRAME_S), 0.0, 0.0
        end = Limits().ball_s + 1.0 if plan.report is None else plan.report + plan.delay + 5.0
        while moment < end:
            shown = max(shown, moment - self.rng.uniform(0, plan.lag))  # never backwards
            taken = max(taken, moment + self.rng.uniform(0, plan.reading))
            self._at(taken, self._picture, (moment, plan.at(shown)))
            moment += FRAME_S
        if plan.report is not None:
            self._at(plan.report + plan.delay, self._report)
        if plan.stop is not None:
            self._at(plan.stop, self._stop)
            self._at(plan.stop + 0.5, self._go_on)

    def _at(self, moment, what, seen=None):
        heappush(self._events, (moment, len(self._events), what, seen))

    def _picture(self, seen):
        moment, stay = seen
        self._sequence += 1
        if self.hall.ball_camera.serial is None:
            self.hall.turn()
            return
        sight = self.views.sight(stay, self.rng)
        self.armed = self.armed or sight.empty
        if self.armed and sight.ball:
            self.read |= set(sight.scores)
        serial, at = self.hall.ball_camera.serial, self._began + moment
        self.hall.put(msg.Seen(serial, sight, self._sequence, at, None))

    def _report(self, _):
        self.hall.hands.exit = self.extraction.reported
        self.hall.report(self._began + self.extraction.report - self.rng.uniform(0, DATED_S))

    def _stop(self, _):
        self.hall.put(msg.Trouble(*FAULT, "una imagen repetida"))

    def _go_on(self, _):
        hall = self.hall
        hall.put(msg.Recovered(*FAULT))
        while any(fault.active for fault in hall.state.faults):  # what comes often stays for longer
            hall.tick(5.0)
        for fault in hall.state.faults:
            hall.do(AcknowledgeFault(fault.device, fault.code))
        if hall.state.suspended:
            hall.do(ContinuePlay())
        self._began = hall.clock.seconds - (self.extraction.stop + 0.5)
        if hall.hands.exit is not None:
            hall.report()  # the same order again is answered with the same ball
        self.armed = self.armed or hall.hands.holds(hall.state.serial)

    def verdict(self, ball):
        """Name what the book made of it; "wrong" is another ball than reported, or any after a change."""
        if ball is None:
            return "fault" if self.hall.state.game.doubt is None else "doubt"
        if ball == self.extraction.reported and self.read <= {ball}:
            return "drawn"
        # Nobody looked while the draw was stopped: another ball may have taken the place of the reported one.
        return "wrong" if self.extraction.stop is None else "another after a stop"


@pytest.fixture
def folder():
    """A folder in memory, where there is one: what a disk does to a book is proved elsewhere."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        yield Path(name)


def settled(hall):
    """End the order as people do; return whether the hall can go on to the next."""
    state = hall.state
    if state.faults or state.game is None or state.suspended:
        return False
    if state.game.doubt is not None:
        free = next(ball for ball in range(1, 91) if ball not in state.game.drawn)
        hall.do(SettleBall(free))
    if hall.state.game.pending is not None:
        return False
    hall.do(CallBall(hall.state.game.uncalled))
    return True


@pytest.mark.timeout(3000)
@pytest.mark.invariant("I2", "I15", "I23")
def test_no_ball_counts_but_the_one_that_stood_there_at_the_report(folder, full, tell):
    found, wrong = Counter(), []
    hall, views = None, None
    for seed in range(10_000 if full else 60):
        rng = Random(seed)
        if views is None or seed % 10 == 0:
            views = Views(seed // 10)
        if hall is None:
            hall = Hall(folder / f"{seed}.sqlite")
        plan = an_extraction(rng, hall.state.game.drawn)
        trial = Trial(hall, views, plan, rng)
        verdict = trial.verdict(trial.run())
        found[verdict] += 1
        if verdict == "wrong":
            wrong.append((seed, hall.state.game.drawn[-1], plan))
        if not settled(hall) or len(hall.state.game.drawn) >= ORDERS:
            hall.end()
            (folder / f"{hall.book._path.name}").unlink(missing_ok=True)
            hall = None
    if hall is not None:
        hall.end()
    tell(str(dict(found)))
    assert not wrong, f"{len(wrong)}, first {wrong[:3]}"
    assert found["another after a stop"] <= 0.005 * found.total()
    assert found["drawn"] > 0.15 * found.total()
