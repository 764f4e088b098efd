import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from drivers.printer import PrinterError
from drivers.printer.pdf import render, templates

CREATED = datetime(2026, 11, 21, 1, 30, tzinfo=UTC)
FIXTURE = Path(__file__).parents[2] / "fixtures" / "documents" / "acta.json"


@pytest.fixture
def act() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(FIXTURE.read_text("utf-8"))
    return data


def tool(name: str, *arguments: str, document: bytes) -> str:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed (apt-get install poppler-utils)")
    done = subprocess.run([name, *arguments], input=document, capture_output=True, check=True)
    return done.stdout.decode("utf-8")


def on_one_page(data: dict[str, Any]) -> None:
    """Plan the whole act for one page."""
    counts = {
        "prizes": 2 + max(1, len(data["prizes"]["progressives"])),
        "draws": -(-len(data["draws"]) // 10),
        "claims": len(data["claims"]),
        "incidents": len(data["incidents"]),
    }
    names = ["opening", "game", "prizes", "total", "draws", "claims", "incidents", "closing"]
    data["pages"] = [
        [
            {"part": name, "first": 0, "last": counts.get(name, 0)}
            for name in names
            if name != "incidents" or data["incidents"]
        ]
    ]


def split_the_claims(data: dict[str, Any], at: int) -> None:
    """Plan two pages for the act: its first claims on one, the others on the next."""
    on_one_page(data)
    (page,) = data["pages"]
    claims = {"part": "claims", "first": 0, "last": at}
    rest = {"part": "claims", "first": at, "last": len(data["claims"])}
    data["pages"] = [[*page[:5], claims], [rest, *page[6:]]]
    data["folio"]["sheets"] = 2
    data["stamp"]["codes"] *= 2


def pages_of(data: dict[str, Any]) -> list[str]:
    """Give the text of each page, every run of spaces as one."""
    if data["folio"]["sheets"] == 1:
        on_one_page(data)
    text = tool("pdftotext", "-layout", "-", "-", document=render("acta", data, CREATED))
    return [" ".join(page.split()) for page in text.split("\f")[:-1]]


def test_the_act_of_a_game_is_pdf_a_2a(act: dict[str, Any]) -> None:
    document = render("acta", act, CREATED)
    assert document.startswith(b"%PDF-1.7")
    assert b"<pdfaid:part>2</pdfaid:part>" in document
    assert b"<pdfaid:conformance>A</pdfaid:conformance>" in document
    assert b"/OutputIntents" in document


def test_every_font_is_embedded_and_comes_from_the_wheel(act: dict[str, Any]) -> None:
    rows = tool("pdffonts", "-", document=render("acta", act, CREATED)).splitlines()[2:]
    assert rows
    for row in rows:
        assert "LibertinusSerif" in row or "DejaVuSansMono" in row
        assert row.split()[-5:-2] == ["yes", "yes", "yes"], row


def test_the_same_act_is_the_same_bytes_in_another_place_and_locale(act: dict[str, Any]) -> None:
    program = (
        "import hashlib, json, sys; from datetime import datetime, timedelta, timezone\n"
        "from drivers.printer.pdf import render\n"
        "created = datetime(2026, 11, 21, 10, 30, tzinfo=timezone(timedelta(hours=9)))\n"
        "print(hashlib.sha256(render('acta', json.load(sys.stdin), created)).hexdigest())"
    )
    environment = {**os.environ, "TZ": "Asia/Tokyo", "LC_ALL": "C", "LANG": "C", "PYTHONHASHSEED": "7"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(act),
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == hashlib.sha256(render("acta", act, CREATED)).hexdigest()


def test_another_moment_is_other_bytes(act: dict[str, Any]) -> None:
    assert render("acta", act, CREATED) != render("acta", act, CREATED + timedelta(seconds=1))


def strings_in(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in strings_in(item)]
    if isinstance(value, list):
        return [text for item in value for text in strings_in(item)]
    return []


@pytest.mark.req(
    "AJ-42", "AJ-43", "AJ-44", "AJ-45", "AJ-46", "AJ-47", "AJ-48", "AJ-49", "AJ-50", "AJ-51", "AJ-52", "D11"
)
def test_everything_in_the_data_is_on_one_page(act: dict[str, Any]) -> None:
    (page,) = pages_of(act)
    unprinted = {"kind", "origin", "pages", "stamp", "previous", "signatures"}
    printed = {key: value for key, value in act.items() if key not in unprinted}
    printed["prizes"] = {key: value for key, value in act["prizes"].items() if key != "nothing"}
    # Hashes are printed in groups of four; both signatures stand under an incident only.
    printed["closing"]["signature"]["electronic"] = None
    # Once by lines, once by columns: a sentence beside a signature reads on only in the second.
    flowing = tool("pdftotext", "-", "-", document=render("acta", act, CREATED))
    squeezed = "".join((page + flowing).split()).casefold()
    for text in strings_in(printed):
        assert text.replace(" ", "").casefold() in squeezed, text
    assert "Folio 0012 de 0200" in page
    assert "con los asientos 1014 a 1260" in page
    assert page.count("firma electrónica 14a9 2872 … b74a, asiento n.º 1260") == 1


@pytest.mark.req("D11")
def test_the_balls_stand_in_the_order_of_extraction_with_their_times(act: dict[str, Any]) -> None:
    (page,) = pages_of(act)
    for row in range(0, len(act["draws"]), 10):
        draws = act["draws"][row : row + 10]
        printed = " ".join(f"{draw['ball']} {draw['time']}" for draw in draws)
        assert f"{row + 1}–{row + len(draws)} {printed}" in page


@pytest.mark.req("AJ-47", "AJ-50")
def test_a_game_without_progressives_says_so(act: dict[str, Any]) -> None:
    act["progressives"] = act["prizes"]["progressives"] = []
    (page,) = pages_of(act)
    assert "Precio del cartón Bs 5,00 Pozos progresivos no hay" in page
    assert "Pozos progresivos no hay no hay Bs 0,00" in page


@pytest.mark.req("AJ-51")
def test_a_prize_nobody_won_says_so(act: dict[str, Any]) -> None:
    act["prizes"]["bingo"].update(winners=[], paid="Bs 0,00")
    (page,) = pages_of(act)
    assert "Bingo Bs 444,00 no hay Bs 0,00" in page


@pytest.mark.req("AJ-53", "AJ-54")
def test_an_incident_is_printed_above_both_signatures(act: dict[str, Any]) -> None:
    act["incidents"] = [{"time": "21:11:02", "text": "Se apaga la cámara y se restablece."}]
    (page,) = pages_of(act)
    before, after = page.split("21:11:02 Se apaga la cámara y se restablece.")
    assert "incidencias" in before.casefold()
    assert "diligencia de cierre e incidencias" in after.casefold()
    assert after.index("Jefe de Mesa") < after.index("Director de Bingo")


@pytest.mark.req("AJ-53")
def test_the_reserved_space_is_struck_through_only_where_nothing_is_written(act: dict[str, Any]) -> None:
    act["incidents"] = [{"time": "21:11:02", "text": "Se apaga la cámara."}]
    act["draws"] = act["draws"][:12]
    noted, struck, *signed = heights_of(act, "apaga", "inutilizado", "Rodrigo")
    assert len(signed) == 2
    # Between what is noted and the signatures.
    assert noted < struck < signed[1] - 10
    act["incidents"] = []
    _, *unsigned = heights_of(act, "inutilizado", "Rodrigo")
    assert len(unsigned) == 1


def heights_of(data: dict[str, Any], *words: str) -> list[float]:
    """Give where each occurrence of the words stands below the top of the page, in points, word by word."""
    on_one_page(data)
    boxes = tool("pdftotext", "-bbox", "-", "-", document=render("acta", data, CREATED))
    return [float(top) for word in words for top in re.findall(rf'yMin="([\d.]+)" [^>]*>{word}', boxes)]


def test_an_annulled_game_says_so_with_its_refunds(act: dict[str, Any]) -> None:
    act["annulment"] = {
        "time": "21:12:30",
        "reason": "Bola 38 rota.",
        "cards": "147",
        "refunded": "Bs 735,00",
        "words": "setecientos treinta y cinco 00/100 bolivianos",
    }
    act["document"]["title"] += " · ANULADA"
    (page,) = pages_of(act)
    assert "Acta de la partida n.º 7 · ANULADA" in page
    assert (
        "Partida anulada a horas 21:12:30. Bola 38 rota. "
        "Se devuelve el valor facial de 147 cartones: Bs 735,00 "
        "(setecientos treinta y cinco 00/100 bolivianos)." in page
    )


def test_a_game_annulled_before_the_first_ball_is_printed(act: dict[str, Any]) -> None:
    act["draws"] = act["claims"] = []
    (page,) = pages_of(act)
    assert "No se extrajo ninguna bola." in page
    assert "No se cantó ningún premio." in page


def test_a_practice_session_is_marked_on_every_page(act: dict[str, Any]) -> None:
    assert "SIMULACRO" not in pages_of(act)[0]
    act["simulated"] = True
    split_the_claims(act, 1)
    pages = pages_of(act)
    assert len(pages) == 2
    assert all("SIMULACRO: práctica sin valor legal" in page for page in pages)


@pytest.mark.req("AJ-39")
def test_every_page_is_a_folio_and_what_is_left_of_it_is_struck_through(act: dict[str, Any]) -> None:
    split_the_claims(act, 1)
    pages = pages_of(act)
    for number, page in enumerate(pages):
        assert f"Folio {12 + number:04d} de 0200" in page
        assert f"página {number + 1} de 2" in page
        assert page.count("espacio inutilizado") == 1
    assert "CONTINUACIÓN" in pages[1].upper()
    assert "diligencia de cierre" in pages[-1].casefold()


@pytest.mark.req("AJ-39")
@pytest.mark.invariant("I24")
def test_a_page_that_holds_more_than_was_planned_is_set_smaller_and_whole(act: dict[str, Any]) -> None:
    said = [f"Se hace constar lo que sigue, por {number}.ª vez." for number in range(240)]
    act["incidents"] = [
        {"time": "21:11:02", "text": " ".join(said[at : at + 40])} for at in range(0, 240, 40)
    ]
    on_one_page(act)
    (page,) = pages_of(act)
    assert all(f"{number}.ª vez" in page for number in range(240))
    assert "se da por terminada y cerrada" in page
    assert "Huella de este folio" in page


@pytest.mark.req("AJ-39")
def test_a_document_on_other_than_its_number_of_folios_is_refused(act: dict[str, Any]) -> None:
    on_one_page(act)
    act["folio"]["sheets"] = 2
    with pytest.raises(PrinterError, match="ocupa 1 folios y se le asignaron 2"):
        render("acta", act, CREATED)


def test_a_copy_says_so_at_the_head_and_at_the_foot(act: dict[str, Any]) -> None:
    assert "COPIA" not in pages_of(act)[0]
    act["stamp"]["copy"] = 3
    assert pages_of(act)[0].count("COPIA 3") == 2


def test_the_foot_says_which_signature_the_file_carries(act: dict[str, Any]) -> None:
    act["stamp"]["seal"] = "Este archivo lleva firma PAdES B-LT."
    assert "Archivo Este archivo lleva firma PAdES B-LT." in pages_of(act)[0]


def test_the_code_at_the_foot_reads_as_it_was_written(act: dict[str, Any]) -> None:
    cv2, np = pytest.importorskip("cv2"), pytest.importorskip("numpy")
    zxingcpp = pytest.importorskip("zxingcpp")
    done = subprocess.run(
        ["pdftoppm", "-r", "150", "-gray"],
        input=render("acta", act, CREATED),
        capture_output=True,
        check=True,
    )
    page = cv2.imdecode(np.frombuffer(done.stdout, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert [found.text for found in zxingcpp.read_barcodes(page)] == act["stamp"]["codes"]


def test_markup_in_the_data_is_only_text(act: dict[str, Any]) -> None:
    act["closing"]["signature"]["name"] = "#panic() *Ana* $x$ [B]"
    (page,) = pages_of(act)
    assert "#panic() *Ana* $x$ [B]" in page


def test_data_that_lacks_a_field_is_named(act: dict[str, Any]) -> None:
    del act["folio"]["first"]
    with pytest.raises(PrinterError, match=r'«acta».*"first"'):
        render("acta", act, CREATED)


def test_data_that_is_not_json_is_refused(act: dict[str, Any]) -> None:
    with pytest.raises(PrinterError, match="no son JSON"):
        render("acta", {**act, "extra": object()}, CREATED)


@pytest.mark.parametrize("name", ["nada", "../acta", "", "folio"])
def test_an_unknown_template_is_refused_with_those_there_are(name: str) -> None:
    assert {"acta", "cartones", "informe", "libro-reclamos"} < set(templates())
    assert not {"folio", "cartones-comun"} & set(templates())
    with pytest.raises(
        PrinterError, match="hay: acta, acta-mesa, acta-sesion, calibracion, cambio-bolas, cartones"
    ):
        render(name, {}, CREATED)


def test_a_moment_without_time_zone_is_refused(act: dict[str, Any]) -> None:
    with pytest.raises(PrinterError, match="zona horaria"):
        render("acta", act, datetime(2026, 11, 21))


def test_the_moment_is_the_same_in_every_time_zone(act: dict[str, Any]) -> None:
    bolivia = CREATED.astimezone(timezone(timedelta(hours=-4)))
    assert render("acta", act, bolivia) == render("acta", act, CREATED)
