"""The second medium: a file of one line an entry, on another device, which is only ever added to.

Not responsible for the entries' meaning, nor for deciding which medium is right when they differ: it finds
how far it holds what the first medium holds.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from hallctl.minutes import private
from hallctl.minutes.chain import Problem
from hallctl.minutes.durable import Anchor, sync_folder, write_again
from hallctl.minutes.entry import EntryError, Row, Sealed, line_of, read_line, text_of
from hallctl.minutes.errors import MinutesError, named_trouble

_FIRST: Final = "Repárelo desde el segundo soporte: hallctl book repair --first"
_SECOND: Final = "Repárelo desde el libro: hallctl book repair --second"
_AROUND: Final = 65_536
_PUT_BACK: Final = (
    "Vuelva a ponerlo: se completa desde el libro. Si se perdió, Director y Jefe de Mesa hacen otro con la "
    "sala parada: hallctl book repair --second"
)
_REPAIR: Final = "Repárelo desde el otro soporte: hallctl book repair"


class SecondMedium:
    """The open file of lines, with the right to add to it."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor
        self._anchor = Anchor(path, descriptor)
        self._size = os.fstat(descriptor).st_size

    @classmethod
    def create(cls, path: Path) -> Self:
        """Create an empty file and open it; an empty one is what a crash left before there was a book.

        Raises:
            MinutesError: There is a file already (MIN-EXISTS), or the disk refuses.
        """
        with named_trouble(path):
            if path.is_file() and path.stat().st_size == 0:
                path.unlink()
            if path.exists():
                raise MinutesError("MIN-EXISTS", f"ya existe un segundo soporte en {path}.")
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
            medium = cls(path, os.open(path, flags, private.FILE))
            os.fsync(medium._descriptor)
            sync_folder(path)
            return medium

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file to add to it.

        Raises:
            MinutesError: It is missing (MIN-SECOND), or the disk refuses.
        """
        if not path.is_file():
            raise MinutesError("MIN-SECOND", f"falta el segundo soporte {path}. {_PUT_BACK}")
        with named_trouble(path):
            return cls(path, os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC))

    def settle(self, before: Sealed | None, batch: Sequence[Sealed]) -> int:
        """See that the file ends with the newest batch of the volume, and complete one that was cut off.

        A power cut may leave the newest batch on the first medium and not, or in pieces, on this one: nobody
        has seen it yet. Whatever else differs is for a person to decide.

        Args:
            before: The entry before the batch; None when the batch is the first.
            batch: The newest entries of the first medium, appended together.

        Returns:
            How many bytes were completed; 0 when nothing was missing.

        Raises:
            MinutesError: It lacks more than that (MIN-BEHIND), or holds what the first medium does not
                (MIN-AHEAD, MIN-FORK); or the disk refuses.
        """
        expected = b"".join(sealed.line for sealed in batch)
        with named_trouble(self._path):
            size = os.fstat(self._descriptor).st_size
            base = self._end_of(before, size, len(expected))
            found = os.pread(self._descriptor, size - base, base)
            self._size = base + len(found)
            if found == expected:
                # It may be what a failed sync left in the kernel's memory alone.
                write_again(self._path, base)
                return 0
            if len(found) > len(expected) and found.startswith(expected):
                sentence = f"{self._path.name}: el segundo soporte tiene asientos que al libro le faltan: "
                raise MinutesError("MIN-AHEAD", f"{sentence}el libro es el más corto, uno anterior. {_FIRST}")
            self._demand_torn(found, batch)
            os.ftruncate(self._descriptor, base)
            self._size = base
            self._write(expected)
            return len(expected)

    def append(self, batch: Sequence[Sealed]) -> None:
        """Add entries; they are durable here when this returns.

        Raises:
            MinutesError: They may not be; the file is not to be used any more.
        """
        with named_trouble(self._path):
            self._demand_there()
            self._write(b"".join(sealed.line for sealed in batch))
            # What became durable meanwhile may be a file that nobody finds again.
            self._demand_there()

    def close(self) -> None:
        """Let go of the file; a second call does nothing."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            # An error of the disk now changes nothing: each append synced what it wrote.
            with suppress(OSError):
                os.close(descriptor)

    def _demand_there(self) -> None:
        """See that the path names the file that is written to, and that nobody else wrote to it."""
        if not self._anchor.holds():
            sentence = f"el segundo soporte {self._path} ya no está en su sitio, o hay otro en él. "
            raise MinutesError("MIN-SECOND", f"{sentence}{_PUT_BACK}")
        if os.fstat(self._descriptor).st_size != self._size:
            sentence = f"otro programa escribió en el segundo soporte {self._path}, o lo recortó."
            raise MinutesError("MIN-FORK", f"{sentence} {_REPAIR}")

    def _end_of(self, before: Sealed | None, size: int, more: int) -> int:
        """Find where the line of an entry ends, near the end of the file."""
        if before is None:
            return 0
        start = max(0, size - more - len(before.line) - _AROUND)
        near = os.pread(self._descriptor, size - start, start)
        at = near.rfind(before.line)
        first = start + at == 0
        if at < 0 or first != (before.entry.number == 1) or (at and near[at - 1 : at] != b"\n"):
            raise self._other(before, near)
        return start + at + len(before.line)

    def _other(self, before: Sealed, near: bytes) -> MinutesError:
        """Return which of the two media is the shorter one, where this one does not end near an entry."""
        last, number = _last_number(near), before.entry.number
        if last > number:
            sentence = f"el libro llega al asiento {number} y el segundo soporte {self._path} al {last}: "
            return MinutesError("MIN-AHEAD", f"{sentence}el libro es el más corto, uno anterior. {_FIRST}")
        sentence = f"{self._path.name}: el segundo soporte llega al asiento {last} y el libro al {number}, "
        return MinutesError("MIN-BEHIND", f"{sentence}o no es de este libro. {_SECOND}")

    def _demand_torn(self, found: bytes, batch: Sequence[Sealed]) -> None:
        """See that what is there is a piece of the batch, and not another entry that somebody sealed."""
        expected = {sealed.line for sealed in batch}
        for line in found.splitlines(keepends=True):
            if line not in expected and _is_sealed(line):
                sentence = f"{self._path.name}: el último asiento no es el mismo en los dos soportes."
                raise MinutesError("MIN-FORK", f"{sentence} {_REPAIR}")

    def _write(self, content: bytes) -> None:
        view = memoryview(content)
        while view:
            view = view[os.write(self._descriptor, view) :]
        os.fdatasync(self._descriptor)
        self._size += len(content)


def _last_number(near: bytes) -> int:
    """Give the number of the last whole line that is an entry; 0 where there is none."""
    for line in reversed(near.splitlines(keepends=True)):
        if line.endswith(b"\n") and _is_sealed(line):
            number = read_line(line[:-1])[0]
            return number if type(number) is int else 0
    return 0


def _is_sealed(line: bytes) -> bool:
    try:
        row = read_line(line.rstrip(b"\n"))
        return hashlib.sha256(text_of(row)).hexdigest() == row[-1]
    except ValueError:
        return False


def read_lines(path: Path) -> Iterator[bytes]:
    """Read the lines that a second medium holds now, each with its line break, but for a last one cut off.

    Raises:
        MinutesError: It is missing (MIN-SECOND) or cannot be read.
    """
    if not path.is_file():
        raise MinutesError("MIN-SECOND", f"falta el segundo soporte {path}. {_PUT_BACK}")
    with named_trouble(path):
        return _lines(path, path.stat().st_size)


def _lines(path: Path, size: int) -> Iterator[bytes]:
    with named_trouble(path), path.open("rb") as lines:
        for line in lines:
            if size <= 0:
                return
            yield line[:size]
            size -= len(line)


def read_rows(path: Path) -> Iterator[Row]:
    """Read the lines of a second medium as the rows they stand for, in their order.

    Raises:
        MinutesError: It is missing, cannot be read, or a line has not the form of an entry (MIN-FORM).
    """
    for number, line in enumerate(read_lines(path), 1):
        try:
            if not line.endswith(b"\n"):
                raise EntryError("the line is cut off")
            yield read_line(line[:-1])
        except EntryError as error:
            sentence = f"{path.name}: la línea {number} no es un asiento: {error}"
            raise MinutesError("MIN-FORM", sentence) from error


@dataclass(slots=True)
class SecondAudit:
    """A walk along the second medium beside the first, line by line.

    Attributes:
        problems: Where they differ.
    """

    path: Path
    problems: list[Problem] = field(default_factory=list)
    _lines: Iterator[bytes] = field(init=False)

    def __post_init__(self) -> None:
        try:
            self._lines = read_lines(self.path)
        except MinutesError as error:
            self._lines = iter(())
            self.problems.append(Problem(0, error.code, error.sentence))

    def take(self, row: Row, text: bytes) -> None:
        """Compare the next entry of the first medium with the next line of the second.

        Args:
            row: The entry as it is stored.
            text: What its hash covers; empty when it cannot be read.
        """
        if self.problems:
            return  # after the first difference every line would be one
        try:
            line = next(self._lines, b"")
        except MinutesError as error:
            self._report(row, error.code, error.sentence)
            return
        expected = line_of(text, str(row[-1])) if text else b""
        if not line or (line != expected and expected.startswith(line)):
            self._report(row, "MIN-BEHIND", f"al segundo soporte le faltan asientos desde el {row[0]}")
        elif line != expected:
            self._report(row, "MIN-FORK", f"el asiento {row[0]} no es el mismo en los dos soportes")

    def finish(self) -> None:
        """Report what the second medium has more than the first."""
        try:
            more = not self.problems and next(self._lines, b"")
        except MinutesError as error:
            self.problems.append(Problem(0, error.code, error.sentence))
            return
        if more:
            self.problems.append(
                Problem(0, "MIN-AHEAD", "el segundo soporte tiene más asientos que el libro")
            )

    def _report(self, row: Row, code: str, sentence: str) -> None:
        number = row[0] if type(row[0]) is int else 0
        self.problems.append(Problem(number, code, sentence))


def write_anew(path: Path, lines: Iterable[bytes]) -> None:
    """Write a second medium from lines beside its place and move it there: it is whole or not there.

    Raises:
        MinutesError: The disk refuses.
    """
    draft = path.with_name(f"{path.name}.new")
    with named_trouble(path):
        with open(draft, "wb", opener=private.opener) as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        sync_folder(path)
