"""The line to the head office: the book's entries and checkpoints in order, and what the hall is at.

The hall waits for it in nothing. Not responsible for what is sent next (``wire.outbox``), for what the view
holds, nor for when an entry is written.
"""

import asyncio
import logging
import random
import ssl
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

import nats.errors
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import PubAck
from nats.js.client import JetStreamContext
from nats.js.errors import APIError

from hallctl.devices.office_jackpots import JackpotQuestions
from hallctl.devices.office_papers import TakePaper, follow_papers
from hallctl.devices.office_view import Showing
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.note import Note, NoteError, Verifier
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.wire import connection as wire
from hallctl.minutes.wire.messages import (
    MESSAGE_ID,
    Have,
    WireError,
    have_subject,
    question_subject,
)
from hallctl.minutes.wire.outbox import Letter, Outbox
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "oficina"
LOST: Final = "OFFICE-LOST"
AHEAD: Final = "OFFICE-AHEAD"
REFUSED: Final = "OFFICE-REFUSED"

TICK_S: Final = 0.2
"""How often the line looks whether the book has grown."""

_KEPT_S: Final = 60.0
"""How often at most the office's cosignature is kept in the book."""

_CLOSE_S: Final = 2.0
_LOG: Final = logging.getLogger(__name__)

Credentials = tuple[Ed25519PrivateKey, ssl.SSLContext | None]


class OfficeLostError(OSError):
    """The message server, or the office behind it, cannot be spoken with."""


FAILURES: Final = (OSError, nats.errors.Error, MinutesError, SigningError, WireError)
"""What may go wrong between hall and office."""


@dataclass(frozen=True, slots=True)
class Office:
    """Who the head office is, and how it is reached.

    Attributes:
        hall: What it calls this hall.
        servers: The addresses of its message servers.
        verifier: The key with which it cosigns.
        credentials: Reads the hall's own key, and with what the servers are checked.
    """

    hall: str
    servers: Sequence[str]
    verifier: Verifier
    credentials: Callable[[], Credentials]


@dataclass(frozen=True, slots=True)
class OfficePatience:
    """How long things may take, in seconds.

    Attributes:
        answer: A connection, or the server's word that it has a message.
        first: The wait after a first failure; each further one is twice as long.
        longest: The longest wait.
        silence: How long the office may be away before a notice is raised.
        full: The wait after the server refused a message.
    """

    answer: float = 5.0
    first: float = 1.0
    longest: float = 30.0
    silence: float = 300.0
    full: float = 2.0


class OfficeLine(Worker):
    """Sends the book to the office, in a thread with a loop of its own."""

    def __init__(
        self,
        office: Office,
        folder: Path,
        inbox: Inbox,
        view: Callable[[], Mapping[str, Any]] | None = None,
        patience: OfficePatience = OfficePatience(),
        papers: TakePaper | None = None,
        jackpots: JackpotQuestions | None = None,
    ) -> None:
        """Prepare the line; nothing is opened yet.

        Args:
            office: Who it is.
            folder: Where the volumes are.
            inbox: Where troubles and cosigned checkpoints go.
            view: Returns what the hall is at; None where nothing is shown.
            patience: How long things may take.
            papers: Takes the office's papers; None where nobody does.
            jackpots: What the game asks the office; None where it asks nothing.
        """
        self._office = office
        self._outbox = Outbox(office.hall, folder)
        self._inbox = inbox
        self._showing = Showing(office.hall, view)
        self._papers = papers
        self._jackpots = jackpots
        self._patience = patience
        self._heard: list[Have] = []
        self._said: dict[str, str | None] = dict.fromkeys((LOST, AHEAD, REFUSED))
        self._why = "no contesta"
        self._unread = ""
        self._fault = ("", 0.0)
        self._begun = 0.0
        self._well_at = monotonic()
        self._kept = ("", 0.0)
        super().__init__("office-line")

    @property
    def lag(self) -> int:
        """How many entries are sent that the office does not have yet."""
        return self._outbox.waiting

    def _run(self) -> None:
        asyncio.run(self._until_stopped())

    async def _until_stopped(self) -> None:
        """Keep the line until the hall ends; whatever is under way then is let go."""
        line = asyncio.create_task(self._stay())
        while not self._stopping.is_set() and not line.done():
            await asyncio.wait((line,), timeout=TICK_S / 2)
        line.cancel()
        await asyncio.wait((line,), timeout=_CLOSE_S)
        if line.done() and not line.cancelled():
            line.result()

    async def _stay(self) -> None:
        """Connect for ever."""
        delay = self._patience.first
        while not self._stopping.is_set():  # nats-py may take a cancellation for a stalled message
            began = monotonic()
            try:
                await self._connected()
            except FAILURES as error:
                self._why = getattr(error, "sentence", "") or str(error) or type(error).__name__
            except Exception as error:  # noqa: BLE001 - nothing that is said or wrong here ends a hall
                self._failed(error)
            if self._begun > began:  # it was there: a server that starts anew is back soon
                delay = self._patience.first
            until = monotonic() + delay * random.uniform(0.5, 1.0)
            while monotonic() < until:
                self._tell(well=False)
                await asyncio.sleep(min(TICK_S, delay))
            delay = min(2 * delay, self._patience.longest)

    async def _connected(self) -> None:
        """Speak with the office until the connection is lost.

        Raises:
            OSError, nats.errors.Error, SigningError, MinutesError: Why it is, or never was.
        """
        key, tls = self._office.credentials()
        answer_s = self._patience.answer
        client = await wire.connect(
            self._office.servers, key, self._office.hall, tls=tls, timeout_s=answer_s, troubled=self._troubled
        )
        asking = asyncio.create_task(self._ask(client))
        try:
            await self._begin(client)
            self._begun = monotonic()
            stream = client.jetstream(timeout=answer_s)
            while client.is_connected:
                await self._turn(client, stream)
            raise OfficeLostError("se perdió la conexión")
        finally:
            asking.cancel()
            try:
                async with asyncio.timeout(_CLOSE_S):
                    await client.close()
            except FAILURES as error:
                self._why = str(error) or self._why

    async def _ask(self, client: Client) -> None:
        """Ask what the game wants to know, beside the book: its entries wait for no answer."""

        async def ask(about: str, question: bytes, within_s: float) -> bytes:
            subject = question_subject(self._office.hall, about)
            return (await client.request(subject, question, timeout=within_s)).data

        while self._jackpots is not None:
            try:
                await self._jackpots.keep_asking(ask)
            except Exception as error:  # noqa: BLE001 - the book goes on without
                self._failed(error)
            await asyncio.sleep(self._patience.longest)

    async def _begin(self, client: Client) -> None:
        """Hear the office's last word, and every one from now on."""
        self._outbox.begin()
        self._heard.clear()
        self._showing.begin()
        answer_s = self._patience.answer
        await client.subscribe(have_subject(self._office.hall), cb=self._take)
        await client.flush(round(max(1.0, answer_s)))
        try:
            have, self._unread = await wire.last_word(client, self._office.hall, answer_s), ""
        except WireError as error:
            have, self._unread = Have(), _unreadable(error)
        self._outbox.heard(self._heard.pop() if self._heard else have, monotonic())
        self._heard.clear()
        if self._papers is not None:
            await follow_papers(client, self._office.hall, answer_s, self._guarded(self._papers))

    def _guarded(self, take: TakePaper) -> TakePaper:
        """Return what takes a paper, and tells of one that it fails at: the book goes on."""

        def taken(kind: str, message: bytes) -> None:
            try:
                take(kind, message)
            except Exception as error:  # noqa: BLE001 - the book goes on without
                self._failed(error)

        return taken

    def _failed(self, error: Exception) -> None:
        """Tell of a failure that nobody foresaw, and keep where it was for who mends the program."""
        _LOG.error("office-line: %s", type(error).__name__, exc_info=error)
        self._fault = f"fallo interno ({type(error).__name__}); el registro dice dónde", monotonic()

    async def _take(self, message: Msg) -> None:
        """Take a word of the office; what has another form is none."""
        try:
            self._heard.append(Have.read(message.data))
            self._unread = ""
        except WireError as error:
            self._unread = _unreadable(error)

    async def _troubled(self, error: Exception) -> None:
        self._why = str(error) or type(error).__name__

    async def _turn(self, client: Client, stream: JetStreamContext) -> None:
        """Hear, send a page, show; where there is nothing to send, wait a little."""
        now = monotonic()
        heard, self._heard = self._heard, []
        for have in heard:
            self._outbox.heard(have, now)
            self._keep(have, now)
        letters = self._outbox.page(now)
        await self._show(client, now)
        if letters:
            await self._send(stream, letters)
        else:
            await asyncio.sleep(TICK_S)
        well = self._outbox.calm(monotonic(), self._patience.silence)
        if not well:
            self._why = "el servidor contesta y la oficina no recoge lo enviado"
        self._tell(well=well)

    async def _send(self, stream: JetStreamContext, letters: Sequence[Letter]) -> None:
        """Send messages, and wait until the server has them; from what it refuses on they are sent later."""
        acks = list[asyncio.Future[PubAck]]()
        for each in letters:
            headers = {MESSAGE_ID: each.id}
            acks.append(await stream.publish_async(each.subject, each.content, headers=headers))
        _, late = await asyncio.wait(acks, timeout=self._patience.answer)
        for ack in late:
            ack.cancel()
        for letter, ack in zip(letters, acks, strict=True):
            if ack.cancelled() or ack in late:
                raise OfficeLostError("el servidor no acusa recibo")
            error = ack.exception()
            if isinstance(error, APIError):
                self._outbox.resume()
                await asyncio.sleep(self._patience.full)
                return
            if error is not None:
                raise error
            self._outbox.went(letter, monotonic())

    async def _show(self, client: Client, now: float) -> None:
        shown = self._showing.due(now)
        if shown is not None:
            await client.publish(*shown)

    def _keep(self, have: Have, now: float) -> None:
        """Have the book keep the office's cosignature, now and then: each is one more write."""
        kept, at = self._kept
        if not have.note or have.note == kept or (kept and now - at < _KEPT_S):
            return
        try:
            note = Note.read(have.note)
            own = [each for each in note.lines if Note(note.text, (each,)).signed_by(self._office.verifier)]
            if own:
                self._kept = have.note, now
                self._inbox.put(msg.Cosigned(replace(note, lines=tuple(own))))
        except NoteError as error:
            self._why = str(error)

    def _tell(self, *, well: bool) -> None:
        """Raise and end the notices about the office."""
        now = monotonic()
        fault, at = self._fault
        fault = fault if now - at < self._patience.silence else ""
        if well:
            self._well_at = now
            self._say(LOST, fault or self._unread)
            self._say(AHEAD, self._outbox.ahead)
            self._say(REFUSED, self._outbox.refused)
        elif fault:
            self._say(LOST, fault)
        elif now - self._well_at >= self._patience.silence:
            minutes = max(1, round(self._patience.silence / 60))
            self._say(LOST, f"hace más de {minutes} min: {self._why[:200]}")

    def _say(self, code: str, detail: str) -> None:
        """Report a trouble once, and its end once; at first also its end: it may be of an earlier run."""
        before = self._said[code]
        if self._stopping.is_set() or before == detail or (before and detail and code == LOST):
            return
        self._said[code] = detail
        report = msg.Trouble(DEVICE, code, detail) if detail else msg.Recovered(DEVICE, code)
        self._inbox.put(report)


def _unreadable(error: WireError) -> str:
    return f"lo que dice de este libro no se puede leer ({error!s:.120})"


def last_word(office: Office, answer_s: float = 3.0) -> Have:
    """Ask once what the office has of the book, for who looks at the hall.

    Args:
        office: Who it is.
        answer_s: How long each step may take.

    Raises:
        OSError, nats.errors.Error, SigningError, WireError: It does not answer, or something else.
    """

    async def ask() -> Have:
        key, tls = office.credentials()
        client = await wire.connect(office.servers, key, office.hall, tls=tls, timeout_s=answer_s)
        try:
            return await wire.last_word(client, office.hall, answer_s)
        finally:
            await client.close()

    return asyncio.run(ask())
