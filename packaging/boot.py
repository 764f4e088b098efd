"""Starts the image of `packaging/image.sh` under qemu-system-aarch64, and reaches the pages of a new hall.

`python3 packaging/boot.py FOLDER [ANSWERS]`: tells after how many seconds of the machine what was there. With
a file of answers (docs/install.md) it makes the hall on the pages, and reaches its console. Where
$HALLCTL_ROOT_PASSWORD is root's (by $HALLCTL_ROOT_HASH of `packaging/image.sh`), it logs in on the serial
line then, and tells what memory holds. Standard library alone.
"""

import os
import re
import shlex
import socket
import ssl
import subprocess
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from pages import Visitor

PAGES, CONSOLE = 8010, 8000
COMMAND_LINE = "root=LABEL=hallctl-root ro console=ttyAMA0"
PATIENCE_S, STEP_S = 1800, 2.0
CODE = re.compile(r": ([a-z2-9]{4}-[a-z2-9]{4})\b")
LOOKS = (
    "free -m",
    "systemctl --no-pager --failed",
    "systemctl show hallctl hallctl-init -p ActiveState -p MemoryCurrent",
    "grep ' / ' /proc/mounts",
    "systemd-analyze | cat",
)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def started(folder: Path, ports: dict[int, int]) -> subprocess.Popen[str]:
    """Start the machine on a copy of the image that keeps nothing; its ports are reached by those given."""
    command = shlex.split("qemu-system-aarch64 -M virt -cpu cortex-a72 -smp 2 -m 2048 -nographic")
    command += ["-kernel", str(folder / "hallctl-arm64.vmlinuz"), "-append", COMMAND_LINE]
    command += ["-initrd", str(folder / "hallctl-arm64.initrd")]
    command += ["-drive", f"file={folder / 'hallctl-arm64.img'},format=raw,if=virtio,snapshot=on"]
    forwarded = ",".join(f"hostfwd=tcp:127.0.0.1:{here}-:{there}" for there, here in ports.items())
    command += ["-netdev", f"user,id=net,{forwarded}", "-device", "virtio-net-pci,netdev=net,romfile="]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="replace", bufsize=1
    )


def trusting() -> ssl.SSLContext:
    """Return what does not look whom a certificate names: the authority is the machine's own."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def answers(port: int, shown: bytes) -> bool:
    """Return whether the page where one enters comes, with something on it."""
    try:
        with urllib.request.urlopen(
            f"https://127.0.0.1:{port}/entrar", timeout=60, context=trusting()
        ) as page:
            return page.status == 200 and shown in page.read()
    except (OSError, urllib.error.URLError):
        return False


class Serial:
    """What the machine writes on its serial line."""

    def __init__(self, machine: subprocess.Popen[str], began: float) -> None:
        self._machine, self._began = machine, began
        self.code = ""
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._machine.stdout is not None
        for line in self._machine.stdout:
            print(f"{time.monotonic() - self._began:6.1f} | {line.rstrip()}", flush=True)
            found = CODE.search(line)
            if found:
                self.code = found[1]

    def type(self, line: str) -> None:
        """Type a line."""
        assert self._machine.stdin is not None
        self._machine.stdin.write(f"{line}\n")
        self._machine.stdin.flush()


class Trial:
    """One start of the image, timed."""

    def __init__(self, folder: Path) -> None:
        self._began = time.monotonic()
        self._ports = {each: free_port() for each in (PAGES, CONSOLE)}
        self.machine = started(folder, self._ports)
        self._serial = Serial(self.machine, self._began)

    def tell(self, said: str) -> None:
        """Tell something with its time."""
        print(f"== {time.monotonic() - self._began:.0f} s: {said}", flush=True)

    def reached(self, what: str, there: Callable[[], bool]) -> bool:
        """Wait for something, and tell when it was there."""
        since = time.monotonic()
        while not (found := there()) and self.machine.poll() is None:
            if time.monotonic() - since > PATIENCE_S:
                break
            time.sleep(STEP_S)
        self.tell(what if found else f"no {what}")
        return found

    def pages(self) -> bool:
        """Wait for the pages of a new hall, and for their code on the monitor."""
        shown = self.reached("the pages", lambda: answers(self._ports[PAGES], b'id="code"'))
        return shown and self.reached("the code", lambda: bool(self._serial.code))

    def hall(self, given: dict[str, str]) -> bool:
        """Make a hall on the pages, and wait for the console of its service."""
        url = f"https://127.0.0.1:{self._ports[PAGES]}"
        visitor = Visitor(url, trusting(), self.tell)
        visitor.enter(self._serial.code)
        visitor.make(given)
        return self.reached("the hall's console", lambda: answers(self._ports[CONSOLE], b'id="passphrase"'))

    def look(self, password: str) -> None:
        """Log in on the serial line, and look around."""
        for line in ("root", password, *LOOKS):
            self._serial.type(line)
            time.sleep(STEP_S * 5)


def given_in(path: Path) -> dict[str, str]:
    """Return the answers of a file, as they are typed."""
    read = tomllib.loads(path.read_text("utf-8"))
    return {key: ", ".join(text) if isinstance(text, list) else str(text) for key, text in read.items()}


def main(folder: Path, answered: Path | None = None) -> int:
    """Start, wait for the pages, make a hall where there are answers, look; return the exit status."""
    trial = Trial(folder)
    try:
        done = trial.pages() and (answered is None or trial.hall(given_in(answered)))
        password = os.environ.get("HALLCTL_ROOT_PASSWORD")
        if password:
            trial.look(password)
        return int(not done)
    finally:
        trial.machine.kill()
        trial.machine.wait()


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:3])))
