"""The verdict on a book: what was checked, what was found, and what could not be checked and why.

Not responsible for the checks themselves (``hallctl.minutes``). Keys that are given were known from
elsewhere: the folio of the opening diligence, or the notary's file.
"""

import base64
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from hallctl.cli.book.errors import NOT_WHOLE, UNBOUND, UNREADABLE, WHOLE, BookError, Step
from hallctl.cli.book.outside import Evidence, Paper, compare
from hallctl.i18n.plain import named
from hallctl.minutes.chain import Problem
from hallctl.minutes.entry import EntryError
from hallctl.minutes.errors import FILE_ERRORS, MinutesError
from hallctl.minutes.inspection import Verdict
from hallctl.minutes.note import Checkpoint, Note, NoteError, Verifier
from hallctl.minutes.opening import SIGNED, Opening
from hallctl.minutes.reader import Reader, read_only
from hallctl.minutes.verify import BookVerdict, verify_book

_UNREADABLE: Final = {"MIN-ACCESS", "MIN-IO", "MIN-LOCKED", "MIN-MISSING"}
"""What keeps a book from being read, and says nothing about it."""

_NO_CHAIN: Final = frozenset({"MIN-SCHEMA", "MIN-CORRUPT", "MIN-FORM", "MIN-NUMBER", "MIN-LINK", "MIN-HASH"})
"""Of a volume with one of these nothing is said of what is bound: what comes after what, it does not say."""

_SHOWN: Final = 20
_BETWEEN: Final = re.compile(r"[\s:]+")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")

_VERDICTS: Final = {
    UNREADABLE: "EL LIBRO NO SE PUDO LEER",
    NOT_WHOLE: "EL LIBRO NO ESTÁ ÍNTEGRO",
    UNBOUND: "EL LIBRO ESTÁ ÍNTEGRO, PERO NO TODO ATADO POR FIRMAS",
    WHOLE: "EL LIBRO ESTÁ ÍNTEGRO",
}

_COUNTS: Final = f"""SELECT
    (SELECT count(*) FROM entries WHERE kind = '{SIGNED}'),
    (SELECT count(*) FROM checkpoints),
    (SELECT coalesce(max(size), 0) FROM checkpoints),
    (SELECT count(*) FROM entries)"""


@dataclass(frozen=True, slots=True)
class OutsideKnowledge:
    """What is known from elsewhere than the book.

    Attributes:
        keys: The controller's keys.
        authorities: The SHA-256 of the authority's certificate, in hex.
        notes: Checkpoints, each with the name of its file.
        outside: Paper, folios and pictures.
    """

    keys: tuple[Verifier, ...] = ()
    authorities: tuple[str, ...] = ()
    notes: tuple[tuple[str, Note], ...] = ()
    outside: tuple[Evidence, ...] = ()

    @property
    def checkpoints(self) -> tuple[Checkpoint, ...]:
        """What the notes say."""
        return tuple(Checkpoint.read(note.text) for _, note in self.notes)


@dataclass(frozen=True, slots=True)
class Figures:
    """What there is to say of a volume besides its verdict.

    Attributes:
        signatures: How many entries are signatures of people.
        checkpoints: How many checkpoints it keeps.
        after: How many entries come after the last of them.
        opening: What its opening diligence says, None where it cannot be read.
    """

    signatures: int = 0
    checkpoints: int = 0
    after: int = 0
    opening: Opening | None = None

    @property
    def controller(self) -> str:
        """The key that signs its checkpoints; empty where there is none."""
        said = self.opening.controller if self.opening is not None else None
        return "" if said is None else str(said)

    @property
    def authority(self) -> str:
        """The SHA-256 of the authority's certificate, in hex; empty where there is none."""
        said = self.opening.authority if self.opening is not None else ""
        return hashlib.sha256(base64.b64decode(said)).hexdigest() if said else ""


@dataclass(frozen=True, slots=True)
class Unbound:
    """The newest entries of a volume, where no signature and no checkpoint binds them."""

    volume: str
    first: int
    last: int

    def describe(self) -> str:
        """Say it in Spanish."""
        return (
            f"NO ATADO POR NINGUNA FIRMA: {self.volume}, asientos {self.first} a {self.last}"
            f" ({self.last - self.first + 1}): quien tenga el archivo pudo escribirlos sin ninguna clave."
        )


@dataclass(frozen=True, slots=True)
class Inquiry:
    """The verdict on a book with all there is to say about it."""

    verdict: BookVerdict
    figures: tuple[Figures, ...]
    problems: tuple[Problem, ...] = ()
    unchecked: tuple[str, ...] = field(default=())
    unbound: tuple[Unbound, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing is wrong."""
        return self.verdict.ok and not self.problems

    @property
    def readable(self) -> bool:
        """Whether it could be read at all."""
        found = [*self.verdict.problems, *self.problems]
        found += [problem for _, verdict in self.verdict.volumes for problem in verdict.problems]
        return not any(problem.code in _UNREADABLE for problem in found)

    def describe(self) -> str:
        """Say it in Spanish: what no signature binds first, the verdict last."""
        lines = [each.describe() for each in self.unbound]
        for (name, verdict), figures in zip(self.verdict.volumes, self.figures, strict=True):
            lines += _volume_lines(name, verdict, figures)
        lines += _problem_lines((*self.verdict.problems, *self.problems))
        lines += [f"No comprobado: {sentence}" for sentence in self.unchecked]
        return "\n".join(map(named, [*lines, f"VEREDICTO: {_VERDICTS[self.status]}."]))

    @property
    def status(self) -> int:
        """With what the command ends."""
        if not self.readable:
            return UNREADABLE
        if not self.whole:
            return NOT_WHOLE
        return UNBOUND if self.unbound else WHOLE

    def as_json(self) -> dict[str, Any]:
        """Say it for a program."""
        volumes = [
            {
                "name": name,
                "entries": verdict.entries,
                "first_time": verdict.first_time,
                "last_time": verdict.last_time,
                "hash": verdict.root,
                "signatures": figures.signatures,
                "checkpoints": figures.checkpoints,
                "after_checkpoint": figures.after,
                "controller": figures.controller,
                "authority": figures.authority,
                "problems": _as_json(verdict.problems),
            }
            for (name, verdict), figures in zip(self.verdict.volumes, self.figures, strict=True)
        ]
        problems = _as_json((*self.verdict.problems, *self.problems))
        said = {"whole": self.whole, "readable": self.readable, "volumes": volumes, "problems": problems}
        unbound = [asdict(each) for each in self.unbound]
        return {**said, "unbound": unbound, "unchecked": list(self.unchecked)}


def inquire(path: Path, second: Path | None, known: OutsideKnowledge, step: Step | None = None) -> Inquiry:
    """Verify a book, or one volume of it, in every way there is.

    Args:
        path: The folder of the volumes, or the file of one.
        second: The folder of the second media.
        known: What is known from elsewhere.
        step: Called after every entry.
    """
    verdict = verify_book(path, second, known.checkpoints, step)
    folder = path.parent if path.is_file() else path
    figures = tuple(_figures(folder / name) for name, _ in verdict.volumes)
    outside = compare(known.outside, [folder / name for name, _ in verdict.volumes])
    problems = (*_other_keys(verdict, figures, known), *_wrong_notes(figures, known), *outside.problems)
    unchecked = (*outside.unchecked, *_unchecked(path, second, known, figures))
    return Inquiry(verdict, figures, problems, unchecked, tuple(_unbound(verdict, figures, known)))


def read_note(path: Path) -> tuple[str, Note]:
    """Read a checkpoint that was kept elsewhere.

    Raises:
        OSError: It cannot be read.
        BookError: It is no checkpoint.
    """
    try:
        note = Note.read(path.read_bytes().decode("utf-8"))
        if not Checkpoint.read(note.text).size:
            raise NoteError("a checkpoint of no entries")
    except ValueError as error:
        raise BookError(f"{path}: no es un punto de control: {error}") from error
    return path.name, note


def read_key(text: str) -> Verifier:
    """Read a verifier key as a person types it from paper: spaces between its groups change nothing.

    Raises:
        BookError: It is none.
    """
    try:
        return Verifier.read("".join(text.split()))
    except NoteError as error:
        raise BookError(f"«{text}» no es una clave de verificación: {error}") from error


def read_fingerprint(text: str) -> str:
    """Read a SHA-256 as a person types it: spaces, colons and capitals change nothing.

    Raises:
        BookError: It is none.
    """
    found = _BETWEEN.sub("", text).lower()
    if _SHA256.fullmatch(found) is None:
        raise BookError(f"«{text}» no es una huella SHA-256: son 64 cifras hexadecimales.")
    return found


def _unbound(verdict: BookVerdict, figures: Sequence[Figures], known: OutsideKnowledge) -> Iterator[Unbound]:
    """Find the newest entries of each volume that nothing binds; a checkpoint from outside binds, too."""
    for (name, each), figure in zip(verdict.volumes, figures, strict=True):
        chained = not any(problem.code in _NO_CHAIN for problem in each.problems)
        if chained and each.bound is not None and figure.opening is not None:
            bound = max([each.bound, *_bound_outside(figure.opening, each, known)])
            if bound < each.entries:
                yield Unbound(Path(name).stem, bound + 1, each.entries)


def _bound_outside(opening: Opening, verdict: Verdict, known: OutsideKnowledge) -> Iterator[int]:
    if opening.controller is None or any(problem.code == "MIN-SHORT" for problem in verdict.problems):
        return
    for _, note in known.notes:
        said = Checkpoint.read(note.text)
        try:
            signed = said.origin == opening.origin and note.signed_by(opening.controller)
        except NoteError:
            signed = False
        if signed:
            yield said.size


def _figures(path: Path) -> Figures:
    try:
        with read_only(path) as connection:
            signatures, checkpoints, size, entries = connection.execute(_COUNTS).fetchone()
        with Reader(path) as reader:
            opening = next((Opening.read(entry) for entry in reader.entries(1, 1)), None)
        return Figures(signatures, checkpoints, entries - size, opening)
    except (MinutesError, EntryError, *FILE_ERRORS):
        return Figures()  # the verdict says what is wrong with it


def _other_keys(
    verdict: BookVerdict, figures: Sequence[Figures], known: OutsideKnowledge
) -> Iterator[Problem]:
    keys = {str(key) for key in known.keys}
    authorities = set(known.authorities)
    for (name, _), each in zip(verdict.volumes, figures, strict=True):
        if keys and each.controller not in keys:
            yield Problem(1, "MIN-OPEN", f"{name} nombra otra clave del controlador que la conocida")
        if authorities and each.authority not in authorities:
            yield Problem(1, "MIN-OPEN", f"{name} nombra otra autoridad que la conocida")


def _wrong_notes(figures: Sequence[Figures], known: OutsideKnowledge) -> Iterator[Problem]:
    said = [each.opening.controller for each in figures if each.opening is not None]
    verifiers = [*known.keys, *(verifier for verifier in said if verifier is not None)]
    for name, note in known.notes:
        try:
            for verifier in verifiers:
                note.signed_by(verifier)
        except NoteError as error:
            yield Problem(0, "MIN-NOTE", f"{name} lleva una firma que no es válida: {error}")


def _unchecked(
    path: Path, second: Path | None, known: OutsideKnowledge, figures: Sequence[Figures]
) -> Iterator[str]:
    """Say what was not checked, and why."""
    if path.is_file():
        yield "los demás tomos: solo se dio uno."
    if second is None:
        yield "el segundo soporte: no se dio (--second)."
    if not known.notes and not any(isinstance(each, Paper) for each in known.outside):
        yield (
            "si falta el final o se escribió todo de nuevo: no se dio ningún punto de control guardado fuera"
            " (--checkpoint), ni un folio impreso (--folio)."
        )
    if any(each.controller for each in figures) and not (known.keys and known.authorities):
        yield (
            "de quién son las claves: son las que el libro dice. Compárelas con las del folio de apertura"
            " (--key, --authority)."
        )
    if figures and not all(each.controller for each in figures):
        yield "firmas y puntos de control: hay tomos de una sala sin claves."


def _volume_lines(name: str, verdict: Verdict, figures: Figures) -> list[str]:
    span = f", del {verdict.first_time} al {verdict.last_time}" if verdict.first_time else ""
    lines = [
        f"{name}: {verdict.entries} asientos{span}; {figures.signatures} firmas de personas,"
        f" {figures.checkpoints} puntos de control; último hash {verdict.root or 'ilegible'}"
    ]
    if figures.controller:
        lines += [f"  Clave del controlador: {figures.controller}"]
    if figures.authority:
        lines += [f"  Autoridad (SHA-256): {figures.authority}"]
    return lines + _problem_lines(verdict.problems)


def _problem_lines(problems: Sequence[Problem]) -> list[str]:
    lines = [f"  {problem.code}: {problem.sentence}" for problem in problems[:_SHOWN]]
    return lines + ([f"  … y {len(problems) - _SHOWN} más."] if len(problems) > _SHOWN else [])


def _as_json(problems: Sequence[Problem]) -> list[dict[str, Any]]:
    return [{"entry": each.number, "code": each.code, "sentence": each.sentence} for each in problems]
