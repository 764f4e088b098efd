"""A session without any device is decided as in the hall, and no line of a script can break it."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.cli.scripts.lines import LONGEST_LINE
from hallctl.cli.scripts.play import Player, play
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import (
    ApproveVoid,
    CollectCards,
    PayPrize,
    PayRefunds,
    ProposeVoid,
    SignGame,
)
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, StartDraw
from hallctl.games.bingo.rules.commands.opening import (
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
)
from hallctl.games.bingo.rules.commands.sale import CloseSale, SellCards
from hallctl.games.bingo.rules.state import State
from hallctl.games.bingo.rules.tables import BINGO_RULES, COMMANDS, fold
from hallctl.rules.codec import encode
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.extraction import ReportBall, ReportFilled
from tests.hallctl.cli.scripts.scribe import AGAIN, ONE_GAME, Scribe, answers, line, one_game
from tests.hallctl.games.bingo.rules.night import MATRIX, OPENING, RULES

START = State(RULES, matrices={MATRIX.digest: MATRIX})
DRAW = line(DrawBall())


def answered(*lines):
    return list(play(lines, START))


def code(script_line):
    (answer,) = answered(script_line)
    return answer["refusal"]["code"]


def events(played):
    """The events that took effect, decoded from the answers."""
    return [
        BINGO_RULES.event(event["kind"], event["body"])
        for answer in played
        if "again" not in answer
        for event in answer.get("events", ())
    ]


def test_a_night_played_from_its_script_is_the_same_night_event_by_event():
    night = Scribe().open_session().finished(60).settled()
    player = Player(START)
    played = [player.take(number, script_line) for number, script_line in enumerate(night.lines, 1)]
    assert len(night.events) > 60
    assert events(played) == night.events
    assert player.state == night.state == fold(START, events(played))


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_commands_in_any_order_leave_the_state_that_their_events_fold_to(data):
    steps = st.sampled_from(
        [
            *(SellCards(n) for n in (-1, 0, 20)),
            *(ReportBall(1, ball, "") for ball in (0, 5, 91)),
            *(CallBall(5), CloseSale(), StartDraw(), DrawBall(), ReportFilled()),
            *(StopForClaim(Claim.LINE), VerifyCard(Claim.LINE, "A-1042", 1), ResumeDraw()),
            *(ProposeVoid("error"), ApproveVoid(), PayRefunds(20), CollectCards(20), SignGame()),
        ]
    )
    night = Scribe().open_session().sell(20)
    waits = data.draw(st.lists(st.tuples(steps, st.integers(0, 5000)), max_size=30))
    for command, wait in waits:
        night.wait(wait)
        night.lines.append(line(command, at=night.now))
    player = Player(START)
    played = [player.take(number, script_line) for number, script_line in enumerate(night.lines, 1)]
    assert fold(START, events(played)) == player.state


def test_the_same_script_gives_the_same_bytes():
    script = one_game().lines
    assert answers(script) == answers(list(script))


def test_the_example_session_and_its_answers_are_what_the_rules_say_today():
    assert ONE_GAME.read_bytes() == b"\n".join(one_game().lines) + b"\n", AGAIN
    with ONE_GAME.open("rb") as script:
        assert answers(script) == ONE_GAME.with_suffix(".out.jsonl").read_bytes(), AGAIN


@pytest.mark.invariant("I17")
def test_the_same_request_again_has_the_same_answer_and_no_second_effect():
    once = line(OPENING, request="r1")
    first, again, refused, refused_again = answered(once, once, *[line(LoadBalls(), request="r2")] * 2)
    assert first["events"] == again["events"]
    assert again["again"] == 1
    assert refused["refusal"]["code"] == "SESSION-NONE"
    assert refused_again == {**refused, "line": 4, "again": 3}


@pytest.mark.invariant("I17")
@pytest.mark.parametrize(
    "other",
    [
        line(RegisterBallSet("J-02"), request="r1"),
        line(RegisterBallSet("J-01"), request="r1", person="Eva"),
        line(MountBallSet("J-01"), request="r1"),
    ],
)
def test_a_request_id_used_again_for_something_else_is_refused(other):
    opened, first, second = answered(line(OPENING), line(RegisterBallSet("J-01"), request="r1"), other)
    assert opened["events"] and first["events"]
    assert second["refusal"]["code"] == "REQUEST"


def test_without_a_request_id_each_line_is_decided():
    _, first, second = answered(line(OPENING), *[line(RegisterBallSet("J-01"))] * 2)
    assert first["events"]
    assert second["refusal"]["code"] == "SET-KNOWN"


@pytest.mark.req("AJ-88")
def test_the_virtual_clock_is_what_the_pace_is_measured_by():
    night = Scribe().open_session().start()
    night.draw(7)
    lines, pace = night.lines, RULES.minimum_interval_ms
    early, on_time = line(DrawBall(), at=night.now + pace - 1), line(DrawBall(), at=night.now + pace)
    assert answered(*lines, early)[-1]["refusal"]["code"] == "DRAW-PACE"
    assert answered(*lines, early, on_time)[-1]["events"][0]["kind"] == "ExtractionOrdered"


@pytest.mark.invariant("I22")
def test_time_never_goes_back_and_stands_still_where_a_line_does_not_say_it():
    player = Player(START)
    player.take(1, line(OPENING, at=500))
    back = player.take(2, line(RegisterBallSet("J-01"), at=499))
    assert back is not None
    assert back["refusal"]["code"] == "SCRIPT-TIME"
    again = player.take(3, line(RegisterBallSet("J-01")))
    assert again is not None
    assert again["events"]
    assert player.now == 500


def test_blank_lines_and_comments_are_counted_and_not_answered():
    assert [a["line"] for a in answered(b"", b"# a comment\n", b"  \r\n", line(OPENING) + b"\r\n")] == [4]


def test_matrix_cards_named_by_a_line_are_at_hand_from_there_on():
    register = line(RegisterSeries("A", 1042, 500, MATRIX.digest))
    script = [line(OPENING), register, b'{"matrix": "a.csv"}', register]
    empty = replace(START, matrices={})
    _, before, named, after = play(script, empty, {"a.csv": MATRIX}.__getitem__)
    assert before["refusal"]["code"] == "SERIES-FILE"
    assert named == {"line": 3, "matrix": {"digest": MATRIX.digest, "cards": len(MATRIX.cards)}}
    assert after["events"][0]["kind"] == "SeriesRegistered"


WRONG = {
    "not JSON": (b"DrawBall", "SCRIPT-JSON"),
    "cut off": (DRAW[:-1], "SCRIPT-JSON"),
    "not an object": (b"[1]", "SCRIPT-JSON"),
    "not UTF-8": (DRAW.replace(b"Ana", b"\xff"), "SCRIPT-JSON"),
    "half a surrogate pair": (DRAW.replace(b"Ana", rb"\ud800"), "SCRIPT-FIELDS"),
    "a strange key": (DRAW.replace(b'"post"', rb'"\ud800"'), "SCRIPT-JSON"),
    "a key twice": (DRAW.replace(b"}", b', "post": "jefe"}'), "SCRIPT-JSON"),
    "a fraction": (DRAW.replace(b"{", b'{"at": 1.5, ', 1), "SCRIPT-JSON"),
    "not a number": (DRAW.replace(b"{", b'{"at": NaN, ', 1), "SCRIPT-JSON"),
    "a number of 5000 digits": (DRAW.replace(b"{", b'{"at": ' + b"9" * 5000 + b", ", 1), "SCRIPT-JSON"),
    "a number too large": (DRAW.replace(b"{", b'{"at": 9007199254740992, ', 1), "SCRIPT-FIELDS"),
    "nested too deep": (b'{"body": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", "SCRIPT-JSON"),
    "too long": (b'{"person": "' + b"a" * LONGEST_LINE, "SCRIPT-LONG"),
    "no person": (b'{"post": "jefe", "command": "DrawBall"}', "SCRIPT-FIELDS"),
    "an unknown field": (DRAW.replace(b"{", b'{"colour": "red", ', 1), "SCRIPT-FIELDS"),
    "an unknown post": (DRAW.replace(b"jefe", b"boss"), "SCRIPT-FIELDS"),
    "an unknown command": (DRAW.replace(b"DrawBall", b"Command"), "SCRIPT-COMMAND"),
    "a body of another command": (line(SellCards(1)).replace(b"SellCards", b"CallBall"), "SCRIPT-BODY"),
    "a body that is a list": (DRAW.replace(b'"command"', b'"body": [], "command"'), "SCRIPT-BODY"),
    "no body where one is needed": (b'{"post":"jefe","person":"A","command":"SellCards"}', "SCRIPT-BODY"),
    "a truth for a number": (line(SellCards(1)).replace(b": 1}", b": true}"), "SCRIPT-BODY"),
    "a time before the beginning": (line(OPENING, at=-1), "SCRIPT-TIME"),
    "a file that is not there": (b'{"matrix": "none.csv"}', "SCRIPT-MATRIX"),
    "a matrix and more": (b'{"matrix": "none.csv", "at": 1}', "SCRIPT-FIELDS"),
}


@pytest.mark.parametrize(("wrong", "expected"), WRONG.values(), ids=WRONG)
def test_a_line_that_is_wrong_is_refused_and_the_script_goes_on(wrong, expected):
    refused, opened = answered(wrong, line(OPENING))
    assert refused["refusal"]["code"] == expected
    assert refused["refusal"]["sentence"].endswith(".")
    assert opened["events"]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (RegisterSeries("B", 7, -500, MATRIX.digest), "SERIES-VALUE"),
        (SellCards(-1), "SALE-COUNT"),
        (SellCards(10**6), "SALE-SHORT"),
        (SellCards(10**9), "NUMBER-RANGE"),
        (CollectCards(-1), "COLLECT-PHASE"),
        (CallBall(91), "CALL-NONE"),
        (VerifyCard(Claim.LINE, "A-1042", -1), "CLAIM-NONE"),
        (PayPrize(Claim.BINGO, "Z-1", 10**12), "NUMBER-RANGE"),
    ],
)
def test_amounts_and_numbers_out_of_range_get_no_further_than_a_refusal(command, expected):
    script = Scribe().open_session().sell(20).lines
    answer = answered(*script, line(command))[-1]
    assert set(answer) == {"line", "refusal"}
    assert answer["refusal"]["code"] == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
ENVELOPE = st.fixed_dictionaries(
    {},
    optional={
        "at": st.integers(-5, 10**17) | JSON,
        "request": st.sampled_from(["", "r1"]) | JSON,
        "post": st.sampled_from(Post) | JSON,
        "person": st.just("Ana") | JSON,
        "command": st.sampled_from(sorted(COMMANDS)) | JSON,
        "body": st.just({}) | JSON,
        "matrix": st.just("a.csv") | JSON,
    },
)


@given(st.lists(st.binary(max_size=60) | st.just(b"") | JSON.map(json.dumps) | ENVELOPE.map(json.dumps)))
def test_no_line_whatever_its_bytes_ever_raises(lines):
    script = [item.encode() if isinstance(item, str) else item for item in lines]
    for answer in play(script, START):
        assert set(answer) - {"line", "again"} in ({"events"}, {"refusal"})
        json.dumps(answer, ensure_ascii=False).encode()


VALUES = {
    int: st.integers(-(10**17), 10**17) | st.integers(-2, 95),
    str: st.sampled_from(["A-1042", "J-01", "", "ñ"]) | st.text(max_size=10),
    list: st.lists(st.integers(-2, 95), max_size=5),
}


@given(st.data())
def test_every_command_with_any_body_of_its_form_is_answered(data):
    player = Player(Scribe().open_session().sell(20).state)
    post = data.draw(st.sampled_from(Post))
    for name, kind in COMMANDS.items():
        fields = kind.__dataclass_fields__
        body = {field: data.draw(st.one_of(*VALUES.values(), st.booleans())) for field in fields}
        said = {"post": post, "person": "Ana", "command": name, "body": body}
        answer = player.take(1, json.dumps(said).encode())
        assert answer is not None
        assert set(answer) in ({"line", "events"}, {"line", "refusal"})


def test_a_script_that_says_what_the_events_were_is_not_believed():
    """Events are outputs: nothing but a command changes the state."""
    event = encode(Scribe().open_session().events[0])
    assert code(json.dumps({"kind": "BookOpened", "body": event}).encode()) == "SCRIPT-FIELDS"
