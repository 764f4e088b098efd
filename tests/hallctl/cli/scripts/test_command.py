"""``hallctl play`` on the command line, and every example of its page."""

import json
import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from hallctl.cli.scripts.command import play
from hallctl.cli.scripts.lines import LONGEST_LINE
from hallctl.config.problems import ConfigError
from hallctl.games.bingo.rules.commands.opening import RegisterSeries
from hallctl.i18n.script_refusals import catalogue
from tests.hallctl.cli.scripts.scribe import AGAIN, MISTAKES, ONE_GAME, SESSIONS, answers, line, with_answers
from tests.hallctl.games.bingo.rules.night import MATRIX, OPENING

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs/play.md").read_text("utf-8")
REGISTER = line(RegisterSeries("A", 1042, 500, MATRIX.digest))


def run(*arguments, stdin=b""):
    app = typer.Typer()
    app.command()(play)
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)


def blocks(kind):
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_the_examples_of_the_page_are_answered_as_it_says():
    script, answer = blocks("jsonl")
    assert answers(script.encode().splitlines()) == answer.encode(), AGAIN
    assert with_answers(PAGE) == PAGE, AGAIN


def test_the_commands_of_the_page_answer_as_it_says(monkeypatch):
    monkeypatch.chdir(ROOT)
    session, mistakes = (shlex.split(block)[2:] for block in blocks("sh"))
    assert run(*session).stdout_bytes == ONE_GAME.with_suffix(".out.jsonl").read_bytes()
    assert run(*mistakes).stdout_bytes == MISTAKES.with_suffix(".out.jsonl").read_bytes(), AGAIN


def test_the_page_lists_every_refusal_of_a_script():
    rows = dict(re.findall(r"^\| `(SCRIPT-[A-Z]+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert rows == {code: sentence for code, (_, sentence) in catalogue().items()}


def test_a_script_comes_from_the_standard_input_as_well():
    result = run("-", stdin=line(OPENING) + b"\n" + b"nonsense")
    opened, refused = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 0
    assert opened["events"][0]["kind"] == "BookOpened"
    assert refused["refusal"]["code"] == "SCRIPT-JSON"


def test_matrix_cards_come_from_an_option_or_from_beside_the_script(tmp_path):
    series = ROOT / "fixtures/series/a-1042.csv"
    script = tmp_path / "script.jsonl"
    script.write_bytes(line(OPENING) + b"\n" + REGISTER)
    assert "SERIES-FILE" in run(script).stdout
    assert "SeriesRegistered" in run("--matrix", series, script).stdout
    (tmp_path / "cards.csv").write_bytes(series.read_bytes())
    script.write_bytes(b'{"matrix": "cards.csv"}\n' + script.read_bytes())
    assert "SeriesRegistered" in run(script).stdout


NO_MATRIX = {
    "not text": b"\xff\xfe",
    "no card": b"card\n1,1",
    "a null byte": b'card\n1,"\x00',
    "a cell of 200,000 digits": b"card\n1," + b"9" * 200_000,
}


@pytest.mark.parametrize("content", NO_MATRIX.values(), ids=NO_MATRIX)
def test_a_file_that_is_no_matrix_is_a_refusal_of_its_line_or_an_error_of_its_option(tmp_path, content):
    (tmp_path / "cards.csv").write_bytes(content)
    script = tmp_path / "script.jsonl"
    script.write_bytes(b'{"matrix": "cards.csv"}\n{"matrix": "a\\u0000b"}\n{"matrix": "."}\n')
    result = run(script)
    assert [json.loads(a)["refusal"]["code"] for a in result.stdout.splitlines()] == ["SCRIPT-MATRIX"] * 3
    assert isinstance(run("--matrix", tmp_path / "cards.csv", script).exception, ConfigError)


def test_options_that_are_wrong_are_told_together():
    error = run("--rules", "marte", "--language", "fr", ONE_GAME).exception
    assert isinstance(error, ConfigError)
    assert [problem.partition(":")[0] for problem in error.problems] == ["--rules marte", "--language fr"]


def test_a_script_that_is_not_there_is_an_error_of_its_file():
    assert isinstance(run(SESSIONS / "none.jsonl").exception, FileNotFoundError)


@pytest.mark.parametrize("more", [0, 1, 2, 3, 200_000])
def test_a_line_of_any_length_is_one_line(more):
    longest = b'{"person": "' + b"a" * (LONGEST_LINE - 14) + b'"}' + b" " * more
    result = run("-", stdin=longest + b"\r\n" + line(OPENING))
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["refusal"]["code"] == ("SCRIPT-LONG" if more else "SCRIPT-FIELDS")
    assert (second["line"], second["events"][0]["kind"]) == (2, "BookOpened")


@pytest.mark.parametrize("more", [1, 1000])
def test_a_line_that_is_too_long_is_refused_as_such(more):
    longest = b'{"person": "' + b"a" * (LONGEST_LINE - 14 + more) + b'"}'
    (answer,) = map(json.loads, run("-", stdin=longest).stdout.splitlines())
    assert answer["refusal"]["code"] == "SCRIPT-LONG"


def test_refusals_are_said_in_the_language_asked_for():
    said = {
        language: json.loads(run("--language", language, "-", stdin=REGISTER).stdout)["refusal"]["sentence"]
        for language in ("es", "pt", "en")
    }
    assert said == {
        "es": "No hay libro abierto. Extienda primero la diligencia de apertura.",
        "pt": "Não há livro aberto. Lavre primeiro o termo de abertura.",
        "en": "No book is open. Write the opening diligence first.",
    }
