"""A damaged medium set aside, and a volume written anew from the rows of its second medium.

Not responsible for who decides it, nor for minuting it. Nothing is ever deleted: what is replaced stays
beside its place under another name.
"""

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from hallctl.minutes import private
from hallctl.minutes.checkpoints import StoredCheckpoint, follows, is_own, peaks_of, read_stored
from hallctl.minutes.databases import connect
from hallctl.minutes.durable import sync_folder
from hallctl.minutes.entry import Row, text_of
from hallctl.minutes.errors import FILE_ERRORS, MinutesError, named_trouble
from hallctl.minutes.note import NoteError
from hallctl.minutes.opening import Opening
from hallctl.minutes.reader import read_only, stored_notes, stored_rows
from hallctl.minutes.schema import INSERT, INSERT_CHECKPOINT, create_schema, guard
from hallctl.minutes.second_medium import read_rows
from hallctl.minutes.tree import Frontier, leaf_hash

_ASIDE: Final = "apartado"
_BESIDE: Final = ("-wal", "-journal")


def write_volume(path: Path, rows: Iterable[Row], notes: Iterable[Row], form: int) -> None:
    """Write a volume to a file of its own, durable when this returns; one that is there is written over.

    Args:
        path: Not the volume's place: it is not a book before it was verified.
        rows: Its entries as they are stored, in order.
        notes: Its checkpoints as they are stored, in order.
        form: Its format.

    Raises:
        MinutesError: A row does not follow the one before (MIN-CHAIN), or the disk refuses.
    """
    with named_trouble(path):
        path.unlink(missing_ok=True)
        with closing(connect(path, 0)) as connection:
            guard(connection)
            connection.execute("PRAGMA synchronous = EXTRA")
            create_schema(connection, form)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(INSERT, rows)
            connection.executemany(INSERT_CHECKPOINT, notes)
            connection.execute("COMMIT")
        sync_folder(path)


def salvaged(volume: Path, rows: Iterable[Row], opening: Opening) -> tuple[list[StoredCheckpoint], Frontier]:
    """Give the checkpoints of a damaged volume that are of these entries, and the tree over the entries.

    In format 3 they are those before the first that is not right: their ordinals have no gap.

    Args:
        volume: The damaged file, which may be missing.
        rows: The entries, in order.
        opening: The opening diligence of the entries.

    Raises:
        MinutesError: The rows cannot be read.
    """
    tree, found, stored = Frontier(), list[StoredCheckpoint](), _readable_notes(volume, opening.form)
    for row in rows:
        tree.add(leaf_hash(text_of(row)))
        while stored and stored[0].checkpoint.size <= tree.size:
            each = replace(stored.pop(0), number=len(found) + 1, peaks=peaks_of(tree))
            before = found[-1] if found else None
            grown = (each.checkpoint.size, each.checkpoint.root) == (tree.size, tree.root())
            if grown and is_own(each, opening) and follows(before, each, opening.form):
                found.append(each)
            elif opening.form > 2:
                stored = []
    return found, tree


def _readable_notes(volume: Path, form: int) -> list[StoredCheckpoint]:
    """Read the checkpoints of a damaged volume that can be read, the smallest first."""
    found = []
    with suppress(MinutesError, *FILE_ERRORS), read_only(volume) as connection:
        for row in stored_notes(connection):
            with suppress(NoteError):
                found.append(read_stored(row, form))
    # As in a whole volume: one of more entries than there are hides none after it.
    return sorted(found, key=lambda each: each.checkpoint.size)


def surplus(damaged: Path, source: Path) -> int:
    """Count the sealed entries that a damaged medium holds and its source does not, as far as it can be read.

    Raises:
        MinutesError: The source cannot be read.
    """
    known = _rows(source)
    found, same = 0, next(known, None)
    for row in _readable(damaged):
        while same is not None and _place(same) < _place(row):
            same = next(known, None)
        found += same is None or (same[0], same[-1]) != (row[0], row[-1])
    return found


def _place(row: Row) -> int:
    return row[0] if type(row[0]) is int else 0


def _readable(medium: Path) -> Iterator[Row]:
    """Read the sealed entries of a medium up to where it cannot be read: what follows is none."""
    try:
        for row in _rows(medium):
            if hashlib.sha256(text_of(row)).hexdigest() == row[-1]:
                yield row
    except (MinutesError, ValueError, *FILE_ERRORS):
        return


def _rows(medium: Path) -> Iterator[Row]:
    if ".jsonl" in medium.suffixes:
        yield from read_rows(medium)
        return
    with read_only(medium) as connection:
        yield from stored_rows(connection)


def asides_of(path: Path) -> list[Path]:
    """Give what was set aside of a medium, in order."""
    found = [(_number(each, path), each) for each in path.parent.glob(f"{path.name}.{_ASIDE}-*")]
    return [each for number, each in sorted(found) if number]


def set_aside(path: Path) -> Path:
    """Keep a medium under another name; an empty file stands for one that was lost.

    Its place is empty then.

    Raises:
        MinutesError: The disk refuses.
    """
    with named_trouble(path):
        last = max((_number(each, path) for each in asides_of(path)), default=0)
        aside = path.with_name(f"{path.name}.{_ASIDE}-{last + 1}")
        for ending in _BESIDE:
            beside = path.with_name(f"{path.name}{ending}")
            if beside.exists():
                # First: its pages would be taken into whatever comes to lie in the volume's place.
                beside.rename(aside.with_name(f"{aside.name}{ending}"))
        if path.exists():
            path.rename(aside)
        else:
            aside.touch(private.FILE, exist_ok=False)
        path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
        sync_folder(path)
    return aside


def _number(aside: Path, path: Path) -> int:
    digits = aside.name.removeprefix(f"{path.name}.{_ASIDE}-")
    return int(digits) if digits.isascii() and digits.isdigit() else 0
