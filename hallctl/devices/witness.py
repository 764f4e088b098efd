"""The line to the book's witness: each checkpoint is sent with its proof, and comes back cosigned (I12).

Not responsible for when a checkpoint is made, nor for keeping the cosigned one in the book: the table does.
"""

import http.client
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final

from hallctl.devices.follower import Follower
from hallctl.devices.witness_wire import Answer, Wire, WitnessLostError
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier
from hallctl.table import messages as msg
from hallctl.table.table import Inbox
from hallctl.table.worker import Worker

DEVICE: Final = "testigo"
LOST: Final = "WITNESS-LOST"
AHEAD: Final = "WITNESS-AHEAD"
UNPROVED: Final = "WITNESS-UNPROVED"
UNASKED: Final = "WITNESS-UNASKED"

_TURNS: Final = 4


class WitnessUnprovedError(ValueError):
    """An answer that the book is not what the witness saw, without the witness's signature."""


class WitnessAheadError(ValueError):
    """The book is shorter than, or not the same as, the one that its witness saw (I12)."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long things may take, in seconds.

    Attributes:
        answer: One step of an exchange; a whole exchange takes three times as long at most.
        first: The wait after a first failure; each further one is twice as long.
        longest: The longest wait.
        silence: How long the witness may be away before a notice is raised.
    """

    answer: float = 5.0
    first: float = 1.0
    longest: float = 60.0
    silence: float = 30.0


@dataclass(frozen=True, slots=True)
class Statement:
    """What the witness answers at the start about the last it saw of a volume.

    Attributes:
        answered: Whether it answered like a witness that knows this book.
        claimed: How many entries it claims to have seen, signed or not.
        signed: The checkpoint that it signed; None where it signs none, or saw nothing.
    """

    answered: bool
    claimed: int = 0
    signed: Checkpoint | None = None


def ask(url: str, note: Note, verifier: Verifier, timeout_s: float = 3.0) -> Statement:
    """Ask the witness what it last saw of a volume, before the book is opened.

    Args:
        url: The witness's address, e.g. ``http://192.168.1.20:8090``.
        note: A checkpoint of the volume, signed by the controller. A witness that never saw the volume
            cosigns it, which is right as long as it is a checkpoint of this book.
        verifier: The witness's key: only what it signed counts.
        timeout_s: For one step of the exchange.
    """
    wire = Wire(url, timeout_s)
    try:
        answer = wire.add(0, (), note)
        if answer.status == http.client.OK:
            return Statement(answered=True)
        if answer.size is None:
            return Statement(answered=False)
        signed = wire.last_signed(Checkpoint.read(note.text).origin, verifier)
        return Statement(answered=True, claimed=answer.size, signed=signed)
    except WitnessLostError:
        return Statement(answered=False)


class WitnessLine(Worker):
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
        self._wire = Wire(url, patience.answer)
        self._verifier = verifier
        self._folder = folder
        self._kept = kept
        self._inbox = inbox
        self._patience = patience
        self._news = threading.Condition()
        self._offered: Note | None = None
        self._book: Follower | None = None
        self._said: str | None = ""
        self._lag: int | None = None
        super().__init__("witness-line")

    @property
    def lag(self) -> int | None:
        """How many entries of the newest checkpoint are not cosigned; None before the first exchange."""
        return self._lag

    def offer(self, note: Note) -> None:
        """Have a checkpoint cosigned that the controller signed and the book keeps; returns at once."""
        with self._news:
            self._offered = note
            self._news.notify()

    def _request_stop(self) -> None:
        """Let go of the line; what is not cosigned waits for the next start."""
        super()._request_stop()
        self._wire.cancel()
        with self._news:
            self._news.notify()

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
            except WitnessUnprovedError as error:
                self._say(UNPROVED, str(error))
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
        checkpoint = Checkpoint.read(note.text)
        book = self._following(checkpoint.origin)
        self._lag = max(0, checkpoint.size - book.cosigned)
        answer = self._exchange(book, checkpoint, note)
        if answer is None:
            return
        line = _cosignature(answer, note, self._verifier)
        book.cosigned = max(book.cosigned, checkpoint.size)
        self._lag = 0
        if not note.cosigned_at(self._verifier):
            self._kept(note.with_lines([line]))

    def _exchange(self, book: Follower, checkpoint: Checkpoint, note: Note) -> Answer | None:
        """Have a checkpoint cosigned; return None where the witness saw more of this same book already."""
        origin, old = checkpoint.origin, min(book.cosigned, checkpoint.size)
        for _ in range(_TURNS):
            answer = self._wire.add(old, book.prove(checkpoint, old), note)
            if answer.status == http.client.OK:
                return answer
            seen = answer.size
            if seen is None or seen == old:
                raise self._refused(book, checkpoint, answer)
            if seen > checkpoint.size:
                self._demand_same(book, checkpoint)
                return None
            if seen < book.cosigned:
                raise WitnessLostError(
                    f"el testigo firmó {book.cosigned} asientos de {origin} y ahora recuerda {seen}: "
                    "perdió su memoria. Retírelo y ponga otro"
                )
            old = seen
        raise WitnessLostError("el testigo dice cada vez otra cosa")

    def _refused(self, book: Follower, checkpoint: Checkpoint, answer: Answer) -> OSError | ValueError:
        if answer.status in (http.client.CONFLICT, http.client.UNPROCESSABLE_ENTITY):
            self._demand_same(book, checkpoint)
            return WitnessLostError(
                f"el testigo rechaza {checkpoint.origin}, y lo que firmó es este mismo libro"
            )
        if answer.status in (http.client.NOT_FOUND, http.client.FORBIDDEN):
            return WitnessLostError(f"el testigo no conoce {checkpoint.origin} o su clave ({answer.status})")
        return WitnessLostError(f"el testigo responde {answer.status}")

    def _demand_same(self, book: Follower, checkpoint: Checkpoint) -> None:
        """See that what the witness signed last is of this book: of a refusal nothing else counts.

        Raises:
            WitnessAheadError: It is of a longer one, or of another.
            WitnessUnprovedError: It signs nothing.
        """
        origin, size = checkpoint.origin, checkpoint.size
        signed = self._wire.last_signed(origin, self._verifier)
        if signed is None:
            raise WitnessUnprovedError(
                f"quien responde por el testigo dice que vio otra cosa que {origin} hasta el asiento "
                f"{size}, y no lo firma: no cuenta. Mire la página del testigo en su propia máquina"
            )
        if book.agrees(signed):
            return
        if signed.size > size:
            raise WitnessAheadError(
                f"el testigo vio {signed.size} asientos de {origin} y el libro tiene {size}"
            )
        raise WitnessAheadError(f"el testigo vio otro libro que no es este hasta {size}: {origin}")

    def _following(self, origin: str) -> Follower:
        if self._book is None or self._book.origin != origin:
            path = self._folder / f"{origin.rpartition('/')[2]}.sqlite"
            book = Follower(path, origin, self._stopping)
            book.find_cosigned(self._verifier)
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
            for code in (LOST, AHEAD, UNPROVED, UNASKED):
                self._inbox.put(msg.Recovered(DEVICE, code))


def _cosignature(answer: Answer, note: Note, verifier: Verifier) -> str:
    """Give the line of the witness's own key; those of other keys mean nothing."""
    try:
        lines = Note.read(f"{note.text}\n{answer.body.decode()}").lines
        own = [line for line in lines if Note(note.text, (line,)).signed_by(verifier)]
    except (NoteError, UnicodeDecodeError) as error:
        raise WitnessLostError(f"la respuesta del testigo no es una firma suya ({error!s:.120})") from error
    if not own:
        raise WitnessLostError(f"quien responde no firma con la clave {verifier.name}")
    return own[0]
