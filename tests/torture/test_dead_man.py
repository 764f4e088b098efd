"""The machine stands still when nobody decides any more, and never because the computer is busy (I13).

The far end is the simulator as its own program. Between it and the controller lies a tap, so that it can be
heard after the controller is gone: it says when it stopped.
"""

import os
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from drivers.extractor.wire import PERMIT_EXPIRY_S, FaultCode
from drivers.plant import load_plant
from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.people import Desk, People
from hallctl.app.practice.processes import Child, Controller, Simulators
from hallctl.app.practice.session import Reading, Session
from hallctl.app.setting import load
from hallctl.app.vault import Places
from hallctl.games.bingo.files import rule_set
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volume_name
from tests.drivers.extractor_bench import brought_out, expected_balls, program
from tests.sampling import sampled
from tests.torture.drawer import HANG_S, LOST
from tests.torture.tap import PATIENCE_S, Tap

STILL_S = 0.2
"""How soon the machine stands still: what the regulation of this house promises."""

CROWDED_S = 1.0

PACE = 0.7
"""Slow enough that no ball arrives in the time that a lost permission takes to run out."""

LONGEST_LEAD_S = 0.4
ACTS = ("stopped", "killed", "hung", "unplugged")


@dataclass
class Trials:
    """How long the machine moved on after each act, in seconds: by the clock, and without what was stolen."""

    by_clock: list[float] = field(default_factory=list)
    own: list[float] = field(default_factory=list)

    def judge(self, limit: float) -> None:
        assert max(self.own) <= limit, sorted(self.own)[-5:]

    def __str__(self) -> str:
        return f"{len(self.own)} trials; {told(self.own)}, by the clock {told(self.by_clock)}"


def told(seconds: Sequence[float]) -> str:
    """Some seconds in words."""
    ordered = sorted(seconds)
    p99 = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return f"{statistics.median(ordered) * 1e3:.0f} ms (99 % {p99 * 1e3:.0f}, all {ordered[-1] * 1e3:.0f})"


@pytest.fixture
def limit(full: bool) -> float:
    """On a machine that a whole test run shares, only that it stops; the campaign says how soon."""
    return STILL_S if full else CROWDED_S


def strike(act: str, pid: int, say: Callable[[str], float], tap: Tap) -> float:
    """Do something to a controller; returns the moment before it."""
    now = time.monotonic()
    match act:
        case "stopped":
            os.kill(pid, signal.SIGSTOP)
        case "killed":
            os.kill(pid, signal.SIGKILL)
        case "hung":
            return say(f"hang {HANG_S}")
        case "unplugged":
            tap.unplug()
    return now


def await_standstill(
    tap: Tap, before: int, order: int, stolen_before: float, struck: float, trials: Trials
) -> None:
    """Note how long the machine moved on; a ball that was as good as there may come in that time."""
    tap.until(lambda tap: len(tap.stops) > before or order in tap.balls)
    if len(tap.stops) == before:
        assert tap.balls[order] - struck < CROWDED_S + tap.stolen() - stolen_before
        return
    code, stood, stolen_after = tap.stops[before]
    assert code == FaultCode.PERMISSION_LOST
    trials.by_clock.append(stood - struck)
    trials.own.append(stood - struck - (stolen_after - stolen_before))


class Drawing:
    """One life of the small controller: it takes up what the life before had begun, and goes on."""

    def __init__(self, tap: Tap, near: Path) -> None:
        self.tap = tap
        command = [sys.executable, "-m", "tests.torture.drawer", str(near)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)

    def say(self, line: str) -> float:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())

    def until_moving(self, order: int) -> bool:
        """Wait for the draw of this order; False where a busy computer caused a stop before."""
        stops = len(self.tap.stops)
        self.tap.until(
            lambda tap: (
                len(tap.stops) > stops
                or (tap.state is not None and tap.state.order == order and tap.state.moving)
            )
        )
        return len(self.tap.stops) == stops and self.process.poll() is None

    def wakes_and_moves_nothing(self) -> None:
        """A controller that goes on after a stop renews the permission, and the latch holds."""
        permits = self.tap.permits
        os.kill(self.process.pid, signal.SIGCONT)
        self.tap.until(lambda tap: tap.permits > permits + 5 or self.process.poll() is not None)
        assert self.tap.state is not None
        assert self.tap.state.stop_latched and not self.tap.state.moving

    def end(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.mark.timeout(1200)
@pytest.mark.invariant("I13")
@pytest.mark.parametrize("act", sampled(ACTS, lambda act: act in {"killed", "unplugged"}))
def test_a_controller_struck_in_mid_draw_leaves_a_machine_that_stands_still(
    tmp_path: Path, act: str, full: bool, limit: float, tell: Callable[[str], None]
) -> None:
    count, trials, rng = 40 if full else 2, Trials(), random.Random(act)
    near = tmp_path / "near"
    with (
        program(tmp_path, "--pace", str(PACE)) as far,
        Tap(far.link, near, far.process.pid) as tap,
    ):
        while len(trials.own) < count:
            before, order = len(tap.stops), load_plant(far.path).order + 1
            drawing = Drawing(tap, near)
            try:
                moving = drawing.until_moving(order)
                time.sleep(rng.uniform(0, LONGEST_LEAD_S))
                if not moving or len(tap.stops) > before:
                    continue
                stolen_before = tap.stolen()
                struck = strike(act, drawing.process.pid, drawing.say, tap)
                await_standstill(tap, before, order, stolen_before, struck, trials)
                if order in tap.balls:  # the act came too late
                    continue
                plant = load_plant(far.path)
                if act == "stopped":
                    drawing.wakes_and_moves_nothing()
                elif act == "unplugged":
                    assert drawing.process.wait(PATIENCE_S) == LOST
                else:
                    time.sleep(PERMIT_EXPIRY_S)
                assert load_plant(far.path) == plant
                assert brought_out(plant) == expected_balls(7, order - 1)
                assert plant.order == order
            finally:
                drawing.end()
                tap.unplug()
                tap.plug()
    tell(f"{act}: {trials}")
    trials.judge(limit)


class HangableHall(Controller):
    """The hall, begun by a module that can hold its interpreter."""

    def __init__(self, config: Path, port: int, overrides: Sequence[str], log: Path) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._trust = None
        self._log = log
        self._options = ["run", "--config", str(config), *(f"--set={override}" for override in overrides)]
        self.child = self._begun()

    def restart(self) -> None:
        self.child.end()
        self.child = self._begun()

    def _begun(self) -> Child:
        return Child("tests.torture.hangable", *self._options, log=self._log)


class Enough(Exception):  # noqa: N818
    """The session need not be played to its end."""


class Striker(threading.Thread):
    """Strikes the hall in each draw of its game, once, in one way after the other."""

    def __init__(self, hall: HangableHall, tap: Tap, count: int) -> None:
        super().__init__()
        self.trials = Trials()
        self.failure: Exception | None = None
        self._hall = hall
        self._tap = tap
        self._count = count
        self._rng = random.Random(13)
        self._stopping = threading.Event()

    @property
    def over(self) -> bool:
        return not self.is_alive()

    def run(self) -> None:
        try:
            struck = 0
            while len(self.trials.own) < self._count:
                order = self._next(struck)
                if self._stopping.is_set():
                    return
                struck = order
                self._strike(ACTS[len(self.trials.own) % len(ACTS)], order)
        except (AssertionError, OSError) as failure:
            self.failure = failure

    def stop(self) -> None:
        self._stopping.set()
        self.join()

    def _next(self, struck: int) -> int:
        """Wait for the draw after the last one that was struck; returns its order."""
        while not self._stopping.wait(0.02):
            state = self._tap.state
            if state is not None and state.moving and state.order > struck:
                return state.order
        return 0

    def _strike(self, act: str, order: int) -> None:
        time.sleep(self._rng.uniform(0, LONGEST_LEAD_S))
        before, stolen_before = len(self._tap.stops), self._tap.stolen()
        child, state = self._hall.child, self._tap.state
        if state is None or not state.moving:
            return
        now = time.monotonic()
        if act == "hung":
            child.tell(
                "hang 1"
            )  # the hall says nothing on its standard output: the word's own way counts too
        else:
            strike(act, child.pid, lambda _: now, self._tap)
        await_standstill(self._tap, before, order, stolen_before, now, self.trials)
        if act == "stopped":
            time.sleep(PERMIT_EXPIRY_S)
            os.kill(child.pid, signal.SIGCONT)
        elif act == "unplugged":
            self._tap.plug()


@contextmanager
def hall(folder: Path, games: int, seed: int = 5) -> Iterator[tuple[HangableHall, Tap, Callable[..., None]]]:
    """The hall with a tap in its cable, and who plays in it."""
    near = folder / "cable.tty"
    overrides = [*demo_overrides(folder), "practice.minimum_interval_ms=0", "practice.any_more_ms=100"]
    far_setting = load(CONFIG, overrides)
    overrides.append(f"extractor.port={near}")
    setting = load(CONFIG, overrides)
    with ExitStack() as parts:
        far = parts.enter_context(Simulators(far_setting, seed, PACE))
        link = far_setting.beside(far_setting.config.extractor.port)
        tap = parts.enter_context(Tap(link, near, far.extractor.pid))
        running = HangableHall(CONFIG, setting.config.console.port, overrides, folder / "hallctl.log")
        parts.callback(running.end)
        running.await_ready()

        def play(on_desk: Callable[[Desk], None]) -> None:
            reading = Reading(Places(folder).book / volume_name(1), rule_set("aj-bolivia"), lambda _: None)
            people = People(setting.material[0], far.plant, 36, games, setting.config.people[0].name)
            Session(people, running, reading, 60, on_desk, lambda *_: None).play()

        yield running, tap, play


@pytest.mark.campaign
@pytest.mark.timeout(1200)
@pytest.mark.invariant("I13", "I19")
def test_the_hall_struck_in_mid_draw_leaves_a_machine_that_stands_still(
    tmp_path: Path, full: bool, limit: float, tell: Callable[[str], None]
) -> None:
    with hall(tmp_path, games=2) as (running, tap, play):
        striker = Striker(running, tap, 40 if full else 2)

        def look(desk: Desk) -> None:
            if striker.over:
                raise Enough

        striker.start()
        try:
            with pytest.raises(Enough):
                play(look)
        finally:
            striker.stop()
        assert striker.failure is None, striker.failure
        running.end()
    tell(f"the hall: {striker.trials}")
    striker.trials.judge(limit)
    assert verify_book(Places(tmp_path).book, tmp_path / "segundo-soporte").ok
    drawn = [
        entry.body["ball"]
        for entry in read_entries(Places(tmp_path).book / volume_name(1))
        if entry.kind == "BallDrawn"
    ]
    plant = load_plant(tmp_path / "bolas.json")
    assert drawn == brought_out(plant)[: len(drawn)]
    assert drawn


@contextmanager
def burning() -> Iterator[None]:
    """A program for each core, and one more, that never waits; each has a session of its own."""
    burner = [sys.executable, "-c", "while True: pass"]
    burners = [subprocess.Popen(burner, start_new_session=True) for _ in range((os.cpu_count() or 1) + 1)]
    try:
        yield
    finally:
        for each in burners:
            each.kill()
            each.wait()


@pytest.mark.campaign
@pytest.mark.timeout(1200)
@pytest.mark.invariant("I13")
def test_a_busy_computer_is_no_dead_controller(
    tmp_path: Path, full: bool, tell: Callable[[str], None]
) -> None:
    """The hall for ten minutes, or the small controller for some seconds, beside burners on all cores."""
    tap = _hall_burnt(tmp_path, 600) if full else _drawer_burnt(tmp_path, 3)
    assert tap.gaps, "nothing moved while the burners were there"
    lost = [code for code, _, _ in tap.stops if code == FaultCode.PERMISSION_LOST]
    gaps, own = [gap for gap, _ in tap.gaps], [gap - starved for gap, starved in tap.gaps]
    tell(
        f"{len(tap.balls)} balls beside burners: renewed {len(gaps)} times while moving, {told(own)}, "
        f"by the clock {told(gaps)}; {len(lost)} false stops"
    )
    if full:
        assert not lost
        assert max(own) < PERMIT_EXPIRY_S
    # Where a test run shares the machine with others, a controller that was not let run is forgiven, and one
    # renewal in twenty that waited for the disk or for memory, which nobody counts.
    assert sorted(own)[len(own) * 19 // 20 - 1] < PERMIT_EXPIRY_S


def _drawer_burnt(folder: Path, seconds: float) -> Tap:
    near = folder / "near"
    with program(folder) as far, Tap(far.link, near, far.process.pid) as tap, burning():
        drawing = Drawing(tap, near)
        tap.renewer = drawing.process.pid
        time.sleep(seconds)
        late = time.monotonic() + PATIENCE_S
        while not tap.gaps and time.monotonic() < late:
            time.sleep(0.1)
        drawing.end()
    return tap


@contextmanager
def favoured(*pids: int) -> Iterator[None]:
    """Give programs the share of the computer that the hall's unit gives it (``CPUWeight``), as root may.

    A share belongs to a whole session of programs, the shell that began this test too: it is given back.
    """
    groups = [Path("/proc") / str(pid) / "autogroup" for pid in pids]
    with suppress(OSError):
        for each in groups:
            each.write_text("-10", "ascii")
    try:
        yield
    finally:
        with suppress(OSError):
            for each in groups:
                each.write_text("0", "ascii")


def _hall_burnt(folder: Path, seconds: float) -> Tap:
    # The tap in this process is a piece of cable: it must not be late either.
    with (
        hall(folder, games=1000) as (running, tap, play),
        burning(),
        favoured(os.getpid(), running.child.pid),
    ):
        tap.renewer = running.child.pid
        over = time.monotonic() + seconds

        def look(_: Desk) -> None:
            if time.monotonic() > over:
                raise Enough

        with pytest.raises(Enough):
            play(look)
    return tap
