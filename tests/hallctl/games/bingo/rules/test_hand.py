"""A drum worked by hand, and the witnesses of a ball, as the rules decide about them."""

import hashlib
import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.games.bingo.files import rule_set
from hallctl.games.bingo.machine import orders, pursue
from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import FinishGame, ResumeDraw
from hallctl.games.bingo.rules.commands.draw import (
    CallBall,
    CallByVoice,
    DrawBall,
    EnterBall,
    FillDrum,
    SettleBall,
    StartDraw,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale, SellCards
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveManual, ProposeManual
from hallctl.games.bingo.rules.events.draw import (
    BallDoubted,
    BallDrawn,
    BallEntered,
    DrumFilled,
    ExtractionOrdered,
)
from hallctl.games.bingo.rules.events.wrong_calls import MeansChanged
from hallctl.games.bingo.rules.hand import required
from hallctl.games.bingo.rules.state import Phase
from hallctl.outputs.machine import Draw, WatchExit
from hallctl.rules.codec import decode, encode
from hallctl.rules.commands.extraction import ReportBall, ReportDoubt
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ContinuePlay,
    ReportFault,
    ReportRecovery,
    StartController,
)
from hallctl.rules.events.running import FaultLatched, PlayContinued
from hallctl.rules.refusals import Refusal
from hallctl.rules.witnesses import Reading, Witness, distinct_numbers
from tests.hallctl.games.bingo.rules.night import MATRIX, RULES, Night

CAMERA, CALLER, MACHINE = Witness
BY_HAND = replace(rule_set("aj-bolivia-manual"), checks=("bombo",))
SEEN_BY_HAND = replace(BY_HAND, witnesses=("caller", "camera"))
PICTURE = "f" * 64


def by_hand(rules=BY_HAND):
    """Return a night that stands before its first ball, without any device."""
    night = Night(rules).open_session()
    night.do(AnnounceGame("A-1042"), SellCards(60), CloseSale())
    night.do(FillDrum(), StartDraw())
    return night


def automatic(*witnesses):
    return Night(replace(RULES, witnesses=witnesses)).open_session().start()


def take_out(night, *balls):
    for ball in balls:
        night.do(EnterBall(ball), CallBall(ball))


@pytest.mark.req("AJ-08", "AJ-22", "AJ-86")
def test_a_game_by_hand_goes_from_the_first_ball_to_the_signature_without_any_device():
    night = by_hand()
    row, *others = MATRIX.card(5).rows
    take_out(night, *row)
    night.claim(Claim.LINE, 5)
    night.ask()
    night.do(ResumeDraw())
    take_out(night, *(ball for rest in others for ball in rest))
    night.claim(Claim.BINGO, 5)
    night.ask()
    night.do(FinishGame())
    night.settled()
    assert night.state.game.phase is Phase.SIGNED
    assert {event.reader for event in night.events if isinstance(event, BallDrawn)} == {"person"}
    assert not any(isinstance(event, FaultLatched | MeansChanged) for event in night.events)


@pytest.mark.req("AJ-22", "AJ-61")
def test_of_a_manual_drum_the_jefe_says_that_every_ball_is_back_and_of_a_machine_the_machine():
    night = Night(BY_HAND).open_session()
    night.do(AnnounceGame("A-1042"), SellCards(60), CloseSale())
    assert night.refused(StartDraw()) == "DRUM-HAND"
    assert night.do(FillDrum()) == (DrumFilled(1),)
    assert night.do(FillDrum()) == ()
    night.do(StartDraw())
    assert night.refused(DrawBall()) == "MANUAL-ON"
    machine = Night().open_session().sell()
    assert machine.refused(FillDrum()) == "DRUM-MACHINE"
    assert Night(BY_HAND).open_session().refused(FillDrum()) == "GAME-NONE"


@pytest.mark.req("D8")
@pytest.mark.invariant("I14", "I21")
def test_by_hand_a_fault_stops_the_draw_until_it_is_acknowledged_or_two_people_go_on_without_what_failed():
    night = by_hand(SEEN_BY_HAND)
    assert night.refused(ProposeManual("no hace falta")) == "MANUAL-PHASE"
    night.do(ReportFault("cámara", "CAMERA-LOST", "sin señal"))
    assert night.refused(EnterBall(7)) == "FAULT"
    night.do(ProposeManual("la cámara no da imagen"), ApproveManual())
    assert required(night.state, night.state.game) == {CALLER}
    take_out(night, 7)
    assert night.state.game.called_balls == (7,)
    night.do(ReportRecovery("cámara", "CAMERA-LOST"), AcknowledgeFault("cámara", "CAMERA-LOST"))
    assert required(night.state, night.state.game) == {CALLER}, "what two people decided holds for the game"


@pytest.mark.req("AJ-08", "D8")
@pytest.mark.invariant("I15")
def test_after_the_machines_breakdown_the_camera_still_sees_each_ball_if_the_rules_ask_for_it():
    night = automatic("camera", "machine")
    night.do(ReportFault("extractor", "EXT-JAM", "atascada"))
    night.do(ProposeManual("atascada"), ApproveManual())
    assert required(night.state, night.state.game) == {CALLER, CAMERA}
    night.do(EnterBall(7))
    assert (night.state.game.drawn, night.state.game.entered) == ((), 7)


@pytest.mark.invariant("I15")
def test_a_ball_by_hand_counts_once_the_camera_agrees_and_both_readings_stand_in_the_entry():
    night = by_hand(SEEN_BY_HAND)
    ordered, entered = night.do(EnterBall(42))
    assert entered == BallEntered(1, 42)
    assert orders(ordered, night.state) == (WatchExit(1),)
    assert night.refused(CallBall(42)) == "CALL-NONE"
    assert night.refused(EnterBall(43)) == "DRAW-PENDING"
    (drawn,) = night.do(ReportBall(1, 42, PICTURE, (Reading(CAMERA, 42),)))
    said = (Reading(CALLER, 42), Reading(CAMERA, 42))
    assert drawn == BallDrawn(1, 42, PICTURE, "person", said)
    assert decode(BallDrawn, encode(drawn)) == drawn
    night.do(CallBall(42))
    assert night.state.game.entered is None


@pytest.mark.invariant("I15")
def test_a_camera_that_disagrees_with_the_locutor_makes_a_doubt_with_both_numbers_that_a_person_settles():
    night = by_hand(SEEN_BY_HAND)
    night.do(EnterBall(42))
    assert night.refused(ReportBall(1, 24, PICTURE)) == "BALL-DISAGREE"
    lie = (Reading(CALLER, 24), Reading(CAMERA, 24))
    assert night.refused(ReportBall(1, 24, PICTURE, lie)) == "BALL-DISAGREE", "his word is in the book"
    assert night.refused(ReportBall(1, 42, PICTURE, (Reading(CAMERA, None),))) == "BALL-SILENT"
    night.do(ReportDoubt(1, (42, 24), "the witnesses disagree", PICTURE, (Reading(CAMERA, 24),)))
    doubt = night.state.game.doubt
    assert (doubt.candidates, doubt.picture) == ((42, 24), PICTURE)
    assert doubt.readings == (Reading(CALLER, 42), Reading(CAMERA, 24))
    assert night.refused(CallBall(42)) == "CALL-NONE"
    night.do(SettleBall(24), CallBall(24))
    assert night.state.game.called_balls == (24,)


@pytest.mark.invariant("I4", "I15")
def test_after_a_restart_the_camera_looks_again_at_the_ball_in_hand_once_the_jefe_continues():
    night = by_hand(SEEN_BY_HAND)
    night.do(EnterBall(42), StartController("b2", "test", "died"))
    assert pursue(night.state) == ()
    (continued,) = [e for e in night.do(ContinuePlay()) if isinstance(e, PlayContinued)]
    assert orders(continued, night.state) == (WatchExit(1),)


@pytest.mark.req("AJ-08")
@pytest.mark.invariant("I15")
def test_where_the_rules_ask_for_the_locutor_he_says_the_machines_ball_before_it_counts():
    night = automatic("camera", "caller")
    assert night.refused(EnterBall(42)) == "MANUAL-NOT"
    serial = night.order()
    assert orders(ExtractionOrdered(1, serial, 0), night.state) == (Draw(serial),)
    assert night.refused(ReportBall(serial, 42, PICTURE)) == "BALL-SILENT"
    night.do(EnterBall(42))
    assert night.refused(EnterBall(43)) == "MANUAL-NOT"
    (drawn,) = night.do(ReportBall(serial, 42, PICTURE))
    assert (drawn.reader, drawn.readings) == ("camera", (Reading(CALLER, 42), Reading(CAMERA, 42)))


@pytest.mark.req("AJ-22")
@pytest.mark.invariant("I15")
def test_what_the_machine_itself_reads_on_the_ball_must_not_contradict_and_where_asked_for_must_be_there():
    free, asked = automatic(), automatic("camera", "machine")
    for night in (free, asked):
        serial = night.order()
        disagree = (Reading(MACHINE, 24), Reading(CAMERA, 42))
        assert night.refused(ReportBall(serial, 42, PICTURE, disagree)) == "BALL-DISAGREE"
    silent = (Reading(CAMERA, 42),)
    assert asked.refused(ReportBall(1, 42, PICTURE, silent)) == "BALL-SILENT"
    (drawn,) = free.do(ReportBall(1, 42, PICTURE, silent))
    assert drawn == BallDrawn(1, 42, PICTURE, "camera")
    both = (Reading(MACHINE, 42), Reading(CAMERA, 42))
    (drawn,) = asked.do(ReportBall(1, 42, PICTURE, both))
    assert drawn.readings == both


@pytest.mark.parametrize(
    ("rules", "witnesses"),
    [
        (RULES, ("camera", "dice")),
        (RULES, ("camera", "camera")),
        (RULES, ("caller",)),
        (BY_HAND, ("camera",)),
        (BY_HAND, ("caller", "machine")),
    ],
)
def test_witnesses_that_cannot_be_are_no_rule_set(rules, witnesses):
    with pytest.raises(ValueError, match="witnesses"):
        replace(rules, witnesses=witnesses)


@pytest.mark.req("AJ-117")
def test_a_rule_set_that_says_nothing_of_later_fields_is_the_one_it_was_before_them():
    """Its digest stands in books that were opened then."""
    before = asdict(RULES)
    later = {"witnesses", "second_medium", "usual_sale", "cadence_s", "variant", "line", "voice_calls"}
    for name in (
        later
        | {"prizes", "law", "language", "specials", "approved", "most_cards", "beside", "home"}
        | {"remote_caller_s"}
    ):
        del before[name]
    text = json.dumps(before, sort_keys=True, ensure_ascii=False)
    assert RULES.digest == hashlib.sha256(text.encode()).hexdigest()
    assert replace(RULES, witnesses=("camera",)).digest != RULES.digest


def test_entries_from_before_there_were_witnesses_are_read_as_they_were_written():
    drawn = {"order": 1, "ball": 7, "picture": "", "reader": "camera"}
    assert decode(BallDrawn, drawn) == BallDrawn(1, 7, "", "camera")
    doubted = {"order": 1, "candidates": [6, 9], "reason": "x", "picture": ""}
    assert decode(BallDoubted, doubted) == BallDoubted(1, (6, 9), "x", "")


BALLS = st.integers(1, 4)
SAID = st.lists(st.builds(Reading, st.sampled_from(Witness), st.none() | BALLS), max_size=3).map(tuple)
REPORT = st.builds(ReportBall, st.just(0), BALLS, st.just(PICTURE), SAID)
STEPS = st.one_of(
    *[REPORT] * 4,
    *[st.just(DrawBall())] * 2,
    st.builds(EnterBall, BALLS),
    st.builds(ReportDoubt, st.just(0), st.just(()), st.just("x"), st.just(PICTURE), SAID),
    st.builds(SettleBall, BALLS),
    st.builds(CallBall, BALLS),
    st.just(ReportFault("cámara", "CAMERA-LOST", "x")),
    st.just(ProposeManual("x")),
    st.just(ApproveManual()),
)
RULE_SETS = (
    RULES,
    replace(RULES, witnesses=("camera", "machine")),
    replace(RULES, witnesses=("camera", "caller")),
    replace(RULES, witnesses=("caller", "machine", "camera")),
    BY_HAND,
    SEEN_BY_HAND,
)
STARTED = tuple(
    by_hand(rules) if rules.operation == "manual" else Night(rules).open_session().start()
    for rules in RULE_SETS
)


@pytest.mark.invariant("I1", "I15")
@given(place=st.integers(0, len(STARTED) - 1), steps=st.lists(STEPS, max_size=25))
def test_no_ball_can_be_shown_or_called_while_those_who_must_agree_do_not(place, steps):
    night = Night(RULE_SETS[place])
    night.state = STARTED[place].state
    by_locutor = night.state.rules.operation == "manual"
    for drawn_step in (EnterBall(1) if by_locutor else DrawBall(), *steps):
        night.wait(10_000)
        reported = isinstance(drawn_step, ReportBall | ReportDoubt)
        step = replace(drawn_step, serial=night.state.serial) if reported else drawn_step
        before = night.state.game
        must = required(night.state, before)  # type: ignore[arg-type]
        answer = night.answer(step)
        if isinstance(answer, Refusal):
            continue
        night.do(step)
        game = night.state.game
        if len(game.drawn) > len(before.drawn) and not isinstance(step, SettleBall):
            (drawn,) = [event for event in answer if isinstance(event, BallDrawn)]
            alone = Reading(CALLER if isinstance(step, EnterBall) else CAMERA, drawn.ball)
            said = drawn.readings or (alone,)
            assert distinct_numbers(said) == (drawn.ball,)
            assert must <= {reading.witness for reading in said if reading.ball == drawn.ball}
            assert before.entered in (None, drawn.ball)
        if game.doubt is not None or game.pending is not None:
            assert game.uncalled is None, "nothing to call"


@pytest.mark.req("AJ-08")
def test_the_voice_calls_no_ball_where_the_rule_set_does_not_say_so():
    night = Night().open_session().start()
    night.do(ReportBall(night.order(), 7, ""))
    assert night.refused(CallByVoice(7)) == "CALL-VOICE"
    night.state = replace(night.state, rules=replace(RULES, voice_calls=True))
    night.do(CallByVoice(7))
    assert night.state.game.called_balls == (7,)
