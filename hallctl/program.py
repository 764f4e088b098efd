"""Which program this is: its version, its date and one SHA-256 over all its files.

The opening diligence says version and digest. Not responsible for what is done when the program is another
than yesterday, nor for what a clock from before its date forbids (``hallctl.table.reference``).
"""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from hallctl import __version__

BUILT: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""When this version was made; it moves with the version, and no clock is right that shows an earlier day."""

PACKAGES: Final = ("displays", "drivers", "fonts", "hallctl")
_LEFT_OUT: Final = "__pycache__"


def program() -> str:
    """Return the program's name, version and digest."""
    return f"hallctl {__version__} {program_digest()}"


def program_digest() -> str:
    """Return the SHA-256, in hex, over names and contents of every file of the program, in their order."""
    whole = hashlib.sha256()
    for package in PACKAGES:
        for name, file in sorted(_files(package, files(package)), key=lambda item: item[0]):
            content = hashlib.sha256(file.read_bytes()).hexdigest()
            whole.update(f"{content}  {name}\n".encode())
    return whole.hexdigest()


def _files(name: str, folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    for item in folder.iterdir():
        if item.name == _LEFT_OUT:
            continue
        if item.is_dir():
            yield from _files(f"{name}/{item.name}", item)
        else:
            yield f"{name}/{item.name}", item
