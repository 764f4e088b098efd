"""A page of the console is what it says: it runs no script but its own, and asks no machine but this one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import JEFE, Hall, Serving
from tests.hallctl.web.console.hands import enter

PLANTED = """async () => {
  const refused = new Set();
  document.addEventListener("securitypolicyviolation", (event) => refused.add(event.effectiveDirective));
  document.body.insertAdjacentHTML("beforeend", `
    <img src="https://127.0.0.1:9/a.png" onerror="document.title = 'planted'" style="color: red">
    <iframe src="https://127.0.0.1:9/"></iframe><link rel="stylesheet" href="https://127.0.0.1:9/a.css">`);
  const script = document.createElement("script");
  script.textContent = "document.title = 'planted'";
  const far = document.createElement("script");
  far.src = "https://127.0.0.1:9/a.js";
  document.body.append(script, far);
  await fetch("https://127.0.0.1:9/").catch(() => {});
  new Image().src = "https://127.0.0.1:9/b.png";
  for (let i = 0; i < 200 && refused.size < 7; i++) await new Promise((done) => setTimeout(done, 20));
  return [...refused].sort();
}"""
"""What somebody might have brought into a page, by a name or a reason that was not escaped."""


def test_what_was_planted_in_a_page_neither_runs_nor_asks_anybody(
    hall: Hall, serving: Serving, browsers: Browsers
) -> None:
    with browsers.windows(forgiven=["Content Security Policy"]) as window:
        page = window().new_page()
        enter(page, serving.url, JEFE)
        refused = page.evaluate(PLANTED)
        assert {"connect-src", "frame-src", "img-src", "script-src-elem", "style-src-elem"} <= set(refused)
        assert {"script-src-attr", "style-src-attr"} <= set(refused), "nor anything in an attribute"
        expect(page).to_have_title("hallctl — Bingo Illimani")


@pytest.mark.parametrize(
    ("event", "said", "complaint"),
    [
        ("console", "console.error('ay')", "ay"),
        ("weberror", "setTimeout(() => { throw new Error('roto') })", "roto"),
        (
            "request",
            "fetch('https://bingo.invalid/').catch(() => {})",
            "left the machine: https://bingo.invalid/",
        ),
    ],
)
def test_a_page_that_complains_or_asks_another_machine_fails_its_test(
    event: Any, said: str, complaint: str, browsers: Browsers
) -> None:
    with pytest.raises(AssertionError, match=complaint), browsers.windows() as window:
        page = window().new_page()
        with page.context.expect_event(event):
            page.evaluate(said)


@pytest.mark.campaign
def test_a_night_is_played_with_the_cable_pulled(tmp_path: Path) -> None:
    """In a network namespace that holds nothing but the machine's way to itself."""
    unshare = shutil.which("unshare")
    probe = [unshare or "unshare", "-rn", "true"]
    if unshare is None or subprocess.run(probe, capture_output=True, check=False).returncode != 0:
        pytest.skip("this kernel lets nobody have a network of their own")
    played = subprocess.run(
        [unshare, "-rn", sys.executable, "-m", "tests.hallctl.web.console.offline", tmp_path],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert "played without a cable" in played.stdout, played.stdout + played.stderr
