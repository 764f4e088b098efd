"""A browser before the console, as most tests of its pages need one."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser import Browsers


@pytest.fixture(scope="module")
def browser(browsers: Browsers) -> Iterator[BrowserContext]:
    """A PC's; a module of another size, or that forgives complaints, has its own."""
    with browsers.window(viewport={"width": 1280, "height": 800}) as context:
        yield context


@pytest.fixture
def page(browser: BrowserContext) -> Iterator[Page]:
    """A page that is closed after the test."""
    page = browser.new_page()
    yield page
    page.close()
