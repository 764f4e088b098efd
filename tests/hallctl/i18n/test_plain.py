"""Text from elsewhere at a terminal and in a spreadsheet: nothing of it is obeyed."""

import csv
import io
import json
import re
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import hallctl
from hallctl.__main__ import app
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.events.closing import PrizePaid
from hallctl.i18n.plain import escaped, named
from hallctl.i18n.spreadsheet import comma_separated, tamed
from hallctl.minutes import Book, Draft
from hallctl.minutes.chain import Problem
from hallctl.minutes.errors import MinutesError
from hallctl.rules.codec import encode
from hallctl.rules.events.volumes import ClosingProposed, RepairProposed
from hallctl.web.access.log import SecurityLog
from tests.hallctl.minutes.sample import STAMP
from tests.hallctl.web.access.doors import Time
from tests.hallctl.web.console.hall import CONFIG, ROOT

HOSTILE = "Ana\x1b[2J\x1b]0;x\x07\r\n  VEREDICTO: EL LIBRO ESTÁ ÍNTEGRO.\u202e\x9b31m\u2028\udc80"
DEFUSED = st.text(st.characters() | st.sampled_from("=+-@\t\r\n;,|\"' ＝＠7."), max_size=30)


def obeyed(text: str) -> list[str]:
    """Return the characters that a terminal obeys, or that are there and not seen."""
    hidden = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    return [c for c in text if unicodedata.category(c) in hidden and c not in "\u200c\u200d"]


@given(st.text())
def test_what_is_named_is_one_line_that_a_terminal_only_shows(text: str) -> None:
    assert obeyed(named(text)) == []
    assert len(named(text).splitlines()) <= 1
    if text.isprintable():
        assert named(text) == text


@settings(max_examples=50)
@given(st.dictionaries(st.text(), st.lists(st.text() | st.integers(), max_size=3), max_size=3))
def test_escaped_json_has_the_same_values_and_nothing_that_is_obeyed(value: object) -> None:
    text = escaped(json.dumps(value, ensure_ascii=False))
    assert json.loads(text) == value
    assert obeyed(text) == []


def test_what_the_book_says_is_plain_wherever_it_is_told() -> None:
    assert obeyed(Problem(1, "MIN-FORM", HOSTILE).sentence) == []
    assert obeyed(str(MinutesError("MIN-FORM", HOSTILE))) == ["\n"]
    assert "\x1b" not in MinutesError("MIN-FORM", HOSTILE).sentence


def test_the_commands_of_book_and_accounts_say_everything_through_one_function() -> None:
    """What they hand on as it is, is JSON that was escaped, or a table that was tamed."""
    root = Path(hallctl.__file__).parent
    files = [
        *(root / "cli/book").glob("*.py"),
        *(root / "cli/doctor").glob("*.py"),
        root / "cli/people.py",
        root / "cli/keys.py",
    ]
    said = [line.strip() for file in files for line in file.read_text("utf-8").splitlines()]
    assert {line for line in said if re.search(r"typer\.echo\(|\bprint\(", line)} == {
        "typer.echo(comma_separated(heads, rows), nl=False)",
        "typer.echo(escaped(proof.written()), nl=False)",
        "typer.echo(heads + row_of(row.values()), nl=False)",
    }


def cells(text: str, delimiter: str) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(text), delimiter=delimiter) for cell in row]


@given(st.lists(DEFUSED, min_size=1, max_size=4))
def test_no_cell_is_a_formula_whatever_character_the_program_splits_at(row: list[str]) -> None:
    text = comma_separated(["a"] * len(row), [row])
    for delimiter in ",;\t|":
        for cell in cells(text, delimiter):
            shown = cell.strip().lstrip('"')
            number = re.fullmatch(r"-?\d+(\.\d+)?", shown, re.ASCII)
            assert number or not re.match("[=+\\-@＝＋－＠]", shown), cell
    assert obeyed(text.replace("\n", "")) == []


@pytest.mark.parametrize(
    "cell", [5, -5, 1.25, None, "5.00", "-5.00", "2026-11-21", "Ana; Eva", "Quispe, Ana"]
)
def test_numbers_stay_numbers_and_plain_texts_are_as_they_were(cell: str | int | float | None) -> None:
    assert tamed(cell) == cell


@pytest.mark.parametrize("typed", ["=1+1", "+1", "-x", "@x", "a;=1+1", "x\n=1", " =1", "＝1"])
def test_what_would_be_a_formula_begins_with_an_apostrophe(typed: str) -> None:
    assert "'" in str(tamed(typed))


def test_a_tab_or_a_carriage_return_begins_no_cell() -> None:
    assert (tamed("\t=1"), tamed("\r=1")) == ("[U+0009]=1", "[U+000D]=1")


def test_tail_prizes_and_log_show_what_somebody_wrote_and_obey_nothing(tmp_path: Path) -> None:
    typed = HOSTILE.removesuffix("\udc80")
    paid = PrizePaid(Claim.LINE, "A-1042", 5, 900, "", f"=cmd{typed}", "a;=1+1", "")
    happened = (ClosingProposed(typed), RepairProposed(typed, typed), paid)
    drafts = [Draft(type(event).__name__, encode(event), f"jefe:{typed}", "", "") for event in happened]
    with Book.create(tmp_path / "tomo-0001.sqlite") as book:
        book.append(drafts, STAMP)
    with closing(SecurityLog(tmp_path / "seguridad.sqlite", Time().wall)) as log:
        log.write("log-in-failed", typed, typed, typed)
    config = tmp_path / "hall.toml"
    text = CONFIG.read_text("utf-8").replace("../../practice", str(tmp_path))
    config.write_text(text.replace("../series", str(ROOT / "fixtures/series")), "utf-8")
    for command, lines in (
        (["book", "tail", str(tmp_path)], 4),
        (["book", "prizes", str(tmp_path)], None),
        (["people", "log", "--config", str(config)], 1),
    ):
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output
        assert obeyed(done.stdout.replace("\n", "")) == []
        assert lines is None or len(done.stdout.splitlines()) == lines
        assert "U+001B" in done.stdout
    (prize,) = csv.DictReader(io.StringIO(CliRunner().invoke(app, ["book", "prizes", str(tmp_path)]).stdout))
    assert (prize["winner"][:5], prize["document"]) == ("'=cmd", "a;'=1+1")
