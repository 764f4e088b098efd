"""The documentation stays short, and its tables can be read."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
MOST_WORDS = 54_300
"""What there is, rounded up: some 45,000 for the house, and a page for each feature after it, once."""
LONGEST_ROW = 400
WRITTEN_BY_A_TOOL = {"requirements.md", "requirements-pt.md", "requirements-ro.md", "requirements-ba.md"}
"""Its rows list every test of a requirement."""


def words_of(text):
    """Count the words: what has a letter or a digit; the bars of tables, bullets and arrows are none."""
    return sum(any(character.isalnum() for character in token) for token in text.split())


def test_the_documentation_grows_no_longer():
    written = [page for page in PAGES if page.name not in WRITTEN_BY_A_TOOL]
    words = sum(words_of(page.read_text("utf-8")) for page in written)
    assert words <= MOST_WORDS, f"{words} words; shorten a page, or say why there are more"


@pytest.mark.parametrize(("name", "most"), [("reader.md", 1200), ("reader-history.md", 1000)])
def test_the_pages_of_the_reader_are_short(name, most):
    assert words_of((ROOT / "docs" / name).read_text("utf-8")) <= most


def test_only_what_has_a_letter_or_a_digit_is_a_word():
    assert words_of("| `MIN-IO` | the disk — 42 → *x* | |\n|---|---|\n* a") == 6


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_row_of_a_table_is_too_long_to_read(page):
    if page.name in WRITTEN_BY_A_TOOL:
        return
    rows = [line for line in page.read_text("utf-8").splitlines() if line.lstrip().startswith("|")]
    assert not [row for row in rows if len(row) > LONGEST_ROW]


def test_no_figure_is_without_its_command():
    assert not [page.name for page in PAGES if "by no command of the project" in page.read_text("utf-8")]
