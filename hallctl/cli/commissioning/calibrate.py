"""``hallctl camera calibrate`` from beginning to end: the guide, the report, its files.

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
from drivers.camera.settings import Wanted
from drivers.reader.exit import LearntExit
from drivers.reader.patterns import Patterns
from drivers.reader.reader import Reader
from drivers.reader.samples import patterns_of
from hallctl.cli.cards import write_whole
from hallctl.cli.commissioning.calibration import BallReport, SetReport
from hallctl.cli.commissioning.folder import FolderWriter
from hallctl.cli.commissioning.guide import Guide, Measured, Stopped
from hallctl.cli.commissioning.live_camera import LiveCamera
from hallctl.cli.commissioning.report import (
    ExitSheet,
    Occasion,
    Sheet,
    figures,
    known_text,
    page,
    setting,
    summary,
)
from hallctl.cli.commissioning.terminal import Terminal
from hallctl.config.hall import Setting


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


def calibrate(
    hall: Setting,
    source: str | int,
    ball_set: str | None,
    turns: int,
    frames: int,
    terminal: Terminal,
    writer: FolderWriter | None = None,
) -> Calibrated:
    """Lead a technician through it; balls that were not shown are reported as such.

    Raises:
        MirroredError: The camera shows the balls in a mirror.
    """
    camera, highest, who = hall.exit_camera, hall.files.highest(hall.rules), hall.config.hall
    confidence = hall.config.reader.confidence
    name = ball_set or hall.config.ball_sets[0]
    terminal.write_line(f"Calibración de la cámara con el juego de bolas {name}. {who.name}")
    wanted = Wanted(camera.exposure, camera.focus, camera.white_balance)
    with LiveCamera(source, wanted) as pictures:
        guide = Guide(pictures, partial(reader_for, highest), terminal, confidence, turns, frames)
        guide.writer = writer or guide.writer
        steps, report = follow(guide, name, highest)
        accepted = pictures.settings
    settings = "la cámara no dio imágenes" if accepted is None else accepted.describe()
    occasion = Occasion(who.name, settings, datetime.now().astimezone(), camera.simulated, who.licence)
    return Calibrated(
        report, steps, occasion, guide.cuts, patterns_of(guide.samples), guide.empty, guide.pace
    )


def follow(guide: Guide, name: str, highest: int) -> tuple[tuple[Measured, ...], SetReport]:
    """Lead through the whole of it, or as far as the technician goes: the steps, and what each ball is worth.

    Raises:
        MirroredError: The camera shows the balls in a mirror.
    """
    steps: list[Measured] = []
    balls = {number: BallReport(number, (), guide.confidence) for number in range(1, highest + 1)}
    try:
        for step in guide.set_up():
            steps.append(step)
        for ball in guide.all_balls(highest):
            balls[ball.number] = ball
        for again in guide.unknown_balls():
            balls[again.number] = balls[again.number].shown_again(again.turns)
    except Stopped:
        guide.terminal.write_line("   Terminado antes de la última bola.")
    return tuple(steps), SetReport(name, highest, tuple(balls.values()))


def reader_for(highest: int, empty: LearntExit | None) -> Reader:
    """Return a reader of a set that ends so high, which knows an exit or none."""
    return Reader(highest=highest, empty=empty)


def write(
    done: Calibrated,
    folder: Path,
    render: Callable[[str, Mapping[str, Any], datetime], bytes],
    terminal: Terminal,
) -> None:
    """Say what the set is worth and write the report's files.

    Raises:
        OSError: A file cannot be written, or the page cannot be typeset.
    """
    report, occasion = done.report, done.occasion
    known = () if done.patterns is None else tuple(done.patterns.pictures)
    terminal.write_line(f"\n{summary(report)}\n{known_text(report, known)}")
    stem = re.sub(r"[^\w.-]+", "-", report.name)
    values = figures(report, done.steps, occasion, known)
    sheet = None if done.patterns is None else Sheet.of(f"patrones-{stem}.png", done.patterns)
    vacant = None if done.empty is None else ExitSheet(f"salida-{stem}.png", done.empty, done.pace)
    files = {} if sheet is None else {sheet.file: sheet.png}
    files |= {} if vacant is None else {vacant.file: vacant.png}
    files |= {
        f"calibracion-{stem}.json": (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode(),
        f"bolas-{stem}.toml": setting(report, occasion, sheet, vacant).encode(),
        f"calibracion-{stem}.pdf": render(
            "calibracion", page(report, done.steps, occasion, done.cuts), occasion.at
        ),
    }
    for name, content in files.items():
        write_whole(folder / name, content)
        terminal.write_line(f"   {folder / name}")
