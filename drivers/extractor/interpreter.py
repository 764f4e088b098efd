"""Runs the machine's program in MicroPython, as a Pico does, for a machine whose plant is simulated.

Not responsible for what the program does, nor for time: it is asked a turn at a time.
"""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

_PROGRAM: Final = "firmware.pipe"
_WRAPPED: Final = "import sys, micropython_unix as it; sys.argv[0] = 'micropython'; sys.exit(it.main())"


def command() -> list[str] | None:
    """Return what starts MicroPython here: Debian's, or the one of PyPI; None without either."""
    found = shutil.which("micropython")
    if found is not None:
        return [found]
    if importlib.util.find_spec("micropython_unix") is not None:
        return [sys.executable, "-c", _WRAPPED]
    return None


class Interpreted:
    """The machine's program in a process of its own.

    Raises:
        OSError: By any method, when the program has ended.
    """

    def __init__(self, process: "subprocess.Popen[str]", order: int) -> None:
        self.outputs = 0
        self.order = order
        self._process = process
        self._wakes_at = 1 << 60

    def turn(self, now: int, inputs: int, data: bytes) -> bytes:
        """Have the program take a turn."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{now} {inputs} {data.hex()}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().split(" ")
        if len(answer) != 4:
            raise ChildProcessError("el programa de la máquina terminó")
        self.outputs, self.order, self._wakes_at = map(int, answer[:3])
        return bytes.fromhex(answer[3])

    def wakes_at(self) -> int:
        """Return when it has something to do by itself."""
        return self._wakes_at


@contextmanager
def micropython(using: list[str]) -> Iterator[Callable[[int, int, str, int], Interpreted]]:
    """Start programs in MicroPython, and end them all at the end of the block.

    Args:
        using: What starts MicroPython.
    """
    with ExitStack() as running:

        def load(boot: int, kind: int, serial: str, order: int) -> Interpreted:
            process = running.enter_context(
                subprocess.Popen(
                    [*using, "-m", _PROGRAM, str(boot), str(kind), serial, str(order)],
                    cwd=Path(__file__).parent,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    start_new_session=True,  # Ctrl-C is the simulator's, which ends it in order
                )
            )
            return Interpreted(process, order)

        yield load
