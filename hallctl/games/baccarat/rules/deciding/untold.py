"""Cards that left the shoe and that it did not tell: two people say them (BA-10, BA-11, DB14, I16).

What was heard is not all that happened: while the hall is down, cards are burnt and drawn. Not responsible
for those of a round, which two people correct (``people``).
"""

from collections import Counter
from typing import Final

from hallctl.games.baccarat.rules import shown
from hallctl.games.baccarat.rules.commands.untold import ApproveUntold, ProposeUntold
from hallctl.games.baccarat.rules.deciding.people import NONE
from hallctl.games.baccarat.rules.deciding.shoe import is_card, wrong_burn
from hallctl.games.baccarat.rules.events.untold import UntoldAgreed, UntoldProposed
from hallctl.games.baccarat.rules.kinds import Stage
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.state import Shoe, State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps

UNREAD: Final = "?"
"""What stands for a card that nobody could read."""


def _between(state: State) -> Shoe | Refusal:
    """Return the shoe while cards leave it outside a round, or why they do not."""
    shoe = state.dealing
    if shoe is None:
        return refuse("SHOE-NONE")
    if state.playing is not None:
        return refuse("SHOE-ROUND", round=state.playing.number)
    if shoe.automatic or shoe.stage not in (Stage.LOADED, Stage.OPEN):
        return refuse("UNTOLD-STAGE")
    return shoe


def propose_untold(state: State, command: ProposeUntold, context: Context) -> Answer:
    """Say which cards left the shoe: the first of two people."""
    shoe = _between(state)
    if isinstance(shoe, Refusal):
        return shoe
    if shoe.proposal is not None:
        return refuse("ROUND-PROPOSED")
    if not command.reason.strip():
        return refuse("ROUND-REASON")
    said = (code for code in command.cards.upper().split() if code != NONE)
    cards = tuple("" if code == UNREAD else code for code in said)
    wrong = _illegal(state, shoe, cards)
    if wrong is not None:
        return wrong
    return (UntoldProposed(shoe.number, cards, command.reason.strip(), context.actor.person),)


def _illegal(state: State, shoe: Shoe, cards: tuple[str, ...]) -> Refusal | None:
    """Return why these cards cannot have left the shoe; None where they can (BA-03, 10, 11)."""
    wrong = next((code for code in cards if code and not is_card(code)), None)
    if wrong is not None:
        return refuse("CARD-CODE", card=wrong)
    out = Counter(shoe.drawn)
    if shoe.stage is Stage.LOADED:
        out.subtract(shoe.burning)
        wrongly = wrong_burn(state, len(cards), cards[0] if cards else "")
        if wrongly is not None:
            return wrongly
    out.update(cards)
    many = next((code for code in cards if code and out[code] > shoe.decks), None)
    if many is not None:
        return refuse("CORRECT-CARD", card=many)
    return refuse("UNTOLD-MANY") if out.total() > 52 * shoe.decks else None


def approve_untold(state: State, _: ApproveUntold, context: Context) -> Answer:
    """Agree to the cards that the first person said: the second (I16)."""
    shoe = _between(state)
    if isinstance(shoe, Refusal):
        return shoe
    proposal = shoe.proposal
    if proposal is None:
        return refuse("UNTOLD-NONE")
    if proposal.person == context.actor.person:
        return refuse("ROUND-SAME")
    said = (proposal.cards, proposal.reason, context.actor.person)
    return (UntoldAgreed(shoe.number, shoe.burning, *said),)


STEPS: Final[Steps] = {
    ProposeUntold: Step(
        "Decir cartas sin leer",
        (Post.JEFE,),
        propose_untold,
        Button(Place.AWAITED, (shown.untold,), Care.WRITTEN, Proof.KEY),
        suspended=True,
    ),
    ApproveUntold: Step(
        "Conformar cartas sin leer",
        (Post.DIRECTOR,),
        approve_untold,
        Button(Place.IN_ORDER, (shown.untold,), Care.HELD, Proof.KEY),
        suspended=True,
    ),
}
"""How the commands of this chapter are decided and taken."""
