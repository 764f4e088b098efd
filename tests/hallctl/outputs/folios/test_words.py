"""Numbers in words as a notary writes them, and lines counted before they are set."""

import json

import pytest
import typst

from hallctl.outputs.folios.numbers import amount_in_words, in_words
from hallctl.outputs.folios.text import breakable, chunks, lines, width


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "cero"),
        (16, "dieciséis"),
        (21, "veintiuno"),
        (31, "treinta y uno"),
        (100, "cien"),
        (101, "ciento uno"),
        (555, "quinientos cincuenta y cinco"),
        (1000, "mil"),
        (21_021, "veintiún mil veintiuno"),
        (31_000, "treinta y un mil"),
        (1_000_000, "un millón"),
        (2_100_001, "dos millones cien mil uno"),
        (999_000_999, "novecientos noventa y nueve millones novecientos noventa y nueve"),
    ],
)
def test_a_number_is_written_in_words(number, said):
    assert in_words(number) == said


def test_every_number_has_words_of_its_own():
    said = [in_words(number) for number in range(20_000)]
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("minor", "said"),
    [
        (0, "cero 00/100 bolivianos"),
        (100, "un 00/100 boliviano"),
        (2150, "veintiún 50/100 bolivianos"),
        (-3105, "menos treinta y un 05/100 bolivianos"),
    ],
)
def test_an_amount_is_written_in_words_with_its_hundredths(minor, said):
    assert amount_in_words(minor, "Bs") == said


def test_a_number_that_has_no_words_is_refused():
    with pytest.raises(ValueError, match="no words"):
        in_words(-1)


MEASURED = """
#let said = json(bytes(sys.inputs.said))
#set text(font: "Libertinus Serif", size: 10pt, number-type: "lining", number-width: "tabular")
#context [#metadata(said.map(one => measure(one).width / 1mm)) <widths>]
"""


def test_no_text_is_wider_than_it_is_taken_to_be(tmp_path):
    said = [
        "Partida anulada a horas 21:12:30; se devuelve el valor facial de 147 cartones (Bs 735,00).",
        "«¿Qué ocurrió?» — ÁÉÍÓÚÑÜ áéíóúñü ºª×–… 0123456789",
        "WWWWMMMM@@@@ÆÆ%%%%&&&&",
        "".join(chr(code) for code in range(33, 127)),
        "".join(chr(code) for code in range(0xA1, 0x100) if code != 0xAD),
    ]
    (tmp_path / "measure.typ").write_text(MEASURED)
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)
    inputs = {"said": json.dumps(said)}
    answer = typst.query(tmp_path / "measure.typ", "<widths>", sys_inputs=inputs, font_paths=fonts)
    for text, measured in zip(said, json.loads(answer)[0]["value"], strict=True):
        assert measured <= width(text, 10) < 1.4 * measured, text


def test_a_word_longer_than_its_column_gets_places_to_break():
    assert breakable("W" * 60, 60, 10).count("\u200b") == 14
    assert "\u200b" not in breakable("comprobaciones", 60, 10)
    assert lines("W" * 60, 60, 10) > 3


def test_the_pieces_of_a_long_text_are_all_of_it():
    text = " ".join(f"palabra{number}" for number in range(500))
    pieces = chunks(text, 60, 9, most=5)
    assert "".join(pieces) == text
    assert all(lines(piece, 60, 9) <= 5 for piece in pieces)
