"""The book keeps the hash of every folio: files are compared, and the export has what they are made from."""

import hashlib
import json
import shutil
import subprocess
import sys

import pytest

from hallctl.cli.book.reading import minuted
from hallctl.cli.book.sealed import Records, records_of
from hallctl.minutes.folio import is_folio
from hallctl.minutes.volumes import volumes_in
from hallctl.rules.events.printing import FolioSealed
from tests.hallctl.cli.book.hall import Hall, book

NAME = "tomo-0001-folio-0001-diligencia-apertura"


@pytest.fixture(scope="module")
def sealed(tmp_path_factory):
    """A hall of one open volume whose folio is in the archive and in the book."""
    return Hall.made(tmp_path_factory.mktemp("sealed")).open().print()


@pytest.fixture
def acts(sealed, tmp_path):
    return shutil.copytree(sealed.acts, tmp_path / "actas")


@pytest.mark.req("AJ-39", "AJ-41")
def test_the_book_has_the_hashes_of_the_file_and_of_its_data(sealed):
    (record,) = (each.event for each in minuted(sealed.book) if isinstance(each.event, FolioSealed))
    pdf = (sealed.acts / record.name).read_bytes()
    data = (sealed.acts / "datos" / f"{NAME}.json").read_bytes()
    found = (record.document, record.folio, record.copy, record.entry)
    assert found == ("diligencia-apertura", 1, 0, 1)
    assert record.sheets == json.loads(data)["folio"]["sheets"]
    assert (record.pdf, record.data) == (hashlib.sha256(pdf).hexdigest(), hashlib.sha256(data).hexdigest())
    result = sealed.verify("--folios", sealed.acts)
    assert result.returncode == 0, result.stdout


@pytest.mark.invariant("I10")
def test_another_file_one_more_and_one_less_are_found_or_said(sealed, acts):
    file = acts / f"{NAME}.pdf"
    file.write_bytes(file.read_bytes() + b"\n")
    (acts / "tomo-0009-folio-0002-acta.pdf").write_bytes(b"%PDF")
    result = sealed.verify("--folios", acts)
    assert result.returncode == 1
    assert result.stdout.count("MIN-FOLIO") == 2
    for path in acts.glob("*.pdf"):
        path.unlink()
    result = sealed.verify("--folios", acts)
    assert result.returncode == 0
    assert "No comprobado: 1 folios no están en la carpeta." in result.stdout


def test_a_folder_that_is_not_there_is_a_wrong_argument(sealed, tmp_path):
    for option in ("--folios", "--pictures"):
        assert sealed.verify(option, tmp_path / "none").returncode == 2


def test_a_third_person_checks_a_folio_with_hashlib_and_json_alone(sealed, tmp_path):
    assert book("export", sealed.book, tmp_path / "out").returncode == 0
    lines = (
        "import hashlib, json, pathlib",
        f"data = pathlib.Path('folios/{NAME}.json').read_bytes()",
        "line, = (line for line in open('tomo-0001.jsonl') if '\"FolioSealed\"' in line)",
        "said = json.loads(line)['body']",
        "assert hashlib.sha256(data).hexdigest() == said['data']",
        "assert json.loads(data)['folio'] == {'first': said['folio'], 'sheets': said['sheets']}",
    )
    command = [sys.executable, "-I", "-c", "\n".join(lines)]
    subprocess.run(command, cwd=tmp_path / "out", check=True, timeout=60)
    verifier = [sys.executable, "-I", "verificar_libro.py", ".", "--folios", sealed.acts]
    result = subprocess.run(
        verifier, cwd=tmp_path / "out", capture_output=True, text=True, check=False, timeout=60
    )
    assert result.returncode == 0, result.stdout


def test_data_that_are_lost_are_made_again_from_the_book_or_said_to_be_missing(sealed, tmp_path):
    none = tmp_path / "none"
    none.mkdir()
    result = book("export", sealed.book, tmp_path / "a", "--acts", none, "--config", sealed.config)
    assert result.returncode == 0, result.stderr
    made = (tmp_path / "a/folios" / f"{NAME}.json").read_bytes()
    assert made == (sealed.acts / "datos" / f"{NAME}.json").read_bytes()
    result = book("export", sealed.book, tmp_path / "b", "--acts", none)
    assert result.returncode == 1
    assert f"Faltan los datos de 1 folios ({NAME}.pdf" in result.stderr
    assert not list((tmp_path / "b/folios").iterdir())


def test_an_original_is_the_recorded_file_or_nothing(sealed, acts, tmp_path):
    def printed(out):
        config = ("--config", sealed.config)
        return book("print", sealed.book, *config, "--folio", 1, "--out", tmp_path / out)

    assert printed("a").returncode == 0
    assert (tmp_path / "a" / f"{NAME}.pdf").read_bytes() == (sealed.acts / f"{NAME}.pdf").read_bytes()
    shutil.copytree(sealed.folder, tmp_path / "copy")
    other = (tmp_path / "copy/hall.toml").read_text("utf-8").replace("La Paz", "Oruro")
    (tmp_path / "copy/hall.toml").write_text(other, "utf-8")
    (tmp_path / "copy/sala/actas" / f"{NAME}.pdf").unlink()
    options = ("--config", tmp_path / "copy/hall.toml", "--folio", 1, "--out", tmp_path / "b")
    result = book("print", tmp_path / "copy/sala/libro", *options)
    assert result.returncode == 1
    assert "compuesto de nuevo no sale igual" in result.stderr
    assert not (tmp_path / "b" / f"{NAME}.pdf").exists()


def test_a_copy_is_recorded_too(sealed, tmp_path):
    shutil.copytree(sealed.folder, tmp_path / "copy")
    here = tmp_path / "copy"
    result = book("print", here / "sala/libro", "--config", here / "hall.toml", "--folio", 1, "--copy")
    assert result.returncode == 0, result.stderr
    records = records_of(volumes_in(here / "sala/libro")).folios
    first, second = records[f"{NAME}.pdf"], records[f"{NAME}-copia-1.pdf"]
    assert (first.data, first.copy, second.copy) == (second.data, 0, 1)
    assert first.pdf != second.pdf
    assert book("verify", here / "sala/libro", "--folios", here / "sala/actas").returncode == 0


def test_what_stands_in_a_record_never_leaves_the_folder_nor_stops_the_verifier():
    records = Records()
    good = {"volume": 1, "document": "acta", "folio": 1, "sheets": 1, "copy": 0, "entry": 1}
    good |= {"data": "a" * 64, "pdf": "b" * 64, "name": "tomo-0001-x.pdf"}
    for change in (
        {"name": "../../etc/passwd"},
        {"name": "tomo-0001-/../../x.pdf"},
        {"pdf": "B" * 64},
        {"data": 7},
        {"volume": None},
        {"more": 1},
    ):
        records.take("FolioSealed", good | change)
        assert not is_folio(good | change)
    for body in (None, [], 7, "x", {}):
        records.take("FolioSealed", body)
        records.take("BookOpened", body)
    assert not records.folios
    records.take("FolioSealed", good)
    assert list(records.folios) == [good["name"]]
