"""What is done inside a fresh Debian by `packaging/try.sh`: plays, starts the hall as its unit would, looks.

Standard library alone, and nothing of the project: it stands for a machine that has only the package.
"""

import json
import os
import pwd
import re
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

DATA, CONFIG = Path("/var/lib/hallctl/sala"), Path("/etc/hallctl/hall.toml")
UNIT = Path("/usr/lib/systemd/system/hallctl.service").read_text("utf-8")
FIXTURES = next(Path("/opt/hallctl/.venv/lib").glob("python3*/site-packages/hallctl/app/practice/fixtures"))
PORT, READY_S = 8000, 180.0


def of_unit(key: str) -> list[str]:
    """Return what the unit says under a key."""
    return re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)


def become_hall() -> None:
    """Take the user, the groups and the umask of the unit; in the child."""
    user = pwd.getpwnam(of_unit("User")[0])
    os.initgroups(user.pw_name, user.pw_gid)
    os.setgid(user.pw_gid)
    os.setuid(user.pw_uid)
    os.umask(int(of_unit("UMask")[0], 8))


def environment() -> dict[str, str]:
    """Return the variables of the unit."""
    pairs = (pair.partition("=") for line in of_unit("Environment") for pair in shlex.split(line))
    return {"PATH": os.environ["PATH"], **{name: value for name, _, value in pairs}}


def play() -> None:
    """Play a practice session, and make of its hall the one that the unit runs."""
    command = ["hallctl", "demo", "--directory", str(DATA)]
    began = time.monotonic()
    done = subprocess.run(
        command,
        cwd="/var/lib/hallctl",
        env=environment(),
        preexec_fn=become_hall,
        capture_output=True,
        text=True,
        check=False,
    )
    print(*done.stdout.splitlines()[-4:], done.stderr[-2000:], sep="\n")
    assert done.returncode == 0
    print(f"played in {time.monotonic() - began:.0f} s")
    text = (FIXTURES / "config/practice.toml").read_text("utf-8")
    text = text.replace('"../../practice"', f'"{DATA}"').replace("../../practice", str(DATA))
    CONFIG.write_text(text.replace("../series", str(FIXTURES / "series")), "utf-8")


def started() -> subprocess.Popen[bytes]:
    """Start the hall as its unit would, and wait for the words that it sends to systemd."""
    command = shlex.split(of_unit("ExecStart")[0])
    address = "/tmp/notify"
    Path(address).unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        Path(address).chmod(0o777)
        manager.settimeout(READY_S)
        began = time.monotonic()
        told = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "10000000"}
        hall = subprocess.Popen(command, env={**environment(), **told}, preexec_fn=become_hall)
        while b"READY=1" not in manager.recv(4096):
            assert hall.poll() is None, hall.returncode
        print(f"READY=1 after {time.monotonic() - began:.1f} s")
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/entrar", timeout=10) as answer:
            assert answer.status == 200
    return hall


def start() -> None:
    """Start the hall and end it as systemd does."""
    hall = started()
    hall.send_signal(signal.SIGTERM)
    assert hall.wait(30) == 0


def refused(package: str) -> None:
    """See that dpkg does not unpack under a hall that has its book open."""
    hall = started()
    done = subprocess.run(["dpkg", "-i", package], capture_output=True, text=True, check=False)
    print(*(line for line in done.stderr.splitlines() if line.startswith("hallctl")), sep="\n")
    assert done.returncode and "el libro está abierto" in done.stderr
    hall.send_signal(signal.SIGTERM)
    assert hall.wait(30) == 0
    subprocess.run(["dpkg", "--audit"], check=True)


def programs() -> None:
    """Print the program of each start as the book has it: three, one after the other."""
    volume = sqlite3.connect(f"file:{DATA}/libro/tomo-0001.sqlite?immutable=1", uri=True)
    rows = volume.execute("SELECT number, body FROM entries WHERE kind = 'ControllerStarted' ORDER BY number")
    found = [(number, json.loads(body)["program"]) for number, body in rows]
    print(*(f"entry {number}: {program}" for number, program in found), sep="\n")
    names = [program for _, program in found]
    assert len(set(names[-4:])) == 2 and names[-1] == names[-3] != names[-2], names


if __name__ == "__main__":
    {"play": play, "start": start, "programs": programs, "refused": lambda: refused(sys.argv[2])}[
        sys.argv[1]
    ]()
