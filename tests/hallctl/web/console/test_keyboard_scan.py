"""Whose a key is: each scan is heard once, whenever it comes, and no typed character is lost."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

import hallctl.web.console
from hallctl.games.bingo.cards.barcode_text import LENGTHS, PREFIX, code_of, read_code
from hallctl.games.bingo.rules.written import WrittenCard
from tests.browser import Browsers
from tests.hallctl.web.console.wedge import LAYOUTS, Key, Wedge

SCRIPT = Path(hallctl.web.console.__file__).parent / "static" / "keyboard_scan.js"
QUIET_MS = 1_000
CODE = code_of(WrittenCard("A-1042", 17))

PLAY = f"""
(timelines) => JSON.parse(timelines).map((events) => {{
  const scanKeys = new ScanKeys("{PREFIX}", {json.dumps(LENGTHS)});
  let value = "", presses = 0, again = 0;
  const scans = [];
  for (const event of events) {{
    const found = scanKeys.key({{ where: "text", ...event, before: value }});
    if (found.undo.length) value = found.undo.filter((before) => before !== null).at(-1) ?? value;
    scans.push(...found.scans);
    again += found.again;
    if (found.own) continue;
    if (event.key === "Enter" || event.key === "Tab") presses += 1;
    else if ((event.where ?? "text") !== "none") value += event.text;
  }}
  scans.push(...scanKeys.idle(1e12));
  return {{ value, presses, scans, again }};
}})
"""


@pytest.fixture(scope="module")
def page(browsers: Browsers) -> Iterator[Page]:
    with browsers.window() as context:
        page = context.new_page()
        page.add_script_tag(content=SCRIPT.read_text(encoding="utf-8"))
        yield page


def play(page: Page, keys: list[Key], **more: Any) -> dict[str, Any]:
    """Have the script hear keys, and a field take what it lets through."""
    return play_all(page, [[key.heard | more for key in keys]])[0]


def play_all(page: Page, lines: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Have a script of its own hear each list of keys."""
    heard: list[dict[str, Any]] = page.evaluate(PLAY, json.dumps(lines))
    return heard


def typed(text: str, start: float, pace: float) -> list[Key]:
    """Return the keys of a person, as fast as they like."""
    keys = []
    for place, character in enumerate(text):
        at = start + place * pace
        if character == "\n":
            keys.append(Key("Enter", "Enter", "\r", at))
        else:
            upper = character.upper()
            code = (
                f"Key{upper}"
                if "A" <= upper <= "Z"
                else f"Digit{upper}"
                if upper in "0123456789"
                else "Slash"
            )
            keys.append(Key(code, character, character, at))
    return keys


CODES = st.builds(
    lambda letter, identification, card: code_of(WrittenCard(f"{letter}-{identification}", card)),
    st.sampled_from(("A", "Y", "Z", "Q", "ABC")),
    st.integers(1, 999_999),
    st.integers(1, 99_999),
)
WEDGES = st.builds(
    Wedge,
    st.sampled_from(LAYOUTS),
    st.sampled_from(LAYOUTS),
    st.sampled_from((5, 20, 50, 100, 200)),
    st.booleans(),
    st.sampled_from(("", "\n", "\t", "\n\n")),
    st.sampled_from(("", "]C0", "]C1")),
    st.integers(-1, 20),
)
WORDS = st.text("aeiouxkvc7 áñ;-/XKV", max_size=12).filter(
    lambda text: PREFIX not in text.upper() and "XK" not in text.upper()
)
DOINGS = st.lists(
    st.tuples(st.just("scan"), CODES, WEDGES, st.integers(250, 3_000))
    | st.tuples(st.just("type"), WORDS, st.integers(67, 300), st.integers(250, 3_000)),
    max_size=6,
)


@settings(max_examples=60, deadline=None)
@given(DOINGS)
def test_every_scan_is_heard_once_and_every_typed_character_stays(page: Page, doings: list[Any]) -> None:
    keys: list[Key] = []
    at, text, codes, presses = 1_000.0, "", [], 0
    for kind, said, how, pause in doings:
        if kind == "scan":
            keys += how.keys(said, at)
            codes.append(said)
            # Until then a key may be the rest of a scan that was garbled.
            pause = max(pause, 800 if how.pace > 100 else 250)  # noqa: PLW2901
        else:
            keys += typed(said, at, how)
            text += said
        at = max(keys[-1].time if keys else at, at) + pause
        if kind == "type" and said:
            at += QUIET_MS
            keys += typed("\n", at, 0)
            presses += 1
            at += QUIET_MS + 1
    heard = play(page, keys)
    assert heard == {"value": text, "presses": presses, "scans": codes, "again": 0}


@pytest.mark.parametrize("scanner", LAYOUTS)
def test_every_pair_of_layouts_at_every_speed_with_a_hiccup_anywhere_is_one_scan(
    page: Page, scanner: str
) -> None:
    wedges = [
        Wedge(scanner, computer, pace, bool(hiccup % 2), "\n", aim, hiccup)
        for computer in LAYOUTS
        for place, pace in enumerate((5, 20, 50, 100, 200))
        for aim in ("", "]C1")
        for hiccup in (-1, *range(1 + place, len(aim + CODE) + 1, 7))
    ]
    lines = [[key.heard for key in (*typed("hola", 0, 70), *wedge.keys(CODE, 900))] for wedge in wedges]
    for wedge, heard in zip(wedges, play_all(page, lines), strict=True):
        assert heard == {"value": "hola", "presses": 0, "scans": [CODE], "again": 0}, wedge


@settings(max_examples=50)
@given(
    st.integers(0, len(CODE) - 1),
    st.sampled_from(("lost", "doubled", "cut")),
    st.sampled_from(("", "\n", "\t")),
)
def test_a_garbled_scan_presses_nothing_and_the_next_one_is_whole(
    page: Page, at: int, how: str, suffix: str
) -> None:
    wrong = {"lost": CODE[:at] + CODE[at + 1 :], "doubled": CODE[: at + 1] + CODE[at:], "cut": CODE[:at]}[how]
    first = Wedge(pace=20, suffix=suffix).keys(wrong, 0)
    pause = 1_200 if first else 0
    heard = play(page, [*first, *Wedge(pace=20).keys(CODE, (first[-1].time if first else 0) + pause)])
    assert heard["scans"][-1] == CODE
    # One letter alone is any text, and the same letter before it may be a person's.
    if suffix == "\n" and not (how == "cut" and at < 2):
        assert (heard["value"], heard["presses"]) == ("X" if (how, at) == ("doubled", 0) else "", 0)
    assert all(read_code(code) is None for code in heard["scans"][:-1] if code != CODE)


def test_scans_one_upon_the_other_are_as_many(page: Page) -> None:
    for suffix in ("", "\n", "\n\n"):
        wedge, keys = Wedge(pace=5, suffix=suffix), []
        for _ in range(3):
            keys += wedge.keys(CODE, keys[-1].time + 5 if keys else 0)
        assert play(page, keys) == {"value": "", "presses": 0, "scans": [CODE] * 3, "again": 0}


def test_a_number_pad_and_a_tablet_that_knows_no_places_are_scanners_too(page: Page) -> None:
    keys = Wedge(pace=20).keys(CODE, 0)
    pad = [replace(key, code=key.code.replace("Digit", "Numpad")) for key in keys]
    for other in (pad, [replace(key, code="") for key in keys]):
        assert play(page, other) == {"value": "", "presses": 0, "scans": [CODE], "again": 0}


def test_a_held_key_and_keys_without_a_field_are_nothing(page: Page) -> None:
    held = [Key("KeyX", "x", "x", n * 30) for n in range(9)]
    assert play(page, held, repeat=True)["value"] == "x" * 9
    assert play(page, [*typed("xk", 0, 90), *typed("v", 250, 0)], repeat=True)["value"] == "xkv"
    assert play(page, typed("ab\n", 0, 90), where="none")["presses"] == 0
    assert play(page, typed("\n", 0, 90), where="none")["presses"] == 1


OLD = "A-1042/17"


@pytest.mark.parametrize("computer", LAYOUTS)
@pytest.mark.parametrize("aim", ["", "]C0"])
def test_a_code_of_before_as_fast_as_a_machine_is_a_scan_in_any_field(
    page: Page, computer: str, aim: str
) -> None:
    keys = Wedge(computer=computer, pace=8, aim=aim).keys(OLD, 0)
    heard = play(page, keys)
    # Where the layouts disagree about the letter it may be another series: it is no card then.
    assert heard == {"value": "", "presses": 0, "scans": ["?" if computer == "fr" else OLD], "again": 0}
    assert play(page, keys, where="card")["presses"] == 1, "where a card is asked for it is written"
    assert play(page, keys, where="secret")["presses"] == 1


def test_a_code_of_before_as_slow_as_a_person_is_asked_about_once(page: Page) -> None:
    keys = Wedge(pace=100).keys(OLD, 0)
    assert play(page, keys) == {"value": OLD, "presses": 0, "scans": [], "again": 1}
    assert play(page, [*keys, *typed("\n", 1_500, 0)])["presses"] == 1
    said = typed("el carton A/1042/17\n", 0, 100)
    assert play(page, said)["presses"] == 1, "who writes of a card is not asked"
