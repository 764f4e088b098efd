"""The commands of the reports: every form of every report, from a real book."""

import csv
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.games.bingo.rules.commands.opening import RetireBallSet
from hallctl.games.bingo.rules.events.closing import CashCounted
from hallctl.rules.events.volumes import BookOpened
from tests.hallctl.games.bingo.reports.books import write_book
from tests.hallctl.games.bingo.reports.record import RULES, doctored, night, noted
from tests.hallctl.games.bingo.rules.night import Night

REPORTS = [("session", "1"), ("reconcile",), ("reconcile", "2"), ("prizes",), ("sets",), ("balls",)]


def report(book, *arguments):
    name, *others = map(str, arguments)
    return CliRunner().invoke(app, ["report", name, str(book), *others])


@pytest.fixture(scope="module")
def record():
    return night(24, 12, RULES)


@pytest.fixture(scope="module")
def book(tmp_path_factory, record):
    return write_book(tmp_path_factory.mktemp("book") / "libro.sqlite", record)


def words_of(pdf):
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not installed (apt-get install poppler-utils)")
    done = subprocess.run(["pdftotext", "-layout", str(pdf), "-"], capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


@pytest.mark.parametrize("which", REPORTS, ids=" ".join)
def test_every_report_has_its_three_forms(book, tmp_path, which):
    told = json.loads(report(book, *which, "--format", "json").stdout)
    assert told
    table = list(csv.DictReader(io.StringIO(report(book, *which).stdout)))
    assert table
    assert all(None not in row and None not in row.values() for row in table)
    pdf = tmp_path / "informe.pdf"
    made = report(book, *which, "--out", pdf)
    assert made.exit_code == 0, made.output
    assert pdf.read_bytes().startswith(b"%PDF-1.7")
    assert b"<pdfaid:part>2</pdfaid:part>" in pdf.read_bytes()


def test_the_figures_of_all_forms_are_the_same_money(book, tmp_path):
    told = json.loads(report(book, "session", 1, "--format", "json").stdout)
    rows = list(csv.DictReader(io.StringIO(report(book, "session", 1).stdout)))
    collected = sum(game["collected"] for game in told["games"])
    assert sum(Decimal(row["recaudado"]) for row in rows) * 100 == collected
    report(book, "session", 1, "--out", tmp_path / "s.pdf")
    whole = f"{collected // 100:,}".replace(",", ".")
    assert f"Bs {whole},{collected % 100:02d}" in words_of(tmp_path / "s.pdf")
    register = list(csv.DictReader(io.StringIO(report(book, "prizes").stdout)))
    assert all(row["pagado"] and row["pagado_por"] == "cajero:Rosa" for row in register)


def test_a_practice_book_says_so_on_every_page_and_another_one_nowhere(book, tmp_path):
    pdf = tmp_path / "s.pdf"
    report(book, "session", 1, "--out", pdf)
    pages = subprocess.run(["pdftotext", str(pdf), "-"], capture_output=True, check=True).stdout.split(b"\f")[
        :-1
    ]
    assert len(pages) > 1
    assert all(b"SIMULACRO" in page for page in pages)
    hall = Night()
    hall.open_session().finished().settled()
    record = doctored(
        noted(hall.events), BookOpened, lambda e: type(e)(**{**fields_of(e), "simulated": False})
    )
    real = write_book(tmp_path / "real.sqlite", record)
    report(real, "session", 1, "--out", pdf)
    assert "SIMULACRO" not in words_of(pdf)
    assert "Informe interno; no es un folio del libro" in words_of(pdf)


def fields_of(event):
    return {name: getattr(event, name) for name in type(event).__dataclass_fields__}


def test_the_same_book_is_the_same_bytes_in_another_place_and_locale(book, tmp_path):
    here = tmp_path / "here.pdf"
    report(book, "balls", "--out", here)
    there = tmp_path / "there.pdf"
    environment = {**os.environ, "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "7", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "hallctl", "report", "balls", str(book), "--out", str(there)]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    assert hashlib.sha256(there.read_bytes()).digest() == hashlib.sha256(here.read_bytes()).digest()


def test_inequalities_stand_first_and_marked(tmp_path):
    bad = doctored(night(2, 12, RULES), CashCounted, lambda e: type(e)(e.cashier, e.expected, e.counted - 70))
    book = write_book(tmp_path / "libro.sqlite", bad)
    report(book, "reconcile", "--out", tmp_path / "r.pdf")
    words = words_of(tmp_path / "r.pdf")
    assert "Lo que debía ser igual y no lo es: 1." in words
    assert "dinero contado = recaudado" in words
    rows = list(csv.DictReader(io.StringIO(report(book, "reconcile").stdout)))
    assert [row["partida"] for row in rows if row["desigualdades"]] == ["1"]


def test_what_somebody_typed_is_never_a_formula(tmp_path):
    hall = Night().open_session()
    hall.do(RetireBallSet("J-02", "=1+1"))
    book = write_book(tmp_path / "libro.sqlite", noted(hall.events))
    rows = list(csv.DictReader(io.StringIO(report(book, "sets").stdout)))
    assert [row["motivo"] for row in rows] == ["", "'=1+1"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("session", 9), "no tiene la sesión 9; tiene de la 1 a la 2"),
        (("prizes", "--format", "pdf"), "un PDF necesita un archivo"),
        (("sets", "--rules", "otra"), "--rules otra: no existe"),
        (("balls", "--out", "nowhere/x.csv"), "no existe la carpeta"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(book, arguments, said):
    done = report(book, *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_book_that_is_not_there_is_told(tmp_path):
    done = report(tmp_path / "none.sqlite", "balls")
    assert done.exit_code == 3
    assert "no hay ningún tomo" in done.stderr


def test_an_empty_book_has_empty_reports(tmp_path):
    book = write_book(tmp_path / "libro.sqlite", noted(Night().open_session().events[:2]))
    for which in ("reconcile", "prizes", "sets", "balls"):
        done = report(book, which, "--out", tmp_path / f"{which}.pdf")
        assert done.exit_code == 0, done.output
        assert Path(tmp_path / f"{which}.pdf").stat().st_size > 1000
