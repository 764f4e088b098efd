"""The desk offers what the rules allow, the obvious next step first."""

import pytest

from hallctl.outputs.desk import Premises, offers, script
from hallctl.rules import commands as cmd
from hallctl.rules.codec import decode
from hallctl.rules.commands import Actor, Claim, Issued
from hallctl.rules.decide import COMMANDS, STEPS, decide
from hallctl.rules.evolve import fold
from hallctl.rules.refusals import Refusal
from hallctl.rules.state import Phase
from tests.hallctl.rules.night import APPOINTMENTS, MATRIX, OPENING, Night

PREMISES = Premises(
    OPENING, (cmd.RegisterSeries("A", 1042, 500, MATRIX.digest),), ("J-01", "J-02"), APPOINTMENTS
)


ASIDE = {"ProposeVoid", "StopForClaim", "VerifyCard", "DeliverCards", "ReturnCards"} | {
    "NoteWrongCall",
    "ProposeManual",
    "MinuteIncident",
    "FileComplaint",
}


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
        game = night.state.playing
        if game is None:
            return
        open_offers = [o for o in offers(night.state, PREMISES, night.now) if o.refusal is None]
        assert open_offers, night.state
        main = [o for o in open_offers if o.command not in ASIDE]
        if game.pending is not None:
            ball = next(n for n in (*MATRIX.card(5).cells, *range(1, 91)) if n and n not in game.drawn)
            night.do(cmd.ReportBall(game.pending, ball, ""))
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


def test_each_offer_names_a_post_that_may_take_it_and_its_person():
    night = Night().open_session().start()
    for offer in offers(night.state, PREMISES, night.now):
        assert offer.post in STEPS[COMMANDS[offer.command]].posts
        assert offer.person


@pytest.mark.req("AJ-82", "AJ-83")
def test_the_jefe_reads_the_announcement_from_the_desk():
    night = Night().open_session().sell(12)
    assert script(night.state).startswith("Se vende la serie A 1042")
    night.do(cmd.CloseSale())
    assert script(night.state).startswith("Cartones vendidos 12, de la serie A 1042 del número 1 al 12.")


def test_a_wrong_call_and_a_ball_taken_out_by_hand_are_offered_when_they_are_possible():
    night = Night().open_session().start()
    night.draw(1)
    offered = {o.command: o for o in offers(night.state, PREMISES, night.now)}
    assert offered["NoteWrongCall"].refusal is None
    night.do(cmd.ProposeManual("avería"))
    agree = next(o for o in offers(night.state, PREMISES, night.now) if o.command == "ApproveManual")
    assert (agree.post, agree.refusal) == ("director", None)
    night.do(cmd.ApproveManual())
    offered = {o.command: o for o in offers(night.state, PREMISES, night.now)}
    assert offered["EnterBall"].refusal is None
    assert "DrawBall" not in offered


@pytest.mark.req("AJ-54")
def test_what_waits_for_the_director_is_offered_to_the_director():
    night = Night().open_session().start()
    night.do(cmd.MinuteIncident("pelea"), cmd.FileComplaint("Juan", "LP-1", "no oí el 7"))
    waiting = {o.command: o for o in offers(night.state, PREMISES, night.now)}
    assert waiting["ApproveIncident"].post == waiting["ResolveComplaint"].post == "director"
    assert waiting["ApproveIncident"].refusal is waiting["ResolveComplaint"].refusal is None
