"""Matrices as CSV: what is written is read again; a file with any fault is refused with all of them."""

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.cards.matrix_file import (
    MOST_BYTES,
    SeriesFileError,
    export_csv,
    header,
    import_csv,
    read_csv,
)
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.rules.cards import Matrix, MatrixError
from hallctl.games.bingo.variants.aj import AJ_90

MATRIX = make_matrix(30, 3)
LINES = export_csv(MATRIX).splitlines()


def problems(text):
    with pytest.raises(SeriesFileError) as caught:
        import_csv(text)
    assert isinstance(caught.value, MatrixError)
    assert str(caught.value) == "; ".join(caught.value.problems)
    return list(caught.value.problems)


def with_line(at, line):
    return "\n".join([*LINES[:at], line, *LINES[at + 1 :]])


def test_what_is_exported_is_imported_again():
    assert import_csv(export_csv(MATRIX)) == MATRIX
    assert LINES[0].startswith("card,r1c1,r1c2,")
    assert len(LINES) == 31


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + "\n".join(LINES),
        "\r\n".join(LINES) + "\r\n",
        "\r".join(LINES),
        "\n".join(LINES) + "\n\n\n",
        "\n".join([LINES[0], *(",".join(f'"{cell}"' for cell in line.split(",")) for line in LINES[1:])]),
    ],
    ids=["bom", "crlf", "cr", "blank lines at the end", "quoted"],
)
def test_what_other_programs_write_around_the_cells_makes_no_difference(text):
    assert import_csv(text) == MATRIX


@pytest.mark.req("D13")
def test_imported_cards_need_neither_strips_nor_decades():
    cards = list(MATRIX.cards[:7])
    random.Random(1).shuffle(cards)
    swap = str.maketrans("12", "21")
    text = export_csv(Matrix(tuple(cards)))
    head, *lines = text.splitlines()
    swapped = [f"{line.partition(',')[0]},{line.partition(',')[2].translate(swap)}" for line in lines]
    assert len(import_csv("\n".join([head, *swapped])).cards) == 7


@pytest.mark.req("AJ-16", "AJ-17", "AJ-18", "AJ-72")
def test_every_fault_is_told_by_card_and_nothing_is_imported():
    first = MATRIX.card(1).cells
    lines = list(LINES)
    lines[2] = ",".join(["2", *("91" if cell == first[0] else str(cell or "") for cell in (91, *first[1:]))])
    lines[3] = "3," + LINES[4].partition(",")[2]
    lines[5] = "5,1,2,3"
    lines[6] = "6," + LINES[6].partition(",")[2].replace(",,", ",ocho,", 1)
    lines[7] = "siete" + LINES[7][1:]
    lines[8] = ""
    lines[9] = "4" + LINES[9][1:]
    lines[12] = "12" + "," * 27
    found = problems("\n".join(lines))
    for said in (
        "cartón 2: el número 91 no está entre 1 y 90",
        "cartón 4: tiene los mismos números que el cartón 3 (AJ-72, PT-22)",
        "cartón 5: casillas en la línea: 3, no 27",
        "línea 8: empieza con «siete», no con el número de un cartón",
        "línea 9: está vacía",
        "línea 10, cartón 4: el número ya está en la línea 5",
        "faltan los cartones 7 a 9",
        "cartón 12: la fila 1 tiene 0 números, no 5",
        "cartón 12: la columna 9 no tiene números",
    ):
        assert said in found
    assert any(problem.startswith("cartón 6: la casilla r") and "«ocho»" in problem for problem in found)


def test_a_gap_and_a_card_out_of_its_order_are_told():
    assert problems("\n".join([*LINES[:5], *LINES[6:]])) == ["falta el cartón 5"]
    assert problems("\n".join([*LINES[:5], LINES[6], LINES[5], *LINES[7:]])) == [
        "cartón 5: está después del cartón 6 (línea 7)"
    ]
    assert problems("\n".join([LINES[0], *LINES[3:]])) == ["faltan los cartones 1 a 2"]


def test_a_file_without_its_header_loses_no_card():
    assert problems("\n".join(LINES[1:])) == ["línea 1: falta el encabezado «card,r1c1,…,r3c9»"]


@given(
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["none", "header", "all"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
    st.booleans(),
    st.integers(0, 3),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
@settings(max_examples=60)
def test_what_a_spreadsheet_does_to_a_file_makes_no_difference(
    mark, quoted, end, announced, zeros, blank, encoding
):
    """The files of ../shared/cases/csv, and every mixture of what was done to them."""
    rows = [line.split(",") for line in LINES]
    if zeros:
        rows = [rows[0], *([row[0], *(cell and cell.rjust(2, "0") for cell in row[1:])] for row in rows[1:])]
    if quoted != "none":
        some = rows if quoted == "all" else rows[:1]
        some[:] = [[f'"{cell}"' for cell in row] for row in some]
        rows[: len(some)] = some
    lines = [f"sep={mark}"] * announced + [mark.join(row) for row in rows] + [mark * 27] * blank
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "serie.csv"
        path.write_bytes((end.join(lines) + end).encode(encoding))
        assert read_csv(path) == MATRIX


@pytest.mark.parametrize("cell", ["0", "-8", "8.0", "٣", "²", "1e1", "\x1b[2J", "9" * 5000])
def test_a_cell_that_is_no_number_is_shown_and_cannot_move_the_terminal(cell):
    cells = LINES[2].split(",")
    cells[next(i for i, had in enumerate(cells) if i and had)] = cell
    found = problems(with_line(2, ",".join(cells)))
    assert all(problem.isprintable() and len(problem) < 120 for problem in found)
    assert any(
        problem.startswith(("cartón 2: la casilla", "línea 3: no es la de un cartón")) for problem in found
    )


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", "\r\n"])
def test_an_empty_file_is_said_to_be_empty(text):
    assert problems(text) == ["el archivo está vacío"]


def test_a_header_alone_has_no_cards():
    assert problems(",".join(header(AJ_90))) == ["no hay ningún cartón"]


def test_a_million_lines_of_garbage_are_one_sentence():
    assert problems("basura,\x00,1\n" * 1_000_000) == [
        "el archivo tiene 1000000 líneas: una matriz tiene hasta 100000 cartones"
    ]


GARBAGE = st.text(st.sampled_from('0123456789,,,,;"\n\r\t\x00\x1b\ufeff áx-.\u2028'), max_size=200)


@given(GARBAGE)
@example('1,"\n2,"')
def test_no_text_is_anything_but_a_matrix_or_sentences(text):
    for candidate in (
        text,
        f"{LINES[0]}\n{text}",
        f"{LINES[0]}\n{LINES[1]}\n{text}",
        f"{LINES[0]}\n1,{text}",
    ):
        try:
            assert import_csv(candidate).cards
        except SeriesFileError as error:
            assert error.problems
            assert all(problem.isprintable() for problem in error.problems)


@given(st.data())
@settings(max_examples=60)
def test_one_changed_cell_never_passes_unless_the_card_is_still_valid(data):
    at = data.draw(st.integers(1, 30))
    cells = LINES[at].split(",")
    place = data.draw(st.integers(1, 27))
    cells[place] = data.draw(st.sampled_from(["", "0", "91", "x", *map(str, range(1, 91))]))
    text = with_line(at, ",".join(cells))
    try:
        assert export_csv(import_csv(text)).splitlines() == text.splitlines()
    except SeriesFileError as error:
        assert all(problem.startswith(f"cartón {at}: ") for problem in error.problems)


def test_a_file_is_read_and_one_that_is_no_text_or_too_large_is_refused(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(export_csv(MATRIX), "utf-8")
    assert read_csv(path) == MATRIX
    path.write_bytes("\n".join(LINES).encode() + b"\xe1")
    with pytest.raises(SeriesFileError, match="no es texto en UTF-8"):
        read_csv(path)
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    with pytest.raises(SeriesFileError, match="pasa de 16 MiB"):
        read_csv(path)
    with pytest.raises(FileNotFoundError):
        read_csv(tmp_path / "none.csv")
