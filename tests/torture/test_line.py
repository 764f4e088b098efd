"""The whole program, stopped in its tracks under a page (I26)."""

import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hallctl.app.practice.keys import PASSPHRASE
from tests.browser import Browsers
from tests.hallctl.app.service.running import Running
from tests.hallctl.web.console.hands import at_the_desk, button

STOPPED_S = 6.0


@pytest.mark.campaign
@pytest.mark.timeout(300)
@pytest.mark.invariant("I26")
def test_a_press_on_a_server_that_was_stopped_in_its_tracks_is_refused_when_it_goes_on(
    tmp_path: Path, browsers: Browsers
) -> None:
    with Running(tmp_path) as running, browsers.window(forgiven=(".",)) as context:
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
