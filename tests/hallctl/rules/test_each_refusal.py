"""Refusals that no other test meets, and that every refusal of the rules is met by some test."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hallctl.games.bingo.rules.commands.claims import FinishGame
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, CollectCards
from hallctl.games.bingo.rules.commands.opening import CountBalls, RegisterBallSet, RegisterSeries
from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.games.bingo.rules.commands.wrong_calls import NoteWrongCall, ProposeManual
from hallctl.rules.admission import admitted
from hallctl.rules.claims import Claim
from hallctl.rules.commands.base import Command, Post
from hallctl.rules.commands.incidents import ApproveIncident, MinuteIncident
from hallctl.rules.commands.running import StartController
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.commands.volumes import CloseBook, EnrolSignatory, ProposeClosing, ReportMediumLost
from hallctl.rules.refusals import Refusal
from tests.hallctl.rules.night import MATRIX, OPENING, PEOPLE, Night

ROOT = Path(__file__).parents[3]
SAID = re.compile(r'refuse\(\s*"([A-Z0-9-]+)"')


def opened() -> Night:
    return Night().open_session()


def sold_out() -> Night:
    night = opened()
    night.state = replace(night.state, pointers={"A-1042": len(MATRIX.cards)})
    return night


def unloaded() -> Night:
    night = opened()
    assert night.state.session is not None
    night.state = replace(night.state, session=replace(night.state.session, loaded=False))
    return night


def collected() -> Night:
    night = opened().finished()
    night.do(CollectCards(60))
    return night


def a_medium_lost() -> Night:
    night = Night()
    night.do(OPENING, StartController("b1", "test", "first"))
    night.do(ReportMediumLost("MIN-IO", "x", 1), ProposeClosing())
    return night


@pytest.mark.parametrize(
    ("night", "command", "code"),
    [
        (Night, replace(OPENING, folios=1), "BOOK-FOLIOS"),
        (opened, RegisterSeries("A", 1042, 500, MATRIX.digest), "SERIES-KNOWN"),
        (opened, RegisterBallSet(" "), "SET-NAME"),
        (sold_out, AnnounceGame("A-1042"), "SERIES-SPENT"),
        (unloaded, AnnounceGame("A-1042"), "LOAD-NONE"),
        (lambda: opened().start(), CountBalls(tuple(range(1, 91)), ()), "COUNT-PLAY"),
        (lambda: opened().start(), CloseSession(), "SESSION-GAME"),
        (lambda: opened().start(), FinishGame(), "FINISH-NONE"),
        (lambda: opened().start(), NoteWrongCall(7), "WRONG-NONE"),
        (lambda: opened().start(), ProposeManual(" "), "MANUAL-REASON"),
        (lambda: opened().finished(), ApproveVoid(), "VOID-PHASE"),
        (collected, CollectCards(60), "COLLECT-TWICE"),
    ],
)
def test_what_is_out_of_place_is_refused_and_changes_nothing(
    night: Callable[[], Night], command: Command, code: str
) -> None:
    there = night()
    before = there.state
    assert there.refused(command) == code
    assert there.state == before


def test_a_line_alone_finishes_no_game() -> None:
    night = opened().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    assert night.refused(FinishGame()) == "FINISH-NONE"


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
