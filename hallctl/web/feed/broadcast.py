"""Seals each screen's view once for everybody who watches it, at each change and twice a second.

Not responsible for HTTP. A slow viewer gets the newest envelope and misses those between; it holds up nobody.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from hallctl.minutes.threads import die
from hallctl.web.feed.ports import Screens
from hallctl.web.feed.signature import Sealed, Sealer
from hallctl.web.hub import Hub

HEARTBEAT_S: Final = 0.4
"""How often the newest view goes out again; a screen that hears nothing for 2 s shows SIN SEÑAL."""


class Broadcaster:
    """Carries views from the hub to the viewers, in the server's event loop."""

    def __init__(self, hub: Hub, screens: Screens, sealer: Sealer) -> None:
        self._hub = hub
        self._screens = screens
        self._sealer = sealer
        self._watched: Counter[str] = Counter()
        self._messages: dict[str, Sealed] = {}
        self._round = 0
        self._news = asyncio.Event()
        self._ended = False

    @property
    def screens(self) -> frozenset[str]:
        """The names of the screens that can be watched."""
        return frozenset(self._screens)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Follow the hall inside the block."""
        async with self._hub.running():
            task = asyncio.create_task(self._run())
            try:
                yield
            finally:
                self._hub.close()
                await task

    async def listen(self, screen: str, nonce: str) -> AsyncIterator[Sealed]:
        """Yield the hello that answers ``nonce``, then what the screen shows: at once, and each time anew.

        Ends while the deciding loop hangs: nobody must take old news for the present.
        """
        if not self._hub.true_now:
            return
        yield self._sealer.hello(screen, nonce)
        self._watched[screen] += 1
        try:
            seen = self._round
            # A number of its own: to a viewer that comes back, the newest one would be a replay.
            yield self._seal(screen)
            while self._hub.true_now and not self._ended:
                news = self._news
                if self._round == seen:
                    await news.wait()
                    continue
                seen = self._round
                yield self._messages[screen]
        finally:
            self._watched[screen] -= 1

    async def _run(self) -> None:
        try:
            while not self._hub.ended:
                if self._hub.true_now:
                    self._messages = {name: self._seal(name) for name in +self._watched}
                self._round += 1
                self._wake()
                await self._hub.wait(HEARTBEAT_S)
        except Exception as error:
            die(error)  # asyncio would keep it to itself
            raise
        finally:
            # Also when a view cannot be made: a stream that can bring nothing new must not look alive.
            self._ended = True
            self._wake()

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def _seal(self, screen: str) -> Sealed:
        return self._sealer.view(screen, self._screens[screen](self._hub.newest))
