"""Debian's chromium for the tests of pages, without a window and with a profile of its own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, sync_playwright

CHROMIUM = "/usr/bin/chromium"


@contextmanager
def chromium(profile: Path, *flags: str, **options: Any) -> Iterator[BrowserContext]:
    """Run it with flags of its own; the options are those of Playwright's persistent context."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=CHROMIUM,
            headless=True,
            args=["--no-sandbox", "--disable-gpu", *flags],
            **options,
        )
        context.set_default_timeout(10_000)
        yield context
        context.close()


@contextmanager
def windows(**options: Any) -> Iterator[Callable[[], BrowserContext]]:
    """Run it for several people: each call gives one a context that shares nothing with the others'."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, headless=True, args=["--no-sandbox", "--disable-gpu"]
        )

        def window() -> BrowserContext:
            context = browser.new_context(**options)
            context.set_default_timeout(10_000)
            return context

        yield window
        browser.close()
