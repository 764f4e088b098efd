"""The words of the code: the field's terms instead of retired names, and "they" for a person."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

RETIRED = {
    "Door": "AuthService",
    "keep_door": "open_auth_service",
    "at_the_door": "log_security",
    "Doorman": "AsyncAuth",
    "doorman": "async_auth",
    "Eye": "BallCamera",
    "EyePort": "BallCameraPort",
    "Blind": "NoCamera",
    "Watchman": "BookVerifier",
    "hers": "actors",
    "not_hers": "not_own_shift",
}
"""Each retired identifier, and the one in its place."""

MODULES = {"door.py", "doorman.py", "eye.py", "blind.py", "watchman.py"}

NAMES = re.compile(rf"\b({'|'.join(RETIRED)})\b")
RETIRED_METHODS = re.compile(r"\bdef rest\(")
"""``rest`` meant four things: stop_watching, wait_until, keep_idle, remaining."""
PRONOUNS = re.compile(r"(?<![A-Za-z])(she|her|hers|herself|him|himself|his)(?![A-Za-z])", re.IGNORECASE)
"""Also as a part of a name in snake case."""


def sources():
    """Return every module of the product, but for the reader's."""
    files = [path for room in ("hallctl", "displays", "drivers") for path in (ROOT / room).rglob("*.py")]
    return sorted(path for path in files if not path.is_relative_to(ROOT / "drivers" / "reader"))


@pytest.fixture(scope="module")
def lines():
    """Every line of the product with the place where it is."""
    return [
        (f"{path.relative_to(ROOT)}:{number}", line)
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    ]


def test_no_retired_name_is_left(lines):
    assert len(lines) > 20_000, "the product is not where it is looked for"
    found = [f"{place} {name}: {RETIRED[name]}" for place, line in lines for name in NAMES.findall(line)]
    assert found == []
    assert [place for place, line in lines if RETIRED_METHODS.search(line)] == []
    assert [path.name for path in sources() if path.name in MODULES] == []


def test_people_are_they(lines):
    assert [f"{place} {line.strip()}" for place, line in lines if PRONOUNS.search(line)] == []


@pytest.mark.parametrize("line", ["# when she enters", "def not_hers(state):", "In which of Her posts"])
def test_a_pronoun_is_found_wherever_it_stands(line):
    assert PRONOUNS.search(line)


@pytest.mark.parametrize("line", ["# others are closed", "there, where this", "otherwise", "a cushion"])
def test_a_part_of_a_word_is_no_pronoun(line):
    assert not PRONOUNS.search(line)
