"""The modes of what the hall keeps: for the controller's own user, whatever the umask it was started with.

Not responsible for what is handed out (exports, reports, cards), which has the modes that its maker's umask
leaves; nor for keys, which are refused where others can read them.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

FILE: Final = 0o600
FOLDER: Final = 0o700
_OTHERS: Final = 0o077


def opener(path: str, flags: int) -> int:
    """Open a file as ``open`` asks with ``opener=``; a new one is for its owner alone."""
    return os.open(path, flags, FILE)


@contextmanager
def only_ours() -> Iterator[None]:
    """Have what is made inside the block, also by libraries and child processes, be for its owner alone."""
    before = os.umask(_OTHERS)
    try:
        yield
    finally:
        os.umask(before)
