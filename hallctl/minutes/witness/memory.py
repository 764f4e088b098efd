"""What a witness must never forget: its key, and the last checkpoint it cosigned of every volume.

Key and memory are made together, at the first start. One without the other is no witness any more: a memory
that was lost, or brought back from a copy, would let it cosign a book that it should refuse. Not responsible
for what may be remembered (``witness``).
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from hallctl.minutes.databases import connect
from hallctl.minutes.note import COSIGNATURE, Note, NoteError, Verifier, verifier_of
from hallctl.minutes.tree import EMPTY_ROOT

KEY: Final = "testigo.key"
MEMORY: Final = "testigo.sqlite"

_BUSY_SECONDS: Final = 5.0
_SCHEMA: Final = """
CREATE TABLE witness (vkey TEXT NOT NULL) STRICT;
CREATE TABLE seen (
    origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL, note TEXT NOT NULL,
    time INTEGER NOT NULL
) STRICT;
CREATE TABLE refused (
    number INTEGER PRIMARY KEY, origin TEXT NOT NULL, note TEXT NOT NULL, time INTEGER NOT NULL
) STRICT;
"""


class MemoryFailedError(OSError):
    """Key or memory cannot be read or kept; the message names what to do."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The last checkpoint that was cosigned of a volume.

    Attributes:
        origin: The volume.
        size: How many entries; 0 before the first checkpoint.
        root: The root of the tree over them, 32 bytes.
        time: When, in seconds of POSIX time; 0 before the first.
    """

    origin: str
    size: int = 0
    root: bytes = EMPTY_ROOT
    time: int = 0


class Turn:
    """One question to the memory and its answer, which nobody else's can come between."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def seen(self, origin: str) -> Seen:
        """Give the last checkpoint of a volume; of an unknown one, that of a tree without leaves."""
        question = "SELECT origin, size, root, time FROM seen WHERE origin = ?"
        row = self._connection.execute(question, (origin,)).fetchone()
        return Seen(origin) if row is None else Seen(*row)

    def note(self, origin: str) -> Note | None:
        """Give the last checkpoint of a volume as it was signed; None before the first.

        Raises:
            NoteError: The memory is damaged.
        """
        row = self._connection.execute("SELECT note FROM seen WHERE origin = ?", (origin,)).fetchone()
        return None if row is None else Note.read(row[0])

    def origins(self) -> int:
        """Count the volumes that are known."""
        return int(self._connection.execute("SELECT count(*) FROM seen").fetchone()[0])

    def keep(self, seen: Seen, note: Note) -> None:
        """Remember a checkpoint in place of the one before it."""
        row = (seen.origin, seen.size, seen.root, str(note), seen.time)
        self._connection.execute("INSERT OR REPLACE INTO seen VALUES (?, ?, ?, ?, ?)", row)

    def refuse(self, origin: str, note: Note, time: int, limit: int) -> None:
        """Remember a signed checkpoint that contradicts the one that was seen, up to so many of a volume."""
        question = "SELECT count(*), coalesce(sum(note = ?), 0) FROM refused WHERE origin = ?"
        count, known = self._connection.execute(question, (str(note), origin)).fetchone()
        if count < limit and not known:
            insert = "INSERT INTO refused (origin, note, time) VALUES (?, ?, ?)"
            self._connection.execute(insert, (origin, str(note), time))


class Memory:
    """Key and memory of a witness, for any thread.

    Attributes:
        key: Its private key.
        verifier: Its public key.
    """

    def __init__(self, connection: sqlite3.Connection, key: Ed25519PrivateKey, verifier: Verifier) -> None:
        self.key = key
        self.verifier = verifier
        self._connection = connection
        self._lock = threading.Lock()

    @classmethod
    def open(cls, folder: Path, name: str) -> Self:
        """Take up a witness where it was left, or make one in an empty folder.

        Args:
            folder: Where key and memory are.
            name: What a new witness is called; one that is there keeps its name.

        Raises:
            MemoryFailedError: Key or memory is missing, damaged, open to others, or not of the other.
        """
        with _named_failures(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not (folder / KEY).exists():
                _make(folder, name)
            verifier, key = _keys(folder)
            return cls(_connect(folder / MEMORY), key, verifier)

    @contextmanager
    def turn(self) -> Iterator[Turn]:
        """Ask and change the memory; what was changed is on the disk at the end of the block.

        Raises:
            MemoryFailedError: It may not be; nothing may be signed.
        """
        with self._lock, _named_failures(Path(MEMORY)):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield Turn(self._connection)
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.rollback()
                raise

    def all(self) -> tuple[tuple[Seen, ...], int]:
        """Give every volume's last checkpoint, and how many contradictions are kept.

        Raises:
            MemoryFailedError: It cannot be read.
        """
        with self._lock, _named_failures(Path(MEMORY)):
            rows = self._connection.execute("SELECT origin, size, root, time FROM seen ORDER BY origin")
            seen = tuple(Seen(*row) for row in rows)
            return seen, int(self._connection.execute("SELECT count(*) FROM refused").fetchone()[0])

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_verifier(folder: Path) -> Verifier:
    """Give the public key of the witness in a folder.

    Raises:
        MemoryFailedError: As ``Memory.open``, or there is none.
    """
    with _named_failures(folder):
        return _keys(folder)[0]


def _make(folder: Path, name: str) -> None:
    """Make memory and key: the memory first, so that a key always has one."""
    memory = folder / MEMORY
    if memory.exists():
        with closing(_connect(memory)) as connection:
            if connection.execute("SELECT EXISTS (SELECT 1 FROM seen)").fetchone()[0]:
                raise _lost(folder, "hay memoria y falta la clave")
    key = Ed25519PrivateKey.generate()
    draft = folder / f"{MEMORY}.new"
    draft.unlink(missing_ok=True)
    with closing(_connect(draft)) as connection:
        connection.executescript(_SCHEMA)
        vkey = str(verifier_of(name, key, COSIGNATURE))
        connection.execute("INSERT INTO witness VALUES (?)", (vkey,))
    draft.replace(memory)
    _sync(folder)
    _write_key(folder / KEY, key)


def _keys(folder: Path) -> tuple[Verifier, Ed25519PrivateKey]:
    path = folder / KEY
    if path.stat().st_mode & 0o077:
        raise MemoryFailedError(f"{path} está abierta a otros usuarios: hágala solo suya (chmod 600 {path}).")
    if not (folder / MEMORY).is_file():
        raise _lost(folder, "hay clave y falta la memoria")
    try:
        key = load_pem_private_key(path.read_bytes(), None)
    except ValueError as error:
        raise _lost(folder, "la clave está dañada") from error
    with closing(_connect(folder / MEMORY)) as connection:
        row = connection.execute("SELECT vkey FROM witness").fetchone()
    try:
        verifier = Verifier.read(row[0] if row else "")
    except NoteError as error:
        raise _lost(folder, "la memoria está dañada") from error
    if not isinstance(key, Ed25519PrivateKey) or verifier_of(verifier.name, key, COSIGNATURE) != verifier:
        raise _lost(folder, "la clave no es la de esta memoria")
    return verifier, key


def _lost(folder: Path, what: str) -> MemoryFailedError:
    return MemoryFailedError(
        f"{folder}: {what}. Este testigo ya no puede atestiguar: retírelo. Empiece otro en una carpeta nueva "
        "y anote la clave nueva en la configuración de la sala, con un incidente."
    )


def _connect(path: Path) -> sqlite3.Connection:
    connection = connect(path, _BUSY_SECONDS, any_thread=True)
    try:
        # Before the first write. In this journal mode EXTRA also syncs the folder, so nothing comes back.
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA trusted_schema = OFF")
        mode, level = connection.execute("PRAGMA journal_mode").fetchone()[0], _level(connection)
        if (mode, level) != ("delete", 3):
            raise MemoryFailedError(f"{path} está en modo {mode}/{level}: otro programa la cambió.")
    except (sqlite3.Error, MemoryFailedError):
        connection.close()
        raise
    return connection


def _level(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA synchronous").fetchone()[0])


def _write_key(path: Path, key: Ed25519PrivateKey) -> None:
    content = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    _sync(path.parent)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def _named_failures(path: Path) -> Iterator[None]:
    try:
        yield
    except MemoryFailedError:
        raise
    except (sqlite3.Error, OSError) as error:
        sentence = f"{path}: la memoria del testigo no se puede usar ({error}). Revise el disco y la carpeta."
        raise MemoryFailedError(sentence) from error
