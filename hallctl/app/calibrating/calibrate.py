"""A calibration from beginning to end, for the command and the page: the guide, the report, its files.

Not responsible for the conversation (``guide``) nor for what a ball is worth (``calibration``).
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from drivers.camera.quality import Image
from drivers.camera.settings import CameraSettings
from drivers.reader.exit import LearntExit
from drivers.reader.patterns import Patterns
from drivers.reader.reader import Reader
from drivers.reader.samples import patterns_of
from hallctl.app.calibrating.calibration import BallReport, SetReport
from hallctl.app.calibrating.folder import FolderWriter
from hallctl.app.calibrating.guide import Guide, Stopped
from hallctl.app.calibrating.live_camera import PictureSource
from hallctl.app.calibrating.report import (
    ExitSheet,
    Occasion,
    Sheet,
    figures,
    known_text,
    page,
    setting,
    summary,
)
from hallctl.app.calibrating.steps import Measured
from hallctl.app.calibrating.talk import Talk
from hallctl.app.whole_file import write_whole
from hallctl.config.hall import Setting
from hallctl.i18n.sentences import Sentence, _


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What a calibration brought.

    Attributes:
        report: What every ball is worth.
        steps: Framing, focus and light as they were left.
        occasion: Where and when.
        cuts: The best picture of each ball that was shown.
        patterns: What the balls' prints look like; None where none could be learnt.
        empty: The empty exit and the place of its ball; None where it was not learnt.
        pace: The most seconds from one live picture of it to the next; 0 where each was one.
    """

    report: SetReport
    steps: tuple[Measured, ...]
    occasion: Occasion
    cuts: Mapping[int, Image]
    patterns: Patterns | None
    empty: LearntExit | None = None
    pace: float = 0.0


def guide_of(
    hall: Setting,
    pictures: PictureSource,
    talk: Talk,
    turns: int,
    frames: int,
    writer: FolderWriter | None = None,
) -> Guide:
    """Return who leads a technician through a calibration of one of a hall's ball sets."""
    highest, confidence = hall.files.highest(hall.rules), hall.config.reader.confidence
    guide = Guide(pictures, partial(reader_for, highest), talk, confidence, turns, frames)
    guide.writer = writer or guide.writer
    return guide


def calibrate(
    hall: Setting, guide: Guide, name: str, accepted: Callable[[], CameraSettings | None]
) -> Calibrated:
    """Lead through all of it; balls that were not shown are reported as such.

    Args:
        hall: The hall.
        guide: Who leads.
        name: The ball set.
        accepted: Returns what the camera holds.

    Raises:
        MirroredError: The camera shows the balls in a mirror.
    """
    steps, report = follow(guide, name, hall.files.highest(hall.rules))
    held, who = accepted(), hall.config.hall
    settings = "la cámara no dio imágenes" if held is None else held.describe()
    simulated = hall.exit_camera.simulated
    occasion = Occasion(who.name, settings, datetime.now().astimezone(), simulated, who.licence)
    return Calibrated(
        report, steps, occasion, guide.cuts, patterns_of(guide.samples), guide.empty, guide.pace
    )


def follow(guide: Guide, name: str, highest: int) -> tuple[tuple[Measured, ...], SetReport]:
    """Lead through the whole of it, or as far as the technician goes: the steps, and what each ball is worth.

    Raises:
        MirroredError: The camera shows the balls in a mirror.
    """
    steps: list[Measured] = []
    try:
        for step in guide.set_up():
            steps.append(step)
        for _ball in guide.all_balls(highest):
            pass
        for _ball in guide.unknown_balls():
            pass
    except Stopped:
        guide.talk.say(_("Terminado antes de la última bola."))
    shown = {number: BallReport(number, (), guide.confidence) for number in range(1, highest + 1)}
    return tuple(steps), SetReport(name, highest, tuple((shown | guide.reports).values()))


def reader_for(highest: int, empty: LearntExit | None) -> Reader:
    """Return a reader of a set that ends so high, which knows an exit or none."""
    return Reader(highest=highest, empty=empty)


def stem_of(name: str) -> str:
    """Return how the files of a ball set are called."""
    return re.sub(r"[^\w.-]+", "-", name)


def write(
    done: Calibrated,
    folder: Path,
    render: Callable[[str, Mapping[str, Any], datetime], bytes],
    talk: Talk,
) -> None:
    """Say what the set is worth and write the report's files.

    Raises:
        OSError: A file cannot be written, or the page cannot be typeset.
    """
    report, occasion = done.report, done.occasion
    known = () if done.patterns is None else tuple(done.patterns.pictures)
    talk.say(summary(report), good=report.visible)
    talk.say(known_text(report, known))
    stem = stem_of(report.name)
    values = figures(report, done.steps, occasion, known)
    sheet = None if done.patterns is None else Sheet.of(f"patrones-{stem}.png", done.patterns)
    vacant = None if done.empty is None else ExitSheet(f"salida-{stem}.png", done.empty, done.pace)
    files = {} if sheet is None else {sheet.file: sheet.png}
    files |= {} if vacant is None else {vacant.file: vacant.png}
    files |= {
        f"calibracion-{stem}.json": (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode(),
        f"calibracion-{stem}.pdf": render(
            "calibracion", page(report, done.steps, occasion, done.cuts), occasion.at
        ),
        f"bolas-{stem}.toml": setting(report, occasion, sheet, vacant).encode(),
    }
    for name, content in files.items():
        write_whole(folder / name, content)
        talk.say(Sentence(str(folder / name)))
