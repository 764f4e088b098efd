"""What is plugged into this computer, as the kernel and the spooler tell it; nothing is opened.

Not responsible for whether the hall uses it.
"""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from drivers.printer import PrinterError, find_service, plain_words

_PORTS: Final = ("ttyACM*", "ttyUSB*", "ttyAMA*")
_PATIENCE_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera on USB.

    Attributes:
        number: What goes into the configuration.
        name: What it calls itself.
    """

    number: int
    name: str


class Computer:
    """The computer under a folder, which is ``/`` but in tests."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def serial_ports(self) -> tuple[str, ...]:
        """The serial ports, by the names that stay when a cable is moved, where there are such names."""
        lasting = self._names("dev/serial/by-id", "*")
        own = self._names("dev", "hallctl-*")
        if own or lasting:
            return *(f"/dev/{name}" for name in own), *(f"/dev/serial/by-id/{name}" for name in lasting)
        return tuple(f"/dev/{name}" for pattern in _PORTS for name in self._names("dev", pattern))

    def cameras(self) -> tuple[Camera, ...]:
        """The cameras on USB, one for each: a camera's further nodes carry no pictures."""
        folder = self._root / "sys/class/video4linux"
        found = []
        for name in self._names("sys/class/video4linux", "video[0-9]*"):
            if self._text(folder / name / "index") in {"0", ""}:
                found.append(Camera(int(name.removeprefix("video")), self._text(folder / name / "name")))
        return tuple(sorted(found, key=lambda camera: camera.number))

    def monitors(self) -> tuple[str, ...]:
        """The monitors that are plugged in, e.g. "HDMI-A-1"."""
        cards = self._root / "sys/class/drm"
        plugged = [
            name
            for name in self._names("sys/class/drm", "card*-*")
            if self._text(cards / name / "status") == "connected"
        ]
        return tuple(name.partition("-")[2] for name in plugged)

    def sound(self) -> tuple[str, ...]:
        """The sound cards by name."""
        lines = self._text(self._root / "proc/asound/cards").splitlines()
        return tuple(line.partition("]: ")[2].strip() for line in lines if "]: " in line)

    def pins(self) -> tuple[str, ...]:
        """The chips with pins for a panel."""
        return tuple(f"/dev/{name}" for name in self._names("dev", "gpiochip*"))

    def model(self) -> str:
        """What the board calls itself; empty on a computer without a device tree."""
        return self._text(self._root / "proc/device-tree/model").strip("\0")

    def stable_names(self) -> bool:
        """Whether the rules for stable names are installed."""
        folders = ("etc/udev/rules.d", "usr/lib/udev/rules.d", "lib/udev/rules.d")
        return any(self._names(folder, "*hallctl.rules") for folder in folders)

    def print_trouble(self, queue: str) -> str:
        """Why no paper comes out of a queue; empty where nothing is known against it."""
        try:
            return find_service().trouble(queue)
        except PrinterError as error:
            return str(error)

    def queues(self, command: Sequence[str] = ("lpstat", "-e")) -> tuple[str, ...] | None:
        """The printer queues, None where there is no spooler."""
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=_PATIENCE_S, check=False, env=plain_words()
            )
        except (OSError, subprocess.TimeoutExpired):
            return None
        return tuple(done.stdout.split()) if done.returncode == 0 else ()

    def _names(self, folder: str, pattern: str) -> list[str]:
        return sorted(each.name for each in (self._root / folder).glob(pattern))

    def _text(self, path: Path) -> str:
        try:
            return path.read_text("utf-8", "replace").strip()
        except OSError:
            return ""
