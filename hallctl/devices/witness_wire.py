"""HTTP to the book's witness, and which of its words count: those that its key signed.

Not responsible for what the book makes of them (``witness``).
"""

import base64
import http.client
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode, urlsplit

from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier

_SIZE_MEDIA: Final = "text/x.tlog.size"
_MAX_ANSWER: Final = 16 * 1024


class WitnessLostError(OSError):
    """The witness cannot be reached, or does not answer like this book's; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the witness, as HTTP has it."""

    status: int
    media: str
    body: bytes

    @property
    def size(self) -> int | None:
        """The size that the witness saw; None when the answer is something else."""
        digits = self.body.removesuffix(b"\n")
        plain = digits.isdigit() and len(digits) <= 16 and self.status == http.client.CONFLICT
        return int(digits) if plain and self.media == _SIZE_MEDIA else None


class Wire:
    """HTTP to one address, without proxies: one exchange at a time, which another thread may break off."""

    def __init__(self, url: str, timeout_s: float) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"not the address of a witness: {url!r:.80}")
        self._kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._host, self._port = parts.hostname, parts.port
        self._path = parts.path.rstrip("/")
        self._timeout_s = timeout_s
        self._connection: http.client.HTTPConnection | None = None

    def add(self, old: int, proof: Sequence[bytes], note: Note) -> Answer:
        """Ask for a checkpoint to be cosigned and give the answer.

        Raises:
            WitnessLostError: There was none in time.
        """
        kind = {"content-type": "text/plain; charset=utf-8"}
        return self._exchange("POST", f"{self._path}/add-checkpoint", _request(old, proof, note), kind)

    def last_signed(self, origin: str, verifier: Verifier) -> Checkpoint | None:
        """Ask for the last checkpoint that the witness saw of a volume; None where it signs none.

        Whoever can write to the network can write an answer: what is not signed by the witness's own key
        proves nothing.

        Raises:
            WitnessLostError: There was no answer in time.
        """
        question = f"{self._path}/checkpoint?{urlencode({'origin': origin})}"
        answer = self._exchange("GET", question, None, {})
        try:
            note = Note.read(answer.body.decode())
            checkpoint = Checkpoint.read(note.text)
            return checkpoint if note.signed_by(verifier) and checkpoint.origin == origin else None
        except (NoteError, UnicodeDecodeError):
            return None

    def _exchange(self, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        connection = self._connection = self._kind(self._host, self._port, timeout=self._timeout_s)
        # A time-out is for one step; whoever answers byte by byte is broken off here.
        limit = threading.Timer(3 * self._timeout_s, self.cancel)
        limit.daemon = True
        limit.start()
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = answer.read(_MAX_ANSWER)
            return Answer(answer.status, answer.getheader("content-type", ""), content)
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
