"""Runs the head office: its parts, each in a thread, until a signal ends them.

It refuses to begin where the database or the message server is away; one that goes away later is waited for.
Not responsible for what a part does.
"""

import asyncio
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final

import nats.errors
import psycopg

from hallctl.minutes.threads import HallThread, ThreadDiedError, quit_on_signals, watched
from hallctl.minutes.wire.connection import make_streams
from hallctl.office.calls import start_calls
from hallctl.office.config import OfficeSetting
from hallctl.office.database import make_tables
from hallctl.office.errors import OfficeError
from hallctl.office.ingest import start_ingest
from hallctl.office.jackpots.part import Jackpots
from hallctl.office.keys import read_keys
from hallctl.office.notices import start_notices
from hallctl.office.paper_sender import start_papers
from hallctl.office.parts import Office, Part, Said
from hallctl.office.snapshots import this_program
from hallctl.office.watch import start_watch
from hallctl.office.web.start import start_web

Start = Callable[[Office], Part]
"""Makes a part, which does nothing before its ``run``."""

STARTS: Final[Sequence[Start]] = (
    start_ingest,
    start_watch,
    start_calls,
    start_notices,
    Jackpots,
    start_papers,
    start_web,
)
"""The parts of the office; it ends them in the reverse order."""

_MB: Final = 1 << 20
_END_S: Final = 10.0


def run_office(setting: OfficeSetting, said: Said, starts: Sequence[Start] = STARTS) -> None:
    """Run the office until SIGINT or SIGTERM.

    Args:
        setting: The configuration.
        said: Given what happens, a sentence each.
        starts: The parts.

    Raises:
        OfficeError: Keys, database or message server are not at hand.
        ThreadDiedError: A part died: the office has ended, and is to be started again.
    """
    this_program()  # its files may be another version's when a snapshot is sealed
    office = Office(setting, read_keys(setting), said)
    _demand_database(office)
    asyncio.run(_demand_messages(office))
    ended = threading.Event()
    deaths: list[ThreadDiedError] = []

    def died(error: ThreadDiedError, _: BaseException | None) -> None:
        deaths.append(error)
        ended.set()

    with watched(died), quit_on_signals(ended.set):
        parts = [start(office) for start in starts]
        threads = [HallThread(part.run, part.name, ended.is_set) for part in parts]
        for thread in threads:
            thread.start()
        said("La oficina central funciona.")
        ended.wait()
        for part, thread in zip(reversed(parts), reversed(threads), strict=True):
            part.stop()
            thread.join(_END_S)
    if deaths:
        raise deaths[0]


def _demand_database(office: Office) -> None:
    try:
        with office.database() as connection:
            make_tables(connection)
    except psycopg.OperationalError as error:
        why = next(reversed(str(error).strip().splitlines()), type(error).__name__)
        raise OfficeError(f"La base de datos no responde ({why}). Arránquela y repita.") from error
    except psycopg.Error as error:
        raise OfficeError(f"La base de datos no deja hacer las tablas ({error!s:.200}).") from error


async def _demand_messages(office: Office) -> None:
    servers = ", ".join(office.setting.config.nats.servers)
    try:
        client = await office.messages()
    except (OSError, nats.errors.Error) as error:
        why = str(error) or type(error).__name__
        raise OfficeError(f"El servidor de mensajes no responde en {servers} ({why}).") from error
    try:
        await make_streams(client, office.setting.config.nats.waiting_mb * _MB)
    except nats.errors.Error as error:
        sentence = f"El servidor de mensajes no da los almacenes ({error!s:.200}): ¿tiene jetstream?"
        raise OfficeError(sentence) from error
    finally:
        await client.close()


def say(sentence: str) -> None:
    """Write a sentence to standard error, for a person or the journal."""
    print(sentence, file=sys.stderr, flush=True)
