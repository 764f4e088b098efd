"""The pages as a part of the running office: where they listen, who may enter, with which certificate.

Not responsible for the pages themselves (``app``).
"""

import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from hallctl.app.typesetting import typesetting
from hallctl.config.problems import ConfigError
from hallctl.minutes.signing.errors import SigningError
from hallctl.minutes.signing.files import read_certificate
from hallctl.minutes.signing.verify import hosts_of, serves
from hallctl.office.config import OfficeSetting
from hallctl.office.keys import AUTHORITY, SERVER, SERVER_KEY
from hallctl.office.parts import Office
from hallctl.office.web.app import Render, make_office_app
from hallctl.office.web.roles import ROLES
from hallctl.web.access.auth import AuthService, open_auth_service
from hallctl.web.addresses import LOOPBACK
from hallctl.web.console.language import Languages
from hallctl.web.server import ConsoleError, ConsoleServer

ACCOUNTS: Final = "cuentas.sqlite"
SECURITY: Final = "seguridad.sqlite"

_AGAIN_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Reached:
    """How the pages are reached.

    Attributes:
        hosts: The names and addresses under which they answer.
        tls: The context for TLS; None: plain HTTP, for this machine.
        authority: The certificate that others need to trust it, DER; likewise.
    """

    hosts: frozenset[str]
    tls: ssl.SSLContext | None = None
    authority: bytes | None = None


def find_reached(setting: OfficeSetting, at: datetime) -> Reached:
    """Find how the pages are reached, and demand what that takes.

    Raises:
        ConfigError: They are open to other machines, and have no certificate that these could trust.
    """
    host = setting.config.web.host
    if host.startswith("127."):
        return Reached(LOOPBACK | {host})
    path, key = setting.beside(SERVER), setting.beside(SERVER_KEY)
    where = f"{setting.path}: [web] host: {host} deja entrar a otras máquinas"
    try:
        authority, certificate = read_certificate(setting.beside(AUTHORITY)), read_certificate(path)
    except SigningError as error:
        remedy = "Las máquinas que entran se dicen al hacer la oficina: «hallctl office init --host»."
        raise ConfigError([f"{where} y no hay certificado: {error.sentence} {remedy}"]) from error
    problems = list(serves(authority, certificate, at))
    if problems:
        raise ConfigError([f"{where}: su certificado {each}" for each in problems])
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.minimum_version = ssl.TLSVersion.TLSv1_2
    tls.set_alpn_protocols(["http/1.1"])
    tls.load_cert_chain(path, key)
    return Reached(frozenset(hosts_of(certificate)), tls, authority)


@contextmanager
def open_accounts(folder: Path) -> Iterator[AuthService]:
    """Open the office's accounts for the block.

    Raises:
        AccessError: They cannot be used.
    """
    with open_auth_service(
        folder / ACCOUNTS,
        folder / SECURITY,
        lambda: time.monotonic_ns() // 1_000_000,
        lambda: datetime.now(UTC).astimezone(),
        roles=ROLES,
    ) as auth:
        yield auth


class WebPart:
    """The pages, while the office runs."""

    name = "office-web"

    def __init__(self, office: Office) -> None:
        """Prepare to listen.

        Raises:
            ConfigError: The certificate is not what it should be.
        """
        self._office = office
        self._reached = find_reached(office.setting, datetime.now(UTC))
        self._stopped = threading.Event()

    def run(self) -> None:
        """Serve until it is stopped; a port that another program has is waited for."""
        with open_accounts(self._office.setting.folder) as auth, typesetting() as render:
            while not self._stopped.is_set():
                server = self._server(auth, render)
                try:
                    server.start()
                except ConsoleError as error:
                    self._office.said(str(error))
                    self._stopped.wait(_AGAIN_S)
                    continue
                self._office.said(f"Las páginas están en el puerto {server.port}.")
                self._stopped.wait()
                server.stop()

    def _server(self, auth: AuthService, render: Render) -> ConsoleServer:
        config, reached = self._office.setting.config, self._reached
        languages = Languages(config.office.language)
        about = (config.office.name, config.database.url, auth, render)
        app = make_office_app(*about, reached.hosts, reached.authority, languages)
        return ConsoleServer(app, config.web.port, config.web.host, "web", reached.tls)

    def stop(self) -> None:
        """Have it end."""
        self._stopped.set()


def start_web(office: Office) -> WebPart:
    """Return the pages as a part of the office."""
    return WebPart(office)
