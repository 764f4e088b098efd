"""A real file system whose answers can be withheld: FUSE, straight on /dev/fuse, over a folder.

``python -m tests.torture.slow_disk FOLDER MOUNT`` mounts itself and prints ``ready``. Lines on its standard
input: ``hold OPERATION …`` lets those wait (``all`` of them), ``delay SECONDS`` answers each so much later,
``free`` carries out and answers what waits, and all that comes after. A request that waits cannot be called
off: a process that is killed meanwhile stays until it is answered, as with a disk that hangs.
"""

import ctypes
import errno
import os
import select
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

_HEADER = struct.Struct("<IIQQIIII")
_LARGEST = 1 << 17
_NAMES = {
    1: "lookup",
    3: "getattr",
    4: "setattr",
    9: "mkdir",
    10: "unlink",
    12: "rename",
    14: "open",
    15: "read",
    16: "write",
    17: "statfs",
    18: "release",
    20: "fsync",
    25: "flush",
    26: "init",
    27: "opendir",
    28: "readdir",
    29: "release",
    30: "fsyncdir",
    35: "create",
}
_SILENT = (2, 36, 42)
"""Forgotten nodes and interruptions: nobody waits for an answer."""


@dataclass(slots=True)
class Request:
    """What the kernel asks."""

    name: str
    unique: int
    node: int
    body: bytes
    due: float


@dataclass(slots=True)
class Server:
    """Answers for a folder."""

    folder: Path
    device: int
    paths: dict[int, Path] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    delay_s: float = 0.0
    waiting: list[Request] = field(default_factory=list)

    def serve(self) -> None:
        """Answer until nobody listens any more."""
        self.paths[1] = self.folder
        while True:
            due = [each.due for each in self.waiting if not self._holds(each)]
            timeout = max(0.0, min(due) - time.monotonic()) if due else None
            ready, _, _ = select.select([self.device, sys.stdin], [], [], timeout)
            if sys.stdin in ready and not self._told(sys.stdin.readline()):
                return
            if self.device in ready:
                self._take(os.read(self.device, _LARGEST + 4096))
            for request in [each for each in self.waiting if not self._holds(each)]:
                if request.due <= time.monotonic():
                    self.waiting.remove(request)
                    self._answer(request)

    def _told(self, line: str) -> bool:
        match line.split():
            case ["hold", *names]:
                self.held = frozenset(names)
            case ["delay", seconds]:
                self.delay_s = float(seconds)
            case ["free"]:
                self.held, self.delay_s = frozenset(), 0.0
            case _:
                return False
        print("done", flush=True)
        return True

    def _holds(self, request: Request) -> bool:
        return request.name in self.held or ("all" in self.held and request.name != "init")

    def _take(self, message: bytes) -> None:
        _, operation, unique, node, *_ = _HEADER.unpack_from(message)
        if operation in _SILENT:
            return
        due = time.monotonic() + self.delay_s
        request = Request(_NAMES.get(operation, ""), unique, node, message[_HEADER.size :], due)
        self.waiting.append(request)

    def _answer(self, request: Request) -> None:
        error, body = 0, b""
        try:
            does: Callable[[int, bytes], bytes] | None = getattr(self, f"_on_{request.name}", None)
            if does is None:
                error = errno.ENOSYS
            else:
                body = does(request.node, request.body)
        except OSError as raised:
            error = raised.errno or errno.EIO
        os.write(self.device, struct.pack("<IiQ", 16 + len(body), -error, request.unique) + body)

    def _on_init(self, _: int, __: bytes) -> bytes:
        return struct.pack("<IIIIHHIIHHI28x", 7, 31, 0, 0, 12, 10, _LARGEST, 1, 0, 0, 0)

    def _on_lookup(self, node: int, body: bytes) -> bytes:
        return self._entry(self._named(node, body))

    def _on_getattr(self, node: int, _: bytes) -> bytes:
        return bytes(16) + _attributes(self.paths[node])

    def _on_setattr(self, node: int, body: bytes) -> bytes:
        valid, _, _, size = struct.unpack_from("<IIQQ", body)
        if valid & 1 << 3:
            os.truncate(self.paths[node], size)
        return self._on_getattr(node, b"")

    def _on_mkdir(self, node: int, body: bytes) -> bytes:
        path = self._named(node, body[8:])
        path.mkdir(0o700)
        return self._entry(path)

    def _on_unlink(self, node: int, body: bytes) -> bytes:
        self._named(node, body).unlink()
        return b""

    def _on_rename(self, node: int, body: bytes) -> bytes:
        (target,) = struct.unpack_from("<Q", body)
        old, new = body[8:].split(b"\0")[:2]
        self._named(node, old).rename(self._named(target, new))
        return b""

    def _on_open(self, node: int, body: bytes) -> bytes:
        (flags,) = struct.unpack_from("<I", body)
        # The kernel says where each write goes: of a file of O_APPEND too.
        opened = os.open(self.paths[node], flags & ~os.O_APPEND & (os.O_ACCMODE | os.O_TRUNC))
        return struct.pack("<QII", opened, 0, 0)

    def _on_create(self, node: int, body: bytes) -> bytes:
        flags, mode = struct.unpack_from("<II", body)
        path = self._named(node, body[16:])
        opened = os.open(path, os.O_RDWR | os.O_CREAT | (flags & os.O_EXCL), mode)
        return self._entry(path) + struct.pack("<QII", opened, 0, 0)

    def _on_read(self, _: int, body: bytes) -> bytes:
        opened, offset, size = struct.unpack_from("<QQI", body)
        return os.pread(opened, size, offset)

    def _on_write(self, _: int, body: bytes) -> bytes:
        opened, offset, size = struct.unpack_from("<QQI", body)
        return struct.pack("<II", os.pwrite(opened, body[40 : 40 + size], offset), 0)

    def _on_fsync(self, _: int, body: bytes) -> bytes:
        os.fdatasync(struct.unpack_from("<Q", body)[0])
        return b""

    def _on_statfs(self, _: int, __: bytes) -> bytes:
        found = os.statvfs(self.folder)
        sizes = (found.f_blocks, found.f_bfree, found.f_bavail, found.f_files, found.f_ffree)
        return struct.pack("<QQQQQIIII24x", *sizes, found.f_bsize, 255, found.f_frsize, 0)

    def _on_release(self, _: int, body: bytes) -> bytes:
        opened = struct.unpack_from("<Q", body)[0]
        if opened:
            os.close(opened)
        return b""

    def _on_flush(self, _: int, __: bytes) -> bytes:
        return b""

    def _on_opendir(self, _: int, __: bytes) -> bytes:
        return struct.pack("<QII", 0, 0, 0)

    def _on_readdir(self, node: int, body: bytes) -> bytes:
        _, offset, size = struct.unpack_from("<QQI", body)
        found = b""
        for at, path in enumerate(sorted(self.paths[node].iterdir())[offset:], offset + 1):
            name = os.fsencode(path.name)
            more = struct.pack("<QQII", path.stat().st_ino, at, len(name), 0) + name
            more += bytes(-len(more) % 8)
            if len(found) + len(more) > size:
                break
            found += more
        return found

    def _on_fsyncdir(self, _: int, __: bytes) -> bytes:
        return b""

    def _named(self, node: int, name: bytes) -> Path:
        return self.paths[node] / os.fsdecode(name.split(b"\0")[0])

    def _entry(self, path: Path) -> bytes:
        found = path.stat()
        self.paths[found.st_ino] = path
        return struct.pack("<QQQQII", found.st_ino, 0, 0, 0, 0, 0) + _attributes(path)


def _attributes(path: Path) -> bytes:
    found = path.stat()
    numbers = (found.st_ino, found.st_size, found.st_blocks, int(found.st_atime), int(found.st_mtime), 0)
    return struct.pack("<QQQQQQIIIIIIIIII", *numbers, 0, 0, 0, found.st_mode, 1, 0, 0, 0, 4096, 0)


def main(folder: Path, mount: Path) -> None:
    """Mount, and answer."""
    device = os.open("/dev/fuse", os.O_RDWR)
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0".encode()
    if ctypes.CDLL(None, use_errno=True).mount(b"slow", os.fsencode(mount), b"fuse", 0, options):
        raise OSError(ctypes.get_errno(), "mount")
    print("ready", flush=True)
    Server(folder, device).serve()


class SlowDisk:
    """The file system, in a process of its own."""

    def __init__(self, folder: Path, mount: Path) -> None:
        self._mount = mount
        program: list[str | Path] = [sys.executable, "-m", "tests.torture.slow_disk", folder, mount]
        self._server = subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._hear("ready")

    def tell(self, line: str) -> None:
        """Tell it what it does from now on."""
        assert self._server.stdin is not None
        self._server.stdin.write(f"{line}\n")
        self._hear("done")

    def pull_out(self) -> None:
        """End it as a disk ends that is pulled out: whatever waits fails."""
        self._server.kill()
        self._server.communicate()
        ctypes.CDLL(None).umount2(os.fsencode(self._mount), 2)

    def _hear(self, line: str) -> None:
        assert self._server.stdout is not None
        heard = self._server.stdout.readline().strip()
        assert heard == line, f"the disk says {heard!r}"


@contextmanager
def slow_disk(folder: Path, mount: Path) -> Iterator[SlowDisk]:
    """Have a folder seen through a disk that can be told to hang."""
    disk = SlowDisk(folder, mount)
    try:
        yield disk
    finally:
        disk.pull_out()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
