"""The hall's configuration: one TOML file, closed and typed, every problem told at once.

Not responsible for opening anything it names: files are checked to be there, devices are not touched.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import (
    Field,
    StringConstraints,
    ValidationError,
)

from hallctl.config.camera import CameraSection, DeskCameraSection
from hallctl.config.extractor import ExtractorSection, extractor_contradictions
from hallctl.config.game_files import GameFiles, Material
from hallctl.config.panel import PanelSection, panel_contradictions
from hallctl.config.problems import ConfigError, each_told, problem_text
from hallctl.config.reader import Calibrations, ReaderSection, calibrations
from hallctl.config.rules import RuleSetError, misfits_of, not_in_language, rule_set, without_camera
from hallctl.config.screens import ScreenSection, screen_contradictions
from hallctl.config.sections import File, Text
from hallctl.config.sections import Section as _Section
from hallctl.config.shoe import ShoeSection, shoe_contradictions
from hallctl.config.theme import Decades, Hex, Role, ThemeName, theme_contradictions
from hallctl.config.tomlfile import TomlFileError, read_toml
from hallctl.config.wheel import WheelSection, wheel_contradictions
from hallctl.outputs.screens.names import Moment
from hallctl.rules.commands.base import SEVERAL, Appointment, Command, Post
from hallctl.rules.ruleset import RuleSet

DEFAULT_GAME: Final = "bingo"
"""The game of a hall that names none."""


class HallSection(_Section):
    """Who the hall is, where it keeps its things, and the rules it plays by."""

    name: Text
    company: Text
    licence: Text
    tax_id: Text
    place: Text
    tables: int = Field(ge=1, le=10_000)
    seats: int = Field(ge=1, le=100_000)
    directory: File
    game: Text = DEFAULT_GAME
    """One of the house's games; who reads the file knows which there are."""
    rule_set: File = "aj-bolivia"
    language: Literal["es", "pt", "en"] = "es"
    """What walls are written in, and pages whose reader chose nothing; acts and announcements are Spanish."""
    cctv: Text | None = None
    """The hall's own circuit that shows the exit, where none of our cameras does (AJ-29, 30)."""
    farthest_seat_m: float | None = Field(default=None, gt=0, le=200)
    """From the farthest seat to the monitor it looks at; every mandatory field is then checked (AJ-37)."""
    complaint_qr: File | None = None
    """What the QR code beside the complaints leads to."""
    theme: ThemeName = "noche"
    """The colours of walls and pages (docs/screens.md)."""
    colours: dict[Role, Hex] = Field(default_factory=dict)
    """Those that differ from the theme's, each "#rrggbb"; refused where they could not be read."""
    decades: bool | Decades = False
    """A colour for each decade of balls: nine of the hall's own, or true for those that come with it."""
    logo: File | None = None
    """The hall's logo, beside this file; it stands on the walls while nothing is drawn (docs/theme.md)."""
    sponsors: File | None = None
    """The folder of the sponsors' pictures, shown in turn between games and in the sale."""


class BookSection(_Section):
    """The notarial data of the volume (AJ-40)."""

    volume: int = Field(ge=1, le=9999)
    folios: int = Field(ge=1, le=1000)
    notary: Text
    notarised_on: Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    second: File | None = None
    """The folder of the second medium, on another device."""
    second_answer_s: float | None = Field(default=None, ge=0.2, le=7.0)
    """How long it may take over one commit; longer, and it is lost."""


class TokenSection(_Section):
    """Whose key is on a token: its library, the token's label and that of key and certificate."""

    person: Text
    module: File
    label: File
    key: File


class KeysSection(_Section):
    """The hall's keys: where they lie, and what checkpoints call the book, without spaces or plus sign."""

    directory: File
    origin: Annotated[Text, StringConstraints(pattern=r"^[^\s+]{3,100}$")]
    time_stamps: File | None = None
    """The address of a time-stamp authority (RFC 3161); folios then carry the moment that it says."""
    tokens: list[TokenSection] = Field(default_factory=list)
    """Who signs with a token; everybody else has a key in the folder."""


class WitnessSection(_Section):
    """The witness of the book, on another machine: its address and its key (`hallctl witness --show-key`)."""

    url: File
    key: Annotated[str, StringConstraints(pattern=r"^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$")]


Address = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}(\.[0-9]{1,3}){3}$")]


class ConsoleSection(_Section):
    """Where the console listens: for this machine alone, or with TLS for others too (docs/access.md)."""

    host: Address = "127.0.0.1"
    """The address of this machine on the hall's network; "0.0.0.0" is every network it is on."""
    port: int = Field(default=8000, ge=1024, le=65535)

    @property
    def remote(self) -> bool:
        """Whether other machines may reach it: it then speaks TLS, and nothing else."""
        return not self.host.startswith("127.")


class FeedSection(_Section):
    """Where walls, phones and televisions see the hall: read-only, signed where the hall has keys."""

    host: Address = "127.0.0.1"
    """The address of this machine on the hall's network; "0.0.0.0" is every network it is on."""
    port: int = Field(default=8001, ge=1024, le=65535)


class PersonSection(_Section):
    """A person and the posts they may hold (AJ-13)."""

    name: Text
    posts: list[
        Literal["director", "jefe", "locutor", "vendedor", "cajero", "jefe de sala", "auxiliar", "croupier"]
    ] = Field(min_length=1)


class SeriesSection(_Section):
    """A printed series of cards and the file of its matrix (AJ-20)."""

    letter: Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,3}$")]
    identification: int = Field(ge=1, le=999_999)
    face_value: int = Field(ge=1, le=1_000_000)
    matrix: File


class LogSection(_Section):
    """The program's log on standard error (docs/operations.md); a terminal gets none."""

    format: Literal["auto", "json", "plain"] = "auto"
    """"auto": JSON under journald, else nothing; "plain": nothing but what commands say to people."""


class DiskSection(_Section):
    """How much room the book must have (I14)."""

    minimum_free_mb: int = Field(default=500, ge=1, le=1_000_000)


class PrinterSection(_Section):
    """Where folios go beside the folder of acts: a queue of CUPS."""

    queue: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._-]{1,127}$")]


class VoiceSection(_Section):
    """The hall's own voice (docs/voice.md): a clip for each ball and phrase."""

    folder: File
    """Of the clips; `hallctl voice make` fills it, a hall's own recordings may replace any of them."""
    player: list[File] = Field(default=["aplay", "-q"], min_length=1)
    """The program that plays a clip, and its options."""
    chime: bool = True
    """Whether a chime is heard before a ball."""
    volume: dict[Moment, Annotated[int, Field(ge=0, le=100)]] = Field(default_factory=dict)
    """How loud at each moment, in percent of the clips' own loudness; 100 where none is named."""


class PracticeSection(_Section):
    """What only a practice hall may change: the pace, for demonstrations and tests."""

    minimum_interval_ms: int = Field(default=2500, ge=0, le=60_000)
    any_more_ms: int = Field(default=6000, ge=0, le=60_000)


class Config(_Section):
    """The whole file."""

    hall: HallSection
    book: BookSection
    extractor: ExtractorSection | None = None
    """None: the drum is worked by hand (docs/manual-drum.md)."""
    camera: CameraSection | None = None
    desk_camera: DeskCameraSection | None = None
    reader: ReaderSection = ReaderSection()
    console: ConsoleSection = ConsoleSection()
    feed: FeedSection = FeedSection()
    disk: DiskSection = DiskSection()
    log: LogSection = LogSection()
    keys: KeysSection | None = None
    witness: WitnessSection | None = None
    printer: PrinterSection | None = None
    voice: VoiceSection | None = None
    panel: PanelSection | None = None
    wheel: WheelSection | None = None
    """The sensor of a roulette wheel (docs/wheel.md)."""
    shoe: ShoeSection | None = None
    """A shoe that reads its cards (docs/shoe.md)."""
    people: list[PersonSection] = Field(min_length=1)
    series: list[SeriesSection] = Field(default_factory=list)
    """What is printed, where the game has cards; the game says whether it needs any."""
    ball_sets: list[Text] = Field(default_factory=list)
    """The sets of balls, where the game has any."""
    practice: PracticeSection | None = None
    screens: list[ScreenSection] = Field(default_factory=list)

    @property
    def simulated(self) -> bool:
        """Whether a device is simulated, or a manual drum practised with: the book is a practice book."""
        named = (self.extractor, self.camera, self.panel, self.wheel, self.shoe)
        devices = [each for each in named if each is not None]
        practised = self.extractor is None and self.practice is not None
        return practised or any(device.simulated for device in devices)

    @property
    def appointments(self) -> tuple[Appointment, ...]:
        """Who holds which post."""
        return tuple(Appointment(Post(post), person.name) for person in self.people for post in person.posts)


@dataclass(frozen=True)
class Setting:
    """A configuration that was read: its values, and the rules and the game's material that they name."""

    path: Path
    config: Config
    rules: RuleSet
    material: Material
    calibrations: Calibrations
    files: GameFiles
    registers: tuple[Command, ...] = ()
    """The steps that register what the file has of the game."""

    @property
    def directory(self) -> Path:
        """Where the book, the pictures and the acts are."""
        return self.beside(self.config.hall.directory)

    @property
    def exit_camera(self) -> CameraSection:
        """The camera on the exit, for what is about it.

        Raises:
            ConfigError: The hall has none.
        """
        if self.config.camera is None:
            raise ConfigError([f"{self.path}: [camera]: falta; esta sala no tiene cámara en la salida"])
        return self.config.camera

    def beside(self, name: str) -> Path:
        """Return a path of the file: relative ones start at the file's folder."""
        return self.path.parent / name


def load(
    path: Path,
    games: Mapping[str, GameFiles],
    overrides: Sequence[str] = (),
    devices: Callable[[Config], Iterable[str]] = lambda _: (),
) -> Setting:
    """Read and check a configuration.

    Args:
        path: The TOML file.
        games: What each game of the house reads of it, by its name.
        overrides: Values that replace the file's, each "section.key=value" with the value as in TOML.
        devices: Returns what drivers could not do with it.

    Raises:
        ConfigError: With every problem of the file at once.
    """
    values = _read(path)
    problems: list[str] = []
    for override in overrides:
        _replace(values, override, problems)
    files = _files(path, values, games, problems)
    config = _validated(
        path, {name: value for name, value in values.items() if name not in files.own}, problems
    )
    rules = _rules(path, config, files, problems) if config is not None else None
    material = files.material(path, values, rules, problems)
    problems += [] if config is None else [f"{path}: {problem}" for problem in devices(config)]
    known = calibrations(path, config.reader, problems) if config is not None else Calibrations()
    if config is None or rules is None or problems:
        raise ConfigError(problems)
    return Setting(path, config, rules, material, known, files, files.registers(values, material))


def _files(
    path: Path, values: Mapping[str, Any], games: Mapping[str, GameFiles], problems: list[str]
) -> GameFiles:
    """Return what the game of the file reads of it; one that does not exist is read as the default."""
    hall = values.get("hall")
    game = hall.get("game", DEFAULT_GAME) if isinstance(hall, dict) else DEFAULT_GAME
    if isinstance(game, str) and game not in games:
        problems.append(f"{path}: [hall] game: debe ser uno de {', '.join(games)}, no {game!r}")
    return games.get(game, games[DEFAULT_GAME]) if isinstance(game, str) else games[DEFAULT_GAME]


def _read(path: Path) -> dict[str, Any]:
    try:
        return read_toml(path)
    except OSError as error:
        raise ConfigError([f"{path}: no se puede leer: {error.strerror}"]) from error
    except TomlFileError as error:
        raise ConfigError([f"{path}: {error}"]) from error


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
        problems += [problem_text(path, dict(item)) for item in error.errors()]
        return None


def _rules(path: Path, config: Config, files: GameFiles, problems: list[str]) -> RuleSet | None:
    """Return the rules of the hall, which ask for nothing that is not there."""
    problems += _contradictions(path, config, files.posts)
    pace = None if config.practice is None else _pace(config.practice, files)
    try:
        rules = rule_set(config.hall.rule_set, files.rules, pace, config.hall.seats, path.parent)
    except RuleSetError as error:
        problems += each_told(f"{path}: [hall] rule_set", error)
        return None
    machine, camera, cctv = config.extractor is not None, config.camera is not None, config.hall.cctv
    misfits = misfits_of(
        rules, machine, camera, cctv is not None or config.simulated, config.voice is not None
    )
    spoken = not_in_language(rules, config.hall.language)
    problems += [f"{path}: {misfit}" for misfit in (*misfits, *spoken)]
    return rules if camera else without_camera(rules, cctv is not None)


def _pace(practice: PracticeSection, files: GameFiles) -> dict[str, Any]:
    """Return what a practice hall changes of the pace, as far as its game has one."""
    known = {field.name for field in fields(files.rules)}
    return {name: value for name, value in practice.model_dump().items() if name in known}


def _contradictions(path: Path, config: Config, posts: Iterable[Post]) -> list[str]:
    """Return what is wrong between sections."""
    found = []
    if config.practice is not None and not config.simulated:
        found.append(f"{path}: [practice]: solo con un extractor o una cámara simulados")
    if not config.simulated and config.book.second is None:
        found.append(f"{path}: [book] second: una sala real lleva su libro en dos soportes")
    if not config.simulated and config.keys is None:
        found.append(f"{path}: [keys]: en una sala real las personas firman (AJ-42)")
    if config.extractor is not None:
        found += [f"{path}: {problem}" for problem in extractor_contradictions(config.extractor)]
    if config.wheel is not None:
        found += [f"{path}: {problem}" for problem in wheel_contradictions(config.wheel)]
    if config.shoe is not None:
        found += [f"{path}: {problem}" for problem in shoe_contradictions(config.shoe)]
    found += [f"{path}: {problem}" for problem in _network_contradictions(config)]
    if config.witness is not None and config.keys is None:
        found.append(f"{path}: [witness]: el testigo mira puntos de control firmados; faltan las [keys]")
    sources = [camera.source for camera in (config.desk_camera, config.camera) if camera is not None]
    if len(set(sources)) < len(sources):
        found.append(f"{path}: [desk_camera] source: la cámara de la salida no deja la salida (AJ-30)")
    found += [f"{path}: [[keys.tokens]] {problem}" for problem in _token_contradictions(config)]
    found += [f"{path}: {problem}" for problem in panel_contradictions(config.panel, config.appointments)]
    found += [
        f"{path}: {problem}" for problem in screen_contradictions(config.screens, config.hall.farthest_seat_m)
    ]
    found += [f"{path}: {problem}" for problem in theme_contradictions(config.hall)]
    held = Counter(appointment.post for appointment in config.appointments)
    empty = (post for post in posts if post not in held)
    found += [f"{path}: [people] posts: nadie ocupa el puesto «{post}» (AJ-13)" for post in empty]
    for post, holders in held.items():
        if holders > 1 and post not in SEVERAL:
            found.append(f"{path}: [people] posts: {holders} personas para el puesto «{post}»; debe ser una")
    return found


def _network_contradictions(config: Config) -> list[str]:
    found = []
    if config.console.remote and config.keys is None:
        found.append("[console] host: sin [keys] no hay con qué cifrar y solo sirve 127.0.0.1")
    if not config.feed.host.startswith("127.") and config.keys is None:
        found.append("[feed] host: sin [keys] la señal va sin firma y solo sirve en 127.0.0.1")
    if config.feed.port == config.console.port:
        found.append(f"[feed] port: {config.feed.port} es el de la consola; debe ser otro")
    return found


def _token_contradictions(config: Config) -> list[str]:
    tokens = [] if config.keys is None else config.keys.tokens
    people = {person.name for person in config.people}
    found = [f"person: «{t.person}» no está en [[people]]" for t in tokens if t.person not in people]
    for person, count in Counter(token.person for token in tokens).items():
        if count > 1:
            found.append(f"person: {count} tarjetas para «{person}»; debe ser una")
    for (_, label), count in Counter((token.module, token.label) for token in tokens).items():
        if count > 1:
            found.append(f"label: «{label}» sirve a {count} personas; una tarjeta tiene un solo PIN (I16)")
    return found
