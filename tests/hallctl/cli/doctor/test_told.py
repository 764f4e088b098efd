"""What findings say is said in the language of whoever reads them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hallctl.cli import doctor
from hallctl.cli.doctor.cli import as_text
from hallctl.cli.doctor.disk import check_second_medium
from hallctl.i18n.phrasebook import Phrasebook

MODULES = sorted(Path(doctor.__file__).parent.glob("*.py"))
WORDS = re.compile(r"(?<![\w/«.-])[a-záéíóúñ]{3,}(?![\w/».-])")
"""A word that is read, and is no part of a path, of a command, of a page's name or of a setting's."""


def told_in(tree: ast.AST) -> Iterator[ast.expr]:
    """Give what a module's findings say: what is passed on as such, or kept under such a name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"good", "advice", "missing"}:
            yield from node.args[1:]
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in {"said", "remedy"}:
            yield node.value


def unmarked(told: ast.expr) -> list[str]:
    """Return the words that stand in no ``_("…")``, nor name what a program asks for."""
    marked = {
        each
        for call in ast.walk(told)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in {"_", "getattr"}
        for each in ast.walk(call)
    }
    texts = [each for each in ast.walk(told) if isinstance(each, ast.Constant) and each not in marked]
    commands = re.compile(r"«hallctl [^»]*»|docs/\S+ «[^»]*»|\w+ = ")
    return [
        each.value
        for each in texts
        if isinstance(each.value, str) and WORDS.search(commands.sub("", each.value))
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_word_of_a_finding_is_marked_for_the_catalogues(path: Path) -> None:
    assert [each for told in told_in(ast.parse(path.read_text("utf-8"))) for each in unmarked(told)] == []


def test_a_word_that_is_not_marked_is_found() -> None:
    (call,) = told_in(ast.parse('good(part, f"quedan {free} MB en {folder}")'))
    assert unmarked(call) == ["quedan "]


def test_a_finding_is_told_in_english_and_portuguese(tmp_path: Path) -> None:
    found = check_second_medium(tmp_path, 1, tmp_path.stat().st_dev, 5.0)[-1]
    for language, said in (("en", "is on the same disk as the book"), ("pt", "no mesmo disco que o livro")):
        line, remedy = as_text(found, Phrasebook(language))
        assert said in line
        assert "USB" in remedy
        assert found.remedy not in remedy
