"""What goes wrong with a device or a disk stops the draw, says so, and loses nothing."""

import os
import shutil
import subprocess
import sys

import pytest

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import DrawBall
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.reader import read_entries
from hallctl.minutes.verify import verify
from hallctl.rules.commands.running import ContinuePlay
from hallctl.rules.deciding.running import settings_of
from hallctl.rules.refusals import Refusal
from hallctl.table.messages import Settled, Trouble
from tests.hallctl.table.bench import Bench
from tests.stranger import stranger_writes


def codes(state):
    return {fault.code for fault in state.faults}


def active(state):
    return {fault.code for fault in state.faults if fault.active}


@pytest.fixture
def playing(tmp_path):
    with Bench(tmp_path) as bench:
        bench.open_session()
        bench.start_game()
        bench.take()
        bench.call()
        yield bench


@pytest.mark.invariant("I14", "I21")
def test_an_unplugged_extractor_stops_the_draw_and_play_goes_on_after_continue(playing):
    before = playing.state.game.drawn
    playing.far_end.extractor.tell("unplug")
    playing.until(lambda state: "EXT-LOST" in active(state))
    refusal = playing.ask(DrawBall())
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.requirement) == ("FAULT", "I14")
    playing.far_end.extractor.tell("plug")
    playing.acknowledge_all()
    assert playing.state.game.drawn == before
    assert playing.take() == int(playing.ink_at_exit())


def test_a_line_pulled_while_a_ball_is_on_its_way_brings_that_same_ball(tmp_path):
    with Bench(tmp_path, pace=0.7) as bench:
        bench.open_session()
        bench.start_game()
        bench.do(DrawBall())
        bench.far_end.extractor.tell("unplug")
        bench.until(lambda state: "EXT-LOST" in active(state))
        bench.far_end.extractor.tell("plug")
        bench.acknowledge_all()
        bench.await_drawn(1)  # the machine, without permission, may have stopped and latched
        assert bench.state.game.order == 1
        assert bench.state.game.drawn == (int(bench.ink_at_exit()),)


@pytest.mark.campaign
@pytest.mark.req("AJ-29", "AJ-30")
@pytest.mark.invariant("I15")
def test_a_black_camera_stops_the_draw(playing):
    playing.far_end.camera.tell("black")
    playing.until(lambda state: "CAMERA-BLACK" in active(state))
    assert playing.ask(DrawBall()).code == "FAULT"
    playing.far_end.camera.tell("clear")
    playing.acknowledge_all()
    assert playing.take() == int(playing.ink_at_exit())


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("unplug", "CAMERA-LOST"),
        pytest.param("freeze", "CAMERA-FROZEN", marks=pytest.mark.campaign),
        pytest.param("blur", "CAMERA-BLURRED", marks=pytest.mark.campaign),
        pytest.param("bright", "CAMERA-BRIGHT", marks=pytest.mark.campaign),
    ],
)
@pytest.mark.req("AJ-29", "AJ-30")
@pytest.mark.invariant("I15")
def test_a_frozen_lost_or_poor_camera_stops_the_draw(playing, fault, code):
    playing.far_end.camera.tell(fault)
    playing.until(lambda state: code in active(state))
    assert playing.ask(DrawBall()).code == "FAULT"
    playing.far_end.camera.tell("clear")
    playing.acknowledge_all()
    playing.take()


@pytest.mark.campaign
def test_a_camera_that_goes_on_adjusting_itself_is_minuted_and_stops_nothing(playing):
    settings = "V4L2 640×480; exposición 157 sin fijar, se pidió 80"
    playing.inbox.put(Trouble("cámara", "CAMERA-UNLOCKED", settings))
    playing.until(lambda state: "CAMERA-UNLOCKED" in {notice.code for notice in state.notices})
    assert playing.state.notices[-1].detail == settings
    assert not playing.state.faults
    assert playing.take() == int(playing.ink_at_exit())


def test_what_the_camera_works_with_is_minuted_once_and_again_when_it_changes(playing):
    def minuted():
        entries = read_entries(playing.book_path)
        return [each.body["settings"] for each in entries if each.kind == "DeviceSettled"]

    playing.far_end.camera.tell("unplug")
    playing.until(lambda state: "CAMERA-LOST" in active(state))
    playing.far_end.camera.tell("clear")
    playing.acknowledge_all()
    (own,) = minuted()
    assert own.startswith("red 640×480")
    for exposure in ("80", "80", "120"):
        playing.inbox.put(Settled("cámara", f"V4L2 640×480; exposición {exposure} fija"))
    playing.until(lambda state: "120" in settings_of(state, "cámara"))
    assert [each[-8:] for each in minuted()[1:]] == [" 80 fija", "120 fija"]


@pytest.mark.campaign
def test_a_jammed_ball_is_a_fault_and_the_same_order_brings_it_later(playing):
    playing.far_end.extractor.tell("jam")
    playing.do(DrawBall())
    playing.until(lambda state: "EXT-JAM" in codes(state))
    playing.far_end.extractor.tell("clear")
    playing.acknowledge_all()
    playing.await_drawn(2)
    assert playing.state.game.order == 2


@pytest.mark.campaign
def test_a_machine_that_never_brings_the_ball_is_a_fault_and_not_a_wait_for_ever(playing):
    playing.far_end.extractor.tell("mute")
    playing.do(DrawBall())
    playing.until(lambda state: state.faults)
    playing.far_end.extractor.tell("clear")
    playing.do(ProposeVoid("el aparato no responde"), ApproveVoid())
    assert playing.state.game.refunded == 20 * 500


@pytest.mark.invariant("I14")
def test_a_disk_running_full_stops_the_draw_before_the_book_suffers(playing):
    playing.free_mb = 499
    playing.until(lambda state: "DISK-LOW" in active(state))
    assert "499" in playing.state.faults[0].detail
    assert playing.ask(DrawBall()).code == "FAULT"
    playing.free_mb = 501
    playing.acknowledge_all()
    playing.take()


@pytest.mark.invariant("I3")
def test_a_book_that_cannot_be_written_stops_the_hall_and_loses_nothing(tmp_path):
    with Bench(tmp_path) as bench:
        bench.open_session()
        bench.start_game()
        bench.take()
        acknowledged = bench.bulletin.newest().entry
        stranger_writes(bench.book_path)
        with pytest.raises(MinutesError) as stopped:
            bench.call()
        assert stopped.value.code == "MIN-CHAIN"
        assert "MIN-CHAIN" in bench.bulletin.newest().halted
        bench._thread.join(10)
        assert isinstance(bench.failure, MinutesError)
    assert verify(bench.book_path).entries > acknowledged


@pytest.mark.invariant("I3", "I19")
def test_on_a_disk_that_is_really_full_the_hall_stops_with_a_clear_message(tmp_path):
    """A tmpfs of a few hundred kilobytes, in a mount namespace of its own: ENOSPC from the kernel."""
    unshare = shutil.which("unshare")
    probe = [unshare or "unshare", "-rm", "true"]
    if unshare is None or subprocess.run(probe, capture_output=True, check=False).returncode != 0:
        pytest.skip("this kernel lets nobody mount a tmpfs of their own")
    disk = tmp_path / "disk"
    disk.mkdir()
    script = (
        f'mount -t tmpfs -o size=700k tmpfs "{disk}" && exec "$0" -m tests.hallctl.table.full_disk "{disk}"'
    )
    ran = subprocess.run(
        [unshare, "-rm", "sh", "-c", script, sys.executable],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "MIN-FULL" in ran.stdout
    assert "nothing lost" in ran.stdout


@pytest.mark.invariant("I4")
def test_a_controller_that_ends_mid_game_comes_back_at_the_same_ball_and_waits(playing):
    playing.do(StopForClaim(Claim.LINE), VerifyCard(Claim.LINE, "A-1042", 1))
    before = playing.state.game
    playing.stop()
    playing.start()
    playing.until(lambda state: state.suspended)
    after = playing.state.game
    assert (after.drawn, after.called, after.phase, after.verified) == (
        before.drawn,
        before.called,
        before.phase,
        before.verified,
    )
    assert playing.ask(ResumeDraw()).code == "CONTINUE"
    playing.do(ContinuePlay(), ResumeDraw())
    playing.acknowledge_all()  # on a crowded machine the line may have been lost meanwhile
    assert playing.take() == int(playing.ink_at_exit())
    assert verify(playing.book_path).ok


@pytest.mark.invariant("I4")
def test_an_order_given_before_the_controller_ended_brings_one_ball_after_continue(playing):
    playing.do(DrawBall())
    playing.stop()
    playing.start()
    playing.until(lambda state: state.suspended)
    assert len(playing.state.game.drawn) == 1
    playing.do(ContinuePlay())
    playing.await_drawn(2)
    assert playing.state.game.drawn[-1] == int(playing.ink_at_exit())
    assert len(playing.plant()["rack"]) == 1


@pytest.mark.invariant("I21")
def test_what_is_asked_before_the_extractor_answers_is_told_when_it_does(tmp_path, full):
    with Bench(tmp_path) as bench:
        bench.open_session()
        bench.start_game()
        bench.take()
        bench.call()
        for _ in range(3 if full else 1):
            bench.do(DrawBall())
            before = len(bench.state.game.drawn)
            bench.stop()
            bench.start()
            bench.do(ContinuePlay())  # at once: the serial line is not up yet
            bench.await_drawn(before + 1)
            assert bench.state.game.drawn[-1] == int(bench.ink_at_exit())
            bench.call()
