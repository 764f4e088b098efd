"""A hall copied into a new folder while it plays: whole and verified from there, or not there.

What the book must not fall behind (folios, the newest checkpoint) is copied before it, and what must not fall
behind the book (accounts, the security log) after it. The second medium is not copied: it is written anew
from the book. Not responsible for the passphrase, nor for bringing a copy back.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from hallctl.app.program import program
from hallctl.app.vault import Places, second_media
from hallctl.cli.book.errors import BookError
from hallctl.cli.copies import manifest as said
from hallctl.cli.copies.manifest import Manifest
from hallctl.cli.copies.named import Place, files_of, named_files
from hallctl.cli.copies.sealed import SAFE, new_parameters, sealed, unsealed
from hallctl.config.hall import Setting
from hallctl.config.tomlfile import read_toml
from hallctl.minutes import private
from hallctl.minutes.databases import connect, connect_memory
from hallctl.minutes.durable import make_folder, sync_folder
from hallctl.minutes.errors import named_trouble
from hallctl.minutes.reader import Reader, read_only
from hallctl.minutes.volume_file import sole_writer
from hallctl.minutes.volumes import volumes_in

_PART: Final = ".part"
_LEFT_OUT: Final = frozenset({".log", ".tty", ".lock", ".part", ".new", ".nuevo", ".sock"})
_COMPANIONS: Final = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a copy.

    Attributes:
        folder: Where the copy's own folder is made, e.g. on a stick.
        passphrase: Of its secrets.
        pictures: Whether the pictures of balls go along.
        move: Whether the hall ends here with it, to go on elsewhere.
    """

    folder: Path
    passphrase: str
    pictures: bool = False
    move: bool = False


def back_up(setting: Setting, wish: Wish, now: datetime) -> tuple[Path, Manifest]:
    """Copy a hall into a new folder; return that, and what it says of itself.

    Raises:
        BookError: There is no folder, the passphrase is too short, or what was written is not what was read.
        MinutesError: The book cannot be read; or the hall is to move, and runs (MIN-LOCKED).
        OSError: The stick or the disk refuses.
    """
    if not wish.folder.is_dir():
        raise BookError(f"{wish.folder}: no hay ninguna carpeta; conecte la memoria, o cree la carpeta.")
    place = wish.folder / f"hallctl-{now:%Y%m%dT%H%M%S}"
    draft = place.with_name(f".{place.name}{_PART}")
    if place.exists():
        raise BookError(f"{place}: ya existe; espere un segundo.")
    with ExitStack() as stack:
        if wish.move:
            stack.enter_context(_stopped(setting))
        shutil.rmtree(draft, ignore_errors=True)
        stack.callback(shutil.rmtree, draft, ignore_errors=True)
        draft.mkdir(private.FOLDER)
        manifest = _write(setting, wish, now, draft)
        _sync(draft)
        _demand_written(draft, manifest, wish.passphrase)
        draft.rename(place)
        sync_folder(place)
        if wish.move:
            _mark_moved(setting, place, manifest)
    return place, manifest


def _write(setting: Setting, wish: Wish, now: datetime, draft: Path) -> Manifest:
    """Write all of a copy in the order that keeps its parts consistent; return its manifest."""
    places = Places(setting.directory)
    _copy_hall(setting, draft / said.HALL, wish.pictures)
    _copy_book(places.book, draft / said.BOOK)
    names = _copy_config(setting, draft / said.CONFIG)
    secrets = dict(_secrets(setting))
    entries, last = _end_of(draft / said.BOOK)
    files = {
        str(path.relative_to(draft)): said.digest_of(path)
        for path in sorted(draft.rglob("*"))
        if path.is_file()
    }
    console, feed = setting.config.console, setting.config.feed
    manifest = Manifest(
        format=said.FORMAT,
        made=now.isoformat(timespec="seconds"),
        program=program(),
        hall=setting.config.hall.name,
        host=os.uname().nodename,
        machine=said.machine_digest(),
        config=str(setting.path.resolve()),
        directory=str(setting.directory.resolve()),
        addresses=tuple(said.reached_at(each.host, each.port) for each in (console, feed)),
        moved=wish.move,
        entries=entries,
        hash=last,
        names=names,
        files=files,
        seal=new_parameters(),
    )
    (draft / said.NAME).write_bytes(manifest.content)
    content = sealed(secrets, wish.passphrase, manifest.seal, manifest.content)
    (draft / said.SECRETS).write_bytes(content)
    return manifest


def _copy_hall(setting: Setting, target: Path, pictures: bool) -> None:
    """Copy what lies in the hall's directory, but for book, secrets and what only runs."""
    source, places = setting.directory, Places(setting.directory)
    apart = {places.book, places.accounts, places.security, second_media(setting), _keys(setting)}
    apart |= set() if pictures else {places.pictures}
    target.mkdir(parents=True)
    for path in _files(source, {each.resolve() for each in apart if each is not None}):
        _copy(path, target / path.relative_to(source))


def _files(folder: Path, apart: set[Path]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.resolve() in apart or path.is_symlink():
            continue
        if path.is_dir():
            yield from _files(path, apart)
        elif path.is_file() and path.suffix not in _LEFT_OUT and not path.name.endswith(_COMPANIONS):
            yield path


def _copy_book(book: Path, target: Path) -> None:
    """Copy every volume as SQLite sees it now, its newest entries too."""
    target.mkdir()
    for volume in volumes_in(book):
        with named_trouble(volume), read_only(volume) as source:
            _copy_database(source, target / volume.name)


def _copy_database(source: sqlite3.Connection, target: Path) -> None:
    with closing(connect(target, 0)) as copy:
        source.backup(copy)


def _copy_config(setting: Setting, target: Path) -> tuple[tuple[Place, str], ...]:
    """Copy the configuration with the files that it names; return what it says of them in the copy."""
    target.mkdir()
    _copy(setting.path, target / said.TOML)
    found = named_files(setting.path, read_toml(setting.path))
    for named in found:
        for kept, path in files_of(named):
            _copy(path, target / kept)
    return tuple((named.place, str(named.kept)) for named in found)


def _secrets(setting: Setting) -> Iterator[tuple[str, bytes]]:
    """Yield what only the passphrase opens: accounts and security log as they are now, and the keys."""
    places, keys = Places(setting.directory), _keys(setting)
    for path in (places.accounts, places.security):
        if path.is_file():
            yield path.name, _content_of(path)
    if keys is not None and keys.is_dir():
        for path in sorted(keys.rglob("*")):
            if path.is_file() and path.suffix not in _LEFT_OUT:
                yield f"{SAFE}/{path.relative_to(keys)}", path.read_bytes()


def _content_of(database: Path) -> bytes:
    """Return a database as one text, with what its log has, and without a log of its own."""
    with (
        closing(connect_memory()) as copy,
        named_trouble(database),
        read_only(database) as source,
    ):
        source.backup(copy)
        return copy.serialize()


def _end_of(book: Path) -> tuple[int, str]:
    """Return the number and the hash of the newest entry."""
    for volume in reversed(volumes_in(book)):
        with Reader(volume) as reader:
            last = reader.last()
        if last is not None:
            return last.number, last.hash
    return 0, ""


def _demand_written(draft: Path, manifest: Manifest, passphrase: str) -> None:
    """Read the copy from where it was written, and see that it is whole and opens."""
    read = said.read_manifest(draft)
    said.demand_whole(draft, read)
    content = (draft / said.SECRETS).read_bytes()
    unsealed(content, passphrase, read.seal, read.content)
    if read.content != manifest.content:
        raise BookError(f"{draft}: lo escrito no es lo que se copió; pruebe otra memoria.")


def _keys(setting: Setting) -> Path | None:
    section = setting.config.keys
    return None if section is None else setting.beside(section.directory)


def _copy(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)


def _sync(folder: Path) -> None:
    """Have everything in a folder on the disk."""
    for path in (*folder.rglob("*"), folder):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _stopped(setting: Setting) -> Iterator[None]:
    """Keep the hall from running: its last state is copied, and it goes on nowhere meanwhile."""
    newest = volumes_in(Places(setting.directory).book)[-1:]
    with ExitStack() as stack:
        for volume in newest:
            stack.enter_context(sole_writer(volume))
        yield


def _mark_moved(setting: Setting, place: Path, manifest: Manifest) -> None:
    """Leave word at the old place that the book goes on elsewhere: nothing opens it here any more."""
    marker = Places(setting.directory).moved
    make_folder(setting.directory)
    with open(marker, "w", encoding="utf-8", opener=private.opener) as file:
        file.write(f"{manifest.made} {place.name} {manifest.digest}\n")
        file.flush()
        os.fsync(file.fileno())
    sync_folder(marker)
