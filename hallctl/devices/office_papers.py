"""The head office's papers on the line: the newest of each kind at once, and every one from then on.

Not responsible for the connection (``office_line``), nor for what is made of a paper (``hallctl.app``).
"""

from collections.abc import Callable

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import NotFoundError

from hallctl.minutes.wire.messages import LATEST_STREAM, paper_subject
from hallctl.minutes.wire.papers import KINDS

TakePaper = Callable[[str, bytes], None]
"""Given the kind of a paper by its subject, and the message; the same one may come again."""


async def follow_papers(client: Client, hall: str, answer_s: float, take: TakePaper) -> None:
    """Hand over the papers that are there, and those that come while the connection lasts.

    Args:
        client: The hall's connection.
        hall: What the office calls the hall.
        answer_s: How long the server may take for each answer.
        take: Takes a paper.

    Raises:
        OSError, nats.errors.Error: The server does not answer.
    """

    async def heard(message: Msg) -> None:
        take(message.subject.rpartition(".")[2], message.data)

    stream = client.jetstream(timeout=answer_s)
    await client.subscribe(paper_subject(hall, "*"), cb=heard)
    for kind in KINDS:
        try:
            last = await stream.get_last_msg(LATEST_STREAM, paper_subject(hall, kind), direct=True)
        except NotFoundError:
            continue
        take(kind, last.data or b"")
