"""What findings say is said in the language of whoever reads them."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hallctl.cli import doctor
from hallctl.cli.doctor.cli import as_text
from hallctl.cli.doctor.disk import check_second_medium
from hallctl.cli.doctor.finding import Finding, good, looked, nothing_broken
from hallctl.i18n.phrasebook import Phrasebook
from hallctl.i18n.sentences import _
from hallctl.minutes.signing.errors import FILES, REFUSED, told
from hallctl.minutes.signing.keystore import Keystore
from hallctl.web.access.files import open_file

MODULES = sorted(Path(doctor.__file__).parent.glob("*.py"))
WORDS = re.compile(r"(?<![\w/«.-])[a-záéíóúñ]{3,}(?![\w/».-])")
"""A word that is read, and is no part of a path, of a command, of a page's name or of a setting's."""


KEPT = {"said", "remedy", "part", "PART", "_PART", "EXIT"}
"""The names under which a module keeps what its findings say."""


def told_in(tree: ast.AST) -> Iterator[ast.expr]:
    """Give what a module's findings say: what is passed on as such, or kept under such a name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"good", "advice", "missing"}:
            yield from node.args
        if isinstance(node, ast.Tuple) and len(node.elts) == 3 and isinstance(node.elts[2], ast.Lambda):
            yield node.elts[0]  # a look: its part, the section, how
        named = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(node, ast.Assign | ast.AnnAssign) and getattr(named, "id", "") in KEPT and node.value:
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
    _, call = told_in(ast.parse('good(part, f"quedan {free} MB en {folder}")'))
    assert unmarked(call) == ["quedan "]
    for kept in ('("reloj", "clock", lambda: [])', 'PART: Final = "reloj"', 'part = "reloj"'):
        assert [unmarked(each) for each in told_in(ast.parse(kept))] == [["reloj"]], kept


def test_a_finding_is_told_in_english_and_portuguese(tmp_path: Path) -> None:
    found = check_second_medium(tmp_path, 1, tmp_path.stat().st_dev, 5.0)[-1]
    for language, said in (("en", "is on the same disk as the book"), ("pt", "no mesmo disco que o livro")):
        line, remedy = as_text(found, Phrasebook(language))
        assert said in line
        assert "USB" in remedy
        assert found.remedy not in remedy
        assert "segundo soporte" not in line


def keys_missing(folder: Path) -> Finding:
    def look() -> Iterator[Finding]:
        Keystore(folder / "claves").authority.hex()
        yield good("claves", "")

    (found,) = looked([(_("claves"), "keys", look)], nothing_broken)
    return found


def accounts_open(folder: Path) -> Finding:
    accounts = folder / "cuentas.sqlite"
    accounts.touch(0o644)

    def look() -> Iterator[Finding]:
        open_file(accounts, 1, "").close()
        yield good("cuentas", "")

    (found,) = looked([(_("cuentas"), "hall.directory", look)], nothing_broken)
    return found


@pytest.mark.parametrize(
    ("broken", "spanish", "english", "portuguese"),
    [
        (keys_missing, "Cree las claves", "Make the keys", "Crie as chaves"),
        (accounts_open, "Otros usuarios", "Other users", "Outros utilizadores"),
    ],
)
def test_what_keys_and_accounts_fail_by_is_told_in_each_language(
    broken: Callable[[Path], Finding], spanish: str, english: str, portuguese: str, tmp_path: Path
) -> None:
    found = broken(tmp_path)
    assert spanish in as_text(found)[0]
    assert english in as_text(found, Phrasebook("en"))[0]
    assert portuguese in as_text(found, Phrasebook("pt"))[0]
    assert f"  {found.part}  " not in as_text(found, Phrasebook("en"))[0]


def test_every_sentence_of_keys_and_signatures_is_in_every_catalogue() -> None:
    templates = [told(each) for each in (*REFUSED.values(), *FILES.values())]
    for language in ("en", "pt"):
        say = Phrasebook(language)
        assert [each for each in templates if say(each) == each] == []
