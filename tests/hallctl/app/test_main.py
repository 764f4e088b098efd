"""What the composition root adds: the day, which is the hall's own and not that of Greenwich."""

import queue
import threading
from datetime import datetime, timedelta, timezone

import pytest

from drivers.camera.gallery import Gallery
from hallctl.app.desk import Desk
from hallctl.app.openers import start_panel
from hallctl.app.practice.demo import demo_overrides
from hallctl.app.replay import empty_state
from hallctl.app.service.duty import Parts
from hallctl.app.setting import load
from hallctl.readings.presses import PanelFault
from hallctl.table import messages as msg
from hallctl.table.snapshot import Bulletin, Snapshot
from tests.hallctl.web.console.hall import CONFIG


class LateEvening:
    """A clock at ten in the evening of La Paz, when it is the next day in Greenwich; it can be moved on."""

    def __init__(self):
        self.moment = datetime(2026, 11, 21, 22, 0, tzinfo=timezone(timedelta(hours=-4)))

    def now(self):
        return 0

    def wall(self):
        return self.moment

    def quality(self):
        return "unknown"


@pytest.mark.req("AJ-39", "AJ-117")
def test_the_desk_proposes_the_local_day_and_the_next_one_after_midnight(tmp_path):
    setting, clock = load(CONFIG), LateEvening()
    bulletin = Bulletin(Snapshot(0, 0, empty_state(setting)))
    desk = Desk(setting, queue.SimpleQueue(), bulletin, Gallery(tmp_path), clock)
    assert desk.premises.day == "2026-11-21"
    clock.moment += timedelta(hours=2)
    assert desk.premises.day == "2026-11-22"


class NoPicture:
    """A camera that has not brought a picture yet."""

    def latest(self):
        return None


@pytest.mark.invariant("I21")
@pytest.mark.parametrize("wired", [True, False])
def test_a_hall_attends_to_the_panel_it_has_and_forgets_the_one_it_had(tmp_path, wired):
    panel = ['panel.pins="mock"', 'panel.locutor="Luis Rojas"', "panel.draw=5"] if wired else []
    setting = load(CONFIG, [*demo_overrides(tmp_path), *panel])
    inbox, bulletin = queue.SimpleQueue(), Bulletin(Snapshot(0, 0, empty_state(setting)))
    with Parts(lambda *_, **__: None) as parts:
        start_panel(setting, bulletin, inbox, NoPicture(), parts)  # type: ignore[arg-type]
        told = [inbox.get(timeout=20) for _ in PanelFault]
        assert told == [msg.Recovered("panel", code) for code in PanelFault]
        assert ("panel" in {thread.name for thread in threading.enumerate()}) is wired
    assert "panel" not in {thread.name for thread in threading.enumerate()}
