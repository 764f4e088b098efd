"""SIGKILL at random moments of a table's day: nothing acknowledged is lost, no spin has two numbers."""

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import pytest

from hallctl.app.practice.processes import Controller, Simulators
from hallctl.app.practice.session import Reading, Session
from hallctl.app.practice.table_demo import CONFIG, people_of, table_overrides
from hallctl.app.practice.table_people import Plan
from hallctl.app.replay import empty_state
from hallctl.app.setting import load
from hallctl.app.vault import Places
from hallctl.games.any_table.rules.ledger import TABLE
from hallctl.games.roulette.game import ROULETTE
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volume_name
from hallctl.table.keeper import event_of
from tests.torture.test_kills import Killer


@pytest.mark.campaign
@pytest.mark.timeout(2400)
@pytest.mark.req("RO-10", "RO-14", "RO-79")
@pytest.mark.invariant("I3", "I4", "I17", "I19")
def test_a_table_killed_at_random_moments_loses_nothing_and_ends(tmp_path: Path, full: bool) -> None:
    kills, plan = (60, Plan(40)) if full else (3, Plan(3, void=2, disagreement=3, fill=1, relief=2))
    overrides = table_overrides(tmp_path)
    setting = load(CONFIG, overrides)
    acknowledged: dict[str, int] = {}
    with ExitStack() as parts:
        far_end = parts.enter_context(Simulators(setting, seed=3, pace=6))
        controller = Controller(CONFIG, setting.config.console.port, overrides, tmp_path / "hallctl.log")
        parts.callback(controller.end)
        began = monotonic()
        controller.await_ready()
        killer = Killer(controller, kills, 11, monotonic() - began)
        parts.callback(killer.stop)
        book = Places(tmp_path).book
        reading = Reading(book / volume_name(1), setting.rules, lambda _: None, ROULETTE)
        people = people_of(setting, far_end, plan)
        session = Session(people, controller, reading, 240, killer.look, acknowledged.__setitem__)
        killer.start()
        session.play()
        killer.stop()
        assert killer.killed > 0
        assert controller.end() == 0
    verdict = verify_book(book, setting.beside(str(setting.config.book.second)))
    assert verdict.ok, verdict.describe()
    entries = list(read_entries(book / volume_name(1)))
    last_of = {entry.request: entry.number for entry in entries}
    assert acknowledged
    assert {request: last_of.get(request) for request in acknowledged} == acknowledged
    for request in Counter(entry.request for entry in entries if entry.request):
        places = [entry.number for entry in entries if entry.request == request]
        assert places == list(range(places[0], places[0] + len(places))), "each request had its effect once"
    ends = [entry.body["spin"] for entry in entries if entry.kind in ("WinnersPaid", "SpinVoided")]
    assert ends == list(range(1, plan.spins + 1)), "every spin ends once"
    numbers = [entry.body["spin"] for entry in entries if entry.kind == "NumberEstablished"]
    assert len(numbers) == len({*numbers})
    state = ROULETTE.rules.fold(empty_state(setting), (event_of(ROULETTE.rules, each) for each in entries))
    assert state.session is None
    assert state.ledger[TABLE] == sum(state.ledger.values()) == 0
    assert "Traceback" not in (tmp_path / "hallctl.log").read_text("utf-8")
