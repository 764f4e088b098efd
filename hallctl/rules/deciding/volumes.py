"""The opening and the closing of a volume, its keys, its media and its copies.

Not responsible for the folios that games and sessions take (``hallctl.rules.folios``).
"""

from typing import Final

from hallctl.rules import shown
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.volumes import (
    AcceptShorter,
    CloseBook,
    EnrolSignatory,
    OpenBook,
    ProposeClosing,
    ProposeRepair,
    RecordRepair,
    ReportCompletion,
    ReportMediumLost,
    ReportMediumRestored,
    ReprintFolio,
)
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.volumes import (
    BookClosed,
    BookOpened,
    ClosingProposed,
    FolioReprinted,
    MediumCompleted,
    MediumLost,
    MediumRepaired,
    MediumRestored,
    RepairProposed,
    ShorterAccepted,
    SignatoryEnrolled,
)
from hallctl.rules.folios import CLOSING, PRINTING, first_folio, granted
from hallctl.rules.refusals import Refusal, refuse
from hallctl.rules.state import Fault, State
from hallctl.rules.step import IN_ORDER, SELDOM, Button, Care, Place, Proof, Step, Steps

WITNESS: Final = "testigo"
"""The device whose fault does not keep a volume open that lost what the witness saw: it never ends there."""

FORMAT: Final = "libro de actas, formato 3 (docs/minutes.md)"
"""The specification by which a third person verifies a volume."""


def open_book(state: State, command: OpenBook, context: Context) -> Answer:
    """Open the volume once, with its notarial data; the next one takes over where the one before ended."""
    if state.book is not None:
        return refuse("BOOK-OPEN")
    if not (command.notary.strip() and command.notarised_on.strip()):
        return refuse("BOOK-NOTARY")
    if command.volume != state.volume + 1:
        return refuse("BOOK-VOLUME", volume=state.volume + 1)
    if command.folios < command.sheets + CLOSING:
        return refuse("BOOK-FOLIOS", least=command.sheets + CLOSING)
    rules, binding = state.rules.of_hall, command.binding
    opened = BookOpened(
        hall=command.hall,
        company=command.company,
        licence=command.licence,
        purpose=command.purpose,
        volume=command.volume,
        folios=command.folios,
        notary=command.notary,
        notarised_on=command.notarised_on,
        simulated=command.simulated,
        rule_set=f"{rules.name} {rules.version}",
        rule_set_digest=rules.digest,
        approval=rules.approval,
        valid_from=rules.valid_from,
        valid_until=rules.valid_until,
        format=FORMAT,
        origin=binding.origin,
        controller=binding.controller,
        authority=binding.authority,
        people=binding.people,
        signed=binding.signed,
        program=binding.program,
        clock=binding.clock,
        previous=binding.previous,
        carried=context.carried(state),
        folio=1,
        sheets=command.sheets,
        game=context.game,
    )
    return (opened,)


def propose_closing(state: State, _: ProposeClosing, context: Context) -> Answer:
    """Propose to close the volume, between sessions only."""
    if state.session is not None:
        return refuse("CLOSE-SESSION")
    if state.closing:
        return refuse("AGREE-PROPOSED")
    return (ClosingProposed(context.actor.person),)


def close_book(state: State, command: CloseBook, context: Context) -> Answer:
    """Close the volume as the second person, with its totals and the root of what it holds (AJ-39, I16)."""
    if state.session is not None:
        return refuse("CLOSE-SESSION")
    if not state.closing:
        return refuse("CLOSE-NONE")
    if state.closing == context.actor.person:
        return refuse("AGREE-SAME")
    if state.medium_lost is not None:
        return refuse("CLOSE-MEDIUM")
    faults = [fault.code for fault in state.faults if not _leaves_closable(state, fault)]
    if faults:
        return refuse("CLOSE-FAULT", faults=", ".join(faults))
    sheets = granted(state, command.sheets, 0)
    if sheets < 1:
        return refuse("BOOK-FULL")
    book = state.book
    assert book is not None
    before = book.carried
    totals = state.totals
    closed = BookClosed(
        volume=book.volume,
        entries=command.entries,
        root=command.root,
        hash=command.hash,
        games=state.games - before.games,
        voids=totals.voids,
        sessions=state.sessions - before.sessions,
        incidents=state.incident - before.incident,
        complaints=state.complaint - before.complaint,
        collected=totals.collected,
        paid=totals.paid,
        refunded=totals.refunded,
        folio=first_folio(state),
        sheets=sheets,
    )
    return (closed,)


def _leaves_closable(state: State, fault: Fault) -> bool:
    """Return whether a volume can be closed under a fault: folios can be printed later, from the book."""
    return (fault.device, fault.code) == PRINTING or bool(state.accepted and fault.device == WITNESS)


def enrol_signatory(state: State, command: EnrolSignatory, _: Context) -> Answer:
    """Take note of a certificate that is not the one the book named last for its person."""
    if state.book is None or command.certificate == state.certificates.get(command.person):
        return ()
    said = (command.person, command.posts, command.certificate, command.accredited)
    return (SignatoryEnrolled(*said),)


def report_completion(state: State, command: ReportCompletion, _: Context) -> Answer:
    """Take note of what the start completed on the second medium."""
    return (MediumCompleted(command.size),) if state.book is not None and command.size else ()


def report_medium_lost(state: State, command: ReportMediumLost, _: Context) -> Answer:
    """Take note that the second medium failed, or that something else is wrong with it than before."""
    known = state.medium_lost
    if state.book is None or (known is not None and known.code == command.code):
        return ()
    return (MediumLost(command.code, command.detail, command.entry),)


def report_medium_restored(state: State, _: ReportMediumRestored, __: Context) -> Answer:
    """Take note that it holds every entry again."""
    return () if state.book is None or state.medium_lost is None else (MediumRestored(),)


def propose_repair(_: State, command: ProposeRepair, context: Context) -> Answer:
    """Propose a repair; a later proposal takes the place of one that came to nothing."""
    if not command.reason.strip():
        return refuse("REPAIR-REASON")
    return (RepairProposed(context.actor.person, command.reason),)


def record_repair(state: State, command: RecordRepair, context: Context) -> Answer:
    """Leave a repair on record as the second person, with its reason (AJ-39, I16)."""
    refusal = _not_agreed(state, command.reason, context)
    if refusal is not None:
        return refusal
    repaired = MediumRepaired(
        command.volume,
        command.medium,
        command.entries,
        command.reason,
        context.actor.person,
        state.repair,
        command.aside,
    )
    return (repaired,)


def accept_shorter(state: State, command: AcceptShorter, context: Context) -> Answer:
    """Go on with a book that lost entries, as the second person (I12, I16)."""
    refusal = _not_agreed(state, command.reason, context)
    if refusal is not None:
        return refusal
    assert state.book is not None
    if command.folio > state.book.folios - CLOSING:
        return refuse("FOLIO-NONE", folio=command.folio, last=state.book.folios - CLOSING)
    accepted = ShorterAccepted(
        command.origin,
        command.size,
        command.root,
        command.folio,
        command.reason,
        context.actor.person,
        state.repair,
    )
    return (accepted,)


def _not_agreed(state: State, reason: str, context: Context) -> Refusal | None:
    """Say what is missing of two people's decision about the media."""
    if not reason.strip():
        return refuse("REPAIR-REASON")
    if not state.repair:
        return refuse("AGREE-NONE")
    if state.repair == context.actor.person:
        return refuse("AGREE-SAME")
    return None


def reprint_folio(state: State, command: ReprintFolio, _: Context) -> Answer:
    """Number a copy of a folio that is printed already."""
    if not 1 <= command.folio <= state.folios:
        return refuse("FOLIO-NONE", folio=command.folio, last=state.folios)
    return (FolioReprinted(command.folio, state.copies.get(command.folio, 0) + 1),)


STEPS: Final[Steps] = {
    OpenBook: Step("Diligencia de apertura", (Post.DIRECTOR,), open_book, IN_ORDER),
    ProposeClosing: Step(
        "Proponer el cierre del tomo",
        (Post.JEFE,),
        propose_closing,
        Button(Place.SELDOM, (), Care.HELD, Proof.KEY),
    ),
    CloseBook: Step(
        "Diligencia de cierre",
        (Post.DIRECTOR,),
        close_book,
        Button(Place.IN_ORDER, (shown.proposals,), Care.HELD, Proof.KEY),
    ),
    EnrolSignatory: Step("Nuevo certificado", (Post.CONTROLLER,), enrol_signatory, None, suspended=True),
    ReportCompletion: Step(
        "Segundo soporte completado", (Post.CONTROLLER,), report_completion, None, suspended=True
    ),
    ReportMediumLost: Step(
        "Segundo soporte perdido", (Post.CONTROLLER,), report_medium_lost, None, suspended=True
    ),
    ReportMediumRestored: Step(
        "Segundo soporte de vuelta", (Post.CONTROLLER,), report_medium_restored, None, suspended=True
    ),
    ProposeRepair: Step(
        "Proponer una reparación",
        (Post.JEFE,),
        propose_repair,
        Button(Place.IN_ORDER, (), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    AcceptShorter: Step(
        "Seguir con un libro recortado",
        (Post.DIRECTOR,),
        accept_shorter,
        Button(Place.IN_ORDER, (), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    RecordRepair: Step(
        "Reparación de un soporte",
        (Post.DIRECTOR,),
        record_repair,
        Button(Place.IN_ORDER, (shown.proposals,), Care.PRESS, Proof.KEY),
        suspended=True,
    ),
    ReprintFolio: Step("Imprimir copia", (Post.DIRECTOR, Post.JEFE), reprint_folio, SELDOM, suspended=True),
}
"""How the commands of this chapter are decided and taken."""
