"""The decks, from receipt to destruction (DB15).

Not responsible for the shoe that they are put in (``shoe``).
"""

from typing import Final

from hallctl.games.baccarat.rules import shown
from hallctl.games.baccarat.rules.commands.decks import (
    AgreeInspection,
    DestroyDecks,
    InspectDecks,
    ReceiveDecks,
    WithdrawDecks,
)
from hallctl.games.baccarat.rules.events.decks import (
    DecksDestroyed,
    DecksInspected,
    DecksReceived,
    DecksWithdrawn,
    InspectionAgreed,
)
from hallctl.games.baccarat.rules.kinds import Lot
from hallctl.games.baccarat.rules.refusals import refuse
from hallctl.games.baccarat.rules.state import Decks, State
from hallctl.rules.commands.base import Post
from hallctl.rules.deciding.context import Answer, Context
from hallctl.rules.refusals import Refusal
from hallctl.rules.step import Button, Care, Place, Proof, Step, Steps

CARDS: Final = 52
"""Of a deck (BA-03)."""


def receive_decks(state: State, command: ReceiveDecks, _: Context) -> Answer:
    """Take a lot into the register: as many decks as a shoe of the rule set has (BA-03)."""
    lot, maker = command.lot.strip(), command.maker.strip()
    if not (lot and maker):
        return refuse("DECKS-NAME")
    if lot in state.lots:
        return refuse("DECKS-KNOWN", lot=lot)
    if command.decks != state.rules.decks:
        return refuse("DECKS-COUNT", wanted=state.rules.decks, decks=command.decks)
    return (DecksReceived(lot, maker, command.decks),)


def inspect_decks(state: State, command: InspectDecks, context: Context) -> Answer:
    """Take note of the first of two inspections: exactly 52 cards a deck (BA-03)."""
    lot = _standing(state, command.lot, Lot.RECEIVED, Lot.COUNTED, Lot.FIT)
    if isinstance(lot, Refusal):
        return lot
    wanted, findings = lot.decks * CARDS, command.findings.strip()
    if command.cards != wanted and not findings:
        return refuse("DECKS-CARDS", cards=command.cards, wanted=wanted)
    return (DecksInspected(lot.lot, command.cards, findings, context.actor.person),)


def agree_inspection(state: State, command: AgreeInspection, context: Context) -> Answer:
    """Find the lot fit for play: the second person (I16)."""
    lot = _standing(state, command.lot, Lot.COUNTED)
    if isinstance(lot, Refusal):
        return lot
    if lot.inspector == context.actor.person:
        return refuse("DECKS-SAME")
    return (InspectionAgreed(lot.lot, context.actor.person),)


def withdraw_decks(state: State, command: WithdrawDecks, _: Context) -> Answer:
    """Take a lot out of play, while it is in no shoe."""
    lot = _standing(state, command.lot, Lot.RECEIVED, Lot.COUNTED, Lot.FIT)
    if isinstance(lot, Refusal):
        return lot
    if not command.reason.strip():
        return refuse("DECKS-REASON")
    return (DecksWithdrawn(lot.lot, command.reason.strip(), lot.rounds),)


def destroy_decks(state: State, command: DestroyDecks, _: Context) -> Answer:
    """Take note that a withdrawn lot is destroyed, and before whom."""
    lot = _standing(state, command.lot, Lot.WITHDRAWN)
    if isinstance(lot, Refusal):
        return lot
    if not command.witness.strip():
        return refuse("DECKS-WITNESS")
    return (DecksDestroyed(lot.lot, command.witness.strip()),)


def _standing(state: State, said: str, *standing: Lot) -> Decks | Refusal:
    """Return a lot that stands in one of these places, or why not."""
    name = said.strip()
    lot = state.lots.get(name)
    if lot is None:
        return refuse("DECKS-UNKNOWN", lot=name)
    return lot if lot.standing in standing else refuse("DECKS-STANDING", lot=name)


_LOTS: Final = Button(Place.SELDOM, (shown.lots,), Care.WRITTEN, Proof.SESSION)

STEPS: Final[Steps] = {
    ReceiveDecks: Step("Recibir barajas", (Post.JEFE,), receive_decks, _LOTS),
    InspectDecks: Step("Inspeccionar barajas", (Post.JEFE,), inspect_decks, _LOTS),
    AgreeInspection: Step(
        "Conformar la inspección",
        (Post.DIRECTOR,),
        agree_inspection,
        Button(Place.IN_ORDER, (shown.lots,), Care.PRESS, Proof.KEY),
    ),
    WithdrawDecks: Step("Retirar barajas", (Post.JEFE,), withdraw_decks, _LOTS),
    DestroyDecks: Step("Destruir barajas", (Post.JEFE,), destroy_decks, _LOTS),
}
"""How the commands of this chapter are decided and taken."""
