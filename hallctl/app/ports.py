"""Whether the addresses at which a hall is to listen are free, looked at before it starts.

Not responsible for listening (``hallctl.web.server``).
"""

import errno
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hallctl.app.vault import Places
from hallctl.config.hall import Setting

_LOCKS: Final = Path("/proc/locks")


def port_problems(setting: Setting, *, elsewhere: bool) -> Iterator[str]:
    """Yield each port that another program has; of a hall that runs already none, which are its own.

    Args:
        setting: The configuration.
        elsewhere: Whether it may be that of another machine; if not, each address is to be one of this.
    """
    if _runs(setting):
        return
    for name, section in (("console", setting.config.console), ("feed", setting.config.feed)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((section.host, section.port))
                probe.listen(1)
            except OSError as error:
                if elsewhere and error.errno == errno.EADDRNOTAVAIL:
                    continue
                yield f"{setting.path}: [{name}] {_why(section.host, section.port, error)}"


def _why(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port: {port} lo usa ya otro programa de esta máquina; ciérrelo o ponga otro número"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"host: {host} no es una dirección de esta máquina («ip address» las dice)"
    return f"port: no se puede usar {port} de {host}: {error.strerror}"


def _runs(setting: Setting) -> bool:
    """Return whether a controller holds the right to write to the hall's book, without asking for it."""
    held = {str(lock.stat().st_ino) for lock in Places(setting.directory).book.glob("*.lock")}
    try:
        locks = _LOCKS.read_text("ascii").splitlines()
    except OSError:
        return False
    fields = (line.replace("->", "").split() for line in locks)
    return any(each[1] == "FLOCK" and each[5].rpartition(":")[2] in held for each in fields)
