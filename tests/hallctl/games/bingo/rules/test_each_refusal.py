"""Refusals of bingo that no other test meets."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame, StopForClaim
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, CollectCards
from hallctl.games.bingo.rules.commands.opening import CountBalls, RegisterBallSet, RegisterSeries
from hallctl.games.bingo.rules.commands.sale import AnnounceGame
from hallctl.games.bingo.rules.commands.wrong_calls import NoteWrongCall, ProposeManual
from hallctl.rules.commands.base import Command
from tests.hallctl.games.bingo.rules.night import MATRIX, Night


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


@pytest.mark.parametrize(
    ("night", "command", "code"),
    [
        (opened, RegisterSeries("A", 1042, 500, MATRIX.digest), "SERIES-KNOWN"),
        (opened, RegisterBallSet(" "), "SET-NAME"),
        (sold_out, AnnounceGame("A-1042"), "SERIES-SPENT"),
        (unloaded, AnnounceGame("A-1042"), "LOAD-NONE"),
        (lambda: opened().start(), CountBalls(tuple(range(1, 91)), ()), "COUNT-PLAY"),
        (lambda: opened().start(), FinishGame(), "FINISH-NONE"),
        (lambda: opened().start(), StopForClaim("full-house"), "CLAIM-UNKNOWN"),
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
