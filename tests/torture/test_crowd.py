"""Many watch while a game plays, and strangers besiege it: nobody's step waits for them, and no ball does."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime

import numpy as np
import pytest

from hallctl.app.practice.demo import CARDS, CONFIG, demo_overrides
from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.people import ConsoleClient
from hallctl.app.practice.processes import Controller, Simulators
from hallctl.app.practice.session import Reading, Session
from hallctl.app.setting import load
from hallctl.app.vault import Places, feed_url
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.events.draw import BallCalled, BallDoubted, BallDrawn, ExtractionOrdered
from hallctl.games.bingo.rules.events.sale import GameAnnounced
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volume_name
from tests.hallctl.app.part_of_night import PartOfNight
from tests.hallctl.bingo import event_of
from tests.torture import crowd, strangers
from tests.torture.vitals import vitals

SEED = 7
ALONE = 20
"""The balls of the first game that nobody watches, for comparison; a few in the small version."""
ENOUGH = 20
"""The balls after which the small version has measured all that it judges: it plays no game to its end."""


class Others:
    """A program of ours that is there until it is told to go, and says then what it found."""

    def __init__(self, module, options):
        command = [sys.executable, "-m", module.__name__, json.dumps(options)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout.readline().strip() == module.READY

    def end(self):
        """Have it go, and return what it found."""
        said, _ = self._process.communicate("", timeout=60)
        return json.loads(said)


class Crowd:
    """The consoles and walls, and the strangers beside them, who all come in the middle of a game."""

    def __init__(self, setting, alone, consoles, walls, idle, guessers, took):
        config = setting.config
        people = [each.name for each in config.people]
        said = {"console": f"http://127.0.0.1:{config.console.port}", "feed": feed_url(setting)}
        said |= {"people": people, "passphrase": PASSPHRASE}  # type: ignore[dict-item]
        self._said = said | {"consoles": consoles, "walls": walls}
        self._strangers = {"console": config.console.port, "feed": config.feed.port, "people": people}
        self._strangers |= {"idle": idle, "guessers": guessers}
        self._took, self._alone = took, alone
        self._others = []
        self.since, self.began = 0, 0.0
        self.found, self.met = {}, {}

    def look(self, desk):
        """Begin to watch when some balls have come out."""
        balls = len(desk["game"]["called_balls"]) if desk["game"] else 0
        if not self._others and balls >= self._alone:
            self._others = [Others(crowd, self._said), Others(strangers, self._strangers)]
            self.since, self.began = len(self._took), time.time()

    def end(self):
        """Have everybody go, and take what was found."""
        if self._others and not self.found:
            self.found, self.met = (each.end() for each in self._others)


@pytest.fixture
def took(monkeypatch):
    """How long each step took, in milliseconds, as who asked for it saw it."""
    times = []
    take = ConsoleClient.take

    def timed(self, person, request):
        began = time.perf_counter()
        outcome = take(self, person, request)
        times.append((time.perf_counter() - began) * 1e3)
        return outcome

    monkeypatch.setattr(ConsoleClient, "take", timed)
    return times


@pytest.mark.campaign
@pytest.mark.timeout(900)
@pytest.mark.invariant("I20", "I28")
def test_nobody_waits_for_those_who_watch_nor_for_strangers(
    tmp_path, full, tell: Callable[[str], None], took
):
    alone_balls, consoles, walls, games = (ALONE, 50, 24, 3) if full else (5, 4, 2, 1)
    idle, guessers = (1000, 60) if full else (60, 6)
    overrides = demo_overrides(tmp_path) + ([] if full else ["practice.minimum_interval_ms=0"])
    setting = load(CONFIG, overrides)
    watching = Crowd(setting, alone_balls, consoles, walls, idle, guessers, took)
    book = Places(tmp_path).book / volume_name(1)
    with ExitStack() as parts:
        far_end = parts.enter_context(Simulators(setting, SEED, pace=4))
        controller = Controller(CONFIG, setting.config.console.port, overrides, tmp_path / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()
        parts.callback(watching.end)
        viewer, balls = setting.config.people[0].name, None if full else ENOUGH
        people = PartOfNight(setting.material[0], far_end.plant, CARDS, games, viewer, balls=balls)
        reading = Reading(book, rule_set("aj-bolivia"), lambda _: None)
        Session(people, controller, reading, 60, watching.look, lambda *_: None).play()
        held = vitals(controller.child.pid)
        watching.end()
        left = let_go(controller.child.pid, held.descriptors - 2 * (consoles + walls))
    found, met = watching.found, watching.met
    assert found["broken"] == []
    commands = took[watching.since :]
    shown = shown_after(book, found["balls"], watching.began)
    alone, watched = out_after(book, watching.began)
    slower = float(np.median(watched) - np.median(alone)) * 1e3
    tell(
        f"{consoles} consoles, {walls} walls, {len(found['panels'])} panels: a step is answered in "
        f"{told(commands)}; a called ball is on all walls in {told(shown)}; from order to number "
        f"{np.median(alone) * 1e3:.0f} ms alone, {slower:+.0f} ms watched; a panel in "
        f"{told(np.array(found['panels']) * 1e3)}; {found['ended']} streams broke off. Strangers: {met}."
        f" The hall holds {held} with all of them, {left} without"
    )
    assert met["connected"] >= idle
    # A stranger whom a busy computer lets write too late is out of time (408), as everybody would be.
    # Where idle strangers fill the port, a newcomer may be turned away (503).
    assert set(met["guesses"]) <= {"401", "403", "408", "429", "503", "no answer"}, met
    assert len(commands) > 20
    assert len(shown) > 10
    if full:  # a machine that others share says nothing about times; the campaign has a quiet one
        assert np.percentile(commands, 99) < 100
        assert np.percentile(shown, 99) < 50
        assert max(shown) < 1000
        assert slower < 50


def let_go(pid, descriptors):
    """Wait until a process holds no more descriptors than this, and return what it holds then."""
    end = time.monotonic() + 30
    while (left := vitals(pid)).descriptors > descriptors:
        assert time.monotonic() < end, left
        time.sleep(0.1)
    return left


def told(times):
    """Some milliseconds in words."""
    return f"{np.median(times):.1f} ms (99 % {np.percentile(times, 99):.1f}, all {max(times):.1f})"


def moments(book):
    """Every event of a book with the second it was minuted at."""
    for entry in read_entries(book):
        yield event_of(entry), datetime.fromisoformat(entry.time).timestamp()


def shown_after(book, walls, began):
    """How long after it was called each ball since then stood on the last of the walls, in milliseconds."""
    game, called, times = 0, 0, []
    for event, at in moments(book):
        if isinstance(event, GameAnnounced):
            game, called = event.game, 0
        elif isinstance(event, BallCalled):
            called += 1
            seen = [wall.get(f"{game}-{called}") for wall in walls]
            if at > began and all(seen):
                times.append((max(seen) - at) * 1e3)
    return times


def out_after(book, began):
    """The seconds from the order of each ball until its number was durable: those before, those since."""
    ordered, alone, watched = 0.0, [], []
    for event, at in moments(book):
        if isinstance(event, ExtractionOrdered):
            ordered = at
        elif isinstance(event, BallDrawn | BallDoubted):
            (alone if at < began else watched).append(at - ordered)
    return alone, watched
