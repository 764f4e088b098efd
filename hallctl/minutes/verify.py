"""Whether a book is whole and untouched: what an inspector asks, answered without writing.

Not responsible for showing the verdict, nor for the meaning of the entries. Cut-off newest entries and a book
written wholly anew cannot be seen from the book alone: give a checkpoint that was kept elsewhere.
"""

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import EntryError
from hallctl.minutes.errors import FILE_ERRORS, MinutesError, trouble
from hallctl.minutes.inspection import Found, Verdict, inspect
from hallctl.minutes.note import Checkpoint
from hallctl.minutes.opening import Opening, Previous
from hallctl.minutes.reader import Reader, read_only
from hallctl.minutes.second_medium import SecondAudit
from hallctl.minutes.strays import strays
from hallctl.minutes.tree import Frontier
from hallctl.minutes.volumes import is_book, number_of, second_of, volumes_in

_TRIES: Final = 3
_PAUSE_S: Final = 0.2

Step = Callable[[], None]
"""Called after every entry, for whoever shows how far it is, or pauses."""

Keep = Callable[[sqlite3.Connection], None]
"""Given the connection to each volume before it is read, for who may have to break off a long question."""


@dataclass(frozen=True, slots=True)
class BookVerdict:
    """What was found in a book of one or more volumes.

    Attributes:
        volumes: The name of each volume's file with its verdict, in order.
        problems: What is wrong between them.
    """

    volumes: tuple[tuple[str, Verdict], ...]
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems and all(verdict.ok for _, verdict in self.volumes)

    def describe(self) -> str:
        """Return the verdict in Spanish: one line for each volume and each problem."""
        lines = [f"{name}: {verdict.describe()}" for name, verdict in self.volumes]
        lines += [f"  {problem.code}: {problem.sentence}" for problem in self.problems]
        whole = f"El libro verifica: {len(self.volumes)} tomos." if self.ok else "El libro NO verifica."
        return "\n".join([*lines, whole])


def verify(
    path: Path, second: Path | None = None, elsewhere: Sequence[Checkpoint] = (), step: Step | None = None
) -> Verdict:
    """Verify the volume at ``path``, open or closed, also on a read-only medium.

    It never writes to the book, and whatever is in the file becomes a problem in the verdict, never an
    exception.

    Args:
        path: The file of the volume.
        second: Its second medium, when that is to be compared.
        elsewhere: Checkpoints of the volume that were kept elsewhere.
        step: Called after every entry.
    """
    return _inspect(Path(path), second, elsewhere, step).verdict


def verify_book(
    path: Path,
    second: Path | None = None,
    elsewhere: Sequence[Checkpoint] = (),
    step: Step | None = None,
    keep: Keep | None = None,
) -> BookVerdict:
    """Verify every volume in a folder, and that they are bound to one another; or one volume by itself.

    Args:
        path: The folder of the volumes, or the file of one.
        second: The folder of their second media, when those are to be compared.
        elsewhere: Checkpoints that were kept elsewhere, of any of the volumes.
        step: Called after every entry; what it raises ends the verification.
        keep: Given each connection before it is read.
    """
    alone = path.is_file()
    paths = [path] if alone else volumes_in(path)
    verdicts: list[tuple[str, Verdict]] = []
    problems = [*strays(path, second)] if path.is_dir() else []
    end: Previous | None = None
    before: Found | None = None
    seen: set[str] = set()
    for number, each in enumerate(paths, 1):
        found = _volume(each, second, elsewhere, step, keep)
        verdicts.append((each.name, found.verdict))
        if alone:
            problems += _by_itself(each, found)
        else:
            problems += _bound(each.name, number, found, end, last=number == len(paths))
            problems += _declined(each.name, found, before)
        before = found
        seen.add(found.opening.origin if found.opening is not None else "")
        end = ending(number, found)
    strange = {checkpoint.origin for checkpoint in elsewhere} - seen
    problems += [
        Problem(0, "MIN-SHORT", f"un punto de control guardado fuera es de «{origin}», que aquí no está")
        for origin in sorted(strange)
    ]
    problems += _unmatched(paths, None if alone else second)
    if not paths and not is_book(path):
        problems.append(Problem(0, "MIN-MISSING", f"no hay ningún tomo en {path}"))
    return BookVerdict(tuple(verdicts), tuple(problems))


def _unmatched(paths: Sequence[Path], second: Path | None) -> list[Problem]:
    """Report the volumes that only the second medium has."""
    there = sorted(second.glob("tomo-*.jsonl")) if second is not None else []
    there = [path for path in there if number_of(path) is not None]
    here = {path.stem for path in paths}
    return [
        Problem(0, "MIN-AHEAD", f"el segundo soporte tiene {path.name}, un tomo que aquí falta")
        for path in there
        if path.stem not in here
    ]


def ending(volume: int, found: Found) -> Previous:
    """Give the end of a volume as the next one has to name it."""
    return Previous(volume, found.tree.size, found.tree.root().hex(), found.verdict.root)


def _volume(
    path: Path, second: Path | None, elsewhere: Sequence[Checkpoint], step: Step | None, keep: Keep | None
) -> Found:
    """Inspect a volume; of the checkpoints, those that name its origin."""
    medium = second_of(path, second) if second is not None else None
    origin = _origin(path) if elsewhere else ""
    return _inspect(path, medium, [each for each in elsewhere if each.origin == origin], step, keep)


def _origin(path: Path) -> str:
    """Read the origin that a volume's checkpoints bear; "" where it cannot be read."""
    try:
        with Reader(path) as reader:
            return next((Opening.read(entry).origin for entry in reader.entries(1, 1)), "")
    except (MinutesError, EntryError):
        return ""


def _by_itself(path: Path, found: Found) -> list[Problem]:
    """Return what is wrong about the place of a volume that is looked at alone."""
    opening, named, sentences = found.opening, number_of(path), []
    if opening is None:
        seen = found.verdict.ok or found.verdict.entries
        sentences += ["no empieza por su diligencia de apertura"] if seen else []
    elif named is not None and opening.volume != named:
        sentences.append(f"dice ser el tomo {opening.volume}")
    elif (0 if opening.previous is None else opening.previous.volume) != opening.volume - 1:
        sentences.append("su apertura no nombra el final del tomo anterior")
    return [Problem(0, "MIN-OPEN", f"{path.name} {sentence}") for sentence in sentences]


def _bound(name: str, number: int, found: Found, end: Previous | None, *, last: bool) -> list[Problem]:
    """Return how a volume does not follow the one before, or is not followed by the next."""
    opening, sentences = found.opening, []
    if opening is None:
        sentences.append("no empieza por su diligencia de apertura")
    elif opening.volume != number:
        sentences.append(f"dice ser el tomo {opening.volume}")
    elif opening.previous != end:
        sentences.append("su apertura no nombra el final del tomo anterior")
    if not last and not found.closed:
        sentences.append("no acaba en su diligencia de cierre y hay otro tomo después")
    problems = [Problem(0, "MIN-OPEN", f"{name} {sentence}") for sentence in sentences]
    if not last and opening is not None and opening.controller is not None and not _ends_noted(found):
        sentence = f"{name} no guarda el punto de control de su final y hay otro tomo después"
        problems.append(Problem(0, "MIN-NOTE", sentence))
    return problems


def _declined(name: str, found: Found, before: Found | None) -> list[Problem]:
    """Report a volume that is of an older format than the one before, or names no keys where that does."""
    if before is None or before.opening is None or found.opening is None:
        return []
    sentences = []
    if found.form < before.form:
        sentences.append(f"es del formato {found.form}, y el anterior del {before.form}")
    if before.opening.keyed and not found.opening.keyed:
        sentences.append("no nombra claves, y el anterior sí")
    return [Problem(0, "MIN-OPEN", f"{name} {sentence}") for sentence in sentences]


def _ends_noted(found: Found) -> bool:
    return found.note is not None and Checkpoint.read(found.note.text).size == found.tree.size


def _inspect(
    path: Path,
    second: Path | None,
    elsewhere: Sequence[Checkpoint],
    step: Step | None,
    keep: Keep | None = None,
) -> Found:
    """Inspect a file as often as it takes to see it at rest."""
    before = _state(path)
    found = _look(path, second, elsewhere, step, keep)
    for _ in range(_TRIES):
        # The hall opened, closed or wrote it meanwhile: some of it was read before, and some after.
        if found.verdict.ok or (_state(path) == before and not before[0]):
            break
        time.sleep(_PAUSE_S)
        before = _state(path)
        found = _look(path, second, elsewhere, step, keep)
    return found


def _look(
    path: Path, second: Path | None, elsewhere: Sequence[Checkpoint], step: Step | None, keep: Keep | None
) -> Found:
    def inspected() -> Found:
        # Before the volume: what is on the second medium now is in the volume then.
        medium = SecondAudit(second) if second is not None else None
        with read_only(path) as connection:
            if keep is not None:
                keep(connection)
            connection.execute("BEGIN")
            return inspect(connection, medium, elsewhere, step)

    return _guarded(inspected, path)


def _guarded(look: Callable[[], Found], path: Path) -> Found:
    try:
        return look()
    except MinutesError as error:
        trouble_ = error
    except FILE_ERRORS as error:
        trouble_ = trouble(error, path)
    verdict = Verdict(0, None, None, "", (Problem(0, trouble_.code, trouble_.sentence),))
    return Found(verdict, None, Frontier(), 0, None, "")


def _state(path: Path) -> tuple[bool, int, int]:
    log = path.with_name(f"{path.name}-wal").exists()
    try:
        status = path.stat()
    except OSError:
        return log, 0, 0
    return log, status.st_size, status.st_mtime_ns
