"""The configuration of the office: sections of ``office.toml``, closed and typed, all faults told at once.

Each part of the office has a section of its own here. Not responsible for opening what it names.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints, ValidationError

from hallctl.config.problems import ConfigError, problem_text
from hallctl.config.sections import File, Section, Text
from hallctl.config.tomlfile import TomlFileError, read_toml
from hallctl.minutes.note import NoteError, Verifier

CONFIG: Final = "office.toml"
"""What the file is called in the office's folder."""

Mail = Annotated[str, StringConstraints(pattern=r"^[^@\s<>,]{1,64}@[^@\s<>,]{1,190}$")]
Url = Annotated[str, StringConstraints(pattern=r"^https?://[^\s]{1,400}$")]
Server = Annotated[str, StringConstraints(pattern=r"^(nats|tls)://[^\s/]{1,200}$")]
DatabaseUrl = Annotated[str, StringConstraints(pattern=r"^postgresql://[^\s]{1,400}$")]


class OfficeSection(Section):
    """Who the office is."""

    name: Text
    origin: Annotated[str, StringConstraints(pattern=r"^[^\s+]{3,100}$")]
    """What its cosignatures call it, without spaces or plus sign."""
    language: Literal["es", "pt", "en"] = "es"
    former_keys: list[Text] = Field(default=[], max_length=10)
    """Of offices before this one, as halls have them in ``[chain] office``: what they reserved counts."""


class DatabaseSection(Section):
    """The database of PostgreSQL in which it keeps what it has."""

    url: DatabaseUrl


class NatsSection(Section):
    """The message server, and the files from which it knows who may enter."""

    servers: list[Server] = Field(min_length=1)
    authority: File | None = None
    """The certificate by which the server is checked; without it, the connection stays on this machine."""
    users_file: File = "nats-users.conf"
    """Written at each enrolment; the server's own configuration includes it."""
    waiting_mb: int = Field(default=4096, ge=64, le=1_000_000)
    """How much may wait for the office before the server refuses more."""


class WebSection(Section):
    """Where the office's pages listen."""

    host: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}(\.[0-9]{1,3}){3}$")] = "127.0.0.1"
    port: int = Field(default=8100, ge=1024, le=65535)


class MailSection(Section):
    """The server through which alarms are mailed."""

    host: File
    port: int = Field(default=587, ge=1, le=65535)
    encryption: Literal["starttls", "tls", "none"] = "starttls"
    sender: Mail
    recipients: list[Mail] = Field(min_length=1)
    user: File | None = None
    password_file: File | None = None


class AlertsSection(Section):
    """When a hall is late or its clock is wrong, and who hears of any alarm."""

    late_minutes: int = Field(default=15, ge=1, le=10_000)
    """After how long without a word a hall with an open session is late."""
    clock_s: int = Field(default=120, ge=5, le=86_400)
    """By how much its clock may differ from the office's."""
    mail: MailSection | None = None
    webhook: Url | None = None
    """Gets each alarm as one POST of JSON."""


class JackpotSection(Section):
    """A jackpot that halls play for together, as their rule sets have it (``linked``)."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$")]
    seed: int = Field(ge=0, le=10**12)
    """What the operator puts in at first and after each award, in minor units."""
    currency: Annotated[str, StringConstraints(pattern=r"^\S{1,8}$")]
    """In which all of it is counted, as the halls' rule sets have it, e.g. "Bs"."""
    at_once: Literal["first", "parts"] = "first"
    """Whether the first that is reserved has it all, or those within the window share it equally."""
    window_s: int = Field(default=0, ge=0, le=3600)


class Config(Section):
    """The whole file."""

    office: OfficeSection
    database: DatabaseSection
    nats: NatsSection
    web: WebSection = WebSection()
    alerts: AlertsSection = AlertsSection()
    jackpots: list[JackpotSection] = Field(default=[], max_length=50)


@dataclass(frozen=True, slots=True)
class OfficeSetting:
    """A configuration that was read, with the folder that its files lie in."""

    path: Path
    config: Config

    @property
    def folder(self) -> Path:
        """Where the office keeps its files."""
        return self.path.parent

    def beside(self, name: str) -> Path:
        """Return the path of a file that the configuration names."""
        return self.folder / name


def load_office(path: Path) -> OfficeSetting:
    """Read an office's configuration.

    Args:
        path: The file, or the folder that has it.

    Raises:
        ConfigError: With every problem of the file at once.
    """
    path = path / CONFIG if path.is_dir() else path
    try:
        config = Config.model_validate(read_toml(path))
    except OSError as error:
        raise ConfigError([f"{path}: no se puede leer: {error.strerror}"]) from error
    except TomlFileError as error:
        raise ConfigError([f"{path}: {error}"]) from error
    except ValidationError as error:
        raise ConfigError([problem_text(path, dict(item)) for item in error.errors()]) from error
    problems = [f"{path}: {problem}" for problem in _contradictions(config)]
    if problems:
        raise ConfigError(problems)
    return OfficeSetting(path, config)


def _contradictions(config: Config) -> Iterator[str]:
    secure = [server.startswith("tls:") for server in config.nats.servers]
    if any(secure) and config.nats.authority is None:
        yield "[nats] authority: falta, y un servidor es tls://"
    far = [each for each in config.nats.servers if not _is_near(each)]
    if far and not all(secure):
        yield f"[nats] servers: {far[0]} está en otra máquina; use tls://"
    names = [jackpot.name for jackpot in config.jackpots]
    if len({*names}) < len(names):
        yield "[[jackpots]] name: dos pozos llevan el mismo nombre"
    if any((jackpot.window_s > 0) != (jackpot.at_once == "parts") for jackpot in config.jackpots):
        yield '[[jackpots]] window_s es mayor que 0 con at_once = "parts", y 0 con "first"'
    for key in config.office.former_keys:
        try:
            Verifier.read(key)
        except NoteError:
            yield f"[office] former_keys: «{key:.40}» no tiene la forma nombre+id+clave"
    mail = config.alerts.mail
    if mail is not None and (mail.user is None) != (mail.password_file is None):
        yield "[alerts.mail] user y password_file van juntos"


def _is_near(server: str) -> bool:
    host = server.partition("://")[2].rpartition(":")[0]
    return host in {"127.0.0.1", "localhost", "[::1]"}
