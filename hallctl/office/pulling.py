"""Takes messages off the work queue: while one batch is stored, the next one comes.

nats-py's own ``fetch`` makes a task for nearly every message, which took as long as verifying it. Not
responsible for what is in a message, nor for acknowledging it.
"""

import asyncio
import json
import time
from typing import Final, Self

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import Header

from hallctl.minutes.wire.messages import ENTRIES_STREAM

BATCH: Final = 2000
"""How many messages are asked for at a time: so many more come while as many are stored."""

MOST_BYTES: Final = 16 << 20
"""How large they may be together: a hall may send messages of a megabyte each."""

_EXPIRES_S: Final = 5.0
_SLACK_S: Final = 0.5
"""So long after a request's end the next one goes, though the server said nothing of that."""
_STATUS: Final = "Status"
_OVER: Final = ("404", "408")
"""What the server says at the end of a request that it could not fill."""
_FULL: Final = ("Message Size Exceeds MaxBytes", "Batch Completed")
"""What it says with a status of many meanings, where a request's bytes are used up."""


class Pulling:
    """A durable consumer's messages, batch by batch."""

    def __init__(self, client: Client, consumer: str) -> None:
        """Prepare; `begun` asks for the first messages.

        Args:
            client: A connection of the office.
            consumer: The consumer's name, which is there.
        """
        self._client = client
        self._next = f"$JS.API.CONSUMER.MSG.NEXT.{ENTRIES_STREAM}.{consumer}"
        self._inbox = client.new_inbox()
        self._reconnects = client.stats["reconnects"]
        self._messages: list[Msg] = []
        self._came = asyncio.Event()
        self._due = 0
        self._until = 0.0
        self._fault = ""

    @classmethod
    async def begun(cls, client: Client, consumer: str) -> Self:
        """Return one that listens and has asked.

        Raises:
            nats.errors.Error: The server is away.
        """
        pulling = cls(client, consumer)
        await client.subscribe(pulling._inbox, cb=pulling._take)
        await pulling._ask()
        return pulling

    async def batch(self, wait_s: float) -> list[Msg]:
        """Return what came since this was asked last; nothing where nothing comes for so long.

        Raises:
            nats.errors.Error: The connection was lost meanwhile, or the server gives no messages: what was
                on its way comes again only to who begins anew.
        """
        if not self._came.is_set():
            try:
                async with asyncio.timeout(wait_s):
                    await self._came.wait()
            except TimeoutError:
                await self._ask()
        if (
            self._fault
            or not self._client.is_connected
            or self._client.stats["reconnects"] > self._reconnects
        ):
            raise nats.errors.Error(self._fault or "la conexión se perdió")
        self._came.clear()
        messages, self._messages = self._messages, []
        await self._ask()
        return messages

    async def _take(self, message: Msg) -> None:
        # The server's own come to the inbox; a stored message keeps its subject, and its sender's headers.
        status = (message.headers or {}).get(_STATUS) if message.subject == self._inbox else None
        if status is None:
            self._messages.append(message)
            self._due -= 1
            self._came.set()
            return
        self._came.set()
        if status in _OVER or (message.headers or {}).get(Header.DESCRIPTION) in _FULL:
            self._due = 0
        else:
            self._fault = f"la cola no da mensajes ({status} {message.headers or {}!s:.80})"

    async def _ask(self) -> None:
        """Ask for the next messages, where none are on their way."""
        now = time.monotonic()
        if self._due > 0 and now < self._until:
            return
        self._due, self._until = BATCH, now + _EXPIRES_S + _SLACK_S
        request = {"batch": BATCH, "expires": int(_EXPIRES_S * 1e9), "max_bytes": MOST_BYTES}
        await self._client.publish(self._next, json.dumps(request).encode(), reply=self._inbox)
