"""The roots that a growing tree had a while ago, so that a checkpoint that comes late is compared at once.

Not responsible for the tree.
"""

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Final

from hallctl.minutes.tree import Frontier, leaf_hash

_KEPT: Final = 256
_HASH_SIZE: Final = len(',"hash":""') + 64


class Roots:
    """The peaks of the newest sizes of one tree."""

    def __init__(self) -> None:
        self._peaks: deque[tuple[int, tuple[bytes, ...]]] = deque(maxlen=_KEPT)

    def add(self, tree: Frontier) -> None:
        """Take note of the tree as it stands."""
        self._peaks.append((tree.size, tree.peaks))

    @property
    def newest(self) -> tuple[bytes, ...]:
        """The peaks of the newest size."""
        return self._peaks[-1][1]

    def at(self, size: int) -> bytes | None:
        """Return the root of a size; None where that is not known any more."""
        newest = self._peaks[-1][0] if self._peaks else 0
        at = len(self._peaks) - 1 - (newest - size)
        if not 0 <= at < len(self._peaks):
            return None
        return Frontier(*self._peaks[at]).root()

    @staticmethod
    def of(lines: Iterable[bytes], size: int) -> bytes:
        """Return the root over the first lines, which were verified."""
        return _tree_of(islice(lines, size)).root()

    @staticmethod
    def peaks_of(lines: Iterable[bytes]) -> tuple[bytes, ...]:
        """Return the peaks of the tree over lines which were verified."""
        return _tree_of(lines).peaks


def _tree_of(lines: Iterable[bytes]) -> Frontier:
    tree = Frontier()
    for line in lines:
        tree.add(leaf_hash(_text_of(line)))
    return tree


def _text_of(line: bytes) -> bytes:
    """Return what the hash of a verified line covers."""
    head, kind, tail = line.rpartition(b',"kind":')
    return b"".join((head[:-_HASH_SIZE], kind, tail[:-1]))
