"""The witness, killed between remembering and answering: the clock it is given pulls the plug."""

import os
import signal
import sys
from pathlib import Path

from hallctl.minutes.note import Verifier
from hallctl.minutes.witness.answers import Witness
from hallctl.minutes.witness.memory import Memory
from hallctl.minutes.witness.server import serve

asked = []


def clock() -> int:
    asked.append(1)
    if len(asked) == 2:  # the first dates what is remembered, the second the cosignature
        os.kill(os.getpid(), signal.SIGKILL)
    return 1_800_000_000


if __name__ == "__main__":
    given = dict(zip(sys.argv[1::2], sys.argv[2::2], strict=True))
    with Memory.open(Path(given["--directory"]), "testigo.example/w1") as memory:
        serve(
            Witness(memory, [Verifier.read(given["--log"])], clock),
            "127.0.0.1",
            0,
            lambda s: print(s, flush=True),
        )
