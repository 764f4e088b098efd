"""Whatever anybody writes into a message's subject or headers, who listens goes on hearing the others."""

import asyncio

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.client import Client

from hallctl.minutes.wire.connection import _Client, connect


def raw(subject, header=b"", reply=b""):
    """Return a message as the server is sent it, to the byte."""
    if not header:
        return b"PUB %b %b 1\r\nx\r\n" % (subject, reply)
    return b"HPUB %b %b %d %d\r\n%bx\r\n" % (subject, reply, len(header), len(header) + 1, header)


@pytest.mark.parametrize(
    "message",
    [
        raw(b"x.a", b"NATS/1.0 \xff\xff\xff\r\nNats-Msg-Id: r\r\n\r\n"),
        raw(b"x.a", b"NATS/1.0 409 \xff\r\n\r\n"),
        raw(b"x.\xff"),
        raw(b"x.a", reply=b"y.\xff"),
        raw(b"x.\xff", b"NATS/1.0\r\nStatus: 409\r\n\r\n", b"\xff"),
        raw(b"x.\v"),
        raw(b"x.a\vb"),
        raw(b"x.a\fb", b"NATS/1.0\r\nA: b\r\n\r\n"),
        raw(b"x.a", reply=b"y.\va"),
    ],
)
def test_a_message_that_cannot_be_read_ends_nobodys_listening(nats_server, message):
    async def heard():
        async with asyncio.timeout(10):
            key = Ed25519PrivateKey.generate()
            one, other = [await connect([nats_server.url], key, name) for name in ("oficina", "mala")]
            messages = await one.subscribe("x.>")
            await one.flush()
            await one.flush()  # the first may be answered by what the connection itself asked
            assert other._transport is not None
            other._transport.write(message)
            await other.publish("x.good", b"good")
            data = [(await messages.next_msg(3)).data for _ in range(2)]
            reconnects = one.stats["reconnects"]
            await one.close()
            await other.close()
            return data, reconnects

    assert asyncio.run(heard()) == ([b"x", b"good"], 0)


def test_a_wait_of_the_client_that_is_cancelled_ends_nobody_who_closes(nats_server):
    """So it is where a lost connection was being opened again."""

    async def closed():
        client = await connect([nats_server.url], Ed25519PrivateKey.generate(), "oficina")
        assert client._transport is not None
        waiting = asyncio.create_task(client._transport.wait_closed())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await client.close()
        return client.is_closed

    assert asyncio.run(closed())


def test_an_order_to_end_is_heard_while_a_connection_closes(monkeypatch):
    async def closes(_):
        await asyncio.sleep(60)

    async def ordered():
        closing = asyncio.create_task(_Client().close())
        await asyncio.sleep(0)
        closing.cancel()
        return await asyncio.gather(closing, return_exceptions=True)

    monkeypatch.setattr(Client, "close", closes)
    (ended,) = asyncio.run(ordered())
    assert isinstance(ended, asyncio.CancelledError)


def test_an_answer_to_a_ping_that_is_waited_for_no_more_ends_nobodys_listening(nats_server):
    async def heard():
        client = await connect([nats_server.url], Ed25519PrivateKey.generate(), "oficina")
        messages = await client.subscribe("x.>")
        await client.flush()
        late = asyncio.get_running_loop().create_future()
        late.cancel()
        await client._send_ping(late)
        await client.publish("x.good", b"good")
        data = (await messages.next_msg(3)).data
        await client.close()
        return data

    assert asyncio.run(heard()) == b"good"
