"""What a notary reads of a folio: sizes, groups, codes, dates, words instead of codes, tags, sheets."""

import re
import subprocess
from io import BytesIO
from pathlib import Path

import pytest

from drivers.printer.pdf import render
from hallctl.outputs.fault_words import FAULTS, fault_sentence
from hallctl.rules.commands.running import AcknowledgeFault, ReportFault, ReportRecovery
from tests.hallctl.bingo import folios
from tests.hallctl.games.bingo.documents.volume import (  # type: ignore[attr-defined]
    BINDING,
    LETTERHEAD,
    MATRIX,
    closed,
    documents,
    empty,
    minuted,
    opened,
    played,
)
from tests.sampling import sampled

CODES_PAGE = Path(__file__).parents[4] / "docs/fault-codes.md"


@pytest.fixture(scope="module")
def kinds():
    return documents(closed(played()))


@pytest.fixture(scope="module")
def printed(kinds):
    return {kind: render(kind, folio.data, folio.moment) for kind, folio in kinds.items()}


def text_of(document):
    done = subprocess.run(["pdftotext", "-layout", "-", "-"], input=document, capture_output=True, check=True)
    return done.stdout.decode()


def test_nothing_is_set_smaller_than_seven_points_and_keys_in_eight(printed):
    pikepdf = pytest.importorskip("pikepdf")
    for kind, document in printed.items():
        assert min(sizes(pikepdf, document)) >= 6.99, kind
    assert any(8 <= size < 8.8 for size in sizes(pikepdf, printed["diligencia-apertura"]))


def sizes(pikepdf, document):
    """Return the sizes of type that the pages of a document set."""
    with pikepdf.open(BytesIO(document)) as opened_file:
        return {
            float(operands[1])
            for page in opened_file.pages
            for operands, operator in pikepdf.parse_content_stream(page)
            if str(operator) == "Tf"
        }


@pytest.mark.parametrize("dpi", sampled([150, 200], 2))
def test_every_code_of_every_page_reads_from_a_scan(kinds, printed, dpi, tmp_path, full):
    """In `make test` of some pages."""
    cv2, zxingcpp = pytest.importorskip("cv2"), pytest.importorskip("zxingcpp")
    looked_at = printed if full else ("diligencia-apertura", "acta", "registro-premios")
    for kind in looked_at:
        document = printed[kind]
        command = ["pdftoppm", "-r", str(dpi), "-gray", "-png", "-", str(tmp_path / kind)]
        subprocess.run(command, input=document, check=True)
        read = {
            found.text
            for path in tmp_path.glob(f"{kind}-*.png")
            for found in zxingcpp.read_barcodes(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE))
        }
        assert set(kinds[kind].data["stamp"]["codes"]) <= read
        if kind == "diligencia-apertura":
            assert BINDING.controller in read


def test_what_is_typed_from_paper_is_what_the_code_holds(kinds):
    for item in kinds["diligencia-apertura"].data["parts"]["keys"]["items"]:
        assert "".join(item["lines"]).replace(" ", "") == item["code"]
        assert all(len(group) <= 4 for line in item["lines"][-1:] for group in line.split())


def test_the_foot_typed_without_spaces_is_the_code(kinds, printed):
    for kind, folio in kinds.items():
        read = "".join(text_of(printed[kind]).replace("\u200b", "").split())
        head, *_ = folio.data["stamp"]["codes"][0].partition(folio.hash)
        entries = folio.data["entries"]
        for line in (head, f"{folio.hash};", f"{entries['last']};{entries['hash']}"):
            assert line in read


def test_dates_are_in_words_everywhere(printed):
    for kind, document in printed.items():
        assert not re.search(r"\b\d{1,2}/\d{1,2}/\d{4}\b|\b\d{4}-\d{2}-\d{2}\b", text_of(document)), kind
    assert "20 de noviembre de 2026" in text_of(printed["registro-premios"])


def test_every_fault_of_the_page_of_codes_has_its_sentence():
    page = CODES_PAGE.read_text("utf-8").partition("## When the table does not answer")[0]
    faults = {
        code for code, rest in re.findall(r"^\* `([A-Z-]+)` — (\S+ \S+)", page, re.M) if "notice" not in rest
    }
    assert faults
    assert faults <= FAULTS.keys()
    assert not any(code in sentence for code, sentence in FAULTS.items())


def faulty(codes):
    """Play a game of sixty-three balls in which devices fail."""
    night = opened()
    night.start(147)
    of_the_card = {number for row in MATRIX.card(5).rows for number in row}
    others = [number for number in range(1, 91) if number not in of_the_card][:48]
    for ball in others[:40]:
        night.draw(ball)
    for code in codes:
        detail = "unknown: no frame in 0.38 s"
        night.do(ReportFault("cámara", code, detail), ReportRecovery("cámara", code))
        night.do(AcknowledgeFault("cámara", code))
    for ball in others[40:]:
        night.draw(ball)
    night.won()
    night.settled()
    return next(folio for folio in folios(empty(), minuted(night.events), LETTERHEAD) if folio.kind == "acta")


@pytest.mark.req("AJ-53")
def test_a_fault_of_a_device_pushes_no_act_to_a_second_sheet():
    act = faulty(["CAMERA-FROZEN"])
    assert len(act.data["draws"]) == 63
    assert act.sheets == 1
    assert fault_sentence("CAMERA-FROZEN") in text_of(render(act.kind, act.data, act.moment))


def test_an_act_with_every_fault_has_words_and_no_code():
    act = faulty(sorted(FAULTS))
    read = text_of(render(act.kind, act.data, act.moment))
    assert not re.search(r"\b(unknown|frame|camera|fault|error|no \w+ in)\b|\d\.\d+ s\b", read, re.I)
    assert not any(code in read for code in FAULTS)


def test_registers_and_sessions_end_in_a_sentence_or_signatures(kinds):
    assert [one["name"] for one in kinds["registro-premios"].data["parts"]["signatures"]["people"]] == [
        "Ana Quispe Mamani",
        "Marta Choque Rojas",
    ]
    assert "se da por cerrada la sesión n.º 1" in kinds["acta-sesion"].data["parts"]["signatures"]["said"]


def test_titles_headings_and_codes_are_tagged(kinds, printed):
    pikepdf = pytest.importorskip("pikepdf")
    for kind, document in printed.items():
        with pikepdf.open(BytesIO(document)) as tagged:
            found = [
                str(one.S) for one in tagged.objects if isinstance(one, pikepdf.Dictionary) and "/S" in one
            ]
            assert str(tagged.Root.Lang) == "es-BO"
            assert tagged.docinfo.get("/Title") is not None
        assert found.count("/H1") == 1, kind
        assert found.count("/H2") >= 2, kind
