"""A void spin: by two people, and all bets go back (RO-71, RO-72, DR10).

Not responsible for what was seen (``number``): nothing voids a spin by itself (RO-79).
"""

from typing import Final

from hallctl.games.roulette.rules import shown
from hallctl.games.roulette.rules.commands.people import (
    ApproveVoidSpin,
    ProposeVoidSpin,
    WithdrawSpinProposal,
)
from hallctl.games.roulette.rules.events.people import (
    NumberProposed,
    ProposalWithdrawn,
    SpinVoided,
    SpinVoidProposed,
)
from hallctl.games.roulette.rules.kinds import Phase
from hallctl.games.roulette.rules.refusals import refuse
from hallctl.games.roulette.rules.state import State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps

_VOIDABLE: Final = (Phase.BETS, Phase.LAUNCHED, Phase.CLOSED, Phase.DISPUTED)
"""While no number is established: then the spin is not void any more (RO-71)."""


def propose_void(state: State, command: ProposeVoidSpin, context: Context) -> Answer:
    """Propose to void the spin: the first of two people."""
    spin = state.playing
    if spin is None or spin.phase not in _VOIDABLE:
        return refuse("SPIN-VOID-PHASE")
    if not command.reason.strip():
        return refuse("SPIN-VOID-REASON")
    if spin.proposal is not None:
        return refuse("SPIN-PROPOSED")
    reason, person = command.reason.strip(), context.actor.person
    return (SpinVoidProposed(spin.number, command.cause, reason, person),)


def approve_void(state: State, _: ApproveVoidSpin, context: Context) -> Answer:
    """Void the spin: the second person (I16)."""
    spin = state.playing
    if spin is None or spin.phase not in _VOIDABLE:
        return refuse("SPIN-VOID-PHASE")
    proposal = spin.proposal
    if proposal is None or proposal.cause is None:
        return refuse("SPIN-VOID-NONE")
    if proposal.person == context.actor.person:
        return refuse("SPIN-SAME")
    return (SpinVoided(spin.number, proposal.cause, proposal.reason, spin.staked),)


def withdraw(state: State, _: WithdrawSpinProposal, context: Context) -> Answer:
    """Withdraw what the same person proposed, before another agrees; the spin goes on as it stands."""
    spin = state.playing
    if spin is None or spin.proposal is None or spin.proposal.person != context.actor.person:
        return refuse("SPIN-WITHDRAW")
    kind = NumberProposed if spin.proposal.pocket else SpinVoidProposed
    return (ProposalWithdrawn(kind.__name__, spin.proposal.person),)


STEPS: Final[Steps] = {
    ProposeVoidSpin: Step(
        "Proponer jugada nula",
        (Post.JEFE,),
        propose_void,
        Button(Place.VOIDING, (shown.proposal,), Care.HELD, Proof.KEY),
        suspended=True,
    ),
    ApproveVoidSpin: Step(
        "Conformar jugada nula",
        (Post.DIRECTOR,),
        approve_void,
        Button(Place.VOIDING, (shown.proposal,), Care.HELD, Proof.KEY),
        suspended=True,
    ),
    WithdrawSpinProposal: Step(
        "Retirar lo propuesto de la jugada",
        (Post.JEFE,),
        withdraw,
        Button(Place.SELDOM, (shown.proposal,), Care.PRESS, Proof.SESSION),
        suspended=True,
    ),
}
"""How the commands of this chapter are decided and taken."""
