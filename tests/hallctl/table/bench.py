"""A whole hall in one process for a test: real table, book, driver, camera and reader; simulated far ends."""

import json
import threading
import time
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

from drivers.camera.gallery import Gallery
from drivers.camera.limits import HealthLimits
from hallctl.app.desk import premises
from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.processes import Simulators
from hallctl.app.replay import replay
from hallctl.app.setting import load
from hallctl.app.table_limits import vote_policy
from hallctl.app.vault import Places, open_shelf, read_keys
from hallctl.devices.ball_camera import BallCamera, ball_box
from hallctl.devices.extractor import ExtractorLine
from hallctl.devices.machines import driver_of
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.machine import BINGO_MACHINE
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, SettleBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import CountBalls, LoadBalls, MountBallSet, RegisterBallSet
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.tables import STEPS
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.volumes import volume_name
from hallctl.outputs.folios.values import Letterhead
from hallctl.rules.commands.base import Actor, Issued
from hallctl.rules.commands.running import AcknowledgeFault, StartController
from hallctl.rules.commands.session import OpenSession, PassCheck
from hallctl.rules.refusals import Refusal
from hallctl.table import messages as msg
from hallctl.table.asking import await_answer
from hallctl.table.clock import SystemClock
from hallctl.table.machine import Limits
from hallctl.table.registrar import Registrar
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.table import Inbox, Table
from tests.hallctl.bingo import Keeper

ALL_BALLS = tuple(range(1, 91))
QUICK = ("practice.minimum_interval_ms=0", "practice.any_more_ms=50")


def today():
    """The day of the machine's clock, whose keys are made by it too."""
    return SystemClock().wall().date().isoformat()


class Bench:
    """Starts and ends everything; ``do`` asks as whoever's post it is.

    `patience` is for how many seconds a ball may be unreadable: a test in which the camera has to read gives
    a machine too busy for it more, and a slower `pace`, so that the exit is seen empty between two balls.
    """

    def __init__(
        self,
        directory: Path,
        seed: int = 1,
        pace: float = 20,
        fps: int = 50,
        overrides=(),
        patience: float = 1.5,
    ):
        self.setting = load(CONFIG, [*demo_overrides(directory), *QUICK, *overrides])
        self.far_end = Simulators(self.setting, seed, pace, fps)
        self.patience = patience
        self.free_mb = 10_000
        self.failure: Exception | None = None
        self.boots = 0

    def __enter__(self):
        self.far_end.__enter__()
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self.far_end.__exit__(None, None, None)

    def start(self):
        """Start a controller on the book that is there, or on a new one."""
        self.book_path = Places(self.setting.directory).book / volume_name(1)
        self.boots += 1
        self.failure = None
        boot = f"b{self.boots}"
        self.inbox = Inbox()
        up = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(boot, up))
        self._thread.start()
        assert up.wait(20)

    def _run(self, boot, up):
        self.keys = read_keys(self.setting)
        shelf = open_shelf(self.setting, self.keys)
        paperwork = BingoPaperwork(Letterhead("1", "La Paz"))
        state = replay(self.setting, shelf, paperwork.take)
        ended = "first" if state.book is None else "order" if state.in_order else "died"
        registrar = Registrar(shelf, self.keys, "test 0", SystemClock().quality, paperwork)
        keeper = Keeper(shelf, state, SystemClock(), boot, registrar)
        self.bulletin = Bulletin(Snapshot(0, keeper.entry, state))
        self.gallery = Gallery(self.setting.directory / "imagenes", ball_box)
        # A machine that others share may give the simulator's camera no turn for a second.
        ball_camera = BallCamera(
            self.setting.config.camera.source, self.inbox, 90, limits=HealthLimits(silence=3.0)
        )
        machine = self.setting.config.extractor
        assert machine is not None
        line = ExtractorLine(str(self.setting.beside(machine.port)), self.inbox, driver_of(machine))
        line.start()
        # A machine that others share may need seconds to take up a line, and one for a vote's pictures.
        limits = Limits(
            ball_s=max(4.0, self.patience),
            reload_s=8.0,
            line_s=4.0,
            vote=replace(vote_policy(self.setting), unreadable_after=self.patience),
        )
        table = Table(
            keeper,
            BINGO_MACHINE,
            self.inbox,
            ball_camera,
            self.gallery,
            self.bulletin,
            SystemClock(),
            lambda: self.free_mb,
            limits,
            StartController(boot, "test", ended),
        )
        up.set()
        try:
            table.run()
        except MinutesError as error:
            self.failure = error
        finally:
            line.stop()
            ball_camera.close()
            shelf.close()

    def stop(self):
        """End the controller in order."""
        self.inbox.put(msg.Quit())
        self._thread.join(20)
        assert not self._thread.is_alive()

    @property
    def state(self):
        return self.bulletin.newest().state

    def ask(self, command):
        """Return the outcome of a command, given by whoever holds its post."""
        holders = {a.post: a.person for a in premises(self.setting, today()).appointments}
        post = next(post for post in STEPS[type(command)].posts if post in holders)
        self.keys.unlocked.unlock(holders[post], PASSPHRASE, SystemClock().now())
        reply: Future = Future()
        self.inbox.put(msg.Asked(Issued(command, Actor(holders[post], post), ""), reply))
        return await_answer(reply, self.bulletin, 20)

    def do(self, *commands):
        for command in commands:
            outcome = self.ask(command)
            assert not isinstance(outcome, Refusal), outcome

    def until(self, condition, seconds=30.0):
        """Wait until the durable state satisfies a condition."""
        deadline = time.monotonic() + seconds
        while not condition(self.state):
            assert time.monotonic() < deadline, (self.state.faults, self.state.suspended, self.state.game)
            assert self.failure is None, self.failure
            self.bulletin.after(self.bulletin.newest().sequence, 0.02)

    def open_session(self):
        hall = premises(self.setting, today())
        self.do(hall.opening, *hall.series, RegisterBallSet("J-01"), RegisterBallSet("J-02"))
        self.do(MountBallSet("J-01"))
        self.do(OpenSession(hall.appointments, hall.day))
        self.do(*(PassCheck(item) for item in self.setting.rules.checks))
        self.do(CountBalls(ALL_BALLS, ()), LoadBalls())

    def start_game(self):
        self.do(AnnounceGame("A-1042"), SellCards(20), CloseSale())
        while not self.state.game.filled:
            self.until(lambda state: state.game.filled or state.faults)
            self.acknowledge_all()  # as in ``draw``
        self.do(StartDraw())

    def draw(self):
        """Order a ball and wait until it is drawn or doubtful; return its number, None in doubt.

        A fault that comes and goes meanwhile, as on a machine too busy for its camera, is acknowledged.
        """
        drawn = len(self.state.game.drawn)
        self.acknowledge_all()
        self.do(DrawBall())
        while len(self.state.game.drawn) == drawn and self.state.game.doubt is None:
            self.until(
                lambda state: len(state.game.drawn) > drawn or state.game.doubt is not None or state.faults
            )
            self.acknowledge_all()
        return self.state.game.drawn[-1] if len(self.state.game.drawn) > drawn else None

    def take(self):
        """Order a ball and return its number, whoever says it."""
        self.acknowledge_all()
        count = len(self.state.game.drawn) + 1
        self.do(DrawBall())
        self.await_drawn(count)
        return self.state.game.drawn[-1]

    def await_drawn(self, count):
        """Wait until so many balls are drawn.

        What stops the draw on the way is acknowledged, and what the camera leaves to a person the locutor
        says.
        """
        while len(self.state.game.drawn) < count:
            self.until(
                lambda state: len(state.game.drawn) >= count or state.faults or state.game.doubt is not None
            )
            self.acknowledge_all()
            if self.state.game.doubt is not None:
                self.do(SettleBall(int(self.ink_at_exit())))

    def acknowledge_all(self):
        """Acknowledge every latched fault, once its cause is gone."""
        while self.state.faults:
            self.until(lambda state: not any(fault.active for fault in state.faults))
            for fault in self.state.faults:
                self.ask(AcknowledgeFault(fault.device, fault.code))

    def call(self):
        self.do(CallBall(self.state.game.uncalled))

    def void(self):
        self.do(ProposeVoid("fin de la prueba"), ApproveVoid())
        self.do(PayRefunds(self.state.game.refunds_due), CollectCards(self.state.game.cards), SignGame())

    def plant(self):
        return json.loads(self.far_end.plant.read_text("utf-8"))

    def ink_at_exit(self):
        plant = self.plant()
        return plant["ink"].get(str(plant["exit"]))
