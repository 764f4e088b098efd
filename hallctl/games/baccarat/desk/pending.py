"""What two people have to agree on at a baccarat table, and have not.

Not responsible for the house's own: incidents, complaints, the end of a volume.
"""

from collections.abc import Iterator

from hallctl.games.baccarat.rules.commands.decks import AgreeInspection
from hallctl.games.baccarat.rules.commands.people import ApproveCorrection, ApproveVoidRound
from hallctl.games.baccarat.rules.commands.shoe import ApproveShoe
from hallctl.games.baccarat.rules.commands.untold import ApproveUntold
from hallctl.games.baccarat.rules.events.decks import DecksInspected
from hallctl.games.baccarat.rules.events.people import CorrectionProposed, RoundVoidProposed
from hallctl.games.baccarat.rules.events.shoe import ShoeClosed
from hallctl.games.baccarat.rules.events.untold import UntoldProposed
from hallctl.games.baccarat.rules.kinds import Lot, Stage
from hallctl.games.baccarat.rules.state import State
from hallctl.games.baccarat.words import cards_words
from hallctl.i18n.sentences import _
from hallctl.outputs.pending import PendingItem


def pending(state: State) -> Iterator[PendingItem]:
    """Yield what waits for the Director: decks, a round, a shoe."""
    for lot in state.lots.values():
        if lot.standing is Lot.COUNTED:
            said = f"{lot.inspector}: {lot.lot}"
            yield PendingItem(_("Inspección de barajas"), said, (AgreeInspection,), (DecksInspected, 0))
    shoe = state.shoe
    if shoe is not None and shoe.stage is Stage.CLOSED:
        said = f"{shoe.closer}: {shoe.number}"
        yield PendingItem(_("Firma de la partida"), said, (ApproveShoe,), (ShoeClosed, 0))
    if state.dealing is not None and state.dealing.proposal is not None:
        untold = state.dealing.proposal
        said = f"{untold.person}: {cards_words(untold.cards)}. {untold.reason}"
        yield PendingItem(_("Cartas sin leer"), said, (ApproveUntold,), (UntoldProposed, 0))
    proposal = None if state.playing is None else state.playing.proposal
    if proposal is None:
        return
    if proposal.void:
        said = f"{proposal.person}: {proposal.reason}"
        yield PendingItem(_("Jugada nula"), said, (ApproveVoidRound,), (RoundVoidProposed, 0))
    else:
        said = f"{proposal.person}: {cards_words(proposal.cards)}. {proposal.reason}"
        yield PendingItem(_("Corrección de la jugada"), said, (ApproveCorrection,), (CorrectionProposed, 0))
