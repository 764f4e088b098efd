"""The whole program: stopped in its tracks under a page, and each of its threads killed (I19, I26)."""

import os
import signal
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hallctl.practice.demo import CONFIG
from hallctl.practice.keys import PASSPHRASE
from hallctl.practice.processes import Child
from tests.browser import chromium
from tests.hallctl.console.hands import at_the_desk, button
from tests.hallctl.service.running import Running

STOPPED_S = 6.0
PATIENCE_S = 60.0
THREADS = ("console", "feed", "console-hub", "extractor-line", "camera-read", "camera-hand-out")
MORE = ("cctv", "folio-printer", "watchman", "expiry-watch", "wall-watch", "picture-sweeper")


@pytest.mark.timeout(300)
@pytest.mark.invariant("I26")
def test_a_press_on_a_server_that_was_stopped_in_its_tracks_is_refused_when_it_goes_on(
    tmp_path: Path,
) -> None:
    with Running(tmp_path) as running, chromium(tmp_path / "browser", forgiven=(".",)) as context:
        running.controller.await_ready()
        page, pid = context.new_page(), running.controller.child.pid
        page.goto(f"{running.controller.url}/entrar?clave=1")
        page.get_by_label("Persona").select_option("Marta Suárez")
        page.get_by_label("Contraseña").fill(PASSPHRASE)
        page.keyboard.press("Enter")
        at_the_desk(page)
        step = button(page, "Diligencia de apertura")
        expect(step).to_be_enabled()
        page.wait_for_timeout(1000)
        os.kill(pid, signal.SIGSTOP)
        step.click()
        expect(page.get_by_text("Sin conexión con el controlador")).to_be_visible(timeout=4000)
        expect(step).to_be_disabled()
        page.wait_for_timeout(STOPPED_S * 1000)
        os.kill(pid, signal.SIGCONT)
        expect(page.get_by_text("Sin conexión con el controlador")).to_be_hidden()
        expect(page.locator("#said")).to_contain_text("llegó")
        expect(step).to_be_enabled()


@pytest.mark.timeout(1800)
@pytest.mark.invariant("I19")
@pytest.mark.parametrize("name", [*THREADS, *MORE])
def test_the_program_does_not_outlive_one_of_its_threads(tmp_path: Path, name: str, full: bool) -> None:
    if not full and name not in THREADS[:2]:
        pytest.skip("in the campaign: --torture")
    with Running(tmp_path) as running:
        running.controller.await_ready()
        assert running.end() == 0
        options = ["run", "--config", str(CONFIG), *(f"--set={each}" for each in running.overrides)]
        child = Child("tests.torture.mortal", *options, log=running.log)
        try:
            end = time.monotonic() + PATIENCE_S
            while f"thread {name}\n" not in running.log.read_text("utf-8"):
                assert time.monotonic() < end and child.ended is None, running.log.read_text("utf-8")[-2000:]
                child.tell("?")
                time.sleep(0.5)
            child.tell(name)
            while child.ended is None:
                assert time.monotonic() < end, f"the hall outlived {name}"
                time.sleep(0.1)
        finally:
            status = child.end()
        log = running.log.read_text("utf-8")
        # 70: something waited for the dead, and the last resort ended it.
        assert status in {3, 70}, log[-2000:]
        assert f"Exception in thread {name}:" in log
