"""What the service manager learns over the socket in ``NOTIFY_SOCKET``: ready, alive, how it stands, ending.

The protocol is systemd's sd_notify(3), written by hand: one datagram. Not responsible for what the service
manager does. Without a socket nothing is sent. Only the deciding thread feeds the watchdog, by turning: a
thread of its own would go on when the loop hangs.
"""

import os
import socket
from collections.abc import Mapping
from contextlib import suppress
from time import monotonic
from typing import Final

from hallctl.outputs.phases import Phases
from hallctl.outputs.rounds import Rounds
from hallctl.rules.state import State
from hallctl.table.ports import BulletinPort
from hallctl.table.snapshot import Snapshot

FEEDS: Final = 3
"""How often the watchdog is fed within its time; systemd asks for two."""


class Manager:
    """The service manager at the other end of a socket.

    Attributes:
        watchdog_s: Within how many seconds it wants a sign of life; None where it wants none.
    """

    def __init__(self, address: str, watchdog_s: float | None = None) -> None:
        """Prepare; nothing is sent yet.

        Args:
            address: A path, or ``@`` and a name in Linux's abstract namespace; empty: nothing is sent.
            watchdog_s: As above.
        """
        self.watchdog_s = watchdog_s
        # A leading "@" stands for the zero byte that an environment variable cannot hold.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._socket: socket.socket | None = None
        if address.startswith(("@", "/")):
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            # A manager that does not read must not hold up the deciding loop.
            self._socket.setblocking(False)

    @classmethod
    def of(cls, environment: Mapping[str, str], pid: int | None = None) -> "Manager":
        """Return the service manager that the environment of a process names."""
        address, usec = environment.get("NOTIFY_SOCKET", ""), environment.get("WATCHDOG_USEC", "")
        own = environment.get("WATCHDOG_PID", "") in ("", str(os.getpid() if pid is None else pid))
        wanted = own and usec.isascii() and usec.isdigit() and int(usec) > 0
        return cls(address, int(usec) / 1e6 if wanted else None)

    def send(self, *lines: str) -> None:
        """Send these assignments; never waits and never fails."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.sendto("\n".join(lines).encode(), self._address)

    def close(self) -> None:
        """Let go of the socket."""
        if self._socket is not None:
            self._socket.close()


class LivingBulletin:
    """A bulletin whose every turn the service manager hears of; used by the deciding thread alone."""

    def __init__(
        self, bulletin: BulletinPort, manager: Manager, port: int, phases: Phases, rounds: Rounds
    ) -> None:
        """Prepare.

        Args:
            bulletin: Where what is durable is made known.
            manager: Who is notified.
            port: Of the console, for whoever reads how the hall stands.
            phases: Says where the game's newest round stands.
            rounds: How the game calls its rounds.
        """
        self._bulletin = bulletin
        self._manager = manager
        self._port = port
        self._phases, self._rounds = phases, rounds
        self._sent = ""
        self._ready = False
        self._due = 0.0

    def publish(self, snapshot: Snapshot) -> None:
        """Make a snapshot known, and send how the hall stands where that has changed."""
        self._bulletin.publish(snapshot)
        stands = standing(snapshot.state, self._phases, self._rounds)
        status = f"La sala se detiene. {snapshot.halted}" if snapshot.halted else stands
        if status != self._sent:
            self._sent = status
            self._manager.send(f"STATUS={_one_line(status)} Consola en el puerto {self._port}.")

    def beat(self) -> None:
        """Report that the deciding loop turns; the first time, that the hall is open."""
        self._bulletin.beat()
        if not self._ready:
            # The console answers by now, and the start is in the book.
            self._ready = True
            self._manager.send("READY=1")
        every = self._manager.watchdog_s
        if every is not None and (now := monotonic()) >= self._due:
            self._due = now + every / FEEDS
            self._manager.send("WATCHDOG=1")


def standing(state: State, phases: Phases, rounds: Rounds) -> str:
    """Return in a sentence how the hall stands, without a name and without a number that is not public."""
    game, phase = state.playing, phases(state)
    if state.faults:
        return f"Parada por {', '.join(sorted({fault.code for fault in state.faults}))}: falta reconocer."
    if state.book is None:
        return "El libro no está abierto."
    if state.session is None:
        return "Sin sesión abierta."
    if game is None or phase is None:
        return f"Sesión {state.session.number}, sin {rounds.one}."
    paused = ", en pausa hasta «Continuar»" if state.suspended else ""
    return f"Sesión {state.session.number}, {rounds.one} {game.number}: {phase.brief}{paused}."


def _one_line(text: str) -> str:
    return " ".join(text.split())
