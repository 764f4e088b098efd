"""A ruler and axe-core for pages: what keeps a person from using one that stands as it is meant to stand.

A page that has just come has no style sheet and no picture yet, and fades: measured then, it has faults that
nobody meets. So nothing is measured once: a fault counts that is found as long as one may wait.
Not responsible for what a page shows.
"""

from collections.abc import Iterator
from time import monotonic
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.hallctl.web.console.hands import PATIENCE_S

TOO_SMALL = """() => [...document.querySelectorAll("a, button, summary, select, .tick, .yes, .marks label")]
  .filter((each) => each.checkVisibility() && !each.matches("a.law"))
  .map((each) => [each.textContent.trim().slice(0, 30), each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 43.5)
  .map(([name, box]) => `«${name}» is ${box.width} by ${box.height}`)"""
"""What a finger misses; the link of a code stands in a sentence, and is no larger than its words."""

OUT_OF_SIGHT = """() => [".next .button, .next button", ".stage .ball, .stage .doubt img", "#said > *"]
  .flatMap((each) => [...document.querySelectorAll(each)].slice(0, 1))
  .map((each) => {
    const box = each.getBoundingClientRect();
    const seen = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    return [each.className || each.tagName, box, seen];
  })
  .filter(([, , seen]) => !seen)
  .map(([name, box]) => `${name} is from ${box.top} to ${box.bottom}`)"""
"""The next step, the ball and what became of the last step, where one has to scroll to them."""

WIDER = "() => document.documentElement.scrollWidth > innerWidth ? ['it is wider than the window'] : []"

BOXED = """() => [...document.querySelectorAll("body *")]
  .filter((each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowY))
  .filter((each) => each.scrollHeight > each.clientHeight + 1)
  .map((each) => `${each.className || each.tagName} is a box to scroll within a page to scroll`)"""

UNSTEADY = "body.is-lost, .young, .htmx-request"
"""A page that fades: the deciding loop of a crowded machine is not heard, or a step has just come."""

_LOOK = """options => axe.run(options).then(found => found.violations.map(each => (
  {id: each.id, impact: each.impact, nodes: each.nodes.map(node => node.html)})))"""


def _violations(page: Page) -> Any:
    """Have axe-core look; a document gets it once, for half a megabyte costs more than the look itself."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(Axe().axe_script)
    return page.evaluate(_LOOK, {"resultTypes": ["violations"]})


def faults(page: Page) -> Iterator[str]:
    """Yield what axe-core finds wrong with a page that stands as it is meant to stand, and finds again."""
    page.wait_for_load_state("load")
    found, before = None, None
    while found is None or (found and found != before) or page.locator(UNSTEADY).count():
        expect(page.locator(UNSTEADY)).to_have_count(0, timeout=60_000)
        found, before = _violations(page), found
    for violation in found:
        for node in violation["nodes"]:
            yield f"{violation['impact']} {violation['id']}: {node[:120]}"


def lasting(page: Page, *looks: str) -> list[str]:
    """Return what the ruler finds, and finds as long as one may wait for a page that has just come."""
    page.wait_for_load_state("load")
    end = monotonic() + PATIENCE_S
    while (found := [each for look in looks for each in page.evaluate(look)]) and monotonic() < end:
        page.wait_for_timeout(100)
    return found
