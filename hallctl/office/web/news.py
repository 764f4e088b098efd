"""The news of the office: a thread asks the database whether anything changed, every open page hears of it.

It also has the views of the books take up what came (``books.refresh``). Not responsible for what pages show.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import psycopg
from anyio import to_thread

from hallctl.minutes.threads import HallThread
from hallctl.office.database import connect

EVERY_S: Final = 1.0
_RESTS: Final = 4
"""How many times as long as placing what came took it rests afterwards: who catches up is not held up."""
_REFRESH: Final = "SELECT books.refresh()"
_SEEN: Final = """SELECT (SELECT max(received) FROM heads), (SELECT max(received) FROM live),
    (SELECT max(seen) FROM alarms), (SELECT max(coalesce(acknowledged, ended)) FROM alarms),
    (SELECT count(*) FROM alarms), (SELECT count(*) FROM halls)"""


class News:
    """Says when something changed, for one run of the server.

    Attributes:
        sequence: Grows with each change.
        away: Whether the database does not answer.
    """

    def __init__(self, url: str) -> None:
        self.sequence = 0
        self.away = False
        self._url = url
        self._stopping = threading.Event()
        self._news = asyncio.Event()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look at the database inside the block."""
        loop = asyncio.get_running_loop()
        thread = HallThread(lambda: self._look(loop), "office-news", self._stopping.is_set)
        thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            await to_thread.run_sync(thread.join)

    def close(self) -> None:
        """End every stream soon; from any thread."""
        self._stopping.set()

    async def changes(self, beat_s: float) -> AsyncIterator[int]:
        """Yield the sequence at once, at each change, and the same again after so long without."""
        while not self._stopping.is_set():
            yield self.sequence
            with suppress(TimeoutError):
                async with asyncio.timeout(beat_s):
                    await self._news.wait()

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        seen: object = None
        while not self._stopping.is_set():
            try:
                with connect(self._url) as connection:
                    while not self._stopping.is_set():
                        began = time.monotonic()
                        connection.execute(_REFRESH)
                        took_s = time.monotonic() - began
                        found = connection.execute(_SEEN).fetchone()
                        if found != seen or self.away:
                            seen = found
                            loop.call_soon_threadsafe(self._publish, False)
                        self._stopping.wait(max(EVERY_S, _RESTS * took_s))
            except psycopg.OperationalError:
                if not self.away:
                    loop.call_soon_threadsafe(self._publish, True)
                self._stopping.wait(EVERY_S)

    def _publish(self, away: bool) -> None:
        self.away = away
        self.sequence += 1
        news, self._news = self._news, asyncio.Event()
        news.set()
