"""Making files and names stay: what a sync alone does not do.

Not responsible for what the files hold, nor for naming what goes wrong (``errors``).
"""

import os
from pathlib import Path

from hallctl.minutes import private


class Anchor:
    """Which file a path named when it was opened.

    A folder that is unmounted, moved or emptied leaves its open files to be written to in silence, and what
    is mounted or put in its place is another file.
    """

    def __init__(self, path: Path, descriptor: int | None = None) -> None:
        """Note the file that a path names, or that a descriptor holds.

        Raises:
            OSError: There is none.
        """
        self._path = path
        self._file = _identity(path.stat() if descriptor is None else os.fstat(descriptor))

    def holds(self) -> bool:
        """Return whether the path still names that file.

        Raises:
            OSError: The disk does not answer.
        """
        try:
            return _identity(self._path.stat()) == self._file
        except (FileNotFoundError, NotADirectoryError):
            return False


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def sync_folder(path: Path) -> None:
    """Make the names in the folder of a file durable.

    Raises:
        OSError: The disk refuses.
    """
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def make_folder(path: Path) -> None:
    """Make a private folder with those above it, each durable in the one that holds it; what is there stays.

    Raises:
        OSError: The disk refuses.
    """
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(private.FOLDER, exist_ok=True)
    # Also for one that is there: whoever made it may have been cut off before it was durable.
    sync_folder(path)


def write_again(path: Path, start: int = 0) -> None:
    """Write what a file shows from a place on once more, in place, and sync it.

    After a sync that failed, the kernel may show what never reached the disk and take it for clean: another
    sync writes nothing and succeeds. What is written again is dirty again, and a crash meanwhile leaves of
    each sector one of two equal contents.

    Raises:
        OSError: The disk refuses.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    try:
        while content := os.pread(descriptor, 1 << 20, start):
            start += os.pwrite(descriptor, content, start)
        os.fdatasync(descriptor)
    finally:
        os.close(descriptor)
