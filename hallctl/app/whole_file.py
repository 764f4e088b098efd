"""Files that are never seen half written.

Not responsible for what must survive a power cut (``hallctl.minutes.durable``).
"""

from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file beside its place and move it there, so that it is never seen half written.

    Raises:
        OSError: If it cannot be written; nothing is left behind.
    """
    if not path.parent.is_dir():
        raise FileNotFoundError(f"no existe la carpeta {path.parent}")
    beside = path.with_name(f".{path.name}.part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
