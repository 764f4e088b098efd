"""`hallctl screens`: one process for each screen of the configuration, kept alive one by one.

Not responsible for what a screen shows, nor for the controller, which need not be on this machine.
"""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from hallctl.config.screens import ScreenSection

FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 30.0
SETTLED_S: Final = 30.0
"""A screen that lived so long begins again with the shortest wait."""

_POLL_S: Final = 0.1
_END_S: Final = 5.0
_WITH_STARTER: Final = ("setpriv", "--pdeathsig", "TERM")


def command_of(screen: ScreenSection, hall: str, key: str, fullscreen: bool) -> list[str]:
    """Return the command that runs a screen."""
    options = ["--hall", hall, "--show", screen.name, "--monitor", str(screen.monitor), "--name", screen.name]
    options += ["--key", key] if key else []
    options += ["--fullscreen"] if fullscreen else []
    return [*_WITH_STARTER, sys.executable, "-m", "displays.window", *options]


class SupervisedProcess:
    """One process that is started again when it ends, each time in a row after twice as long."""

    def __init__(self, name: str, command: Sequence[str], report: Callable[[str], None]) -> None:
        self._name = name
        self._command = command
        self._report = report
        self._process: subprocess.Popen[bytes] | None = None
        self._wait = FIRST_WAIT_S
        self._began = 0.0
        self._due = 0.0

    @property
    def pid(self) -> int | None:
        """The process, None while there is none."""
        return None if self._process is None else self._process.pid

    def look(self, now: float) -> None:
        """Start it if it is due; note it if it has ended."""
        if self._process is None:
            if now >= self._due:
                self._began = now
                # Ctrl-C is for the keeper alone, which then ends every screen.
                self._process = subprocess.Popen(self._command, start_new_session=True)
            return
        status = self._process.poll()
        if status is None:
            return
        if now - self._began >= SETTLED_S:
            self._wait = FIRST_WAIT_S
        self._report(f"La pantalla {self._name} terminó ({status}); se inicia otra vez en {self._wait:g} s.")
        self._process, self._due = None, now + self._wait
        self._wait = min(2 * self._wait, LONGEST_WAIT_S)

    def terminate(self) -> None:
        """Ask it to end."""
        if self._process is not None:
            self._process.terminate()

    def join(self) -> None:
        """Wait until it has ended; one that will not is killed."""
        if self._process is None:
            return
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def supervise(screens: Sequence[SupervisedProcess], ended: threading.Event) -> None:
    """Keep the screens running until it has ended, then end them all."""
    try:
        while not ended.is_set():
            for screen in screens:
                screen.look(time.monotonic())
            ended.wait(_POLL_S)
    finally:
        for screen in screens:
            screen.terminate()
        for screen in screens:
            screen.join()


def supervise_until_signal(screens: Sequence[SupervisedProcess]) -> None:
    """Keep the screens running until SIGINT or SIGTERM."""
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    supervise(screens, ended)
