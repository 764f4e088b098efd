"""What a pass over the balls says of a set: clear, worn, ambiguous; and what a person always reads."""

import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from drivers.reader.sighting import Reason, Sighting
from drivers.reader.upside import twin
from hallctl.app.calibrating.calibration import SURE, BallReport, SetReport, Showing, Turn, Verdict
from hallctl.app.calibrating.guide import sentence
from hallctl.app.calibrating.inspection import Inspection
from hallctl.app.calibrating.lying import Lying
from hallctl.app.calibrating.report import Occasion, Sheet, figures, known_text, setting, summary
from hallctl.config.reader import Calibration

about: Any = pytest.approx
"""A number near another one, also inside of a value."""


NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
SHEET = Sheet(b"png", 0.45, "J-01")
OCCASION = Occasion("Bingo Illimani", "V4L2 640×480", NOW, simulated=False)


def ball(number, *turns, reason=""):
    return BallReport(number, tuple(Turn(scores, 6, reason) for scores in turns), 0.8)


def clear(number):
    return ball(number, *({number: 0.98},) * 3)


def whole_set(*odd):
    balls = {number: clear(number) for number in range(1, 91)} | {each.number: each for each in odd}
    return SetReport("J-01", 90, tuple(balls[number] for number in range(1, 91)))


@pytest.mark.req("AJ-24")
def test_a_set_is_perfectly_visible_when_every_ball_was_read_in_every_turn():
    report = whole_set()
    assert report.visible
    assert report.always_ask == ()
    assert "perfectamente visibles (AJ-24)" in summary(report)


@pytest.mark.req("AJ-24")
@pytest.mark.parametrize(
    ("odd", "verdict", "asked"),
    [
        (ball(6, {6: 0.52, 9: 0.47}), Verdict.AMBIGUOUS, (6, 9)),
        (ball(68, {68: 0.98}, {89: 0.97, 68: 0.02}), Verdict.AMBIGUOUS, (68, 89)),
        (ball(81, {}, {}, reason="no orientation mark"), Verdict.UNREADABLE, (18, 81)),
        (ball(42, {}, {}, reason="no number on the ball"), Verdict.UNREADABLE, (42,)),
        (ball(42, {42: 0.98}, {}, reason="unclear digit"), Verdict.WORN, ()),
        (ball(42, {42: 0.98}, {42: 0.6}), Verdict.WORN, ()),
        (ball(42, {42: 0.98}, {47: 0.97}), Verdict.AMBIGUOUS, (42, 47)),
        (BallReport(42, (), 0.8), Verdict.MISSING, (42,)),
    ],
)
def test_a_set_with_one_poor_ball_is_not_and_says_which_and_who_reads_it(odd, verdict, asked):
    report = whole_set(odd)
    assert odd.verdict is verdict
    assert not report.visible
    assert report.of(verdict) == (odd.number,)
    assert report.always_ask == asked
    assert str(odd.number) in summary(report)
    assert str(verdict) in sentence(odd)


@pytest.mark.req("AJ-24")
def test_half_a_set_is_never_perfectly_visible():
    assert not SetReport("J-01", 90, tuple(clear(number) for number in range(1, 46))).visible


def test_the_pairs_of_a_set_without_marks_are_named():
    odd = [ball(number, {}, reason="no orientation mark") for number in (6, 9, 68, 89, 18)]
    assert whole_set(*odd).pairs == ((6, 9), (18, 81), (68, 89))


@pytest.mark.parametrize(
    ("number", "other"),
    [(6, 9), (9, 6), (68, 89), (66, 99), (16, 91), (18, 81), (61, 19), (8, None), (69, None), (60, None)],
)
def test_what_a_number_is_upside_down(number, other):
    assert twin(number, 99) == other
    assert twin(66, 90) is None


def test_the_file_for_the_config_is_what_the_config_takes():
    report = whole_set(ball(6, {6: 0.52, 9: 0.47}))
    found = Calibration(**tomllib.loads(setting(report, OCCASION, None)))
    assert (found.ball_set, found.made_on, found.always_ask) == ("J-01", "2026-11-21", [6, 9])
    assert found.patterns is None
    known = Calibration(**tomllib.loads(setting(report, OCCASION, SHEET)))
    assert (known.patterns.file, known.patterns.reach) == (SHEET.file, 0.45)
    assert known.patterns.sha256 == sha256(b"png").hexdigest()


def test_it_is_said_of_which_balls_no_pattern_is_known():
    assert known_text(whole_set(), range(1, 91)) == "Se conoce el patrón de las 90 bolas."
    said = known_text(whole_set(), set(range(1, 91)) - {7, 71})
    assert said == "Se conoce el patrón de 88 de las 90 bolas. Falta el de: 7, 71."


def test_a_ball_that_is_shown_again_is_judged_by_all_the_ways_in_which_it_lay():
    assert ball(42, {}, reason="glare on the number").shown_again(clear(42).turns).verdict is Verdict.WORN
    assert ball(42, {47: 0.97}).shown_again(clear(42).turns).verdict is Verdict.AMBIGUOUS


def test_the_figures_hold_every_ball_with_its_margin_and_its_rivals():
    found = figures(whole_set(ball(6, {6: 0.52, 9: 0.47})), (), OCCASION, (6, 2))
    assert len(found["balls"]) == 90
    assert found["patterns"] == [2, 6]
    six = found["balls"][5]
    assert (six["number"], six["verdict"], six["rivals"], six["margin"]) == (6, "ambigua", [9], 0.05)
    assert found["pairs"] == [[6, 9]]


PICTURE = np.zeros((480, 640, 3), np.uint8)


def look(scores=None, *, present=True, empty=False):
    reason = Reason.EMPTY_EXIT if empty else Reason.NONE if scores else Reason.NO_NUMBER
    sighting = Sighting(present and not empty, empty, MappingProxyType(scores or {}), reason)
    return Inspection(sighting, None, PICTURE)


def test_a_look_says_why_its_picture_alone_tells_no_number():
    assert look({42: 0.9995}).why == ""
    assert look({42: 0.95}).why == "not sure enough"
    assert look().why == "no number on the ball"


GONE = look(empty=True)
HAND = look(present=False)


def test_a_turn_begins_only_after_the_exit_was_empty_and_a_hand_does_not_count():
    showing = Showing(turns=2, frames=2)
    seen = [look({41: 0.9})] * 5 + [HAND, GONE, HAND, look({42: 0.9}), HAND, look({42: 0.8})]
    ended = [showing.see(each) for each in seen]
    assert ended == [False] * 10 + [True]
    assert showing.turns == [Turn({42: about(6 / 7)}, 2, "")]  # of odds of 9 and 4
    assert showing.waiting
    for each in (look({42: 0.9}), GONE, look(), look()):
        showing.see(each)
    assert showing.done
    assert showing.turns[1] == Turn({}, 2, "no number on the ball")


@pytest.mark.parametrize(
    ("scores", "frames"),
    [([0.9995] * 3, 3), ([0.9995, 0.9, 0.9995], 6), ([0.9995] * 2, 2)],
)
def test_a_turn_takes_fewer_pictures_where_each_alone_tells_the_same(scores, frames):
    showing = Showing(turns=1, frames=min(frames, 6) if frames < SURE else 6)
    showing.see(GONE)
    count = sum(not showing.done and (showing.see(look({42: each})) or True) for each in scores * 2)
    assert (showing.done, count) == (True, frames)


class Reader:
    """Tells what it was asked for of each picture."""

    def __init__(self, *seen):
        self.seen, self.asked = list(seen), []

    def read(self, image):
        self.asked.append("read")
        return self.seen.pop(0).sighting

    def glance(self, image):
        self.asked.append("glance")
        return replace(self.seen.pop(0).sighting, scores={})


def test_a_ball_that_lies_there_is_not_read_again_until_the_exit_was_empty():
    reader = Reader(look({42: 0.9}), HAND, GONE, look({47: 0.9}))
    lying = Lying(reader, look({42: 0.9995}).sighting)
    found = [lying.read(PICTURE) for _ in range(4)]
    assert reader.asked == ["glance", "glance", "glance", "read"]
    assert [dict(each.scores) for each in found] == [{42: 0.9995}, {}, {}, {47: 0.9}]
    assert [each.empty for each in found] == [False, False, True, False]
