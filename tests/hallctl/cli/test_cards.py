"""The commands of the cards, from a seed to the printed sheets."""

import os
import re
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from drivers.printer import PrinterError
from drivers.printer.pdf import render
from hallctl.__main__ import app
from hallctl.cli.cards import commands
from hallctl.games.bingo.cards.matrix_file import export_csv, read_csv
from hallctl.games.bingo.cards.strips import make_matrix
from hallctl.i18n.refusals import translate_detail

ROOT = Path(__file__).parents[3]
SERIES_FOLDER = ROOT / "fixtures/series"
NOTES = (ROOT / "fixtures/README.md").read_text("utf-8")
SERIES = ("--letter", "A", "--identification", "1042", "--face-value", "500")


def price(minor, symbol):
    return f"{symbol} {minor // 100},{minor % 100:02d}"


def ask(*arguments, setting=render):
    return CliRunner().invoke(
        commands(setting, price, translate_detail), [str(argument) for argument in arguments]
    )


def test_a_matrix_is_made_checked_and_set_as_sheets(tmp_path):
    csv, pdf = tmp_path / "a.csv", tmp_path / "a.pdf"
    made = ask("make", csv, "--cards", 12, "--seed", 5)
    assert made.exit_code == 0, made.output
    assert read_csv(csv).digest == make_matrix(12, 5).digest
    checked = ask("check", csv)
    assert checked.stdout == f"{csv}: 12 cartones sin faltas. Matriz {make_matrix(12, 5).digest}\n"
    set_ = ask("sheets", csv, pdf, *SERIES, "--hall", "Bingo Illimani", "--practice")
    assert set_.exit_code == 0, set_.output
    assert set_.stdout == f"{pdf}: hojas 1 a 2 de 2\n"
    assert pdf.read_bytes().startswith(b"%PDF")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.pdf"]


@pytest.mark.req("PT-22", "PT-60")
def test_a_series_of_75_balls_is_made_checked_and_set_and_is_no_series_of_90(tmp_path):
    csv, pdf = tmp_path / "b.csv", tmp_path / "b.pdf"
    of = ("--variant", "pt-bingo-75")
    assert ask("make", csv, "--cards", 7, *of).exit_code == 0
    assert ask("check", csv, *of).stdout.startswith(f"{csv}: 7 cartones sin faltas. Matriz ")
    assert ask("sheets", csv, pdf, *SERIES, *of).stdout == f"{pdf}: hojas 1 a 2 de 2\n"
    assert "falta el encabezado" in ask("check", csv).stderr
    none = ask("make", tmp_path / "c.csv", "--cards", 2_000_000, "--variant", "pt-bingo-30")
    assert (none.exit_code, "de 1 a 1728000" in none.stderr) == (2, True)
    assert "no existe" in ask("check", csv, "--variant", "pt-bingo-99").output


def test_sheets_of_no_hall_in_particular_are_set_too(tmp_path):
    csv, pdf = tmp_path / "a.csv", tmp_path / "a.pdf"
    assert ask("make", csv, "--cards", 6, "--seed", 5).exit_code == 0
    set_ = ask("sheets", csv, pdf, *SERIES)
    assert set_.exit_code == 0, set_.output
    assert pdf.read_bytes().startswith(b"%PDF")


def test_the_practice_series_is_made_again_by_the_command_its_notes_say(tmp_path):
    commands_said = re.findall(r"^hallctl (cards make fixtures/series/(\S+) .*)$", NOTES, re.MULTILINE)
    assert {name for _, name in commands_said} == {path.name for path in SERIES_FOLDER.glob("*.csv")}
    for command, name in commands_said:
        again = command.replace(f"fixtures/series/{name}", str(tmp_path / name))
        assert CliRunner().invoke(app, again.split()).exit_code == 0
        assert (tmp_path / name).read_bytes() == (SERIES_FOLDER / name).read_bytes()


def test_a_matrix_that_is_there_is_never_replaced(tmp_path):
    csv = tmp_path / "a.csv"
    csv.write_text("impreso")
    refused = ask("make", csv, "--cards", 6)
    assert refused.exit_code == 2
    assert f"{csv}: ya existe" in refused.stderr
    assert csv.read_text() == "impreso"


@pytest.mark.req("AJ-16", "AJ-72")
def test_check_tells_every_fault_a_line_each_and_sheets_prints_nothing(tmp_path):
    csv, pdf = tmp_path / "a.csv", tmp_path / "a.pdf"
    lines = export_csv(make_matrix(6, 1)).splitlines()
    csv.write_text("\n".join([*lines[:2], "2,x", "3,1", *lines[4:]]), "utf-8")
    for result in (ask("check", csv), ask("sheets", csv, pdf, *SERIES)):
        assert result.exit_code == 2
        assert result.stderr.splitlines() == [
            "cartón 2: casillas en la línea: 1, no 27",
            "cartón 2: la casilla r1c1 tiene «x», que no es un número",
            "cartón 3: casillas en la línea: 1, no 27",
        ]
    assert not pdf.exists()
    told = {
        language: ask("check", csv, "--language", language).stderr.splitlines() for language in ("pt", "en")
    }
    assert told == {
        "pt": [
            "cartão 2: casas na linha: 1, não 27",
            "cartão 2: a casa r1c1 tem «x», que não é um número",
            "cartão 3: casas na linha: 1, não 27",
        ],
        "en": [
            "card 2: cells on the line: 1, not 27",
            "card 2: cell r1c1 has «x», which is not a number",
            "card 3: cells on the line: 1, not 27",
        ],
    }
    assert ask("check", csv, "--language", "fr").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("make", "b.csv", "--cards", "7"), "7 no es un múltiplo de 6"),
        (("make", "none/b.csv", "--cards", "6"), "no existe la carpeta none"),
        (("check", "none.csv"), "none.csv"),
        (("sheets", "a.csv", "b.pdf", *SERIES[2:], "--letter", "ñ"), "letras"),
        (("sheets", "a.csv", "b.pdf", *SERIES[:4], "--face-value", "0"), "face-value"),
    ],
)
def test_what_cannot_be_done_is_said_and_ends_with_two(tmp_path, monkeypatch, arguments, said):
    monkeypatch.chdir(tmp_path)
    result = ask(*arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output
    assert not list(tmp_path.iterdir())


def test_a_printer_that_cannot_set_the_sheets_is_told(tmp_path):
    csv = tmp_path / "a.csv"
    csv.write_text(export_csv(make_matrix(6, 1)))

    def broken(template, data, created):
        raise PrinterError("no se pudo componer «cartones»")

    result = ask("sheets", csv, tmp_path / "a.pdf", *SERIES, setting=broken)
    assert (result.exit_code, result.stderr) == (2, "no se pudo componer «cartones»\n")


def test_a_large_series_is_several_files_and_an_interruption_leaves_only_whole_ones(tmp_path):
    csv = tmp_path / "a.csv"
    csv.write_text(export_csv(make_matrix(606, 1)))
    asked = []

    def interrupted(template, data, created):
        asked.append(len(data["sheets"]))
        if len(asked) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return b"whole"

    result = ask("sheets", csv, tmp_path / "a.pdf", *SERIES, setting=interrupted)
    assert result.exit_code == 130
    assert "Interrumpido" in result.stderr
    assert asked == [100, 1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a-000001-000600.pdf", "a.csv"]
