"""What one worker of the suite made and the others only read: files that go when the suite ends."""

import fcntl
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

_VARIABLE: Final = "HALLCTL_TESTS_SHARED"
Made = TypeVar("Made")


def open_shared() -> None:
    """Make the folder of a run; the workers find it by their environment."""
    os.environ[_VARIABLE] = tempfile.mkdtemp(prefix="hallctl-tests-")


def close_shared() -> None:
    """Take it away again."""
    shutil.rmtree(os.environ.pop(_VARIABLE))


def made_once(name: str, make: Callable[[], Made]) -> Made:
    """Return what another worker has made already, or make it; who comes meanwhile waits for it."""
    path = Path(os.environ[_VARIABLE]) / name
    with path.with_name(f"{name}.lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)  # let go where its worker dies
        if path.exists():
            made: Made = pickle.loads(path.read_bytes())
            return made
        made = make()
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as whole:
            whole.write(pickle.dumps(made))
        Path(whole.name).replace(path)
        return made
