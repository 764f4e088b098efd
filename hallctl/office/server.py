"""Keeps the message server running, and starts it anew when what it reads at its start has changed.

Whom it lets in changes by a start alone. An nats-server that is told to read its files again loses messages
between accounts at that moment and sometimes, until it starts anew, every one of some halls (its issues 4327
and 8560). Not responsible for what the files say (``making``, ``enrolment``).
"""

import asyncio
import subprocess
import time
from pathlib import Path
from threading import Event
from typing import Final

import nats.errors

from hallctl.minutes.wire.connection import connect, start_of
from hallctl.office.config import OfficeSetting
from hallctl.office.enrolment import Hall, write_users
from hallctl.office.errors import OfficeError
from hallctl.office.keys import SERVER, SERVER_KEY, OfficeKeys, tls_of
from hallctl.office.making import SERVER_CONF
from hallctl.office.parts import AGAIN_S, Said

PATIENCE_S: Final = 15.0
"""How long the server may take to its next start."""

_LOOK_S: Final = 0.3
_END_S: Final = 10.0
_ANSWER_S: Final = 3.0

_Looks = tuple[tuple[int, int, int] | None, ...]


def keep_server(setting: OfficeSetting, said: Said, stopped: Event, program: str = "nats-server") -> None:
    """Run the message server until it is stopped.

    Args:
        setting: Of the office.
        said: Given what happens, a sentence each.
        stopped: Ends it.
        program: How the server's program is called.

    Raises:
        OfficeError: The program or its configuration is not there.
    """
    conf = setting.folder / SERVER_CONF
    if not conf.is_file():
        raise OfficeError(f"{conf} no existe: lo escribe «hallctl office init».")
    files = [conf, *map(setting.beside, (setting.config.nats.users_file, SERVER, SERVER_KEY))]
    while not stopped.is_set():
        looks = _looks(files)
        try:
            process = subprocess.Popen((program, "-c", str(conf.resolve())))
        except OSError as error:
            raise OfficeError(
                f"{program} no se puede arrancar ({error.strerror}): ¿está instalado?"
            ) from error
        try:
            while process.poll() is None and not stopped.wait(_LOOK_S) and _looks(files) == looks:
                pass
            if process.returncode is not None:
                said(f"El servidor de mensajes terminó con {process.returncode}: se arranca otra vez.")
                stopped.wait(AGAIN_S)
        finally:
            _end(process)


def admit(
    setting: OfficeSetting, keys: OfficeKeys, halls: list[Hall], patience_s: float = PATIENCE_S
) -> bool:
    """Write whom the message server lets in, and wait until it has started with that.

    Returns:
        Whether it has; else it does not run, or nobody starts it anew.

    Raises:
        OSError: The file cannot be written.
    """
    before = asyncio.run(_present(setting, keys))
    write_users(setting, keys, halls)
    until = time.monotonic() + patience_s
    while before and time.monotonic() < until:
        if asyncio.run(_present(setting, keys)) not in {"", before}:
            return True
        time.sleep(_LOOK_S)
    return False


async def _present(setting: OfficeSetting, keys: OfficeKeys) -> str:
    """Return which start of the server answers; empty where none does."""
    servers = setting.config.nats.servers
    try:
        client = await connect(servers, keys.entering, "office", tls=tls_of(setting), timeout_s=_ANSWER_S)
    except (OSError, nats.errors.Error):
        return ""
    try:
        return start_of(client)
    finally:
        await client.close()


def _looks(files: list[Path]) -> _Looks:
    """Return what changes when one of the files is written or put in another's place."""
    return tuple(_look(path) for path in files)


def _look(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
