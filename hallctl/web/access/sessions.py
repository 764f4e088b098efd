"""Sessions: who entered, from where, and when last seen and last authenticated.

Not responsible for passphrases. Tokens are random and kept only as hashes; a session lives no longer than the
controller, as the keys that people unlocked do. Times are monotonic milliseconds (I22).
"""

import secrets
import threading
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

IDLE_MS: Final = 600_000
LONGEST_MS: Final = 43_200_000
FRESH_MS: Final = 120_000
"""Within which a person must have authenticated for a payment or a step of two people (I16)."""

PIN_TRIES: Final = 3
MOST: Final = 16
"""How many sessions a person has at most; then the one least used ends."""


@dataclass(frozen=True, slots=True)
class Session:
    """One person's stay at one console.

    Attributes:
        key: The hash of its token.
        person: Who entered.
        source: From where.
        csrf: What the forms of this session carry.
        version: Of the account when the person entered.
        began_ms: When they entered.
        used_ms: When they last did something; what the page does by itself does not count.
        proved_ms: When they last typed passphrase or PIN.
        wrong_pins: In a row.
    """

    key: str
    person: str
    source: str
    csrf: str
    version: int
    began_ms: int
    used_ms: int
    proved_ms: int
    wrong_pins: int = 0

    def asleep(self, now_ms: int) -> bool:
        """Return whether it waits for its person's PIN."""
        return now_ms - self.used_ms > IDLE_MS

    def fresh(self, now_ms: int) -> bool:
        """Return whether the person authenticated a moment ago."""
        return now_ms - self.proved_ms <= FRESH_MS


def key_of(token: str) -> str:
    """Return the hash under which a token's session is kept."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


class Sessions:
    """Every open session; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, Session] = {}

    def open(self, person: str, source: str, version: int, now_ms: int) -> tuple[str, Session]:
        """Open a session and return its token, which is kept nowhere."""
        fresh = Session("", person, source, "", version, now_ms, now_ms, now_ms)
        return self._put(fresh, now_ms)

    def renew(self, session: Session, now_ms: int) -> tuple[str, Session]:
        """Give a session that its person woke a new token; it ends when it would have ended."""
        self.close(session.key)
        return self._put(replace(session, used_ms=now_ms, proved_ms=now_ms, wrong_pins=0), now_ms)

    def find(self, token: str, now_ms: int) -> Session | None:
        """Return the session of a token, asleep or awake; None where there is none, or it has ended."""
        with self._lock:
            found = self._open.get(key_of(token))
            if found is not None and now_ms - found.began_ms > LONGEST_MS:
                del self._open[found.key]
                return None
            return found

    def of(self, key: str) -> Session | None:
        """Return a session as it is now."""
        with self._lock:
            return self._open.get(key)

    def count(self, now_ms: int) -> tuple[int, int]:
        """Return how many are awake and how many asleep; what has ended by its age is neither."""
        with self._lock:
            held = [each for each in self._open.values() if now_ms - each.began_ms <= LONGEST_MS]
        asleep = sum(each.asleep(now_ms) for each in held)
        return len(held) - asleep, asleep

    def touch(self, key: str, now_ms: int) -> None:
        """Note that the person did something."""
        self._change(key, used_ms=now_ms)

    def prove(self, key: str, now_ms: int) -> None:
        """Note that the person authenticated again."""
        self._change(key, used_ms=now_ms, proved_ms=now_ms, wrong_pins=0)

    def try_pin(self, key: str) -> int:
        """Count a PIN as wrong before it is looked at, and return how many were; past three the stay ends."""
        with self._lock:
            found = self._open.get(key)
            if found is None:
                return PIN_TRIES + 1
            tries = found.wrong_pins + 1
            self._open[key] = replace(found, wrong_pins=tries)
            if tries > PIN_TRIES:
                del self._open[key]
            return tries

    def close(self, key: str) -> None:
        """End a session."""
        with self._lock:
            self._open.pop(key, None)

    def close_of(self, person: str, but: str = "") -> None:
        """End every session of a person, but one."""
        with self._lock:
            for key in [k for k, each in self._open.items() if each.person == person and k != but]:
                del self._open[key]

    def _put(self, session: Session, now_ms: int) -> tuple[str, Session]:
        token = secrets.token_urlsafe(32)
        opened = replace(session, key=key_of(token), csrf=secrets.token_urlsafe(32))
        with self._lock:
            self._sweep(opened.person, now_ms)
            self._open[opened.key] = opened
        return token, opened

    def _sweep(self, person: str, now_ms: int) -> None:
        for key in [k for k, each in self._open.items() if now_ms - each.began_ms > LONGEST_MS]:
            del self._open[key]
        own = sorted((each for each in self._open.values() if each.person == person), key=lambda s: s.used_ms)
        for each in own[: max(0, len(own) - MOST + 1)]:
            del self._open[each.key]

    def _change(self, key: str, **fields: int) -> None:
        with self._lock:
            found = self._open.get(key)
            if found is not None:
                self._open[key] = replace(found, **fields)  # type: ignore[arg-type]
