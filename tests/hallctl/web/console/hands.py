"""What a person does at a page of the console: she waits for what she sees, never for a while."""

import re
from collections.abc import Callable
from time import monotonic
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tests.hallctl.web.console.hall import PASSPHRASE, Serving

PATIENCE_S: Final = 20.0
LOST: Final = "Sin conexión con el controlador"
"""What a page says whose line is dead."""
LINE_CUT: Final = ("ERR_|Failed to load", r"htmx\.min\.js: htmx:(sendError|timeout|afterRequest|sendAbort)")
"""What a browser complains of then."""
CHECKED: Final = ".verdict, .verdicts li"
"""The cards of a claim that were verified: the last one over the stage, the others below it."""


def enter(page: Page, url: str, person: str) -> None:
    """Bring a person to the desk who has entered: what is tested is not how she does."""
    page.goto("about:blank")  # a page that stayed open would ask once more with the session that ends here
    said: dict[str, str | float | bool] = {"person": person, "passphrase": PASSPHRASE}
    # A connection that was kept may be closed by the console at the very moment of its next use.
    answer = page.request.post(
        f"{url}/entrar", form=said, headers={"Origin": url}, max_redirects=0, max_retries=2
    )
    assert answer.status == 303, answer.text()
    page.goto(url)
    at_the_desk(page)


def log_in(page: Page, url: str, person: str) -> None:
    """Have a person enter, by the log-in page."""
    page.goto(f"{url}/entrar?clave=1")
    page.get_by_label("Persona").select_option(person)
    page.get_by_label("Contraseña").fill(PASSPHRASE)
    page.keyboard.press("Enter")
    at_the_desk(page)


def at_the_desk(page: Page) -> None:
    """Wait until the desk is there, and hears: a key that is pressed before its script is there is lost."""
    expect(page.locator(".desk")).to_be_visible()
    page.wait_for_load_state("load")


def until(page: Page, seen: Callable[[], Any]) -> Any:
    """Look again and again until something is seen, and return it.

    ``Page.wait_for_function`` does not: it evaluates text within the page, which the console's pages forbid.
    """
    end = monotonic() + PATIENCE_S
    while not (found := seen()):
        assert monotonic() < end, "it was waited for in vain"
        page.wait_for_timeout(20)
    return found


def button(page: Page, label: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{re.escape(label)}"))


def unfold(page: Page, label: str) -> None:
    """Open the row of a step that is seldom needed, where it is in one that is closed."""
    title = title_of(page, label)
    expect(button(page, label).or_(title)).to_be_visible()
    if title.is_visible():
        title.click()


def title_of(page: Page, label: str) -> Locator:
    """Return the title of the closed row in which a step is."""
    step = page.locator("button, .button", has_text=re.compile(f"^\\s*{re.escape(label)}"))
    return page.locator("details.row:not([open])").filter(has=step).locator("> summary")


def grown(page: Page, label: str) -> Locator:
    """Return the button of a step once it no longer counts as new under the finger (desk.js)."""
    found = button(page, label)
    unfold(page, label)
    expect(found).to_be_visible()
    expect(page.locator("form.step.young").filter(has=found)).to_have_count(0)
    return found


def press(page: Page, label: str) -> None:
    """Press the button of a step, and hold it until it goes off where it is one to hold."""
    found = grown(page, label)
    if "mantener" not in found.inner_text():
        found.click()
        return
    found.hover()
    page.mouse.down()
    expect(page.locator(".holding")).to_have_count(0)
    page.mouse.up()


def press_key(page: Page, key: str, *, when: str) -> None:
    """Press a key once the step is there that it takes, and hold it where the step is one to hold."""
    if "mantener" in grown(page, when).inner_text():
        hold_key(page, key, when=when)
    else:
        page.keyboard.press(key)


def hold_key(page: Page, key: str, *, when: str) -> None:
    """Hold a key until the step goes off that it takes."""
    grown(page, when)
    page.keyboard.down(key)
    expect(page.locator(".holding")).to_have_count(0)
    page.keyboard.up(key)


def begin_draw(serving: Serving) -> None:
    """Play until the first ball can be drawn, with a dozen cards sold."""
    serving.play_until("Vender cartones")
    serving.play("Vender cartones", count=12)
    serving.play("Cerrar venta", "Comienzo de la partida")
