"""SIGKILL at random moments of a session: nothing acknowledged is lost, and the session still ends."""

import random
import threading
from collections import Counter
from contextlib import ExitStack

import pytest

from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.people import People
from hallctl.app.practice.processes import Controller, Simulators
from hallctl.app.practice.session import Reading, Session
from hallctl.app.replay import empty_state
from hallctl.app.setting import load
from hallctl.app.vault import Places
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.tables import fold
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volume_name
from tests.hallctl.bingo import event_of


class Killer(threading.Thread):
    """Kills the controller again and again, each time at a random moment after its start.

    Args:
        controller: What it kills.
        kills: How often.
        seed: Chooses the moments.
        start_s: How long a start takes here: one kill in four falls into one, and the others find it running.
    """

    def __init__(self, controller, kills, seed, start_s=1.5):
        super().__init__()
        self._controller = controller
        self._left = kills
        self._start_s = start_s
        self._rng = random.Random(seed)
        self._stopping = threading.Event()
        self._open = threading.Event()
        self.killed = 0

    def look(self, desk):
        """Begin once there is a book: a controller that dies before leaves nothing to tell."""
        if desk["phase"] != "book":
            self._open.set()

    def run(self):
        self._open.wait()
        while self._left and not self._stopping.wait(self._rng.uniform(0.5, 3.0) * max(1.5, self._start_s)):
            child = self._controller.child
            if child.ended is None:
                child.kill()
                self.killed += 1
                self._left -= 1

    def stop(self):
        self._stopping.set()
        self._open.set()
        self.join()


@pytest.mark.campaign
@pytest.mark.timeout(2400)
@pytest.mark.invariant("I2", "I3", "I4", "I10", "I17", "I19")
def test_a_session_killed_at_random_moments_loses_nothing_and_ends(tmp_path, full):
    kills, games = (100, 16) if full else (3, 1)
    overrides = [*demo_overrides(tmp_path), "practice.minimum_interval_ms=0", "practice.any_more_ms=100"]
    setting = load(CONFIG, overrides)
    acknowledged: dict[str, int] = {}
    with ExitStack() as parts:
        far_end = parts.enter_context(Simulators(setting, seed=3, pace=10))
        controller = Controller(CONFIG, setting.config.console.port, overrides, tmp_path / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()
        killer = Killer(controller, kills, seed=11)
        parts.callback(killer.stop)
        book = Places(tmp_path).book
        reading = Reading(book / volume_name(1), rule_set("aj-bolivia"), lambda _: None)
        people = People(setting.material[0], far_end.plant, 36, games, setting.config.people[0].name)
        session = Session(people, controller, reading, 60, killer.look, acknowledged.__setitem__)
        killer.start()
        session.play()
        killer.stop()
        if full:
            assert killer.killed == kills
        assert killer.killed > 0
        assert controller.end() == 0
    verdict = verify_book(book, setting.beside(str(setting.config.book.second)))
    assert verdict.ok, verdict.describe()
    _the_book_holds(book / volume_name(1), acknowledged, killer.killed, games, empty_state(setting))
    assert "Traceback" not in (tmp_path / "hallctl.log").read_text("utf-8")


def _the_book_holds(book, acknowledged, killed, games, empty):
    entries = list(read_entries(book))
    last_of = {entry.request: entry.number for entry in entries}
    assert acknowledged
    for request, number in acknowledged.items():
        assert last_of.get(request) == number
    # Each request has had its effect once: its entries stand side by side.
    for request, count in Counter(entry.request for entry in entries if entry.request).items():
        places = [entry.number for entry in entries if entry.request == request]
        assert places == list(range(places[0], places[0] + count))
    game, drawn = 0, set()
    for entry in entries:
        if entry.kind == "GameAnnounced":
            game, drawn = entry.body["game"], set()
        if entry.kind == "BallDrawn":
            assert (game, entry.body["ball"]) not in drawn
            drawn.add((game, entry.body["ball"]))
    died = [e for e in entries if e.kind == "ControllerStarted" and e.body["ended"] == "died"]
    assert 0 < len(died) <= killed
    assert sum(entry.kind == "GameSigned" for entry in entries) == games
    ends = [entry.kind for entry in entries if entry.kind != "FolioSealed"][-3:]
    assert ends == ["SessionClosed", "EntrySigned", "ControllerStopped"]
    state = fold(empty, (event_of(entry) for entry in entries))
    assert state.session is None
