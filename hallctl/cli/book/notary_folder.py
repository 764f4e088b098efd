"""The book as a folder for who has no SQLite: notary, inspector, court (docs/minutes.md, "The export").

The same book gives the same bytes. Not responsible for verifying it: the commands do that before.
"""

import base64
import hashlib
import os
import secrets
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from hallctl.cli.book.errors import NOT_WHOLE, BookError, Step
from hallctl.cli.book.sealed import records_of
from hallctl.minutes.canonical import canonical
from hallctl.minutes.durable import sync_folder
from hallctl.minutes.entry import Entry, entry_of, line_of, text_of
from hallctl.minutes.errors import named_trouble
from hallctl.minutes.opening import ENROLLED, OPENED, Certified, Opening
from hallctl.minutes.reader import read_only, stored_rows
from hallctl.rules.events.printing import FolioSealed
from hallctl.rules.folios import data_name

CERTIFICATES: Final = "certificados"
FOLIOS: Final = "folios"
SUMS: Final = "SHA256SUMS"
_NO_KEYS: Final = "Este libro es de una sala sin claves: no lleva firmas ni puntos de control."
_TITLE: Final = ("hall", "company", "licence", "notary", "notarised_on")
_COPIED: Final = {
    "formato-del-libro.md": ("hallctl.cli.book", "minutes.md"),
    "verificar_libro.py": ("hallctl.minutes.notary", "verificar_libro.py"),
}
"""What goes along as it is, with the package that it is in."""


FolioData = Callable[[FolioSealed], bytes | None]
"""Gives the data of a folio that the book records; None where they are not to be had."""


def export(volumes: Sequence[Path], folder: Path, step: Step, data: FolioData = lambda _: None) -> list[str]:
    """Write the volumes of a book into a new folder: all of it, or nothing.

    Args:
        volumes: Their files, in order.
        folder: Must not be there, or be empty.
        step: Called after every entry.
        data: Gives the data of each folio.

    Returns:
        The folios whose data are not to be had, by the names of their files.

    Raises:
        BookError: There is something in the folder.
        MinutesError: A volume cannot be read.
        OSError: The folder cannot be written.
    """
    folder = folder.absolute()
    if os.path.lexists(folder) and not (folder.is_dir() and not any(folder.iterdir())):
        raise BookError(f"{folder}: ya hay algo ahí; exporte a una carpeta nueva.")
    beside = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.part")
    try:  # around the making of the folder as well: Ctrl-C may come as soon as it is there
        beside.mkdir()
        lacking = _write(volumes, beside, step, data)
        beside.replace(folder)
    except BaseException:  # Ctrl-C too: half an export would be taken for a whole one
        if beside.exists():
            shutil.rmtree(beside)
        raise
    sync_folder(folder)
    return lacking


def _write(volumes: Sequence[Path], folder: Path, step: Step, data: FolioData) -> list[str]:
    openings: list[Entry] = []
    certificates: dict[str, bytes] = {}
    (folder / CERTIFICATES).mkdir()
    for volume in volumes:
        for entry in _volume(volume, folder, step):
            openings += [entry] if entry.kind == OPENED else []
            certificates |= {hashlib.sha256(der).hexdigest(): der for der in _certificates(entry)}
    lacking = _folios(volumes, folder / FOLIOS, data)
    for digest, der in certificates.items():
        _put(folder / CERTIFICATES / f"{digest}.der", [der])
    for name, (package, source) in _COPIED.items():
        _put(folder / name, [files(package).joinpath(source).read_bytes()])
    names = sorted(path.name for path in folder.glob("tomo-*.jsonl"))
    _put(folder / "LEEME.txt", [_readme(openings, names).encode()])
    _put(folder / SUMS, [_sums(folder)])
    for path in (folder / CERTIFICATES, folder / FOLIOS, folder):
        sync_folder(path / SUMS)
    return lacking


def _folios(volumes: Sequence[Path], folder: Path, data: FolioData) -> list[str]:
    """Write the data of every folio that the book records; return which are not to be had."""
    lacking = []
    folder.mkdir()
    for name, record in sorted(records_of(volumes).folios.items()):
        content = data(record)
        if content is None or hashlib.sha256(content).hexdigest() != record.data:
            lacking.append(name)
        else:
            _put(folder / data_name(name), [content])
    return lacking


def _volume(volume: Path, folder: Path, step: Step) -> Iterator[Entry]:
    """Write the lines and the checkpoints of a volume as of one moment; give its entries that name keys."""
    with named_trouble(volume), read_only(volume) as connection:
        connection.execute("BEGIN")
        said: list[Entry] = []
        _put(folder / f"{volume.stem}.jsonl", _lines(connection, said.append, step))
        database = Database(connection, recursive_triggers=False, execute_plugins=False)
        kept = list(database.table("checkpoints").rows_where(order_by="number"))
        _put(folder / f"{volume.stem}.puntos", [canonical(each) + b"\n" for each in kept])
        if kept:
            _put(folder / f"{volume.stem}.punto", [str(kept[-1]["note"]).encode()])
    yield from said


def _lines(connection: sqlite3.Connection, said: Callable[[Entry], None], step: Step) -> Iterator[bytes]:
    for row in stored_rows(connection):
        yield line_of(text_of(row), str(row[-1]))
        if row[8] in (OPENED, ENROLLED):
            said(entry_of(row))
        step()


def _certificates(entry: Entry) -> list[bytes]:
    """Give the certificates that an entry names, DER."""
    if entry.kind == ENROLLED:
        return [base64.b64decode(Certified.read(entry.body).certificate)]
    opening = Opening.read(entry)
    named = (opening.authority, *(person.certificate for person in opening.people))
    return [base64.b64decode(each) for each in named if each]


def _put(path: Path, content: Iterable[bytes]) -> None:
    with path.open("xb") as file:
        file.writelines(content)
        file.flush()
        os.fsync(file.fileno())


def _sums(folder: Path) -> bytes:
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return "".join(f"{_digest(folder / name)}  {name}\n" for name in found).encode()


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _readme(openings: list[Entry], names: list[str]) -> str:
    if not openings:
        raise BookError("el libro no tiene diligencia de apertura: no hay nada que exportar.", NOT_WHOLE)
    read = [Opening.read(entry) for entry in openings]
    keys = list(dict.fromkeys(str(opening.controller) for opening in read if opening.controller))
    authorities = list(dict.fromkeys(_sha256(opening.authority) for opening in read if opening.authority))
    options = [*(f"--clave '{key}'" for key in keys), *(f"--autoridad {each}" for each in authorities)]
    told = [f"Clave del controlador:\n  {key}" for key in keys]
    told += [f"Huella SHA-256 de la autoridad:\n  {each}" for each in authorities]
    template = files("hallctl.cli.book").joinpath("LEEME.txt").read_text("utf-8")
    return template.format(
        **{name: openings[-1].body.get(name, "") for name in _TITLE},
        contents="\n".join(line for name in names for line in _contents(name.removesuffix(".jsonl"))),
        command=" ".join(["python3 verificar_libro.py .", *options]),
        keys="\n\n".join(told) or _NO_KEYS,
    )


def _contents(stem: str) -> list[str]:
    return [
        f"  {stem + '.jsonl':<20}  los asientos del tomo, uno por línea, en su orden (JSON)",
        f"  {stem + '.puntos':<20}  los puntos de control del tomo, uno por línea",
        f"  {stem + '.punto':<20}  el último de ellos, si hay alguno",
    ]


def _sha256(der: str) -> str:
    return hashlib.sha256(base64.b64decode(der)).hexdigest()
