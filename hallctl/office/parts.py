"""What every part of the running office is given, and what it has to be: it runs until it is stopped.

Not responsible for which parts there are (``running``).
"""

import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import psycopg
from nats.aio.client import Client

from hallctl.minutes.wire import connection as wire
from hallctl.office.config import OfficeSetting
from hallctl.office.database import Connection, connect
from hallctl.office.keys import OfficeKeys, tls_of

AGAIN_S: Final = 1.0
"""After how long a part tries again what failed because a server is away, in seconds."""

Said = Callable[[str], None]
"""Given a sentence of what happened, for the log."""


class Part(Protocol):
    """A part of the running office."""

    @property
    def name(self) -> str:
        """What its thread is called."""

    def run(self) -> None:
        """Do its work in a thread of its own until it is stopped; a server that is away is waited for."""

    def stop(self) -> None:
        """Have ``run`` come to its end soon; called by another thread."""


@dataclass(frozen=True, slots=True)
class Office:
    """What every part is given.

    Attributes:
        setting: The configuration.
        keys: The office's keys.
        said: Given what happened, a sentence each.
    """

    setting: OfficeSetting
    keys: OfficeKeys
    said: Said

    def database(self) -> Connection:
        """Open a connection to the database.

        Raises:
            psycopg.OperationalError: The server is away.
        """
        return connect(self.setting.config.database.url)

    def tls(self) -> ssl.SSLContext | None:
        """Return with what the message server is checked; None where the connection stays on this machine.

        Raises:
            OfficeError: The authority cannot be read.
        """
        return tls_of(self.setting)

    async def messages(self, timeout_s: float = 5.0) -> Client:
        """Open a connection to the message server, which is opened again for ever when it is lost.

        Raises:
            OSError, nats.errors.Error: The server is away, or does not let the office in.
        """

        async def troubled(error: Exception) -> None:
            self.said(f"Servidor de mensajes: {str(error) or type(error).__name__}")

        servers = self.setting.config.nats.servers
        return await wire.connect(
            servers, self.keys.entering, "office", tls=self.tls(), timeout_s=timeout_s, troubled=troubled
        )


def database_trouble(error: psycopg.Error) -> str:
    """Return the sentence of what a database does not do; some of its errors have no words."""
    first = next(iter(str(error).strip().splitlines()), type(error).__name__)
    return f"Base de datos: {first}"


class Periodic:
    """A part that does something with the database again and again.

    A database that is away, or fails in any way, is waited for, as every part does. What nobody foresaw is no
    failure of it: it ends the office (``running``), which is started again.
    """

    def __init__(self, office: Office, name: str, every_s: float, work: Callable[[Connection], None]) -> None:
        """Prepare; nothing runs yet.

        Args:
            office: What every part is given.
            name: What its thread is called.
            every_s: How long it rests in between, in seconds.
            work: What it does; every statement stands alone unless it begins a transaction.
        """
        self.name = name
        self._office = office
        self._every_s = every_s
        self._work = work
        self._stopped = threading.Event()

    def run(self) -> None:
        """Work until it is stopped."""
        while not self._stopped.is_set():
            try:
                with self._office.database() as connection:
                    while not self._stopped.is_set():
                        self._work(connection)
                        self._stopped.wait(self._every_s)
            except psycopg.Error as error:
                self._office.said(database_trouble(error))
                self._stopped.wait(AGAIN_S)

    def stop(self) -> None:
        """End it."""
        self._stopped.set()
