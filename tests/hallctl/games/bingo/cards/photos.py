"""Photographs of cards that the project printed, as a tablet's camera would take them."""

import shutil
import subprocess
from datetime import UTC, datetime
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from drivers.printer.pdf import render
from hallctl.games.bingo.cards.sheets import Edition, document
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.rules.cards import Matrix, Series

Picture = NDArray[np.uint8]

CARD_TOP, CARD_HEIGHT = 10.5, 46  # of the sheet, in millimetres
PANEL = slice(147, 199)  # where a card has its bar code, in millimetres from the left
DOTS = 300 / 25.4
WIDE, TALL = 640, 480


@cache
def _matrix() -> Matrix:
    return Matrix(make_matrix(12, 3).cards[:6])


@cache
def sheet(letter: str, identification: int) -> Picture:
    """Return the front of the first sheet of a series, at 300 dots to the inch."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is not installed (apt-get install poppler-utils)")
    matrix = _matrix()
    series = Series(letter, identification, 6, 500, matrix.digest)
    edition = Edition(series, "Bs 5,00", "Bingo Illimani", simulated=False)
    pdf = render("cartones", document(matrix, edition, 1, 1), datetime(2026, 11, 21, tzinfo=UTC))
    command = ["pdftoppm", "-r", "300", "-gray", "-f", "1", "-l", "1", "-singlefile", "-"]
    pgm = subprocess.run(command, input=pdf, capture_output=True, check=True).stdout
    page = cv2.imdecode(np.frombuffer(pgm, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert page is not None
    return page.astype(np.uint8)


def panel(card: int, letter: str = "A", identification: int = 1042) -> Picture:
    """Return the printed panel of a card with series, number and bar code; there are cards 1 to 6."""
    top = CARD_TOP + (card - 1) * CARD_HEIGHT
    rows = slice(round((top + 1) * DOTS), round((top + CARD_HEIGHT - 1) * DOTS))
    return sheet(letter, identification)[rows, round(PANEL.start * DOTS) : round(PANEL.stop * DOTS)]


def photo(
    paper: Picture, *, width: int = 400, turn: float = 0, blur: float = 0, light: float = 1, noise: float = 0
) -> Picture:
    """Return a picture of a paper on a dark table, in colour.

    Args:
        paper: What was printed.
        width: How many pixels it is wide.
        turn: By how many degrees it is turned.
        blur: The deviation of the lens's blur, in pixels.
        light: How bright it is, of 1.
        noise: The deviation of the sensor's noise, in levels.
    """
    scale = width / paper.shape[1]
    small = cv2.resize(paper, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    table = np.full((TALL, WIDE), 70, np.uint8)
    turned = cv2.getRotationMatrix2D((small.shape[1] / 2, small.shape[0] / 2), turn, 1)
    turned[:, 2] += (WIDE / 2 - small.shape[1] / 2, TALL / 2 - small.shape[0] / 2)
    seen = cv2.warpAffine(
        small, turned, (WIDE, TALL), table, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
    ).astype(float)
    if blur:
        seen = cv2.GaussianBlur(seen, (0, 0), blur)
    seen = seen * light + np.random.default_rng(7).normal(0, noise, seen.shape)
    return cv2.cvtColor(np.clip(seen, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR).astype(np.uint8)


def jpeg(picture: Picture, quality: int = 70) -> bytes:
    """Return a picture as the page sends it."""
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return coded.tobytes()


def film(pictures: list[Picture]) -> bytes:
    """Return pictures as the file that chromium takes for a camera (Y4M), ten a second."""
    frames = (cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes() for picture in pictures)
    head = f"YUV4MPEG2 W{WIDE} H{TALL} F10:1 Ip A1:1 C420jpeg\n".encode()
    return head + b"".join(b"FRAME\n" + frame for frame in frames)
