"""The editor of patterns: what a drawn one wins with, how soon, and what the rule set's file then says."""

from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.config.rules import RuleSetError, rule_set
from hallctl.games.bingo.desk.pattern_board import BINGO_PATTERNS, judge
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.variants.library import shapes
from hallctl.outputs.pattern_board import Drawing
from tests.hallctl.games.bingo.rules.listed import rules_of
from tests.hallctl.games.bingo.rules.night import RULES

ROOT = Path(__file__).parents[5]
TEE = Drawing("own-t", "Te", "Tê", "Tee", frozenset({0, 1, 2, 3, 4, 7, 12, 17, 22}), turned=True)


def of(key: str) -> Drawing:
    """Return a shape of the library as a person would draw it, under another key."""
    shape = next(shape for shape in shapes() if shape.key == key)
    cells = frozenset(at for at, cell in enumerate("".join(shape.rows)) if cell == "X")
    return Drawing("own", "a", "b", "c", cells, shape.turned, shape.mirrored, shape.shifted)


@pytest.mark.req("PT-62", "PT-41")
@pytest.mark.parametrize(
    ("key", "forms", "least", "mean"),
    [
        ("letter-x", 1, 8, 608 / 9),
        ("block-of-four", 16, 3, 55895068 / 1601145),
        ("crazy-t", 4, 8, 49577 / 819),
    ],
)
def test_a_drawn_pattern_has_the_forms_and_the_odds_that_are_known(
    key: str, forms: int, least: int, mean: float
) -> None:
    judged = judge(rules_of(), of(key))
    assert (judged.fault, len(judged.forms), judged.least) == ("", forms, least)
    assert judged.mean == pytest.approx(mean)
    assert [balls for balls, _ in judged.within] == [15, 30, 45, 60]


@pytest.mark.parametrize(
    ("drawing", "fault", "drawn"),
    [
        (Drawing(), "Marque las casillas", False),
        (Drawing("x", "a", "b", "c", frozenset({12})), "La casilla libre sola", False),
        (replace(TEE, cells=frozenset({0, 1}), shifted=True, mirrored=True), "demasiadas formas", False),
        (replace(TEE, key="Te"), "La clave son", True),
        (replace(TEE, key="letter-x"), "La biblioteca ya tiene", True),
        (replace(TEE, pt=" "), "en los tres idiomas", True),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_to_be_kept(
    drawing: Drawing, fault: str, *, drawn: bool
) -> None:
    judged = judge(rules_of(), drawing)
    assert fault in str(judged.fault)
    assert (bool(judged.forms), judged.text) == (drawn, "")


def test_cards_with_blanks_have_no_patterns() -> None:
    assert BINGO_PATTERNS.columns(RULES) == ()
    assert BINGO_PATTERNS.columns(rules_of()) == ("B", "I", "N", "G", "O")


@pytest.mark.req("AJ-117", "PT-01", "PT-62")
def test_its_lines_make_it_a_pattern_of_the_rule_set_that_is_approved(tmp_path: Path) -> None:
    text = (ROOT / "fixtures/config/rules-75.toml").read_text("utf-8")
    named = text.replace('shapes = ["letter-x"]', 'shapes = ["own-t"]')
    assert named != text
    file = tmp_path / "own.toml"
    file.write_text(f"{named}\n{judge(rules_of(), TEE).text}", "utf-8")
    found = rule_set(str(file), RuleSet, pace={})
    assert len(found.forms("letter-x")) == 4
    assert "XXXXX" in found.text, "its cells are part of what is approved"
    file.write_text(named, "utf-8")
    with pytest.raises(RuleSetError, match="no existe la figura «own-t»"):
        rule_set(str(file), RuleSet, pace={})
    taken = judge(rules_of(), TEE).text.replace("own-t", "letter-h")
    file.write_text(f"{text}\n{taken}", "utf-8")
    with pytest.raises(RuleSetError, match="ya existe la figura «letter-h»"):
        rule_set(str(file), RuleSet, pace={})
