"""How much of a processor the recogniser takes, beside the reader of any number, in one run.

    python -m tools.recogniser.pace WORLDS [--world NAME ...] [--every 3]

WORLDS as for `tools.recogniser.judge`. Times are of the processor, one thread, so that a busy machine changes
them little: seconds of a calibration, milliseconds of a picture. It is NOT responsible for what is told.
"""

import argparse
import os

os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # before numpy is loaded

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np

from drivers.reader.reader import Reader
from drivers.recogniser.calibration import Calibration, Shown, calibrate
from drivers.recogniser.recogniser import Recogniser
from hallctl.app.calibrating.folder import BallFolder, load_picture, load_pictures
from tools.recogniser.staging import Picture

_FIRST: Final = 3  # pictures that are slow because the program is new


def calibrated(world: Path) -> tuple[Calibration, str]:
    """Calibrate from a world and say what it took."""
    folder = BallFolder.at(world / "shown")
    empties = list(load_pictures(folder.empties))
    shown = [Shown(each.number, each.pose, load_picture(each.path)) for each in folder.pictures]
    began = time.process_time()
    calibration = calibrate(empties, shown)
    spent = time.process_time() - began
    with TemporaryDirectory() as scratch:
        file = Path(scratch, "pace.calibracion")
        calibration.save(file)
        return calibration, f"{len(shown):4} pictures {spent:6.1f} s {file.stat().st_size / 1e6:5.1f} MB"


def spent_on(look: Callable[[Picture], object], pictures: Sequence[Picture]) -> list[float]:
    """Return the milliseconds of processor that each picture takes."""
    spent = []
    for each in [*pictures[:_FIRST], *pictures]:
        began = time.process_time()
        look(each)
        spent.append((time.process_time() - began) * 1000)
    return spent[_FIRST:]


def main() -> None:
    """Print a row for each world, and one of all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("worlds", type=Path)
    parser.add_argument("--world", nargs="*", help="only these")
    parser.add_argument("--every", type=int, default=3, help="so many pictures are one that is looked at")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()
    whole: tuple[list[float], list[float]] = [], []
    for world in sorted(each.parent for each in options.worlds.glob("*/asked")):
        if options.world and world.name not in options.world:
            continue
        calibration, row = calibrated(world)
        files = BallFolder.at(world / "asked").pictures[:: options.every]
        pictures = [load_picture(each.path) for each in files]
        looks = Recogniser(calibration).look, reader.read
        spent = [spent_on(look, pictures) for look in looks]
        for every, some in zip(whole, spent, strict=True):
            every.extend(some)
        print(f"{world.name:20} {row}   {_times(spent)}", flush=True)
    if not whole[0]:
        parser.error(f"no such world in {options.worlds}")
    print(f"{'all':20} {'':30}   {_times(whole)}")


def _times(spent: Sequence[Sequence[float]]) -> str:
    names = ("recogniser", "reader")
    each = (
        f"{name} {np.median(some):5.1f} ms, 99 % within {np.percentile(some, 99):5.1f}"
        for name, some in zip(names, spent, strict=True)
    )
    return "   ".join(each)


if __name__ == "__main__":
    main()
