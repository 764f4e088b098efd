"""Where printed folios go: a folder, or whatever else takes a file by its name.

Not responsible for queues of a print service (``devices.spool``), nor for what a folio is.
"""

import os
from pathlib import Path
from typing import Protocol

from hallctl.minutes import private
from hallctl.minutes.durable import make_folder, sync_folder


class Outlet(Protocol):
    """Where printed folios go; each has a name of its own."""

    def has(self, name: str) -> bool:
        """Whether the folio of this name went there before."""

    def put(self, name: str, content: bytes) -> None:
        """Send a folio there.

        Raises:
            OSError: It did not arrive; nothing is remembered of it.
        """


class FolderOutlet:
    """A folder of files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        make_folder(folder)

    def has(self, name: str) -> bool:
        """Whether the file is there."""
        return (self._folder / name).exists()

    def read(self, name: str) -> bytes:
        """Return the file.

        Raises:
            OSError: It is not there, or cannot be read.
        """
        return (self._folder / name).read_bytes()

    def put(self, name: str, content: bytes) -> None:
        """Write beside its place and move it there: a folio is whole and durable, or not there."""
        place = self._folder / name
        draft = place.with_name(f"{place.stem}.new")
        with open(draft, "wb", opener=private.opener) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(place)
        sync_folder(place)
