"""Who gets to the pages of a new hall: who reads the machine's monitor, and types the code that stands there.

Not responsible for what comes from elsewhere (``hallctl.web.guard``). There are no accounts yet.
"""

import secrets
import threading
from collections.abc import Callable
from typing import Final

_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look alike: i, l, o, 0, 1."""

_GROUPS, _LENGTH = 2, 4
TRIES: Final = 5
"""So many wrong codes, and another one is shown: nobody gets near by trying."""


class Admission:
    """One code at a time, which one browser uses up; who comes with a later one takes its place."""

    def __init__(self, show: Callable[[str], None]) -> None:
        """Admit nobody before the first code, which ``renew`` shows.

        Args:
            show: Shows a code on the machine itself.
        """
        self._show = show
        self._lock = threading.Lock()
        self._code = self._token = ""
        self._wrong = 0

    def renew(self) -> None:
        """Show another code, where there is none that could still be used."""
        with self._lock:
            if not self._code:
                self._new()

    def enter(self, code: str) -> str:
        """Return the token of who types the code; empty where it is another."""
        typed = "".join(each for each in code.lower() if each.isalnum())
        with self._lock:
            good = bool(self._code) and secrets.compare_digest(
                typed.encode("utf-8", "replace"), self._code.replace("-", "").encode()
            )
            if good:
                self._code, self._token, self._wrong = "", secrets.token_urlsafe(32), 0
                return self._token
            self._wrong += bool(self._code)
            if self._wrong >= TRIES:
                self._new()
            return ""

    @property
    def used(self) -> bool:
        """Whether the code that was shown last was used."""
        with self._lock:
            return not self._code

    def admits(self, token: str) -> bool:
        """Return whether a token is that of who entered last."""
        with self._lock:
            return bool(self._token) and secrets.compare_digest(token.encode(), self._token.encode())

    def _new(self) -> None:
        groups = ("".join(secrets.choice(_LETTERS) for _ in range(_LENGTH)) for _ in range(_GROUPS))
        self._code, self._wrong = "-".join(groups), 0
        self._show(self._code)
