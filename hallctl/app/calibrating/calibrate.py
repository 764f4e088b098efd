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
from typing import Any, Final, Protocol

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
from hallctl.app.calibrating.mirror import MirroredError
from hallctl.app.calibrating.recognised import Recognised, recognised_apart, recognised_text
from hallctl.app.calibrating.report import (
    ExitSheet,
    Occasion,
    Recogniser,
    Sheet,
    figures,
    known_text,
    page,
    setting,
    summary,
)
from hallctl.app.calibrating.steps import LEARNING, Measured
from hallctl.app.calibrating.talk import Measuring, Talk
from hallctl.app.whole_file import write_whole
from hallctl.config.hall import Setting
from hallctl.config.kept import file_name, stem_of
from hallctl.i18n.sentences import Sentence, _

_BESIDE: Final = r"(patrones|salida|reconocedor)-{stem}(-[0-9a-f]{{8}})?\.(png|calibracion)"


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
        recogniser: What the recogniser learnt from the pictures that were kept; None where it learnt nothing.
        ended: Whether the technician ended it before the last ball.
    """

    report: SetReport
    steps: tuple[Measured, ...]
    occasion: Occasion
    cuts: Mapping[int, Image]
    patterns: Patterns | None
    empty: LearntExit | None = None
    pace: float = 0.0
    recogniser: Recognised | None = None
    ended: bool = False


class Learner(Protocol):
    """Has the recogniser learn from a folder of pictures (`recognised_apart`)."""

    def __call__(self, path: Path, highest: int, stopped: Callable[[], bool]) -> Recognised | None:
        """Learn; None where they teach nothing."""


def guide_of(
    hall: Setting,
    pictures: PictureSource,
    talk: Talk,
    turns: int,
    frames: int,
    writer: FolderWriter | None = None,
) -> Guide:
    """Return who leads a technician through a calibration of one of a hall's ball sets."""
    highest, confidence = hall.highest, hall.config.reader.confidence
    guide = Guide(pictures, partial(reader_for, highest), talk, confidence, turns, frames)
    guide.writer = writer or guide.writer
    return guide


def calibrate(
    hall: Setting,
    guide: Guide,
    name: str,
    accepted: Callable[[], CameraSettings | None],
    stopped: Callable[[], bool] = lambda: False,
    learn: Learner = recognised_apart,
) -> Calibrated:
    """Lead through all of it; balls that were not shown are reported as such.

    Args:
        hall: The hall.
        guide: Who leads.
        name: The ball set.
        accepted: Returns what the camera holds.
        stopped: Whether nobody waits for it any more.
        learn: Has the recogniser learn.

    Raises:
        MirroredError: The camera shows the balls in a mirror.
    """
    highest = hall.universes.get(name, hall.highest)
    try:
        steps, known, ended = follow(guide, highest, partial(_learnt, guide, highest, stopped, learn))
    except MirroredError:
        guide.writer.clear()  # pictures in a mirror teach nothing
        raise
    held, who = accepted(), hall.config.hall
    settings = "la cámara no dio imágenes" if held is None else held.describe()
    simulated = hall.exit_camera.simulated
    occasion = Occasion(who.name, settings, datetime.now().astimezone(), simulated, who.licence)
    report, patterns = report_of(guide, name, highest), patterns_of(guide.samples)
    return Calibrated(report, steps, occasion, guide.cuts, patterns, guide.empty, guide.pace, known, ended)


def follow(
    guide: Guide, highest: int, learn: Callable[[], Recognised | None] = lambda: None
) -> tuple[tuple[Measured, ...], Recognised | None, bool]:
    """Lead through the whole of it, or as far as the technician goes.

    Args:
        guide: Who leads.
        highest: The highest number of the set.
        learn: Has the recogniser learn from what was shown so far.

    Returns:
        The steps, what the recogniser learnt, and whether the technician ended it.

    Raises:
        MirroredError: The camera shows the balls in a mirror.
    """
    steps: list[Measured] = []
    known: Recognised | None = None
    try:
        for step in guide.set_up():
            steps.append(step)
        for _ball in guide.all_balls(highest):
            pass
        known = learn()
        lacking = frozenset[int]() if known is None else known.lacking
        again = [each for each in guide.unknown_balls(lacking) if each.turns]
        if again:
            known = learn()
    except Stopped:
        guide.talk.say(_("Terminado antes de la última bola."))
        return tuple(steps), known, True
    return tuple(steps), known, False


def report_of(guide: Guide, name: str, highest: int) -> SetReport:
    """Return what every ball of a set is worth, also those that were not shown."""
    shown = {number: BallReport(number, (), guide.confidence) for number in range(1, highest + 1)}
    return SetReport(name, highest, tuple((shown | guide.reports).values()))


def _learnt(guide: Guide, highest: int, stopped: Callable[[], bool], learn: Learner) -> Recognised | None:
    """Have the recogniser learn from the pictures that were kept, and say so meanwhile."""
    path = guide.writer.path
    if path is None:
        return None
    guide.talk.begin(LEARNING)
    guide.talk.look(Measuring(_("un minuto, o dos")))
    return learn(path, highest, stopped)


def reader_for(highest: int, empty: LearntExit | None) -> Reader:
    """Return a reader of a set that ends so high, which knows an exit or none."""
    return Reader(highest=highest, empty=empty)


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
    used = done.recogniser is not None and done.recogniser.reads_better(report)
    talk.say(recognised_text(done.recogniser, used=used))
    sheet, vacant, recogniser = _beside(done, stem)
    text = setting(report, occasion, sheet, vacant, recogniser if used else None)
    files = {each.file: each.content for each in (sheet, vacant, recogniser) if each is not None}
    files |= {
        f"calibracion-{stem}.json": (json.dumps(values, ensure_ascii=False, indent=1) + "\n").encode(),
        f"calibracion-{stem}.pdf": render(
            "calibracion", page(report, done.steps, occasion, done.cuts), occasion.at
        ),
        file_name(report.name): text.encode(),  # the last: until then what was there before counts
    }
    for name, content in files.items():
        write_whole(folder / name, content, durable=True)
        talk.say(Sentence(str(folder / name)))
    for old in folder.glob(f"*-{stem}*"):
        if old.name not in files and re.fullmatch(_BESIDE.format(stem=re.escape(stem)), old.name):
            old.unlink(missing_ok=True)


def _beside(done: Calibrated, stem: str) -> tuple[Sheet | None, ExitSheet | None, Recogniser | None]:
    """Return the files that a set's file names; the digest in each name keeps it from being written over."""
    patterns, empty, known = done.patterns, done.empty, done.recogniser
    sheet = None if patterns is None else Sheet(patterns.png(), patterns.reach, stem)
    vacant = None if empty is None else ExitSheet(empty, done.pace, stem)
    return sheet, vacant, None if known is None else Recogniser(known.content(), stem)
