"""Incidents and complaints.

Not responsible for the faults of devices, nor for what a game does about what went wrong in it.
"""

from typing import Final

from hallctl.rules.commands.base import Post
from hallctl.rules.commands.incidents import ApproveIncident, FileComplaint, MinuteIncident, ResolveComplaint
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.incidents import (
    ComplaintFiled,
    ComplaintResolved,
    IncidentApproved,
    IncidentMinuted,
)
from hallctl.rules.folios import FOR_ACTS, FOR_TEXTS, first_folio, folios_left, granted
from hallctl.rules.refusals import refuse
from hallctl.rules.state import State
from hallctl.rules.step import IN_ORDER, SELDOM, Button, Care, Key, Place, Proof, Step, Steps


def minute_incident(state: State, command: MinuteIncident, context: Context) -> Answer:
    """Minute an incident; the game is not signed before the Director has signed it too (AJ-53, 54)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    if not command.text.strip():
        return refuse("INCIDENT-TEXT")
    if command.sheets > folios_left(state) - FOR_ACTS:
        return refuse("BOOK-INCIDENTS")
    if command.corrects < 0:
        return refuse("INCIDENT-ENTRY", entry=command.corrects)
    minuted = IncidentMinuted(state.incident + 1, command.text, context.actor.person, command.corrects)
    return (minuted,)


def approve_incident(state: State, command: ApproveIncident, context: Context) -> Answer:
    """Sign an incident as the second person (AJ-54, I16).

    Its diligence has what is free beside the acts that are to come, which say it too, and none where none is.
    """
    author = state.incidents.get(command.number)
    if author is None:
        return refuse("INCIDENT-NONE", number=command.number)
    if author == context.actor.person:
        return refuse("INCIDENT-SAME")
    sheets = max(0, granted(state, command.sheets, FOR_ACTS))
    return (IncidentApproved(command.number, context.actor.person, first_folio(state), sheets),)


def file_complaint(state: State, command: FileComplaint, context: Context) -> Answer:
    """Take a complaint; after the pay-out it goes to the complaints book only (AJ-102, D14)."""
    if state.session is None:
        return refuse("SESSION-NONE")
    documented = command.document.strip() or not state.rules.complaint_needs_document
    if not (command.claimant.strip() and documented and command.text.strip()):
        return refuse("COMPLAINT-WHO") if state.rules.complaint_needs_document else refuse("COMPLAINT-TEXT")
    if not command.signed:
        return refuse("COMPLAINT-UNSIGNED")
    if too_long_a_text(state, command.sheets):
        return refuse("BOOK-TEXT")
    filed = ComplaintFiled(
        number=state.complaint + 1,
        game=state.games,
        claimant=command.claimant,
        document=command.document,
        text=command.text,
        late=context.paid(state),
        taken_by=context.actor.person,
    )
    return (filed,)


def too_long_a_text(state: State, sheets: int) -> bool:
    """Whether the acts, which say a text too, would have too few folios with it."""
    return sheets > folios_left(state) - FOR_TEXTS


def resolve_complaint(state: State, command: ResolveComplaint, _: Context) -> Answer:
    """Decide on a complaint: the Director alone resolves conflicts (AJ-05)."""
    if command.number not in state.complaints:
        return refuse("COMPLAINT-NONE", number=command.number)
    if not command.decision.strip():
        return refuse("COMPLAINT-DECISION")
    if too_long_a_text(state, command.sheets):
        return refuse("BOOK-TEXT")
    return (ComplaintResolved(command.number, command.decision),)


STEPS: Final[Steps] = {
    MinuteIncident: Step(
        "Anotar incidencia",
        (Post.JEFE,),
        minute_incident,
        Button(Place.SELDOM, (), Care.PRESS, Proof.KEY, (Key("Alt+I"),)),
    ),
    ApproveIncident: Step(
        "Firmar incidencia",
        (Post.DIRECTOR,),
        approve_incident,
        Button(Place.IN_ORDER, (), Care.PRESS, Proof.KEY),
    ),
    FileComplaint: Step("Anotar reclamación", (Post.JEFE, Post.DIRECTOR), file_complaint, SELDOM.by("Alt+Q")),
    ResolveComplaint: Step("Resolver reclamación", (Post.DIRECTOR,), resolve_complaint, IN_ORDER),
}
"""How the commands of this chapter are decided and taken."""
