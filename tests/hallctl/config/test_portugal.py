"""The rule sets of Portugal's regulation, which a hall names in its configuration, and what they refuse."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.config.problems import ConfigError
from hallctl.config.rules import RuleSetError
from hallctl.config.rules import rule_set as any_rule_set
from hallctl.games.bingo.files import PROFILES, rule_set
from hallctl.games.bingo.rules.ruleset import RuleSet
from hallctl.games.bingo.variants.combination import LINES, Way
from hallctl.games.bingo.variants.library import VARIANTS, variant
from hallctl.games.bingo.variants.portugal import faults_of_cards
from tests.hallctl.config.test_hall import TEXT
from tests.hallctl.config.test_texts import read

PORTUGAL = [name for name in PROFILES if name.startswith("pt-bingo-")]


POT = """
[[progressives]]
name = "Acumulado"
claim = "bingo"
seed = 5000
cap = 100000
max_balls = 40
"""
ONLY_BINGO = """
[[prizes]]
key = "bingo"
es = "Bingo"
pt = "Bingo"
en = "Bingo"
wins = ["full"]
share_bp = 7000
"""


def own(folder: Path, text: str, base: str = "pt-bingo-90") -> RuleSet:
    """Return a hall's own rules, which change some of a profile's."""
    (folder / "regras.toml").write_text(f'base = "{base}"\n{text}\n', "utf-8")
    return any_rule_set("regras.toml", RuleSet, folder=folder)


@pytest.mark.req("PT-17", "PT-18", "PT-53", "PT-55", "PT-57", "PT-60", "PT-66")
@pytest.mark.parametrize("name", PORTUGAL)
def test_each_variant_of_portugal_is_a_rule_set_in_euros_and_portuguese(name: str) -> None:
    rules = rule_set(name)
    assert (rules.name, rules.law, rules.currency, rules.language) == (name, "portugal", "€", "pt")
    assert rules.variant == variant(name) and rules.universe == rules.variant.universe
    assert [prize.pt for prize in rules.listed][-2:] == ["Linha", "Bingo"]
    assert (rules.chips, rules.minimum_interval_ms >= 1000) == ((), True)


@pytest.mark.req("PT-36", "PT-37", "PT-56", "PT-59", "PT-63", "PT-68")
def test_each_variant_has_the_lines_of_its_rules() -> None:
    kinds = {name: rule_set(name).prize("line") for name in PORTUGAL}
    found = {name: prize.combination.ways for name, prize in kinds.items() if prize is not None}
    assert found.pop("pt-bingo-90") == (Way.ROWS,)
    assert found == dict.fromkeys(PORTUGAL[1:], LINES)


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        pytest.param("bingo_bp = 5400\nhouse_bp = 3100", "PT-35", marks=pytest.mark.req("PT-35")),
        pytest.param("bingo_bp = 7600\nhouse_bp = 900", "PT-35", marks=pytest.mark.req("PT-35")),
        pytest.param("line_bp = 3600\nbingo_bp = 3400", "PT-41", marks=pytest.mark.req("PT-41")),
        pytest.param("minimum_interval_ms = 999", "PT-27", marks=pytest.mark.req("PT-26", "PT-27")),
        pytest.param('variant = "aj-bingo-90"', "PT-55", marks=pytest.mark.req("PT-55")),
        pytest.param('language = "fr"', "PT-53", marks=pytest.mark.req("PT-53")),
        pytest.param('language = "es"', "PT-53", marks=pytest.mark.req("PT-53")),
        pytest.param('currency = "Bs"', "PT-18", marks=pytest.mark.req("PT-18")),
        pytest.param("most_cards = -1", "PT-20", marks=pytest.mark.req("PT-20")),
        pytest.param(f"bingo_bp = 5149\n{POT}share_bp = 351", "PT-42", marks=pytest.mark.req("PT-42")),
        pytest.param(f"line_bp = 0\nbingo_bp = 0\n{ONLY_BINGO}", "PT-36", marks=pytest.mark.req("PT-36")),
    ],
)
def test_what_the_regulation_does_not_allow_is_refused_with_its_article(
    tmp_path: Path, text: str, cited: str
) -> None:
    with pytest.raises(RuleSetError, match=cited):
        own(tmp_path, text)


PARTS = """
line_bp = 0
bingo_bp = 0
[[prizes]]
key = "{key}"
es = "Otro"
pt = "Outro"
en = "Other"
wins = {wins}
{more}
share_bp = 1000
[[prizes]]
key = "bingo"
es = "Bingo"
pt = "Bingo"
en = "Bingo"
wins = ["full"]
share_bp = 6000
"""


@pytest.mark.req("PT-68")
def test_the_other_prize_of_thirty_balls_is_line_column_or_corners(tmp_path: Path) -> None:
    for wins in ('["columns"]', '["rows", "columns", "diagonals"]', '["corners"]'):
        own(tmp_path, PARTS.format(key="other", wins=wins, more=""), "pt-bingo-30")
    with pytest.raises(RuleSetError, match="PT-68"):
        own(tmp_path, PARTS.format(key="other", wins='["rows"]', more="lines = 2"), "pt-bingo-30")


@pytest.mark.req("PT-05", "PT-06")
def test_only_bingo_and_line_have_a_progressive(tmp_path: Path) -> None:
    pot = POT.replace('claim = "bingo"', 'claim = "corners"') + "share_bp = 50\n"
    text = PARTS.format(key="corners", wins='["corners"]', more="").replace("6000", "5950") + pot
    with pytest.raises(RuleSetError, match="PT-05, PT-06"):
        own(tmp_path, text, "pt-bingo-75")
    line = text.replace('"corners"', '"line"').replace('["line"]', '["rows"]')
    assert own(tmp_path, line, "pt-bingo-75").progressives[0].claim == "line"


@pytest.mark.req("PT-55", "PT-57", "PT-58", "PT-60", "PT-66")
def test_cards_are_those_of_the_rules_for_their_balls() -> None:
    for key in VARIANTS[1:]:
        assert not [*faults_of_cards(variant(key))], key
    eighty, thirty = variant("pt-bingo-80"), variant("pt-bingo-30")
    faded = tuple(replace(column, colour="red") for column in eighty.columns)
    assert next(iter(faults_of_cards(replace(eighty, columns=faded)))).endswith("(PT-58)")
    lettered = tuple(replace(c, letter=letter) for c, letter in zip(thirty.columns, "ABC", strict=True))
    assert next(iter(faults_of_cards(replace(thirty, columns=lettered)))).endswith("(PT-66)")
    forty = tuple(replace(c, first=c.first * 2 - 1, last=c.last * 2) for c in eighty.columns[:2])
    odd = replace(eighty, universe=80, rows=2, columns=forty, per_row=2)
    assert "PT-57" in " ".join(faults_of_cards(odd))


@pytest.mark.req("PT-05", "PT-35", "PT-42", "PT-43")
def test_what_it_just_allows_is_taken(tmp_path: Path) -> None:
    rules = own(tmp_path, f"bingo_bp = 5150\nminimum_interval_ms = 1000\n{POT}share_bp = 350")
    assert (rules.progressives[0].seed, rules.minimum_interval_ms) == (5000, 1000)
    assert own(tmp_path, "bingo_bp = 7500\nhouse_bp = 1000").house_bp == 1000


@pytest.mark.req("PT-53")
def test_a_hall_of_portugals_rules_speaks_portuguese(tmp_path: Path) -> None:
    text = re.sub(r'rule_set = "[^"]+"', 'rule_set = "pt-bingo-90"', TEXT)
    with pytest.raises(ConfigError) as caught:
        read(tmp_path, text)
    assert any("[hall] language: es «pt»" in each and "(PT-53)" in each for each in caught.value.problems)
    spoken = re.sub(r"(\[hall\]\n)", r'\1language = "pt"\n', re.sub(r'language = "\w+"\n', "", text))
    assert read(tmp_path, spoken).rules.language == "pt"


@pytest.mark.req("PT-27")
def test_only_a_practice_hall_may_be_faster_or_speak_otherwise(tmp_path: Path) -> None:
    pace = {"minimum_interval_ms": 0, "any_more_ms": 0}
    assert any_rule_set("pt-bingo-75", RuleSet, pace).minimum_interval_ms == 0
