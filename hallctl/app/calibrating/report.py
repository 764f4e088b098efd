"""The report of a calibration: as JSON, as a page with a picture of each ball, and as a file for the config.

Pure. Not responsible for typesetting nor for writing files.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

import cv2

from drivers.camera.quality import Image
from drivers.reader.exit import LearntExit
from hallctl.app.calibrating.calibration import BallReport, SetReport, Verdict
from hallctl.app.calibrating.drawing import mosaic
from hallctl.app.calibrating.inspection import decimal
from hallctl.app.calibrating.steps import Measured
from hallctl.config.origin import sealed
from hallctl.i18n.sentences import Sentence, _, listed
from hallctl.i18n.words import date, doubt

COLUMNS: Final = 10
SIDE: Final = 120
"""Pixels of the picture of one ball."""

_QUALITY: Final = 85


@dataclass(frozen=True, slots=True)
class Occasion:
    """Who calibrated what, with which camera.

    Attributes:
        hall: The hall's name.
        camera: What the camera accepted, in words.
        at: When.
        simulated: Whether the camera is a simulator.
        licence: The hall's.
    """

    hall: str
    camera: str
    at: datetime
    simulated: bool
    licence: str = "—"


def summary(report: SetReport) -> Sentence:
    """Say what the set is worth, in one or two sentences for a person."""
    if report.visible:
        return _(
            "Las {highest} bolas del juego {name} son perfectamente visibles (AJ-24).",
            highest=report.highest,
            name=report.name,
        )
    said = [_("El juego {name} no es perfectamente visible (AJ-24).", name=report.name)]
    if report.pairs:
        pairs = ", ".join(f"{low}/{high}" for low, high in report.pairs)
        said.append(_("No se distinguen: {balls}.", balls=pairs))
    for verdict, words in _WORDS.items():
        numbers = report.of(verdict)
        if numbers:
            said.append(Sentence(words, balls=_numbers(numbers)))
    if report.always_ask:
        said.append(_("Las lee siempre una persona: {balls}.", balls=_numbers(report.always_ask)))
    return listed(said, " ")


_WORDS: Final = {
    Verdict.WORN: _("Gastadas, se leen solo a veces: {balls}."),
    Verdict.UNREADABLE: _("No se leen: {balls}."),
    Verdict.MISSING: _("Sin mostrar: {balls}."),
}


def _numbers(balls: Iterable[int]) -> str:
    return ", ".join(map(str, balls))


def known_text(report: SetReport, known: Collection[int]) -> Sentence:
    """Say of how many balls the pattern is known, the picture with which the camera compares what it reads.

    Args:
        report: What the set is worth.
        known: The numbers that have a pattern.
    """
    lacking = [ball.number for ball in report.balls if ball.number not in known]
    if not lacking:
        return _("Se conoce el patrón de las {highest} bolas.", highest=report.highest)
    return _(
        "Se conoce el patrón de {known} de las {highest} bolas. Falta el de: {balls}.",
        known=len(known),
        highest=report.highest,
        balls=_numbers(lacking),
    )


def figures(
    report: SetReport, steps: Sequence[Measured], occasion: Occasion, known: Collection[int]
) -> dict[str, Any]:
    """Return everything that was measured, for JSON."""
    return {
        "ball_set": report.name,
        "made_on": occasion.at.isoformat(timespec="seconds"),
        "hall": occasion.hall,
        "camera": occasion.camera,
        "simulated": occasion.simulated,
        "visible": report.visible,
        "always_ask": list(report.always_ask),
        "patterns": sorted(known),
        "pairs": [list(pair) for pair in report.pairs],
        "setup": [{"step": one.name, "measured": one.said, "good": one.good} for one in steps],
        "balls": [_ball(ball) for ball in report.balls],
    }


def _ball(ball: BallReport) -> dict[str, Any]:
    return {
        "number": ball.number,
        "verdict": str(ball.verdict),
        "turns": len(ball.turns),
        "read": ball.read,
        "margin": round(ball.margin, 4),
        "rivals": list(ball.rivals),
        "reasons": list(ball.reasons),
    }


def page(
    report: SetReport, steps: Sequence[Measured], occasion: Occasion, cuts: Mapping[int, Image]
) -> dict[str, Any]:
    """Return what the template ``calibracion`` prints; its shape is in calibracion.md beside it."""
    sheet = mosaic([cuts.get(ball.number) for ball in report.balls], COLUMNS, SIDE)
    done, coded = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise OSError("las imágenes de las bolas no se pueden codificar como JPEG")
    counted = ((verdict, len(report.of(verdict))) for verdict in Verdict)
    return {
        "hall": occasion.hall,
        "ball_set": report.name,
        "at": f"{date(occasion.at)}, {occasion.at:%H:%M}",
        "camera": occasion.camera,
        "simulated": occasion.simulated,
        "visible": report.visible,
        "summary": summary(report),
        "setup": [{"name": one.name, "said": one.said, "good": one.good} for one in steps],
        "counts": [{"label": str(verdict), "value": str(count)} for verdict, count in counted],
        "columns": COLUMNS,
        "mosaic": list(coded.tobytes()),
        "balls": [_cell(ball) for ball in report.balls],
    }


def _cell(ball: BallReport) -> dict[str, Any]:
    rivals = f"¿{' o '.join(map(str, ball.rivals[:2]))}?" if ball.rivals else ""
    why = rivals or (doubt(ball.reasons[0]) if ball.reasons else "")
    shown = f"{ball.read}/{len(ball.turns)} · {decimal(ball.margin, 2)}" if ball.turns else "—"
    return {"number": str(ball.number), "verdict": str(ball.verdict), "shown": shown, "why": why}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The patterns of a set as a file beside the one that says what was found.

    Attributes:
        content: What is in it.
        reach: How far each pattern reaches, in radians.
        stem: How the files of its set are called.
    """

    content: bytes
    reach: float
    stem: str

    @property
    def file(self) -> str:
        """Its name."""
        return f"patrones-{self.stem}-{_short(self.content)}.png"


@dataclass(frozen=True, slots=True)
class ExitSheet:
    """The empty exit as a file beside the one that says what was found.

    Attributes:
        empty: What was learnt.
        pace: The most seconds from one live picture to the next while it was empty; 0 where each was one.
        stem: How the files of its set are called.
    """

    empty: LearntExit
    pace: float
    stem: str

    @property
    def content(self) -> bytes:
        """What is in it."""
        return self.empty.png()

    @property
    def file(self) -> str:
        """Its name."""
        return f"salida-{self.stem}-{_short(self.content)}.png"


@dataclass(frozen=True, slots=True)
class Recogniser:
    """The recogniser's file beside the one that says what was found.

    Attributes:
        content: What is in it.
        stem: How the files of its set are called.
    """

    content: bytes
    stem: str

    @property
    def file(self) -> str:
        """Its name."""
        return f"reconocedor-{self.stem}-{_short(self.content)}.calibracion"


def _short(content: bytes) -> str:
    return sha256(content).hexdigest()[:8]


def setting(
    report: SetReport,
    occasion: Occasion,
    sheet: Sheet | None,
    vacant: ExitSheet | None = None,
    recogniser: Recogniser | None = None,
) -> str:
    """Return the file that says what was found out of a set, with the digests of those beside it."""
    balls = ", ".join(map(str, report.always_ask))
    text = (
        f"# Escrito por «hallctl camera calibrate»; el informe dice por qué.\n"
        f'ball_set = "{_escaped(report.name)}"\n'
        f'made_on = "{occasion.at:%Y-%m-%d}"\n'
        f"always_ask = [{balls}]\n"
        + ("" if sheet is None else _patterns(sheet))
        + ("" if vacant is None else _exit(vacant, occasion.at))
        + ("" if recogniser is None else _recogniser(recogniser))
    )
    return sealed(text, occasion.hall, occasion.licence)


def _exit(vacant: ExitSheet, at: datetime) -> str:
    place = vacant.empty.place
    ball = (
        ""
        if place is None
        else (f"ball = {{ x = {place.x:.1f}, y = {place.y:.1f}, diameter = {place.diameter:.1f} }}\n")
    )
    pace = f"pace_s = {vacant.pace:.2f}\n" if vacant.pace else ""
    return (
        f"\n[exit]\nversion = 1\nlearnt_at = {at.isoformat(timespec='seconds')}\n"
        f'file = "{_escaped(vacant.file)}"\nsha256 = "{sha256(vacant.content).hexdigest()}"\n{pace}{ball}'
    )


def _recogniser(recogniser: Recogniser) -> str:
    digest = sha256(recogniser.content).hexdigest()
    return f'\n[recogniser]\nfile = "{_escaped(recogniser.file)}"\nsha256 = "{digest}"\n'


def _patterns(sheet: Sheet) -> str:
    return (
        f'\n[patterns]\nfile = "{_escaped(sheet.file)}"\n'
        f'sha256 = "{sha256(sheet.content).hexdigest()}"\nreach = {sheet.reach:.4f}\n'
    )


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
