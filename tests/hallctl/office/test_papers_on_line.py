"""Papers reach a hall over its own line, with what the message server lets a hall do."""

import asyncio
import queue

from hallctl.devices.office_line import Office, OfficeLine
from hallctl.minutes.note import COSIGNATURE, verifier_of
from hallctl.minutes.wire.connection import connect, make_streams
from hallctl.minutes.wire.messages import paper_subject
from tests.hallctl.office.keys import ENTERING, OFFICE, accounts
from tests.hallctl.office.servers import Nats
from tests.hallctl.office.test_office_line import NAME, QUICK


def test_papers_that_waited_and_those_that_come_are_handed_over(tmp_path):
    server = Nats(tmp_path, more=accounts())
    came: queue.Queue = queue.Queue()

    async def offer(kind, message):
        client = await connect([server.url], OFFICE, "oficina", timeout_s=5)
        try:
            await make_streams(client, 1 << 20)
            await client.jetstream().publish(paper_subject("sala-1", kind), message)
            await client.jetstream().publish(paper_subject("sala-2", kind), b"another hall's")
        finally:
            await client.close()

    def take(kind, message):
        came.put((kind, message))

    asyncio.run(offer("rules", b"one"))
    office = Office("sala-1", [server.url], verifier_of(NAME, OFFICE, COSIGNATURE), lambda: (ENTERING, None))
    line = OfficeLine(office, tmp_path, queue.SimpleQueue(), None, QUICK, take)
    line.start()
    try:
        assert came.get(timeout=20) == ("rules", b"one")
        asyncio.run(offer("people", b"two"))
        assert came.get(timeout=20) == ("people", b"two")
        assert came.empty()
    finally:
        line.stop()
        server.stop()
