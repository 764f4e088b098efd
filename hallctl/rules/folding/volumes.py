"""The volumes of the book, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Final

from hallctl.rules.events.base import Event
from hallctl.rules.events.volumes import (
    BookClosed,
    BookOpened,
    ClosingProposed,
    EntrySigned,
    FolioReprinted,
    MediumCompleted,
    MediumLost,
    MediumRepaired,
    MediumRestored,
    RepairProposed,
    ShorterAccepted,
    SignatoryEnrolled,
)
from hallctl.rules.folding.changes import Folds, changed, with_item
from hallctl.rules.papers import Papers
from hallctl.rules.state import Notice, State

MEDIUM: Final = "segundo soporte"
"""The second medium, as repairs and notices name it."""


def _book_opened(state: State, event: BookOpened) -> State:
    """Begin anew with what the volume before hands on: each volume can be folded by itself."""
    carried = event.carried
    return changed(
        state.emptied(),
        book=event,
        volume=event.volume,
        certificates={person.person: person.certificate for person in event.people},
        rule_set_digest=event.rule_set_digest,
        ledger={account.name: account.amount for account in carried.ledger},
        games=carried.games,
        sessions=carried.sessions,
        last_day=carried.last_day,
        incident=carried.incident,
        complaint=carried.complaint,
        complaints={open_.number: open_.claimant for open_ in carried.complaints},
        folios=event.folio + event.sheets - 1,
        format=event.format,
        papers=Papers(
            adopted={each.kind: each for each in carried.papers},
            declined={each.kind: each for each in carried.declined},
        ),
    )


def _closing_proposed(state: State, event: ClosingProposed) -> State:
    return changed(state, closing=event.person)


def _book_closed(state: State, event: BookClosed) -> State:
    return changed(state, book=None, closing="", folios=event.folio + event.sheets - 1)


def _signatory_enrolled(state: State, event: SignatoryEnrolled) -> State:
    return changed(state, certificates=with_item(state.certificates, event.person, event.certificate))


def _folio_reprinted(state: State, event: FolioReprinted) -> State:
    return changed(state, copies=with_item(state.copies, event.folio, event.copy))


def _repair_proposed(state: State, event: RepairProposed) -> State:
    return changed(state, repair=event.person)


def _medium_repaired(state: State, event: MediumRepaired) -> State:
    state = changed(state, repair="")
    return _has_both(state) if (event.medium, event.volume) == (MEDIUM, state.volume) else state


def _medium_lost(state: State, event: MediumLost) -> State:
    state = _has_both(state)
    notice = Notice(MEDIUM, "SECOND-LOST", event.detail)
    return changed(state, medium_lost=event, notices=(*state.notices, notice))


def _medium_restored(state: State, _: MediumRestored) -> State:
    return _has_both(state)


def _has_both(state: State) -> State:
    others = (notice for notice in state.notices if (notice.device, notice.code) != (MEDIUM, "SECOND-LOST"))
    return changed(state, medium_lost=None, notices=tuple(others))


def _shorter_accepted(state: State, event: ShorterAccepted) -> State:
    """Go on after the last printed folio: no number is ever on two papers."""
    accepted, folios = max(state.accepted, event.size), max(state.folios, event.folio)
    return changed(state, repair="", accepted=accepted, folios=folios)


def _nothing(state: State, _: Event) -> State:
    return state


FOLDS: Final[Folds] = {
    BookOpened: _book_opened,
    ClosingProposed: _closing_proposed,
    BookClosed: _book_closed,
    SignatoryEnrolled: _signatory_enrolled,
    FolioReprinted: _folio_reprinted,
    EntrySigned: _nothing,
    MediumCompleted: _nothing,
    RepairProposed: _repair_proposed,
    MediumRepaired: _medium_repaired,
    MediumLost: _medium_lost,
    MediumRestored: _medium_restored,
    ShorterAccepted: _shorter_accepted,
}
"""The folds of this room."""
