"""Papers of the head office, folded into the state.

Not responsible for whether an event may happen.
"""

from dataclasses import replace
from typing import Final

from hallctl.rules.events.papers import PaperAdopted, PaperReceived, PaperRefused
from hallctl.rules.folding.changes import Folds, changed, with_item, without
from hallctl.rules.papers import PaperKind, RefusedPaper
from hallctl.rules.state import State


def _paper_received(state: State, event: PaperReceived) -> State:
    waiting = with_item(state.papers.waiting, event.paper.kind, event.paper)
    return changed(state, papers=replace(state.papers, waiting=waiting))


def _paper_adopted(state: State, event: PaperAdopted) -> State:
    papers, kind = state.papers, event.paper.kind
    adopted = with_item(papers.adopted, kind, event.paper)
    return changed(state, papers=replace(papers, adopted=adopted, waiting=without(papers.waiting, kind)))


def _paper_refused(state: State, event: PaperRefused) -> State:
    papers = state.papers
    refused = RefusedPaper(event.paper_kind, event.number, event.digest)
    if not event.person:
        rejected = with_item(papers.rejected, event.paper_kind, refused)
        return changed(state, papers=replace(papers, rejected=rejected))
    declined = with_item(papers.declined, event.paper_kind, refused)
    waiting = without(papers.waiting, PaperKind(event.paper_kind))
    return changed(state, papers=replace(papers, declined=declined, waiting=waiting))


FOLDS: Final[Folds] = {
    PaperReceived: _paper_received,
    PaperAdopted: _paper_adopted,
    PaperRefused: _paper_refused,
}
"""The folds of this room."""
