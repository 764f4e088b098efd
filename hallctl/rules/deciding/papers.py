"""Papers of the head office: what comes in, and what the Director makes of it.

Not responsible for what an adopted paper changes in a game.
"""

from typing import Final

from hallctl.rules import shown
from hallctl.rules.commands.base import Post
from hallctl.rules.commands.papers import AdoptPaper, DeclinePaper, ReceivePaper, RejectPaper
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.papers import PaperAdopted, PaperReceived, PaperRefused
from hallctl.rules.papers import Paper, PaperKind, RefusedPaper
from hallctl.rules.refusals import refuse
from hallctl.rules.state import State
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps

OLDER: Final = "ya se vio el papel n.º {number}, que no es anterior"
"""Why a paper is refused that comes after a newer one, or says something else under a known number."""


def receive_paper(state: State, command: ReceivePaper, _: Context) -> Answer:
    """Take note of a paper that is newer than any of its kind; the same one again says nothing new."""
    paper = command.paper
    known = state.papers.known(paper.kind)
    if any((k.number, k.digest) == (paper.number, paper.digest) for k in known):
        return ()
    newest = max((each.number for each in known), default=0)
    if paper.number > newest:
        return (PaperReceived(paper),)
    reason = OLDER.format(number=newest)
    return _rejected(state, RejectPaper(paper.kind, paper.number, paper.digest, paper.signer, reason))


def reject_paper(state: State, command: RejectPaper, _: Context) -> Answer:
    """Take note of what is no paper for this hall, once."""
    return _rejected(state, command)


def _rejected(state: State, command: RejectPaper) -> Answer:
    kind, number, digest = command.paper_kind, command.number, command.digest
    if state.papers.rejected.get(kind) == RefusedPaper(kind, number, digest):
        return ()
    return (PaperRefused(kind, number, digest, command.signer, command.cause, ""),)


def adopt_paper(state: State, command: AdoptPaper, context: Context) -> Answer:
    """Have the paper that waits count, outside a session only: nobody changes the rules of a night."""
    paper = _waiting(state, command.paper_kind, command.number, command.digest)
    if paper is None:
        return refuse("PAPER-NONE", number=command.number)
    if state.session is not None:
        return refuse("PAPER-SESSION")
    if command.today and command.today < paper.valid_from:
        return refuse("PAPER-EARLY", number=paper.number, first=paper.valid_from)
    return (PaperAdopted(paper, context.actor.person),)


def decline_paper(state: State, command: DeclinePaper, context: Context) -> Answer:
    """Refuse the paper that waits, with the reason."""
    paper = _waiting(state, command.paper_kind, command.number, command.digest)
    if paper is None:
        return refuse("PAPER-NONE", number=command.number)
    if not command.reason.strip():
        return refuse("AGREE-REASON")
    said = (paper.kind.value, paper.number, paper.digest, paper.signer, command.reason)
    return (PaperRefused(*said, context.actor.person),)


def _waiting(state: State, kind: PaperKind, number: int, digest: str) -> Paper | None:
    paper = state.papers.waiting.get(kind)
    return paper if paper is not None and paper.is_named(number, digest) else None


STEPS: Final[Steps] = {
    ReceivePaper: Step("Papel recibido", (Post.CONTROLLER,), receive_paper, None, suspended=True),
    RejectPaper: Step("Papel rechazado", (Post.CONTROLLER,), reject_paper, None, suspended=True),
    AdoptPaper: Step(
        "Adoptar un papel de la oficina",
        (Post.DIRECTOR,),
        adopt_paper,
        Button(Place.SELDOM, (shown.papers,), Care.HELD, Proof.SESSION),
    ),
    DeclinePaper: Step(
        "Rechazar un papel de la oficina",
        (Post.DIRECTOR,),
        decline_paper,
        Button(Place.SELDOM, (shown.papers,), Care.WRITTEN, Proof.SESSION),
    ),
}
"""How the commands of this chapter are decided and taken."""
