"""Whether what a feed brings may be believed: signed by this hall's controller, fresh, and never twice.

Not responsible for connections nor for what a view means. An event's data is a signature in base64, a space,
and JSON in UTF-8; the signature (Ed25519) is over the purpose and the bytes of the JSON.
"""

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

VERSION: Final = 1
VIEW: Final = b"hallctl feed v1 view\n"
HELLO: Final = b"hallctl feed v1 hello\n"
LATEST: Final = 2.0
"""After how many seconds on the way an envelope is too old to be shown."""

_DRIFT: Final = 2e-4
"""How far two clocks may drift apart, in seconds each second; quartz does better by far."""

_SIGNS: Final = 1


class SealError(ValueError):
    """What came may not be shown; the message gives the reason."""


def read_key(text: str) -> Ed25519PublicKey:
    """Return the key of a controller from the text that ``hallctl`` gives: name+identifier+key.

    Raises:
        SealError: If it is no such text.
    """
    name, _, rest = text.strip().partition("+")
    identifier, _, spelled = rest.partition("+")
    try:
        content = base64.b64decode(spelled, validate=True)
    except (binascii.Error, ValueError) as error:
        raise SealError(f"not a controller's key: {text!r:.80}") from error
    named = hashlib.sha256(name.encode() + b"\n" + content).hexdigest()[:8]
    if not name or content[:1] != bytes([_SIGNS]) or len(content) != 33 or named != identifier:
        raise SealError(f"not a controller's key, or one letter of it is wrong: {text!r:.80}")
    return Ed25519PublicKey.from_public_bytes(content[1:])


@dataclass(frozen=True, slots=True)
class _Envelope:
    """The fields of every sealed event, beside its own content.

    Attributes:
        start: Counts the starts of the controller.
        boot: Names that start.
        sequence: Counts what was sealed since.
        time: Seconds since that start.
    """

    start: int
    boot: str
    sequence: int
    time: float
    content: dict[str, Any]


@dataclass(slots=True)
class Gate:
    """Lets through what is signed and newer than everything before; kept across connections.

    Attributes:
        key: The controller's; None believes everybody, for a feed of the same machine.
        screen: The screen that is asked for.
        sequence: The number of the newest view let through.
    """

    key: Ed25519PublicKey | None
    screen: str
    sequence: int = 0
    _start: int = 0
    _boot: str = ""
    _nonce: str = ""
    _asked: float = 0.0
    _answered: bool = field(default=False)
    _offset: float = 0.0
    _set: float = 0.0

    def ask(self, nonce: str, now: float) -> None:
        """Begin a connection: nothing is let through before this random number is answered."""
        self._nonce, self._asked, self._answered = nonce, now, False

    def hello(self, data: bytes) -> None:
        """Take the controller's answer to the random number.

        Raises:
            SealError: If it is none, or of an earlier start.
        """
        envelope = _opened(data, HELLO, self.key)
        if envelope.content.get("nonce") != self._nonce or envelope.content.get("screen") != self.screen:
            raise SealError("it does not answer this screen: a replay")
        if envelope.start < self._start or (envelope.start == self._start and envelope.boot != self._boot):
            raise SealError(
                f"it is from an earlier start of the controller ({envelope.start}, not {self._start})"
            )
        if envelope.start > self._start:
            self._start, self._boot, self.sequence = envelope.start, envelope.boot, 0
        self.sequence = max(self.sequence, envelope.sequence)
        # It was sent after it was asked for: no clock but ours is believed.
        self._offset, self._set, self._answered = self._asked - envelope.time, self._asked, True

    def view(self, data: bytes, now: float) -> Any:
        """Return the view of an envelope, as JSON values.

        Raises:
            SealError: If it may not be shown.
        """
        envelope = _opened(data, VIEW, self.key)
        if not self._answered:
            raise SealError("the feed has not said hello")
        if (envelope.start, envelope.boot) != (self._start, self._boot):
            raise SealError(
                f"it is from another start of the controller ({envelope.start}, not {self._start})"
            )
        if envelope.content.get("screen") != self.screen:
            raise SealError(f"it is for the screen {envelope.content.get('screen')!r:.40}")
        if envelope.sequence <= self.sequence:
            raise SealError(f"it is older or a replay: {envelope.sequence} after {self.sequence}")
        late = now - envelope.time - self._offset - _DRIFT * (now - self._set)
        if late > LATEST:
            raise SealError(f"it was held back for {late:.1f} s")
        self.sequence = envelope.sequence
        return envelope.content.get("view")


def _opened(data: bytes, purpose: bytes, key: Ed25519PublicKey | None) -> _Envelope:
    """Return what is sealed, once its signature is seen to be right."""
    signature, _, text = data.partition(b" ")
    if key is not None:
        try:
            key.verify(base64.b64decode(signature, validate=True), purpose + text)
        except (InvalidSignature, ValueError) as error:
            raise SealError("it is not signed by this hall's controller") from error
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SealError(f"it is no JSON: {error}") from error
    if not isinstance(content, dict) or content.get("version") != VERSION:
        raise SealError(f"it is no envelope of version {VERSION}")
    start, boot, sequence, time = (content.get(name) for name in ("start", "boot", "sequence", "time"))
    counts = (start, sequence, time)
    if not isinstance(boot, str) or not all(type(count) is int and count >= 0 for count in counts):
        raise SealError("it is malformed")
    assert type(start) is int and type(sequence) is int and type(time) is int
    return _Envelope(start, boot, sequence, time / 1000, content)
