"""One thread waits for the table, every open stream hears of it.

Not responsible for what a stream sends. A slow stream gets the newest snapshot and misses those between.
"""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from anyio import to_thread

from hallctl.minutes.threads import HallThread
from hallctl.table.snapshot import Snapshot
from hallctl.web.ports import News

LIVE_SCRIPT: Final = Path(__file__).parent / "console/static/live.js"
"""How every page hears of the hall, those of the feed too."""

POLL_S: Final = 0.25
"""How often the waiting thread looks whether it should end, and whether the table still turns."""

HUNG_S: Final = 0.75
"""After how much silence of the deciding loop the streams end: what it last published may be true no more."""


class Hub:
    """Carries snapshots from the table's thread into the server's event loop, for one run of the server."""

    def __init__(self, desk: News) -> None:
        self._desk = desk
        self._stopping = threading.Event()
        self._newest = desk.newest()
        self._news = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = False
        self._hung = False

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen to the table inside the block."""
        self._loop = asyncio.get_running_loop()
        loop = self._loop
        thread = HallThread(lambda: self._listen(loop), "console-hub", self._stopping.is_set)
        thread.start()
        try:
            yield
        finally:
            self._stopping.set()
            await to_thread.run_sync(thread.join)

    def close(self) -> None:
        """End every stream soon; from any thread, any number of times."""
        self._stopping.set()

    @property
    def newest(self) -> Snapshot:
        """The newest snapshot that has come."""
        return self._newest

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        return self._ended

    @property
    def true_now(self) -> bool:
        """Whether the newest snapshot may be taken for the present: the table turns and is heard."""
        return not (self._ended or self._hung)

    async def wait(self, seconds: float) -> None:
        """Wait for news, at most so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()

    async def changes(self, beat_s: float) -> AsyncIterator[Snapshot]:
        """Yield the newest snapshot at once, each newer one, and the same again after so long without.

        Ends when the hub is closed, and at once while the deciding loop hangs: nobody must take old news for
        the present.
        """
        seen: Snapshot | None = None
        while self.true_now:
            if self._newest is seen:
                await self.wait(beat_s)
            if self.true_now:
                seen = self._newest
                yield seen

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        snapshot = self._newest
        try:
            while not self._stopping.is_set():
                newer = self._desk.after(snapshot.sequence, POLL_S)
                if newer is not None:
                    snapshot = newer
                    loop.call_soon_threadsafe(self._publish, newer)
                # A hall that the book has stopped has published that, and changes no more.
                hung = self._desk.silence() > HUNG_S and not snapshot.halted
                if hung is not self._hung:
                    loop.call_soon_threadsafe(self._suspect, hung)
        finally:
            # Also when the desk fails: a stream that can bring nothing new must not look alive.
            loop.call_soon_threadsafe(self._end)

    def _publish(self, snapshot: Snapshot) -> None:
        self._newest = snapshot
        self._wake()

    def _suspect(self, hung: bool) -> None:
        self._hung = hung
        self._wake()

    def _wake(self) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()

    def _end(self) -> None:
        self._ended = True
        self._news.set()
