"""The desk offers what the rules allow, the obvious next step first."""

from dataclasses import replace

import pytest

from hallctl.games.bingo.rules.claims import Claim
from hallctl.games.bingo.rules.commands.claims import ResumeDraw, StopForClaim
from hallctl.games.bingo.rules.commands.draw import StartDraw
from hallctl.games.bingo.rules.commands.opening import (
    LoadBalls,
    MountBallSet,
    RegisterBallSet,
    RegisterSeries,
    RetireBallSet,
)
from hallctl.games.bingo.rules.commands.sale import AnnounceGame, CloseSale
from hallctl.games.bingo.rules.commands.wrong_calls import ApproveManual, ProposeManual
from hallctl.games.bingo.rules.events.opening import BallSetRegistered
from hallctl.games.bingo.rules.playing import playing
from hallctl.games.bingo.rules.state import Phase
from hallctl.games.bingo.rules.tables import COMMANDS, STEPS, decide, fold
from hallctl.games.bingo.script import script
from hallctl.outputs.offer import Premises
from hallctl.rules.claim_faults import Mark
from hallctl.rules.codec import decode
from hallctl.rules.commands.base import Actor, Appointment, Issued, Post
from hallctl.rules.commands.clock import ApproveSessionDay, ProposeClockReference, ProposeSessionDay
from hallctl.rules.commands.extraction import ReportBall
from hallctl.rules.commands.incidents import FileComplaint, MinuteIncident
from hallctl.rules.commands.running import ReportFault, ReportNotice, ReportRecovery
from hallctl.rules.commands.session import CloseSession, OpenSession, PassCheck
from hallctl.rules.events.session import CheckPassed
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import Calibrated
from tests.hallctl.bingo import offers
from tests.hallctl.games.bingo.rules.night import APPOINTMENTS, DAY, MATRIX, OPENING, RULES, Night
from tests.hallctl.hostile.night import HostileNight

PREMISES = Premises(
    OPENING, (RegisterSeries("A", 1042, 500, MATRIX.digest),), ("J-01", "J-02"), APPOINTMENTS, DAY
)


ASIDE = (
    {"ProposeVoid", "RectifySale", "StopForClaim", "VerifyCard", "DeliverCards", "ReturnCards"}
    | {
        "TakeBackSale",
        "StartCadence",
        "StopCadence",
    }
    | {
        "NoteWrongCall",
        "ProposeManual",
        "MinuteIncident",
        "FileComplaint",
        "RetireBallSet",
        "CountPlayers",
        "DeclareMinimum",
        "AnnounceLastGame",
    }
)


def first(night):
    return offers(night.state, PREMISES, night.now)[0]


def take(night, offer):
    command = decode(COMMANDS[offer.command], offer.body)
    answer = decide(night.state, Issued(command, Actor(offer.person, offer.post), ""), night.now)
    assert not isinstance(answer, Refusal), (offer, answer)
    night.state = fold(night.state, answer)


def test_taking_the_first_offer_leads_from_an_empty_book_to_the_sale():
    night = Night()
    taken = []
    while night.state.game is None:
        offer = first(night)
        assert offer.refusal is None
        taken.append(offer.command)
        take(night, offer)
    assert [name for i, name in enumerate(taken) if name not in taken[:i]] == [
        "OpenBook",
        "RegisterSeries",
        "RegisterBallSet",
        "MountBallSet",
        "OpenSession",
        "PassCheck",
        "CountBalls",
        "LoadBalls",
        "AnnounceGame",
    ]


@pytest.mark.invariant("I21")
def test_somebody_can_always_do_something():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    for _ in range(300):
        game = playing(night.state)
        if game is None:
            return
        open_offers = [o for o in offers(night.state, PREMISES, night.now) if o.refusal is None]
        assert open_offers, night.state
        main = [o for o in open_offers if o.command not in ASIDE]
        if game.pending is not None:
            ball = next(n for n in (*MATRIX.card(5).cells, *range(1, 91)) if n and n not in game.drawn)
            night.do(ReportBall(game.pending, ball, ""))
        elif game.phase is Phase.DRAW and MATRIX.card(5).numbers <= set(game.called_balls):
            night.claim(Claim.BINGO, 5)
        elif main:
            take(night, main[0])
        else:
            night.wait(500)
    raise AssertionError(night.state)


def test_a_closed_step_says_why():
    night = Night().open_session().start()
    night.draw(7)
    draw = next(o for o in offers(night.state, PREMISES, night.now) if o.command == "DrawBall")
    assert draw.refusal is not None
    assert (draw.refusal.code, draw.refusal.requirement) == ("DRAW-PACE", "AJ-88")


def test_whatever_the_desk_offers_is_open_at_some_moment_of_a_night():
    """A step that its own blank form closes is one that nobody can ever take."""
    premises = replace(PREMISES, ball_sets=("J-01", "J-02", "J-03"), callers=("sala-2",))
    found = [offer for state in HostileNight("").volume().states for offer in offers(state, premises, 10**9)]
    taken = {offer.command for offer in found if offer.refusal is None}
    assert {"ProposeCaller", "AcceptCaller"} <= taken == {offer.command for offer in found}


def test_each_offer_names_a_post_that_may_take_it_and_its_person():
    night = Night().open_session().start()
    for offer in offers(night.state, PREMISES, night.now):
        assert offer.post in STEPS[COMMANDS[offer.command]].posts
        assert offer.person


@pytest.mark.req("AJ-04", "AJ-65", "AJ-73", "AJ-82", "AJ-83", "AJ-105")
def test_the_jefe_reads_the_announcements_from_the_desk():
    night = Night().open_session().sell(12)
    assert script(night.state) == (
        "Partida 1. Se vende la serie A 1042, de 600 cartones, a Bs 5,00 cada uno. "
        "Los premios se pagan en fichas de juego. "
        "Compre a tiempo: la venta, una vez cerrada, no se abre de nuevo."
    )
    night.do(CloseSale())
    said = script(night.state)
    assert said.startswith("Cartones vendidos 12, de la serie A 1042 del número 1 al 12.")
    assert said.endswith("Compruebe que sus cartones son de esta serie y están entre estos números.")


@pytest.mark.req("AJ-07", "AJ-60")
def test_the_material_is_checked_by_the_jefe_item_by_item_and_each_is_an_entry():
    night = Night().open_session()
    session = night.state.session
    assert session is not None
    night.state = replace(night.state, session=replace(session, passed=frozenset()))
    for item in night.state.rules.checks:
        prompt = first(night)
        assert (prompt.label, prompt.post) == (f"Funciona: {item}", "jefe")
        assert night.do(PassCheck(item)) == (CheckPassed(item),)
        assert night.refused(PassCheck(item), Post.LOCUTOR) == "POST"
    assert first(night).command == "AnnounceGame"


@pytest.mark.req("AJ-14", "AJ-26", "AJ-59", "AJ-104")
def test_what_is_said_of_the_whole_day_is_asked_at_the_desk_and_an_entry_follows():
    night = Night().open_session()
    offered = {o.command: o for o in offers(night.state, PREMISES, night.now) if o.refusal is None}
    for command in ("CountPlayers", "DeclareMinimum", "AnnounceLastGame"):
        offer = offered[command]
        take(night, offer)
    session = night.state.session
    assert (session.players, session.minimum, session.last_game) == (0, 9, 1)
    assert {o.command for o in offers(night.state, PREMISES, night.now)} & set(offered) >= {"CountPlayers"}
    assert "AnnounceLastGame" not in {o.command for o in offers(night.state, PREMISES, night.now)}
    retire = offered["RetireBallSet"]
    take(night, replace(retire, body=retire.body | {"reason": "la 7 está rayada"}))
    assert night.state.mounted is None
    mounting = [o for o in offers(night.state, PREMISES, night.now) if o.command == "MountBallSet"]
    assert [(o.body["ball_set"], o.refusal is None) for o in mounting] == [("J-02", True)]


@pytest.mark.req("AJ-23", "AJ-26", "AJ-27")
@pytest.mark.invariant("I21")
def test_without_a_spare_set_the_night_waits_for_the_director_to_register_one_and_goes_on_with_it():
    night = Night().open_session()
    night.do(RetireBallSet("J-01", "la 7 está rayada"), MountBallSet("J-02"), night.count(), LoadBalls())
    lacking = first(night)
    assert (lacking.command, lacking.post, lacking.waited) == ("RegisterBallSet", "director", True)
    assert lacking.notice == "No hay juego de bolas de reserva: el Director registra uno."
    assert night.refused(AnnounceGame("A-1042")) == "SET-SPARE"
    take(night, replace(lacking, body={"ball_set": " J-03 "}))
    assert first(night).command == "AnnounceGame"
    assert night.state.ball_sets.keys() == {"J-01", "J-02", "J-03"}


@pytest.mark.req("AJ-27")
def test_the_loss_of_the_spare_set_is_told_before_the_set_is_retired():
    def notice():
        found = next(o for o in offers(night.state, PREMISES, night.now) if o.command == "RetireBallSet")
        return found.notice

    night = Night().open_session()
    night.do(RegisterBallSet("J-03"))
    assert notice() == "", "two are left"
    night.do(RetireBallSet("J-03", "gastado"))
    assert "no queda juego de reserva" in notice()
    night.do(RetireBallSet("J-02", "gastado"))
    assert "el último juego" in notice()
    night.do(RetireBallSet("J-01", "gastado"))
    assert first(night).notice == "No hay juego de bolas en regla: el Director registra uno."


@pytest.mark.req("AJ-27")
def test_a_camera_knows_every_set_that_is_registered_and_mounted():
    night = Night().open_session()
    known = {"J-01": Calibrated("bolas-J-01.toml", "a" * 64), "J-03": Calibrated("bolas-J-03.toml", "b" * 64)}
    night.state = replace(night.state, calibrated=known)
    assert night.refused(RegisterBallSet("J-04")) == night.refused(MountBallSet("J-02")) == "SET-CALIBRATION"
    lacking = first(night)
    assert (lacking.command, lacking.refusal and lacking.refusal.code) == (
        "RegisterBallSet",
        "SET-CALIBRATION",
    )
    assert lacking.notice, "the night says why it waits also where the step itself has to wait"
    assert night.do(RegisterBallSet("J-03")) == (BallSetRegistered("J-03", "bolas-J-03.toml", "b" * 64),)
    assert first(night).command == "AnnounceGame"


def test_a_set_that_played_its_games_is_changed_for_one_that_was_registered_at_the_desk():
    night = Night(replace(RULES, ball_set_games=1)).open_session()
    night.do(RegisterBallSet("J-09"))
    spent = replace(night.state.ball_sets["J-01"], games=1)
    night.state = replace(night.state, ball_sets={**night.state.ball_sets, "J-01": spent})
    mounting = [
        o.body["ball_set"] for o in offers(night.state, PREMISES, night.now) if o.command == "MountBallSet"
    ]
    assert mounting == ["J-02", "J-09"]


@pytest.mark.req("AJ-26")
def test_a_defective_ball_is_told_at_the_desk_in_the_middle_of_a_draw():
    night = Night().open_session().start()
    night.draw(7)
    retire = next(o for o in offers(night.state, PREMISES, night.now) if o.command == "RetireBallSet")
    assert (retire.post, retire.refusal) == ("director", None)


@pytest.mark.req("AJ-95", "AJ-106", "AJ-107", "AJ-108", "AJ-109")
def test_the_paper_of_a_sung_card_is_asked_for_mark_by_mark():
    night = Night().open_session().start()
    night.call_card(5, rows=1)
    night.do(StopForClaim(Claim.LINE))
    verify = first(night)
    paper = next(question for question in verify.questions if question.field == "marks")
    assert [value for value, _ in paper.choices] == list(Mark)
    said = dict(paper.choices)
    take(night, replace(verify, body=verify.body | {"card": 5, "marks": ["erasable", "damaged"]}))
    (verified,) = night.state.game.verified
    assert verified.faults == (said["erasable"], said["damaged"])


def test_a_wrong_call_and_a_ball_taken_out_by_hand_are_offered_when_they_are_possible():
    night = Night().open_session().start()
    night.draw(1)
    offered = {o.command: o for o in offers(night.state, PREMISES, night.now)}
    assert offered["NoteWrongCall"].refusal is None
    night.do(ProposeManual("avería"))
    agree = next(o for o in offers(night.state, PREMISES, night.now) if o.command == "ApproveManual")
    assert (agree.post, agree.refusal) == ("director", None)
    night.do(ApproveManual())
    offered = {o.command: o for o in offers(night.state, PREMISES, night.now)}
    assert offered["EnterBall"].refusal is None
    assert "DrawBall" not in offered


@pytest.mark.req("AJ-54")
def test_what_waits_for_the_director_is_offered_to_the_director():
    night = Night().open_session().start()
    night.do(MinuteIncident("pelea"), FileComplaint("Juan", "LP-1", "no oí el 7", signed=True))
    waiting = {o.command: o for o in offers(night.state, PREMISES, night.now)}
    assert waiting["ApproveIncident"].post == waiting["ResolveComplaint"].post == "director"
    assert waiting["ApproveIncident"].refusal is waiting["ResolveComplaint"].refusal is None


@pytest.mark.req("AJ-53", "AJ-54", "AJ-56")
def test_an_incident_and_a_complaint_are_taken_and_answered_between_games_too():
    night = Night().open_session()
    offered = {o.command: o for o in offers(night.state, PREMISES, night.now)}
    assert offered["MinuteIncident"].refusal is None
    assert "FileComplaint" in offered
    night.do(MinuteIncident("pelea"), FileComplaint("Juan", "LP-1", "no oí el 7", signed=True))
    waiting = {o.command: o for o in offers(night.state, PREMISES, night.now)}
    assert waiting["ApproveIncident"].refusal is waiting["ResolveComplaint"].refusal is None


def asked(night, name):
    offer = next(o for o in offers(night.state, PREMISES, night.now) if o.command == name)
    assert offer.refusal is None
    return [question.field for question in offer.questions]


@pytest.mark.req("AJ-62")
def test_the_count_of_a_manual_extractor_asks_who_is_present():
    assert asked(Night().open_session().finished().settled(), "CountBalls") == ["numbers"]
    manual = Night(replace(RULES, operation="manual")).open_session().finished().settled()
    assert asked(manual, "CountBalls") == ["numbers", "director", "witness_asked", "witness"]


@pytest.mark.req("D4")
def test_whoever_presents_a_card_is_asked_for_only_where_prizes_are_split_by_player():
    for split_by, fields in (
        ("card", ["marks", "card"]),
        ("player", ["marks", "card", "player", "document"]),
    ):
        night = Night(replace(RULES, split_by=split_by)).open_session().start()
        night.draw(7)
        night.do(StopForClaim(Claim.LINE))
        assert asked(night, "VerifyCard") == fields


@pytest.mark.req("D12")
def test_the_announcement_may_be_rectified_from_the_close_of_the_sale_to_the_line():
    night = Night().open_session().sell(60)

    def offered():
        return "RectifySale" in {o.command for o in offers(night.state, PREMISES, night.now)}

    assert not offered()
    night.do(CloseSale())
    assert asked(night, "RectifySale") == ["announced", "reason"]
    night.do(StartDraw())
    night.call_card(5, rows=1)
    night.claim(Claim.LINE, 5)
    assert offered()
    night.ask()
    night.do(ResumeDraw())
    assert not offered()


@pytest.mark.req("D8")
def test_the_first_offer_is_to_void_once_the_wait_for_the_first_ball_was_too_long():
    night = Night().open_session().start()
    night.do(ReportFault("cámara", "CAMERA-LOST", ""), ReportRecovery("cámara", "CAMERA-LOST"))
    assert first(night).command == "AcknowledgeFault"
    night.wait(RULES.wait_before_first_ball_ms)
    void = first(night)
    assert (void.command, void.body["reason"]) == ("ProposeVoid", ""), "no motive is chosen for anybody"
    take(night, replace(void, body={"reason": void.questions[0].choices[0][0]}))
    assert first(night).command == "ApproveVoid"
    take(night, first(night))
    assert night.state.game.phase is Phase.VOID


@pytest.mark.req("AJ-02", "AJ-11")
def test_each_cashier_is_offered_her_own_steps_and_others_see_who_has_the_till():
    night = Night().open_session()
    night.do(CloseSession(), OpenSession((*APPOINTMENTS, Appointment(Post.CAJERO, "Eva")), DAY))

    def cashier(command, *cashiers):
        found = offers(night.state, PREMISES, night.now, [Actor(name, Post.CAJERO) for name in cashiers])
        return next(o for o in found if o.command == command)

    for name in ("Rosa", "Eva"):
        assert (cashier("OpenShift", name).person, cashier("OpenShift", name).refusal) == (name, None)
    take(night, cashier("OpenShift", "Rosa"))
    assert night.state.session.shift.cashier == "Rosa"
    assert cashier("CloseShift").person == cashier("CloseShift", "Rosa").person == "Rosa"
    assert cashier("CloseShift", "Eva").person == "Eva"


@pytest.mark.req("AJ-11")
def test_the_shift_comes_first_where_no_game_goes_without_and_last_where_it_may():
    def named(night):
        return [offer.command for offer in offers(night.state, PREMISES, night.now)]

    free, asked_for = (Night(replace(RULES, shifts=shifts)).open_session() for shifts in (False, True))
    assert named(free).index("OpenShift") > named(free).index("AnnounceGame")
    assert named(asked_for)[0] == "OpenShift"
    assert first(asked_for).refusal is None
    take(asked_for, first(asked_for))
    assert first(asked_for).command == "AnnounceGame"


@pytest.mark.invariant("I25")
def test_a_clock_that_jumped_is_settled_by_two_and_takes_no_place_of_the_draw():
    night = Night().open_session().start()
    before = [offer.command for offer in offers(night.state, PREMISES, night.now) if not offer.refusal]
    night.do(ReportNotice("reloj", "CLOCK-JUMPED", "—"))
    after = [offer.command for offer in offers(night.state, PREMISES, night.now) if not offer.refusal]
    assert after == [*before, "ProposeClockReference"]
    night.do(ProposeClockReference("se puso en hora"))
    agree = next(
        offer
        for offer in offers(night.state, PREMISES, night.now)
        if offer.command == "ApproveClockReference"
    )
    assert (agree.post, agree.refusal) == (Post.DIRECTOR, None)


@pytest.mark.req("D25")
def test_a_session_is_offered_with_the_day_that_two_people_agreed_on():
    night = Night()
    night.do(OPENING, ProposeSessionDay("2026-11-20", "la noche del viernes"))
    assert "ApproveSessionDay" in {offer.command for offer in offers(night.state, PREMISES, night.now)}
    night.do(ApproveSessionDay())
    (session,) = (
        offer for offer in offers(night.state, PREMISES, night.now) if offer.command == "OpenSession"
    )
    assert (session.body["day"], session.refusal) == ("2026-11-20", None)
