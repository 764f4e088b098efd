"""The camera at the desk: a room sees the original of a card while it is checked, and never anything else."""

import queue
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from displays import show
from displays.cctv import Camera as Shown
from displays.cctv import CctvReader
from hallctl.devices.cctv import Cctv
from hallctl.devices.deskcamera import DeskCamera
from hallctl.games.bingo.game import BINGO
from hallctl.games.bingo.screens.auto import moment
from hallctl.games.bingo.screens.make import make
from hallctl.outputs.screens.names import MOMENTS
from hallctl.outputs.screens.wall import Wall
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.troubles import NOTICES
from tests.displays.phases import phases
from tests.drivers.test_camera_simulator import Simulator, simulated
from tests.hallctl.web.console.hall import Hall
from tests.hallctl.web.feed.feeding import Feeding
from tests.hallctl.web.feed.test_feed import until


@pytest.fixture
def simulator(tmp_path: Path) -> Iterator[Simulator]:
    with simulated(tmp_path, fps=25) as simulator:
        yield simulator


@pytest.mark.req("AJ-30", "AJ-95")
def test_its_picture_leaves_the_desk_only_while_a_card_is_checked(simulator: Simulator) -> None:
    newest = [phases()["sung"].state]
    camera = DeskCamera(simulator.url, lambda: BINGO.screens.desk(newest[-1]), Inbox())
    try:
        until(lambda: camera.latest() is not None)
        given = {}
        for phase in phases().values():
            newest.append(phase.state)
            given[moment(phase.state)] = camera.latest() is not None
        assert set(given) == set(MOMENTS)
        assert [when for when, seen in given.items() if seen] == ["claim"]
    finally:
        camera.close()


def test_a_camera_that_is_lost_is_told_as_a_notice_and_taken_up_again(simulator: Simulator) -> None:
    inbox = Inbox()
    camera = DeskCamera(simulator.url, lambda: BINGO.screens.desk(phases()["draw"].state), inbox)
    try:
        simulator.say("unplug")
        told = inbox.get(timeout=5)
        assert isinstance(told, msg.Trouble)
        assert (told.device, told.code) in NOTICES
        assert "cable" in told.detail
        simulator.say("clear")
        assert inbox.get(timeout=5) == msg.Recovered(told.device, told.code)
    finally:
        camera.close()


@pytest.mark.parametrize("fault", ["black", "bright", "blur"])
def test_a_dark_a_bright_or_a_blurred_desk_is_nobodys_trouble(simulator: Simulator, fault: str) -> None:
    inbox = Inbox()
    camera = DeskCamera(simulator.url, lambda: BINGO.screens.desk(phases()["draw"].state), inbox)
    try:
        simulator.say(fault)
        time.sleep(2.5)
        with pytest.raises(queue.Empty):
            inbox.get_nowait()
    finally:
        camera.close()


@pytest.mark.req("AJ-95")
def test_a_wall_gets_it_from_the_feed_beside_the_exits(tmp_path: Path, simulator: Simulator) -> None:
    newest = [phases()["draw"].state]
    camera = DeskCamera(simulator.url, lambda: BINGO.screens.desk(newest[-1]), Inbox())
    try:
        with Hall(tmp_path) as hall, Feeding(hall) as feeding:
            worker = Cctv(camera.latest, feeding.desk, "desk-cctv")
            worker.start()
            desk, outside = (CctvReader(feeding.url, camera=each) for each in (Shown.DESK, Shown.EXIT))
            for reader in (desk, outside):
                reader.start()
            until(lambda: feeding.desk.viewers == feeding.pictures.viewers == 1)
            time.sleep(0.5)
            assert desk.newest() is None, "no card is checked"
            newest.append(phases()["sung"].state)
            until(lambda: desk.newest() is not None)
            assert outside.newest() is None, "the exit's picture is the exit's camera's alone"
            newest.append(phases()["draw"].state)
            until(lambda: desk.newest() is None)
            for reader in (desk, outside):
                reader.stop()
            worker.stop()
    finally:
        camera.close()


def test_a_hall_without_one_has_no_such_picture_and_no_room_for_it_on_its_screens(tmp_path: Path) -> None:
    with Hall(tmp_path) as hall, Feeding(hall, desk=False) as feeding:
        assert httpx.get(f"{feeding.url}/desk.mjpeg").status_code == 404
    state = phases()["good"].state
    with_one, without = (make("check", state, Wall("Sala", False, original=each)) for each in (True, False))
    assert show.live(with_one) is Shown.DESK
    assert show.live(without) is None
