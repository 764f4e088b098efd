"""SIGKILL at random moments of a shoe: nothing acknowledged is lost, each round has one result."""

import re
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest

from hallctl.app.practice.cards_demo import baccarat
from hallctl.app.practice.cards_people import Plan
from hallctl.app.practice.people import Desk
from hallctl.app.practice.processes import Controller, Simulators
from hallctl.app.practice.session import Reading, Session
from hallctl.app.replay import empty_state
from hallctl.app.setting import load
from hallctl.app.vault import Places
from hallctl.games.any_table.rules.ledger import TABLE
from hallctl.games.baccarat.game import BACCARAT
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volume_name
from hallctl.table.keeper import event_of
from tests.torture.test_kills import Killer

_DEALT = re.compile(r"^ronda \d+: (.+) \| (.+)$", re.MULTILINE)
"""What the simulated shoe dealt in truth."""


class _Looks:
    """Looks at the desk for a killer, and kills once by itself: as the first cards are to be burnt."""

    def __init__(self, killer: Killer, controller: Controller) -> None:
        self._killer = killer
        self._controller = controller
        self._burnt = False

    def look(self, desk: Desk) -> None:
        self._killer.look(desk)
        shoe = desk.get("shoe")
        if shoe is not None and shoe["stage"] == "loaded" and not self._burnt:
            self._burnt = True
            self._controller.child.kill()


@pytest.mark.campaign
@pytest.mark.timeout(2400)
@pytest.mark.req("BA-15", "BA-21", "BA-42")
@pytest.mark.invariant("I3", "I4", "I17", "I19")
def test_a_shoe_killed_at_random_moments_loses_nothing_and_ends(tmp_path: Path, full: bool) -> None:
    kills, table = (40, baccarat()) if full else (3, baccarat(4, Plan(demonstrations=0, error=2, void=3)))
    overrides = table.overrides(tmp_path)
    setting = load(table.config, overrides)
    acknowledged: dict[str, int] = {}
    with ExitStack() as parts:
        far_end = parts.enter_context(Simulators(setting, 3, table.pace, options=table.options))
        controller = Controller(
            table.config, setting.config.console.port, overrides, tmp_path / "hallctl.log"
        )
        parts.callback(controller.end)
        began = monotonic()
        controller.await_ready()
        killer = Killer(controller, kills, 11, monotonic() - began)
        parts.callback(killer.stop)
        book = Places(tmp_path).book
        reading = Reading(book / volume_name(1), setting.rules, lambda _: None, BACCARAT)
        people = table.people(setting, far_end)
        looks = _Looks(killer, controller)
        session = Session(people, controller, reading, 90, looks.look, acknowledged.__setitem__)
        killer.start()
        session.play()
        killer.stop()
        assert killer.killed > 0
        assert controller.end() == 0
        dealt = _DEALT.findall(far_end.shoe_log.read_text("utf-8"))
    verdict = verify_book(book, setting.beside(str(setting.config.book.second)))
    assert verdict.ok, verdict.describe()
    entries = list(read_entries(book / volume_name(1)))
    last_of = {entry.request: entry.number for entry in entries}
    assert acknowledged
    assert {request: last_of.get(request) for request in acknowledged} == acknowledged
    for request in Counter(entry.request for entry in entries if entry.request):
        places = [entry.number for entry in entries if entry.request == request]
        assert places == list(range(places[0], places[0] + len(places))), "each request had its effect once"
    assert "UntoldAgreed" in {each.kind for each in entries}, "two people said the burnt cards"
    found = [each.body for each in entries if each.kind == "ResultEstablished"]
    assert len(found) == len({each["round"] for each in found})
    told = [(" ".join(each["player_cards"]), " ".join(each["banker_cards"])) for each in found]
    assert not Counter(told) - Counter(dealt), "no card in the book that was not dealt"
    events = (event_of(BACCARAT.rules, each) for each in entries)
    state = BACCARAT.rules.fold(empty_state(setting), events)
    assert state.session is None
    assert state.ledger[TABLE] == sum(state.ledger.values()) == 0
    assert "Traceback" not in (tmp_path / "hallctl.log").read_text("utf-8")
