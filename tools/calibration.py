"""Makes the pictures of a calibration's report and of its patterns for docs/camera.md, from drawn balls.

    python -m tools.calibration

Two worn balls, one that nobody can read, and one that was never shown are among them.
"""

import subprocess
import tempfile
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from drivers.camera.balls import IVORY, Image, render
from drivers.camera.quality import Image as Picture
from drivers.printer.pdf import render as typeset
from drivers.reader.reader import Reader
from drivers.reader.samples import Sample, patterns_of
from hallctl.app.calibrating.calibration import BallReport, SetReport, Turn
from hallctl.app.calibrating.inspection import Inspection, inspect_picture
from hallctl.app.calibrating.report import Occasion, page
from hallctl.app.calibrating.steps import STEPS, Measured
from hallctl.config.reader import ReaderSection

OUT: Final = Path(__file__).parents[1] / "docs/pictures/calibracion.png"
PATTERNS: Final = OUT.with_name("patrones.png")
AT: Final = datetime(2026, 11, 21, 18, 30, tzinfo=timezone(timedelta(hours=-4)))
WORN: Final = {17: 1, 55: 2, 23: 3}
"""In how many of its three turns a ball is too worn to be read."""

MISSING: Final = 90
CONFIDENCE: Final = ReaderSection().confidence


def _worn(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 6), np.uint8)


def _turns(number: int, reader: Reader, rng: np.random.Generator) -> list[tuple[Picture, Inspection]]:
    pictures = [render(str(number), rng, IVORY) for _ in range(3)]
    pictures = [_worn(p) if turn < WORN.get(number, 0) else p for turn, p in enumerate(pictures)]
    return [(picture, inspect_picture(picture, reader)) for picture in pictures]


def main() -> None:
    """Write the pictures."""
    rng, reader = np.random.default_rng(4), Reader()
    samples: dict[int, list[Sample]] = {}
    balls: list[BallReport] = []
    cuts: dict[int, Image] = {}
    steps: list[Measured] = []
    for number in range(1, 91):
        seen = [] if number == MISSING else _turns(number, reader, rng)
        shown = [reader.samples(picture, number) for picture, _ in seen]
        samples[number] = [replace(each, turn=turn) for turn, found in enumerate(shown) for each in found]
        balls.append(BallReport(number, tuple(Turn.of([look]) for _, look in seen), CONFIDENCE))
        for picture, look in seen:
            if look.box is not None:
                left, top, side, _ = look.box
                cuts[number] = picture[top - 20 : top + side + 20, left - 20 : left + side + 20]
        steps = steps or [Measured(step.name, step.says(seen[0][1]), step.good(seen[0][1])) for step in STEPS]
    camera = "V4L2 640×480 a 30/s; exposición 157 fija; foco 30 fija; balance de blancos 4600 fija"
    occasion = Occasion("Bingo Illimani", camera, AT, simulated=True)
    document = typeset("calibracion", page(SetReport("J-01", 90, tuple(balls)), steps, occasion, cuts), AT)
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder) / "calibracion.pdf"
        pdf.write_bytes(document)
        command = ["pdftoppm", "-singlefile", "-r", "72", "-png", str(pdf), str(OUT.with_suffix(""))]
        subprocess.run(command, check=True)
    known = patterns_of(samples)
    assert known is not None
    PATTERNS.write_bytes(known.png())


if __name__ == "__main__":
    main()
