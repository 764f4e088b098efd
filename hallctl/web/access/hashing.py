"""Passphrases and PINs as Argon2id hashes, each with the cost that it was made at.

Not responsible for how good a passphrase is. One hash takes some tenths of a second on purpose: never call
this on the deciding thread or in an event loop.
"""

import unicodedata
from dataclasses import dataclass

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError


@dataclass(frozen=True, slots=True)
class Cost:
    """What a hash costs to make, and to guess.

    Attributes:
        passes: Over the memory.
        memory_kib: How much of it.
        lanes: How many may run side by side; one leaves the hall's other core to the hall.
    """

    passes: int = 3
    memory_kib: int = 65_536
    lanes: int = 1


class Hasher:
    """Makes and checks hashes; thread-safe."""

    def __init__(self, cost: Cost | None = None) -> None:
        cost = cost or Cost()
        self._argon = PasswordHasher(cost.passes, cost.memory_kib, cost.lanes)
        self._nobody = self.hash("")

    def hash(self, secret: str) -> str:
        """Return the hash of a secret, in the form that names its algorithm, cost and salt."""
        return self._argon.hash(_plain(secret))

    def verify(self, encoded: str, secret: str) -> bool:
        """Return whether the secret is that of the hash, which may have been made at another cost."""
        try:
            return self._argon.verify(encoded, _plain(secret))
        except (VerificationError, InvalidHashError):
            return False

    def spend(self, secret: str) -> None:
        """Take the time of a check where there is nothing to check: the time does not show who is unknown."""
        self.verify(self._nobody, f"x{secret}")

    def outdated(self, encoded: str) -> bool:
        """Return whether the hash was made at another cost than today's."""
        return self._argon.check_needs_rehash(encoded)


def _plain(secret: str) -> bytes:
    # The same letters typed on two keyboards may come as different code points.
    return unicodedata.normalize("NFC", secret).encode("utf-8", "surrogatepass")
