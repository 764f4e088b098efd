"""Who signs: a private key with its certificate, and the desk's holder of the keys that people unlocked.

Not responsible for where keys are kept (``keystore``), nor for minuting what happened: every attempt is a
value that the shell writes into its security log. A key in memory stays there until Python forgets it;
nothing here claims to wipe it.
"""

import threading
import unicodedata
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from typing import Final, Protocol

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from hallctl.minutes.signing.errors import SigningError, refused
from hallctl.minutes.signing.verify import ECDSA

TWO_PERSON_MS: Final = 120_000
"""Within which both people of an incident must have authenticated (I16)."""

IDLE_MS: Final = 600_000
LONGEST_MS: Final = 43_200_000
FREE_FAILURES: Final = 3
FIRST_DELAY_MS: Final = 30_000
LONGEST_DELAY_MS: Final = 900_000


class Signer(Protocol):
    """A private key that can sign, wherever it is."""

    @property
    def certificate(self) -> bytes:
        """The certificate, DER."""

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate, hexadecimal."""

    @property
    def algorithm(self) -> str:
        """How it signs: "ecdsa-p256-sha256", "rsa-pkcs1-sha256" or "ed25519"."""

    def sign(self, message: bytes) -> bytes:
        """Sign the bytes; an ECDSA signature is DER.

        Raises:
            SigningError: The key does not answer (a token was taken out).
        """

    def close(self) -> None:
        """Give back what the key holds open; on a token it signs no more."""


def fingerprint_of(certificate: bytes) -> str:
    """Give the SHA-256 of a certificate, hexadecimal."""
    return sha256(certificate).hexdigest()


@dataclass(frozen=True, slots=True)
class SoftwareSigner:
    """A P-256 key in memory; the same message always gets the same signature (RFC 6979)."""

    certificate: bytes
    key: ec.EllipticCurvePrivateKey = field(repr=False)
    algorithm: str = ECDSA

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the certificate, hexadecimal."""
        return fingerprint_of(self.certificate)

    def sign(self, message: bytes) -> bytes:
        """Sign the bytes; the signature is DER."""
        return self.key.sign(message, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))

    def close(self) -> None:
        """Do nothing: a key in memory holds nothing open."""


def composed(person: str) -> str:
    """Return a name as certificates have it (NFC), however it was typed."""
    return unicodedata.normalize("NFC", person)


class Opener(Protocol):
    """What gives a person's signer for a passphrase: the keystore."""

    def unlock(self, person: str, passphrase: str) -> Signer:
        """Return the signer.

        Raises:
            SigningError: KEY-PASSPHRASE, the passphrase is wrong; others from the store.
        """


class Outcome(Enum):
    """How an attempt to unlock a key ended."""

    UNLOCKED = "unlocked"
    WRONG = "wrong"
    DELAYED = "delayed"
    UNKNOWN = "unknown"
    BROKEN = "broken"


_OUTCOMES: Final = {
    "KEY-PASSPHRASE": Outcome.WRONG,
    "KEY-TOKEN-PIN": Outcome.WRONG,
    "KEY-UNKNOWN": Outcome.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to unlock a key, for the security log.

    Attributes:
        person: Whose key.
        origin: From where, e.g. the desk's address.
        outcome: How it ended; while delayed, the passphrase was not looked at.
        failures: Wrong passphrases in a row from this origin, this one with them.
        wait_ms: How long the next attempt has to wait.
        at_ms: When, monotonic milliseconds.
        code: The code of what went wrong, empty when unlocked.
    """

    person: str
    origin: str
    outcome: Outcome
    failures: int
    wait_ms: int
    at_ms: int
    code: str = ""


@dataclass(slots=True)
class _Unlocked:
    signer: Signer
    since_ms: int
    used_ms: int


@dataclass(slots=True)
class _Failures:
    count: int = 0
    until_ms: int = 0

    def add(self, now_ms: int) -> None:
        self.count += 1
        if self.count >= FREE_FAILURES:
            doublings = min(self.count - FREE_FAILURES, 10)
            self.until_ms = now_ms + min(FIRST_DELAY_MS << doublings, LONGEST_DELAY_MS)

    def take_back(self) -> None:
        self.count -= 1
        self.until_ms = 0


class Unlocked:
    """The keys that people have unlocked at the desk, each for as long as its person is there; thread-safe.

    Wrong passphrases delay the next attempt for the same person from the same origin: 30 s after the third,
    doubling up to 15 min, and never for ever. An attempt during the delay is not counted, and a delay never
    takes away a key that is unlocked, so nobody can lock the jefe out.
    """

    def __init__(self, opener: Opener, idle_ms: int = IDLE_MS, longest_ms: int = LONGEST_MS) -> None:
        self._opener = opener
        self._idle_ms = idle_ms
        self._longest_ms = longest_ms
        self._lock = threading.Lock()
        self._keys: dict[str, _Unlocked] = {}
        self._failures: dict[tuple[str, str], _Failures] = {}

    def unlock(self, person: str, passphrase: str, now_ms: int, origin: str = "") -> Attempt:
        """Unlock a person's key; doing it again renews the authentication.

        Args:
            person: The name as in the certificate.
            passphrase: What the person typed.
            now_ms: Monotonic milliseconds.
            origin: From where, as far as delays are kept apart.

        Returns:
            How it ended, never an exception: a store that cannot be read is an attempt that broke.
        """
        person = composed(person)
        at = (person, origin)
        with self._lock:
            failures = self._failures.setdefault(at, _Failures())
            if now_ms < failures.until_ms:
                return self._attempt(at, Outcome.DELAYED, now_ms, "KEY-WAIT")
            # Counted before the passphrase is looked at: that takes long, and many may ask at once.
            failures.add(now_ms)
        try:
            signer = self._opener.unlock(person, passphrase)
        except SigningError as error:
            return self._failed(at, now_ms, error.code)
        with self._lock:
            self._failures.pop(at, None)
            self._forget(person)
            self._keys[person] = _Unlocked(signer, now_ms, now_ms)
            return self._attempt(at, Outcome.UNLOCKED, now_ms)

    def lock(self, person: str) -> None:
        """Forget a person's key, and log out of a token; nothing happens if it is not unlocked."""
        with self._lock:
            self._forget(composed(person))

    def unlocked(self, now_ms: int) -> tuple[str, ...]:
        """Name the people whose keys can sign now."""
        with self._lock:
            self._forget_idle(now_ms)
            return tuple(sorted(self._keys))

    def sign(
        self, person: str, message: bytes, now_ms: int, within_ms: int | None = None
    ) -> tuple[Signer, bytes]:
        """Sign as a person, and return the signature's key with it.

        Args:
            person: Who signs.
            message: What is signed.
            now_ms: Monotonic milliseconds.
            within_ms: The person must have typed the passphrase within this time; None leaves it to the
                idle time-out.

        Raises:
            SigningError: KEY-LOCKED, the key is not unlocked or was idle too long; KEY-AGAIN, the person
                authenticated too long ago for this; or the key's own error, which locks it.
        """
        with self._lock:
            self._forget_idle(now_ms)
            held = self._keys.get(composed(person))
            if held is None:
                raise refused("KEY-LOCKED", name=person)
            if within_ms is not None and now_ms - held.since_ms > within_ms:
                raise refused("KEY-AGAIN", name=person)
            held.used_ms = now_ms
            signer = held.signer
        try:
            return signer, signer.sign(message)
        except SigningError:
            # A token that was taken out does not come back by itself: its PIN is asked for again.
            with self._lock:
                if self._keys.get(person) is held:
                    self._forget(person)
            raise

    def _forget_idle(self, now_ms: int) -> None:
        for person, held in tuple(self._keys.items()):
            if now_ms - held.used_ms > self._idle_ms or now_ms - held.since_ms > self._longest_ms:
                self._forget(person)

    def _forget(self, person: str) -> None:
        held = self._keys.pop(person, None)
        if held is not None:
            held.signer.close()

    def _failed(self, at: tuple[str, str], now_ms: int, code: str) -> Attempt:
        outcome = _OUTCOMES.get(code, Outcome.BROKEN)
        with self._lock:
            failures = self._failures.get(at)
            if outcome is not Outcome.WRONG and failures is not None:
                failures.take_back()  # only guesses at a passphrase delay
                if failures.count == 0:
                    del self._failures[at]  # who is not there leaves nothing behind in memory
            return self._attempt(at, outcome, now_ms, code)

    def _attempt(self, at: tuple[str, str], outcome: Outcome, now_ms: int, code: str = "") -> Attempt:
        failures = self._failures.get(at, _Failures())
        wait = max(0, failures.until_ms - now_ms)
        return Attempt(*at, outcome, failures.count, wait, now_ms, code)
