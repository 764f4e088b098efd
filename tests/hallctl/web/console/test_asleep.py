"""A machine that slept and wakes: its page says that it is old, and takes no step until it is anew (I26)."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import LOCUTOR, Hall, Serving
from tests.hallctl.web.console.hands import LINE_CUT, LOST, begin_draw, button, enter, grown, until
from tests.proxy import Proxy

BUFFERED_S = 0.8
"""For how long the hall's words still reach a machine that has just gone to sleep: one of them at least."""
ASLEEP_S = 2.2
"""Longer than a page may be silent."""

WATCH = """said => {
    window.looks = [];
    setInterval(() => {
        const old = !document.querySelector(".count").textContent.includes(said);
        window.looks.push([Date.now(), old && !document.body.classList.contains("is-lost")]);
    }, 20);
}"""
"""Has a page look fifty times a second, while it is awake, whether it passes what is old for new."""
LOOKS = 10
"""How often a page that has woken may look until it knows; it judges itself ten times a second."""


def watch(page: Page, said: str) -> None:
    """Have the page look from now on whether it passes what is old for new, which lacks some words."""
    page.evaluate(WATCH, said)
    until(page, lambda: page.evaluate("window.looks.length"))  # the sleep is a pause between two looks


def passed_for_new(page: Page) -> int:
    """Return at how many looks since its longest pause a page passed what was old for new."""
    looks = page.evaluate("window.looks")
    gaps = [later[0] - earlier[0] for earlier, later in pairwise(looks)]
    assert max(gaps) > ASLEEP_S * 1000, "it slept"
    return sum(wrong for _, wrong in looks[gaps.index(max(gaps)) + 1 :])


class Machine:
    """The browser's processes."""

    def __init__(self, profile: Path) -> None:
        self.profile = profile

    @contextmanager
    def asleep(self, kind: bytes = b"") -> Iterator[None]:
        """Have the machine sleep inside the block, or one kind of its processes."""
        processes = self._processes(kind)
        try:
            for each in processes:
                os.kill(each, signal.SIGSTOP)
            yield
        finally:
            for each in processes:
                os.kill(each, signal.SIGCONT)

    def _processes(self, kind: bytes) -> set[int]:
        """Return the browser's own process and all that come of it, where their command line says this."""
        parents, said = {}, {}
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            with suppress(OSError):  # it has just ended
                said[int(entry.name)] = (entry / "cmdline").read_bytes()
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        found = {each for each in parents if f"--user-data-dir={self.profile}\0".encode() in said[each]}
        while more := {each for each, parent in parents.items() if parent in found} - found:
            found |= more
        assert found
        return {each for each in found if kind in said[each]}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine(tmp_path_factory.mktemp("asleep"))


@pytest.fixture(scope="module")
def browser(machine: Machine, browsers: Browsers) -> Iterator[BrowserContext]:
    with browsers.own(machine.profile, forgiven=LINE_CUT) as context:
        yield context


@pytest.fixture
def page(line: Proxy, browser: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page by the browser's one stream, and one of a browser that knows no SharedWorker."""
    page = browser.new_page()
    if getattr(request, "param", "shared") == "own":
        page.add_init_script("delete window.SharedWorker")
    enter(page, f"http://127.0.0.1:{line.port}", LOCUTOR)
    yield page
    page.close()


@pytest.mark.campaign
@pytest.mark.invariant("I26")
@pytest.mark.parametrize("page", ["shared", "own"], indirect=True)
def test_what_a_machine_had_still_heard_when_it_fell_asleep_is_not_of_the_present_when_it_wakes(
    serving: Serving, hall: Hall, line: Proxy, machine: Machine, page: Page
) -> None:
    begin_draw(serving)
    grown(page, "Extraer bola")
    watch(page, "1 extraída")
    with machine.asleep():
        time.sleep(BUFFERED_S)
        line.die()
        serving.play("Extraer bola")
        hall.wait_for_ball()
        serving.play("Cantar el 1")
        time.sleep(ASLEEP_S)
    expect(page.get_by_text(LOST)).to_be_visible()
    page.keyboard.press("F2")
    expect(page.locator("#said")).to_contain_text("No se ha enviado nada")
    line.revive()
    expect(page.locator(".count")).to_contain_text("1 extraída")
    expect(page.get_by_text(LOST)).to_be_hidden()
    assert passed_for_new(page) <= LOOKS
    button(page, "Extraer bola").click()
    until(page, lambda: (game := hall.state.game) and game.order == 2)


@pytest.mark.campaign
@pytest.mark.invariant("I26")
def test_a_page_that_was_frozen_does_not_pass_what_it_finds_waiting_for_new(
    serving: Serving, hall: Hall, machine: Machine, page: Page
) -> None:
    """The browser goes on and hears, the page does not."""
    begin_draw(serving)
    grown(page, "Extraer bola")
    watch(page, "2 extraídas")
    with machine.asleep(b"--type=renderer"):
        for ball in (1, 2):
            serving.play("Extraer bola")
            hall.wait_for_ball()
            serving.play(f"Cantar el {ball}")
        time.sleep(ASLEEP_S)
    expect(page.locator(".count")).to_contain_text("2 extraídas")
    expect(page.get_by_text(LOST)).to_be_hidden()
    assert passed_for_new(page) <= LOOKS
    button(page, "Extraer bola").click()
    until(page, lambda: (game := hall.state.game) and game.order == 3)
