"""The voice beside a table: what is durable is heard, and what is not heard is told."""

import queue
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from drivers.voice.clips import Clips
from hallctl.__main__ import app
from hallctl.app.practice.demo import CONFIG
from hallctl.devices.voice import DEVICE, SILENT, Sound, Voice
from hallctl.games.bingo.announcer import BINGO_SPEECH, spoken
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import StopForClaim
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.outputs.speech import CHIME
from hallctl.rules.commands.extraction import ReportFilled
from hallctl.table import messages as msg
from hallctl.table.snapshot import Bulletin, Snapshot
from hallctl.table.troubles import NOTICES
from tests.drivers.test_voice import Loudspeaker, tone, until
from tests.hallctl.games.bingo.rules.night import Night


def publish(bulletin: Bulletin, night: Night) -> None:
    bulletin.publish(Snapshot(bulletin.newest().sequence + 1, 1, night.state))


@pytest.mark.req("AJ-86")
@pytest.mark.invariant("I1")
def test_what_became_durable_is_heard_and_a_claim_cuts_in(tmp_path: Path) -> None:
    loudspeaker = Loudspeaker(tmp_path)
    night = Night().open_session().start()
    bulletin = Bulletin(Snapshot(0, 1, night.state))
    sound = Sound(loudspeaker.player, chime=False)
    inbox = queue.SimpleQueue()
    voice = Voice(BINGO_SPEECH, tmp_path, bulletin, inbox, sound)
    voice.start()

    def shown(heard: list[str], *does: Callable[[], object]) -> None:
        for step in does:
            step()
        publish(bulletin, night)
        until(lambda: loudspeaker.heard == heard)

    try:
        shown(["07"], lambda: night.draw(7))
        loudspeaker.does('[ "$(basename "$1")" != 08.wav ] || sleep 60')
        shown(["07", "08"], lambda: night.draw(8))
        shown(["07", "08", "linea"], lambda: night.do(StopForClaim(Claim.LINE)))
        assert [inbox.get(timeout=20) for _ in range(2)] == [msg.Spoken("07"), msg.Spoken("linea")]
    finally:
        voice.stop()


def test_a_silent_loudspeaker_is_a_notice_that_stops_nothing(tmp_path: Path) -> None:
    loudspeaker, inbox = Loudspeaker(tmp_path), queue.SimpleQueue()
    loudspeaker.does("exit 1")
    night = Night().open_session().start()
    bulletin = Bulletin(Snapshot(0, 1, night.state))
    voice = Voice(BINGO_SPEECH, tmp_path, bulletin, inbox, Sound(loudspeaker.player, chime=False))
    voice.start()
    try:
        night.draw(7)
        publish(bulletin, night)
        trouble = inbox.get(timeout=20)
        loudspeaker.does("")
        night.draw(8)
        publish(bulletin, night)
        assert inbox.get(timeout=20) == msg.Recovered(DEVICE, SILENT)
    finally:
        voice.stop()
    assert (trouble.device, trouble.code) == (DEVICE, SILENT)
    assert (DEVICE, SILENT) in NOTICES


def test_a_ball_is_announced_by_a_chime_and_each_moment_has_its_volume(tmp_path: Path) -> None:
    loudspeaker = Loudspeaker(tmp_path)
    for key in ("campana", "07", "venta", "prueba"):
        tone(tmp_path / f"{key}.wav")
    night = Night().open_session()
    bulletin = Bulletin(Snapshot(0, 1, night.state))
    sound = Sound(loudspeaker.player, volume={"draw": 60, "sale": 0})
    voice = Voice(BINGO_SPEECH, tmp_path, bulletin, queue.SimpleQueue(), sound)
    voice.start()
    try:
        night.do(AnnounceGame("A-1042"), ReportFilled())
        publish(bulletin, night)
        until(lambda: loudspeaker.heard == ["venta-0"])
        night.do(SellCards(60), CloseSale(), StartDraw())
        night.draw(7)
        publish(bulletin, night)
        until(lambda: loudspeaker.heard[-2:] == ["campana-60", "07-60"])
        voice.test()
        until(lambda: loudspeaker.heard[-2:] == ["campana-60", "prueba-60"])
    finally:
        voice.stop()


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "hall.toml"
    text = CONFIG.read_text("utf-8").replace("../series", str(CONFIG.parents[1] / "series"))
    player = f'["sh", "{tmp_path / "player.sh"}"]'
    path.write_text(f'{text}\n[voice]\nfolder = "voz"\nplayer = {player}\n', "utf-8")
    return path


def test_a_technician_makes_the_clips_keeps_her_own_recordings_and_hears_the_test(
    tmp_path: Path, config: Path
) -> None:
    loudspeaker = Loudspeaker(tmp_path)
    (tmp_path / "voz").mkdir()
    own = tone(tmp_path / "voz/07.wav").read_bytes()
    made = CliRunner().invoke(app, ["voice", "make", "--config", str(config)])
    assert made.exit_code == 0, made.output
    assert Clips(tmp_path / "voz").problems([CHIME, *spoken("es")]) == []
    assert (tmp_path / "voz/07.wav").read_bytes() == own
    assert CliRunner().invoke(app, ["voice", "say", "--config", str(config)]).exit_code == 0
    assert CliRunner().invoke(app, ["voice", "say", "07", "linea", "--config", str(config)]).exit_code == 0
    assert loudspeaker.heard == ["prueba", "07", "linea"]


def test_what_cannot_be_said_is_told_plainly(tmp_path: Path, config: Path) -> None:
    said = CliRunner().invoke(app, ["voice", "say", "--config", str(config)])
    assert (said.exit_code, "prueba.wav: falta" in said.output) == (2, True)
    without = CliRunner().invoke(app, ["voice", "make", "--config", str(CONFIG)])
    assert (without.exit_code, "[voice]" in without.output) == (2, True)
