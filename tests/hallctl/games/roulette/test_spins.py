"""A spin in the order of the text, its number from two witnesses, and what stops a table."""

from dataclasses import replace

import pytest

from hallctl.games.roulette.rules.commands.people import (
    ApproveNumber,
    ApproveVoidSpin,
    ProposeNumber,
    ProposeVoidSpin,
    StopTable,
    WithdrawSpinProposal,
)
from hallctl.games.roulette.rules.commands.spin import (
    CloseBets,
    CollectLosers,
    EndBettingTime,
    EnterNumber,
    LaunchBall,
    OpenBets,
    PayWinners,
    PlaceMarker,
    ReportIrregularity,
    ReportLaunch,
    ReportNoMoreBets,
    ReportNumber,
    ReportSilence,
)
from hallctl.games.roulette.rules.events.spin import (
    BetsClosed,
    DirectionRepeated,
    NumberEstablished,
    PictureKept,
    TableStopped,
)
from hallctl.games.roulette.rules.kinds import Cause, Direction, Dispute, Phase, Source
from hallctl.games.roulette.rules.tables import ROULETTE_RULES
from hallctl.games.roulette.script import script
from hallctl.games.roulette.sensor import unpictured
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.running import ContinuePlay, StartController
from tests.hallctl.games.roulette.table import RULES, TableDay


@pytest.fixture
def day() -> TableDay:
    return TableDay.opened()


@pytest.mark.req("RO-06", "RO-10", "RO-14", "RO-76", "RO-77")
def test_a_spin_goes_in_the_order_of_the_text_and_no_step_is_skipped(day: TableDay) -> None:
    steps = (
        (OpenBets(), Phase.BETS),
        (LaunchBall(Direction.CLOCKWISE), Phase.LAUNCHED),
        (CloseBets(), Phase.CLOSED),
        (EnterNumber("17"), Phase.NUMBER),
        (PlaceMarker(), Phase.MARKED),
        (CollectLosers(), Phase.COLLECTED),
        (PayWinners(), Phase.PAID),
    )
    codes = set()
    for at, (step, phase) in enumerate(steps):
        for other, _ in (*steps[:at], *steps[at + 1 :]):
            # The number before "nada mais" stops the table (its own test); before the launch it is refused.
            if not (isinstance(other, EnterNumber) and at == 2):
                codes.add(day.refused(other))
        if isinstance(step, EnterNumber):
            day.sensed("17")
            assert day.spin.phase is Phase.CLOSED, "the croupier has not seen it yet"
            assert day.state.numbers == ()
        day.do(step)
        assert day.spin.phase is phase
    phases = {"LAUNCH-PHASE", "BETS-PHASE", "NUMBER-PHASE", "MARKER-PHASE", "COLLECT-MARKER", "PAY-ORDER"}
    assert codes == phases | {"SPIN-NONE", "SPIN-OPEN"}
    assert day.state.numbers == ("17",)
    day.do(OpenBets())
    assert day.spin.number == 2


@pytest.mark.req("RO-68", "RO-14")
@pytest.mark.parametrize("first", ["sensor", "croupier"])
def test_two_witnesses_who_agree_establish_the_number_once(day: TableDay, first: str) -> None:
    day.closed()
    if first == "sensor":
        day.sensed("0")
        (*_, number) = day.do(EnterNumber("0"))
    else:
        day.do(EnterNumber("0"))
        (*_, number) = day.sensed("0")
    assert isinstance(number, NumberEstablished)
    assert (number.pocket, number.colour, number.source) == ("0", "green", Source.SENSOR)
    assert (number.sensed, number.entered, number.picture) == ("0", "0", "ab" * 32)
    assert day.do(ReportNumber(day.game, "32", "32"), Post.CONTROLLER) == ()
    assert day.do(ReportNumber(day.game + 1, "32", "32"), Post.CONTROLLER) == (), "the spin has its number"
    assert day.refused(ProposeNumber("32", "otro"), Post.JEFE) == "NUMBER-STANDS"


@pytest.mark.req("RO-68", "RO-14")
def test_witnesses_who_disagree_stop_the_table_before_anybody_is_shown_either(day: TableDay) -> None:
    day.closed()
    day.sensed("12")
    (_, stopped) = day.do(EnterNumber("21"))
    assert isinstance(stopped, TableStopped)
    assert stopped.dispute is Dispute.DISAGREE
    assert day.spin.pocket == ""
    for step in (PlaceMarker(), EnterNumber("12"), CloseBets()):
        assert day.refused(step) == "SPIN-STOPPED"
    assert day.refused(ApproveNumber(), Post.DIRECTOR) == "NUMBER-NONE"
    assert day.refused(ProposeNumber("37", "la bola"), Post.JEFE) == "NUMBER-WHEEL"
    assert day.refused(ProposeNumber("21", " "), Post.JEFE) == "NUMBER-REASON"
    day.do(ProposeNumber("21", "se ve la bola"), Post.JEFE)
    assert day.refused(ApproveNumber(), Post.JEFE, "Ana Quispe") == "POST"
    (_, number) = day.do(ApproveNumber(), Post.DIRECTOR)
    assert isinstance(number, NumberEstablished)
    assert (number.source, number.pocket, number.sensed) == (Source.PEOPLE, "21", "12")
    assert day.state.numbers == ("21",)


@pytest.mark.req("RO-71", "RO-79")
def test_a_dead_sensor_stops_the_table_and_voids_nothing(day: TableDay) -> None:
    day.closed()
    day.do(EnterNumber("5"))
    assert day.spin.phase is Phase.CLOSED
    (stopped,) = day.do(ReportSilence("sin línea"), Post.CONTROLLER)
    assert isinstance(stopped, TableStopped)
    assert stopped.dispute is Dispute.SILENT
    assert day.do(ReportSilence("sin línea"), Post.CONTROLLER) == ()
    day.agreed("5")
    assert day.state.numbers == ("5",)
    day.settled()
    day.closed()
    day.do(StopTable(Cause.NO_NUMBER))
    assert day.spin.dispute is Dispute.SILENT
    day.agreed("6")


@pytest.mark.req("RO-71")
@pytest.mark.parametrize("witness", ["sensor", "croupier"])
def test_a_number_before_nada_mais_stops_the_table(day: TableDay, witness: str) -> None:
    day.do(OpenBets())
    day.do(LaunchBall())
    if witness == "sensor":
        day.sensed("9")
    else:
        day.do(EnterNumber("9"))
    assert (day.spin.dispute, day.spin.cause) == (Dispute.EARLY, Cause.EARLY)
    assert not day.spin.betting
    assert day.refused(ProposeVoidSpin(Cause.EARLY, ""), Post.JEFE) == "SPIN-VOID-REASON"
    day.do(ProposeVoidSpin(Cause.EARLY, "se apostó después"), Post.JEFE)
    day.do(ApproveVoidSpin(), Post.DIRECTOR)
    assert day.state.numbers == (), "void spins are not shown (DR13)"
    assert day.state.totals.voids == 1
    day.spun("9")


@pytest.mark.req("RO-71", "RO-72", "RO-79")
@pytest.mark.parametrize("cause", Cause)
def test_two_people_void_a_spin_and_nothing_else_does(day: TableDay, cause: Cause) -> None:
    day.closed()
    day.do(ReportIrregularity(1, cause, "*X;5"), Post.CONTROLLER)
    assert day.spin.phase is Phase.DISPUTED
    assert day.refused(ApproveVoidSpin(), Post.DIRECTOR) == "SPIN-VOID-NONE"
    day.do(ProposeVoidSpin(cause, "se vio"), Post.JEFE)
    assert day.refused(ProposeNumber("1", "la bola"), Post.JEFE) == "SPIN-PROPOSED"
    day.do(WithdrawSpinProposal(), Post.JEFE)
    day.do(ProposeVoidSpin(cause, "se vio"), Post.JEFE)
    day.do(ApproveVoidSpin(), Post.DIRECTOR)
    assert (day.spin.phase, day.spin.void) == (Phase.VOID, cause)
    assert day.refused(ApproveVoidSpin(), Post.DIRECTOR) == "SPIN-VOID-PHASE"


@pytest.mark.req("RO-71")
def test_an_established_number_is_not_voided(day: TableDay) -> None:
    day.closed()
    day.do(ProposeVoidSpin(Cause.INTERRUPTED, "la bola rozó"), Post.JEFE)
    day.sensed("8")
    day.do(EnterNumber("8"))
    assert day.spin.proposal is None
    assert day.refused(ApproveVoidSpin(), Post.DIRECTOR) == "SPIN-VOID-PHASE"
    assert day.refused(StopTable(Cause.OBJECT)) == "STOP-PHASE"


@pytest.mark.req("RO-67", "RO-73")
def test_bets_are_closed_by_croupier_wheel_or_time_whichever_is_first(day: TableDay) -> None:
    def closed_by() -> Source:
        (closed,) = (event for event in day.events[before:] if isinstance(event, BetsClosed))
        return closed.source

    before = len(day.events)
    day.closed()
    assert closed_by() is Source.CROUPIER
    assert day.do(ReportNoMoreBets(1, "*X;3"), Post.CONTROLLER) == ()
    day.sensed("1")
    day.do(EnterNumber("1"))
    day.settled()

    before = len(day.events)
    day.do(OpenBets())
    assert day.do(ReportNoMoreBets(2, "*X;3"), Post.CONTROLLER) == (), "no ball runs"
    day.do(ReportLaunch(2, Direction.CLOCKWISE, "31", "*X;2"), Post.CONTROLLER)
    assert (day.spin.game, day.spin.croupier) == (2, "Luis Rojas")
    day.do(ReportNoMoreBets(2, "*X;3"), Post.CONTROLLER)
    assert closed_by() is Source.SENSOR
    day.sensed("1", game=2)
    day.do(EnterNumber("1"))
    day.settled()

    before = len(day.events)
    day.do(OpenBets())
    day.do(LaunchBall())
    assert ROULETTE_RULES.due(day.state, day.now) is None
    assert day.refused(EndBettingTime(), Post.CONTROLLER) == "BETS-TIME"
    day.now += RULES.betting_ms
    assert ROULETTE_RULES.due(day.state, day.now) == EndBettingTime()
    day.do(EndBettingTime(), Post.CONTROLLER)
    assert closed_by() is Source.TIME


def test_what_a_sensor_repeats_or_says_of_another_game_is_no_number_of_the_spin(day: TableDay) -> None:
    day.spun("30")
    day.do(OpenBets())
    assert day.do(ReportNumber(7, "4", " 4"), Post.CONTROLLER) == (), "no ball was launched"
    day.do(ReportLaunch(8, Direction.UNKNOWN, "", "*X;2"), Post.CONTROLLER)
    day.do(CloseBets())
    assert day.do(ReportNumber(1, "30", "30"), Post.CONTROLLER) == (), "the last spin's, again"
    assert day.do(ReportNumber(7, "4", " 4"), Post.CONTROLLER) == (), "another game's"
    assert day.ask(ReportNumber(8, "37", "37"), Post.CONTROLLER).code == "NUMBER-WHEEL"
    day.sensed("4", game=8)
    day.do(EnterNumber("4"))
    assert day.state.numbers == ("4", "30")


def test_a_rotor_that_does_not_alternate_is_minuted_and_stops_nothing(day: TableDay) -> None:
    day.closed(Direction.CLOCKWISE)
    day.sensed("2")
    day.do(EnterNumber("2"))
    day.settled()
    day.closed(Direction.CLOCKWISE)
    assert [event for event in day.events if isinstance(event, DirectionRepeated)] == [
        DirectionRepeated(2, Direction.CLOCKWISE)
    ]
    assert day.spin.phase is Phase.CLOSED


def test_a_table_without_a_sensor_takes_the_croupier_s_word() -> None:
    day = TableDay.opened(replace(RULES, number_by=("croupier",)))
    day.closed()
    (_, number) = day.do(EnterNumber("11"))
    assert isinstance(number, NumberEstablished)
    assert number.source is Source.CROUPIER
    assert day.do(ReportSilence(""), Post.CONTROLLER) == ()


def test_after_a_restart_the_spin_waits_for_a_person_and_goes_on_where_it_stood(day: TableDay) -> None:
    day.do(OpenBets())
    day.do(LaunchBall())
    day.do(StartController("b2", "test", "died"), Post.CONTROLLER)
    assert day.refused(CloseBets()) == "CONTINUE"
    day.now += 10 * RULES.betting_ms
    assert ROULETTE_RULES.due(day.state, day.now) is None
    day.do(ContinuePlay(), Post.JEFE)
    assert ROULETTE_RULES.due(day.state, day.now) is None, "the betting time was of another boot"
    day.do(CloseBets())
    day.sensed("3")
    day.do(EnterNumber("3"))
    day.settled()
    assert day.state.numbers == ("3",)


@pytest.mark.req("RO-22")
def test_the_last_twenty_numbers_are_remembered_the_newest_first(day: TableDay) -> None:
    for number in range(1, 26):
        day.spun(str(number))
    assert day.state.numbers == tuple(str(number) for number in range(25, 5, -1))


def test_a_step_at_another_moment_of_the_wheel_and_what_nobody_proposed_are_refused(day: TableDay) -> None:
    day.do(OpenBets())
    assert day.refused(EnterNumber("1")) == "NUMBER-PHASE", "no ball runs"
    assert day.refused(WithdrawSpinProposal(), Post.JEFE) == "SPIN-WITHDRAW"
    day.do(LaunchBall())
    day.do(CloseBets())
    day.do(EnterNumber("1"))
    assert day.refused(EnterNumber("2")) == "NUMBER-PHASE", "it is said once"


@pytest.mark.invariant("I16")
def test_nobody_agrees_to_their_own_number_nor_to_their_own_void(day: TableDay) -> None:
    session = day.state.session
    assert session is not None
    both = {**session.posts, Post.DIRECTOR: session.posts[Post.JEFE]}
    day.state = replace(day.state, session=replace(session, posts=both))
    day.closed()
    day.do(StopTable(Cause.NO_NUMBER))
    day.do(ProposeNumber("1", "se ve"), Post.JEFE)
    assert day.refused(ApproveNumber(), Post.DIRECTOR, "Ana Quispe") == "SPIN-SAME"
    day.do(WithdrawSpinProposal(), Post.JEFE)
    day.do(ProposeVoidSpin(Cause.NO_NUMBER, "no se sabe"), Post.JEFE)
    assert day.refused(ApproveVoidSpin(), Post.DIRECTOR, "Ana Quispe") == "SPIN-SAME"


@pytest.mark.req("RO-74", "RO-67")
@pytest.mark.parametrize(
    ("language", "bets", "closed"),
    [
        ("pt", "Façam as vossas apostas.", "Jogo feito, nada mais."),
        ("es", "Hagan juego.", "No va más."),
        ("en", "Place your bets.", "No more bets."),
    ],
)
def test_the_two_phrases_are_said_at_their_events_in_the_language_of_the_rules(
    language: str, bets: str, closed: str
) -> None:
    day = TableDay.opened(replace(RULES, language=language))
    assert script(day.state) == ""
    day.do(OpenBets())
    assert script(day.state) == bets
    day.do(LaunchBall())
    assert script(day.state) == bets
    day.do(CloseBets())
    assert script(day.state) == closed
    day.sensed("0")
    assert script(day.state) == closed, "one witness is not told"
    day.do(EnterNumber("0"))
    assert script(day.state) == "0, verde."


@pytest.mark.req("RO-68")
def test_a_picture_is_kept_of_a_spin_for_which_the_sensor_brought_none() -> None:
    day = TableDay.opened(replace(RULES, number_by=("croupier",)))
    day.closed()
    assert unpictured(day.state) is None, "the ball runs"
    day.do(EnterNumber("17"))
    taken = unpictured(day.state)
    assert taken is not None
    assert day.do(taken("cd" * 32), Post.CONTROLLER) == (PictureKept(1, "cd" * 32, stopped=False),)
    assert day.spin.picture == "cd" * 32
    assert unpictured(day.state) is None
    assert day.do(taken("ef" * 32), Post.CONTROLLER) == (), "one is enough"


@pytest.mark.req("RO-68", "RO-71")
def test_of_a_stopped_table_a_picture_is_kept_at_once_and_again_once_the_number_is_known() -> None:
    day = TableDay.opened()
    day.closed()
    day.do(StopTable(Cause.NO_NUMBER))
    at_once = unpictured(day.state)
    assert at_once is not None
    assert day.do(at_once("cd" * 32), Post.CONTROLLER) == (PictureKept(1, "cd" * 32, stopped=True),)
    assert unpictured(day.state) is None
    day.agreed("8")
    again = unpictured(day.state)
    assert again is not None
    assert day.do(again("ef" * 32), Post.CONTROLLER) == (PictureKept(1, "ef" * 32, stopped=False),)
    assert day.spin.picture == "ef" * 32
    day.settled()
    day.do(OpenBets())
    assert day.do(again("ab" * 32), Post.CONTROLLER) == (), "of a spin that is over"
