"""One truth of what can be shown: by the bundled fonts, and by the machine's where it has some."""

import shutil

import pytest

from fonts import at_hand, clusters, face_of, uncovered
from fonts.chain import BUNDLED, FOLDER

NOTHING = ()
"""A machine without Debian's packages."""


@pytest.mark.invariant("I24")
@pytest.mark.parametrize(
    "text",
    [
        "Se cayó la bola «43» — ¿quién la vio?",
        "Ζαχαρίας, Привет, Ђорђе, Ưng Nguyễn, Ọlá x̋ ẽ́",
        "🎉❤️ 👩‍👩‍👧 🇧🇴 1️⃣ 👍🏽 ☎︎ ♠ ✓ → ∑ ⓐ ₿",
        "שלום, مرحبا, Հայերեն, ქართული",
        "dos\nlíneas\ty un tabulador",
    ],
)
def test_what_the_bundled_fonts_cover_is_shown_on_every_machine(text):
    assert uncovered(text, NOTHING) == ""


@pytest.mark.invariant("I24")
@pytest.mark.parametrize(
    ("text", "unseen"),
    [
        ("mesa 中文, otra 中", "中文"),
        ("\x07fin\x1b[31m", "\x07\x1b"),
        ("\ue000\U000f0000\U000e0041", "\ue000\U000f0000\U000e0041"),
        ("﷽", "﷽"),  # wider than a line's plan knows
        ("Z\u0301\u0302\u0303\u0304", "Z\u0301\u0302\u0303\u0304"),  # four marks on one letter
        ("\u0301a", "\u0301"),  # a mark on nothing
        ("🎉́", "🎉́"),  # each in a font, and no font has both
    ],
)
def test_what_no_font_shows_is_named(text, unseen):
    assert uncovered(text, NOTHING) == unseen


def test_a_text_is_cut_where_no_character_belongs_to_the_one_before():
    assert list(clusters("ñe\u0301👩‍👧❤️1️⃣!")) == ["ñ", "e\u0301", "👩‍👧", "❤️", "1️⃣", "!"]
    assert list(clusters("")) == []


def test_the_machines_fonts_come_last_and_their_order_is_that_of_their_names(tmp_path):
    for name in ("NotoSansB-Regular.ttf", "NotoSansA-Regular.ttf", "NotoSansA-Bold.ttf", "Other-Regular.ttf"):
        shutil.copy(FOLDER / BUNDLED[0], tmp_path / name)
    names = [face.file.name for face in at_hand((tmp_path,))]
    assert names == [*BUNDLED, "NotoSansA-Regular.ttf", "NotoSansB-Regular.ttf"]


def test_a_file_that_is_no_font_shows_nothing_and_stops_nothing(tmp_path):
    (tmp_path / "NotoSansX-Regular.ttf").write_bytes(b"\x00\x01\x00\x00\x00\x01" + b"\xff" * 40)
    (tmp_path / "NotoSansY-Regular.ttf").write_bytes(b"")
    assert face_of("中", (tmp_path,)) is None


def test_the_fonts_are_a_few_megabytes_and_come_with_their_licences():
    assert sum((FOLDER / name).stat().st_size for name in BUNDLED) < 4_000_000
    assert "SIL OPEN FONT LICENSE" in (FOLDER / "OFL.txt").read_text()
    assert "Bitstream Vera" in (FOLDER / "DejaVu-LICENSE.txt").read_text()
