"""The processes of a practice hall: simulators, controller and wall screen, started and ended together.

Not responsible for what they do. The simulators outlive a controller that dies, as machines do.
"""

import os
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from drivers.patience import Patience, busy_by
from hallctl.app.practice.accounts import prepare_accounts
from hallctl.app.practice.keys import prepare_keys
from hallctl.config.hall import Setting
from hallctl.config.problems import ConfigError

READY_S: Final = 120.0
END_S: Final = 10.0

WITH_STARTER: Final = ("setpriv", "--pdeathsig", "TERM")
"""Lets the kernel end a child when its starter dies, however it dies (util-linux, on every Debian)."""


class PracticeError(OSError):
    """A part of the practice hall does not start; the message names it."""


def free_port() -> int:
    """Return a port of this machine that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Child:
    """One process that ends with its starter."""

    def __init__(self, module: str, *options: str, log: Path | None = None) -> None:
        self._name = module
        self._log = log.open("ab") if log is not None else None
        self._process = subprocess.Popen(
            [*WITH_STARTER, sys.executable, "-m", module, *options],
            stdin=subprocess.PIPE,
            stdout=self._log or subprocess.DEVNULL,
            stderr=self._log,
            # Ctrl-C is for the starter alone, which then ends everything in order.
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    @property
    def busy(self) -> float:
        """Seconds in which it worked so far, or waited for a core; 0 once it is gone."""
        return busy_by(self.pid)

    @property
    def ended(self) -> int | None:
        """The exit status, None while it runs."""
        return self._process.poll()

    def tell(self, line: str) -> None:
        """Write a line to its standard input: a fault for a simulator."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def kill(self) -> None:
        """End it without a word, as a power cut does."""
        self._process.kill()
        self._process.wait()

    def end(self) -> int:
        """End it in order and return its exit status."""
        self._process.terminate()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self.kill()
        if self._process.stdin is not None:
            with suppress(BrokenPipeError):
                self._process.stdin.close()
        if self._log is not None:
            self._log.close()
        return self._process.returncode


class Simulators:
    """The simulated extractor and camera that a configuration names, over one plant of balls."""

    def __init__(
        self, setting: Setting, seed: int, pace: float, fps: int = 25, options: Sequence[str] = ()
    ) -> None:
        self._fps = fps
        self._setting = setting
        self._seed = seed
        self._pace = pace
        self._options = options
        self._children: list[Child] = []
        self.plant = setting.directory / "bolas.json"
        self.world = setting.directory / "ruleta.json"

    def __enter__(self) -> Self:
        self._setting.directory.mkdir(parents=True, exist_ok=True)
        prepare_keys(self._setting)
        prepare_accounts(self._setting)
        config = self._setting.config
        machine = config.extractor
        if machine is not None and machine.simulated and machine.kind == "wire":
            self._start_extractor(self._setting.beside(machine.port))
        if config.wheel is not None and config.wheel.simulated:
            self._start_wheel(self._setting.beside(config.wheel.port))
        if config.shoe is not None and config.shoe.simulated:
            self._start_shoe(self._setting.beside(config.shoe.port))
        if config.camera is not None and config.camera.simulated:
            if config.wheel is not None:
                self._start_wheel_camera(str(config.camera.source))
            else:
                self._start_exit_camera(str(config.camera.source))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in self._children:
            child.end()

    def _start_extractor(self, link: Path) -> None:
        options = ["--plant", str(self.plant), "--link", str(link), "--seed", str(self._seed)]
        balls = self._setting.files.highest(self._setting.rules)
        options += ["--pace", str(self._pace), "--balls", str(balls), "--with-parent"]
        log = self._setting.directory / "extractor.log"
        self.extractor = Child("drivers.extractor.simulator", *options, log=log)
        self._children.append(self.extractor)
        _await("the extractor simulator", lambda: self.plant.exists() and link.exists(), self.extractor)

    def _start_wheel(self, link: Path) -> None:
        pockets = self._setting.files.highest(self._setting.rules) + 1
        options = ["--link", str(link), "--seed", str(self._seed), "--pockets", str(pockets)]
        options += ["--pace", str(self._pace), "--by-hand", "--world", str(self.world), "--with-parent"]
        self.wheel_log = self._setting.directory / "wheel.log"
        self.wheel = Child("drivers.wheel.simulator", *options, log=self.wheel_log)
        self._children.append(self.wheel)
        _await("the wheel simulator", link.exists, self.wheel)

    def _start_shoe(self, link: Path) -> None:
        options = ["--link", str(link), "--seed", str(self._seed), "--pace", str(self._pace), *self._options]
        self.shoe_log = self._setting.directory / "shoe.log"
        self.shoe = Child("drivers.shoe.simulator", *options, "--with-parent", log=self.shoe_log)
        self._children.append(self.shoe)
        _await("the shoe simulator", link.exists, self.shoe)

    def _start_exit_camera(self, source: str) -> None:
        options = ["--plant", str(self.plant), "--fps", str(self._fps)]
        if self._setting.files.symbols(self._setting.rules):
            options.append("--symbols")
        self._start_camera("drivers.camera.simulator", source, *options)

    def _start_wheel_camera(self, source: str) -> None:
        self._start_camera("drivers.wheel.camera", source, "--world", str(self.world))

    def _start_camera(self, module: str, source: str, *options: str) -> None:
        port = _port_of(self._setting, source)
        log = self._setting.directory / "camera.log"
        self.camera = Child(module, *options, "--port", str(port), "--with-parent", log=log)
        self._children.append(self.camera)
        _await("the camera simulator", lambda: _answers(port), self.camera)


class Controller:
    """The hall's controller as a process of its own.

    Attributes:
        url: The address of its console.
    """

    def __init__(
        self,
        config: Path,
        port: int,
        overrides: Sequence[str] = (),
        log: Path | None = None,
        url: str = "",
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """Start it.

        Args:
            config: Its configuration.
            port: Of its console.
            overrides: Of the configuration.
            log: Where its words go.
            url: The address of its console, where that is not 127.0.0.1.
            trust: What checks its certificate, where it speaks TLS.
        """
        options = [option for override in overrides for option in ("--set", override)]
        self.url = url or f"http://127.0.0.1:{port}"
        self._trust = trust
        self._options = ["run", "--quiet", "--config", str(config), *options]
        self._log = log
        self.child = Child("hallctl", *self._options, log=log)

    def await_ready(self) -> None:
        """Wait until the console answers.

        Raises:
            PracticeError: If the controller ends, or does not answer in time.
        """
        _await("the controller", lambda: _serves(f"{self.url}/entrar", self._trust), self.child)

    def restart(self) -> None:
        """Start it again after its death."""
        self.child.end()
        self.child = Child("hallctl", *self._options, log=self._log)

    def end(self) -> int:
        """End it in order and return its exit status."""
        return self.child.end()


def screen(url: str, parts: ExitStack, log: Path, key: str) -> bool:
    """Open the wall screen where there is a monitor; return whether there is one."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    window = Child("displays.window", "--hall", url, *(["--key", key] if key else []), log=log)
    parts.callback(window.end)
    return True


def _port_of(setting: Setting, source: str) -> int:
    _, _, port = source.removeprefix("http://").partition("/")[0].partition(":")
    if not source.startswith("http://127.0.0.1:") or not port.isdigit():
        where = "una cámara simulada está en http://127.0.0.1:PUERTO/"
        raise ConfigError([f"{setting.path}: [camera] source: {where}, no en {source}"])
    return int(port)


def _await(name: str, ready: Callable[[], bool], child: Child) -> None:
    patience = Patience(READY_S, lambda: child.busy)
    while not ready():
        if child.ended is not None:
            raise PracticeError(f"{name} ended with status {child.ended}; its log says why")
        if patience.is_over:
            raise PracticeError(f"{name} is not ready after {patience.waited:.0f} s")
        time.sleep(0.05)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _serves(url: str, trust: ssl.SSLContext | None) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=1, context=trust) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
