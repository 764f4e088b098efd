"""Draws what the reader sees: the picture, a circle around the ball, beside it number, scores and quality.

Pure: a look goes in, a picture comes out. Not responsible for windows.
"""

from collections.abc import Sequence
from functools import cache
from math import log10
from typing import Final

import cv2
import numpy as np

from drivers.camera.quality import BLIND, Image
from hallctl.app.calibrating.inspection import GLARE, SHARP, Inspection, decimal, sizes
from hallctl.i18n.words import doubt
from hallctl.readings.vote import SUREST

WIDTH: Final = 960
HEIGHT: Final = 480
_LEFT: Final = 664
_RIGHT: Final = 936

Colour = tuple[int, int, int]
_GROUND: Final = (30, 26, 24)
_TRACK: Final = (64, 58, 54)
_INK: Final = (240, 240, 240)
_QUIET: Final = (170, 164, 158)
_GOOD: Final = (120, 200, 110)
_POOR: Final = (70, 120, 245)


def drawn(image: Image, look: Inspection, fault: str = "") -> Image:
    """Return a 960×480 picture: what the camera sees on the left, what it is worth on the right."""
    canvas = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    canvas[:] = _GROUND
    scale = min(640 / look.width, 480 / look.height)
    small = cv2.resize(image, (round(look.width * scale), round(look.height * scale)))
    canvas[: small.shape[0], : small.shape[1]] = small
    if look.box is not None:
        left, top, side, _ = look.box
        centre = round((left + side / 2) * scale), round((top + side / 2) * scale)
        colour = _POOR if look.why else _GOOD
        cv2.circle(canvas[:, :640], centre, round(side / 2 * scale), colour, 2, cv2.LINE_AA)
    _panel(canvas, look)
    if fault:
        cv2.rectangle(canvas, (0, HEIGHT - 44), (640, HEIGHT), _POOR, -1)
        _write(canvas, fault, (12, HEIGHT - 17), 14, _GROUND, 500)
    return canvas


def nines(score: float) -> float:
    """How sure a score is, in nines up to four: 0.9 is one, 0.99 two; so 0.98 is not nearly 1."""
    return -log10(1 - min(score, SUREST))


def _panel(canvas: Image, look: Inspection) -> None:
    _write(canvas, "Número", (_LEFT, 34), 15, _QUIET)
    if not look.why:
        _write(canvas, str(look.sighting.alone), (_LEFT, 112), 72, _INK, 600)
    for row, line in enumerate(_wrapped(doubt(look.why) if look.why else "", 28)):
        _write(canvas, line, (_LEFT, 66 + 24 * row), 17, _POOR)
    scores = sorted(look.sighting.scores.items(), key=lambda item: -item[1])[:3]
    for row, (number, score) in enumerate(scores):
        colour = _QUIET if row else _POOR if look.why else _GOOD
        _bar(canvas, 136 + 30 * row, str(number), decimal(min(score, SUREST), 4), nines(score) / 4, colour)
    quality = look.quality
    edge = "sin bordes" if quality.edge >= BLIND else f"{decimal(quality.edge)} px"
    sharpness = min(1.0, max(0.0, 1 - (quality.edge - 1) / 3))
    _bar(canvas, 256, "nitidez", edge, sharpness, _GOOD if look.focused else _POOR)
    _bar(canvas, 300, "luz", f"{quality.level:.0f} de 255", quality.level / 255, _light(look))
    _bar(
        canvas,
        344,
        "reflejo",
        f"{decimal(100 * look.glare)} %",
        min(1.0, look.glare / (4 * GLARE)),
        _light(look),
    )
    place = f"{look.diameter:.0f} px" if look.box is not None else "no se ve"
    _bar(canvas, 388, "bola", place, look.diameter / 480, _GOOD if look.framed else _POOR)
    least, most = sizes(learnt=look.learnt)
    _write(canvas, f"bola de {least:.0f} a {most:.0f} px, bordes hasta {SHARP:g} px",
           (_LEFT, 456), 13, _QUIET)  # fmt: skip


def _light(look: Inspection) -> Colour:
    return _GOOD if look.lit else _POOR


def _bar(canvas: Image, top: int, label: str, value: str, part: float, colour: Colour) -> None:
    _write(canvas, label, (_LEFT, top + 12), 15, _QUIET)
    wide = cv2.getTextSize((WIDTH, HEIGHT), value, (0, 0), _face(), 15, 400)[2]
    _write(canvas, value, (_RIGHT - wide, top + 12), 15, _INK)
    cv2.rectangle(canvas, (_LEFT, top + 18), (_RIGHT, top + 23), _TRACK, -1)
    end = _LEFT + round((_RIGHT - _LEFT) * min(1.0, max(0.0, part)))
    if end > _LEFT:
        cv2.rectangle(canvas, (_LEFT, top + 18), (end, top + 23), colour, -1)


def _wrapped(text: str, most: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) < most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@cache
def _face() -> cv2.FontFace:
    return cv2.FontFace("sans")


def _write(
    canvas: Image, text: str, at: tuple[int, int], size: int, colour: Colour, weight: int = 400
) -> None:
    cv2.putText(canvas, text, at, colour, _face(), size, weight)


def mosaic(cuts: Sequence[Image | None], columns: int, side: int) -> Image:
    """Return pictures side by side, each a square of so many pixels; grey where there is none."""
    rows = -(-len(cuts) // columns)
    sheet = np.full((rows * side, columns * side, 3), 225, np.uint8)
    for place, cut in enumerate(cuts):
        if cut is not None and cut.size:
            row, column = divmod(place, columns)
            window = sheet[row * side : (row + 1) * side, column * side : (column + 1) * side]
            window[:] = cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA)
    return sheet
