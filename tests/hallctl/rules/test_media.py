"""Two people decide about the media of the book: the jefe proposes, the Director decides."""

import pytest

from hallctl.games.bingo.rules.tables import fold
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.volumes import (
    AcceptShorter,
    CloseBook,
    ProposeClosing,
    ProposeRepair,
    RecordRepair,
)
from hallctl.rules.events.running import FaultLatched
from hallctl.rules.refusals import Refusal
from tests.hallctl.games.bingo.rules.night import OPENING, PEOPLE, Night

REPAIR = RecordRepair(1, "segundo soporte", 900, "disco averiado", "tomo-0001.jsonl.apartado-1")
SHORTER = AcceptShorter("sala.example/tomo-0001", 40, "ab" * 32, 9, "se perdieron los dos discos")
PROPOSED = ProposeRepair("disco averiado")


@pytest.fixture
def night():
    night = Night()
    night.do(OPENING)
    return night


@pytest.mark.invariant("I16")
@pytest.mark.parametrize("decision", [REPAIR, SHORTER])
def test_nobody_decides_alone_and_one_proposal_is_for_one_decision(night, decision):
    assert night.refused(decision) == "AGREE-NONE"
    night.do(PROPOSED)
    assert night.refused(decision, Post.DIRECTOR, PEOPLE[Post.JEFE]) == "AGREE-SAME"
    (event,) = night.do(decision)
    assert (event.person, event.jefe) == (PEOPLE[Post.DIRECTOR], PEOPLE[Post.JEFE])
    assert night.refused(decision) == "AGREE-NONE"


@pytest.mark.req("AJ-39")
def test_every_step_needs_its_reason(night):
    assert night.refused(ProposeRepair(" ")) == "REPAIR-REASON"
    night.do(PROPOSED)
    assert night.refused(RecordRepair(1, "libro", 9, "")) == "REPAIR-REASON"


@pytest.mark.invariant("I12")
def test_after_a_loss_the_folios_go_on_behind_the_last_printed_one(night):
    night.do(PROPOSED, SHORTER)
    assert (night.state.folios, night.state.accepted) == (9, 40)
    night.do(ProposeClosing())
    (closed,) = night.do(CloseBook())
    assert closed.folio == 10


@pytest.mark.invariant("I12")
def test_a_loss_cannot_reach_beyond_the_volume(night):
    night.do(PROPOSED)
    assert night.refused(AcceptShorter("", 0, "", 200, "papel")) == "FOLIO-NONE"


@pytest.mark.invariant("I12", "I14")
def test_what_the_witness_says_keeps_no_volume_open_whose_loss_is_accepted(night):
    fault = FaultLatched("testigo", "WITNESS-AHEAD", "vio 40 asientos")
    night.state = fold(night.state, [fault])
    night.do(ProposeClosing())
    assert night.refused(CloseBook()) == "CLOSE-FAULT"
    night.do(PROPOSED, SHORTER)
    other = fold(night.state, [FaultLatched("libro", "BOOK-DAMAGED", "")])
    night.do(CloseBook())
    night.state = other
    answer = night.answer(CloseBook())
    assert isinstance(answer, Refusal)
    assert answer.code == "CLOSE-FAULT"
