"""Measures how much longer this reader takes than that of another checkout, on the same frames in turn.

    git worktree add build/other REVISION
    python -m tools.reader.pace build/other [--frames 1000] [--first SEED]

A machine that is shared is fast in one minute and slow in the next, and so is a median of one reader alone.
Here both read each frame one right after the other, so that what slows one slows the other, and how they
compare does not depend on the hour. It is NOT responsible for what they read.
"""

import argparse
import os
import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tools.reader.bench import FIRST_SEED
from tools.reader.fonts import Side, has_faces
from tools.reader.maker import picture

Image = npt.NDArray[np.uint8]

_TIMED = Path(__file__).resolve().with_name("timed.py")
_HERE = Path(__file__).resolve().parents[2]
_WARM = 20  # frames that are not counted


class CheckoutError(ValueError):
    """What is to be measured has no reader of its own."""


class Pace(NamedTuple):
    """How long two readers took of the same frames, in milliseconds, one each."""

    other: list[float]
    this: list[float]


@contextmanager
def _reading(checkout: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that reads with a checkout's reader."""
    own = {"PYTHONPATH": str(checkout), "PYTHONSAFEPATH": "1", "OPENBLAS_NUM_THREADS": "1"}
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, str(_TIMED)], stdin=pipe, stdout=pipe, env={**os.environ, **own}
    )
    try:
        assert process.stdout is not None
        if checkout not in Path(os.fsdecode(process.stdout.readline().strip())).parents:
            raise CheckoutError(f"{checkout} has no reader of its own")
        yield process
    finally:
        process.kill()
        process.communicate()


def _took(process: subprocess.Popen[bytes], image: Image) -> float:
    assert process.stdin is not None and process.stdout is not None
    pickle.dump(image, process.stdin)
    process.stdin.flush()
    return float(process.stdout.readline())


def paced(checkout: Path, images: Iterable[Image]) -> Pace:
    """How long another checkout's reader and this one take of each frame; in every other this one is first.

    Raises:
        CheckoutError: The checkout has no reader.
    """
    pace = Pace([], [])
    with _reading(checkout.resolve()) as other, _reading(_HERE) as this:
        readers = [(other, pace.other), (this, pace.this)]
        for image in images:
            for process, times in readers:
                times.append(_took(process, image))
            readers.reverse()
    return Pace(pace.other[_WARM:], pace.this[_WARM:])


def show(pace: Pace) -> None:
    """Print both medians, and how the readers compare frame by frame and over all frames."""
    other, this = np.array(pace.other), np.array(pace.this)
    print(f"{len(this)} frames, each read by both in turn, one thread each")
    print(f"  median: the other {np.median(other):.1f} ms, this one {np.median(this):.1f} ms")
    each, all_ = np.median(this / other), this.sum() / other.sum()
    print(f"  this one takes {each:.3f} times as long of the middle frame, {all_:.3f} times of all")


def main() -> int:
    """Measure and print; 2 if there is nothing to measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=Path, help="the root of another checkout")
    parser.add_argument("--frames", type=int, default=1000)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="seed of the first frame")
    options = parser.parse_args()
    if not has_faces(Side.HELD_OUT):
        return 2
    seeds = range(options.first, options.first + options.frames + _WARM)
    try:
        show(paced(options.checkout, (picture(seed, Side.HELD_OUT).image for seed in seeds)))
    except CheckoutError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
