"""The picture of the house is what the imports are."""

import pytest

from tools.architecture import PAGE, current, reduced, rooms


def test_the_page_shows_the_rooms_and_arrows_that_there_are():
    assert PAGE.read_text("utf-8") == current(), "python -m tools.architecture"


def test_the_house_has_thirteen_rooms_and_its_leaves_each_with_a_sentence():
    named = rooms()
    assert sum(name.startswith("hallctl.") for name in named) == 13
    assert all(sentence.endswith((".", ":")) for sentence in named.values()), named


def test_an_arrow_that_follows_from_others_is_left_out():
    assert reduced({("a", "b"), ("b", "c"), ("a", "c")}) == {("a", "b"), ("b", "c")}


def test_a_circle_is_refused():
    with pytest.raises(ValueError, match="a circle"):
        reduced({("a", "b"), ("b", "c"), ("c", "a")})
