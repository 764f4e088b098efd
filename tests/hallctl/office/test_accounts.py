"""What the message server lets a hall do: nothing in another's name, wherever it has the answer sent."""

import asyncio
import json
from functools import partial

import nats.errors
import pytest

from hallctl.minutes.wire.calls import calls_subject
from hallctl.minutes.wire.connection import connect, make_streams
from hallctl.minutes.wire.messages import ENTRIES_STREAM, Have, have_subject, question_subject, state_subject
from tests.hallctl.office.keys import ENTERING, OFFICE, OTHER, accounts
from tests.hallctl.office.servers import Nats

GET = "$JS.API.DIRECT.GET.LATEST."
OF_THE_OTHER = (
    "hall.sala-2.entries.1",
    "hall.sala-2.state",
    "office.sala-2.have",
    "office.sala-2.papers.rules",
)


ANSWER_S = 20
"""How long an answer that has to come may take on a crowded machine."""


async def came(count, *found):
    """Wait until so much is in each."""
    async with asyncio.timeout(ANSWER_S):
        while min(map(len, found)) < count:
            await asyncio.sleep(0.02)


def test_a_hall_gets_nothing_stored_or_heard_as_another_s_and_reads_nothing_of_it(tmp_path):
    server = Nats(tmp_path, more=accounts())

    async def tried():
        centre, one, two = [
            await connect([server.url], key, name)
            for key, name in ((OFFICE, "oficina"), (ENTERING, "sala-1"), (OTHER, "sala-2"))
        ]
        seen, heard = [], []

        async def asked(message):
            await message.respond(b"answer")

        async def arrived(message):
            seen.append((message.subject, message.data))

        async def listened(message):
            heard.append((message.subject, message.data))

        await make_streams(centre, 1 << 20)
        await centre.subscribe("hall.*.ask.jackpot", cb=asked)
        await centre.subscribe("hall.sala-2.>", cb=arrived)
        await two.subscribe("office.sala-2.>", cb=listened)
        await two.subscribe("_INBOX.sala-2.x", cb=listened)
        for each in (centre, one, two):
            await each.flush()
        kept = centre.jetstream()
        await kept.publish(have_subject("sala-1"), Have().encode())
        await kept.publish(have_subject("sala-2"), b"the other's")
        await kept.publish("office.jackpots.gordo", b"100")
        await two.jetstream().publish(state_subject("sala-2"), b"own")
        await one.jetstream().publish(state_subject("sala-1"), b"forged")
        await two.flush()
        await came(1, seen, heard)
        before = [*seen], [*heard]

        for reply in (*OF_THE_OTHER, "_INBOX.sala-2.x"):
            await one.publish(GET + state_subject("sala-1"), b"", reply=reply)
            await one.publish(GET + have_subject("sala-1"), b"", reply=reply)
            await one.publish(GET + "office.jackpots.gordo", b"", reply=reply)
            await one.publish(state_subject("sala-1"), b"forged", reply=reply)
            await one.publish("hall.sala-1.entries.1", b"own", reply=reply)
            await one.publish(question_subject("sala-1", "jackpot"), b"", reply=reply)
        await one.flush()
        await asyncio.sleep(0.3)
        assert (
            (seen, heard)
            == before
            == ([(state_subject("sala-2"), b"own")], [(have_subject("sala-2"), b"the other's")])
        )
        info = await kept.stream_info(ENTRIES_STREAM, subjects_filter="hall.sala-2.>")
        assert not info.state.subjects

        for subject in (*OF_THE_OTHER, state_subject("sala-1"), have_subject("sala-2")):
            with pytest.raises(nats.errors.Error):
                await one.request(GET + subject, b"", timeout=0.1)
        with pytest.raises(nats.errors.Error):
            await one.request("$JS.API.DIRECT.GET.LATEST", json.dumps({"seq": 1}).encode(), timeout=0.1)
        answered = partial(one.request, payload=b"", timeout=ANSWER_S)
        assert (await answered(GET + have_subject("sala-1"))).data == Have().encode()
        assert (await answered(GET + "office.jackpots.gordo")).data == b"100"
        assert (await answered(question_subject("sala-1", "jackpot"))).data == b"answer"
        for each in (centre, one, two):
            await each.close()

    try:
        asyncio.run(tried())
    finally:
        server.stop()


def test_what_a_hall_calls_reaches_the_hall_that_follows_and_nobody_says_it_in_its_name(tmp_path):
    server = Nats(tmp_path, more=accounts())

    async def tried():
        one, two = [
            await connect([server.url], key, name) for key, name in ((ENTERING, "sala-1"), (OTHER, "sala-2"))
        ]
        heard = []

        async def listened(message):
            heard.append((message.subject, message.data))

        await two.subscribe(calls_subject("sala-1"), cb=listened)
        await one.subscribe(calls_subject("sala-2"), cb=listened)
        await two.flush()
        await one.flush()
        await two.publish(calls_subject("sala-1"), b"forged")
        await one.publish(state_subject("sala-1"), b"forged", reply=calls_subject("sala-2"))
        await two.flush()
        await one.publish(calls_subject("sala-1"), b"called")
        await two.publish(calls_subject("sala-2"), b"followed")
        await came(2, heard)
        assert sorted(heard) == [(calls_subject("sala-1"), b"called"), (calls_subject("sala-2"), b"followed")]
        for each in (one, two):
            await each.close()

    try:
        asyncio.run(tried())
    finally:
        server.stop()
