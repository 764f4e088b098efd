"""Every document of a volume: chained, complete, foliated, PDF/A, and the same bytes everywhere."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.printer.pdf import render
from hallctl.minutes.canonical import canonical
from hallctl.outputs.folios.frame import fingerprint, folio_hash, stamped
from hallctl.outputs.folios.values import NO_HASH
from hallctl.rules.binding import VolumeEnd
from hallctl.rules.events.incidents import IncidentMinuted
from tests.hallctl.bingo import folios
from tests.hallctl.games.bingo.documents.volume import (
    BINDING,
    CERTIFICATES,
    LETTERHEAD,
    closed,
    digest,
    documents,
    empty,
    minuted,
    played,
)

KINDS = (
    "acta",
    "acta-sesion",
    "cambio-bolas",
    "diligencia-apertura",
    "diligencia-cierre",
    "incidencia",
    "libro-reclamos",
    "registro-premios",
)
ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="module")
def night():
    return closed(played())


@pytest.fixture(scope="module")
def bound(night):
    return list(folios(empty(), minuted(night.events), LETTERHEAD))


@pytest.fixture(scope="module")
def kinds(night):
    return documents(night)


@pytest.fixture(scope="module")
def printed(kinds):
    return {kind: render(kind, folio.data, folio.moment) for kind, folio in kinds.items()}


def text_of(document, *options):
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed (apt-get install poppler-utils)")
    done = subprocess.run(["pdftotext", *options, "-", "-"], input=document, capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


@pytest.mark.req("AJ-39", "AJ-41")
def test_the_folios_of_a_volume_follow_one_another_without_a_gap(bound):
    assert [folio.kind for folio in bound] == [
        "diligencia-apertura",
        "cambio-bolas",
        "acta",
        "incidencia",
        "acta",
        "cambio-bolas",
        "cambio-bolas",
        "acta-sesion",
        "diligencia-cierre",
    ]
    following = 1
    for folio in bound:
        assert folio.first == following
        following += folio.sheets


@pytest.mark.invariant("I11")
def test_every_folio_carries_the_hash_of_the_one_before(bound):
    previous = NO_HASH
    for folio in bound:
        assert folio.data["previous"] == previous
        previous = folio.hash


def test_the_first_folio_of_the_next_volume_carries_the_closing_root(night):
    root = digest("volume 1")
    end = VolumeEnd(1, 200, root, digest("last"))
    following = replace(night.events[0], volume=2, previous=end)
    first = next(folios(empty(), minuted([following]), LETTERHEAD))
    assert first.data["previous"] == root


def test_a_third_person_computes_the_hash_of_a_folio_from_its_data(kinds):
    for folio in kinds.values():
        said = {key: value for key, value in folio.data.items() if key != "stamp"}
        text = json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        assert hashlib.sha256(text.encode()).hexdigest() == folio.hash == folio.data["stamp"]["hash"]
        # The book's own canonical form takes no fraction, and gives the same bytes.
        assert canonical(said) == text.encode()


def test_any_other_word_is_another_hash_and_breaks_the_chain_after_it(night, bound):
    entries = minuted(night.events)
    at, minute = next((n, e.event) for n, e in enumerate(entries) if isinstance(e.event, IncidentMinuted))
    entries[at] = replace(entries[at], event=replace(minute, text="Nada."))
    others = list(folios(empty(), entries, LETTERHEAD))
    same = [mine.hash == theirs.hash for mine, theirs in zip(bound, others, strict=True)]
    assert same == [True] * 3 + [False] * 6


def test_a_copy_and_its_seal_change_no_hash(kinds):
    folio = kinds["acta"]
    copy = stamped(folio, copy=2, seal="Este archivo lleva firma PAdES B-B.")
    assert folio_hash(copy.data) == folio.hash
    assert copy.data["stamp"]["codes"] == folio.data["stamp"]["codes"]


def test_every_page_has_a_code_of_its_own(kinds):
    folio = kinds["diligencia-apertura"]
    entries = folio.data["entries"]
    assert folio.sheets == 2
    assert folio.data["stamp"]["codes"] == [
        f"hallctl:folio:1;{BINDING.origin};1;{number};{folio.hash};{entries['last']};{entries['hash']}"
        for number in (folio.first, folio.first + 1)
    ]


def test_there_is_a_document_for_every_template(kinds):
    assert tuple(sorted(kinds)) == KINDS


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_prints_all_that_its_parts_say(kinds, printed, kind):
    read = text_of(printed[kind]) + text_of(printed[kind], "-layout")
    read = "".join(read.replace("\u200b", "").split()).casefold()
    for said in strings_in(kinds[kind].data.get("parts", {})):
        assert "".join(said.replace("\u200b", "").split()).casefold() in read, said


def strings_in(parts):
    for part in parts.values():
        yield part["title"]
        yield from part.get("paragraphs", ())
        for row in part.get("rows", ()):
            cells = (row["label"], row["value"]) if isinstance(row, dict) else row
            # A cell stands beside others, line by line: each of its words is there.
            yield from (word for cell in cells for word in cell.split())
        for person in part.get("people", ()):
            yield person["name"]


@pytest.mark.req("AJ-40")
def test_the_opening_has_the_notarial_data_and_the_closing_the_totals(printed):
    opening = text_of(printed["diligencia-apertura"])
    for said in ("Notaría de Fe Pública n.º 7", "500 (quinientos) folios", "formato 3", "La Paz"):
        assert said in opening
    closing = text_of(printed["diligencia-cierre"])
    assert "2 (anuladas: 1)" in closing
    assert "Bs 1.035,00 (mil treinta y cinco 00/100 bolivianos)" in closing
    assert "Los 490 (cuatrocientos noventa) folios siguientes, del 11 al 500, quedan inutilizados." in closing


@pytest.mark.req("AJ-60", "AJ-61", "AJ-62")
def test_the_act_of_a_session_has_its_people_checks_counts_and_games(printed):
    page = text_of(printed["acta-sesion"], "-layout")
    for said in ("Marta Choque Rojas", "Extractor", "J-01 90 Ana Quispe Mamani", "2 (A) 0006 60 300,00"):
        assert said in page, said


@pytest.mark.req("AJ-54")
def test_an_incident_has_both_signatures_and_their_certificates(printed):
    page = text_of(printed["incidencia"])
    for name in ("Ana Quispe Mamani", "Marta Choque Rojas"):
        mark = fingerprint(CERTIFICATES[name])
        assert f"{mark[:4]} {mark[4:8]} … {mark[-4:]}" in page


@pytest.mark.req("AJ-28", "AJ-26")
def test_a_change_of_balls_names_the_director_who_was_there(printed):
    page = text_of(printed["cambio-bolas"])
    assert "en presencia de Marta Choque Rojas, Director de Bingo" in page


@pytest.mark.req("AJ-56")
def test_the_complaints_book_has_complaint_and_decision(printed):
    page = text_of(printed["libro-reclamos"])
    assert "Juan Condori, LP-4455667" in page


@pytest.mark.req("AJ-55")
def test_the_prize_register_names_nobody_where_the_card_is_to_the_bearer(printed):
    page = text_of(printed["registro-premios"], "-layout")
    assert "Línea A 1042, n.º 5 Bs 73,50 al portador" in page
    assert "Juan, LP-123" in page


def test_a_simulated_volume_says_so_on_every_page():
    for folio in folios(empty(), minuted(played(simulated=True).events), LETTERHEAD):
        page = text_of(render(folio.kind, folio.data, folio.moment))
        assert page.count("SIMULACRO: práctica sin valor legal") == folio.sheets


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_is_pdf_a_2a_with_embedded_fonts_and_nothing_that_acts(printed, kind, tmp_path):
    pikepdf = pytest.importorskip("pikepdf")
    path = tmp_path / "folio.pdf"
    path.write_bytes(printed[kind])
    with pikepdf.open(path) as document:
        metadata = document.open_metadata()
        assert (metadata["pdfaid:part"], metadata["pdfaid:conformance"]) == ("2", "A")
        assert not document.is_encrypted
        (intent,) = document.Root.OutputIntents
        assert intent.S == "/GTS_PDFA1"
        assert len(intent.DestOutputProfile.read_bytes()) > 128
        for forbidden in ("/AcroForm", "/OpenAction", "/AA", "/JavaScript", "/EmbeddedFiles"):
            assert forbidden not in document.Root
        fonts = [one for one in document.objects if is_dictionary(pikepdf, one, "/FontDescriptor")]
        assert fonts
        assert all("/FontFile2" in font or "/FontFile3" in font for font in fonts)
        kinds_of_action = [one for one in document.objects if is_dictionary(pikepdf, one, "/Action")]
        assert not kinds_of_action


def is_dictionary(pikepdf, value, kind):
    return isinstance(value, pikepdf.Dictionary) and value.get("/Type") == kind


@pytest.mark.parametrize("kind", KINDS)
def test_qpdf_finds_nothing_wrong_with_a_document(printed, kind, tmp_path):
    if shutil.which("qpdf") is None:
        pytest.skip("qpdf is not installed (apt-get install qpdf)")
    path = tmp_path / "folio.pdf"
    path.write_bytes(printed[kind])
    done = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


PROGRAM = """
import hashlib, json
from drivers.printer.pdf import render
from tests.hallctl.games.bingo.documents.volume import closed, documents, played
found = documents(closed(played())).items()
digests = {k: hashlib.sha256(render(k, f.data, f.moment)).hexdigest() for k, f in found}
print(json.dumps(digests))
"""


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "1"},
        {"TZ": "America/La_Paz", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "4242"},
    ],
)
def test_a_folio_is_the_same_bytes_in_every_place_locale_and_hash_seed(printed, elsewhere):
    environment = {**os.environ, **elsewhere, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {
        kind: hashlib.sha256(document).hexdigest() for kind, document in printed.items()
    }


def test_nothing_on_a_folio_is_read_from_the_clock(kinds, printed):
    for kind, folio in kinds.items():
        dates = re.findall(rb"\(D:(\d{14})", printed[kind])
        assert dates
        assert set(dates) == {folio.moment.strftime("%Y%m%d%H%M%S").encode()}


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_of_a_template_lists_the_parts_that_it_has(kinds, kind):
    page = (ROOT / f"drivers/printer/templates/{kind}.md").read_text("utf-8")
    planned = {item["part"] for items in kinds[kind].data["pages"] for item in items}
    assert planned <= set(re.findall(r"`([\w-]+)`", page))
