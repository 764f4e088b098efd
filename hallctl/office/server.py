"""Keeps the message server running, and starts it anew when what it reads at its start has changed.

Whom it lets in changes by a start alone. An nats-server that is told to read its files again loses messages
between accounts at that moment and sometimes, until it starts anew, every one of some halls (its issues 4327
and 8560). Not responsible for what the files say (``making``, ``enrolment``).
"""

import fcntl
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from hallctl.office.config import OfficeSetting
from hallctl.office.database import Connection
from hallctl.office.enrolment import change_halls
from hallctl.office.errors import OfficeError
from hallctl.office.keys import SERVER, SERVER_KEY, OfficeKeys
from hallctl.office.making import PID, SERVER_CONF
from hallctl.office.parts import Said

PATIENCE_S: Final = 15.0
"""How long the server may take to its next start."""

_LOCK: Final = "nats.lock"
_LOOK_S: Final = 0.3
_END_S: Final = 10.0
_ANSWER_S: Final = 3.0
_INFO: Final = b"INFO "
_FIRST_S: Final = 1.0
_LONGEST_S: Final = 30.0
"""The first and the longest wait before a server that ended by itself is started again."""

_Looks = tuple[tuple[int, int, int] | None, ...]


class ServerKeeper:
    """Runs the message server of an office."""

    def __init__(self, setting: OfficeSetting, said: Said, program: str = "nats-server") -> None:
        """Prepare; nothing runs yet.

        Args:
            setting: Of the office.
            said: Given what happens, a sentence each.
            program: How the server's program is called.
        """
        self._setting = setting
        self._said = said
        conf = setting.folder / SERVER_CONF
        self._files = [conf, *map(setting.beside, (setting.config.nats.users_file, SERVER, SERVER_KEY))]
        self._command = (program, "-c", str(conf.resolve()))

    def keep(self, is_over: Callable[[], bool]) -> None:
        """Run the server until it is over; asked often.

        Raises:
            OfficeError: The program or its configuration is not there, or another keeps the server already.
        """
        if not self._files[0].is_file():
            raise OfficeError(f"{self._files[0]} no existe: lo escribe «hallctl office init».")
        with _alone(self._setting) as alone:
            if not alone:
                raise OfficeError(f"Otro «hallctl office server» mantiene ya {self._files[0]}.")
            self._end_former()
            wait_s = _FIRST_S
            while not is_over():
                began, looks = time.monotonic(), self._looks()
                code = self._run(looks, is_over)
                if code is not None:
                    again = time.monotonic() - began < _LONGEST_S
                    wait_s = min(2 * wait_s, _LONGEST_S) if again else _FIRST_S
                    self._said(
                        f"El servidor de mensajes terminó ({code}); arranca de nuevo en {wait_s:.0f} s."
                    )
                    self._rest(wait_s, looks, is_over)

    def _run(self, looks: _Looks, is_over: Callable[[], bool]) -> int | None:
        """Run the server until it is over or to be started anew; how it ended where it did so by itself."""
        try:
            process = subprocess.Popen(self._command)
        except OSError as error:
            why = f"{self._command[0]} no se puede arrancar ({error.strerror}): ¿está instalado?"
            raise OfficeError(why) from error
        try:
            while process.poll() is None and not is_over():
                time.sleep(_LOOK_S)
                before, looks = looks, self._looks()
                if looks != before and self._is_right():
                    return None
            return process.returncode
        finally:
            _end(process)

    def _is_right(self) -> bool:
        """Whether the server would start with its files as they are; else it goes on with those before."""
        program, *where = self._command
        tried = subprocess.run((program, "-t", *where), capture_output=True, text=True, check=False)
        if tried.returncode:
            why = (tried.stderr.strip().splitlines() or ["?"])[-1]
            self._said(f"Lo que cambió no sirve, y el servidor sigue con lo de antes: {why}")
        return tried.returncode == 0

    def _rest(self, wait_s: float, looks: _Looks, is_over: Callable[[], bool]) -> None:
        until = time.monotonic() + wait_s
        while time.monotonic() < until and not is_over() and self._looks() == looks:
            time.sleep(_LOOK_S)

    def _looks(self) -> _Looks:
        """Return what changes when one of the files is written or put in another's place."""
        return tuple(_look(path) for path in self._files)

    def _end_former(self) -> None:
        """End the server of a keeper that was killed."""
        with suppress(OSError, ValueError):
            former = int((self._setting.folder / PID).read_text("ascii"))
            place = Path(f"/proc/{former}/cmdline")
            own = b"".join(part.encode() + b"\0" for part in self._command)
            until = time.monotonic() + _END_S
            while place.read_bytes() == own:
                os.kill(former, signal.SIGTERM if time.monotonic() < until else signal.SIGKILL)
                time.sleep(_LOOK_S)


def admit(
    connection: Connection,
    setting: OfficeSetting,
    keys: OfficeKeys,
    change: Callable[[Connection], None],
    patience_s: float = PATIENCE_S,
) -> bool:
    """Change which halls are of the chain, and wait until the message server has started with that.

    Args:
        connection: To the office's database.
        setting: Of the office.
        keys: The office's.
        change: What enrols or retires.
        patience_s: How long the server may take.

    Returns:
        Whether it has; else nobody keeps it, or it does not start.

    Raises:
        OfficeError: The change is refused, or what the server reads cannot be written; then nothing changed.
        psycopg.Error: The database fails.
    """
    before = _present(setting)
    is_new = change_halls(connection, setting, keys, change)
    if not is_kept(setting):
        return False
    until = time.monotonic() + patience_s
    while is_new or not before:
        if _present(setting) not in {"", before}:
            break
        if time.monotonic() > until:
            return False
        time.sleep(_LOOK_S)
    return True


def is_kept(setting: OfficeSetting) -> bool:
    """Return whether somebody keeps the message server now, here."""
    with _alone(setting) as alone:
        return not alone


@contextmanager
def _alone(setting: OfficeSetting) -> Iterator[bool]:
    """Hold what only one keeper holds; gives whether it could be had."""
    with (setting.folder / _LOCK).open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True


def _present(setting: OfficeSetting) -> str:
    """Return by what the server's present start is known, which it tells first; empty where none answers."""
    address = urlsplit(setting.config.nats.servers[0])
    try:
        with (
            socket.create_connection((address.hostname or "", address.port or 0), _ANSWER_S) as line,
            line.makefile("rb") as answer,
        ):
            told = answer.readline()
        return str(json.loads(told.removeprefix(_INFO))["server_id"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


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
