"""The root over a list of leaves, hashed as RFC 6962 does (section 2.1).

Not responsible for proofs, nor for what the leaves say.
"""

import hashlib
from collections.abc import Sequence


def root(leaves: Sequence[bytes]) -> str:
    """Return the Merkle tree hash of the leaves in hex; that of no leaves is SHA-256 of nothing."""
    level = [hashlib.sha256(b"\x00" + leaf).digest() for leaf in leaves]
    if not level:
        return hashlib.sha256(b"").hexdigest()
    # Pairs from the left, the odd one carried up as it is, make the tree of the definition.
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)
        above = [hashlib.sha256(b"\x01" + left + right).digest() for left, right in pairs]
        level = above + level[len(level) & ~1 :]
    return level[0].hex()
