"""Two virtual monitors on a real X server, and what is on their glass, asked of the server itself.

Xorg with its dummy driver, which touches neither console nor card: RandR outputs side by side, as the cables
of a graphics card are. Xvfb has one output, and SDL opens the windows of its second X screen on the first.
"""

import os
import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from select import select
from typing import Final

import pygame
import pytest

DRIVER: Final = Path("/usr/lib/xorg/modules/drivers/dummy_drv.so")
PATIENCE_S: Final = 20.0
MODES: Final = {
    (1920, 1080): "148.5 1920 2008 2052 2200 1080 1084 1089 1125",
    (1280, 720): "74.25 1280 1390 1430 1650 720 725 730 750",
}

SERVER: Final = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
  Option "BlankTime" "0"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 65536
{outputs}EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor-0"
  DefaultDepth 24
  SubSection "Display"
    Virtual {width} {height}
  EndSubSection
EndSection
"""
MONITOR: Final = """
Section "Monitor"
  Identifier "monitor-{number}"
  HorizSync 1-300
  VertRefresh 1-300
  Modeline "{name}" {timing}
  Option "PreferredMode" "{name}"
  Option "Enable" "true"
{place}EndSection
"""


@dataclass(frozen=True)
class Monitors:
    """Monitors side by side on a display of X."""

    display: str
    sizes: tuple[tuple[int, int], ...]

    def shows(self, monitor: int) -> bytes:
        """Return what a monitor shows, as RGB."""
        left = sum(width for width, _ in self.sizes[:monitor])
        size = self.sizes[monitor]
        pixels = _get_image(self.display, (left, 0, *size))
        picture = pygame.image.frombuffer(pixels, size, "BGRA")
        return pygame.image.tobytes(picture, "RGB")


@contextmanager
def monitors(folder: Path, *sizes: tuple[int, int]) -> Iterator[Monitors]:
    """Give monitors of these sizes; the test is skipped where this machine cannot have them."""
    server = shutil.which("Xorg")
    if server is None or not DRIVER.exists():
        pytest.skip("needs virtual monitors: apt-get install xserver-xorg-core xserver-xorg-video-dummy")
    config, log = folder / "xorg.conf", folder / "xorg.log"
    config.write_text(_config(sizes))
    read, write = os.pipe()
    with closing(os.fdopen(read, "rb", 0)) as ready:
        process = subprocess.Popen(
            [server, "-displayfd", str(write), "-config", config, "-logfile", log, "-noreset"],
            pass_fds=[write],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        try:
            number = ready.read(16) if select([ready], [], [], PATIENCE_S)[0] else b""
            if not number:
                said = [line for line in log.read_text().splitlines() if "(EE)" in line]
                pytest.skip(f"Xorg does not start here: {said}")
            yield Monitors(number.decode().strip(), sizes)
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


def _config(sizes: tuple[tuple[int, int], ...]) -> str:
    monitors, outputs = "", ""
    for number, size in enumerate(sizes):
        name = f"{size[0]}x{size[1]}"
        place = f'  Option "RightOf" "monitor-{number - 1}"\n' if number else ""
        monitors += MONITOR.format(number=number, name=name, timing=MODES[size], place=place)
        outputs += f'  Option "Monitor-DUMMY{number}" "monitor-{number}"\n'
    width, height = sum(width for width, _ in sizes), max(height for _, height in sizes)
    return SERVER.format(outputs=outputs, width=width, height=height) + monitors


def _get_image(display: str, area: tuple[int, int, int, int]) -> bytes:
    """Return an area of the root window with all that is over it, 32 bits a pixel, over X's own protocol."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(f"/tmp/.X11-unix/X{display}")
        line.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        accepted, length = struct.unpack("<B5xH", _read(line, 8))
        setup = _read(line, 4 * length)
        assert accepted == 1, setup
        vendor, _, _, formats = struct.unpack_from("<HHBB", setup, 16)
        (root,) = struct.unpack_from("<I", setup, 32 + (vendor + 3) // 4 * 4 + 8 * formats)
        get_image, as_pixmap = 73, 2
        line.sendall(struct.pack("<BBHIhhHHI", get_image, as_pixmap, 5, root, *area, 0xFFFFFFFF))
        kind, length = struct.unpack("<Bxxxi24x", _read(line, 32))
        assert kind == 1, f"X refuses: {kind}"
        return _read(line, 4 * length)


def _read(line: socket.socket, count: int) -> bytes:
    got = bytearray()
    while len(got) < count:
        chunk = line.recv(count - len(got))
        assert chunk, "X hung up"
        got += chunk
    return bytes(got)
