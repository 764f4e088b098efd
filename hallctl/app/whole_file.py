"""Files that are never seen half written.

Not responsible for the book's own files (``hallctl.minutes.durable``).
"""

import os
from pathlib import Path

from hallctl.minutes.durable import sync_folder


def write_whole(path: Path, content: bytes, *, durable: bool = False) -> None:
    """Write a file beside its place and move it there, so that it is never seen half written.

    Args:
        path: Where.
        content: What.
        durable: Whether it survives a power cut from then on.

    Raises:
        OSError: If it cannot be written; nothing is left behind.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(f"no existe la carpeta {path.parent}")
    beside = path.with_name(f".{path.name}.part")
    try:
        with beside.open("wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        beside.replace(path)
        if durable:
            sync_folder(path)
    finally:
        beside.unlink(missing_ok=True)
