"""The page of the requirements is what tests and sources say today."""

import re
from pathlib import Path

import pytest

from tests.shared import made_once
from tools.requirements import PAGE, PAGE_OF_BACCARAT, PAGE_OF_PORTUGAL, PAGE_OF_ROULETTE, ROOT, main
from tools.traces import (
    CHECKS,
    IN_A_HALL,
    OF_BACCARAT,
    OF_PORTUGAL,
    OF_ROULETTE,
    PROVABLE,
    Check,
    Place,
    enforced,
    marked,
    page,
    page_of_baccarat,
    page_of_portugal,
    page_of_roulette,
    read_checks,
    shown,
    summary,
    trace,
    traced,
)


@pytest.fixture(scope="module")
def traces():
    """Every check with what holds it; to read all sources takes seconds."""
    return made_once("traces", lambda: traced(ROOT))


@pytest.fixture(scope="module")
def of_portugal():
    """The same of Portugal's regulation."""
    return made_once("traces of portugal", lambda: traced(ROOT, OF_PORTUGAL))


@pytest.fixture(scope="module")
def of_roulette():
    """The same of its regulation of roulette."""
    return made_once("traces of roulette", lambda: traced(ROOT, OF_ROULETTE))


@pytest.fixture(scope="module")
def of_baccarat():
    """The same of Macau's regulation of baccarat."""
    return made_once("traces of baccarat", lambda: traced(ROOT, OF_BACCARAT))


MARKED = """
import pytest
pytestmark = pytest.mark.req("AJ-01")

@pytest.mark.req("AJ-02", "D9")
@pytest.mark.invariant("I2")
def test_one():
    pass

class TestMany:
    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.req("AJ-03"))])
    def test_two(self, x):
        request("AJ-04")
"""

SOURCE = '''"""Cards (AJ-16..18), and the act (AJ-42..AJ-44)."""

LIMIT = 1000  # AJ-25, PT-27: a ball set is changed

def sell():
    """Sell the next cards (AJ-66, 67)."""
    return refuse("SALE-PHASE")

class Book:
    """The book has 90 balls, of AJ-61, 90 of them."""

    def open(self):
        return refuse(
            "BOOK-OPEN"
        )
'''


def test_every_check_of_the_regulation_is_listed_once_in_order():
    checks = read_checks((ROOT / CHECKS).read_text("utf-8"))
    assert [check.id for check in checks] == [f"AJ-{n:02}" for n in range(1, 124)]
    assert {check.kind for check in checks} == {*PROVABLE, "SHOW", "HUMAN"}
    assert all(check.meaning and len(check.meaning.split()) <= 12 for check in checks)


def test_every_check_of_portugals_regulation_is_listed_once_in_order(of_portugal):
    checks = [found.check for found in of_portugal]
    assert [check.id for check in checks] == [f"PT-{n:02}" for n in range(1, 69)]
    assert {check.kind for check in checks} == {*IN_A_HALL, "ONLINE"}
    assert all(check.meaning and len(check.meaning.split()) <= 13 for check in checks)


def test_what_of_portugals_regulation_has_no_test_yet_is_no_more_than_this(of_portugal):
    bare = {each.check.id for each in of_portugal if each.check.kind in IN_A_HALL and not each.tests}
    assert not bare


def test_what_of_the_regulation_of_roulette_has_no_test_yet_is_no_more_than_this(of_roulette):
    assert [found.check.id for found in of_roulette] == [f"RO-{n:02}" for n in range(1, 90)]
    bare = {each.check.id for each in of_roulette if each.check.kind in IN_A_HALL and not each.tests}
    # Where a player puts a chip; what of the last spins is recalled at the desk.
    assert bare == set()


def test_what_of_the_regulation_of_baccarat_has_no_test_yet_is_no_more_than_this(of_baccarat):
    assert [found.check.id for found in of_baccarat] == [f"BA-{n:02}" for n in range(1, 67)]
    assert {found.check.kind for found in of_baccarat} == {*PROVABLE, "SHOW", "HUMAN"}
    assert {each.check.id for each in of_baccarat if not each.tests} == set()


def test_the_pages_are_in_step_with_tests_and_sources(traces, of_portugal, of_roulette, of_baccarat):
    assert PAGE_OF_BACCARAT.read_text("utf-8") == page_of_baccarat(of_baccarat), "run tools.requirements"
    assert PAGE_OF_ROULETTE.read_text("utf-8") == page_of_roulette(of_roulette), "run tools.requirements"
    assert PAGE_OF_PORTUGAL.read_text("utf-8") == page_of_portugal(of_portugal), "run tools.requirements"
    assert PAGE.read_text("utf-8") == page(traces), "run `python -m tools.requirements`"


def test_no_test_carries_the_mark_of_a_check_that_there_is_not(traces, of_portugal, of_roulette, of_baccarat):
    tests = {path: (ROOT / path).read_text("utf-8") for path in _test_files()}
    known = {found.check.id for found in (*traces, *of_portugal, *of_roulette, *of_baccarat)}
    strange = {(check, place.path) for check, place in marked(tests) if re.match("AJ-|PT-|RO-|BA-", check)}
    assert not {found for found in strange if found[0] not in known}


def _test_files():
    return [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")]


def test_marks_are_found_on_functions_methods_parameters_and_modules():
    found = {(check, place.name) for check, place in marked({"tests/a.py": MARKED})}
    assert found == {
        ("AJ-01", "pytestmark"),
        ("AJ-02", "test_one"),
        ("D9", "test_one"),
        ("AJ-03", "TestMany.test_two"),
    }


def test_places_are_found_by_what_names_a_check_and_by_what_refuses_by_it():
    found = {(check, place.line, place.name) for check, place in enforced({"hallctl/a.py": SOURCE})}
    assert found == {
        *((f"AJ-{n}", 1, "") for n in (16, 17, 18, 42, 43, 44)),
        ("AJ-25", 3, "LIMIT"),
        ("PT-27", 3, "LIMIT"),
        ("AJ-66", 6, "sell"),
        ("AJ-67", 6, "sell"),
        ("AJ-77", 7, "sell"),
        ("AJ-61", 10, "Book"),
        ("AJ-40", 13, "Book.open"),
    }


def test_the_catalogue_of_refusals_alone_enforces_nothing():
    assert not list(enforced({"hallctl/rules/refusals.py": 'X = {"SALE-PHASE": ("AJ-77", "…")}'}))
    assert list(enforced({"hallctl/config/profiles/a.toml": "chip = 50  # AJ-121"})) == [
        ("AJ-121", Place("hallctl/config/profiles/a.toml", 1, ""))
    ]


def test_a_function_that_names_a_check_twice_is_one_place():
    (found,) = trace(
        [Check("AJ-07", "DO", "")], {}, {"hallctl/a.py": "def f():\n    # AJ-07\n    # AJ-07\n    ..."}
    )
    assert found.enforced == (Place("hallctl/a.py", 2, "f"),)


def test_the_summary_counts_what_a_program_can_prove_and_names_what_is_bare():
    checks = [Check("AJ-01", "DO", ""), Check("AJ-02", "CFG", ""), Check("AJ-03", "HUMAN", "")]
    traces = trace(checks, {"tests/a.py": MARKED}, {})
    assert summary(traces) == "2 of 2 checks of kind DO/KEEP/REFUSE/CFG have a test."
    bare = trace([*checks, Check("AJ-09", "KEEP", "")], {"tests/a.py": MARKED}, {})
    assert summary(bare) == "2 of 3 checks of kind DO/KEEP/REFUSE/CFG have a test. Without one: AJ-09."


def test_what_needs_eyes_or_people_is_counted_apart_and_marked():
    checks = [Check("AJ-01", "SHOW", ""), Check("AJ-02", "DO", ""), Check("AJ-09", "HUMAN", "")]
    traces = trace(checks, {"tests/a.py": MARKED}, {})
    told = "1 of 2 checks of kind SHOW/HUMAN have one of the program's part."
    assert shown(traces) == f"{told} Without one: AJ-09."
    assert "* AJ-09 **HUMAN**:" in page(traces)
    assert "* AJ-02 DO:" in page(traces)


def test_every_link_of_the_page_leads_to_a_file(traces):
    targets = set(re.findall(r"\]\(\.\./([^)]+)\)", page(traces)))
    assert len(targets) > 20
    assert not [target for target in targets if not (ROOT / target).is_file()]


def test_the_tool_prints_every_place_with_its_line(capsys, traces, of_portugal, of_roulette, of_baccarat):
    said = PAGE.read_bytes()
    main(lines=True)
    told = capsys.readouterr().out
    assert PAGE.read_bytes() == said
    others = "".join(f"{summary(each, IN_A_HALL)}\n" for each in (of_portugal, of_roulette))
    of_macau = f"{summary(of_baccarat)}\n{shown(of_baccarat)}\n"
    assert told.endswith(f"{summary(traces)}\n{shown(traces)}\n{others}{of_macau}")
    places = re.findall(r"^    (?:test|code)  (\S+):(\d+) (\S*)$", told, re.MULTILINE)
    assert len(places) == sum(
        len(found.tests) + len(found.enforced)
        for found in (*traces, *of_portugal, *of_roulette, *of_baccarat)
    )
    for path, number, _ in places[::20]:
        assert Path(ROOT / path).read_text("utf-8").splitlines()[int(number) - 1].strip()
