"""Lock-out by delay, never for ever: for an account from a source, so that nobody locks out anyone elsewhere.

Not responsible for whether a passphrase is right. Time is handed in, in monotonic milliseconds: a jump of the
wall clock neither ends nor prolongs a delay (I22).
"""

import threading
from dataclasses import dataclass
from typing import Final

FREE_FAILURES: Final = 3
FIRST_MS: Final = 30_000
LONGEST_MS: Final = 900_000
FORGET_MS: Final = 3_600_000
"""After how long without an attempt failures are forgotten; four guesses an hour are no fewer than this."""

MOST: Final = 10_000
"""How many accounts and sources are kept apart; then the delay that ends first is forgotten."""


@dataclass(slots=True)
class _Failures:
    count: int = 0
    until_ms: int = 0
    held: int = 0
    seen_ms: int = 0


@dataclass(frozen=True, slots=True)
class Try:
    """What becomes of an attempt before it is looked at.

    Attributes:
        wait_ms: How long it has to wait; 0 where it is looked at.
        unsaid: Attempts during the delay before this one that nobody wrote down one by one.
        first: Whether this is the first attempt that the delay turns away.
    """

    wait_ms: int
    unsaid: int
    first: bool


class Delays:
    """The failures of everybody from everywhere; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures: dict[tuple[str, str], _Failures] = {}

    def begin(self, account: str, source: str, now_ms: int) -> Try:
        """Count an attempt as a failure before it is looked at: that takes long, and many come at once."""
        with self._lock:
            failures = self._of(account, source, now_ms)
            failures.seen_ms = now_ms
            if now_ms < failures.until_ms:
                failures.held += 1
                return Try(failures.until_ms - now_ms, 0, failures.held == 1)
            unsaid, failures.held = max(0, failures.held - 1), 0
            failures.count += 1
            if failures.count >= FREE_FAILURES:
                doublings = min(failures.count - FREE_FAILURES, 10)
                failures.until_ms = now_ms + min(FIRST_MS << doublings, LONGEST_MS)
            return Try(0, unsaid, False)

    def forgive(self, account: str, source: str) -> None:
        """Forget the failures of an account from a source: it has been entered."""
        with self._lock:
            self._failures.pop((account, source), None)

    def wait_ms(self, account: str, source: str, now_ms: int) -> int:
        """Return how long the next attempt has to wait."""
        with self._lock:
            failures = self._failures.get((account, source))
            return 0 if failures is None else max(0, failures.until_ms - now_ms)

    def _of(self, account: str, source: str, now_ms: int) -> _Failures:
        at = (account, source)
        found = self._failures.get(at)
        if found is not None and now_ms - max(found.until_ms, found.seen_ms) > FORGET_MS:
            found = self._failures[at] = _Failures(held=found.held)
        if found is None:
            if len(self._failures) >= MOST:
                del self._failures[min(self._failures, key=lambda each: self._failures[each].until_ms)]
            found = self._failures[at] = _Failures()
        return found
