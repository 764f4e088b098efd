"""What comes in a panel that swaps itself has nothing left of what was there."""

from playwright.sync_api import expect

from tests.browser import Browsers
from tests.hallctl.web.console.hall import JEFE, Serving
from tests.hallctl.web.console.hands import enter, until

MARK_ALL = """() => {
  for (const each of document.querySelectorAll("#panel [id]")) each.classList.add("old");
  const kept = "[hx-preserve], [hx-preserve] *";
  document.addEventListener("htmx:afterSwap", () => {
    window.left = [...document.querySelectorAll("#panel .old")].filter((each) => !each.matches(kept)).length;
  }, { once: true, capture: true });
}"""


def test_what_comes_has_no_class_of_what_was_there_under_its_id(serving: Serving, browsers: Browsers) -> None:
    serving.play_until("Vender cartones")
    with browsers.window() as window:
        page = window.new_page()
        enter(page, serving.url, JEFE)
        page.evaluate(MARK_ALL)
        expect(page.locator("#panel .old").first).to_be_attached()
        serving.play("Vender cartones", count=60)
        until(page, lambda: page.evaluate("window.left !== undefined"))
        assert page.evaluate("window.left") == 0
