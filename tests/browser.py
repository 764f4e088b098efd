"""Debian's chromium for the tests of pages, without a window and with a profile of its own.

Every page is watched: one that complains, or asks anybody but the machine itself, fails its test.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Request, expect, sync_playwright

CHROMIUM = "/usr/bin/chromium"
PATIENCE_MS = 20_000
"""How long a page may take to show what it shall: others may have the processor meanwhile."""
_OURS = frozenset({"127.0.0.1", "localhost", "sala.local"})
"""The machine itself; by the last name the tests of TLS reach it."""

RECONNECTS = r"\[object Event\]$"
"""What htmx says when a stream broke off and is asked for again: a table that others keep waiting for three
quarters of a second ends its streams, and the page says so itself."""

expect.set_options(timeout=PATIENCE_MS)


@contextmanager
def watched(context: BrowserContext, forgiven: Iterable[str] = ()) -> Iterator[list[str]]:
    """Watch the pages of a browser, and fail at the end if one complained or asked another machine.

    Args:
        context: The browser.
        forgiven: Patterns of what a test provokes, e.g. the refused connection to a console that it stopped.
    """
    complaints: list[str] = []
    patterns = [re.compile(pattern) for pattern in (*forgiven, RECONNECTS)]

    def complain(kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not any(pattern.search(text) for pattern in patterns):
            complaints.append(text)

    def look(request: Request) -> None:
        asked = urlsplit(request.url)
        if asked.scheme not in {"http", "https"} or asked.hostname not in _OURS:
            complaints.append(f"a request left the machine: {request.url}")

    context.on("console", lambda said: complain(said.type, f"{said.location['url']}: {said.text}"))
    context.on("weberror", lambda error: complain("error", str(error.error)))
    context.on("request", look)
    yield complaints
    assert not complaints, "\n".join(complaints)


@contextmanager
def chromium(
    profile: Path, *flags: str, forgiven: Iterable[str] = (), **options: Any
) -> Iterator[BrowserContext]:
    """Run it, watched, with flags of its own; the options are those of Playwright's persistent context."""
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=CHROMIUM,
            headless=True,
            args=["--no-sandbox", "--disable-gpu", *flags],
            **options,
        )
        context.set_default_timeout(PATIENCE_MS)
        with watched(context, forgiven):
            yield context
            context.close()


@contextmanager
def windows(forgiven: Iterable[str] = (), **options: Any) -> Iterator[Callable[[], BrowserContext]]:
    """Run it, watched, for several people: each call gives one a context that shares nothing with others'."""
    with sync_playwright() as playwright, ExitStack() as watches:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, headless=True, args=["--no-sandbox", "--disable-gpu"]
        )

        def window() -> BrowserContext:
            context = browser.new_context(**options)
            context.set_default_timeout(PATIENCE_MS)
            watches.enter_context(watched(context, forgiven))
            return context

        yield window
        browser.close()
