"""Real programs under strace: what they did to the files of a folder, in order, and faults at one call.

strace sees what the program that the hall runs asks of the kernel: its own SQLite, both media, one order.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.torture.disk import Create, Op, Remove, Rename, Said, Sync, Truncate, Write

SYNCS = ("fsync", "fdatasync")
WRITES = ("write", "pwrite64", "ftruncate", "unlink", "mkdir", "rename")
CREATES = "openat"
_TRACED = (
    *(*SYNCS, *WRITES, CREATES),
    *("?open", "?creat", "writev", "pwritev", "?pwritev2", "truncate", "fallocate", "sync_file_range"),
    *("renameat", "?renameat2", "unlinkat", "mkdirat", "?rmdir", "?link", "linkat", "?symlink", "symlinkat"),
    *("copy_file_range", "sendfile", "msync", "mmap"),
)
_CALL = re.compile(r"(\w+)\((.*)\) += (-?\d+|\?|0x[0-9a-f]+)")
_TEXT = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_PLACE = re.compile(r"\b\d+<((?:\\x[0-9a-f]{2})+)>")


@dataclass(frozen=True, slots=True)
class Call:
    """One system call that touched the folder, or told something.

    Attributes:
        name: Its name, e.g. "pwrite64".
        nth: Which of this name it is in the life of the process, from 1.
        path: What it touched, below the folder; "" where it told something.
    """

    name: str
    nth: int
    path: str


@dataclass(frozen=True, slots=True)
class Trace:
    """What a program did.

    Attributes:
        ops: To the files, and what it told, in order.
        calls: Every call that writes, creates or syncs there, also those that failed.
        said: The lines that it told.
        status: How it ended.
    """

    ops: tuple[Op, ...]
    calls: tuple[Call, ...]
    said: tuple[str, ...]
    status: int


class Tracer:
    """Runs programs under strace, each a fork of one process that has read them already."""

    def __init__(self, *modules: str) -> None:
        self._strace = _strace()
        self._forge = subprocess.Popen(
            [sys.executable, "-m", "tests.torture.forge", *modules],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def run(self, program: str, arguments: Sequence[object], root: Path, inject: str = "") -> Trace:
        """Run a program, with a fault at one system call where one is asked for.

        Args:
            program: The name of its module, whose ``main`` takes the arguments.
            arguments: What it is given.
            root: The folder whose files are watched.
            inject: The fault as strace takes it, e.g. "fdatasync:error=EIO:when=3".
        """
        log, output = root.with_name(f"{root.name}.strace"), root.with_name(f"{root.name}.out")
        child = self._ask(json.dumps([program, list(map(str, arguments)), str(output)]))
        options = ["-y", "-xx", "-s", str(1 << 28), "-e", f"trace={','.join(_TRACED)}", "-e", "signal=none"]
        options += ["-e", f"inject={inject}"] if inject else []
        with subprocess.Popen(
            [self._strace, *options, "-o", log, "-p", str(child)], stderr=subprocess.PIPE
        ) as tracer:
            _await_tracer(child, tracer)
            status = self._ask("go")
            tracer.wait(60)
        # What was told is what came through, and not what was about to.
        said = output.read_text("utf-8").splitlines(keepends=True)
        ops, calls = read_calls(log.read_text("ascii").splitlines(), root)
        log.unlink()
        output.unlink()
        return Trace(tuple(ops), tuple(calls), tuple(line for line in said if line.endswith("\n")), status)

    def close(self) -> None:
        """End the process that forks."""
        self._forge.communicate()

    def _ask(self, line: str) -> int:
        assert self._forge.stdin is not None
        assert self._forge.stdout is not None
        self._forge.stdin.write(f"{line}\n")
        return int(self._forge.stdout.readline())


def _strace() -> str:
    path = shutil.which("strace")
    if path is None:
        pytest.skip("needs strace: apt-get install strace")
    if subprocess.run([path, "-o", os.devnull, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("this kernel lets nobody trace a process of their own")
    return path


def _await_tracer(child: int, tracer: subprocess.Popen[bytes]) -> None:
    status = Path(f"/proc/{child}/status")
    while "TracerPid:\t0\n" in status.read_text("ascii"):
        assert tracer.poll() is None, tracer.stderr.read() if tracer.stderr else ""
        time.sleep(0.002)


def read_calls(lines: Sequence[str], root: Path) -> tuple[list[Op], list[Call]]:
    reader = _Reader(root)
    for line in lines:
        reader.take(line)
    return reader.ops, reader.calls


class _Reader:
    """Reads the lines of strace as operations on the files of a folder."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._counts: dict[str, int] = {}
        self.ops: list[Op] = []
        self.calls: list[Call] = []

    def take(self, line: str) -> None:
        """Read one line."""
        found = _CALL.match(line)
        if found is None:
            if re.match(r"(\w+)\(.*<unfinished|\+\+\+ |(\w+)\(.*\) *= *\?", line) or not line:
                return
            raise AssertionError(f"strace wrote what is not understood: {line:.200}")
        name, arguments, result = found.groups()
        self._counts[name] = self._counts.get(name, 0) + 1
        texts = [_unescape(text) for text, _ in _TEXT.findall(arguments)]
        held = [_unescape(place) for place in _PLACE.findall(arguments)]
        if name == "write" and arguments.startswith("1<"):
            self.calls.append(Call(name, self._counts[name], ""))
            self.ops += [Said(texts[0].decode())] if result != "?" and int(result) > 0 else []
            return
        places = map(self._below, texts[:1] if name in _BY_NAME else held)
        path = next((place for place in places if place is not None), None)
        if path is None or path.endswith("-shm"):
            return
        if name == CREATES and "O_CREAT" not in arguments and "O_TRUNC" not in arguments:
            return
        if name == "mmap" and not ("PROT_WRITE" in arguments and "MAP_SHARED" in arguments):
            return
        self.calls.append(Call(name, self._counts[name], path))
        self.ops += self._operation(name, path, texts, arguments, result)

    def _below(self, path: bytes) -> str | None:
        place = Path(path.decode())
        if not place.is_relative_to(self._root) or place.name.endswith(" (deleted)"):
            return None
        return str(place.relative_to(self._root))

    def _operation(
        self, name: str, path: str, texts: list[bytes], arguments: str, result: str
    ) -> Iterator[Op]:
        failed = result == "?" or int(result, 0) < 0
        if name in SYNCS:
            yield Sync(path, not failed)
        elif failed:
            return
        elif name == "pwrite64":
            yield Write(path, int(arguments.rpartition(", ")[2]), texts[0][: int(result)])
        elif name == "write" and path.endswith(".jsonl"):
            yield Write(path, -1, texts[0][: int(result)])
        elif name == "ftruncate":
            yield Truncate(path, int(arguments.rpartition(", ")[2]))
        elif name in ("mkdir", CREATES) and "O_TRUNC" not in arguments:
            yield Create(path, name == "mkdir")
        elif name == "unlink":
            yield Remove(path)
        elif name == "rename":
            target = self._below(texts[1])
            assert target is not None
            yield Rename(path, target)
        else:
            raise AssertionError(f"{name} of {path} is not understood")


_BY_NAME = (
    *("openat", "unlink", "mkdir", "rename", "open", "creat", "truncate", "rmdir", "link", "symlink"),
    *("renameat", "renameat2", "unlinkat", "mkdirat", "linkat", "symlinkat"),
)


def _unescape(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))
