"""A whole hall beside a witness, in processes of their own: what it saw, the book cannot lose (I12)."""

import shutil
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.keys import prepare_keys
from hallctl.app.practice.processes import Child, Controller, Simulators, free_port
from hallctl.app.practice.session import Reading, Session
from hallctl.app.setting import load
from hallctl.app.vault import Places, read_keys
from hallctl.games.bingo.files import rule_set
from hallctl.minutes.note import COSIGNATURE, Checkpoint, Verifier
from hallctl.minutes.reader import Reader
from hallctl.minutes.verify import verify_book
from hallctl.minutes.volumes import volume_name
from tests.hallctl.app.part_of_night import PartOfNight


def witness_key(folder, log):
    """Return the key that the witness has made at its start."""
    deadline = time.monotonic() + 30
    while not (folder / "testigo.key").exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    said = [
        sys.executable,
        "-m",
        "hallctl",
        "witness",
        "--directory",
        str(folder),
        "--log",
        log,
        "--show-key",
    ]
    return subprocess.run(said, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.campaign
@pytest.mark.timeout(300)
@pytest.mark.invariant("I12")
def test_a_book_rolled_back_behind_its_witness_keeps_the_hall_closed(tmp_path):
    overrides = [*demo_overrides(tmp_path), "practice.minimum_interval_ms=0", "practice.any_more_ms=100"]
    prepare_keys(load(CONFIG, overrides))
    log = str(read_keys(load(CONFIG, overrides)).verifier)
    seen, port = tmp_path / "testigo", free_port()
    with ExitStack() as parts:
        options = ["witness", "--directory", str(seen), "--log", log, "--port", str(port)]
        parts.callback(Child("hallctl", *options, log=tmp_path / "witness.log").end)
        key = witness_key(seen, log)
        overrides += [f"witness.url=http://127.0.0.1:{port}", f"witness.key={key}"]
        setting, book = load(CONFIG, overrides), Places(tmp_path).book
        far_end = parts.enter_context(Simulators(setting, seed=3, pace=10))
        controller = Controller(CONFIG, setting.config.console.port, overrides, tmp_path / "hallctl.log")
        parts.callback(controller.end)
        controller.await_ready()
        reading = Reading(book / volume_name(1), rule_set("aj-bolivia"), lambda _: None)
        # The book need not end, only grow beyond what is put back.
        viewer = setting.config.people[0].name
        people = PartOfNight(setting.material[0], far_end.plant, 36, 1, viewer, balls=6)
        older = tmp_path / "de-ayer"

        def keep_older(desk):
            if desk["game"] is not None and not older.exists():
                shutil.copytree(book, older)

        Session(people, controller, reading, 60, keep_older, lambda *_: None).play()
        controller.end()
        with Reader(book / volume_name(1)) as reader:
            *_, note = (note for note in reader.notes() if note.signed_by(Verifier.read(key)))
        assert Verifier.read(key).kind == COSIGNATURE
        assert verify_book(
            book, setting.beside(str(setting.config.book.second)), [Checkpoint.read(note.text)]
        ).ok
        _roll_back(setting, book, older)
        again = [sys.executable, "-m", "hallctl", "run", "--config", str(CONFIG)]
        again += [part for override in overrides for part in ("--set", override)]
        done = subprocess.run(again, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 3
    assert "MIN-SHORT" in done.stderr
    assert "el testigo firmó" in done.stderr


def _roll_back(setting, book, older):
    """Put yesterday's book in the place of today's, on both media, and take away what else shows it."""
    shutil.rmtree(book)
    shutil.copytree(older, book)
    shutil.rmtree(Places(book.parent).acts, ignore_errors=True)
    Places(book.parent).newest.unlink(missing_ok=True)
    second = setting.beside(str(setting.config.book.second)) / volume_name(1).replace(".sqlite", ".jsonl")
    with Reader(book / volume_name(1)) as reader:
        kept = reader.last().number
    lines = second.read_bytes().splitlines(keepends=True)[:kept]
    second.write_bytes(b"".join(lines))
