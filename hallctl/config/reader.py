"""What the configuration says of reading balls, and what the calibrations it names found out.

Not responsible for reading, nor for what a calibration is made of (`hallctl.app.calibrating`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import AwareDatetime, Field, StringConstraints

from hallctl.config.origin import OriginSection, seal_of
from hallctl.config.sections import File, Section, Text
from hallctl.config.tomlfile import read_toml

_EDITED: Final = (
    "se cambió después de escribirlo «hallctl camera calibrate»: calibre el juego de nuevo; las bolas que una"
    " persona lee siempre se añaden en [reader] always_ask"
)

Ball = Annotated[int, Field(ge=1, le=99)]


class ReaderSection(Section):
    """How much it takes to believe the camera, and which balls a person always reads (docs/camera.md)."""

    confidence: float = Field(default=0.995, ge=0.99, le=0.9995)
    frames: int = Field(default=3, ge=1, le=100)
    always_ask: list[Ball] = Field(default_factory=list)
    calibrations: list[File] = Field(default_factory=list)
    """Files that `hallctl camera calibrate` wrote: their `always_ask` count too, and their patterns."""
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


class Calibration(Section):
    """What `hallctl camera calibrate` found out about a ball set."""

    ball_set: Text
    made_on: Text
    always_ask: list[Ball]
    patterns: PatternSection | None = None
    origin: OriginSection | None = None
    exit: ExitSection | None = None


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
    """

    file: str
    ball_set: str
    hall: tuple[str, str] | None
    patterns: str | None

    @classmethod
    def of(cls, file: str, found: Calibration) -> "Made":
        """What one says."""
        hall = None if found.origin is None else (found.origin.hall, found.origin.licence)
        return cls(file, found.ball_set, hall, None if found.patterns is None else found.patterns.sha256)


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
    """

    always_ask: frozenset[int] = frozenset()
    sheets: tuple[PatternSheet, ...] = ()
    made: tuple[Made, ...] = ()
    exit: ExitSheet | None = None
    recognisers: tuple[RecogniserFile, ...] = ()


def calibrations(path: Path, reader: ReaderSection, problems: list[str]) -> Calibrations:
    """Read the calibrations that a configuration names; what is wrong with them is added to the problems."""
    asked, sheets, exits = set(reader.always_ask), [], []
    made: list[Made] = []
    for index, name in enumerate(reader.calibrations, 1):
        file = path.parent / name
        where = f"{path}: [reader] calibrations: {index}: {file}"
        try:
            values = read_toml(file)
            found = Calibration(**values)
        except OSError as error:
            problems.append(f"{where}: no se puede leer: {error.strerror}")
        except (ValueError, TypeError):
            problems.append(f"{where}: no es un archivo de «hallctl camera calibrate» de esta versión")
        else:
            if found.origin is not None and found.origin.seal != seal_of(values):
                problems.append(f"{where}: {_EDITED}")
                continue
            made.append(Made.of(name, found))
            asked |= set(found.always_ask)
            sheets += list(_sheet(where, file, found, problems))
            exits += list(_exit(where, file, found, problems))
    newest = max(exits, key=lambda each: each.learnt_at, default=None)
    recognisers = tuple(_recognisers(path, reader.recogniser, problems))
    return Calibrations(frozenset(asked), tuple(sheets), tuple(made), newest, recognisers)


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
