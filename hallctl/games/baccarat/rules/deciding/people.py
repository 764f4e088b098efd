"""A stopped table: two people correct the round, or void it (BA-40, 41, DB7, DB8).

Not responsible for what stops it by itself (``cards``).
"""

from collections import Counter
from typing import Final

from hallctl.games.baccarat.rules import shown
from hallctl.games.baccarat.rules.cards import Card
from hallctl.games.baccarat.rules.commands.people import (
    ApproveCorrection,
    ApproveVoidRound,
    ProposeCorrection,
    ProposeVoidRound,
    StopTable,
    WithdrawRoundProposal,
)
from hallctl.games.baccarat.rules.deciding.cards import in_round
from hallctl.games.baccarat.rules.deciding.shoe import is_card
from hallctl.games.baccarat.rules.events.people import (
    CorrectionProposed,
    ProposalWithdrawn,
    RoundCorrected,
    RoundVoided,
    RoundVoidProposed,
)
from hallctl.games.baccarat.rules.events.round import TableStopped
from hallctl.games.baccarat.rules.events.untold import UntoldProposed
from hallctl.games.baccarat.rules.kinds import Dispute, Phase
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.state import Round, State
from hallctl.games.baccarat.rules.tableau import Side, next_card
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.events.base import Event
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Key, Place, Proof, Step, Steps

NONE: Final = "—"
"""What stands for no card at all in a correction."""

_VOIDABLE: Final = (Phase.BETS, Phase.DEALING, Phase.DISPUTED)
"""While no result is established."""


def stop_table(state: State, command: StopTable, _: Context) -> Answer:
    """Stop the table for what a person saw (BA-40)."""
    round_ = in_round(state, refuse("STOP-NONE"), Phase.DEALING)
    if isinstance(round_, Refusal):
        return round_
    if not command.reason.strip():
        return refuse("STOP-REASON")
    return (TableStopped(round_.number, Dispute.SEEN, command.reason.strip()),)


def suggested(round_: Round) -> tuple[str, ...]:
    """Return the cards of a stopped round as the rules would have them (DB8)."""
    cards = tuple(each.card for each in round_.cards)
    if round_.dispute in (Dispute.EXTRA, Dispute.EARLY):
        return cards
    return (*cards, *(card for card in round_.held if card))[: _longest(round_)]


def _longest(round_: Round) -> int:
    """Return how many of the cards that were drawn have a place, one after the other."""
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    cards = (*(each.card for each in round_.cards), *(card for card in round_.held if card))
    for at, code in enumerate(cards):
        side = next_card(hands[Side.PLAYER], hands[Side.BANKER])
        if side is None:
            return at
        hands[side].append(Card.of(code))
    return len(cards)


def propose_correction(state: State, command: ProposeCorrection, context: Context) -> Answer:
    """Say which cards the round has: the first of two people (BA-40)."""
    round_ = state.playing
    if round_ is None or round_.phase is not Phase.DISPUTED:
        return refuse("CORRECT-PHASE")
    if round_.proposal is not None:
        return refuse("ROUND-PROPOSED")
    if not command.reason.strip():
        return refuse("ROUND-REASON")
    cards = tuple(code for code in command.cards.upper().split() if code != NONE)
    wrong = _illegal(state, round_, cards)
    if wrong is not None:
        return wrong
    return (CorrectionProposed(round_.number, cards, command.reason.strip(), context.actor.person),)


def _illegal(state: State, round_: Round, cards: tuple[str, ...]) -> Refusal | None:
    """Return why cards cannot be those of the round; None where they can (BA-03, 21, 25)."""
    wrong = next((code for code in cards if not is_card(code)), None)
    if wrong is not None:
        return refuse("CARD-CODE", card=wrong)
    shoe = state.shoe
    assert shoe is not None
    elsewhere = Counter(shoe.drawn)
    elsewhere.subtract(round_.drawn)
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    for place, code in enumerate(cards):
        side = next_card(hands[Side.PLAYER], hands[Side.BANKER])
        if side is None:
            return refuse("CORRECT-ORDER", place=place)
        elsewhere[code] += 1
        if elsewhere[code] > shoe.decks:
            return refuse("CORRECT-CARD", card=code)
        hands[side].append(Card.of(code))
    return None


def approve_correction(state: State, _: ApproveCorrection, context: Context) -> Answer:
    """Correct the round: the second person (I16); a card too many is burnt (DB8)."""
    round_ = state.playing
    proposal = None if round_ is None else round_.proposal
    if round_ is None or proposal is None or proposal.void or round_.phase is not Phase.DISPUTED:
        return refuse("CORRECTION-NONE")
    if proposal.person == context.actor.person:
        return refuse("ROUND-SAME")
    burnt = _too_many(round_.drawn, proposal.cards)
    said = (proposal.reason, context.actor.person)
    return (RoundCorrected(round_.number, round_.drawn, proposal.cards, burnt, *said),)


def _too_many(drawn: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return what was drawn beyond the cards of a round; an empty code is one that nobody could read."""
    more = len(drawn) - len(cards)
    if more <= 0:
        return ()
    left = Counter(card for card in drawn if card)
    left.subtract(cards)
    known = sorted(left.elements())
    return (*known, *("",) * (more - len(known)))


def propose_void(state: State, command: ProposeVoidRound, context: Context) -> Answer:
    """Propose to void a round that cannot be corrected: the first of two people (BA-41)."""
    round_ = state.playing
    if round_ is None or round_.phase not in _VOIDABLE:
        return refuse("VOID-ROUND-PHASE")
    if not command.reason.strip():
        return refuse("ROUND-REASON")
    if round_.proposal is not None:
        return refuse("ROUND-PROPOSED")
    return (RoundVoidProposed(round_.number, command.reason.strip(), context.actor.person),)


def approve_void(state: State, _: ApproveVoidRound, context: Context) -> Answer:
    """Void the round: the second person (I16); all bets go back whole."""
    round_ = state.playing
    if round_ is None or round_.phase not in _VOIDABLE:
        return refuse("VOID-ROUND-PHASE")
    proposal = round_.proposal
    if proposal is None or not proposal.void:
        return refuse("VOID-ROUND-NONE")
    if proposal.person == context.actor.person:
        return refuse("ROUND-SAME")
    return (RoundVoided(round_.number, proposal.reason, round_.drawn, round_.staked),)


def withdraw(state: State, _: WithdrawRoundProposal, context: Context) -> Answer:
    """Withdraw what the same person proposed, before another agrees; all stays as it stands."""
    round_, shoe, person = state.playing, state.dealing, context.actor.person
    kind: type[Event]
    if round_ is not None and round_.proposal is not None and round_.proposal.person == person:
        kind = RoundVoidProposed if round_.proposal.void else CorrectionProposed
    elif shoe is not None and shoe.proposal is not None and shoe.proposal.person == person:
        kind = UntoldProposed
    else:
        return refuse("ROUND-WITHDRAW")
    return (ProposalWithdrawn(kind.__name__, person),)


_OF_TWO: Final = (shown.proposal, shown.cards)

STEPS: Final[Steps] = {
    StopTable: Step(
        "Detener la mesa",
        (Post.CROUPIER, Post.JEFE),
        stop_table,
        Button(Place.SELDOM, (), Care.WRITTEN, Proof.SESSION, (Key("Alt+D"),)),
        suspended=True,
    ),
    ProposeCorrection: Step(
        "Proponer corrección",
        (Post.JEFE,),
        propose_correction,
        Button(Place.IN_ORDER, _OF_TWO, Care.WRITTEN, Proof.KEY),
        suspended=True,
    ),
    ApproveCorrection: Step(
        "Conformar la corrección",
        (Post.DIRECTOR,),
        approve_correction,
        Button(Place.IN_ORDER, _OF_TWO, Care.HELD, Proof.KEY),
        suspended=True,
    ),
    ProposeVoidRound: Step(
        "Proponer jugada nula",
        (Post.JEFE,),
        propose_void,
        Button(Place.VOIDING, _OF_TWO, Care.HELD, Proof.KEY),
        suspended=True,
    ),
    ApproveVoidRound: Step(
        "Conformar jugada nula",
        (Post.DIRECTOR,),
        approve_void,
        Button(Place.VOIDING, _OF_TWO, Care.HELD, Proof.KEY),
        suspended=True,
    ),
    WithdrawRoundProposal: Step(
        "Retirar lo propuesto",
        (Post.JEFE,),
        withdraw,
        Button(Place.SELDOM, (shown.proposal, shown.untold), Care.PRESS, Proof.SESSION),
        suspended=True,
    ),
}
"""How the commands of this chapter are decided and taken."""
