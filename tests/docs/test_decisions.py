"""The index of decisions has every page, with a status."""

import re
from pathlib import Path

DECISIONS = Path(__file__).parents[2] / "docs/decisions"
ROWS = re.findall(
    r"^\| (\d+) \| \[[^]]+\]\((\d{4}-[\w-]+\.md)\) \| (.+) \|$",
    (DECISIONS / "README.md").read_text("utf-8"),
    re.MULTILINE,
)


def test_every_decision_is_in_the_index_under_its_own_number():
    assert [page for _, page, _ in ROWS] == sorted(path.name for path in DECISIONS.glob("0*.md"))
    assert all(int(number) == int(page[:4]) for number, page, _ in ROWS)


def test_a_decision_has_250_words_at_most():
    assert [path.name for path in DECISIONS.glob("0*.md") if len(path.read_text("utf-8").split()) > 250] == []


def test_every_decision_has_one_of_the_statuses():
    assert all(re.match(r"(accepted|superseded by \[\d+\]|history)", status) for *_, status in ROWS)
