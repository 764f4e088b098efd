"""The words of the code: the field's terms instead of retired names, and "they" for a person."""

import io
import re
import tokenize
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
    "Album": "PictureStore",
    "AtTheMachine": "PersonAtMachine",
    "Attendant": "PanelController",
    "Chronicle": "EventLog",
    "Entrance": "RemoteAccess",
    "Eyepiece": "LiveCamera",
    "FarEnd": "Simulators",
    "Glass": "WatchExit",
    "Heard": "ReceivedMessage",
    "Hears": "CommandWords",
    "HearsSection": "CommandWordsSection",
    "Kept": "StoredCheckpoint",
    "Look": "Inspection",
    "Manner": "ClaimHabit",
    "Nobody": "NoPerson",
    "Owed": "PendingItem",
    "Sayings": "ScreenTexts",
    "Says": "StatusWords",
    "SaysSection": "StatusWordsSection",
    "Song": "PlayerClaim",
    "Sung": "ClaimedCard",
    "Teller": "FaultReporter",
    "Turnstile": "ScanLimiter",
    "Two": "Deciders",
    "Wishes": "WindowInput",
    "demand_kept": "demand_own_checkpoint",
    "demand_rest": "demand_idle",
    "demand_seen": "demand_cosigned_size",
    "find_entrance": "find_remote_access",
    "hearing_signals": "watch_signals",
    "hush": "silence",
    "keep_until_told": "supervise_until_signal",
    "known_said": "known_text",
    "look_at": "inspect_picture",
    "look_at_devices": "check_devices",
    "look_at_exit": "check_exit",
    "look_at_house": "check_house",
    "look_at_panel": "check_panel",
    "look_at_second": "check_second_medium",
    "name_as_kept": "normalised_name",
    "numbers_said": "distinct_numbers",
    "other_session_at_rest": "other_session_idle",
    "pass_over": "latch_unsensed",
    "problem_said": "problem_text",
    "read_kept": "read_stored",
    "say_json": "write_json",
    "sayings": "texts",
    "told_by_libraries": "capture_library_logs",
    "told_plainly": "report_errors",
    "two_of": "deciders_of",
    "typeset_saying": "typeset_with_statement",
}
"""Each retired identifier, and the one in its place."""

MODULES = {
    "attendant.py",
    "blind.py",
    "chronicle.py",
    "door.py",
    "doorman.py",
    "eye.py",
    "eyepiece.py",
    "sayings.py",
    "telling.py",
    "watchman.py",
}

ANY_RETIRED = re.compile(rf"\b(?:{'|'.join(RETIRED)})\b")
IN_DOCS = re.compile(rf"`[^`\s]*\b({'|'.join(RETIRED)})\b[^`\s]*`")
"""A retired name as code in a page; in a sentence most of them are words of the language."""
RETIRED_METHODS = re.compile(r"\bdef rest\(")
"""``rest`` meant four things: stop_watching, wait_until, keep_idle, remaining."""
PRONOUNS = re.compile(r"(?<![A-Za-z])(she|her|hers|herself|him|himself|his)(?![A-Za-z])", re.IGNORECASE)
"""Also as a part of a name in snake case."""


def of_reader(path):
    """Return whether a module is the reader's, its tests and its tool among them: not renamed yet."""
    parts = path.relative_to(ROOT).as_posix()
    return parts.startswith(("drivers/reader/", "tools/reader/", "tests/drivers/test_reader")) or (
        parts == "tests/tools/test_reader_maker.py"
    )


def sources(*rooms):
    """Return every module below these folders, but for the reader's and this one."""
    files = [path for room in rooms for path in (ROOT / room).rglob("*.py")]
    return sorted(path for path in files if not of_reader(path) and path != Path(__file__).resolve())


def retired_in(text):
    """Return each retired identifier of a module with its line; words of comments and strings are none."""
    if not ANY_RETIRED.search(text):  # tokens take a hundred times as long
        return []
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [
        (token.string, token.start[0])
        for token in tokens
        if token.type == tokenize.NAME and token.string in RETIRED
    ]


@pytest.fixture(scope="module")
def lines():
    """Every line of the product with the place where it is."""
    return [
        (f"{path.relative_to(ROOT)}:{number}", line)
        for path in sources("hallctl", "displays", "drivers")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
    ]


@pytest.mark.parametrize("room", ["hallctl", "displays", "drivers", "tools", "tests"])
def test_no_retired_name_is_left(room):
    found = sources(room)
    assert len(found) > 20, "the product is not where it is looked for"
    assert [path.name for path in found if path.name in MODULES] == []
    assert [
        f"{path.relative_to(ROOT)}:{line} {name}: {RETIRED[name]}"
        for path in found
        for name, line in retired_in(path.read_text("utf-8"))
    ] == []


def test_a_retired_name_is_found_and_a_word_of_a_text_is_none():
    text = '"""Look at Two."""\n# Kept\nlooked = Lookout\nself.hush(Kept)\n'
    assert retired_in(text) == [("hush", 4), ("Kept", 4)]


def test_no_page_names_a_retired_name():
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found = [(page.name, name) for page in pages for name in IN_DOCS.findall(page.read_text("utf-8"))]
    assert found == []


def test_no_method_is_called_rest(lines):
    assert len(lines) > 20_000, "the product is not where it is looked for"
    assert [place for place, line in lines if RETIRED_METHODS.search(line)] == []


def test_people_are_they(lines):
    assert [f"{place} {line.strip()}" for place, line in lines if PRONOUNS.search(line)] == []


@pytest.mark.parametrize("line", ["# when she enters", "def not_hers(state):", "In which of Her posts"])
def test_a_pronoun_is_found_wherever_it_stands(line):
    assert PRONOUNS.search(line)


@pytest.mark.parametrize("line", ["# others are closed", "there, where this", "otherwise", "a cushion"])
def test_a_part_of_a_word_is_no_pronoun(line):
    assert not PRONOUNS.search(line)
