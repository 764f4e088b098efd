"""The one way in which the program opens a SQLite file of its own.

SQLite keeps other programs off a file by locks that belong to the process, not to a descriptor: closing *any*
descriptor of the file drops them all, also one that had nothing to do with SQLite. The next program that
closes the file then takes itself for the last one and deletes its log: what is committed afterwards goes into
a deleted file, and what others commit is not seen any more. So no other code opens such a file; nothing of it
is read, hashed, copied or synced but through SQLite, by a process that may have it open.

Not responsible for what is in a file, for its journal mode, nor for naming what goes wrong.
"""

import os
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

from hallctl.minutes import private

_MAKING: Final = threading.Lock()
"""Nobody connects to a file while the descriptor by which it was made is open."""


def connect(path: Path, timeout_s: float, *, any_thread: bool = False) -> sqlite3.Connection:
    """Open a file for reading and writing; one that is not there is made, for its owner alone.

    The companions that SQLite makes beside it have its mode.

    Args:
        path: Where it is.
        timeout_s: How long to wait for others who hold it.
        any_thread: Whether threads share the connection, one at a time.

    Raises:
        sqlite3.Error: SQLite cannot open it.
        OSError: It cannot be made.
    """
    with _MAKING:
        if not path.exists():
            with suppress(FileExistsError):  # another program was faster
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_CLOEXEC, private.FILE))
        return sqlite3.connect(path, timeout_s, isolation_level=None, check_same_thread=not any_thread)


def connect_memory() -> sqlite3.Connection:
    """Open a database in memory, which has no file."""
    return sqlite3.connect(":memory:")


def connect_reading(path: Path, timeout_s: float, *, immutable: bool = False) -> sqlite3.Connection:
    """Open a file that is there without any means to change it.

    Args:
        path: Where it is.
        timeout_s: How long to wait for others who hold it.
        immutable: Whether nobody else has it open, so that no companion is looked for or made.

    Raises:
        sqlite3.Error: SQLite cannot open it.
    """
    uri = f"{path.absolute().as_uri()}?{'immutable=1' if immutable else 'mode=ro'}"
    with _MAKING:
        return sqlite3.connect(uri, timeout_s, isolation_level=None, uri=True)
