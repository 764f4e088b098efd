"""What a training learns from comes in blocks of columns: each made once, kept in a file, and put together.

It is NOT responsible for what the columns hold.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

BLOCK: Final = 2000
"""Pictures of a block."""

_Columns = TypeVar("_Columns", bound=Any)  # a dataclass of arrays of one length


def kept(kind: type[_Columns], file: Path, make: Callable[[], _Columns]) -> _Columns:
    """The block that a file holds; without one it is made, and kept there."""
    if not file.exists():
        made = make()
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(".draft.npz")
        np.savez(draft, **{each.name: getattr(made, each.name) for each in fields(kind)})
        draft.replace(file)
    with np.load(file) as stored:
        block: _Columns = kind(**{each.name: stored[each.name] for each in fields(kind)})
        return block


def seeds_of(which: int) -> range:
    """The seeds of the pictures of one block."""
    return range(which * BLOCK, (which + 1) * BLOCK)


def joined(parts: Sequence[_Columns]) -> _Columns:
    """Several blocks as one."""
    kind = type(parts[0])
    columns = {
        each.name: np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(kind)
    }
    whole: _Columns = kind(**columns)
    return whole
