"""A second machine, in C and written from the page alone, in virtual time or on a real line."""

import math
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from drivers.plc.layout import Read, Write

FOLDER = Path(__file__).parent


def compiled(source: str, folder: Path) -> Path:
    """Compile a machine of this folder; returns the program."""
    program = folder / source.removesuffix(".c")
    warnings = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["gcc", *warnings, "-o", str(program), str(FOLDER / source)], check=True, timeout=120)
    return program


class Virtual:
    """A machine whose time goes on only while somebody listens to it; also the people beside it.

    Args:
        program: The compiled machine.
        mistake: What its builder did wrong.
        hands: Whether there are people at all.
    """

    def __init__(self, program: Path, mistake: str = "", *, hands: bool = True) -> None:
        self._process = subprocess.Popen(
            [program, *([mistake] if mistake else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._hands = hands
        self._now = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate(timeout=30)

    def now(self) -> float:
        return self._now / 1000

    def stolen(self) -> float:
        return 0.0

    def asked(self, what: str, how: str) -> bool:
        assert how.endswith(".")
        if self._hands:
            self.did(what)
        return self._hands

    def did(self, what: str) -> None:
        """People do something."""
        self.do(what)

    def do(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        now, _, said = self._process.stdout.readline().strip().partition(" ")
        self._now = int(now)
        return said

    def pass_until(self, until: float) -> str:
        moment = math.ceil(until * 1000)
        return self.do(f"run {moment if moment / 1000 >= until else moment + 1}")


class VirtualLine(Virtual):
    """A machine on the wire."""

    _waiting = b""

    def send(self, data: bytes) -> None:
        self._waiting += bytes.fromhex(self.do(f"hear {data.hex()}"))

    def read(self, until: float) -> bytes:
        data, self._waiting = self._waiting, b""
        return data or bytes.fromhex(self.pass_until(until))

    def did(self, what: str) -> None:
        self._waiting += bytes.fromhex(self.do(what))


class VirtualPlc(Virtual):
    """A PLC of holding registers, each question of which takes three milliseconds."""

    def read(self, wanted: Read) -> list[int]:
        return [
            int(word) for word in self.do(f"read {self._now + 3} {wanted.address} {wanted.count}").split()
        ]

    def write(self, wanted: Write) -> None:
        self.do(f"write {self._now + 3} {wanted.address} {' '.join(map(str, wanted.values))}")

    def wait_until(self, until: float) -> None:
        self._now = max(self._now, math.ceil(until * 1000))
