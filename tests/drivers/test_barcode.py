"""The bar codes of the project's own cards, as a tablet sees them; and pictures that are none."""

import struct
from typing import Any

import cv2
import numpy as np
import pytest

from drivers.barcode.codes import WIDEST, codes_in
from drivers.camera.pictures import PictureError
from hallctl.games.bingo.cards.barcode_text import code_of
from hallctl.games.bingo.rules.written import WrittenCard
from tests.hallctl.games.bingo.cards.photos import DOTS, TALL, WIDE, jpeg, panel, photo, sheet


def code(card: int, series: str = "A-1042") -> str:
    """Return what the bar code of a card says."""
    return code_of(WrittenCard(series, card))


@pytest.mark.parametrize("card", [1, 6])
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"turn": 12},
        {"turn": -28},
        {"turn": 90},
        {"turn": 187},
        {"width": 300},
        {"blur": 1.5},
        {"light": 0.2},
        {"noise": 14},
        {"turn": 9, "blur": 1.2, "light": 0.35, "noise": 4},
    ],
    ids=str,
)
def test_a_printed_card_is_read_turned_small_blurred_dim_and_noisy(card: int, how: dict[str, Any]) -> None:
    assert codes_in(jpeg(photo(panel(card), **how))) == (code(card),)


def test_the_longest_code_is_read() -> None:
    assert codes_in(jpeg(photo(panel(2, "ABC", 999_999), width=420, turn=5, blur=1))) == (
        code(2, "ABC-999999"),
    )


def test_what_is_read_of_a_bad_picture_is_the_truth_or_nothing() -> None:
    read = 0
    for turn in (3, 33, 45):
        for blur in (1, 2, 3):
            for width in (160, 220, 320):
                found = codes_in(jpeg(photo(panel(4), turn=turn, blur=blur, width=width, light=0.4, noise=9)))
                assert found in {(), (code(4),)}
                read += bool(found)
    assert read < 27, "these pictures are bad"


def test_a_whole_sheet_says_every_code_that_is_seen() -> None:
    paper = sheet("A", 1042)[: round(140 * DOTS), round(145 * DOTS) :]
    both = cv2.resize(
        paper, (WIDE * paper.shape[1] // paper.shape[0] * 2, WIDE * 2), interpolation=cv2.INTER_AREA
    )
    assert codes_in(jpeg(both.astype(np.uint8))) == (code(1), code(2), code(3))


def test_a_picture_without_a_code_says_nothing() -> None:
    assert codes_in(jpeg(np.full((TALL, WIDE, 3), 128, np.uint8))) == ()


def with_size(width: int, height: int) -> bytes:
    """Return a picture whose header lies about its size."""
    honest = jpeg(np.full((16, 16, 3), 128, np.uint8))
    at = honest.index(b"\xff\xc0") + 5
    return honest[:at] + struct.pack(">HH", height, width) + honest[at + 4 :]


@pytest.fixture(scope="module")
def good() -> bytes:
    """Return a picture that is read."""
    return jpeg(photo(panel(1)))


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"", "no es una imagen"),
        (b"GIF89a" * 50, "no es una imagen"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 3, "cortado"),
        (b"\xff\xd8", "cortado"),
        (b"\xff\xd8" + b"\xff" * 60_000, "cortado"),
        (b"\xff\xd8\xff\xe0\x00\x00" * 99, "cortado"),
        (b"\xff\xd8\x00\x00" * 99, "bien formado"),
        (b"\xff\xd8\xff\xc0\x00\x04\x08\x01", "cortado"),
        (with_size(640, 480).partition(b"\xff\xda")[0], "cortado"),
        (with_size(10_000, 10_000), "10000×10000"),
        (with_size(65_535, 1_000), "píxeles"),
        (with_size(0, 100), "píxeles"),
        (with_size(100, 0), "píxeles"),
    ],
)
def test_what_is_no_picture_is_refused_with_a_sentence(sent: bytes, said: str) -> None:
    with pytest.raises(PictureError, match=said):
        codes_in(sent)


def test_a_picture_that_lies_about_its_size_or_ends_early_is_read_or_refused(good: bytes) -> None:
    for sent in (with_size(WIDEST, WIDEST), with_size(1, 1), *(good[:n] for n in range(0, len(good), 997))):
        try:
            assert codes_in(sent) in {(), (code(1),)}
        except PictureError:
            continue


def test_bytes_gone_wrong_never_break_the_reader(good: bytes) -> None:
    dice = np.random.default_rng(3)
    for _ in range(60):
        sent = bytearray(good)
        for at in dice.integers(2, len(sent), 5):
            sent[at] = int(dice.integers(256))
        try:
            assert codes_in(bytes(sent)) in {(), (code(1),)}
        except PictureError:
            continue
