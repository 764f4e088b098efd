"""The serial port that a simulated device offers: a pseudo-terminal behind a link with a fixed name.

It is NOT responsible for what the device says on it.
"""

import contextlib
import os
import pty
import signal
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Protocol

_CHUNK: Final = 4096


class OfferedPort:
    """A pseudo-terminal, where it is plugged in.

    Args:
        link: Where to put the name of the terminal; a symbolic link that may be replaced.
    """

    def __init__(self, link: Path) -> None:
        self._link = link
        self._ends: tuple[int, int] | None = None
        self._name = ""

    @property
    def descriptor(self) -> int | None:
        """The device's end, None where it is unplugged."""
        return None if self._ends is None else self._ends[0]

    def plug(self) -> None:
        """Make a terminal and let the link point to it; nothing if it is plugged already.

        Raises:
            OSError: The link cannot be made, or something else than a link has its name.
        """
        if self._ends is not None:
            return
        if self._link.exists() and not self._link.is_symlink():
            raise FileExistsError(f"{self._link} ya existe y no es un enlace: elija otro nombre para --link")
        # The slave stays open here, or the terminal would die with the first who opens it.
        master, slave = self._ends = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._name = os.ttyname(slave)
        draft = self._link.with_name(f".{self._link.name}.{os.getpid()}.tmp")
        draft.symlink_to(self._name)
        draft.replace(self._link)

    def unplug(self) -> None:
        """Hang up: whoever has the terminal open loses it, and the link is gone."""
        if self._ends is None:
            return
        with contextlib.suppress(OSError):  # another simulator may have taken the name
            if str(self._link.readlink()) == self._name:
                self._link.unlink()
        for end in self._ends:
            os.close(end)
        self._ends = None

    def read(self) -> bytes:
        """Return what has come; only where `descriptor` is readable."""
        return b"" if self._ends is None else os.read(self._ends[0], _CHUNK)

    def write(self, data: bytes) -> None:
        """Say something, as far as anybody hears it."""
        if self._ends is None or not data:
            return
        with contextlib.suppress(BlockingIOError):  # nobody reads: on a real line the bytes are gone too
            os.write(self._ends[0], data)


class OfferingPort(Protocol):
    """A simulator that runs as a program."""

    running: bool

    def plug(self) -> None:
        """Offer the port."""

    def unplug(self) -> None:
        """Take it away."""


@contextlib.contextmanager
def offered(simulator: OfferingPort, link: Path) -> Iterator[None]:
    """Offer a simulator's port and say so; a signal asks it to end.

    Raises:
        OSError: The port cannot be offered.
    """

    def end(_signal: int, _frame: object) -> None:
        simulator.running = False

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, end)
    try:
        simulator.plug()
        print(f"listo: {link}", flush=True)
        yield
    finally:
        simulator.unplug()
