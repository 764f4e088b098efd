"""The cadence: the hall draws at a set pace, and whatever is not the plain course of the draw ends it."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.cadence import DrawInCadence, StartCadence, StopCadence
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, StopForClaim, VerifyCard
from hallctl.games.bingo.rules.commands.closing import ApproveVoid, ProposeVoid
from hallctl.games.bingo.rules.commands.draw import CallBall, DrawBall, SettleBall
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveManual, NoteWrongCall, ProposeManual
from hallctl.games.bingo.rules.endings import Ending
from hallctl.games.bingo.rules.events.cadence import CadenceStarted, CadenceStopped
from hallctl.games.bingo.rules.events.draw import ExtractionOrdered
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.ruleset import PACES, RuleSet
from hallctl.games.bingo.rules.state import Phase
from hallctl.games.bingo.rules.tables import BINGO_RULES, decide
from hallctl.rules.commands.base import Actor, Issued, Post
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ContinuePlay,
    ReportFault,
    ReportRecovery,
    StartController,
)
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.bingo.rules.night import ALL_BALLS, PEOPLE, RULES, Night

FAULT = ("extractor", "EXT-JAM")


def due(night):
    """The step that the hall takes now by itself."""
    return BINGO_RULES.due(night.state, night.now)


def begun(seconds=3, rules=RULES):
    """A draw that the hall goes on with by itself, its first ball ordered."""
    night = Night(rules).open_session().start()
    night.do(StartCadence(seconds))
    night.do(due(night))
    return night


def read(night, ball):
    night.do(ReportBall(night.state.serial, ball, "f" * 64))


@pytest.mark.req("AJ-06", "AJ-08", "AJ-86", "AJ-88")
def test_each_ball_is_ordered_in_its_time_read_and_called_before_the_next():
    night = begun(4)
    for ball in (7, 8, 9):
        night.wait(60_000)
        assert due(night) is None  # the camera has not read it
        read(night, ball)
        assert due(night) is None  # nobody has called it
        night.do(CallBall(ball))
        night.do(due(night))  # late already: no further wait
        night.wait(1)
    read(night, 10)
    night.do(CallBall(10))
    assert due(night) is None
    night.wait(3_998)
    assert due(night) is None
    night.wait(1)
    assert due(night) == DrawInCadence()


@pytest.mark.req("AJ-88")
def test_the_least_interval_of_the_rules_holds_for_the_hall_too():
    rules = replace(RULES, minimum_interval_ms=6_500)
    assert rules.paces == (7, 8)
    night = Night(rules).open_session().start()
    assert night.refused(StartCadence(6)) == "CADENCE-PACE"
    assert (
        Night(replace(RULES, cadence_s=())).open_session().start().refused(StartCadence(5)) == "CADENCE-PACE"
    )
    for seconds in (2, 9, -1):
        assert night.refused(StartCadence(seconds)) == "CADENCE-PACE"


@pytest.mark.parametrize("paces", [(2,), (9,), (3, 3)])
def test_a_rule_set_has_paces_that_people_can_follow(paces):
    with pytest.raises(ValueError, match="cadence_s"):
        replace(RULES, cadence_s=paces)


def test_the_hall_draws_by_itself_only_where_its_rule_set_says_so():
    assert "cadence_s" not in RULES.text, "the digest of aj-bolivia is that of before"
    assert RULES.cadence_s == PACES, "which says it"
    silent = next(each for each in fields(RuleSet) if each.name == "cadence_s")
    assert silent.default == (), "the hall does not draw by itself where nobody asked for it"


@pytest.mark.req("AJ-06")
def test_only_the_jefe_lets_the_hall_draw_and_only_in_the_draw():
    night = Night().open_session().sell()
    assert night.refused(StartCadence(5)) == "DRAW-PHASE"
    night = Night().open_session().start()
    for post in (Post.LOCUTOR, Post.VENDEDOR, Post.DIRECTOR):
        assert night.refused(StartCadence(5), post) == "POST"
    assert night.refused(DrawInCadence()) == "CADENCE-NONE"
    assert night.do(StartCadence(5)) == (CadenceStarted(1, 5, PEOPLE[Post.JEFE]),)
    assert night.refused(StartCadence(5)) == "CADENCE-ON"
    assert night.refused(DrawBall()) == "CADENCE-ON"


def test_it_does_not_begin_where_a_ball_waits_for_a_person():
    night = Night().open_session().start()
    serial = night.order()
    night.do(ReportDoubt(serial, (4,), "borrosa", ""))
    assert night.refused(StartCadence(5)) == "DRAW-PENDING"
    night.do(SettleBall(4))
    assert night.refused(StartCadence(5)) == "DRAW-UNCALLED"
    night.do(CallBall(4), NoteWrongCall(9))
    assert night.refused(StartCadence(5)) == "WRONG-WAITS"
    night = Night().open_session().start()
    night.do(ProposeManual("avería"), ApproveManual())
    assert night.refused(StartCadence(5)) == "MANUAL-ON"


@pytest.mark.parametrize("post", [Post.JEFE, Post.LOCUTOR, Post.VENDEDOR])
def test_whoever_plays_stops_it_also_when_it_has_stopped_already(post):
    night = begun()
    stopped = night.answer(StopCadence(), post)
    assert stopped == (CadenceStopped(1, 1, Ending.ASKED, PEOPLE[post]),)
    night.do(StopCadence())
    assert night.do(StopCadence()) == ()


def claimed(night):
    night.do(StopForClaim(Claim.BINGO))


def doubted(night):
    night.do(ReportDoubt(night.state.serial, (4,), "borrosa", ""))


def failed(night):
    night.do(ReportFault(*FAULT, "atasco"))


def killed(night):
    night.do(StartController("b9", "test", "died"))


def miscalled(night):
    read(night, 7)
    night.do(CallBall(7), NoteWrongCall(70))


def by_hand(night):
    night.do(ProposeManual("avería"))


def voided(night):
    night.do(ProposeVoid("corte"))


ENDERS = {
    Ending.CLAIM: claimed,
    Ending.DOUBT: doubted,
    Ending.FAULT: failed,
    Ending.RESTART: killed,
    Ending.WRONG_CALL: miscalled,
    Ending.BY_HAND: by_hand,
    Ending.VOID: voided,
}


@pytest.mark.invariant("I4", "I9", "I14")
@pytest.mark.parametrize(("why", "happens"), ENDERS.items(), ids=[each.name for each in ENDERS])
def test_whatever_is_not_the_plain_draw_ends_it_in_the_same_append(why, happens):
    night = begun()
    happens(night)
    ended = night.events[-1]
    assert ended == CadenceStopped(1, 1, why)
    assert night.state.game.cadence is None
    night.wait(60_000)
    assert due(night) is None


def test_a_decision_of_two_people_that_came_before_it_ends_it():
    night = Night().open_session().start()
    night.do(ProposeManual("avería"), StartCadence(5), ApproveManual())
    assert night.state.game.cadence is None
    night = Night().open_session().start()
    night.do(ProposeVoid("corte"), StartCadence(5), ApproveVoid())
    assert night.state.game.cadences[-1].ended is Ending.VOID


def test_it_goes_on_only_when_somebody_starts_it_again():
    night = begun()
    read(night, 7)
    night.do(CallBall(7))
    claimed(night)
    night.do(VerifyCard(Claim.BINGO, "A-1042", 3), ResumeDraw())
    night.wait(60_000)
    assert due(night) is None
    night.do(StartCadence(8))
    assert due(night) == DrawInCadence()
    first, second = night.state.game.cadences
    assert (first.seconds, first.balls, first.ended) == (3, 1, Ending.CLAIM)
    assert (second.seconds, second.after, second.ended) == (8, 1, None)


def test_the_last_ball_of_all_ends_it():
    night = begun()
    for ball in ALL_BALLS:
        read(night, ball)
        night.do(CallBall(ball))
        night.wait(3_000)
        if ball < 90:
            night.do(due(night))
    assert night.events[-1] == CadenceStopped(1, 90, Ending.EMPTY)
    assert due(night) is None


def call(night):
    if night.state.game.uncalled is not None:
        night.answered(CallBall(night.state.game.uncalled))


def settle(night):
    game = night.state.game
    ball = next(n for n in ALL_BALLS if n not in game.drawn)
    if game.doubt is not None:
        night.answered(SettleBall(ball))
    elif game.pending is not None:
        night.answered(ReportBall(night.state.serial, ball, "f" * 64))


def mend(night):
    """Do all that lets play go on, but start the cadence."""
    for fault in night.state.faults:
        night.do(ReportRecovery(fault.device, fault.code), AcknowledgeFault(fault.device, fault.code))
    if night.state.suspended:
        night.do(ContinuePlay())
    game = playing(night.state)
    if game is not None and game.phase is Phase.CLAIM:
        night.answered(VerifyCard(Claim.BINGO, "A-1042", 3))
        night.answered(ResumeDraw())


class Anybody(Night):
    """Takes steps that may be refused."""

    def answered(self, command):
        answer = self.answer(command)
        if not isinstance(answer, Refusal):
            self.do(command)


def trying(command):
    """A moment in which this is asked for, allowed or not."""
    return lambda night: night.answered(command)


def restarted(night):
    night.do(StartController(f"{night.state.boot}+", "test", "died"))


MOMENTS = {
    Ending.CLAIM.name: trying(StopForClaim(Claim.BINGO)),
    Ending.FAULT.name: trying(ReportFault(*FAULT, "atasco")),
    Ending.ASKED.name: trying(StopCadence()),
    Ending.WRONG_CALL.name: trying(NoteWrongCall(90)),
    Ending.DOUBT.name: lambda night: night.answered(ReportDoubt(night.state.serial, (), "borrosa", "")),
    Ending.RESTART.name: restarted,
    "read": settle,
    "call": call,
    "mend": mend,
    "start": trying(StartCadence(3)),
    "time": lambda night: night.wait(1_700),
}


@pytest.mark.invariant("I4", "I9", "I14")
@settings(max_examples=60, deadline=None)
@given(moments=st.lists(st.sampled_from(sorted(MOMENTS)), max_size=60))
def test_no_ball_is_ordered_by_itself_after_any_of_these_until_it_is_started_again(moments):
    night = Anybody().open_session().start()
    allowed = False
    for moment in ("start", *moments):
        before = len(night.events)
        MOMENTS[moment](night)
        for event in night.events[before:]:
            allowed = isinstance(event, CadenceStarted) or (allowed and not isinstance(event, CadenceStopped))
        if moment in Ending.__members__ and night.events[before:]:
            assert not allowed, moment
        taken = due(night)
        if taken is not None:
            assert allowed
            (ordered,) = night.do(taken)  # what is due is never refused
            assert isinstance(ordered, ExtractionOrdered)
        game = night.state.game
        if game.cadence is not None:
            assert allowed and game.phase is Phase.DRAW
            assert not (night.state.suspended or night.state.faults or game.doubt or game.wrong_call)


def test_the_hall_is_the_one_that_draws_in_a_cadence():
    """A person cannot take the controller's step: its order would look as if nobody had given it."""
    night = begun()
    answer = decide(night.state, Issued(DrawInCadence(), Actor("Ana", Post.JEFE), ""), night.now)
    assert isinstance(answer, Refusal) and answer.code == "POST"
