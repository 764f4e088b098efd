"""A hall is copied in the middle of a game, its machine is lost, and another goes on at the same ball."""

import os
import re
import shutil
import signal
from contextlib import ExitStack

import pytest

from hallctl.app.practice.keys import PASSPHRASE
from hallctl.app.practice.people import ConsoleClient
from hallctl.app.practice.processes import Controller, Simulators, free_port
from hallctl.app.practice.session import Reading, Session
from hallctl.app.setting import load
from hallctl.app.vault import Places, second_media
from hallctl.games.bingo.files import rule_set
from hallctl.minutes.volumes import volume_name
from tests.hallctl.app.part_of_night import PartOfNight
from tests.hallctl.app.test_manual_hall import MANUAL
from tests.hallctl.cli.book.hall import book
from tests.hallctl.cli.copies.test_copies import backed_up, by_the_notary, restored

COPIED, MORE = 4, 8


def configured(folder):
    """Write the configuration of a hall by hand whose things are in a folder."""
    text = MANUAL.read_text("utf-8")
    text = text.replace("../../practice/manual/", "").replace('"../../practice/manual"', '"sala"')
    text = text.replace("../series/", f"{MANUAL.parents[1]}/series/")
    pace = "[practice]\nminimum_interval_ms = 0\nany_more_ms = 200\n"
    text = re.sub(r"^port = \d+", lambda _: f"port = {free_port()}", text, flags=re.MULTILINE)
    folder.mkdir()
    (folder / "hall.toml").write_text(text.replace("\n[practice]", f"\n{pace}#"), "utf-8")
    return folder / "hall.toml"


class Place:
    """A hall that is at one place, for what copies it."""

    def __init__(self, config):
        self.config, self.folder = config, config.parent


@pytest.mark.campaign
@pytest.mark.timeout(240)
@pytest.mark.invariant("I12", "I16")
def test_a_hall_goes_on_at_the_same_ball_from_a_copy_made_while_it_played(tmp_path):
    config, stick, to = configured(tmp_path / "old"), tmp_path / "stick", tmp_path / "new"
    passphrase = tmp_path / "passphrase"
    passphrase.write_text(PASSPHRASE, "utf-8")
    copies, shown = [], []

    def copy_once(desk):
        if not copies and desk["game"] is not None and len(desk["game"]["called_balls"]) >= COPIED:
            copies.append(backed_up(Place(config), stick))
            shown.append(desk["game"]["called_balls"])

    with ExitStack() as parts:
        setting = load(config)
        far_end = parts.enter_context(Simulators(setting, seed=3, pace=10, fps=10))
        plant, words = tmp_path / "no-plant", tmp_path / "words"
        controller = Controller(config, setting.config.console.port, (), tmp_path / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()
        viewer = "Marta Suárez"
        reading = Reading(
            Places(setting.directory).book / volume_name(1), rule_set("aj-bolivia"), lambda _: None
        )
        people = PartOfNight(setting.material[0], far_end.plant, 30, 1, viewer, balls=COPIED + 2)
        Session(people, controller, reading, 60, copy_once, lambda *_: None).play()
        os.kill(controller.child.pid, signal.SIGKILL)
        controller.end()
        shutil.copy(config.parent / "words", words)
    shutil.rmtree(tmp_path / "old")

    done = restored(copies[0], to, words, passphrase)
    assert done.exit_code == 0, done.stderr
    setting = load(to / "hall.toml")
    places = Places(setting.directory)
    with ExitStack() as parts:
        controller = Controller(to / "hall.toml", setting.config.console.port, (), tmp_path / "again.log")
        parts.callback(controller.end)
        controller.await_ready()
        desk = ConsoleClient(controller.url, viewer).desk()
        assert desk["game"]["called_balls"] == shown[0]
        reading = Reading(places.book / volume_name(1), rule_set("aj-bolivia"), lambda _: None)
        people = PartOfNight(setting.material[0], plant, 30, 1, viewer, balls=MORE)
        Session(people, controller, reading, 60, lambda _: None, lambda *_: None).play()
        assert controller.end() == 0
    assert book("verify", places.book, "--second", second_media(setting)).returncode == 0
    assert "VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO" in by_the_notary(places.book, tmp_path, to / "hall.toml")
