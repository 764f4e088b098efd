"""The cashiers' shifts in the act of the session, on as many folios as the rules were told."""

import pytest

from drivers.printer.pdf import render
from hallctl.games.bingo.documents.paperwork import BingoPaperwork
from hallctl.games.bingo.documents.session import session_act
from hallctl.outputs.folios.values import NO_HASH, Place
from hallctl.rules.cash import made_up
from hallctl.rules.commands.base import Actor, Post
from hallctl.rules.commands.till import CloseShift, OpenShift
from hallctl.rules.deciding.context import Context
from hallctl.rules.events.session import SessionClosed
from tests.hallctl.games.bingo.documents.volume import LETTERHEAD, minuted, opened

PLACE = Place(7, NO_HASH)


def after(shifts):
    """Return a session with so many shifts that were ended, and the folios each was told to take."""
    night, paperwork, told = opened(), BingoPaperwork(LETTERHEAD), []
    blank = night.state.rules.blank_count
    for event in night.events:
        paperwork.take(event)
    for shift in range(shifts):
        context = Context(Actor("Rosa", Post.CAJERO), night.now)
        planned = paperwork.planned(OpenShift(made_up(100_000 + shift, blank)), night.state, context)
        told.append(planned.sheets)  # type: ignore[attr-defined]
        night.do(planned, CloseShift(made_up(99_950, blank)))
    return night, told


@pytest.mark.parametrize("shifts", [1, 2, 45])
@pytest.mark.req("AJ-11", "AJ-41")
def test_the_act_lists_every_shift_on_the_folios_that_the_last_was_told(shifts):
    night, told = after(shifts)
    happened = [*night.events[7:], SessionClosed(1, 0, 7, 1)]
    act = session_act(night.state, minuted(happened), LETTERHEAD, Place(7, NO_HASH, told[-1]), {}, {})
    assert act.sheets == told[-1]
    rows = act.data["parts"]["shifts"]["rows"]
    assert len(rows) == shifts
    assert rows[0][2:] == ["1.000,00", "0,00", "0,00", "1.000,00", "999,50", "-0,50"]
    assert render("acta-sesion", act.data, act.moment).startswith(b"%PDF")


def test_an_act_of_a_session_without_shifts_says_nothing_of_them():
    night, _ = after(0)
    happened = [*night.events[7:], SessionClosed(1, 0, 7, 1)]
    act = session_act(night.state, minuted(happened), LETTERHEAD, PLACE, {}, {})
    assert "shifts" not in act.data["parts"]
