"""The days of the approval and of the sessions."""

from dataclasses import replace

import pytest

from hallctl.rules.commands.running import AdoptRules
from hallctl.rules.commands.session import CloseSession, OpenSession
from hallctl.rules.events.running import RulesAdopted
from hallctl.rules.events.session import SessionOpened
from hallctl.rules.events.volumes import BookOpened
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, OPENING, RULES, Night

APPROVED = replace(RULES, valid_from="2026-01-01", valid_until="2026-12-31")


def opened(rules=APPROVED):
    night = Night(rules)
    night.do(OPENING)
    return night


@pytest.mark.req("AJ-117", "PT-01")
@pytest.mark.parametrize("day", ["2025-12-31", "2027-01-01"])
def test_no_session_opens_on_a_day_outside_the_approval(day):
    night = opened()
    assert night.refused(OpenSession(APPOINTMENTS, day)) == "SESSION-VALIDITY"
    assert night.answer(OpenSession(APPOINTMENTS, day)).requirement == "AJ-117"


@pytest.mark.req("AJ-117")
@pytest.mark.parametrize("day", ["2026-01-01", "2026-12-31"])
def test_a_session_opens_on_the_first_and_the_last_day_of_the_approval_and_says_which_day_it_is(day):
    (session,) = opened().do(OpenSession(APPOINTMENTS, day))
    assert session == SessionOpened(1, APPOINTMENTS, day)


@pytest.mark.req("AJ-39")
@pytest.mark.parametrize(
    "day", ["", "21-11-2026", "20261121", "2026-W47-6", "2026-02-30", "2026-11-21 ", "٢٠٢٦-11-21"]
)
def test_a_day_that_is_none_opens_no_session(day):
    assert opened().refused(OpenSession(APPOINTMENTS, day)) == "SESSION-DAY"


@pytest.mark.req("AJ-39", "D25")
def test_two_sessions_may_be_of_one_day_and_one_of_a_day_before_the_last():
    night = opened(replace(APPROVED, count_at_end=False))
    for day in (DAY, DAY, "2026-11-20", "2026-11-22"):
        night.do(OpenSession(APPOINTMENTS, day), CloseSession())


@pytest.mark.req("AJ-117", "PT-01")
def test_the_book_says_how_long_the_approval_is_valid_at_its_opening_and_when_rules_are_adopted():
    night = Night(APPROVED)
    book = night.only(BookOpened, OPENING)
    assert (book.valid_from, book.valid_until) == ("2026-01-01", "2026-12-31")
    night.state = replace(night.state, rules=replace(APPROVED, valid_until="2027-12-31"))
    adopted = night.only(RulesAdopted, AdoptRules())
    assert (adopted.valid_from, adopted.valid_until) == ("2026-01-01", "2027-12-31")
    night.do(OpenSession(APPOINTMENTS, "2027-06-01"))


@pytest.mark.req("AJ-117")
@pytest.mark.parametrize(
    "days",
    [
        {"valid_from": "2027-01-01", "valid_until": "2026-12-31"},
        {"valid_from": "2026"},
        {"valid_until": "2026-02-30"},
    ],
)
def test_an_approval_without_days_in_order_is_no_rule_set(days):
    with pytest.raises(ValueError, match="AJ-117"):
        replace(RULES, **days)


def test_everything_wrong_with_a_rule_set_is_told_at_once():
    with pytest.raises(ValueError, match=r"AJ-117.*AJ-22.*AJ-116.*D4.*D8"):
        replace(RULES, house_bp=1, valid_from="", operation="x", split_by="x", wait_before_first_ball_ms=-1)
