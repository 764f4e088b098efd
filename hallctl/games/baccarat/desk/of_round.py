"""The steps of a round at the desk, the next one to take first.

Not responsible for those between rounds (``candidates``).
"""

from collections.abc import Iterator

from hallctl.games.baccarat.desk import questions as q
from hallctl.games.baccarat.rules.commands.bets import SayStakes
from hallctl.games.baccarat.rules.commands.people import (
    ApproveCorrection,
    ApproveVoidRound,
    ProposeCorrection,
    ProposeVoidRound,
    StopTable,
    WithdrawRoundProposal,
)
from hallctl.games.baccarat.rules.commands.round import (
    BurnRoundCard,
    CloseBets,
    CollectLosers,
    ConfirmResult,
    EnterCard,
    NoteExposed,
    PayWinners,
    TurnCards,
)
from hallctl.games.baccarat.rules.commands.shoe import NoteCutCard
from hallctl.games.baccarat.rules.deciding.cards import awaits_burn
from hallctl.games.baccarat.rules.deciding.people import NONE, suggested
from hallctl.games.baccarat.rules.kinds import Phase
from hallctl.games.baccarat.rules.money import debts, due
from hallctl.games.baccarat.rules.state import Round, State
from hallctl.games.baccarat.words import SIDES, cards_words
from hallctl.i18n.sentences import _
from hallctl.outputs.offer import Candidate, step


def steps_of_round(state: State, round_: Round) -> Iterator[Candidate]:
    """Yield the steps of the round that is played."""
    yield from _of_proposal(round_)
    match round_.phase:
        case Phase.BETS:
            if awaits_burn(state, round_):
                yield step(BurnRoundCard())
            yield step(CloseBets())
        case Phase.DEALING:
            yield from _dealing(state, round_)
        case Phase.DISPUTED:
            if round_.proposal is None:
                asked = ProposeCorrection(" ".join(suggested(round_)) or NONE, "")
                yield step(asked, "", *q.CORRECTION)
        case Phase.RESULT:
            yield step(CollectLosers())
        case Phase.COLLECTED:
            owed = due(state, round_)
            totals = state.rules.stakes == "totals"
            now = totals and bool(owed.prizes) and not debts(state, round_)
            yield step(PayWinners(owed.commission if now else 0), "", *((q.COMMISSION,) if now else ()))
        case _:
            pass
    if state.rules.stakes == "totals" and round_.phase in (Phase.DEALING, Phase.DISPUTED):
        yield step(SayStakes(round_.stakes))
    yield from _seldom(state, round_)


def _dealing(state: State, round_: Round) -> Iterator[Candidate]:
    """Turn what lies there, then the next card, then the result (BA-22, 42)."""
    if not round_.face_up and round_.turned < len(round_.turns):
        side = round_.turns[round_.turned][0]
        yield step(TurnCards(), _("Volver cartas de {side}", side=SIDES[side]))
    expected = round_.expected
    if awaits_burn(state, round_):
        yield step(BurnRoundCard())
    elif expected is not None and state.rules.cards_by == "croupier":
        label = _("Carta {place}, de {side}", place=len(round_.cards) + 1, side=SIDES[expected])
        asked = q.card(state.shoe)
        yield step(EnterCard(asked.choices[0][0]), label, asked)
    if expected is None and round_.all_turned:
        yield step(ConfirmResult())


def _of_proposal(round_: Round) -> Iterator[Candidate]:
    """What one person said of the round, which another agrees to before anything else."""
    proposal = round_.proposal
    if proposal is None:
        return
    if proposal.void:
        yield step(ApproveVoidRound())
    else:
        cards = cards_words(proposal.cards) or _("ninguna carta")
        said = _("{person} dice que la jugada tiene: {cards}", person=proposal.person, cards=cards)
        yield step(ApproveCorrection()).noticed(said)
    yield step(WithdrawRoundProposal())


def _seldom(state: State, round_: Round) -> Iterator[Candidate]:
    shoe = state.shoe
    if round_.phase is Phase.DEALING:
        yield step(StopTable(""), "", q.REASON)
    if round_.cards and round_.phase in (Phase.DEALING, Phase.DISPUTED):
        yield step(NoteExposed(len(round_.cards)), "", q.EXPOSED)
    if shoe is not None and shoe.last is None and not shoe.automatic:
        yield step(NoteCutCard(round_.number), "", q.WHITE)
    voidable = round_.phase in (Phase.BETS, Phase.DEALING, Phase.DISPUTED)
    if voidable and round_.proposal is None:
        yield step(ProposeVoidRound(""), "", q.REASON)
