"""What goes wrong with a book, as codes a person meets and sentences that name the remedy.

Not responsible for stopping the hall: whoever catches a :class:`MinutesError` does that.
"""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hallctl.i18n.plain import named

_SENTENCES = {
    "MIN-FULL": "no queda espacio en el disco del libro. Libere espacio y vuelva a iniciar",
    "MIN-IO": "el disco del libro no respondió a una escritura o lectura. Revise el disco y vuelva a iniciar",
    "MIN-LOCKED": "otro programa está usando el libro. Ciérrelo y vuelva a iniciar",
    "MIN-CHAIN": "el asiento no sigue al último del libro: otro programa escribió en él. Verifique el libro",
    "MIN-CORRUPT": "el archivo no es un libro o está dañado. Verifíquelo y recurra a la copia",
    "MIN-MISSING": "no existe el archivo o su carpeta. Revise la ruta en la configuración",
    "MIN-ACCESS": "no hay permiso para abrir o escribir el archivo. Revise los permisos",
    "MIN-ERROR": "SQLite rechazó la operación. Verifique el libro y vuelva a iniciar",
}

_SQLITE_CODES = {
    sqlite3.SQLITE_FULL: "MIN-FULL",
    sqlite3.SQLITE_IOERR: "MIN-IO",
    sqlite3.SQLITE_BUSY: "MIN-LOCKED",
    sqlite3.SQLITE_LOCKED: "MIN-LOCKED",
    sqlite3.SQLITE_CONSTRAINT: "MIN-CHAIN",
    sqlite3.SQLITE_CORRUPT: "MIN-CORRUPT",
    sqlite3.SQLITE_NOTADB: "MIN-CORRUPT",
    sqlite3.SQLITE_READONLY: "MIN-ACCESS",
    sqlite3.SQLITE_CANTOPEN: "MIN-ACCESS",
    sqlite3.SQLITE_PERM: "MIN-ACCESS",
}

_OS_CODES = {
    errno.ENOSPC: "MIN-FULL",
    errno.ENOENT: "MIN-MISSING",
    errno.ENOTDIR: "MIN-MISSING",
    errno.EDQUOT: "MIN-FULL",
    errno.EACCES: "MIN-ACCESS",
    errno.EPERM: "MIN-ACCESS",
    errno.EROFS: "MIN-ACCESS",
}


FILE_ERRORS = (sqlite3.Error, OSError, UnicodeDecodeError)
"""What opening or reading a file may raise; the last is SQLite quoting a damaged file in its message."""


class MinutesError(Exception):
    """The book cannot be kept or read: nothing may be shown or answered, and the hall stops.

    Attributes:
        code: Stable code, e.g. ``"MIN-FULL"``; docs/minutes.md lists them.
        sentence: What happened and what to do, in Spanish; what it quotes of the book is made plain.
    """

    def __init__(self, code: str, sentence: str) -> None:
        sentence = named(sentence, "\n")
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence


def trouble(error: Exception, path: Path) -> MinutesError:
    """Name what SQLite or the operating system reported about the book at ``path``."""
    if isinstance(error, sqlite3.Error):
        code = _SQLITE_CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "MIN-ERROR")
    elif isinstance(error, OSError):
        code = _OS_CODES.get(error.errno or 0, "MIN-IO")
    else:
        code = "MIN-CORRUPT"
    return MinutesError(code, f"{path.name}: {_SENTENCES[code]} ({error}).")


@contextmanager
def named_trouble(path: Path) -> Iterator[None]:
    """Turn what SQLite or the operating system reports inside the block into a :class:`MinutesError`."""
    try:
        yield
    except FILE_ERRORS as error:
        raise trouble(error, path) from error
