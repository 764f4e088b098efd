"""Refusals of the house that no other test meets, and that every refusal of the rules is met by some test."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.rules.admission import admitted
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.running import StartController
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.commands.volumes import CloseBook, EnrolSignatory, ProposeClosing, ReportMediumLost
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.bingo.rules.night import OPENING, PEOPLE, Night

ROOT = Path(__file__).parents[3]
SAID = re.compile(r'refuse\(\s*"([A-Z0-9-]+)"')


def opened() -> Night:
    return Night().open_session()


def a_medium_lost() -> Night:
    night = Night()
    night.do(OPENING, StartController("b1", "test", "first"))
    night.do(ReportMediumLost("MIN-IO", "x", 1), ProposeClosing())
    return night


@pytest.mark.parametrize(
    ("night", "command", "code"),
    [
        (Night, replace(OPENING, folios=1), "BOOK-FOLIOS"),
        (lambda: opened().start(), CloseSession(), "SESSION-GAME"),
    ],
)
def test_what_is_out_of_place_is_refused_and_changes_nothing(
    night: Callable[[], Night], command: Command, code: str
) -> None:
    there = night()
    before = there.state
    assert there.refused(command) == code
    assert there.state == before


@pytest.mark.invariant("I16")
@pytest.mark.req("AJ-54")
def test_nobody_signs_their_own_incident_in_another_post() -> None:
    night = opened()
    night.do(MinuteIncident("Se derramó agua."))
    author, session = night.state.incidents[1], night.state.session
    assert session is not None
    both = {**session.posts, Post.DIRECTOR: author}
    night.state = replace(night.state, session=replace(session, posts=both))
    assert night.refused(ApproveIncident(1), Post.DIRECTOR, author) == "INCIDENT-SAME"
    assert 1 in night.state.incidents


def test_a_volume_is_not_closed_while_its_second_medium_is_lost() -> None:
    night = a_medium_lost()
    proposer, other = night.state.closing, PEOPLE[Post.DIRECTOR]
    assert proposer != other
    closing = CloseBook(1, "0" * 64, "0" * 64)
    assert night.refused(closing, Post.DIRECTOR, other) == "CLOSE-MEDIUM"


def test_what_is_no_certificate_is_not_taken_for_one() -> None:
    refusal = admitted(EnrolSignatory("Ana", ("jefe",), "not base64!"))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "TEXT-FORM"


def test_every_refusal_of_the_rules_is_met_by_some_test() -> None:
    rooms = [ROOT / "hallctl/rules", ROOT / "hallctl/games"]
    said = {
        code
        for room in rooms
        for path in room.rglob("*.py")
        for code in SAID.findall(path.read_text("utf-8"))
    }
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    assert len(said) > 150
    assert {code for code in said if f'"{code}"' not in tests} == set()
