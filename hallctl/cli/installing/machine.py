"""What this machine has to choose from, as choices of the questions.

Not responsible for whether any of it works (``trials``).
"""

import fcntl
import os
import socket
import struct
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final

from hallctl.app.installing.question import Choice, Found
from hallctl.cli.doctor.computer import Computer
from hallctl.i18n.refusals import LANGUAGES

_SIOCGIFADDR: Final = 0x8915
_MOUNTS: Final = Path("/proc/mounts")
_WHERE: Final = ("/media/", "/mnt/", "/run/media/")


def found_on(computer: Computer, environment: dict[str, str]) -> Found:
    """Return what a computer has.

    Args:
        computer: Its ports, cameras, monitors and printers.
        environment: Of the process; it says the language.
    """
    ports = (Choice(port, port) for port in computer.serial_ports())
    cameras = (Choice(str(each.number), each.name) for each in computer.cameras())
    return Found(
        tuple(ports),
        tuple(cameras),
        computer.monitors(),
        computer.queues() or (),
        tuple(_addresses()),
        tuple(_media()),
        date.today().isoformat(),
        language_of(environment),
    )


def language_of(environment: dict[str, str]) -> str:
    """Return the language that the terminal's user reads; Spanish where it is none of ours."""
    asked = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    return next((each for each in LANGUAGES if asked.startswith(each)), LANGUAGES[0])


def _addresses() -> Iterator[str]:
    """Yield the IPv4 addresses of this machine but its own loop."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                told = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:  # it has none
                continue
            address = socket.inet_ntoa(told[20:24])
            if not address.startswith("127."):
                yield address


def _media() -> Iterator[str]:
    """Yield a folder for the second medium on each stick or disk that is mounted."""
    try:
        mounts = _MOUNTS.read_text("utf-8").splitlines()
    except OSError:
        return
    for line in mounts:
        place = line.split(" ")[1].replace("\\040", " ")
        if place.startswith(_WHERE) and os.access(place, os.W_OK):
            yield f"{place}/libro"
