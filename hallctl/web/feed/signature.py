"""What goes out on the feed, numbered and signed by the controller.

Not responsible for sending it, nor for the fields of a view (``displays.views``). A screen refuses what is
unsigned, older or repeated, so another machine on the network can blank it and cannot put a ball on it.
"""

import json
import time
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from hallctl.minutes import private
from hallctl.minutes.durable import sync_folder
from hallctl.outputs.screens.scene import View

VERSION: Final = 1
VIEW: Final = b"hallctl feed v1 view\n"
"""What the signature of a view is over, before the JSON: a signature for one purpose serves no other."""

HELLO: Final = b"hallctl feed v1 hello\n"
UNSIGNED: Final = "-"


@dataclass(frozen=True, slots=True)
class Sealed:
    """An event of the feed as it goes out.

    Attributes:
        sequence: Its number; it grows with every view that this start of the controller seals.
        data: The bytes of the server-sent event.
    """

    sequence: int
    data: bytes


class Sealer:
    """Numbers and signs what one start of the controller sends; used by one thread."""

    def __init__(
        self,
        key: Ed25519PrivateKey | None,
        boot: str,
        start: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin at number 1.

        Args:
            key: The controller's, None to sign nothing.
            boot: The name of this start.
            start: A number larger than that of every start before (``next_start``).
            clock: Monotonic seconds.
        """
        self._key = key
        self._start = {"version": VERSION, "boot": boot, "start": start}
        self._clock = clock
        self._began = clock()
        self.sequence = 0

    def view(self, screen: str, view: View) -> Sealed:
        """Seal what a screen shows now, under the next number."""
        self.sequence += 1
        return self._sealed("view", VIEW, {"screen": screen, "view": view})

    def hello(self, screen: str, nonce: str) -> Sealed:
        """Answer a screen's random number: whoever asked knows that what follows is no recording."""
        return self._sealed("hello", HELLO, {"screen": screen, "nonce": nonce})

    def _sealed(self, event: str, purpose: bytes, content: dict[str, Any]) -> Sealed:
        passed = int((self._clock() - self._began) * 1000)
        text = plain_json(self._start | {"sequence": self.sequence, "time": passed} | content)
        signature = UNSIGNED if self._key is None else b64encode(self._key.sign(purpose + text)).decode()
        head = f"event: {event}\nid: {self.sequence}\ndata: {signature} ".encode()
        return Sealed(self.sequence, head + text + b"\n\n")


def plain_json(value: Any) -> bytes:
    """Return the canonical JSON of a value as views hold: ASCII keys, integers, texts, lists."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
    return text.encode()


def next_start(file: Path, now: Callable[[], float] = time.time) -> int:
    """Return the number of this start of the controller, larger than every one before, and keep it.

    A file that is lost begins again at the seconds of the clock, which is more than was ever kept in it
    unless the clock went back.

    Args:
        file: Where the number is kept.
        now: POSIX time, in seconds.

    Raises:
        OSError: If the disk refuses.
    """
    try:
        before = int(file.read_text("ascii"))
    except (FileNotFoundError, ValueError):
        before = 0
    start = max(before + 1, int(now()))
    draft = file.with_name(file.name + ".part")
    with open(draft, "w", encoding="ascii", opener=private.opener) as kept:
        kept.write(f"{start}\n")
    draft.replace(file)
    sync_folder(file)
    return start
