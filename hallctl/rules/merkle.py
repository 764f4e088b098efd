"""The root over a list of leaves, hashed as RFC 6962 does (section 2.1).

Not responsible for proofs, nor for what the leaves say.
"""

import hashlib
from collections.abc import Sequence


def root(leaves: Sequence[bytes]) -> str:
    """Return the Merkle tree hash of the leaves in hex; that of no leaves is SHA-256 of nothing."""
    return _hash(leaves).hex()


def _hash(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    # The left part is the largest power of two below the size, so that a log only ever grows to the right.
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + _hash(leaves[:left]) + _hash(leaves[left:])).digest()
