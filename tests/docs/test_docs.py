"""What the documentation says is so."""

import ast
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from hallctl.__main__ import app
from hallctl.app.games import every_refusal
from hallctl.devices.extractor import _FAULTS as EXTRACTOR_FAULTS
from tools import access, fault_codes

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def text(path):
    return (ROOT / path).read_text("utf-8")


def names(path):
    """Every function, class and method of a module, as "name" and "Class.name"."""
    found = set()
    for node in ast.parse(text(path)).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{m.name}" for m in node.body if isinstance(m, ast.FunctionDef)}
    return found


REFERENCES = re.findall(r"`((?:hallctl|drivers|displays)/[\w/]+\.py)(?::([\w.]+))?`", text("docs/flow.md"))


@pytest.mark.parametrize(("path", "name"), REFERENCES)
def test_every_place_that_the_flow_names_is_there(path, name):
    assert (ROOT / path).is_file()
    assert not name or name in names(path)


def test_the_flow_lists_every_thread():
    made = set()
    for package in ("hallctl", "displays", "drivers"):
        for path in (ROOT / package).rglob("*.py"):
            source = path.read_text("utf-8")
            if path.name not in {"simulator.py", "mjpeg.py"} and "Thread(" in source:
                made |= set(re.findall(r"Thread\(.*?name=f?\"([\w-]+)", source, re.DOTALL))
    listed = set(re.findall(r"`([\w-]+)(?: …)?`", text("docs/flow.md")))
    assert made
    assert made <= listed, made - listed


def test_every_code_a_person_may_meet_is_documented():
    page = text("docs/fault-codes.md") + text("docs/minutes.md")
    codes = set()
    for package in ("hallctl", "drivers"):
        for path in (ROOT / package).rglob("*.py"):
            prefixes = "ACC|EXT|CAMERA|DISK|KEY|PANEL|PRINT|MIN|TABLE|WITNESS|BOOK"
            codes |= set(re.findall(rf"\"((?:{prefixes})-[A-Z-]+)\"", path.read_text("utf-8")))
    codes |= set(EXTRACTOR_FAULTS.values())
    assert len(codes) > 20
    refusals = {row.partition(",")[0] for row in text("docs/refusals.csv").splitlines()}
    missing = {code for code in codes - {"CAMERA-BACK"} - refusals if f"`{code}`" not in page}
    assert not missing


def test_the_table_of_refusals_is_the_rules_own():
    assert text("docs/refusals.csv") == fault_codes.table()


def test_the_role_matrix_is_the_code_s_own():
    assert text("docs/roles.csv") == access.table()


def test_every_refusal_is_made_somewhere_and_every_one_made_is_in_the_catalogue():
    made = set()
    for path in (ROOT / "hallctl").rglob("*.py"):
        made |= set(re.findall(r"refuse\(\s*\"([A-Z-]+)\"", path.read_text("utf-8")))
    assert made == set(every_refusal())


def test_every_refusal_cites_a_requirement_and_says_a_sentence():
    for code, (requirement, sentence) in every_refusal().items():
        assert re.fullmatch(r"(AJ|PT|RO|BA|DR|DB|D|I)-?\d+", requirement), code
        assert sentence.endswith("."), code


@pytest.mark.parametrize(
    "page", sorted(path.relative_to(ROOT) for path in [ROOT / "README.md", *DOCS.rglob("*.md")])
)
def test_every_link_of_a_page_leads_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)", text(page)):
        if not target.startswith("http"):
            assert ((ROOT / page).parent / target).exists(), target


def test_the_readme_is_short_and_says_what_was_never_seen():
    readme = text("README.md")
    assert len(readme.splitlines()) <= 80
    assert "never run on real hardware" in readme
    assert "(docs/README.md)" in readme


def test_every_page_is_reached_from_the_documentations_first_one():
    first = set(re.findall(r"\]\(([^)#]+)", text("docs/README.md")))
    pages = {path.name for path in DOCS.glob("*.md")} - {"README.md"}
    assert pages <= first, pages - first


@pytest.mark.parametrize("page", ["README.md", "docs/README.md"])
def test_the_readmes_name_the_make_targets_and_commands_that_there_are(page):
    readme = text(page)
    for target in re.findall(r"make (\w+)", readme):
        assert re.search(rf"^{target}:", text("Makefile"), re.MULTILINE), target
    for command in set(re.findall(r"hallctl ((?:book )?[a-z]+)[` ]", readme)):
        result = CliRunner().invoke(app, [*command.split(), "--help"])
        assert result.exit_code == 0, command


def test_every_command_explains_itself():
    overview = CliRunner().invoke(app, ["--help"]).output
    for command in (
        "run",
        "practice",
        "demo",
        "screen",
        "check",
        "book",
        "read",
        "camera",
        "cards",
        "keys",
        "people",
        "play",
        "version",
    ):
        assert re.search(rf"\b{command}\b +\S", overview), command


def test_every_package_of_the_house_is_on_the_page_of_the_house():
    page = text("docs/architecture.md")
    for path in (ROOT / "hallctl").iterdir():
        if path.is_dir() and (path / "__init__.py").exists():
            assert f"`hallctl/{path.name}`" in page, path.name


def anchors(page):
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", sorted(path.relative_to(ROOT) for path in DOCS.rglob("*.md")))
def test_every_anchor_of_a_link_is_a_heading(page):
    for target, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", text(page)):
        if not target.startswith("http"):
            linked = text(page) if not target else ((ROOT / page).parent / target).read_text("utf-8")
            assert anchor in anchors(linked), f"{target}#{anchor}"
