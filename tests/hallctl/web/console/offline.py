"""A few steps of a night where there is no network: run in a network namespace (test_honest.py)."""

import fcntl
import socket
import struct
import sys
from pathlib import Path

from tests.browser import windows
from tests.hallctl.web.console.hall import DIRECTOR, JEFE, Hall, Serving
from tests.hallctl.web.console.hands import enter, press

SIOCSIFFLAGS, IFF_UP = 0x8914, 0x1


def loopback() -> None:
    """Have the machine reach itself, as every machine does; it reaches nothing else."""
    assert [name for _, name in socket.if_nameindex()] == ["lo"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def main(folder: Path) -> None:
    loopback()
    with Hall(folder) as hall, Serving(hall) as serving, windows() as window:
        director, jefe = window().new_page(), window().new_page()
        enter(director, serving.url, DIRECTOR)
        enter(jefe, serving.url, JEFE)
        for label in ("Diligencia de apertura", "Registrar serie A 1042", "Registrar bolas J-01"):
            press(director, label)
        press(director, "Montar bolas J-01")
        press(jefe, "Abrir sesión")
        jefe.get_by_text("Sesión 1").wait_for()
        director.get_by_text("Sesión 1").wait_for()
        fonts = jefe.evaluate("[...document.fonts].filter((font) => font.status === 'loaded').length")
        assert fonts, "the letters came from elsewhere"
    print("played without a cable")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
