"""The manifest of a copy: what it is of, from which machine, and the hash of every file, checked.

Not responsible for making a copy, nor for bringing one back.
"""

import hashlib
import json
import os
import socket
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from hallctl.cli.book.errors import NOT_WHOLE, BookError
from hallctl.cli.copies.named import Place
from hallctl.minutes.verify import verify_book

FORMAT: Final = 1
NAME: Final = "copia.json"
SECRETS: Final = "secretos.cifrado"
HALL: Final = "sala"
"""The folder of what lay in the hall's directory."""
CONFIG: Final = "configuracion"
TOML: Final = "hall.toml"
BOOK: Final = f"{HALL}/libro"

_MACHINE_ID: Final = Path("/etc/machine-id")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a copy says of itself.

    Attributes:
        format: How the copy is to be read.
        made: When, with the offset from UTC.
        program: The program that made it, with its digest.
        hall: The name of the hall.
        host: The name of its machine.
        machine: A digest of the machine's identity; empty where it has none.
        config: The file of the configuration there.
        directory: The hall's directory there.
        addresses: Where console and feed answer, "host:port".
        moved: Whether the hall was closed for good there with this copy.
        entries: How many entries the newest volume has.
        hash: The hash of the last of them; empty for a book without any.
        names: Where the configuration names files, and what it says there in a copy.
        files: Every file but this one and the secrets, with its SHA-256.
        seal: How the secrets are sealed.
    """

    format: int
    made: str
    program: str
    hall: str
    host: str
    machine: str
    config: str
    directory: str
    addresses: tuple[str, ...]
    moved: bool
    entries: int
    hash: str
    names: tuple[tuple[Place, str], ...]
    files: Mapping[str, str]
    seal: Mapping[str, Any]

    @property
    def content(self) -> bytes:
        """The bytes of its file."""
        return (json.dumps(asdict(self), ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()

    @property
    def digest(self) -> str:
        """The SHA-256 of its file, in hex: it stands for the whole copy."""
        return hashlib.sha256(self.content).hexdigest()


def read_manifest(copy: Path) -> Manifest:
    """Read what a copy says of itself.

    Raises:
        BookError: There is no copy, or of a format that this program does not know.
    """
    try:
        content = (copy / NAME).read_bytes()
        values = json.loads(content)
        names = tuple((tuple(place), str(kept)) for place, kept in values["names"])
        manifest = Manifest(**{**values, "addresses": tuple(values["addresses"]), "names": names})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise BookError(f"{copy}: no es una copia de hallctl ({NAME}): {error}") from error
    if manifest.format != FORMAT:
        raise BookError(f"{copy}: la copia es de formato {manifest.format}; este programa lee el {FORMAT}.")
    if manifest.content != content:
        raise BookError(f"{copy}: alguien cambió {NAME}.", NOT_WHOLE)
    return manifest


def demand_whole(copy: Path, manifest: Manifest) -> None:
    """See that every file of a copy is what was written, and that its book verifies where it lies.

    Raises:
        BookError: A file is missing or another, or the book is not whole.
    """
    for name, digest in manifest.files.items():
        path = copy / name
        if not path.resolve().is_relative_to(copy.resolve()):
            raise BookError(f"{copy}: {name} está fuera de la copia.", NOT_WHOLE)
        found = digest_of(path) if path.is_file() else ""
        if found != digest:
            raise BookError(f"{copy}: {name} {'no es el que se copió' if found else 'falta'}.", NOT_WHOLE)
    if any(name.startswith(f"{BOOK}/") for name in manifest.files):
        verdict = verify_book(copy / BOOK)
        if not verdict.ok:
            raise BookError(verdict.describe(), NOT_WHOLE)


def digest_of(path: Path) -> str:
    """Return the SHA-256 of what the disk has of a file, not the kernel's memory."""
    with path.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        return hashlib.file_digest(file, "sha256").hexdigest()


def machine_digest() -> str:
    """Return a digest that only this machine has; empty where it has no identity."""
    try:
        return hashlib.sha256(b"hallctl " + _MACHINE_ID.read_bytes().strip()).hexdigest()
    except OSError:
        return ""


def reached_at(host: str, port: int) -> str:
    """Return where other machines reach what listens at an address of this one."""
    return f"{socket.gethostname() if host == '0.0.0.0' else host}:{port}"
