"""The sheets of a series as they come out on paper: what each card says, and its bar code read back."""

import re
import shutil
import subprocess
from datetime import UTC, datetime
from itertools import pairwise

import cv2
import pytest
import zxingcpp

from drivers.printer.pdf import render
from hallctl.games.bingo.cards.barcode_text import read_code
from hallctl.games.bingo.cards.make import make_series
from hallctl.games.bingo.cards.sheets import Design, Edition, card_span, document, sheet_count, template
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.games.bingo.rules.cards import Matrix, Series
from hallctl.games.bingo.rules.written import WrittenCard
from hallctl.games.bingo.variants.library import shapes, variant
from hallctl.games.bingo.variants.shapes import ShapeError
from tests.hallctl.games.bingo.cards.scanner import scan_line

CREATED = datetime(2026, 11, 21, tzinfo=UTC)
STRIPS = make_matrix(12, 3)
MATRIX = Matrix(STRIPS.cards[:8])  # a series need not be whole strips: the last sheet has two cards
SERIES = Series("A", 1042, 8, 500, MATRIX.digest)
POINTS = 72 / 25.4
CARD_TOP, CARD_HEIGHT, PAPER = 10.5, 46, 210


def edition(simulated=False, hall="Bingo Illimani"):
    return Edition(SERIES, "Bs 5,00", hall, simulated)


def tool(name, *arguments, document):
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed (apt-get install poppler-utils)")
    return subprocess.run([name, *arguments], input=document, capture_output=True, check=True).stdout


def words(pdf):
    """Give the words of each page with their places in millimetres: (text, left, right, top)."""
    text = tool("pdftotext", "-bbox", "-", "-", document=pdf).decode("utf-8")
    word = re.compile(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)<')
    return [
        [
            (m[4], float(m[1]) / POINTS, float(m[3]) / POINTS, float(m[2]) / POINTS)
            for m in word.finditer(page)
        ]
        for page in text.split("<page ")[1:]
    ]


def of_card(page, row):
    """Give the words inside the cut of a card, counted from the top."""
    top = CARD_TOP + row * CARD_HEIGHT
    return [word for word in page if top <= word[3] < top + CARD_HEIGHT]


@pytest.fixture(scope="module")
def pdf():
    return render("cartones", document(MATRIX, edition(), 1, 2), CREATED)


@pytest.fixture(scope="module")
def pages(pdf):
    return words(pdf)


@pytest.mark.req("AJ-16", "AJ-19", "AJ-20")
def test_every_card_says_its_series_number_value_and_size_and_shows_its_numbers_in_place(pages):
    assert len(pages) == 4
    for number in range(1, 9):
        front = of_card(pages[2 * ((number - 1) // 6)], (number - 1) % 6)
        said = " ".join(word for word, *_ in front)
        for text in ("Bingo Illimani", "A 1042", f"A-1042/{number}", "Bs 5,00", "serie de 8 cartones"):
            assert text in said
        assert "Válido para una sola partida" in said
        board = [word for word in front if word[1] < 144 and word[0].isdigit()]
        rows = [[], [], []]
        for word, left, _, top in sorted(board, key=lambda word: word[1]):
            rows[round(((top - CARD_TOP) % CARD_HEIGHT - 9.4) / 11)].append((word, left))
        assert [tuple(int(w[0]) for w in row) for row in rows] == list(MATRIX.card(number).rows)
        for word, left, right, _ in board:
            column = min(8, int(word) // 10)
            assert 14 + 14.4 * column < left < right < 14 + 14.4 * (column + 1)


@pytest.mark.req("AJ-21", "AJ-107")
def test_every_back_has_the_players_block_and_forbids_what_can_be_erased(pages):
    for page, cards in ((pages[1], 6), (pages[3], 2)):
        for row in range(cards):
            said = " ".join(word for word, *_ in of_card(page, row)).casefold()
            for text in (
                "nombres y apellidos",
                "documento de identidad (cédula o pasaporte)",
                "teléfono de contacto",
            ):
                assert text in said
            assert "marque con tinta que no se borre: ni lápiz ni otros medios borrables" in said


@pytest.mark.req("AJ-75", "AJ-105", "AJ-106", "AJ-109")
def test_every_back_tells_the_player_what_to_check_and_what_not_to_do(pages):
    said = " ".join(word for word, *_ in of_card(pages[1], 0)).casefold()
    for duty in (
        "ilegible o alterado, no vale para premio",
        "antes de jugar, compruebe serie y número",
        "no lo dañe ni lo rompa; devuélvalo al final",
    ):
        assert duty in said


def test_a_back_lies_behind_its_front_when_the_sheet_is_turned_on_the_long_edge(pages):
    for front, back in ((pages[0], pages[1]), (pages[2], pages[3])):
        for row in range(6):
            top = CARD_TOP + row * CARD_HEIGHT + 9
            ahead = {word[0]: word for word in of_card(front, row) if word[1] > 146 and word[3] < top}
            behind = {word[0]: word for word in of_card(back, row) if word[2] < PAPER - 146 and word[3] < top}
            assert ("SERIE" in ahead) == ("SERIE" in behind)
            if ahead:
                # The panel spans the same paper from both sides; the card number stands at the same height.
                assert ahead["SERIE"][1] - 150 == pytest.approx(behind["SERIE"][1] - (PAPER - 196), abs=0.1)
                (number,) = [word for word in ahead if word.isdigit() and word in behind and word != "1042"]
                assert ahead[number][3] == pytest.approx(behind[number][3], abs=0.1)


def test_a_scanner_reads_every_bar_code_of_the_printed_page(pdf, tmp_path):
    for page, numbers in ((1, range(1, 7)), (3, range(7, 9))):
        at = ("-r", "300", "-gray", "-f", str(page), "-l", str(page), "-singlefile", "-png", "-")
        tool("pdftoppm", *at, str(tmp_path / f"p{page}"), document=pdf)
        picture = cv2.imread(str(tmp_path / f"p{page}.png"), cv2.IMREAD_GRAYSCALE)
        assert picture is not None
        dots = 300 / 25.4
        for row, number in enumerate(numbers):
            y = round((CARD_TOP + row * CARD_HEIGHT + 31) * dots)
            line = picture[y, round(149 * dots) : round(197 * dots)] < 128
            code = scan_line(line)
            assert read_code(code) == WrittenCard("A-1042", number)
            card = picture[round((CARD_TOP + row * CARD_HEIGHT) * dots) :][: round(CARD_HEIGHT * dots)]
            assert [found.text for found in zxingcpp.read_barcodes(card)] == [code]


def test_a_practice_series_says_so_on_both_sides_of_every_card(pages):
    assert not any(word == "SIMULACRO" for page in pages for word, *_ in page)
    marked = words(render("cartones", document(MATRIX, edition(simulated=True), 2, 2), CREATED))
    for page in marked:
        for row in range(2):
            said = [word for word, *_ in of_card(page, row)]
            assert "SIMULACRO" in "".join(said)
            assert "sin valor" in " ".join(said)
    assert [word for word, *_ in of_card(marked[0], 0)].count("SIMULACRO") == 12


def test_the_longest_names_stay_in_their_places():
    series = Series("ABC", 999_999, 8, 1_000_000, MATRIX.digest)
    long = Edition(series, "Bs 10.000,00", "Gran Salón de Bingo " * 6, simulated=False)
    front, _ = words(render("cartones", document(MATRIX, long, 1, 1), CREATED))
    for row in range(6):
        inside = of_card(front, row)
        assert all(left >= 14 and right <= 196.2 for _, left, right, _ in inside)
        panel = sorted(
            (w for w in inside if w[1] > 146 and (w[3] - CARD_TOP) % CARD_HEIGHT < 9), key=lambda w: w[3]
        )
        boxes = sorted(
            (left, right) for word, left, right, _ in panel if word in {"ABC", "999999", str(row + 1)}
        )
        assert len(boxes) == 3
        assert all(one[1] < other[0] for one, other in pairwise(boxes))


def test_markup_in_a_name_is_only_text():
    page, _ = words(render("cartones", document(MATRIX, edition(hall="#panic() *x* $y$"), 2, 2), CREATED))
    assert "#panic()" in [word for word, *_ in page]


def test_the_document_is_of_the_series_matrix_and_of_sheets_that_there_are():
    assert (sheet_count(MATRIX), card_span(MATRIX, 2, 2)) == (2, (7, 8))
    with pytest.raises(ValueError, match="A 1042 no es de esta matriz"):
        document(STRIPS, edition(), 1, 1)
    for first, last in ((0, 1), (2, 1), (1, 3)):
        with pytest.raises(ValueError, match="no tiene las hojas"):
            document(MATRIX, edition(), first, last)


SQUARE_KEYS = ("pt-bingo-80", "pt-bingo-75", "pt-bingo-75-numbered", "pt-bingo-30")


@pytest.fixture(scope="module", params=SQUARE_KEYS)
def square(request):
    """Six square cards: their matrix, and their sheets as PDF."""
    matrix = make_series(variant(request.param), 6, 3)
    series = Edition(Series("A", 1042, 6, 500, matrix.digest), "Bs 5,00", "Bingo Illimani", simulated=False)
    return matrix, render(template(matrix.variant), document(matrix, series, 1, 2), CREATED)


def head_of(column):
    """Give what stands over a column: its letter, nothing over a colour, else its first and last number."""
    return column.letter or ("" if column.colour else f"{column.first}–{column.last}")


@pytest.mark.req("PT-53")
@pytest.mark.parametrize("design", Design)
def test_cards_speak_the_language_of_their_hall_in_both_designs(design):
    matrix = make_series(variant("pt-bingo-75"), 4, 3)
    of = Series("A", 1042, 4, 500, matrix.digest)
    series = Edition(of, "€ 5,00", "Bingo Tejo", simulated=True, language="pt", design=design)
    front, back = words(render(template(matrix.variant), document(matrix, series, 1, 1), CREATED))
    said = " ".join(word for word, *_ in (*front, *back)).casefold()
    for text in ("livre", "simulação", "série", "cartão n.º", "dados do jogador", "telefone de contacto"):
        assert text in said
    for spanish in ("libre", "simulacro", "cartón", "teléfono", "jugador", "premio"):
        assert spanish not in said
    numbers = [word for word, _, _, top in of_square(front, 0) if 21.5 < top < 106 and word.isdigit()]
    assert sorted(map(int, numbers)) == sorted(matrix.card(1).numbers)


@pytest.mark.req("PT-62", "PT-64")
def test_the_pattern_that_is_played_is_drawn_on_every_card(tmp_path):
    matrix = make_series(variant("pt-bingo-75"), 4, 3)
    of, letter = Series("A", 1042, 4, 500, matrix.digest), next(s for s in shapes() if s.key == "letter-x")
    series = Edition(of, "€ 5,00", "", simulated=False, language="pt", shape=letter)
    pdf = render(template(matrix.variant), document(matrix, series, 1, 1), CREATED)
    _, back = words(pdf)
    assert " ".join(word for word, *_ in back).count("Letra X") == 4
    at = ("-r", "100", "-gray", "-f", "1", "-l", "1", "-singlefile", "-png", "-")
    tool("pdftoppm", *at, str(tmp_path / "p"), document=pdf)
    picture = cv2.imread(str(tmp_path / "p.png"), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    dots = 100 / 25.4
    for index in range(4):
        left, top = 10 + 95 * (index % 2) + 5, 10.5 + 138 * (index // 2) + 21.5
        corners = [
            picture[round((top + 17 * (at // 5) + 1.2) * dots), round((left + 17 * (at % 5) + 1.2) * dots)]
            for at in range(25)
        ]
        found = "".join("X" if 0 < level < 250 else "." for level in corners)
        assert found == "".join(letter.rows)
    with pytest.raises(ShapeError, match="otro cartón"):
        small = make_series(variant("pt-bingo-30"), 4, 3)
        other = Edition(Series("A", 1, 4, 500, small.digest), "€ 5,00", "", simulated=False, shape=letter)
        document(small, other, 1, 1)


def of_square(page, index):
    """Give the words inside the cut of a square card, counted row by row."""
    left, top = 10 + 95 * (index % 2), 10.5 + 138 * (index // 2)
    return [
        (w, x - left, r - left, y - top)
        for w, x, r, y in page
        if left <= x < left + 95 and top <= y < top + 138
    ]


@pytest.mark.req("PT-57", "PT-58", "PT-60", "PT-61", "PT-66")
def test_every_square_card_shows_its_numbers_in_place_below_its_letters_and_says_what_it_is(square):
    matrix, pdf = square
    pages, played, width = words(pdf), matrix.variant, len(matrix.variant.columns)
    size = 85 / width
    for number in range(1, 7):
        front = of_square(pages[2 * ((number - 1) // 4)], (number - 1) % 4)
        said = " ".join(word for word, *_ in front)
        for text in ("Bingo Illimani", "A 1042", f"A-1042/{number}", "Bs 5,00", "serie de 6 cartones"):
            assert text in said
        placed = {}
        for word, left, right, top in front:
            column, row = int(((left + right) / 2 - 5) // size), int((top - 21.5) // size)
            if 0 <= row < width and word != "LIBRE":
                placed[row * width + column] = int(word)
        assert [placed.get(cell, 0) for cell in range(played.cells)] == list(matrix.card(number).cells)
        heads = [word for _, word in sorted((left, word) for word, left, _, top in front if 9 < top < 20)]
        assert heads == [head_of(each) for each in played.columns if head_of(each)]


def test_the_back_of_a_square_card_lies_behind_its_front(square):
    pages = words(square[1])
    for front, back, cards in ((pages[0], pages[1], 4), (pages[2], pages[3], 2)):
        for index in range(cards):
            number = str(index + 1 if cards == 4 else index + 5)
            ahead, behind = of_square(front, index), of_square(back, index + 1 - 2 * (index % 2))
            assert number in [word for word, _, _, top in ahead if top > 120]
            assert number in [word for word, _, _, top in behind if top > 120]
            assert "teléfono de contacto" in " ".join(word for word, *_ in behind).casefold()


def test_a_scanner_reads_every_bar_code_of_a_sheet_of_square_cards(square, tmp_path):
    at = ("-r", "300", "-gray", "-f", "1", "-l", "1", "-singlefile", "-png", "-")
    tool("pdftoppm", *at, str(tmp_path / "p"), document=square[1])
    picture = cv2.imread(str(tmp_path / "p.png"), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    found = {read_code(each.text) for each in zxingcpp.read_barcodes(picture)}
    assert found == {WrittenCard("A-1042", number) for number in range(1, 5)}


@pytest.mark.req("PT-67")
def test_cards_with_symbols_have_them_in_the_place_of_their_numbers(tmp_path):
    matrix = make_series(variant("pt-bingo-30-symbols"), 4, 3)
    series = Edition(Series("A", 1042, 4, 500, matrix.digest), "€ 1,00", "Bingo Tejo", simulated=False)
    pdf = render(template(matrix.variant), document(matrix, series, 1, 1), CREATED)
    front = of_square(words(pdf)[0], 0)
    assert not [word for word, _, _, top in front if 21.5 < top < 21.5 + 85]
    at = ("-r", "72", "-gray", "-f", "1", "-l", "1", "-singlefile", "-png", "-")
    tool("pdftoppm", *at, str(tmp_path / "p"), document=pdf)
    picture = cv2.imread(str(tmp_path / "p.png"), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    unit, size = 72 / 25.4, 85 / 3
    for cell in range(9):
        left, top = 15 + size * (cell % 3), 10.5 + 21.5 + size * (cell // 3)
        inner = picture[round((top + 3) * unit) : round((top + size - 3) * unit)]
        assert inner[:, round((left + 3) * unit) : round((left + size - 3) * unit)].min() < 60, cell
