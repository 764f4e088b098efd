"""The book bound of its volumes: which there are, which one is written in, and when the next one begins.

Not responsible for what opens or closes a volume (``hallctl.rules``), nor for one volume's file (``book``).
"""

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from shutil import disk_usage
from types import TracebackType
from typing import Final, Self

from hallctl.minutes.book import Book, Countersign
from hallctl.minutes.companion import Loss
from hallctl.minutes.durable import make_folder
from hallctl.minutes.entry import Draft, Entry, Stamp
from hallctl.minutes.errors import MinutesError, named_trouble
from hallctl.minutes.medium_deadline import ANSWER_S, MediumThread
from hallctl.minutes.note import Verifier
from hallctl.minutes.opening import AFTER_CLOSING, CLOSED, OPENED, Previous
from hallctl.minutes.reader import Reader
from hallctl.minutes.schema import FORMAT

_NAME: Final = re.compile(r"tomo-([0-9]{4})\.sqlite")
_NUMBER: Final = re.compile(r"tomo-([0-9]{4})\.(?:sqlite|jsonl)")


def volume_name(number: int) -> str:
    """Give the name of a volume's file."""
    return f"tomo-{number:04d}.sqlite"


def number_of(path: Path) -> int | None:
    """Give the number in the name of a volume's file, on either medium; None where it has another name."""
    named = _NUMBER.fullmatch(path.name)
    return None if named is None else int(named[1])


def volumes_in(folder: Path) -> list[Path]:
    """Give the volumes in a folder, in order."""
    found = Path(folder).glob("tomo-*.sqlite")
    return sorted(path for path in found if _NAME.fullmatch(path.name) and path.is_file())


def is_book(folder: Path) -> bool:
    """Return whether a folder holds the name of a volume, whatever bears it."""
    return any(_NAME.fullmatch(path.name) for path in Path(folder).glob("tomo-*.sqlite"))


def second_of(volume: Path, folder: Path) -> Path:
    """Give the second medium of a volume."""
    return Path(folder) / f"{volume.stem}.jsonl"


class Shelf:
    """The book of a hall, its newest volume open for appending.

    Use :meth:`open`, in the thread that will append. It is written like one ``Book``: the opening diligence
    of the next volume goes into a new one. Where that one could not be created, it refuses everything until
    it is opened again, as a failed ``Book`` does.
    """

    def __init__(
        self,
        folder: Path,
        second: Path | None,
        trusted: Verifier | None,
        alone: bool,
        thread: MediumThread | None,
    ) -> None:
        self._folder = folder
        self._second = second
        self._thread = thread
        self._measured: Future[int] | None = None
        self._trusted = trusted
        self._alone = alone
        self._volume = 0
        self._book: Book | None = None
        self._usable = True

    @classmethod
    def open(
        cls,
        folder: Path,
        second: Path | None = None,
        trusted: Verifier | None = None,
        alone: bool = False,
        answer_s: float = ANSWER_S,
    ) -> Self:
        """Open the book of a hall; a hall without a volume yet has an empty one.

        Args:
            folder: Where the volumes are.
            second: Where the second medium is; None where the hall has none.
            trusted: The key that signs the hall's checkpoints (see ``Book.open``).
            alone: Whether the book goes on without a second medium that fails or is not there.
            answer_s: How long the second medium may take over one commit; longer, and it has failed.

        Raises:
            MinutesError: A volume is missing, or as ``Book.open``.
        """
        thread = None if second is None else MediumThread(second, answer_s)
        shelf = cls(Path(folder), second, trusted, alone, thread)
        try:
            shelf._take_newest()
        except MinutesError:
            shelf.close()
            raise
        return shelf

    def _take_newest(self) -> None:
        """Open the newest volume, where there is one."""
        paths = volumes_in(self._folder)
        if [path.name for path in paths] != [volume_name(n) for n in range(1, len(paths) + 1)]:
            there = ", ".join(path.name for path in paths)
            raise MinutesError("MIN-MISSING", f"falta un tomo en {self._folder}; hay: {there}.")
        if self._second is not None and self._thread is not None:
            self._demand_no_later(self._second, self._thread, len(paths))
        if paths:
            self._book = self._open(len(paths))
            self._volume = len(paths)

    @property
    def book(self) -> Book | None:
        """The newest volume, None before the first."""
        return self._book

    @property
    def volume(self) -> int:
        """The number of the newest volume, 0 before the first."""
        return self._volume

    @property
    def closed(self) -> bool:
        """Whether no volume is open: there is none, or the newest one has its closing diligence."""
        return self._book is None or self._book.last() is None or _is_closed(self._book)

    @property
    def form(self) -> int:
        """The format of the newest volume; before the first, that in which it will be written."""
        return FORMAT if self._book is None else self._book.form

    def ending(self) -> Previous | None:
        """Give the end of the volume before the next opening diligence; None before the first one.

        Raises:
            MinutesError: The volume before cannot be read.
        """
        self._demand_usable()
        if self._book is not None and self._book.last() is not None:
            return self._ending(self._book)
        if self._volume < 2:
            return None
        with self._open(self._volume - 1) as book:
            return self._ending(book, self._volume - 1)

    def append(
        self, drafts: Sequence[Draft], stamp: Stamp, countersign: Countersign | None = None
    ) -> tuple[Entry, ...]:
        """Append entries together, all or none (see ``Book.append``).

        Raises:
            MinutesError: As ``Book.append``, or there is no volume to write in.
        """
        self._demand_usable()
        if drafts and drafts[0].kind == OPENED and (self._book is None or self._book.last() is not None):
            self._begin()
        if self._book is None:
            raise MinutesError("MIN-MISSING", "no hay ningún tomo abierto: falta la diligencia de apertura.")
        # A closed volume takes no entry that its second medium was lost.
        after = bool(drafts) and drafts[0].kind in AFTER_CLOSING and _is_closed(self._book)
        closing = after or any(draft.kind == CLOSED for draft in drafts)
        return self._book.append(drafts, stamp, countersign, whole=closing)

    def entries(self) -> Iterator[Entry]:
        """Read the entries of the newest volume that has any, in order.

        Raises:
            MinutesError: It cannot be read.
        """
        self._demand_usable()
        if self._book is not None and self._book.last() is not None:
            yield from self._book.entries()
        elif self._volume > 1:
            with Reader(self._folder / volume_name(self._volume - 1)) as reader:
                yield from reader.entries()

    def last(self) -> Entry | None:
        """Give the newest acknowledged entry of the newest volume; None where there is none."""
        return None if self._book is None else self._book.last()

    def latest_time(self, since: str) -> str:
        """Give the latest time of the newest volume that has any entry (see ``Book.latest_time``).

        Raises:
            MinutesError: As ``entries``.
        """
        self._demand_usable()
        if self._book is not None and self._book.last() is not None:
            return self._book.latest_time(since)
        if self._volume < 2:
            return ""
        before = self._folder / volume_name(self._volume - 1)
        with Reader(before) as reader:
            return reader.latest_time(since)

    def by_request(self, request: str) -> tuple[Entry, ...]:
        """Read the entries that the command with this identifier caused, also in the volume before.

        Raises:
            MinutesError: As ``entries``.
        """
        self._demand_usable()
        found = () if self._book is None else self._book.by_request(request)
        if found or self._volume < 2:
            return found
        with Reader(self._folder / volume_name(self._volume - 1)) as reader:
            return reader.by_request(request)

    @property
    def completed(self) -> int:
        """How many bytes of the newest entries the second medium lacked when the volume was opened."""
        return 0 if self._book is None else self._book.completed

    @property
    def loss(self) -> Loss | None:
        """What is wrong with the second medium of the newest volume; None where nothing is."""
        return None if self._book is None else self._book.loss

    def second_free_mb(self) -> int | None:
        """Return the room for the second medium when it last answered; None where it did not, or has none.

        It is asked again, and not waited for.
        """
        folder, measured = self._second, self._measured
        if folder is None or self._thread is None or (measured is not None and not measured.done()):
            return None
        self._measured = self._thread.begin(lambda: disk_usage(folder).free // 1_000_000)
        return None if measured is None or measured.exception() is not None else measured.result()

    def rejoin(self) -> bool:
        """Take up a second medium that is back (see ``Book.rejoin``).

        Raises:
            MinutesError: As ``Book.rejoin``.
        """
        return self._book is None or self._book.rejoin()

    def append_alone(self, drafts: Sequence[Draft], stamp: Stamp) -> None:
        """Append what becomes of the second medium (see ``Book.append_alone``); nothing to a closed volume.

        Raises:
            MinutesError: As ``Book.append_alone``.
        """
        if self._book is not None:
            self._book.append_alone(drafts, stamp)

    def close(self) -> None:
        """Let go of the files; a second call does nothing."""
        if self._book is not None:
            self._book.close()
        if self._thread is not None:
            self._thread.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _begin(self) -> None:
        """Create the next volume and write in it from now on."""
        if self._book is not None:
            if not _is_closed(self._book):
                raise MinutesError("MIN-OPEN", "el tomo anterior no tiene su diligencia de cierre.")
            # The next volume begins on both media, and not before this one is whole on both.
            self._book.complete()
            self._book.close()
        self._usable = False
        _make(self._folder)
        folder = self._second
        if folder is not None and self._thread is not None:
            self._thread.ask(lambda: _make(folder))
        path = self._folder / volume_name(self._volume + 1)
        self._book = Book.create(path, self._second_of(path), self._alone, self._thread)
        self._volume += 1
        self._usable = True

    def _demand_usable(self) -> None:
        if not self._usable:
            raise MinutesError("MIN-STOPPED", "no se pudo crear el tomo; abra el libro de nuevo para seguir.")

    def _demand_no_later(self, second: Path, thread: MediumThread, volumes: int) -> None:
        """See that the second medium has no volume that the first one lacks, where it answers."""
        try:
            later = thread.ask(lambda: _holds_later(second, volumes))
        except MinutesError:
            if not self._alone:
                raise
            return
        if later:
            there = f"no hay más que {volumes} tomos" if volumes else "no hay ningún tomo"
            sentence = f"{there} en {self._folder} y sí en el segundo soporte: el libro es uno anterior."
            raise MinutesError("MIN-AHEAD", f"{sentence} Repárelo desde él: hallctl book repair --first")

    def _open(self, volume: int) -> Book:
        path = self._folder / volume_name(volume)
        return Book.open(path, self._second_of(path), self._trusted, self._alone, self._thread)

    def _second_of(self, volume: Path) -> Path | None:
        return None if self._second is None else second_of(volume, self._second)

    def _ending(self, book: Book, volume: int | None = None) -> Previous:
        end, last = book.checkpoint(""), book.last()
        assert last is not None
        return Previous(self._volume if volume is None else volume, end.size, end.root.hex(), last.hash)


def _make(folder: Path) -> None:
    with named_trouble(folder):
        make_folder(folder)


def _holds_later(second: Path, volumes: int) -> bool:
    """Return whether the second medium has a volume that the first one lacks.

    Not an empty one: a crash leaves that when a volume was about to be created.
    """
    with named_trouble(second):
        later = [path for path in second.glob("tomo-*.jsonl") if (number_of(path) or 0) > volumes]
        return any(path.stat().st_size for path in later)


def _is_closed(book: Book) -> bool:
    """Return whether the last entry, but for what may follow it, is the closing diligence."""
    last = book.last()
    number = last.number if last is not None else 0
    while number:
        kind = next(book.entries(number, number)).kind
        if kind not in AFTER_CLOSING:
            return kind == CLOSED
        number -= 1
    return False
