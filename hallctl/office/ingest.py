"""The part of the office that empties the work queue: batch by batch into the database, then acknowledged.

A message is acknowledged only after what it brought is committed; then the hall is told what the office has.
Whatever fails, it begins again from what is stored. Not responsible for what is right (``verification``).
"""

import asyncio
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

import nats.errors
import nats.js.errors
import psycopg
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig

from hallctl.minutes.wire.connection import make_streams
from hallctl.minutes.wire.messages import ENTRIES_STREAM, MESSAGE_ID, have_subject
from hallctl.office import live
from hallctl.office.database import Connection
from hallctl.office.intake import Intake, Message
from hallctl.office.parts import AGAIN_S, Office, database_trouble
from hallctl.office.pulling import BATCH, Pulling

CONSUMER: Final = "office"

_WAIT_S: Final = 0.5
_REFRESH_S: Final = 2.0
_ACK_S: Final = 120
_ONE_INTAKE: Final = 0x696E7461
"""The advisory lock of who takes entries in: two at once would take each other's for gaps."""
_REPLAYED: Final = "Nats-Stream"
"""The header with which the server answers who asks for a stored message."""
_MB: Final = 1 << 20

_Words = list[tuple[str, bytes]]
"""What halls are told: subject and content."""


class Ingest:
    """Takes entries, notes and live views from the message server into the database."""

    name = "ingest"

    def __init__(self, office: Office) -> None:
        """Prepare; nothing runs yet."""
        self._office = office
        self._stopping = False
        self._second = False
        self._views: dict[str, live.View] = {}

    def stop(self) -> None:
        """End it after the present batch."""
        self._stopping = True

    def run(self) -> None:
        """Work until it is stopped."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        while not self._stopping:
            try:
                await self._work()
            except psycopg.Error as error:
                self._office.said(database_trouble(error))
            except (nats.errors.Error, OSError) as error:
                self._office.said(f"Servidor de mensajes: {str(error) or type(error).__name__}")
            if not self._stopping:
                await asyncio.sleep(AGAIN_S)

    async def _work(self) -> None:
        with await asyncio.to_thread(self._office.database) as connection:
            while not await asyncio.to_thread(_is_only_one, connection):
                if not self._second:
                    self._second = True
                    self._office.said("Otra oficina recibe los asientos: esta espera a que termine.")
                await asyncio.sleep(AGAIN_S)
                if self._stopping:
                    return
            self._second = False
            client = await self._office.messages()
            try:
                await make_streams(client, self._office.setting.config.nats.waiting_mb * _MB)
                await client.subscribe(live.SUBJECTS, cb=self._hear)
                await self._empty(client, connection)
            finally:
                await client.close()

    async def _hear(self, message: Msg) -> None:
        view = live.read_view(message.subject, message.data)
        if view is not None and not is_replayed(message):
            self._views[view.hall] = view

    async def _empty(self, client: Client, connection: Connection) -> None:
        clock_s = self._office.setting.config.alerts.clock_s
        intake = Intake(connection, self._office.keys, clock_s)
        await _tell(client, await asyncio.to_thread(lambda: _words(intake, intake.refresh())))
        await _make_consumer(client.jetstream())
        queue = await Pulling.begun(client, CONSUMER)
        refreshed = time.monotonic()
        while not self._stopping:
            messages = await queue.batch(_WAIT_S)
            if messages:
                sent = [(message.subject, message.data) for message in messages if is_own(message)]
                words = await asyncio.to_thread(_taken, intake, sent)
                for message in messages:
                    await message.ack()
                await _tell(client, words)
            if time.monotonic() - refreshed > _REFRESH_S:
                refreshed = time.monotonic()
                await _tell(client, await asyncio.to_thread(self._look_around, connection, intake))

    def _look_around(self, connection: Connection, intake: Intake) -> _Words:
        """Do what time asks for; return what halls are to hear."""
        news = intake.refresh()
        intake.watch()
        views, self._views = self._views, {}
        live.keep_views(connection, [*views.values()], self._office.setting.config.alerts.clock_s)
        return _words(intake, news)


def start_ingest(office: Office) -> Ingest:
    """Return the part."""
    return Ingest(office)


def is_replayed(message: Msg) -> bool:
    """Return whether the server took a message from a stream: whoever asked for it chose its subject."""
    return _REPLAYED in (message.headers or {})


def is_own(message: Msg) -> bool:
    """Return whether a hall sent a message of its book itself: its line names each."""
    return MESSAGE_ID in (message.headers or {}) and not is_replayed(message)


def _is_only_one(connection: Connection) -> bool:
    """Return whether no other office takes entries in; one that was cut off lets go with its connection."""
    row = connection.execute("SELECT pg_try_advisory_lock(%s)", (_ONE_INTAKE,)).fetchone()
    return row is not None and bool(row[0])


async def _make_consumer(context: JetStreamContext) -> None:
    """Begin at the first message that is not acknowledged: a new consumer waits for no former one's."""
    with suppress(nats.js.errors.NotFoundError):
        await context.delete_consumer(ENTRIES_STREAM, CONSUMER)
    config = ConsumerConfig(
        durable_name=CONSUMER, ack_policy=AckPolicy.EXPLICIT, ack_wait=_ACK_S, max_ack_pending=4 * BATCH
    )
    await context.add_consumer(ENTRIES_STREAM, config)


def _words(intake: Intake, halls: Iterable[str]) -> _Words:
    """Return what the office has of each hall's book, and where that is said."""
    return [(have_subject(hall), intake.have(hall).encode()) for hall in halls]


def _taken(intake: Intake, sent: Sequence[Message]) -> _Words:
    return _words(intake, intake.take(sent))


async def _tell(client: Client, words: _Words) -> None:
    for subject, content in words:
        await client.publish(subject, content)
