"""What the configuration says of reading balls, and what the calibrations it names found out.

Not responsible for reading, nor for what a calibration is made of (`hallctl.app.calibrating`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal, Self

from pydantic import AwareDatetime, Field, StringConstraints

from hallctl.config.kept import file_name, kept_files
from hallctl.config.origin import OriginSection, seal_of
from hallctl.config.sections import File, Section, Text
from hallctl.config.tomlfile import read_toml

_EDITED: Final = (
    "se cambió después de escribirlo «hallctl camera calibrate»: calibre el juego de nuevo; las bolas que una"
    " persona lee siempre se añaden en [reader] always_ask"
)
_MOVED: Final = "es del juego «{of}», y su nombre es el de otro: calibre el juego de nuevo"

Ball = Annotated[int, Field(ge=1, le=99)]


class ReaderSection(Section):
    """How much it takes to believe the camera, and which balls a person always reads (docs/camera.md)."""

    confidence: float = Field(default=0.995, ge=0.99, le=0.9995)
    frames: int = Field(default=3, ge=1, le=100)
    always_ask: list[Ball] = Field(default_factory=list)
    calibrations: list[File] = Field(default_factory=list)
    """Files that `hallctl camera calibrate` wrote, which count before what the hall keeps of their sets."""
    recogniser: dict[Text, File] = Field(default_factory=dict)
    """By ball set, what `hallctl camera calibrate --from` wrote: its balls are recognised, not read."""


class PatternSection(Section):
    """The picture that holds the patterns of a ball set, and how far each reaches, in radians."""

    file: File
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    reach: float = Field(gt=0, lt=1)


class BallPlace(Section):
    """Where the ball lies in the exit, in pixels of a 480-line picture."""

    x: float
    y: float
    diameter: float = Field(gt=0)


class ExitSection(Section):
    """The empty exit as it was learnt: the picture that holds its look and noise, and the ball's place."""

    version: Literal[1]
    """How the picture is to be read; another one was written by another release."""
    learnt_at: AwareDatetime
    file: File
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
    pace_s: float = Field(default=0.0, ge=0)
    """The most seconds from one picture that lives to the next; 0 where each does."""
    ball: BallPlace | None = None


class RecogniserSection(Section):
    """The file by which the balls of the set are recognised, where that knows as many as the patterns."""

    file: File
    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Calibration(Section):
    """What `hallctl camera calibrate` found out about a ball set."""

    ball_set: Text
    made_on: Text
    always_ask: list[Ball]
    patterns: PatternSection | None = None
    origin: OriginSection | None = None
    exit: ExitSection | None = None
    recogniser: RecogniserSection | None = None


@dataclass(frozen=True, slots=True)
class PatternSheet:
    """The patterns of a ball set as the calibration wrote them.

    Attributes:
        ball_set: Which.
        png: The picture.
        reach: How far each pattern reaches, in radians.
    """

    ball_set: str
    png: bytes
    reach: float


@dataclass(frozen=True, slots=True)
class Made:
    """What a calibration says of itself.

    Attributes:
        file: Its name.
        ball_set: The set that it was made of.
        hall: The name and the licence of the hall that made it, None where it does not say.
        patterns: The digest of its patterns, None where it has none.
        on: The day on which it was made.
        always_ask: The balls that a person always reads.
        kept: Whether the hall keeps it with its data; the configuration names it otherwise.
    """

    file: str
    ball_set: str
    hall: tuple[str, str] | None
    patterns: str | None
    on: str = ""
    always_ask: frozenset[int] = frozenset()
    kept: bool = False

    @classmethod
    def of(cls, file: str, found: Calibration, *, kept: bool = False) -> Self:
        """What one says."""
        hall = None if found.origin is None else (found.origin.hall, found.origin.licence)
        patterns = None if found.patterns is None else found.patterns.sha256
        return cls(file, found.ball_set, hall, patterns, found.made_on, frozenset(found.always_ask), kept)


@dataclass(frozen=True, slots=True)
class Damaged:
    """A calibration that the hall keeps and that cannot be used.

    Attributes:
        file: Its name.
        why: What is wrong with it.
    """

    file: str
    why: str


@dataclass(frozen=True, slots=True)
class ExitSheet:
    """The empty exit as a calibration learnt it.

    Attributes:
        png: The picture.
        ball: Where the ball lies, None where no ball was measured.
        learnt_at: When.
        pace: The most seconds from one picture of the empty exit that lives to the next; 0 where each does.
    """

    png: bytes
    ball: BallPlace | None
    learnt_at: datetime
    pace: float = 0.0


@dataclass(frozen=True, slots=True)
class RecogniserFile:
    """The file by which the balls of a set are recognised.

    Attributes:
        ball_set: The set that it was made of.
        path: Where it is.
        digest: Its SHA-256 in hex.
    """

    ball_set: str
    path: Path
    digest: str


@dataclass(frozen=True, slots=True)
class Calibrations:
    """What all calibrations of a hall say together.

    Attributes:
        always_ask: The balls that a person always reads.
        sheets: The patterns of each set that has any.
        made: What each calibration says of itself.
        exit: The exit that was learnt last: all sets come out of the same; None where none was learnt.
        recognisers: The files by which the balls of some sets are recognised; those of others are read.
        configured: Those of ``always_ask`` that the configuration says itself.
        damaged: What the hall keeps and cannot use.
        overruled: Sets that the hall keeps a calibration of, and the configuration names another one.
    """

    always_ask: frozenset[int] = frozenset()
    sheets: tuple[PatternSheet, ...] = ()
    made: tuple[Made, ...] = ()
    exit: ExitSheet | None = None
    recognisers: tuple[RecogniserFile, ...] = ()
    configured: frozenset[int] = frozenset()
    damaged: tuple[Damaged, ...] = ()
    overruled: frozenset[str] = frozenset()

    def without(self, ball_sets: Collection[str]) -> "Calibrations":
        """Return them without those of some sets, which are retired; the exit is everybody's."""
        made = tuple(each for each in self.made if each.ball_set not in ball_sets)
        return replace(
            self,
            always_ask=self.configured.union(*(each.always_ask for each in made)),
            sheets=tuple(each for each in self.sheets if each.ball_set not in ball_sets),
            made=made,
            recognisers=tuple(each for each in self.recognisers if each.ball_set not in ball_sets),
        )


@dataclass
class _Gathered:
    """What the calibrations say that were read so far."""

    made: list[Made] = field(default_factory=list)
    sheets: list[PatternSheet] = field(default_factory=list)
    exits: list[ExitSheet] = field(default_factory=list)
    recognisers: list[RecogniserFile] = field(default_factory=list)

    def take(self, other: "_Gathered") -> None:
        self.made += other.made
        self.sheets += other.sheets
        self.exits += other.exits
        self.recognisers += other.recognisers


def calibrations(
    path: Path, reader: ReaderSection, problems: list[str], directory: Path | None = None
) -> Calibrations:
    """Read the calibrations that a configuration names, and those that the hall keeps of other sets.

    Args:
        path: The configuration.
        reader: What it says of reading.
        problems: What is wrong with what it names is added here.
        directory: Of the hall's data, where it keeps any.
    """
    found, named = _Gathered(), list[Path]()
    for index, name in enumerate(reader.calibrations, 1):
        file = path.parent / name
        named.append(file.resolve())
        found.take(_read(f"{path}: [reader] calibrations: {index}: {file}", file, name, problems))
    own = tuple(_recognisers(path, reader.recogniser, problems))
    of_sets = {each.ball_set for each in found.made} | reader.recogniser.keys()
    found.recognisers = [each for each in found.recognisers if each.ball_set not in reader.recogniser]
    kept = (
        [] if directory is None else [each for each in kept_files(directory) if each.resolve() not in named]
    )
    damaged, overruled = _take_kept(kept, of_sets, found)
    configured = frozenset(reader.always_ask)
    return Calibrations(
        always_ask=configured.union(*(each.always_ask for each in found.made)),
        sheets=tuple(found.sheets),
        made=tuple(found.made),
        exit=max(found.exits, key=lambda each: each.learnt_at, default=None),
        recognisers=(*own, *found.recognisers),
        configured=configured,
        damaged=damaged,
        overruled=overruled,
    )


def _take_kept(
    files: Sequence[Path], named: Collection[str], found: _Gathered
) -> tuple[tuple[Damaged, ...], frozenset[str]]:
    """Take what a hall keeps of sets that are not named; return what is damaged, and the sets that are."""
    damaged, overruled = list[Damaged](), set[str]()
    for file in files:
        wrong = list[str]()
        kept = _read(str(file), file, file.name, wrong, kept=True)
        moved = [each.ball_set for each in kept.made if file_name(each.ball_set) != file.name]
        wrong += [_MOVED.format(of=each) for each in moved]
        if wrong:
            damaged.append(Damaged(file.name, wrong[0].removeprefix(f"{file}: ")))
        elif any(each.ball_set in named for each in kept.made):
            overruled |= {each.ball_set for each in kept.made}
        else:
            found.take(kept)
    return tuple(damaged), frozenset(overruled)


def _read(where: str, file: Path, name: str, problems: list[str], *, kept: bool = False) -> _Gathered:
    """Read one calibration; what is wrong with it is added to the problems."""
    found = _Gathered()
    try:
        values = read_toml(file)
        said = Calibration(**values)
    except OSError as error:
        problems.append(f"{where}: no se puede leer: {error.strerror}")
    except (ValueError, TypeError):
        problems.append(f"{where}: no es un archivo de «hallctl camera calibrate» de esta versión")
    else:
        if said.origin is not None and said.origin.seal != seal_of(values):
            problems.append(f"{where}: {_EDITED}")
            return found
        found.made.append(Made.of(name, said, kept=kept))
        found.sheets += _sheet(where, file, said, problems)
        found.exits += _exit(where, file, said, problems)
        found.recognisers += _recogniser(where, file, said, problems)
    return found


def _recognisers(path: Path, files: Mapping[str, str], problems: list[str]) -> Iterator[RecogniserFile]:
    """Give the files that recognise sets, where they can be read."""
    for ball_set, name in files.items():
        file = path.parent / name
        try:
            digest = sha256(file.read_bytes()).hexdigest()
        except OSError as error:
            problems.append(
                f"{path}: [reader.recogniser] {ball_set}: {file}: no se puede leer: {error.strerror}"
            )
        else:
            yield RecogniserFile(ball_set, file, digest)


def _sheet(where: str, path: Path, calibration: Calibration, problems: list[str]) -> Iterator[PatternSheet]:
    """Give the sheet beside a calibration, where it has one and that is as it was written."""
    section = calibration.patterns
    if section is None:
        return
    for png in _beside(f"{where}: patterns", path.parent / section.file, section.sha256, problems):
        yield PatternSheet(calibration.ball_set, png, section.reach)


def _exit(where: str, path: Path, calibration: Calibration, problems: list[str]) -> Iterator[ExitSheet]:
    """Give the exit beside a calibration, where it learnt one and that is as it was written."""
    section = calibration.exit
    if section is None:
        return
    for png in _beside(f"{where}: exit", path.parent / section.file, section.sha256, problems):
        yield ExitSheet(png, section.ball, section.learnt_at, section.pace_s)


def _recogniser(
    where: str, path: Path, calibration: Calibration, problems: list[str]
) -> Iterator[RecogniserFile]:
    """Give the recogniser's file beside a calibration, where it has one and that is as it was written."""
    section = calibration.recogniser
    if section is None:
        return
    file = path.parent / section.file
    for _content in _beside(f"{where}: recogniser", file, section.sha256, problems):
        yield RecogniserFile(calibration.ball_set, file, section.sha256)


def _beside(where: str, file: Path, digest: str, problems: list[str]) -> Iterator[bytes]:
    """Give what is in a file that a calibration wrote, where it is as it was written."""
    try:
        png = file.read_bytes()
    except OSError as error:
        problems.append(f"{where}: {file}: no se puede leer: {error.strerror}")
        return
    if sha256(png).hexdigest() != digest:
        problems.append(f"{where}: {file}: no es el que escribió la calibración")
        return
    yield png
