"""Planes of bits: one bit a card, 64 cards to a word.

Not responsible for what a bit means.
"""

from collections.abc import Iterator
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

BITS: Final = 64
_LINE: Final = 64
"""Bytes that a processor fetches together."""
_NEAR: Final = 7 << 18
"""Bytes of a block's planes; half and four times as many were slower."""
_AT_ONCE: Final = 1 << 15
"""Cards prepared together: what is made of them meanwhile stays small."""

Words = NDArray[np.uint64]
Ids = NDArray[np.intp]


def blocks_for(cards: int, planes: int) -> tuple[int, int]:
    """Return in how many blocks, of how many words, planes that are looked at together fit a cache."""
    words = -(-cards // BITS)
    blocks = max(1, -(-words * planes * (BITS // 8) // _NEAR))
    step = _LINE * 8 // BITS
    return blocks, max(1, -(-words // (blocks * step))) * step


def blank(*shape: int) -> Words:
    """Return zeros that begin where a processor fetches."""
    size = prod(shape) * (BITS // 8)
    memory = np.zeros(size + _LINE, np.uint8)
    start = -memory.ctypes.data % _LINE
    return memory[start : start + size].view(np.uint64).reshape(shape)


def parts(cards: int, words: int) -> Iterator[tuple[int, slice, slice]]:
    """Yield some cards at a time: in which block they are, which words of it, and which cards."""
    for block, begin in enumerate(range(0, cards, words * BITS)):
        for first in range(begin, min(begin + words * BITS, cards), _AT_ONCE):
            last = min(first + _AT_ONCE, begin + words * BITS, cards)
            yield block, slice((first - begin) // BITS, -(-(last - begin) // BITS)), slice(first, last)


def ids_of(plane: Words) -> Ids:
    """Return the places of the bits that are set, ascending."""
    if not plane.any():
        return np.empty(0, np.intp)
    words = np.flatnonzero(plane)
    marks = np.unpackbits(plane[words].view(np.uint8).reshape(-1, BITS // 8), axis=1, bitorder="little")
    word, bit = np.nonzero(marks)
    return words[word] * BITS + bit


def count_of(plane: Words) -> int:
    """Return how many bits are set."""
    return int(np.bitwise_count(plane).sum(dtype=np.int64))


def packed(marks: NDArray[np.bool_]) -> Words:
    """Return truths as bits along the last axis, which is filled up with zeros to whole words."""
    short = -marks.shape[-1] % BITS
    padding = [(0, 0)] * (marks.ndim - 1) + [(0, short)]
    bits = np.packbits(np.pad(marks, padding), axis=-1, bitorder="little")
    return np.ascontiguousarray(bits).view(np.uint64)
