"""Starts the image of `packaging/image.sh` under qemu-system-aarch64, and reaches a page of its console.

`python3 packaging/boot.py FOLDER`: tells after how many seconds of the machine what was there. Where
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
import urllib.error
import urllib.request
from pathlib import Path

PORT = 8010
COMMAND_LINE = "root=LABEL=hallctl-root ro console=ttyAMA0"
PATIENCE_S, STEP_S = 1800, 2.0
CODE = re.compile(r": ([a-z2-9]{4}-[a-z2-9]{4})\b")
LOOKS = (
    "free -m",
    "systemctl --no-pager --failed",
    "systemctl show hallctl-init -p ActiveState -p MemoryCurrent",
    "grep ' / ' /proc/mounts",
    "systemd-analyze | cat",
)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def started(folder: Path, port: int) -> subprocess.Popen[str]:
    """Start the machine on a copy of the image that keeps nothing."""
    command = shlex.split("qemu-system-aarch64 -M virt -cpu cortex-a72 -smp 2 -m 2048 -nographic")
    command += ["-kernel", str(folder / "hallctl-arm64.vmlinuz"), "-append", COMMAND_LINE]
    command += ["-initrd", str(folder / "hallctl-arm64.initrd")]
    command += ["-drive", f"file={folder / 'hallctl-arm64.img'},format=raw,if=virtio,snapshot=on"]
    command += ["-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{port}-:{PORT}"]
    command += ["-device", "virtio-net-pci,netdev=net,romfile="]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="replace", bufsize=1
    )


def answers(port: int) -> bool:
    """Return whether the page where one enters comes; whom its certificate names is not looked at."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    try:
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/entrar", timeout=60, context=trusting) as page:
            return page.status == 200 and b'id="code"' in page.read()
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


def main(folder: Path) -> int:
    """Start, wait for the page, look, and end; return the exit status."""
    port, began = free_port(), time.monotonic()
    machine = started(folder, port)
    serial = Serial(machine, began)
    try:
        while (
            not (there := answers(port)) and machine.poll() is None and time.monotonic() - began < PATIENCE_S
        ):
            time.sleep(STEP_S)
        seen, after = "200" if there else "none", time.monotonic() - began
        print(f"== page {seen} after {after:.0f} s, code {serial.code or 'none'}")
        password = os.environ.get("HALLCTL_ROOT_PASSWORD")
        for line in ("root", password, *LOOKS) if password else ():
            serial.type(line)
            time.sleep(STEP_S * 5)
        return int(not (there and serial.code))
    finally:
        machine.kill()
        machine.wait()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
