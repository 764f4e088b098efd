"""Debian's chromium for the tests of pages, without a window, once for all tests of a worker.

What all tests share is the same engine without the browser around it, where the machine has that.

Every page is watched: one that complains, or asks anybody but the machine itself, fails its test.
"""

import asyncio
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, BrowserType, Request, expect, sync_playwright

CHROMIUM = "/usr/bin/chromium"
ENGINE = shutil.which("chromium-headless-shell") or CHROMIUM
"""Of the same version: it starts with half the processor time, and a page takes a fifth less."""
_OF_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,"
    "AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
"""What Playwright turns off, said again: Chromium heeds only the last list."""
_ADDRESS_BAR = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup"
"""Pages of the browser's own, made anew with every window: they take longer than ours to load."""
_FLAGS = ("--no-sandbox", "--disable-gpu", f"--disable-features={_OF_PLAYWRIGHT},{_ADDRESS_BAR}")
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


class Browsers:
    """The browsers of one process: one that its tests share, and those with flags of their own."""

    def __init__(self, launcher: BrowserType, loop: asyncio.AbstractEventLoop) -> None:
        self._launcher = launcher
        self._loop = loop
        self._shared: Browser | None = None

    @classmethod
    @contextmanager
    def started(cls) -> Iterator["Browsers"]:
        """Start Playwright, and end every browser with it."""
        with sync_playwright() as playwright:
            loop = asyncio.get_running_loop()
            with _running(None):
                yield cls(playwright.chromium, loop)

    @contextmanager
    def own(
        self, profile: Path, *flags: str, forgiven: Iterable[str] = (), **options: Any
    ) -> Iterator[BrowserContext]:
        """Run one with a profile and flags of its own, watched; the options are Playwright's."""
        with _running(self._loop):
            context = self._launcher.launch_persistent_context(
                profile, executable_path=CHROMIUM, headless=True, args=[*_FLAGS, *flags], **options
            )
            with watched(context, forgiven), closing(context):
                context.set_default_timeout(PATIENCE_MS)
                yield context

    @contextmanager
    def windows(self, forgiven: Iterable[str] = (), **options: Any) -> Iterator[Callable[[], BrowserContext]]:
        """Open windows of the shared one, watched: each call returns a context of its own."""
        with _running(self._loop), ExitStack() as opened:

            def window() -> BrowserContext:
                context = self._connected().new_context(**options)
                context.set_default_timeout(PATIENCE_MS)
                opened.enter_context(watched(context, forgiven))
                opened.enter_context(closing(context))
                return context

            yield window

    @contextmanager
    def window(self, forgiven: Iterable[str] = (), **options: Any) -> Iterator[BrowserContext]:
        """Open a single context of the shared one, watched."""
        with self.windows(forgiven, **options) as window:
            yield window()

    def _connected(self) -> Browser:
        """Return the shared browser; one that died fails the test that saw it, and no other."""
        if self._shared is None or not self._shared.is_connected():
            self._shared = self._launcher.launch(executable_path=ENGINE, headless=True, args=list(_FLAGS))
        return self._shared


@contextmanager
def _running(loop: asyncio.AbstractEventLoop | None) -> Iterator[None]:
    """Mark a loop as the one that runs in this thread, or none.

    Playwright's loop stands still between two calls, in a greenlet of its own, and leaves its mark: with it
    no test could run another loop, and without it Playwright cannot go on.
    """
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(before)


@contextmanager
def windows(forgiven: Iterable[str] = (), **options: Any) -> Iterator[Callable[[], BrowserContext]]:
    """Open windows in a program of its own; a test has the fixture ``browsers``."""
    with Browsers.started() as browsers, browsers.windows(forgiven, **options) as window:
        yield window
