"""What a practice hall with one screen takes: memory of its processes, time to its console's first page.

``python -m tools.footprint`` plays one game; with ``--rest`` it only starts the hall. Simulators are no part
of a hall, and not counted. Not responsible for balls a second (``tools.bench``).
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from typing import Final

from hallctl.app.practice.demo import CONFIG, demo_overrides
from hallctl.app.practice.processes import Controller, Simulators, screen
from hallctl.app.setting import load
from hallctl.app.vault import feed_key, feed_url

MOST_MB: Final = 600
MOST_S: Final = 10.0
_SETTLE_S: Final = 8.0
_EVERY_S: Final = 0.5
_MODULE: Final = re.compile(r" -m (\S+)")
_NOT_THE_HALLS: Final = re.compile(r"simulator|firmware|hallctl demo|resource_tracker")


def main() -> int:
    """Measure, print, and return 1 where a bar is passed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rest", action="store_true", help="Only start the hall; play nothing.")
    rest = options.parse_args().rest
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "DISPLAY": os.environ.get("DISPLAY", "none")}
    with tempfile.TemporaryDirectory() as name:
        _forget_files()
        seconds, held = _started(Path(name))
        _print("at rest", held)
        if not rest:
            held = _played(Path(name) / "demo")
            _print("most in a game", held)
    print(f"\nbars: {seconds:.1f} of {MOST_S:g} s, {sum(held.values()):.0f} of {MOST_MB} MB")
    return int(seconds > MOST_S or sum(held.values()) > MOST_MB)


def _started(folder: Path) -> tuple[float, dict[str, float]]:
    """Start a hall; print what takes how long, return the seconds and what each process holds, in MB."""
    overrides = [*demo_overrides(folder / "hall"), "log.format=json"]
    setting, log = load(CONFIG, overrides), folder / "hall.log"
    with ExitStack() as parts:
        parts.enter_context(Simulators(setting, 7, 1.0))
        began, wall = time.monotonic(), time.time()
        controller = Controller(CONFIG, setting.config.console.port, overrides, log=log)
        parts.callback(controller.end)
        controller.await_ready()
        whole = time.monotonic() - began
        seconds = whole - _waited_s(controller.child.pid)
        screen(feed_url(setting), parts, folder / "screen.log", feed_key(setting))
        time.sleep(_SETTLE_S)
        held = held_mb(descendants(os.getpid()))
        _print_steps(log, wall)
    print(f"{whole:6.2f} s  the console's first page; {seconds:.2f} s without the waiting for a core")
    return seconds, held


def _waited_s(pid: int) -> float:
    """Return how long the main thread of a process was ready and not run: others had the cores."""
    return int(Path(f"/proc/{pid}/schedstat").read_text("ascii").split()[1]) / 1e9


def _print_steps(log: Path, wall: float) -> None:
    """Print when each part of the hall had started, and how long it took after the one before."""
    before = wall
    for line in log.read_text("utf-8").splitlines():
        with suppress(ValueError):
            told = json.loads(line)
            if told["what"] == "part-started":
                at = datetime.fromisoformat(told["time"]).timestamp()
                print(f"{at - wall:6.2f} s  +{at - before:.2f}  {told['part']} {told.get('port', '')}")
                before = at


def _played(folder: Path) -> dict[str, float]:
    """Play one game and return the most that the processes of the hall held together."""
    command = [sys.executable, "-m", "hallctl", "demo", "--directory", str(folder)]
    most: dict[str, float] = {}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as demo:
        while demo.poll() is None:
            held = held_mb(descendants(demo.pid))
            most = max(most, held, key=lambda each: sum(each.values()))
            time.sleep(_EVERY_S)
    return most


def descendants(pid: int) -> list[int]:
    """Return the processes that one started, and those that they did."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            children.setdefault(int(stat.read_text("utf-8").rpartition(")")[2].split()[1]), []).append(
                int(stat.parent.name)
            )
    found, waiting = [], [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def held_mb(pids: Iterable[int]) -> dict[str, float]:
    """Return what the processes of a hall hold, shared pages by their share (PSS), in MB by their names."""
    held: dict[str, float] = {}
    for pid in pids:
        with suppress(OSError):
            place = Path(f"/proc/{pid}")
            command = place.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            module = _MODULE.search(command)
            found = re.search(r"^Pss:\s+(\d+)", place.joinpath("smaps_rollup").read_text("utf-8"), re.M)
            if found and not _NOT_THE_HALLS.search(command):
                name = module[1] if module else command.split()[0]
                held[name] = held.get(name, 0.0) + int(found[1]) * 1024 / 1e6
    return held


def _print(when: str, held: dict[str, float]) -> None:
    for name, size in held.items():
        print(f"{size:6.0f} MB  {name}")
    print(f"{sum(held.values()):6.0f} MB  {when}")


def _forget_files() -> None:
    """Have the kernel forget what it holds of Python, libraries and project: the start is a cold one."""
    for path in _files(
        Path(sys.prefix), Path(sys.base_prefix) / "lib", Path(__file__).parents[1] / "hallctl"
    ):
        with suppress(OSError), path.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _files(*folders: Path) -> Iterator[Path]:
    for folder in folders:
        yield from (each for each in folder.rglob("*") if each.is_file() and not each.is_symlink())


if __name__ == "__main__":
    sys.exit(main())
