"""The work queue is emptied batch by batch, the next on its way meanwhile; a lost connection begins anew."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import nats.errors
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.js.api import Header

from hallctl.minutes.wire.connection import connect, make_streams
from hallctl.minutes.wire.messages import MESSAGE_ID
from hallctl.office import ingest, pulling
from hallctl.office.pulling import BATCH, MOST_BYTES, Pulling
from tests.hallctl.office.servers import Nats


class Server:
    """A message server that gives what waits, as nats-server does a pull consumer."""

    def __init__(self, waiting=0):
        self.waiting, self.asked, self.is_connected, self.stats = waiting, [], True, {"reconnects": 0}

    def new_inbox(self):
        return "_INBOX.office.1"

    async def subscribe(self, _, cb):
        self.give_one = cb

    async def publish(self, subject, request, reply):
        assert (subject, reply) == ("$JS.API.CONSUMER.MSG.NEXT.ENTRIES.office", "_INBOX.office.1")
        self.asked.append(json.loads(request)["batch"])

    async def give(self, most=BATCH, **headers):
        for _ in range(min(most, self.waiting)):
            self.waiting -= 1
            headers = {"Nats-Msg-Id": "x", **headers}
            await self.put("hall.sala-1.entries.1", "$JS.ACK.ENTRIES.office.1", headers, b"x")

    async def say(self, status, description=""):
        await self.put(self.new_inbox(), "", {"Status": status, Header.DESCRIPTION: description})

    async def put(self, subject, reply, headers, data=b""):
        await self.give_one(SimpleNamespace(subject=subject, reply=reply, headers=headers, data=data))


def test_the_next_batch_is_asked_for_before_this_one_is_stored():
    async def work():
        server: Any = Server(2 * BATCH + 5)
        queue = await Pulling.begun(server, "office")
        await server.give(5)
        assert len(await queue.batch(0.01)) == 5 and server.asked == [BATCH], "the rest is on its way"
        await server.give(BATCH - 5)
        assert len(await queue.batch(0.01)) == BATCH - 5 and server.asked == [BATCH] * 2
        await server.give()
        assert len(await queue.batch(0.01)) == BATCH
        assert await queue.batch(0.01) == [] and server.asked == [BATCH] * 3, "one waits still"
        await server.say("408")
        assert await queue.batch(0.01) == [] and server.asked == [BATCH] * 4

    asyncio.run(work())


@pytest.mark.parametrize("status", ["404", "408", "409"])
def test_the_status_that_a_hall_writes_into_its_message_is_none_of_the_server(status):
    async def work():
        server: Any = Server(3)
        queue = await Pulling.begun(server, "office")
        await server.give(1)
        await server.give(Status=status, Description="Consumer Deleted")
        assert len(await queue.batch(0.01)) == 3 and server.asked == [BATCH]

    asyncio.run(work())


@pytest.mark.parametrize("fault", ["409", "503", "reconnected", "away"])
def test_what_no_messages_come_after_is_an_error_and_no_silence(fault):
    async def work():
        server: Any = Server(3)
        queue = await Pulling.begun(server, "office")
        await server.give()
        if fault == "reconnected":
            server.stats["reconnects"] = 1
        elif fault == "away":
            server.is_connected = False
        else:
            await server.say(fault)
        with pytest.raises(nats.errors.Error):
            await queue.batch(0.01)

    asyncio.run(work())


def test_what_is_held_is_bounded_in_bytes_too(tmp_path, monkeypatch):
    """Messages of a megabyte each would fill the memory, 2000 at a time."""
    assert MOST_BYTES <= 1 << 24
    monkeypatch.setattr(pulling, "MOST_BYTES", 50_000)
    server = Nats(tmp_path)

    async def batches():
        client = await connect([server.url], Ed25519PrivateKey.generate(), "oficina")
        try:
            await make_streams(client, 1 << 20)
            for number in range(10):
                headers = {MESSAGE_ID: str(number)}
                await client.jetstream().publish("hall.a.entries.1", b"x" * 20_000, headers=headers)
            await ingest._make_consumer(client.jetstream())
            queue, sizes = await Pulling.begun(client, ingest.CONSUMER), list[int]()
            async with asyncio.timeout(10):
                while sum(sizes) < 10:
                    await asyncio.sleep(0.02)  # all that was asked for is here
                    sizes.append(len(await queue.batch(0.5)))
            return sizes
        finally:
            await client.close()

    try:
        assert max(asyncio.run(batches())) <= 2
    finally:
        server.stop()


def test_a_request_whose_end_the_server_does_not_tell_is_followed_by_another(monkeypatch):
    monkeypatch.setattr(pulling, "_EXPIRES_S", 0.02)
    monkeypatch.setattr(pulling, "_SLACK_S", 0.02)

    async def work():
        server: Any = Server()
        queue = await Pulling.begun(server, "office")
        assert await queue.batch(0.001) == [] and server.asked == [BATCH], "one waits still"
        assert await queue.batch(0.05) == [] and server.asked == [BATCH] * 2

    asyncio.run(work())
