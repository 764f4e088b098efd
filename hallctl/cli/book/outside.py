"""What is kept outside of a book and compared with it, a class for each kind: paper, folios, pictures.

Each says what is wrong, and what it could not compare. Not responsible for checkpoints and keys, which the
verification itself takes (``verdict``), nor for what the book records of files (``sealed``).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, Self

from hallctl.cli.book.errors import BookError
from hallctl.cli.book.sealed import Records, compare_folios, compare_pictures, records_of
from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import EntryError
from hallctl.minutes.errors import MinutesError
from hallctl.minutes.opening import Opening
from hallctl.minutes.reader import Reader
from hallctl.rules.events.printing import FolioSealed

_DIGITS: Final = r"(0|[1-9][0-9]{0,15})"
_HASH: Final = r"([0-9a-f]{64})"
_PAPER: Final = re.compile(rf"hallctl:folio:1;(.*);{_DIGITS};{_DIGITS};{_HASH};{_DIGITS};{_HASH}")
_SPACE: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison found.

    Attributes:
        problems: What is wrong.
        unchecked: What could not be compared, in Spanish.
    """

    problems: tuple[Problem, ...] = ()
    unchecked: tuple[str, ...] = ()


class Evidence(Protocol):
    """Something that is kept outside of a book."""

    def compare(self, volumes: Sequence[Path], records: Records) -> Compared:
        """Compare it with the volumes and with what they record of files; never raises for what they hold."""


@dataclass(frozen=True, slots=True)
class Folios:
    """The folder with the PDFs of the folios; ``alone`` where one volume was given by itself."""

    folder: Path
    alone: bool = False

    def compare(self, volumes: Sequence[Path], records: Records) -> Compared:
        """Compare every PDF with its record."""
        del volumes
        problems, unchecked = compare_folios(self.folder, records, alone=self.alone)
        return Compared(tuple(problems), tuple(unchecked))


@dataclass(frozen=True, slots=True)
class Pictures:
    """The folder with the pictures that are evidence."""

    folder: Path

    def compare(self, volumes: Sequence[Path], records: Records) -> Compared:
        """Compare every picture with what the entries name."""
        del volumes
        problems, unchecked = compare_pictures(self.folder, records)
        return Compared(tuple(problems), tuple(unchecked))


@dataclass(frozen=True, slots=True)
class Paper:
    """A printed folio, by the text of its code.

    Attributes:
        origin: What the checkpoints of its volume call that; without keys a name made from the hall's.
        volume: The number of the volume.
        folio: Its number.
        data: The SHA-256 of its data, in hex.
        entry: The last entry that it prints.
        hash: The hash of that.
        alone: Whether one volume was given by itself: what records the folio may stand in a later one.
    """

    origin: str
    volume: int
    folio: int
    data: str
    entry: int
    hash: str
    alone: bool = False

    @classmethod
    def read(cls, text: str, *, alone: bool = False) -> Self:
        """Read the text of a folio's code as a person types it, or a scanner gives it.

        Raises:
            BookError: It has another form.
        """
        match = _PAPER.fullmatch(_SPACE.sub("", text))
        if match is None:
            raise BookError(f"«{text:.80}» no es el texto del código de un folio: hallctl:folio:1;…")
        origin, volume, folio, data, entry, hash_ = match.groups()
        return cls(origin, int(volume), int(folio), data, int(entry), hash_, alone)

    def compare(self, volumes: Sequence[Path], records: Records) -> Compared:
        """Look for the entry that it prints last, and for its own record."""
        where = f"el folio {self.folio} del tomo {self.volume}"
        found = [path for path in volumes if self._is_of(path)]
        if not found:
            return _short(f"{where} es de un tomo de «{self.origin}», que aquí no está")
        if not self._stands_in(found[0]):
            return _short(f"{where} imprime el asiento {self.entry}, que este libro no tiene así")
        sealed = [each for each in records.folios.values() if self._covers(each)]
        if any(each.copy and each.data == self.data for each in sealed):
            return Compared()
        if any(not each.copy and each.data != self.data for each in sealed):
            return _short(f"{where} tiene otros datos que los que el libro registró")
        if self._was_sealed(records) and all(each.copy for each in sealed):
            return _short(f"{where} se imprimió, y este libro no lo registró: le falta el final")
        return Compared()

    def _is_of(self, path: Path) -> bool:
        try:
            with Reader(path) as reader:
                opening = Opening.read(next(reader.entries(1, 1)))
        except (MinutesError, EntryError, StopIteration):
            return False
        # A volume without keys has no origin: its folios bear a name made from the hall's.
        return opening.volume == self.volume and opening.origin in ("", self.origin)

    def _stands_in(self, path: Path) -> bool:
        try:
            with Reader(path) as reader:
                return any(entry.hash == self.hash for entry in reader.entries(self.entry, self.entry))
        except MinutesError:
            return False

    def _covers(self, sealed: FolioSealed) -> bool:
        pages = range(sealed.folio, sealed.folio + sealed.sheets)
        return sealed.volume == self.volume and self.folio > 0 and self.folio in pages

    def _was_sealed(self, records: Records) -> bool:
        """Return whether the book recorded it before it was printed: every folio of format 3, no register."""
        recorded = records.formats.get(f"tomo-{self.volume:04d}", False)
        return recorded and self.folio > 0 and not self.alone


def compare(evidence: Sequence[Evidence], volumes: Sequence[Path]) -> Compared:
    """Compare all that is at hand with the volumes; nothing of them is read where nothing is."""
    if not evidence:
        return Compared()
    records = records_of(volumes)
    found = [each.compare(volumes, records) for each in evidence]
    problems = tuple(problem for each in found for problem in each.problems)
    return Compared(problems, tuple(sentence for each in found for sentence in each.unchecked))


def _short(sentence: str) -> Compared:
    return Compared((Problem(0, "MIN-SHORT", sentence),))
