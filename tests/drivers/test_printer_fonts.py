"""Never a box in a legal act: what the fonts are said to show is set, and what they are not is an error."""

import json
from datetime import UTC, datetime

import pytest
import typst

import fonts as faces
from drivers.printer import fonts

PAGE = """
#set document(title: "signos")
#set text(font: ("{first}", ..json(bytes(sys.inputs.fonts))), size: 8pt, lang: "es", weight: "{weight}")
#json(bytes(sys.inputs.said))
"""
CREATED = datetime(2026, 11, 20, tzinfo=UTC)


def typeset(said, first=fonts.OWN, weight="regular"):
    """Set a text as PDF/A, which the typesetter refuses where a character has no glyph."""
    return typst.compile(
        PAGE.format(first=first, weight=weight).encode(),
        font_paths=fonts.font_paths(),
        sys_inputs={"said": json.dumps(said), "fonts": json.dumps(fonts.families())},
        pdf_standards="a-2a",
        timestamp=CREATED,
    )


@pytest.mark.invariant("I24")
@pytest.mark.parametrize(
    ("first", "weight"), [(fonts.OWN, "regular"), (fonts.OWN, "bold"), ("DejaVu Sans Mono", "regular")]
)
def test_every_character_that_is_said_to_be_shown_is_set(first, weight):
    shown = sorted({code for face in faces.at_hand(()) for code in face.shown})
    signs = [chr(code) for code in shown if not fonts.uncovered(chr(code))]
    assert len(signs) > 9_000
    assert typeset(" ".join(signs), first, weight).startswith(b"%PDF")


@pytest.mark.invariant("I24")
@pytest.mark.parametrize(
    "sequence", ["e\u0301", "x\u030b", "❤️", "☎\ufe0e", "👩‍👩‍👧", "1️⃣", "🇧🇴", "👍🏽", "لا", "שׁ", "क्ष"]
)
def test_characters_that_belong_together_are_set_together(sequence):
    assert fonts.uncovered(sequence) == ""
    assert typeset(sequence).startswith(b"%PDF")


@pytest.mark.invariant("I24")
@pytest.mark.parametrize("said", ["\U00013000", "\ue000", "中"])
def test_what_no_font_shows_is_no_document(said):
    if not fonts.uncovered(said):
        pytest.skip("this machine has a font for it")
    with pytest.raises(typst.TypstError, match=r"PDF/A"):
        typeset(said)


@pytest.mark.invariant("I24")
def test_a_control_character_is_never_covered_whatever_a_font_draws_for_it():
    assert fonts.uncovered("\x07") == "\x07"
