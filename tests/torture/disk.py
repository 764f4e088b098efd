"""A disk that forgets: what is on it after a power cut, given everything that a program did to its files.

Pure but for the seeded dice. The rules are harsher than a real file system's: only an ``fsync`` of a file
makes what was written to it durable, only one of its folder makes a name durable, and until then each
write, each truncation and each name may survive or not, in any combination; a write may survive in some of
its sectors, and a file may have grown over bytes that are zeros or rubbish. What a failed sync was to save
is never saved by another sync alone: the kernel takes its pages for clean (Linux does so since 4.13).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from random import Random

SECTOR = 512
PAGE = 4096

Tree = dict[str, bytes | None]
"""The content of every file by its path below the root; None for a folder."""


@dataclass(frozen=True, slots=True)
class Write:
    path: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    path: str
    size: int


@dataclass(frozen=True, slots=True)
class Create:
    path: str
    folder: bool = False


@dataclass(frozen=True, slots=True)
class Rename:
    path: str
    target: str


@dataclass(frozen=True, slots=True)
class Remove:
    path: str


@dataclass(frozen=True, slots=True)
class Sync:
    path: str
    done: bool = True


@dataclass(frozen=True, slots=True)
class Said:
    """What the program told the world at this moment."""

    text: str


Op = Write | Truncate | Create | Rename | Remove | Sync | Said


@dataclass(slots=True)
class _Content:
    """A file: what the kernel shows of it, what is on the disk for certain, and what is on its way."""

    shown: bytearray = field(default_factory=bytearray)
    kept: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    lost: set[int] = field(default_factory=set)
    folder: bool = False

    def write(self, offset: int, data: bytes) -> None:
        _put(self.shown, offset, data)
        pages = set(_pages(offset, len(data)))
        self.pending.append((offset, data))
        for page in pages & self.lost:  # dirty again, and as a whole
            self.pending.append((page * PAGE, bytes(self.shown[page * PAGE : (page + 1) * PAGE])))
        self.lost -= pages

    def truncate(self, size: int) -> None:
        _resize(self.shown, size)
        self.pending.append((size, None))
        self.lost = {page for page in self.lost if page * PAGE < size}

    def sync(self, done: bool) -> None:
        if not done:
            for offset, data in self.pending:
                self.lost.update(_pages(offset, len(data)) if data is not None else ())
        before, self.kept = self.kept, bytearray(self.shown)
        for page in self.lost:
            old = before[page * PAGE : (page + 1) * PAGE]
            size = len(self.kept[page * PAGE : (page + 1) * PAGE])
            self.kept[page * PAGE : page * PAGE + size] = old[:size].ljust(size, b"\0")
        self.pending.clear()

    def after_a_cut(self, choose: "_Choice") -> bytes:
        content = bytearray(self.kept)
        for at, (offset, data) in enumerate(choose.limit(self.pending)):
            whole = choose.survives(at, len(self.pending))
            if data is None:
                if whole:
                    _resize(content, offset)
                continue
            if not whole and choose.grows():
                rubbish = choose.rubbish(max(0, offset + len(data) - len(content)))
                content += rubbish
            for start, piece in _sectors(offset, data):
                if whole or choose.tears(at):
                    _put(content, start, piece)
        for page in self.lost:
            for start in range(page * PAGE, min((page + 1) * PAGE, len(self.shown), len(content)), SECTOR):
                if choose.tears(0):
                    _put(content, start, bytes(self.shown[start : start + SECTOR])[: len(content) - start])
        return bytes(content)


@dataclass(slots=True)
class _Choice:
    """How one power cut treats what was not synced."""

    rng: Random
    chance: float
    torn: float
    in_order: bool
    cut: int = -1

    @classmethod
    def draw(cls, rng: Random) -> "_Choice":
        chance = rng.choice((0.0, 0.1, 0.5, 0.5, 0.9, 1.0))
        return cls(rng, chance, rng.choice((0.0, 0.3, 0.7)), rng.random() < 0.3)

    def limit(self, pending: list[tuple[int, bytes | None]]) -> list[tuple[int, bytes | None]]:
        self.cut = self.rng.randint(0, len(pending)) if self.in_order else len(pending)
        return pending[: self.cut + 1]

    def survives(self, at: int, count: int) -> bool:
        if self.in_order:
            return at < self.cut
        return self.rng.random() < self.chance

    def tears(self, at: int) -> bool:
        return self.rng.random() < self.torn

    def grows(self) -> bool:
        return self.rng.random() < 0.4

    def rubbish(self, size: int) -> bytes:
        return bytes(size) if self.rng.random() < 0.5 else self.rng.randbytes(size)


_NameOp = Callable[[dict[str, _Content]], None]


class Disk:
    """The files of a folder while operations are done to them, and what power cuts would leave of them."""

    def __init__(self, tree: Tree | None = None) -> None:
        self._shown: dict[str, _Content] = {}
        for path, data in (tree or {}).items():
            content = bytearray(data or b"")
            self._shown[path] = _Content(content, bytearray(content), folder=data is None)
        self._kept = dict(self._shown)
        self._pending: dict[str, list[_NameOp]] = {}

    def do(self, op: Op) -> None:
        """Do what the program did."""
        match op:
            case Write(path, offset, data):
                # A file of O_APPEND says where it ends, not where it is written.
                self._shown[path].write(len(self._shown[path].shown) if offset < 0 else offset, data)
            case Truncate(path, size):
                self._shown[path].truncate(size)
            case Create(path, folder) if path not in self._shown:
                self._name(path, _link(path, _Content(folder=folder)))
            case Rename(path, target):
                assert PurePosixPath(path).parent == PurePosixPath(target).parent
                self._name(path, _move(path, target, self._shown[path]))
            case Remove(path):
                self._name(path, _unlink(path))
            case Sync(path, done):
                self._sync(path, done)

    def now(self) -> Tree:
        """Give what the kernel shows: all that was done, as after the death of the program alone."""
        return {path: None if it.folder else bytes(it.shown) for path, it in self._shown.items()}

    def after_a_cut(self, rng: Random) -> Tree:
        """Give what one power cut leaves."""
        choose = _Choice.draw(rng)
        names = dict(self._kept)
        for ops in self._pending.values():
            last = rng.randint(0, len(ops)) if choose.in_order else len(ops)
            for op in ops[:last]:
                if choose.in_order or rng.random() < choose.chance:
                    op(names)
        return {
            path: None if it.folder else it.after_a_cut(choose)
            for path, it in names.items()
            if _reached(path, names)
        }

    def _sync(self, path: str, done: bool) -> None:
        if path in self._shown and not self._shown[path].folder:
            self._shown[path].sync(done)
        elif done:
            for op in self._pending.pop(path, []):
                op(self._kept)

    def _name(self, path: str, op: _NameOp) -> None:
        op(self._shown)
        self._pending.setdefault(str(PurePosixPath(path).parent), []).append(op)


def _link(path: str, content: _Content) -> _NameOp:
    return lambda names: names.__setitem__(path, content)


def _unlink(path: str) -> _NameOp:
    def unlink(names: dict[str, _Content]) -> None:
        names.pop(path, None)

    return unlink


def _move(path: str, target: str, content: _Content) -> _NameOp:
    def move(names: dict[str, _Content]) -> None:
        names.pop(path, None)
        names[target] = content

    return move


def _reached(path: str, names: dict[str, _Content]) -> bool:
    return all(str(folder) in names for folder in PurePosixPath(path).parents if str(folder) != ".")


def _put(content: bytearray, offset: int, data: bytes) -> None:
    if offset > len(content):
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def _resize(content: bytearray, size: int) -> None:
    del content[size:]
    content.extend(bytes(size - len(content)))


def _pages(offset: int, size: int) -> Iterable[int]:
    return range(offset // PAGE, (offset + size - 1) // PAGE + 1) if size else ()


def _sectors(offset: int, data: bytes) -> Sequence[tuple[int, bytes]]:
    pieces, start = [], 0
    while start < len(data):
        end = min(len(data), start + SECTOR - (offset + start) % SECTOR)
        pieces.append((offset + start, data[start:end]))
        start = end
    return pieces
