"""The folios on paper: their hashes, and a failure of printing that two people set aside (I16, I21, I24).

Not responsible for detecting the failure or its end (``deciding.running`` takes those reports).
"""

from dataclasses import fields
from typing import Final

from hallctl.rules import shown
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.printing import (
    ConfirmPrinted,
    PrintPending,
    ProposePrintingSuspension,
    SealFolio,
    SuspendPrinting,
)
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.printing import (
    FolioSealed,
    PendingPrintConfirmed,
    PendingPrintOrdered,
    PrintingSuspended,
    PrintingSuspensionProposed,
)
from hallctl.rules.folios import PENDING, PRINTING, keeps_hashes
from hallctl.rules.refusals import refuse
from hallctl.rules.state import State
from hallctl.rules.step import SELDOM, Button, Care, Place, Proof, Step, Steps


def seal_folio(state: State, command: SealFolio, _: Context) -> Answer:
    """Record a folio's hashes once; a volume of format 2 that is closed takes none."""
    if not keeps_hashes(state) or state.sealed.get(command.name) == command.pdf:
        return ()
    return (FolioSealed(**{each.name: getattr(command, each.name) for each in fields(FolioSealed)}),)


def print_pending(state: State, _: PrintPending, context: Context) -> Answer:
    """Order the folios that a queue did not print to be printed again."""
    detail = _pending(state)
    return refuse("PRINT-NONE") if detail is None else (PendingPrintOrdered(context.actor.person, detail),)


def confirm_printed(state: State, _: ConfirmPrinted, context: Context) -> Answer:
    """Take a person's word that they are on paper."""
    detail = _pending(state)
    return refuse("PRINT-NONE") if detail is None else (PendingPrintConfirmed(context.actor.person, detail),)


def propose_suspension(state: State, command: ProposePrintingSuspension, context: Context) -> Answer:
    """Propose to set a failure of printing aside, while there is one."""
    if not command.reason.strip():
        return refuse("PRINTING-REASON")
    if not _fails(state):
        return refuse("PRINTING-WORKS")
    if state.printing.proposer:
        return refuse("AGREE-PROPOSED")
    return (PrintingSuspensionProposed(context.actor.person, command.reason),)


def suspend_printing(state: State, _: SuspendPrinting, context: Context) -> Answer:
    """Set it aside as the second person (D8)."""
    if not _fails(state):
        return refuse("PRINTING-WORKS")
    proposed = state.printing
    if not proposed.proposer:
        return refuse("AGREE-NONE")
    if proposed.proposer == context.actor.person:
        return refuse("AGREE-SAME")
    return (PrintingSuspended(context.actor.person, proposed.proposer, proposed.reason),)


def _pending(state: State) -> str | None:
    """Return which folios were not printed, None where none is known."""
    return next((each.detail for each in state.notices if (each.device, each.code) == PENDING), None)


def _fails(state: State) -> bool:
    return any(fault.active and (fault.device, fault.code) == PRINTING for fault in state.faults)


STEPS: Final[Steps] = {
    SealFolio: Step("Huella del folio", (Post.CONTROLLER,), seal_folio, None, suspended=True),
    PrintPending: Step("Imprimir lo pendiente", (Post.DIRECTOR,), print_pending, SELDOM, suspended=True),
    ConfirmPrinted: Step(
        "Dar por impreso lo pendiente", (Post.DIRECTOR,), confirm_printed, SELDOM, suspended=True
    ),
    ProposePrintingSuspension: Step(
        "Proponer seguir sin imprimir",
        (Post.JEFE,),
        propose_suspension,
        Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
        suspended=True,
    ),
    SuspendPrinting: Step(
        "Conformar seguir sin imprimir",
        (Post.DIRECTOR,),
        suspend_printing,
        Button(Place.IN_ORDER, (shown.proposals,), Care.HELD, Proof.KEY),
        suspended=True,
    ),
}
"""How the commands of this chapter are decided and taken."""
