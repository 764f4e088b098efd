"""Printing stops nothing that two people want to go on: its failure is set aside until it works again."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallctl.games.bingo.rules.commands.draw import DrawBall
from hallctl.games.bingo.rules.events.waiting import WaitEnded
from hallctl.games.bingo.rules.tables import fold
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.printing import (
    ConfirmPrinted,
    PrintPending,
    ProposePrintingSuspension,
    SealFolio,
    SuspendPrinting,
)
from hallctl.rules.commands.running import (
    AcknowledgeFault,
    ContinuePlay,
    ReportFault,
    ReportNotice,
    ReportNoticeOver,
    ReportRecovery,
    StartController,
)
from hallctl.rules.commands.session import CloseSession
from hallctl.rules.commands.volumes import CloseBook, ProposeClosing
from hallctl.rules.events.printing import (
    FolioSealed,
    PendingPrintConfirmed,
    PendingPrintOrdered,
    PrintingResumed,
    PrintingSuspended,
)
from hallctl.rules.folios import PENDING, PRINTING, QUEUE
from hallctl.rules.state import Notice, Printing
from tests.hallctl.games.bingo.rules.night import OPENING, PEOPLE, Night

FAILS = ReportFault(*PRINTING, "la cola «folios» no contesta")
SUSPENDED = (ProposePrintingSuspension("no hay tóner"), SuspendPrinting())
FOLIO = SealFolio(1, "acta", 2, 1, 0, 90, "ab" * 32, "cd" * 32, "tomo-0001-folio-0002-acta.pdf")
FORMAT_3 = "libro de actas, formato 3 (docs/minutes.md)"


@pytest.fixture
def night():
    return Night().open_session()


@pytest.mark.invariant("I16")
def test_nobody_sets_printing_aside_alone_nor_without_a_reason_nor_while_it_works():
    night = Night()
    night.do(OPENING)
    assert night.refused(SUSPENDED[0]) == "PRINTING-WORKS"
    assert night.refused(SuspendPrinting()) == "PRINTING-WORKS"
    night.do(FAILS)
    assert night.refused(SuspendPrinting()) == "AGREE-NONE"
    assert night.refused(ProposePrintingSuspension(" ")) == "PRINTING-REASON"
    night.do(SUSPENDED[0])
    assert night.refused(SUSPENDED[0]) == "AGREE-PROPOSED"
    assert night.refused(SuspendPrinting(), Post.DIRECTOR, PEOPLE[Post.JEFE]) == "AGREE-SAME"
    (event,) = night.do(SuspendPrinting())
    assert event == PrintingSuspended(PEOPLE[Post.DIRECTOR], PEOPLE[Post.JEFE], "no hay tóner")


@pytest.mark.invariant("I16")
def test_a_proposal_is_about_the_failure_that_it_was_made_for(night):
    night.do(FAILS, SUSPENDED[0], ReportRecovery(*PRINTING))
    assert night.state.printing == Printing()
    night.do(FAILS)
    assert night.refused(SuspendPrinting()) == "AGREE-NONE"


@pytest.mark.invariant("I14", "I21", "I24")
def test_what_is_set_aside_is_a_notice_until_printing_works_and_then_a_fault_again(night):
    night.start().do(FAILS)
    assert night.refused(DrawBall()) == "FAULT"
    night.do(*SUSPENDED)
    assert (night.state.faults, night.state.notices) == ((), (Notice(*PRINTING, FAILS.detail),))
    assert night.do(FAILS) == ()  # the printer goes on saying so
    night.draw(7)
    assert night.do(ReportNoticeOver(*PRINTING)) == (PrintingResumed(),)
    assert (night.state.notices, night.state.printing) == ((), Printing())
    night.do(FAILS)
    assert night.refused(AcknowledgeFault(*PRINTING)) == "FAULT-ACTIVE"


@pytest.mark.invariant("I21")
def test_the_wait_for_the_first_ball_ends_with_the_decision(night):
    night.start().do(FAILS)
    assert night.state.game.waiting_since is not None
    night.do(SUSPENDED[0])
    assert isinstance(night.do(SUSPENDED[1])[-1], WaitEnded)
    night.do(ReportFault("cámara", "CAMERA-LOST", ""))
    assert night.refused(DrawBall()) == "FAULT"


def whole_night(night):
    """Play a game, close the session and the volume, one command at a time."""
    done = night.do

    def hooked(*commands):
        happened = ()
        for command in commands:
            yielded.append(command)
            night.before(command)
            happened += done(command)
        return happened

    yielded = []
    night.do = hooked
    night.open_session().finished().settled()
    night.do(night.count(), CloseSession(), ProposeClosing(), CloseBook())
    return yielded


@pytest.mark.invariant("I21", "I24")
@settings(max_examples=40, deadline=None)
@given(at=st.integers(2, 70), restart=st.booleans(), later=st.integers(0, 70))
def test_wherever_printing_fails_the_night_goes_on_and_everything_is_closed(at, restart, later):
    night, count = Night(), 0

    def before(_):
        nonlocal count
        count += 1
        if night.state.book is None:
            return
        take = night.answer
        steps = []
        if count == at:
            steps = [FAILS, *SUSPENDED]
            if restart:
                again = StartController("b2", "test", "died")
                steps = [FAILS, again, *SUSPENDED, *([ContinuePlay()] if night.state.playing else [])]
        if count == at + later:
            steps += [ReportNoticeOver(*PRINTING), FAILS, *SUSPENDED]
        if count > at:
            steps += [FAILS]
        for step in steps:
            answer = take(step)
            assert isinstance(answer, tuple), answer
            night.state = fold(night.state, answer)
        if restart and count == at:
            night.wait(night.state.rules.any_more_ms)  # what was asked before a restart is waited for again

    night.before = before  # type: ignore[attr-defined]
    whole_night(night)
    assert night.state.book is None


@pytest.mark.invariant("I21")
def test_a_volume_is_closed_under_a_failure_of_printing_alone():
    night = Night()
    night.do(OPENING, FAILS, ProposeClosing(), CloseBook())
    assert night.state.book is None


def test_the_hashes_of_a_folio_are_recorded_once_and_again_when_its_file_is_another(night):
    (sealed,) = night.do(FOLIO)
    assert sealed == FolioSealed(*(getattr(FOLIO, name) for name in FOLIO.__slots__))
    assert night.do(FOLIO) == ()
    (again,) = night.do(replace(FOLIO, pdf="ef" * 32))
    assert night.state.sealed == {FOLIO.name: again.pdf}


@pytest.mark.parametrize(("format_", "taken"), [(FORMAT_3, 1), (OPENING, 0)])
def test_a_closed_volume_takes_hashes_from_format_3_on(format_, taken):
    night = Night()
    assert night.do(FOLIO) == ()  # there is no volume
    night.do(OPENING, ProposeClosing(), CloseBook())
    said = "libro de actas, formato 2 (docs/minutes.md)" if format_ is OPENING else format_
    night.state = replace(night.state, format=said)
    assert len(night.do(FOLIO)) == taken
    assert night.state.book is None


PENDING_NOTICE = ReportNotice(*PENDING, "tomo-0001-folio-0004-acta.pdf: se anuló en la cola")


@pytest.mark.req("AJ-39")
@pytest.mark.parametrize(
    ("step", "event"),
    [(PrintPending(), PendingPrintOrdered), (ConfirmPrinted(), PendingPrintConfirmed)],
)
def test_the_director_s_word_about_what_was_not_printed_is_minuted_and_needs_something_to_be_about(
    night, step, event
):
    assert night.refused(step) == "PRINT-NONE"
    night.do(PENDING_NOTICE)
    assert night.do(step) == (event(PEOPLE[Post.DIRECTOR], PENDING_NOTICE.detail),)
    assert night.refused(step, Post.JEFE, PEOPLE[Post.JEFE]) == "POST"


@pytest.mark.invariant("I14", "I21")
def test_a_queue_that_does_not_print_stops_no_ball(night):
    night.start().do(ReportNotice(*QUEUE, "está parada"), PENDING_NOTICE)
    assert night.do(DrawBall())


def test_a_notice_that_says_something_else_takes_the_place_of_the_first(night):
    night.do(PENDING_NOTICE)
    assert night.do(PENDING_NOTICE) == ()
    night.do(replace(PENDING_NOTICE, detail="otro"))
    assert night.state.notices == (Notice(*PENDING, "otro"),)
