"""What waits for the Director, newest first: what the book says of each, and the steps that answer it.

Not responsible for markup, nor for whether a step is open.
"""

from collections.abc import Iterable
from dataclasses import replace

from hallctl.i18n.sentences import Sentence, _
from hallctl.outputs.pending import Origin, PendingItem, origins_of
from hallctl.rules.commands.clock import ApproveClockReference, ApproveSessionDay
from hallctl.rules.commands.incidents import ApproveIncident, ResolveComplaint
from hallctl.rules.commands.printing import SuspendPrinting
from hallctl.rules.commands.volumes import CloseBook
from hallctl.rules.events.clock import ClockReferenceProposed, SessionDayProposed
from hallctl.rules.events.incidents import ComplaintFiled, IncidentMinuted
from hallctl.rules.events.printing import PrintingSuspensionProposed
from hallctl.rules.events.volumes import ClosingProposed
from hallctl.rules.state import State
from hallctl.web.console.view import Page, Step, Steps, Waiting
from hallctl.web.ports import DeskPort


def owed(state: State, of_game: Iterable[PendingItem]) -> tuple[PendingItem, ...]:
    """Return what waits for the Director: of the game, then incidents, complaints, what people proposed."""
    found = list(of_game)
    for number, author in state.incidents.items():
        kind, text = _("Incidencia {number}", number=number), _("de {person}", person=author)
        found.append(PendingItem(kind, text, (ApproveIncident,), (IncidentMinuted, number)))
    for number, who in state.complaints.items():
        kind, text = _("Reclamación {number}", number=number), _("de {person}", person=who)
        found.append(PendingItem(kind, text, (ResolveComplaint,), (ComplaintFiled, number)))
    return (*found, *_proposed(state))


def _proposed(state: State) -> Iterable[PendingItem]:
    """Yield what one person proposed about the book, the clock, the day or the printer."""
    proposals = (
        (_("Cierre del tomo"), state.closing, CloseBook, ClosingProposed),
        (_("Hora del reloj"), state.reference, ApproveClockReference, ClockReferenceProposed),
        (_("Fecha de la sesión"), state.day_proposed, ApproveSessionDay, SessionDayProposed),
        (_("Seguir sin imprimir"), state.printing.proposer, SuspendPrinting, PrintingSuspensionProposed),
    )
    for kind, proposal, answer, origin in proposals:
        if proposal:
            person = proposal if isinstance(proposal, str) else proposal.person
            yield PendingItem(kind, _("lo propone {person}", person=person), (answer,), (origin, 0))


def with_inbox(desk: DeskPort, page: Page) -> Page:
    """Return the Director's page with what waits for them on top; anybody else's as it is."""
    if not page.director or page.snapshot.halted or page.sleeper is not None:
        return page
    found = owed(page.state, desk.game.pending(page.state))
    origins = desk.origins(origins_of(found)) if found else {}
    currency = page.state.rules.currency
    waiting = []
    for item in found:
        origin = None if item.origin is None else origins.get(item.origin)
        said = "" if origin is None else desk.game.narrate(origin.event, currency, page.state.rules)
        during = desk.game.rounds.numbered(origin.game) if origin and origin.game else Sentence("")
        waiting.append(Waiting(item, origin, said, during, tuple(_answers(item, page.steps))))
    # What has no entry, as a set that the next game lacks, is of this moment.
    waiting.sort(key=lambda each: _age(each.origin))
    taken = {step.key for each in waiting for step in each.steps}
    return replace(page, inbox=tuple(waiting), steps=_without(page.steps, taken))


def _age(origin: Origin | None) -> tuple[int, int]:
    return (-10_000, 0) if origin is None else (-origin.volume, -origin.entry)


def _answers(item: PendingItem, steps: Steps) -> Iterable[Step]:
    names = {answer.__name__ for answer in item.answers}
    number = 0 if item.origin is None else item.origin[1]
    for step in _all(steps):
        same = not number or step.offer.body.get("number") == number
        if step.mine and step.offer.command in names and same:
            yield step


def _all(steps: Steps) -> tuple[Step, ...]:
    first = () if steps.next is None else (steps.next,)
    return (*first, *steps.open, *steps.voiding, *steps.seldom, *steps.closed)


def _without(steps: Steps, taken: set[str]) -> Steps:
    """Return the steps that stay in their places; the next one is answered where it waits."""

    def kept(some: tuple[Step, ...]) -> tuple[Step, ...]:
        return tuple(step for step in some if step.key not in taken)

    following = steps.next
    return Steps(
        next=None if following is not None and following.key in taken else following,
        open=kept(steps.open),
        stops=steps.stops,
        voiding=kept(steps.voiding),
        seldom=kept(steps.seldom),
        closed=kept(steps.closed),
    )
