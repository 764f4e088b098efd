"""A round and what people decide of it, folded into the state.

Not responsible for whether an event may happen.
"""

from typing import Any, Final

from hallctl.games.baccarat.rules.cards import Card
from hallctl.games.baccarat.rules.events.bets import BetsChanged, BetsPlaced, BetsReturned, StakesSaid
from hallctl.games.baccarat.rules.events.people import (
    CorrectionProposed,
    ProposalWithdrawn,
    RoundCorrected,
    RoundVoided,
    RoundVoidProposed,
)
from hallctl.games.baccarat.rules.events.round import (
    BetsClosed,
    BetsOpened,
    CardDealt,
    CardExposed,
    CardHeld,
    CardsReturned,
    CardsTurned,
    DemonstrationOpened,
    LosersCollected,
    ResultEstablished,
    ResultTold,
    TableStopped,
    WinnersPaid,
)
from hallctl.games.baccarat.rules.events.shoe import CommissionCollected
from hallctl.games.baccarat.rules.events.untold import UntoldProposed
from hallctl.games.baccarat.rules.folding.shoe import told, with_drawn, with_shoe
from hallctl.games.baccarat.rules.kinds import SIDES, Phase
from hallctl.games.baccarat.rules.money import placed_by
from hallctl.games.baccarat.rules.state import Dealt, PlayersBets, Proposal, Round, State
from hallctl.games.baccarat.rules.tableau import Outcome, Result, Side, next_card
from hallctl.rules.events.base import Event
from hallctl.rules.folding.changes import Folds, changed, with_session


def _with_round(state: State, **changes: Any) -> State:
    assert state.round is not None
    return changed(state, round=changed(state.round, **changes))


def _won(state: State, amount: int) -> State:
    assert state.table is not None
    return changed(state, table=changed(state.table, won=state.table.won + amount))


def _opened(state: State, number: int, croupier: str, demonstration: bool) -> State:
    session, shoe, last = state.session, state.shoe, state.round
    assert session is not None
    assert shoe is not None
    stands = last is not None and last.stands
    bets, stakes = last.on_sides() if last is not None and stands else ((), ())
    new = Round(
        number,
        croupier,
        demonstration,
        face_up=shoe.automatic,
        bets=bets,
        stakes=stakes,
        after_tie=stands,
    )
    if shoe.automatic:
        # Every card is back in the device: the composition starts whole (BA-23).
        state = with_shoe(state, drawn={})
    state = changed(state, round=new, games=number)
    return with_session(state, games=session.games + 1)


def _bets_opened(state: State, event: BetsOpened) -> State:
    shoe = state.shoe
    assert shoe is not None
    return with_shoe(_opened(state, event.round, event.croupier, False), played=shoe.played + 1)


def _demonstration_opened(state: State, event: DemonstrationOpened) -> State:
    shoe = state.shoe
    assert shoe is not None
    state = _opened(state, event.round, event.croupier, True)
    return with_shoe(state, demonstrations=shoe.demonstrations + 1)


def _bets_closed(state: State, _: BetsClosed) -> State:
    return _with_round(state, phase=Phase.DEALING, closed=True)


def _card_dealt(state: State, event: CardDealt) -> State:
    round_ = state.round
    assert round_ is not None
    state = with_drawn(told(state, event.sequence), (event.card,))
    return _with_round(state, cards=(*round_.cards, Dealt(event.card, event.side)))


def _card_held(state: State, event: CardHeld) -> State:
    round_ = state.round
    assert round_ is not None
    state = with_drawn(told(state, event.sequence), (event.card,))
    return _with_round(state, held=(*round_.held, event.card))


def _cards_turned(state: State, event: CardsTurned) -> State:
    return _with_round(state, turned=event.turn)


def _table_stopped(state: State, event: TableStopped) -> State:
    return _with_round(state, phase=Phase.DISPUTED, dispute=event.dispute)


def _result_told(state: State, event: ResultTold) -> State:
    return _with_round(told(state, event.sequence), told=event.result)


def _result_established(state: State, event: ResultEstablished) -> State:
    assert state.round is not None
    assert state.shoe is not None
    pairs = (event.player_pair, event.banker_pair)
    demonstration = state.round.demonstration
    state = _with_round(
        state,
        phase=Phase.PAID if demonstration else Phase.RESULT,
        result=event.result,
        player_pair=pairs[0],
        banker_pair=pairs[1],
    )
    if demonstration:
        return state
    found = Outcome(event.player, event.banker, event.result, *pairs, event.natural)
    past = (*state.past, found)
    return with_shoe(changed(state, past=past), over=len(past))


def _losers_collected(state: State, event: LosersCollected) -> State:
    return _won(_with_round(state, phase=Phase.COLLECTED, collected=event.collected), event.collected)


def _winners_paid(state: State, event: WinnersPaid) -> State:
    round_ = state.round
    assert round_ is not None
    tie = round_.result is Result.TIE
    bets, stakes = round_.on_sides() if tie else ((), ())
    paid = {"prizes": event.prizes, "commission": event.commission}
    state = _with_round(state, phase=Phase.PAID, bets=bets, stakes=stakes, **paid)
    assert state.shoe is not None
    owed = {**state.shoe.owed}
    for each in event.owed:
        owed[each.player] = owed.get(each.player, 0) + each.amount
    state = with_shoe(state, owed=owed)
    return _won(state, event.commission - event.prizes)


def _commission_collected(state: State, event: CommissionCollected) -> State:
    assert state.shoe is not None
    gone = {each.player for each in event.owed}
    owed = {player: amount for player, amount in state.shoe.owed.items() if player not in gone}
    return _won(with_shoe(state, owed=owed), event.taken)


def _cards_returned(state: State, _: CardsReturned) -> State:
    return _with_round(state, returned=True)


def _correction_proposed(state: State, event: CorrectionProposed) -> State:
    return _with_round(state, proposal=Proposal(event.person, event.reason, False, event.cards))


def _void_proposed(state: State, event: RoundVoidProposed) -> State:
    return _with_round(state, proposal=Proposal(event.person, event.reason, True))


def _corrected(state: State, event: RoundCorrected) -> State:
    round_ = state.round
    assert round_ is not None
    state = with_drawn(state, round_.drawn, -1)
    state = with_drawn(state, (*event.cards, *event.burnt))
    cards = _placed(event.cards)
    early = not round_.closed and not cards
    corrected = changed(
        round_,
        phase=Phase.BETS if early else Phase.DEALING,
        closed=not early,
        cards=cards,
        held=(),
        burnt=round_.burnt or (early and bool(event.burnt)),
        told=None,
        agreed=event.cards,
        dispute=None,
        proposal=None,
    )
    return changed(state, round=changed(corrected, turned=min(round_.turned, len(corrected.turns))))


def _placed(codes: tuple[str, ...]) -> tuple[Dealt, ...]:
    """Return cards at the sides that their order gives them."""
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    placed = []
    for code in codes:
        side = next_card(hands[Side.PLAYER], hands[Side.BANKER])
        assert side is not None
        hands[side].append(Card.of(code))
        placed.append(Dealt(code, side))
    return tuple(placed)


def _voided(state: State, _: RoundVoided) -> State:
    over = {"dispute": None, "proposal": None, "bets": (), "stakes": ()}
    return _with_round(state, phase=Phase.VOID, **over)


def _withdrawn(state: State, event: ProposalWithdrawn) -> State:
    of_shoe = event.proposal == UntoldProposed.__name__
    return with_shoe(state, proposal=None) if of_shoe else _with_round(state, proposal=None)


def _bets_placed(state: State, event: BetsPlaced) -> State:
    assert state.round is not None
    before = placed_by(state.round.bets, event.player)
    mine = () if before is None else before.bets
    return _of_player(state, PlayersBets(event.player, event.seat, (*mine, *event.bets)))


def _bets_changed(state: State, event: BetsChanged) -> State:
    assert state.round is not None
    before = placed_by(state.round.bets, event.player)
    assert before is not None
    others = tuple(bet for bet in before.bets if bet.kind not in SIDES)
    return _of_player(state, PlayersBets(event.player, before.seat, (*others, *event.bets)))


def _of_player(state: State, mine: PlayersBets) -> State:
    assert state.round is not None
    others = tuple(each for each in state.round.bets if each.player != mine.player)
    return _with_round(state, bets=(*others, mine) if mine.bets else others)


def _bets_returned(state: State, _: BetsReturned) -> State:
    return _with_round(state, bets=(), stakes=())


def _stakes_said(state: State, event: StakesSaid) -> State:
    return _with_round(state, stakes=event.stakes)


def _nothing(state: State, _: Event) -> State:
    return state


FOLDS: Final[Folds] = {
    BetsOpened: _bets_opened,
    DemonstrationOpened: _demonstration_opened,
    BetsClosed: _bets_closed,
    CardDealt: _card_dealt,
    CardHeld: _card_held,
    CardExposed: _nothing,
    CardsTurned: _cards_turned,
    TableStopped: _table_stopped,
    ResultTold: _result_told,
    ResultEstablished: _result_established,
    LosersCollected: _losers_collected,
    WinnersPaid: _winners_paid,
    CommissionCollected: _commission_collected,
    CardsReturned: _cards_returned,
    CorrectionProposed: _correction_proposed,
    RoundCorrected: _corrected,
    RoundVoidProposed: _void_proposed,
    RoundVoided: _voided,
    ProposalWithdrawn: _withdrawn,
    BetsPlaced: _bets_placed,
    BetsChanged: _bets_changed,
    BetsReturned: _bets_returned,
    StakesSaid: _stakes_said,
}
"""The folds of this room."""
