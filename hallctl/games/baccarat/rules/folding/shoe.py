"""A shoe, folded into the state: its stages, and which cards have left it.

Not responsible for whether an event may happen.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from hallctl.games.baccarat.rules.events.shoe import (
    CardBurnt,
    CardsBurnt,
    CardsCut,
    CardsShuffled,
    CutCardPlaced,
    CutCardSeen,
    ShoeApproved,
    ShoeBegun,
    ShoeClosed,
    ShoeLoaded,
)
from hallctl.games.baccarat.rules.events.untold import MessagesMissed, UntoldAgreed, UntoldProposed
from hallctl.games.baccarat.rules.folding.table import with_lot
from hallctl.games.baccarat.rules.kinds import Lot, Stage
from hallctl.games.baccarat.rules.state import Proposal, Shoe, State
from hallctl.rules.events.base import Event
from hallctl.rules.folding.changes import Fold, Folds, changed


def with_shoe(state: State, **changes: Any) -> State:
    """Return the state with changes of its shoe."""
    assert state.shoe is not None
    return changed(state, shoe=changed(state.shoe, **changes))


def with_drawn(state: State, cards: Iterable[str], times: int = 1) -> State:
    """Return the state with cards that have left the shoe, or that are back where ``times`` is negative."""
    assert state.shoe is not None
    drawn = {**state.shoe.drawn}
    for card in cards:
        drawn[card] = drawn.get(card, 0) + times
    return with_shoe(state, drawn={card: count for card, count in drawn.items() if count})


def told(state: State, sequence: int | None) -> State:
    """Return the state with the shoe's last message, where it was one."""
    return state if sequence is None else changed(state, sequence=sequence)


def _begun(state: State, event: ShoeBegun) -> State:
    stage = Stage.OPEN if event.automatic else Stage.BEGUN
    shoe = Shoe(event.number, event.lot, event.decks, event.shoe, event.automatic, stage)
    state = changed(state, shoe=shoe, shoes=event.number, device=event.shoe, past=())
    return with_lot(state, event.lot, standing=Lot.IN_SHOE)


def _to(stage: Stage) -> Fold:
    def fold(state: State, _: Event) -> State:
        return with_shoe(state, stage=stage)

    return fold


def _card_burnt(state: State, event: CardBurnt) -> State:
    state = told(with_drawn(state, (event.card,)), event.sequence)
    assert state.shoe is not None
    if event.why == "burn":
        return with_shoe(state, burning=(*state.shoe.burning, event.card))
    if event.why == "round" and state.round is not None:
        return changed(state, round=changed(state.round, burnt=True))
    return state


def _cards_burnt(state: State, event: CardsBurnt) -> State:
    assert state.shoe is not None
    if not state.shoe.burning:
        state = with_drawn(state, (event.first, *("",) * (event.count - 1)))
    return with_shoe(state, stage=Stage.OPEN, burning=())


def _missed(state: State, _: MessagesMissed) -> State:
    return with_shoe(state, missed=True)


def _untold_proposed(state: State, event: UntoldProposed) -> State:
    return with_shoe(state, proposal=Proposal(event.person, event.reason, False, event.cards))


def _untold_agreed(state: State, event: UntoldAgreed) -> State:
    state = with_drawn(state, event.heard, -1)
    cards = identified(event.cards, event.heard)
    burning = cards if state.shoe is not None and state.shoe.stage is Stage.LOADED else ()
    return with_shoe(with_drawn(state, cards), burning=burning, missed=False, proposal=None)


def identified(cards: tuple[str, ...], heard: tuple[str, ...]) -> tuple[str, ...]:
    """Return cards that people said, those nobody could read replaced by others that the shoe told."""
    left = Counter(card for card in heard if card)
    left.subtract(cards)
    known = left.elements()
    return tuple(card or next(known, "") for card in cards)


def _cut_card_seen(state: State, event: CutCardSeen) -> State:
    return with_shoe(told(state, event.sequence), last=event.last)


def _closed(state: State, event: ShoeClosed) -> State:
    assert state.shoe is not None
    lot = state.lots[state.shoe.lot]
    state = with_lot(state, lot.lot, standing=Lot.FIT, rounds=lot.rounds + event.rounds)
    return with_shoe(state, stage=Stage.CLOSED, closer=event.person)


def _approved(state: State, event: ShoeApproved) -> State:
    return with_shoe(changed(state, folios=event.folio + event.sheets - 1), stage=Stage.SIGNED)


FOLDS: Final[Folds] = {
    ShoeBegun: _begun,
    CardsShuffled: _to(Stage.SHUFFLED),
    CardsCut: _to(Stage.CUT),
    CutCardPlaced: _to(Stage.MARKED),
    ShoeLoaded: _to(Stage.LOADED),
    CardBurnt: _card_burnt,
    CardsBurnt: _cards_burnt,
    MessagesMissed: _missed,
    UntoldProposed: _untold_proposed,
    UntoldAgreed: _untold_agreed,
    CutCardSeen: _cut_card_seen,
    ShoeClosed: _closed,
    ShoeApproved: _approved,
}
"""The folds of this room."""
