"""What two people agree about time: the book's reference, and the day of a session (D25)."""

from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.cli.scripts.play import play
from hallctl.games.bingo.cards.matrix_file import read_csv
from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.rules.state import State
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.clock import (
    ApproveClockReference,
    ApproveSessionDay,
    ProposeClockReference,
    ProposeSessionDay,
)
from hallctl.rules.commands.running import ReportNotice, ReportNoticeOver
from hallctl.rules.commands.session import CloseSession, OpenSession
from hallctl.rules.commands.volumes import CloseBook, ProposeClosing
from hallctl.rules.events.clock import ClockReferenceSet, SessionDayAgreed
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, OPENING, RULES, Night

ROOT = Path(__file__).parents[3]
TODAY, MISTYPED = "2026-11-28", "2062-11-28"
JUMPED = ReportNotice("reloj", "CLOCK-JUMPED", "del 20:00 al 23:00")


def hall(opening=OPENING):
    night = Night(replace(RULES, count_at_end=False))
    night.do(opening)
    return night


def session(day, today=TODAY, sure=True):
    return OpenSession(APPOINTMENTS, day, None, today, sure)


@pytest.mark.req("D25")
def test_a_session_has_the_day_of_the_clock_and_another_one_takes_two_people():
    night = hall()
    assert night.refused(session(MISTYPED)) == "SESSION-OTHER"
    night.do(ProposeSessionDay("2026-11-27", "la noche del viernes"))
    assert night.refused(ApproveSessionDay(), Post.DIRECTOR, "Ana") == "AGREE-SAME"
    assert night.refused(session("2026-11-27")) == "SESSION-OTHER"
    night.do(ApproveSessionDay())
    assert SessionDayAgreed("Marta", "Ana", "2026-11-27", "la noche del viernes") in night.events
    night.do(session("2026-11-27"), CloseSession())
    # What they agreed is of one session.
    assert night.refused(session("2026-11-27")) == "SESSION-OTHER"
    night.do(session(TODAY))


@pytest.mark.req("D25")
def test_a_day_that_two_people_agreed_on_and_was_wrong_locks_out_no_later_one():
    night = hall()
    night.do(ProposeSessionDay(MISTYPED, "error"), ApproveSessionDay())
    night.do(session(MISTYPED), CloseSession(), session(TODAY), CloseSession())
    night.do(ProposeClosing(), CloseBook(), replace(OPENING, volume=2), session(TODAY))


@pytest.mark.req("D25")
@pytest.mark.parametrize("simulated", [True, False])
def test_in_a_real_hall_a_clock_that_nothing_vouches_for_takes_two_people_too(simulated):
    night = hall(replace(OPENING, simulated=simulated))
    if simulated:
        night.do(session(TODAY, sure=False))
        return
    assert night.refused(session(TODAY, sure=False)) == "SESSION-UNSURE"
    night.do(ProposeSessionDay(TODAY, "lo dice el calendario"), ApproveSessionDay())
    night.do(session(TODAY, sure=False))


@pytest.mark.req("D25")
@pytest.mark.invariant("I22")
def test_after_a_jump_a_session_waits_until_two_people_settle_the_time_or_the_day():
    night = hall()
    night.do(JUMPED)
    assert night.refused(session(TODAY)) == "SESSION-UNSURE"
    night.do(ProposeClockReference("se puso en hora"), ApproveClockReference())
    night.do(ReportNoticeOver("reloj", "CLOCK-JUMPED"), session(TODAY))


@pytest.mark.invariant("I16", "I25")
def test_the_reference_takes_two_people_a_reason_and_something_to_settle():
    night = hall()
    assert night.refused(ProposeClockReference("porque sí")) == "CLOCK-FINE"
    assert night.refused(ApproveClockReference()) == "AGREE-NONE"
    night.do(JUMPED)
    assert night.refused(ProposeClockReference("  ")) == "AGREE-REASON"
    night.do(ProposeClockReference("se puso en hora"))
    assert night.refused(ApproveClockReference(), Post.DIRECTOR, "Ana") == "AGREE-SAME"
    (agreed,) = night.do(ApproveClockReference("2045-01-01T00:00:00.000Z"))
    assert agreed == ClockReferenceSet("Marta", "Ana", "se puso en hora", "2045-01-01T00:00:00.000Z")
    assert night.refused(ApproveClockReference()) == "AGREE-NONE"


@pytest.mark.req("D25", "AJ-39", "AJ-117")
def test_a_day_that_is_none_or_outside_the_approval_is_not_proposed_either():
    night = hall()
    assert night.refused(ProposeSessionDay("28-11-2026", "x")) == "SESSION-DAY"
    assert night.refused(ProposeSessionDay("2100-01-01", "x")) == "SESSION-VALIDITY"
    assert night.refused(ProposeSessionDay(TODAY, " ")) == "AGREE-REASON"
    night.do(session(TODAY))
    assert night.refused(ProposeSessionDay(TODAY, "x")) == "SESSION-OPEN"


@pytest.mark.req("D25")
def test_a_script_with_a_mistyped_day_goes_on_with_the_right_ones():
    """The house's case ``days.jsonl``, in which every session after the mistyped one was locked out."""
    lines = (ROOT / "fixtures/sessions/mistyped-day.jsonl").read_bytes().splitlines()
    answers = list(
        play(lines, State(rule_set("aj-bolivia")), lambda path: read_csv(ROOT / "fixtures/sessions" / path))
    )
    assert not [answer for answer in answers if "refusal" in answer]
    events = [event for answer in answers for event in answer.get("events", ())]
    opened = [event["body"]["day"] for event in events if event["kind"] == "SessionOpened"]
    assert opened == [MISTYPED, "2026-11-29", "2027-06-01", "2026-11-30", MISTYPED]
