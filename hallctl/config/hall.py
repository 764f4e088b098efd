"""The hall's configuration: the sections of one TOML file, closed and typed.

Not responsible for reading the file (``hallctl.config.loading``), nor for what contradicts between sections.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from hallctl.config.camera import CameraSection, DeskCameraSection
from hallctl.config.chain import ChainSection
from hallctl.config.extractor import ExtractorSection
from hallctl.config.game_files import GameFiles, Material
from hallctl.config.panel import PanelSection
from hallctl.config.problems import ConfigError
from hallctl.config.reader import Calibrations, ReaderSection
from hallctl.config.rule_sets import RuleSetSection, SeriesSection
from hallctl.config.screens import ScreenSection
from hallctl.config.sections import File, Text
from hallctl.config.sections import Section as _Section
from hallctl.config.shoe import ShoeSection
from hallctl.config.theme import Decades, Hex, Role, ThemeName
from hallctl.config.wheel import WheelSection
from hallctl.outputs.screens.names import Moment
from hallctl.rules.commands.base import Appointment, Command, Post
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
    chain: ChainSection | None = None
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
    rule_sets: list[RuleSetSection] = Field(default_factory=list)
    """The rule sets beside that of the hall, where its game can be played by several in one session."""
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
    def every_ball_set(self) -> tuple[str, ...]:
        """The ball sets of every rule set."""
        return (*self.ball_sets, *(name for section in self.rule_sets for name in section.ball_sets))

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
    others: tuple[tuple[str, RuleSet], ...] = ()
    """The ball sets that are not of the hall's own rule set, each with its own."""
    overrides: tuple[str, ...] = ()
    """The values that were named beside the file."""

    def rules_of(self, ball_set: str) -> RuleSet:
        """Return the rule set whose balls a set has."""
        return dict(self.others).get(ball_set, self.rules)

    @property
    def highest(self) -> int:
        """The highest number that any result of the hall's machine has."""
        return max(self.files.highest(rules) for rules in (self.rules, *dict(self.others).values()))

    @property
    def universes(self) -> Mapping[str, int]:
        """The highest number of each ball set."""
        return {name: self.files.highest(self.rules_of(name)) for name in self.config.every_ball_set}

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
