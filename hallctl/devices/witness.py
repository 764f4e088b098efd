"""The line to the book's witness: each checkpoint is sent with its proof, and comes back cosigned (I12).

Not responsible for when a checkpoint is made, nor for keeping the cosigned one in the book: the table does.
"""

import base64
import http.client
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from hallctl.devices.follower import Follower
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier
from hallctl.table import messages as msg
from hallctl.table.table import Inbox

DEVICE: Final = "testigo"
LOST: Final = "WITNESS-LOST"
AHEAD: Final = "WITNESS-AHEAD"

_SIZE_MEDIA: Final = "text/x.tlog.size"
_MAX_ANSWER: Final = 16 * 1024
_TURNS: Final = 4


class WitnessLostError(OSError):
    """The witness cannot be reached, or does not answer like this book's; the message says how."""


class WitnessAheadError(ValueError):
    """The book is shorter than, or not the same as, the one that its witness saw (I12)."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long things may take, in seconds.

    Attributes:
        answer: One step of an exchange; a whole exchange takes three times as long at most.
        first: The wait after a first failure; each further one is twice as long.
        longest: The longest wait.
        silence: How long the witness may be away before a person is told.
    """

    answer: float = 5.0
    first: float = 1.0
    longest: float = 60.0
    silence: float = 30.0


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    media: str
    body: bytes

    @property
    def size(self) -> int | None:
        """What the witness says that it saw; None when it says something else."""
        said = self.body.removesuffix(b"\n")
        plain = said.isdigit() and len(said) <= 16 and self.status == http.client.CONFLICT
        return int(said) if plain and self.media == _SIZE_MEDIA else None


def ask_size(url: str, note: Note, timeout_s: float = 3.0) -> int | None:
    """Ask the witness what it last saw of a volume, before the book is opened.

    Args:
        url: The witness's address, e.g. ``http://192.168.1.20:8090``.
        note: A checkpoint of the volume, signed by the controller. A witness that never saw the volume
            cosigns it, which is right as long as it is a checkpoint of this book.
        timeout_s: For one step of the exchange.

    Returns:
        The size, 0 where it saw nothing; None where it does not answer, or does not know this book.
    """
    try:
        answer = _Wire(url, timeout_s).post(_request(0, (), note))
    except WitnessLostError:
        return None
    return 0 if answer.status == http.client.OK else answer.size


class WitnessLine:
    """Has every checkpoint cosigned, in a thread of its own; only the newest one matters."""

    def __init__(
        self,
        url: str,
        verifier: Verifier,
        folder: Path,
        kept: Callable[[Note], None],
        inbox: Inbox,
        patience: Patience = Patience(),
    ) -> None:
        """Prepare the line; nothing is opened yet.

        Args:
            url: The witness's address, e.g. ``http://192.168.1.20:8090``.
            verifier: The witness's key.
            folder: Where the volumes are.
            kept: Takes each cosigned checkpoint, in this line's thread: it only hands it on.
            inbox: Where troubles go.
            patience: How long things may take.

        Raises:
            ValueError: The address has another form.
        """
        self._wire = _Wire(url, patience.answer)
        self._verifier = verifier
        self._folder = folder
        self._kept = kept
        self._inbox = inbox
        self._patience = patience
        self._stopping = threading.Event()
        self._news = threading.Condition()
        self._offered: Note | None = None
        self._book: Follower | None = None
        self._said: str | None = ""
        self._lag: int | None = None
        self._thread = threading.Thread(target=self._run, name="witness-line", daemon=True)

    def start(self) -> None:
        """Begin to wait for checkpoints."""
        self._thread.start()

    @property
    def lag(self) -> int | None:
        """How many entries of the newest checkpoint are not cosigned; None before the first exchange."""
        return self._lag

    def offer(self, note: Note) -> None:
        """Have a checkpoint cosigned that the controller signed and the book keeps; returns at once."""
        with self._news:
            self._offered = note
            self._news.notify()

    def stop(self) -> None:
        """Let go of the line, and wait until it is let go; what is not cosigned waits for the next start."""
        self._stopping.set()
        self._wire.cancel()
        with self._news:
            self._news.notify()
        self._thread.join()

    def _run(self) -> None:
        note: Note | None = None
        since: float | None = None
        delay = self._patience.first
        while (note := self._next(note)) is not None:
            try:
                self._have_cosigned(note)
            except WitnessLostError as error:
                since = monotonic() if since is None else since
                if monotonic() - since >= self._patience.silence:
                    self._say(LOST, str(error))
                self._stopping.wait(delay)
                delay = min(2 * delay, self._patience.longest)
                continue
            except WitnessAheadError as error:
                self._say(AHEAD, str(error))
            except MinutesError as error:
                self._book = None
                if not self._stopping.is_set():
                    self._inbox.put(msg.Trouble("libro", "BOOK-DAMAGED", error.sentence))
            else:
                self._recovered()
            note, delay, since = None, self._patience.first, None

    def _next(self, waiting: Note | None) -> Note | None:
        """Give the newest checkpoint, or the one still waiting; None when the line is let go."""
        with self._news:
            while not self._stopping.is_set():
                if self._offered is not None:
                    waiting, self._offered = self._offered, None
                if waiting is not None:
                    return waiting
                self._news.wait()
        return None

    def _have_cosigned(self, note: Note) -> None:
        said = Checkpoint.read(note.text)
        book = self._following(said.origin)
        self._lag = max(0, said.size - book.cosigned)
        answer = self._exchange(book, said, note)
        line = _cosignature(answer, note, self._verifier)
        book.cosigned = max(book.cosigned, said.size)
        self._lag = 0
        if not note.cosigned_at(self._verifier):
            self._kept(note.with_lines([line]))

    def _exchange(self, book: Follower, said: Checkpoint, note: Note) -> _Answer:
        old = min(book.cosigned, said.size)
        for _ in range(_TURNS):
            answer = self._wire.post(_request(old, book.prove(said, old), note))
            if answer.status == http.client.OK:
                return answer
            seen = answer.size
            if seen is None or seen == old:
                raise _refused(answer, said)
            if seen > said.size:
                raise WitnessAheadError(
                    f"el testigo vio {seen} asientos de {said.origin} y el libro tiene {said.size}"
                )
            if seen < book.cosigned:
                raise WitnessLostError(
                    f"el testigo firmó {book.cosigned} asientos de {said.origin} y ahora recuerda {seen}: "
                    "perdió su memoria. Retírelo y ponga otro"
                )
            old = seen
        raise WitnessLostError("el testigo dice cada vez otra cosa")

    def _following(self, origin: str) -> Follower:
        if self._book is None or self._book.origin != origin:
            path = self._folder / f"{origin.rpartition('/')[2]}.sqlite"
            book = Follower(path, origin, self._stopping)
            book.look_back(self._verifier)
            self._book = book
        return self._book

    def _say(self, code: str, detail: str) -> None:
        if self._said != code and not self._stopping.is_set():
            self._said = code
            self._inbox.put(msg.Trouble(DEVICE, code, detail))

    def _recovered(self) -> None:
        if self._said is not None:
            # Also the first time: a trouble of an earlier run may still be latched.
            self._said = None
            self._inbox.put(msg.Recovered(DEVICE, LOST))
            self._inbox.put(msg.Recovered(DEVICE, AHEAD))


class _Wire:
    """HTTP to one address, without proxies: one exchange at a time, which another thread may break off."""

    def __init__(self, url: str, timeout_s: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"not the address of a witness: {url!r:.80}")
        self._kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._host, self._port = parts.hostname, parts.port
        self._path = f"{parts.path.rstrip('/')}/add-checkpoint"
        self._timeout_s = timeout_s
        self._connection: http.client.HTTPConnection | None = None

    def post(self, body: bytes) -> _Answer:
        """Send a request and give the answer.

        Raises:
            WitnessLostError: There was none in time.
        """
        connection = self._connection = self._kind(self._host, self._port, timeout=self._timeout_s)
        # A time-out is for one step; whoever answers byte by byte is broken off here.
        limit = threading.Timer(3 * self._timeout_s, self.cancel)
        limit.daemon = True
        limit.start()
        try:
            connection.request("POST", self._path, body, {"content-type": "text/plain; charset=utf-8"})
            answer = connection.getresponse()
            content = answer.read(_MAX_ANSWER)
            return _Answer(answer.status, answer.getheader("content-type", ""), content)
        except (OSError, http.client.HTTPException) as error:
            where = f"{self._host}:{connection.port}"
            raise WitnessLostError(f"el testigo no responde en {where} ({error!s:.120})") from error
        finally:
            limit.cancel()
            connection.close()

    def cancel(self) -> None:
        """Break off the exchange that is going on."""
        line = self._connection.sock if self._connection is not None else None
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


def _request(old: int, proof: Sequence[bytes], note: Note) -> bytes:
    lines = [f"old {old}", *(base64.b64encode(step).decode() for step in proof)]
    return ("\n".join(lines) + f"\n\n{note}").encode()


def _cosignature(answer: _Answer, note: Note, verifier: Verifier) -> str:
    """Give the line of the witness's own key; those of other keys mean nothing."""
    try:
        lines = Note.read(f"{note.text}\n{answer.body.decode()}").lines
        own = [line for line in lines if Note(note.text, (line,)).signed_by(verifier)]
    except (NoteError, UnicodeDecodeError) as error:
        raise WitnessLostError(f"la respuesta del testigo no es una firma suya ({error!s:.120})") from error
    if not own:
        raise WitnessLostError(f"quien responde no firma con la clave {verifier.name}")
    return own[0]


def _refused(answer: _Answer, said: Checkpoint) -> OSError | ValueError:
    if answer.status in (http.client.CONFLICT, http.client.UNPROCESSABLE_ENTITY):
        return WitnessAheadError(f"el testigo vio otro libro que no es este hasta {said.size}: {said.origin}")
    if answer.status in (http.client.NOT_FOUND, http.client.FORBIDDEN):
        return WitnessLostError(f"el testigo no conoce {said.origin} o su clave ({answer.status})")
    return WitnessLostError(f"el testigo responde {answer.status}")
