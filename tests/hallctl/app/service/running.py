"""A practice hall in processes of its own, with the service manager's end of the socket in the test."""

import json
import os
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.processes import Controller, Simulators
from hallctl.app.setting import load


class ManagerEnd:
    """The service manager: what it was told, with when."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        self.told: list[tuple[float, str]] = []

    def __enter__(self) -> "ManagerEnd":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def hear(self, seconds: float) -> list[str]:
        """Return what comes within so many seconds."""
        heard, end = [], time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                lines = self.socket.recv(4096).decode().splitlines()
            except TimeoutError:
                break
            heard += lines
            self.told += [(time.monotonic(), line) for line in lines]
        return heard

    def wait_for(self, line: str, seconds: float = 30) -> float:
        """Wait until this was told, and return when."""
        end = time.monotonic() + seconds
        while not (found := [at for at, said in self.told if said == line]):
            assert time.monotonic() < end, self.told
            self.hear(0.05)
        return found[0]


class Running:
    """The program itself over simulated devices; what is in ``os.environ`` when it starts reaches it."""

    def __init__(self, folder: Path, *overrides: str, fps: int = 50) -> None:
        self.folder, self._fps = folder, fps
        self.overrides = [*demo_overrides(folder), "practice.minimum_interval_ms=0", *overrides]
        self.setting = load(CONFIG, self.overrides)
        self.log = folder / "hallctl.log"
        self._parts = ExitStack()

    def __enter__(self) -> "Running":
        self.far_end = self._parts.enter_context(Simulators(self.setting, seed=3, pace=10, fps=self._fps))
        self.start()
        return self

    def start(self) -> None:
        """Start the controller."""
        self.controller = Controller(CONFIG, self.setting.config.console.port, self.overrides, self.log)
        self._parts.callback(self.end)

    def end(self) -> int:
        """End the controller in order, also where it was stopped in its tracks."""
        if self.controller.child.ended is None:
            os.kill(self.controller.child.pid, signal.SIGCONT)
        return self.controller.end()

    def __exit__(self, *_: object) -> None:
        self._parts.close()

    def figures(self) -> dict[str, Metric]:
        """Return what the program serves, read by Prometheus' own parser."""
        with urllib.request.urlopen(f"{self.controller.url}/metrics", timeout=5) as answer:
            assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
            text = answer.read().decode()
        return {family.name: family for family in text_string_to_metric_families(text)}

    def lines(self) -> Iterator[dict[str, object]]:
        """Give what the program logged; a line that is no JSON is an error."""
        for line in self.log.read_text("utf-8").splitlines():
            yield json.loads(line)


def value(figures: dict[str, Metric], sample: str, **labels: str) -> float:
    """Return the value of a sample."""
    (found,) = [
        each.value
        for family in figures.values()
        for each in family.samples
        if each.name == sample and each.labels == labels
    ]
    return found
