"""Many consoles and walls watch while a game plays: nobody's step waits for them, and no ball does."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime

import numpy as np
import pytest

from hallctl.config import load
from hallctl.minutes.reader import read_entries
from hallctl.minutes.volumes import volume_name
from hallctl.practice.demo import CARDS, CONFIG, demo_overrides
from hallctl.practice.keys import PASSPHRASE
from hallctl.practice.people import ConsoleClient, People
from hallctl.practice.processes import Controller, FarEnd
from hallctl.practice.session import Reading, Session
from hallctl.rules import events as ev
from hallctl.table.keeper import event_of
from hallctl.vault import Places, feed_url
from tests.torture.crowd import READY

SEED = 7
ALONE = 20
"""The balls of the first game that nobody watches, for comparison."""


class Crowd:
    """The consoles and walls, as a process of their own; they begin to watch in the middle of a game."""

    def __init__(self, setting, consoles, walls, took):
        config = setting.config
        said = {"console": f"http://127.0.0.1:{config.console.port}", "feed": feed_url(setting)}
        said |= {"people": [each.name for each in config.people], "passphrase": PASSPHRASE}
        self._said = said | {"consoles": consoles, "walls": walls}
        self._took = took
        self._process = None
        self.since, self.began = 0, 0.0
        self.found = {}

    def look(self, desk):
        """Begin to watch when some balls have come out."""
        balls = len(desk["game"]["called_balls"]) if desk["game"] else 0
        if self._process is None and balls >= ALONE:
            command = [sys.executable, "-m", "tests.torture.crowd", json.dumps(self._said)]
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
            assert self._process.stdout.readline().strip() == READY
            self.since, self.began = len(self._took), time.time()

    def end(self):
        """Stop watching, and take what was found."""
        if self._process is not None and not self.found:
            said, _ = self._process.communicate("", timeout=60)
            self.found = json.loads(said)


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


@pytest.mark.timeout(900)
def test_nobody_waits_for_those_who_watch(tmp_path, full, tell: Callable[[str], None], took):
    consoles, walls, games = (50, 24, 3) if full else (8, 4, 1)
    overrides = demo_overrides(tmp_path)
    setting = load(CONFIG, overrides)
    crowd = Crowd(setting, consoles, walls, took)
    book = Places(tmp_path).book / volume_name(1)
    with ExitStack() as parts:
        far_end = parts.enter_context(FarEnd(setting, SEED, pace=4))
        controller = Controller(CONFIG, setting.config.console.port, overrides, tmp_path / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()
        parts.callback(crowd.end)
        people = People(setting.matrices[0], far_end.plant, CARDS, games, setting.config.people[0].name)
        Session(
            people, controller, Reading(book, "Bs", lambda _: None), 60, crowd.look, lambda *_: None
        ).play()
        crowd.end()
    assert crowd.found["broken"] == []
    commands = took[crowd.since :]
    shown = shown_after(book, crowd.found["balls"], crowd.began)
    alone, watched = out_after(book, crowd.began)
    slower = float(np.median(watched) - np.median(alone)) * 1e3
    tell(
        f"{consoles} consoles, {walls} walls, {len(crowd.found['panels'])} panels: a step is answered in "
        f"{told(commands)}; a called ball is on all walls in {told(shown)}; from order to number "
        f"{np.median(alone) * 1e3:.0f} ms alone, {slower:+.0f} ms watched; a panel in "
        f"{told(np.array(crowd.found['panels']) * 1e3)}; {crowd.found['ended']} streams broke off"
    )
    assert len(commands) > 30
    assert len(shown) > 10
    # What a person would notice, on a machine that others share; the campaign prints what a quiet one gives.
    assert np.percentile(commands, 99) < (100 if full else 1000)
    assert max(shown) < (50 if full else 1000)
    assert slower < (50 if full else 500)


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
        if isinstance(event, ev.GameAnnounced):
            game, called = event.game, 0
        elif isinstance(event, ev.BallCalled):
            called += 1
            seen = [wall.get(f"{game}-{called}") for wall in walls]
            if at > began and all(seen):
                times.append((max(seen) - at) * 1e3)
    return times


def out_after(book, began):
    """The seconds from the order of each ball until its number was durable: those before, those since."""
    ordered, alone, watched = 0.0, [], []
    for event, at in moments(book):
        if isinstance(event, ev.ExtractionOrdered):
            ordered = at
        elif isinstance(event, ev.BallDrawn | ev.BallDoubted):
            (alone if at < began else watched).append(at - ordered)
    return alone, watched
