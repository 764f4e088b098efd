"""How the console is reached: by this machine plainly, by others with TLS and a certificate of the hall.

Not responsible for making the certificate (``hallctl keys console``), nor for who may enter.
"""

import secrets
import ssl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hallctl.config.hall import ConsoleSection, Setting
from hallctl.config.problems import ConfigError
from hallctl.minutes.signing.certificates import Validity
from hallctl.minutes.signing.console import ConsolePair, certify_console, console_pair
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.signing.keystore import Keystore
from hallctl.minutes.signing.verify import hosts_of, serves, span_of
from hallctl.web.addresses import HOST, LOOPBACK

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from hallctl.web.server import ConsoleServer

EVERYWHERE: Final = "0.0.0.0"
SOON: Final = timedelta(days=30)
"""How long before a certificate runs out each start warns."""


@dataclass(frozen=True, slots=True)
class RemoteAccess:
    """Where and how the console listens.

    Attributes:
        section: Of the configuration.
        hosts: The names and addresses under which it answers.
        tls: The context for TLS; None: plain HTTP, for this machine.
        trust: With what a program of this machine checks it; None for plain HTTP.
        authority: The certificate of the hall's authority, DER, which others need to trust it; likewise.
        warning: A line for who starts the hall, empty where there is none.
    """

    section: ConsoleSection
    hosts: frozenset[str]
    tls: ssl.SSLContext | None = None
    trust: ssl.SSLContext | None = None
    authority: bytes | None = None
    warning: str = ""

    @property
    def url(self) -> str:
        """The address at which this machine itself reaches the console."""
        host = HOST if self.section.host == EVERYWHERE else self.section.host
        return f"{'http' if self.tls is None else 'https'}://{host}:{self.section.port}"

    def server(self, app: "Starlette") -> "ConsoleServer":
        """Return a server of the console, not yet started."""
        from hallctl.web.server import ConsoleServer

        return ConsoleServer(app, self.section.port, self.section.host, tls=self.tls)


def find_remote_access(setting: Setting, at: datetime) -> RemoteAccess:
    """Find how the console is reached, and demand what that takes.

    Args:
        setting: The configuration.
        at: The moment, aware.

    Raises:
        ConfigError: It is open to other machines, and has no certificate with which they could trust it.
    """
    section, keys = setting.config.console, setting.config.keys
    if not section.remote or keys is None:
        return RemoteAccess(section, LOOPBACK | {section.host})
    store = Keystore(setting.beside(keys.directory))
    where = f"{setting.path}: [console] host"
    example = "DIRECCIÓN" if section.host == EVERYWHERE else section.host
    remedy = f"«hallctl keys console {store.folder} --host {example}»"
    try:
        authority, pair = store.authority, console_pair(store)
    except SigningError as error:
        raise ConfigError([f"{where}: {error.sentence}"]) from error
    if pair is None:
        open_to = f"{section.host} deja entrar a otras máquinas y la consola no tiene certificado"
        raise ConfigError([f"{where}: {open_to}. Hágalo con {remedy}"])
    problems = list(_problems(section.host, authority, pair, at))
    if problems:
        raise ConfigError([f"{where}: {pair.path}: {each}. Renuévelo con {remedy}" for each in problems])
    tls, trust = _contexts(pair, authority)
    hosts, warning = frozenset(hosts_of(pair.certificate)), _warning(pair, at, remedy)
    return RemoteAccess(section, hosts, tls, trust, authority, warning)


@contextmanager
def temporary_access(section: ConsoleSection, at: datetime) -> Iterator[RemoteAccess]:
    """Yield how the console is reached where no hall is yet: its certificate lasts as long as the block.

    Args:
        section: Where it listens.
        at: The moment, aware.

    Raises:
        SigningError: No certificate can be made for that address.
    """
    if not section.remote:
        yield RemoteAccess(section, LOOPBACK | {section.host})
        return
    name, passphrase = "hallctl init", secrets.token_urlsafe(24)
    validity = Validity(at - timedelta(days=1), at + SOON)
    with tempfile.TemporaryDirectory() as folder:
        store = Keystore.create(Path(folder) / "claves", name, name, passphrase, validity)
        pair = certify_console(store, [section.host], passphrase, validity)
        tls, trust = _contexts(pair, store.authority)
        hosts = frozenset(hosts_of(pair.certificate))
        yield RemoteAccess(section, hosts, tls, trust, pair.certificate)


def _problems(host: str, authority: bytes, pair: ConsolePair, at: datetime) -> Iterator[str]:
    for problem in serves(authority, pair.certificate, at):
        yield f"el certificado de la consola {problem}"
    named = hosts_of(pair.certificate)
    if host not in {EVERYWHERE, *named}:
        yield f"el certificado de la consola no es para {host}, sino para {', '.join(named)}"


def _warning(pair: ConsolePair, at: datetime, remedy: str) -> str:
    span = span_of(pair.certificate)
    if span is None or span[1] - at > SOON:
        return ""
    left = f"caduca el {span[1]:%Y-%m-%d} (en {(span[1] - at).days} días)"
    return f"{pair.path}: el certificado de la consola {left}. Renuévelo con {remedy}"


def _contexts(pair: ConsolePair, authority: bytes) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Return the two ends of a connection to the console: ours, and that of a program of this machine."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.minimum_version = ssl.TLSVersion.TLSv1_2
    tls.set_alpn_protocols(["http/1.1"])
    tls.load_cert_chain(pair.path, pair.key_path)
    return tls, ssl.create_default_context(cadata=authority)
