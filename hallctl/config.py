"""The hall's configuration: one TOML file, closed and typed, every problem told at once.

Not responsible for opening anything it names: files are checked to be there, devices are not touched.
"""

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainValidator, StringConstraints, ValidationError

from hallctl.cards.csvfile import read_csv
from hallctl.rules.cards import Matrix, MatrixError
from hallctl.rules.commands import Appointment, Post
from hallctl.rules.deciding.opening import MANDATORY
from hallctl.rules.ruleset import Progressive, RuleSet

PROFILES: Final = ("aj-bolivia",)


class ConfigError(ValueError):
    """The configuration is wrong; each problem names file, section, key and limit."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]


def _camera_source(value: object) -> int | str:
    if type(value) is int and 0 <= value <= 63:
        return value
    if isinstance(value, str) and value.strip():
        return value
    raise ValueError("debe ser un número de cámara (0 a 63) o una dirección")


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class HallSection(_Section):
    """Who the hall is, where it keeps its things, and the rules it plays by."""

    name: Text
    company: Text
    licence: Text
    tax_id: Text
    place: Text
    tables: int = Field(ge=1, le=10_000)
    seats: int = Field(ge=1, le=100_000)
    directory: Text
    rule_set: Text = "aj-bolivia"


class BookSection(_Section):
    """The notarial data of the volume (AJ-40)."""

    volume: int = Field(ge=1, le=9999)
    folios: int = Field(ge=1, le=1000)
    notary: Text
    notarised_on: Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class ExtractorSection(_Section):
    """The serial line to the extractor."""

    port: Text
    simulated: bool = False


class CameraSection(_Section):
    """The camera on the ball exit: a device index or a URL."""

    source: Annotated[int | str, PlainValidator(_camera_source)]
    simulated: bool = False


class ConsoleSection(_Section):
    """Where the console listens: this machine only, since it has no log-in yet."""

    port: int = Field(default=8000, ge=1024, le=65535)


class PersonSection(_Section):
    """A person and the posts they may hold (AJ-13)."""

    name: Text
    posts: list[Literal["director", "jefe", "locutor", "vendedor", "cajero", "jefe de sala", "auxiliar"]] = (
        Field(min_length=1)
    )


class SeriesSection(_Section):
    """A printed series of cards and the file of its matrix (AJ-20)."""

    letter: Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,3}$")]
    identification: int = Field(ge=1, le=999_999)
    face_value: int = Field(ge=1, le=1_000_000)
    matrix: Text


class DiskSection(_Section):
    """How much room the book must have (I14)."""

    minimum_free_mb: int = Field(default=500, ge=1, le=1_000_000)


class PracticeSection(_Section):
    """What only a practice hall may change: the pace, for demonstrations and tests."""

    minimum_interval_ms: int = Field(default=2500, ge=0, le=60_000)
    any_more_ms: int = Field(default=6000, ge=0, le=60_000)


class Config(_Section):
    """The whole file."""

    hall: HallSection
    book: BookSection
    extractor: ExtractorSection
    camera: CameraSection
    console: ConsoleSection = ConsoleSection()
    disk: DiskSection = DiskSection()
    people: list[PersonSection] = Field(min_length=1)
    series: list[SeriesSection] = Field(min_length=1)
    ball_sets: list[Text] = Field(min_length=1)
    practice: PracticeSection | None = None

    @property
    def simulated(self) -> bool:
        """Whether any device is simulated: the book is then a practice book."""
        return self.extractor.simulated or self.camera.simulated

    @property
    def appointments(self) -> tuple[Appointment, ...]:
        """Who holds which post."""
        return tuple(Appointment(Post(post), person.name) for person in self.people for post in person.posts)


@dataclass(frozen=True)
class Setting:
    """A configuration that was read: its values, and the rules and matrices they name."""

    path: Path
    config: Config
    rules: RuleSet
    matrices: tuple[Matrix, ...]

    @property
    def directory(self) -> Path:
        """Where the book, the pictures and the acts are."""
        return self.beside(self.config.hall.directory)

    def beside(self, name: str) -> Path:
        """Return a path of the file: relative ones start at the file's folder."""
        return self.path.parent / name


def load(path: Path, overrides: Sequence[str] = ()) -> Setting:
    """Read and check a configuration.

    Args:
        path: The TOML file.
        overrides: Values that replace the file's, each "section.key=value" with the value as in TOML.

    Raises:
        ConfigError: With every problem of the file at once.
    """
    values = _read(path)
    problems: list[str] = []
    for override in overrides:
        _replace(values, override, problems)
    config = _validated(path, values, problems)
    matrices = _matrices(path, values, problems)
    if config is not None:
        problems += _contradictions(path, config)
    if config is None or problems:
        raise ConfigError(problems)
    rules = rule_set(config.hall.rule_set, config.practice, config.hall.seats)
    return Setting(path, config, rules, matrices)


def rule_set(name: str, practice: PracticeSection | None = None, seats: int | None = None) -> RuleSet:
    """Read a rule set of the package, with the hall's seats; a practice hall may change its pace."""
    text = files("hallctl.profiles").joinpath(f"{name}.toml").read_text("utf-8")
    values: dict[str, Any] = tomllib.loads(text)
    values["checks"] = tuple(values["checks"])
    values["progressives"] = tuple(Progressive(**pot) for pot in values.get("progressives", ()))
    if practice is not None:
        values |= practice.model_dump() | {"name": f"{name} (práctica)"}
    if seats is not None:
        values["seats"] = seats
    return RuleSet(**values)


def read_matrix(path: Path) -> Matrix:
    """Read the matrix of a series from its CSV file.

    Raises:
        MatrixError: With every fault by card.
        OSError: If the file cannot be read.
    """
    return read_csv(path)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError([f"{path}: no se puede leer: {error.strerror}"]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([f"{path}: no es TOML: {error}"]) from error


def _replace(values: dict[str, Any], override: str, problems: list[str]) -> None:
    name, equals, text = override.partition("=")
    section, _, key = name.partition(".")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    held = values.setdefault(section, {})
    if not (equals and key and isinstance(held, dict)):
        problems.append(f"--set {override}: se espera sección.clave=valor")
        return
    held[key] = value


def _validated(path: Path, values: dict[str, Any], problems: list[str]) -> Config | None:
    try:
        return Config.model_validate(values)
    except ValidationError as error:
        problems += [_problem(path, dict(item)) for item in error.errors()]
        return None


def _matrices(path: Path, values: dict[str, Any], problems: list[str]) -> tuple[Matrix, ...]:
    """Read the matrix of every series that names one, also where the rest of the file is wrong."""
    found = []
    series = values.get("series")
    for index, section in enumerate(series if isinstance(series, list) else [], 1):
        name = section.get("matrix") if isinstance(section, dict) else None
        if not isinstance(name, str):
            continue
        file = path.parent / name
        try:
            found.append(read_matrix(file))
        except OSError as error:
            problems.append(f"{path}: [series.{index}] matrix: {file}: no se puede leer: {error.strerror}")
        except MatrixError as error:
            problems.append(f"{path}: [series.{index}] matrix: {file}: {error}")
    return tuple(found)


def _contradictions(path: Path, config: Config) -> list[str]:
    """Return what is wrong between sections."""
    found = []
    if config.hall.rule_set not in PROFILES:
        found.append(f"{path}: [hall] rule_set: no existe; hay: {', '.join(PROFILES)}")
    if config.practice is not None and not config.simulated:
        found.append(f"{path}: [practice]: solo con un extractor o una cámara simulados")
    held = Counter(appointment.post for appointment in config.appointments)
    for post in MANDATORY:
        if post not in held:
            found.append(f"{path}: [people] posts: nadie ocupa el puesto «{post}» (AJ-13)")
    for post, holders in held.items():
        if holders > 1:
            found.append(f"{path}: [people] posts: {holders} personas para el puesto «{post}»; debe ser una")
    return found


_SENTENCES: Final = {
    "missing": "falta",
    "extra_forbidden": "clave desconocida",
    "greater_than_equal": "debe ser como mínimo {ge}",
    "less_than_equal": "debe ser como máximo {le}",
    "too_short": "necesita al menos {min_length}",
    "string_too_short": "no puede estar vacío",
    "string_too_long": "tiene más de {max_length} caracteres",
    "string_pattern_mismatch": "no tiene la forma {pattern}",
    "int_type": "debe ser un número entero",
    "string_type": "debe ser un texto",
    "bool_type": "debe ser true o false",
    "list_type": "debe ser una lista",
    "model_type": "debe ser una sección",
    "literal_error": "debe ser uno de {expected}",
    "value_error": "{error}",
}


def _problem(path: Path, item: dict[str, Any]) -> str:
    """Say one problem as file, section, key and limit."""
    where = [str(part + 1) if isinstance(part, int) else str(part) for part in item["loc"]]
    # A union's branch names its type at the end of the place; people know the key only.
    where = [
        part for part in where if not part.startswith(("function-", "constrained-")) and part not in {"int"}
    ]
    section, key = (f"[{'.'.join(where[:-1])}] ", where[-1]) if len(where) > 1 else ("", "".join(where))
    sentence = _SENTENCES.get(item["type"], item["msg"]).format(**item.get("ctx", {})).replace(" or ", " o ")
    got = "" if item["type"] in {"missing", "extra_forbidden"} else f", no {item['input']!r}"
    return f"{path}: {section}{key}: {sentence}{got}"
