"""A connection to the message server with one's own key, and the office's streams on it.

Not responsible for what is said over it, nor for when it is opened and by which thread.
"""

import asyncio
import re
import ssl
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.client import Client
from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig
from nats.js.errors import BadRequestError, NotFoundError
from nats.protocol import parser

from hallctl.minutes.wire.messages import (
    ENTRIES_STREAM,
    ENTRIES_SUBJECTS,
    LATEST_STREAM,
    LATEST_SUBJECTS,
    Have,
    have_subject,
)
from hallctl.minutes.wire.nkey import public_nkey, signer

_FOR_EVER: Final = -1
_AGAIN_S: Final = 1
"""The wait before a server is tried again: one that starts anew is back within a second."""
_SAME_S: Final = 120.0
"""How long JetStream remembers which messages it has, in seconds; then the office knows by the number."""


# As the server writes them: nats-py takes \v and \f for spaces too, which may stand in anybody's subject, and
# such a message, given again and again, would part the office from the server for ever.
_NAME: Final = rb"([^ \t\r\n]+)"
parser.MSG_RE = re.compile(rb"\AMSG %b +(\d+) +(%b +)?(\d+)\r\n" % (_NAME, _NAME))
parser.HMSG_RE = re.compile(rb"\AHMSG %b +(\d+) +(%b +)?(\d+) +(\d+)\r\n" % (_NAME, _NAME))


class _Client(Client):
    """A client that goes on after what it cannot read, as if it were not there.

    Anybody who may send chooses headers and subjects to the byte; on what it cannot decode, nats-py ends its
    reading without a word, and stays connected.
    """

    async def _process_headers(self, headers: bytes) -> dict[str, str] | None:
        try:
            return await super()._process_headers(headers)
        except Exception:  # noqa: BLE001 - whatever it is that nats-py did not think of there
            return {}

    def _build_message(
        self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: dict[str, str] | None
    ) -> Any:
        return super()._build_message(sid, _decodable(subject), _decodable(reply), data, headers)

    async def _process_pong(self) -> None:
        try:
            await super()._process_pong()
        except asyncio.InvalidStateError:
            # It answers a ping that was waited for no more; nobody would be heard from then on.
            self._pings_outstanding = 0

    async def close(self) -> None:
        """Close the connection, also one that was being opened again.

        nats-py then cancels its task that waits for the former socket, and so its own wait for the same one:
        to whoever closes, that looks like an order to end, and would end the line or the office.
        """
        try:
            await super().close()
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise


def _decodable(name: bytes) -> bytes:
    return name.decode(errors="replace").encode()


async def _say_nothing(_: Exception) -> None:
    """Leave it to who waits for the connection."""


async def connect(
    servers: Sequence[str],
    key: Ed25519PrivateKey,
    name: str,
    *,
    tls: ssl.SSLContext | None = None,
    timeout_s: float = 5.0,
    troubled: Callable[[Exception], Awaitable[None]] = _say_nothing,
) -> Client:
    """Enter the message server; a connection that is lost is opened again, for as long as it is not closed.

    Args:
        servers: Addresses, ``nats://…`` or ``tls://…``.
        key: Whose public NKey the server knows.
        name: Who this is, for who looks at the server.
        tls: With what the server is checked; None on this machine alone.
        timeout_s: How long the first attempt may take.
        troubled: Told what goes wrong meanwhile.

    Raises:
        OSError: The server cannot be reached, or does not let this key in.
        nats.errors.Error: Likewise.
    """
    client = _Client()
    # nats-py sets this itself only for a seed, which takes a package without wheels.
    client._public_nkey = public_nkey(key)
    try:
        # Without an end of its own, the first attempt is repeated for ever, like the later ones.
        async with asyncio.timeout(timeout_s):
            await client.connect(
                list(servers),
                name=name,
                signature_cb=signer(key),
                tls=tls,
                connect_timeout=max(1, round(timeout_s)),
                allow_reconnect=True,
                max_reconnect_attempts=_FOR_EVER,
                reconnect_time_wait=_AGAIN_S,
                error_cb=troubled,
                inbox_prefix=f"_INBOX.{name}".encode(),
            )
    except BaseException:
        await client.close()
        raise
    return client


async def make_streams(client: Client, most_bytes: int) -> None:
    """Make the two streams, or leave them as they are; only the office does.

    Args:
        client: A connection of the office.
        most_bytes: How much may wait for the office; beyond it a hall's message is refused, and comes again.

    Raises:
        nats.errors.Error: The server refuses.
    """
    context = client.jetstream()
    entries = StreamConfig(
        name=ENTRIES_STREAM,
        subjects=list(ENTRIES_SUBJECTS),
        retention=RetentionPolicy.WORK_QUEUE,
        discard=DiscardPolicy.NEW,
        storage=StorageType.FILE,
        max_bytes=most_bytes,
        duplicate_window=_SAME_S,
    )
    latest = StreamConfig(
        name=LATEST_STREAM,
        subjects=list(LATEST_SUBJECTS),
        max_msgs_per_subject=1,
        storage=StorageType.FILE,
        allow_direct=True,
    )
    for each in (entries, latest):
        try:
            await context.add_stream(each)
        except BadRequestError:
            await context.update_stream(each)


async def last_word(client: Client, hall: str, answer_s: float = 5.0) -> Have:
    """Return what the office said last of a hall's book; that it has nothing, where it said nothing yet.

    Args:
        client: A connection of the hall.
        hall: What the office calls it.
        answer_s: How long the server may take.

    Raises:
        OSError, nats.errors.Error: The server does not answer.
        WireError: What it keeps has another form.
    """
    stream = client.jetstream(timeout=answer_s)
    try:
        last = await stream.get_last_msg(LATEST_STREAM, have_subject(hall), direct=True)
    except NotFoundError:
        return Have()
    return Have.read(last.data or b"")
