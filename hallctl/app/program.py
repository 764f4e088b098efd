"""Which program this is: its version and one SHA-256 over all its files, minuted at each start.

Not responsible for what is done when it is another than yesterday.
"""

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from hallctl import __version__

PACKAGES: Final = ("displays", "drivers", "fonts", "hallctl")
_LEFT_OUT: Final = "__pycache__"


def program() -> str:
    """Return the program's name, version and digest."""
    return f"hallctl {__version__} {program_digest()}"


@cache
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
