"""The Merkle tree over the entries, as RFC 6962 (section 2.1) and RFC 9162 define it, with its proofs.

A leaf is what an entry's hash covers. Not responsible for where entries come from, nor for signing roots
(``checkpoint``). A tree grows; nothing is ever taken out of it.
"""

import hashlib
from collections.abc import Iterable, Sequence

_SIZE = hashlib.sha256().digest_size

EMPTY_ROOT = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""


class ProofError(ValueError):
    """A proof was asked for that does not exist: a leaf or a size beyond the tree."""


def leaf_hash(text: bytes) -> bytes:
    """Hash a leaf: 32 bytes."""
    return hashlib.sha256(b"\x00" + text).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two subtrees into the one above them."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Frontier:
    """The right edge of a growing tree: the roots of its complete subtrees, from the largest to the smallest.

    It takes 32 bytes for each bit set in ``size``, and is all that is needed to go on adding leaves.
    """

    def __init__(self, size: int = 0, peaks: Iterable[bytes] = ()) -> None:
        """Take up a tree where it was left.

        Raises:
            ValueError: There are not as many peaks as a tree of this size has.
        """
        self.size = size
        self._peaks = list(peaks)
        if size < 0 or len(self._peaks) != size.bit_count() or any(len(p) != _SIZE for p in self._peaks):
            raise ValueError(f"{len(self._peaks)} peaks are not those of a tree of {size} leaves")

    @property
    def peaks(self) -> tuple[bytes, ...]:
        """The roots of the complete subtrees, from the largest to the smallest."""
        return tuple(self._peaks)

    def add(self, leaf: bytes) -> None:
        """Add the hash of the next leaf."""
        carry, size, peaks = leaf, self.size, self._peaks
        self.size = size + 1
        while size & 1:
            carry = node_hash(peaks.pop(), carry)
            size >>= 1
        peaks.append(carry)

    def root(self) -> bytes:
        """Give the root of the tree as it stands: 32 bytes."""
        if not self._peaks:
            return EMPTY_ROOT
        root = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            root = node_hash(peak, root)
        return root

    def copy(self) -> "Frontier":
        """Give a tree that grows apart from this one."""
        return Frontier(self.size, self._peaks)


class Tree:
    """A whole tree in memory, which can prove what it holds: about 64 bytes a leaf."""

    def __init__(self) -> None:
        self._levels: list[bytearray] = [bytearray()]

    @property
    def size(self) -> int:
        """How many leaves it has."""
        return len(self._levels[0]) // _SIZE

    def add(self, leaf: bytes) -> None:
        """Add the hash of the next leaf."""
        self._levels[0] += leaf
        level, size = 0, self.size
        while size & 1 == 0:
            below = self._levels[level]
            if level + 1 == len(self._levels):
                self._levels.append(bytearray())
            self._levels[level + 1] += node_hash(bytes(below[-2 * _SIZE : -_SIZE]), bytes(below[-_SIZE:]))
            level, size = level + 1, size >> 1

    def root(self, size: int | None = None) -> bytes:
        """Give the root that the tree had with this many leaves: 32 bytes.

        Raises:
            ProofError: It never had so many.
        """
        size = self._known(self.size if size is None else size)
        return self._range(0, size) if size else EMPTY_ROOT

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """Prove that leaf ``index``, from 0, is in the tree of ``size`` leaves (RFC 9162, 2.1.3.1).

        Raises:
            ProofError: There is no such leaf in it.
        """
        if not 0 <= index < self._known(size):
            raise ProofError(f"there is no leaf {index} in a tree of {size}")
        return self._path(index, 0, size)

    def consistency(self, old: int, size: int) -> list[bytes]:
        """Prove that the tree of ``size`` leaves begins with that of ``old`` (RFC 9162, 2.1.4.1).

        Raises:
            ProofError: ``old`` is larger than ``size``, or the tree never had so many leaves.
        """
        if not 0 <= old <= self._known(size):
            raise ProofError(f"a tree of {size} leaves does not begin with one of {old}")
        return [] if old in {0, size} else self._subproof(old, 0, size, whole=True)

    def _known(self, size: int) -> int:
        if not 0 <= size <= self.size:
            raise ProofError(f"the tree has {self.size} leaves, not {size}")
        return size

    def _range(self, first: int, last: int) -> bytes:
        """Hash the leaves from ``first`` to before ``last``, which is a subtree of the definition."""
        width = last - first
        if width & (width - 1) == 0:
            level = width.bit_length() - 1
            at = (first >> level) * _SIZE
            return bytes(self._levels[level][at : at + _SIZE])
        middle = first + _split(width)
        return node_hash(self._range(first, middle), self._range(middle, last))

    def _path(self, index: int, first: int, last: int) -> list[bytes]:
        if last - first == 1:
            return []
        middle = first + _split(last - first)
        if index < middle:
            return [*self._path(index, first, middle), self._range(middle, last)]
        return [*self._path(index, middle, last), self._range(first, middle)]

    def _subproof(self, old: int, first: int, last: int, *, whole: bool) -> list[bytes]:
        if old == last:
            return [] if whole else [self._range(first, last)]
        middle = first + _split(last - first)
        if old <= middle:
            return [*self._subproof(old, first, middle, whole=whole), self._range(middle, last)]
        return [*self._subproof(old, middle, last, whole=False), self._range(first, middle)]


def included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Return whether ``proof`` shows that the leaf's hash is at ``index`` in the tree (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    node, last, found = index, size - 1, leaf
    for step in proof:
        if last == 0:
            return False
        if node & 1 or node == last:
            found = node_hash(step, found)
            while node & 1 == 0 and node:
                node, last = node >> 1, last >> 1
        else:
            found = node_hash(found, step)
        node, last = node >> 1, last >> 1
    return last == 0 and found == root


def consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Return whether ``proof`` shows that one tree begins with the other (RFC 9162, 2.1.4.2)."""
    if not 0 <= old <= size:
        return False
    if old == size:
        return not proof and old_root == root
    if old == 0:
        return not proof and old_root == EMPTY_ROOT
    steps = list(proof) if old & (old - 1) else [old_root, *proof]
    if not steps:
        return False
    node, last = old - 1, size - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    before = after = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            before, after = node_hash(step, before), node_hash(step, after)
            while node & 1 == 0 and node:
                node, last = node >> 1, last >> 1
        else:
            after = node_hash(after, step)
        node, last = node >> 1, last >> 1
    return last == 0 and before == old_root and after == root


def _split(width: int) -> int:
    """Give the largest power of two below ``width``."""
    return 1 << ((width - 1).bit_length() - 1)
