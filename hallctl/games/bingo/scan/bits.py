"""Planes of bits: one bit a card, 64 cards to a word.

Not responsible for what a bit means.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

BITS: Final = 64

Words = NDArray[np.uint64]
Ids = NDArray[np.intp]


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
