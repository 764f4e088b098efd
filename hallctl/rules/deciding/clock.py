"""What two people decide about time: the book's reference, and a session's day.

Not responsible for the clock, nor for refusing a signature under a wrong one: the keeper knows both, and what
is wrong with the clock stands among the notices.
"""

from typing import Final

from hallctl.rules import shown
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.clock import (
    ApproveClockReference,
    ApproveSessionDay,
    ProposeClockReference,
    ProposeSessionDay,
    ReportClockJump,
)
from hallctl.rules.commands.session import OpenSession
from hallctl.rules.days import is_day
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.clock import (
    ClockJumped,
    ClockReferenceProposed,
    ClockReferenceSet,
    SessionDayAgreed,
    SessionDayProposed,
)
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import Notice, State
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps

CLOCK: Final = "reloj"
"""The device of the machine's clock, as notices name it."""

JUMPED: Final = "CLOCK-JUMPED"
BEHIND: Final = "CLOCK-BEHIND"


def clock_notice(state: State) -> Notice | None:
    """Return what speaks against the clock and two people may settle, None where nothing does."""
    return next((n for n in state.notices if n.device == CLOCK and n.code in {JUMPED, BEHIND}), None)


def propose_clock_reference(state: State, command: ProposeClockReference, context: Context) -> Answer:
    """Propose it where the clock is behind the book or jumped; a later proposal takes the former's place."""
    if clock_notice(state) is None and not command.before:
        return refuse("CLOCK-FINE")
    if not command.reason.strip():
        return refuse("AGREE-REASON")
    return (ClockReferenceProposed(context.actor.person, command.reason),)


def approve_clock_reference(state: State, command: ApproveClockReference, context: Context) -> Answer:
    """Set the reference as the second person (I16)."""
    proposed = state.reference
    if proposed is None:
        return refuse("AGREE-NONE")
    if proposed.person == context.actor.person:
        return refuse("AGREE-SAME")
    agreed = (context.actor.person, proposed.person, proposed.reason)
    return (ClockReferenceSet(*agreed, command.before),)


def report_clock_jump(state: State, command: ReportClockJump, _: Context) -> Answer:
    """Take note of a jump."""
    return () if state.book is None else (ClockJumped(command.before, command.after),)


def propose_session_day(state: State, command: ProposeSessionDay, context: Context) -> Answer:
    """Propose a day between sessions; a later proposal takes the former's place."""
    if state.session is not None:
        return refuse("SESSION-OPEN")
    refusal = not_a_day(state, command.day)
    if refusal is not None:
        return refusal
    if not command.reason.strip():
        return refuse("AGREE-REASON")
    return (SessionDayProposed(context.actor.person, command.day, command.reason),)


def approve_session_day(state: State, _: ApproveSessionDay, context: Context) -> Answer:
    """Agree to the day as the second person (I16)."""
    proposed = state.day_proposed
    if proposed is None:
        return refuse("AGREE-NONE")
    if proposed.person == context.actor.person:
        return refuse("AGREE-SAME")
    return (SessionDayAgreed(context.actor.person, proposed.person, proposed.day, proposed.reason),)


def not_the_day(state: State, command: OpenSession) -> Refusal | None:
    """Say why a session cannot open on a day: it is none, or neither the clock nor two people vouch for it.

    No day of a former session stands against it: one that was mistyped would lock out all later ones (D25).
    """
    refusal = not_a_day(state, command.day)
    if refusal is not None or not command.today or command.day == state.day_agreed:
        return refusal
    if command.day != command.today:
        return refuse("SESSION-OTHER", day=command.day, today=command.today)
    practice = state.book is not None and state.book.simulated
    notice = clock_notice(state)
    if notice is not None or not (command.sure or practice):
        return refuse("SESSION-UNSURE", today=command.today)
    return None


def not_a_day(state: State, day: str) -> Refusal | None:
    """Say why a text is no day for a session: it is none, or outside the approval (AJ-39, 117)."""
    rules = state.rules.of_hall
    first, until = rules.valid_from, rules.valid_until
    if not is_day(day):
        return refuse("SESSION-DAY", day=day)
    if not first <= day <= until:
        return refuse("SESSION-VALIDITY", day=day, first=first, until=until)
    return None


STEPS: Final[Steps] = {
    ProposeClockReference: Step(
        "Proponer la hora del reloj",
        (Post.JEFE,),
        propose_clock_reference,
        Button(Place.SELDOM, (), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    ApproveClockReference: Step(
        "Conformar la hora del reloj",
        (Post.DIRECTOR,),
        approve_clock_reference,
        Button(Place.IN_ORDER, (shown.proposals,), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    ReportClockJump: Step("Salto del reloj", (Post.CONTROLLER,), report_clock_jump, None, suspended=True),
    ProposeSessionDay: Step(
        "Proponer otra fecha",
        (Post.JEFE,),
        propose_session_day,
        Button(Place.SELDOM, (), Care.PRESS, Proof.KEY),
    ),
    ApproveSessionDay: Step(
        "Conformar la fecha",
        (Post.DIRECTOR,),
        approve_session_day,
        Button(Place.IN_ORDER, (shown.proposals,), Care.PRESS, Proof.KEY),
    ),
}
"""How the commands of this chapter are decided and taken."""
