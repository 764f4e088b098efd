"""What a person types is refused where it enters if it cannot be printed, and says why (I24)."""

import unicodedata
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fonts import uncovered
from hallctl.games.bingo.rules.commands.closing import CountCash, ProposeVoid
from hallctl.games.bingo.rules.commands.opening import CountBalls
from hallctl.games.bingo.rules.commands.sale import DeliverCards, SellCards
from hallctl.games.bingo.rules.tables import COMMANDS, decide
from hallctl.rules.admission import admitted, made_printable
from hallctl.rules.commands.base import Actor, Command, Issued, Post
from hallctl.rules.commands.extraction import ReportBall
from hallctl.rules.commands.incidents import MinuteIncident
from hallctl.rules.commands.running import ReportFault
from hallctl.rules.fields import field_name, field_names
from hallctl.rules.refusals import Refusal
from hallctl.rules.text import Unfit, composed, flaw, printable
from tests.hallctl.games.bingo.rules.night import Night

pytestmark = pytest.mark.invariant("I24")

UNFIT = {
    "\x07": Unfit.CONTROL,
    "\x1b[2J": Unfit.CONTROL,
    "a\tb": Unfit.CONTROL,
    "\x85": Unfit.CONTROL,
    "\u2028": Unfit.BREAK,
    "\ud800": Unfit.UNASSIGNED,
    "\ufdd0": Unfit.UNASSIGNED,
    "\U0010ffff": Unfit.UNASSIGNED,
    "\u0378": Unfit.UNASSIGNED,
    "\ue000": Unfit.PRIVATE,
    "\U000f0000": Unfit.PRIVATE,
    "\U000e0041": Unfit.TAG,
    "\u202e": Unfit.DIRECTION,
    "\u2067": Unfit.DIRECTION,
    "\u200f": Unfit.DIRECTION,
    "\u200b": Unfit.INVISIBLE,
    "\ufeff": Unfit.INVISIBLE,
    "\u00ad": Unfit.INVISIBLE,
    "\u3164": Unfit.INVISIBLE,
    "a\u200db": Unfit.JOINER,
    "\u200d": Unfit.JOINER,
    "a\ufe0f": Unfit.VARIANT,
    "perdi\ufffd": Unfit.LOST,
    "\u0301a": Unfit.MARK,
    "e" + "\u0316" * 5: Unfit.MARKS,
}

FIT = [
    "Ñandú Óscar Łukasz Ștefan Αθήνα Москва",
    "“comillas” — €5 ½ n.º 17",
    "\U0001f600 \u2764\ufe0f \U0001f44d\U0001f3fd",
    "\U0001f469\u200d\u2695\ufe0f",
    "1\ufe0f\u20e3",
    "#let x = $ * _ ` @ < \\",
    '=HYPERLINK("http://x")',
    "<script>alert(1)</script>",
    "renglón\notro",
]


def issued(command: Command) -> Issued:
    return Issued(command, Actor("Ana", Post.JEFE), "")


@pytest.mark.parametrize("text", UNFIT)
def test_what_cannot_be_printed_is_refused_with_its_place_and_its_reason(text: str) -> None:
    answer = admitted(issued(MinuteIncident(f"ñ {text}")), uncovered)
    assert isinstance(answer, Refusal)
    assert answer.code == "TEXT-PRINT"
    assert answer.words["why"] == UNFIT[text].value
    assert answer.words["field"] == "texto"
    assert 3 <= int(str(answer.words["place"])) <= 2 + len(text)
    assert f"U+{ord(f'ñ {text}'[int(str(answer.words['place'])) - 1]):04X}" in answer.sentence
    assert answer.sentence.isprintable()


@pytest.mark.parametrize("text", FIT)
def test_what_can_be_printed_comes_in(text: str) -> None:
    command = issued(MinuteIncident(text))
    assert admitted(command, uncovered) == command


def test_what_no_font_shows_is_refused_by_name() -> None:
    answer = admitted(issued(ProposeVoid("en \U00012000")), partial(uncovered, system=()))
    assert isinstance(answer, Refusal)
    assert "«\U00012000» (U+12000 CUNEIFORM SIGN A)" in answer.sentence
    assert answer.words["why"] == Unfit.FONT.value


def test_names_and_texts_come_in_composed_with_one_kind_of_line_break() -> None:
    taken = admitted(Issued(MinuteIncident("a\r\nb\rc"), Actor("Jose\u0301", Post.JEFE), ""))
    assert taken == Issued(MinuteIncident("a\nb\nc"), Actor("José", Post.JEFE), "")


@pytest.mark.parametrize(
    ("command", "code", "words"),
    [
        (MinuteIncident("x" * 2001), "TEXT-LONG", {"field": "texto", "length": 2001, "most": 2000}),
        (MinuteIncident("\n" * 40), "TEXT-LINES", {"field": "texto", "lines": 41, "most": 40}),
        (DeliverCards("a\nb", 1), "TEXT-LINES", {"field": "vendedor", "lines": 2, "most": 1}),
        (DeliverCards("W" * 121, 1), "TEXT-LONG", {"field": "vendedor", "length": 121, "most": 120}),
        (
            CountCash(10**13),
            "NUMBER-RANGE",
            {"field": "efectivo contado", "least": -(10**12), "most": 10**12},
        ),
        (SellCards(10**4000), "NUMBER-RANGE", {"field": "cantidad", "least": -(10**6), "most": 10**6}),
        (CountBalls((1,) * 1001, ()), "LIST-LONG", {"field": "bolas contadas", "most": 1000}),
        (
            CountBalls((1, 10**9), ()),
            "NUMBER-RANGE",
            {"field": "bolas contadas", "least": -(10**6), "most": 10**6},
        ),
    ],
)
def test_what_is_too_large_is_refused_with_its_limit(
    command: Command, code: str, words: dict[str, Any]
) -> None:
    answer = admitted(issued(command))
    assert isinstance(answer, Refusal)
    assert (answer.code, dict(answer.words)) == (code, words)


def test_the_rules_are_asked_of_nothing_that_cannot_come_in() -> None:
    night = Night().open_session()
    assert night.refused(MinuteIncident("\x07")) == "TEXT-PRINT"
    assert night.refused(DeliverCards("\U000e0041", 1), person="Rosa") == "TEXT-PRINT"
    assert night.refused(MinuteIncident("pelea"), person="Ana\u202e") == "TEXT-PRINT"
    late = decide(night.state, Issued(MinuteIncident("x"), Actor("Ana", Post.JEFE), "\x00"), 0)
    assert isinstance(late, Refusal)


def texts_and_numbers(kind: type, path: str = "") -> list[str]:
    """Return the path of every text and every number that a command has, lists and parts included."""
    found = []
    for each in fields(kind):
        hint, where = get_type_hints(kind)[each.name], f"{path}{each.name}"
        parts = [hint, *(inner for inner in get_args(hint) if inner is not type(None))]
        for part in parts:
            if part in {str, int}:
                found.append(where)
            elif is_dataclass(part) and isinstance(part, type):
                found += texts_and_numbers(part, f"{where}.")
    return found


def test_every_field_of_every_command_has_a_name_for_people() -> None:
    paths = {path for kind in (*COMMANDS.values(), Issued) for path in texts_and_numbers(kind)}
    unnamed = {path for path in paths if field_name(path.rpartition(".")[2]) not in field_names()}
    assert not unnamed


@given(st.text())
def test_whatever_a_device_says_is_made_printable(said: str) -> None:
    report = made_printable(ReportFault("cámara\x00", "X", said * 3), uncovered)
    assert admitted(issued(report), uncovered) == issued(report)
    assert report.device == "cámara[U+0000]"
    assert printable(report.detail, uncovered) == report.detail


def test_what_a_device_says_at_length_is_cut_and_its_numbers_held_in_bounds() -> None:
    long = made_printable(ReportFault("extractor", "X", "ñ\n" * 3000))
    assert len(long.detail) <= 2000 and long.detail.endswith("…")
    assert admitted(issued(long)) == issued(long)
    assert made_printable(ReportBall(1, 10**30, "")).ball == 10**6


@given(st.text())
def test_a_text_without_flaw_is_composed_and_holds_no_character_that_shows_nothing(said: str) -> None:
    text = composed(said)
    found = flaw(text, uncovered)
    assert (found is None) == (replace(MinuteIncident(""), text=printable(text, uncovered)).text == text)
    if found is None:
        assert text == unicodedata.normalize("NFC", text)
        assert {unicodedata.category(c) for c in text} & {"Cs", "Co", "Cn", "Zl", "Zp"} == set()
        assert all(c == "\n" for c in text if unicodedata.category(c) == "Cc")
